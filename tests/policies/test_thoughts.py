"""The parts of a completion, in text and in tokens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.policies.embedded import build_tokenizer
from ponder.policies.policy import Completion
from ponder.policies.segments import How, Segmenter
from ponder.policies.thoughts import part_tokens, text_parts

TOKENIZER = build_tokenizer()
LINES = Segmenter("lines")


def decode(ids):
    return TOKENIZER.decode(list(ids), skip_special_tokens=False)


def completion(text: str) -> Completion:
    ids = tuple(TOKENIZER(text, add_special_tokens=False)["input_ids"])
    return Completion(decode(ids), (), ids, (), True)


@pytest.mark.parametrize(
    ("text", "parts", "tokens"),
    [
        # A character is a token, and so is each tag.
        ("8+3=11\n11-5=6\n<answer>6</answer>", ["8+3=11\n", "11-5=6\n"], [7, 7, 3]),
        ("<answer>6</answer>", [], [3]),
        ("8+3", ["8+3"], [3, 0]),
        ("", [], [0]),
    ],
)
def test_parts_by_hand(text: str, parts: list[str], tokens: list[int]) -> None:
    assert text_parts(text, LINES) == [*parts, text[len("".join(parts)) :]]
    assert part_tokens(completion(text), decode, LINES) == tokens


@given(
    st.lists(st.sampled_from(["8+3=11", "\n", "\n\n", ". ", "<answer>", "6", "</answer>"])),
    st.sampled_from(["lines", "blank_lines", "sentences", "markers", "length"]),
)
def test_parts_are_the_whole(pieces: list[str], how: How) -> None:
    done = completion("".join(pieces))
    segmenter = Segmenter(how, length=5)
    parts, tokens = text_parts(done.text, segmenter), part_tokens(done, decode, segmenter)
    assert "".join(parts) == done.text
    assert len(parts) == len(tokens)
    assert sum(tokens) == len(done.token_ids)
    if how != "length":  # Which may cut through a tag, which is one token.
        assert tokens == [len(completion(part).token_ids) for part in parts]
