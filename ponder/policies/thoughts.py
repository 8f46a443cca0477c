"""Where the thought of a completion ends, and where it may be cut, in tokens."""

from collections.abc import Callable, Sequence

from ponder.policies.policy import Completion
from ponder.policies.segments import Segmenter, segment_ends
from ponder.verifiers import extract


def thought_cuts(
    completion: Completion, decode: Callable[[Sequence[int]], str], segmenter: Segmenter
) -> list[int]:
    """Cuts the thought of a completion, which is what stands before its answer.

    Returns:
        0, and after how many tokens each segment ends.
    """
    thought = completion.text[: extract(completion.text, lenient=False).start]
    ends = segment_ends(thought, segmenter)
    tokens = [tokens_before(completion.token_ids, end, decode) for end in ends]
    return sorted({0, *tokens})


def tokens_before(
    token_ids: Sequence[int], offset: int, decode: Callable[[Sequence[int]], str]
) -> int:
    """Counts the tokens that lie wholly before a character of the decoded text.

    A tag may start in the middle of a token, so the count is found on decoded prefixes, whose
    length never falls as tokens are added.

    Args:
        token_ids: The completion.
        offset: A character offset into `decode(token_ids)`.
        decode: The tokenizer's.
    """
    low, high = 0, len(token_ids)
    while low < high:
        middle = (low + high + 1) // 2
        if len(decode(token_ids[:middle])) <= offset:
            low = middle
        else:
            high = middle - 1
    return low
