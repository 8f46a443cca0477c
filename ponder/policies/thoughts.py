"""Where the thought of a completion ends, and where it may be cut, in tokens."""

import itertools
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
    return sorted({0, *_token_ends(completion, decode, segmenter)})


def text_parts(text: str, segmenter: Segmenter) -> list[str]:
    r"""Divides a completion into the segments of its thought and, last, what comes after it.

    The last part is the answer; it is empty where there is none.

    >>> text_parts("8+3=11\n11-5=6\n<answer>6</answer>", Segmenter("lines"))
    ['8+3=11\n', '11-5=6\n', '<answer>6</answer>']
    """
    ends = [0, *_ends(text, segmenter), len(text)]
    return [text[start:end] for start, end in itertools.pairwise(ends)]


def part_tokens(
    completion: Completion, decode: Callable[[Sequence[int]], str], segmenter: Segmenter
) -> list[int]:
    """Counts the tokens of each of a completion's `text_parts`; in sum they are all of them.

    A token that two parts share counts with the later one, what ends the completion with the last.
    """
    ends = [0, *_token_ends(completion, decode, segmenter), len(completion.token_ids)]
    return [end - start for start, end in itertools.pairwise(ends)]


def _ends(text: str, segmenter: Segmenter) -> list[int]:
    return segment_ends(text[: extract(text, lenient=False).start], segmenter)


def _token_ends(
    completion: Completion, decode: Callable[[Sequence[int]], str], segmenter: Segmenter
) -> list[int]:
    ends = _ends(completion.text, segmenter)
    return [tokens_before(completion.token_ids, end, decode) for end in ends]


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
