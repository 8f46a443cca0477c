"""Segments: values by hand, and laws over any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.policies.segments import MARKERS, Segmenter, segment_ends


def cut(text: str, segmenter: Segmenter) -> list[str]:
    ends = segment_ends(text, segmenter)
    return [text[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def test_a_marker_opens_an_episode_three_chunks_after_the_last() -> None:
    chunks = ["Let x = 1.", "So y = 2.", "Then z = 3.", "Wait, no.", "Wait again.", "Hm.", "So."]
    chunks += ["Alternatively, x = 2.", "Done."]
    text = "\n\n".join(chunks)
    # Chunk 3 is three after the start; 4 comes one after it; 7 comes four after it.
    assert cut(text, Segmenter()) == [
        "Let x = 1.\n\nSo y = 2.\n\nThen z = 3.\n\n",
        "Wait, no.\n\nWait again.\n\nHm.\n\nSo.\n\n",
        "Alternatively, x = 2.\n\nDone.",
    ]


def test_with_a_gap_of_one_every_marker_opens_an_episode() -> None:
    text = "\n\n".join(["A.", *(f"{marker} B." for marker in MARKERS)])
    assert len(cut(text, Segmenter(gap=1))) == 1 + len(MARKERS)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("blank_lines", ["One. Two?\nThree\n\n", "Four!"]),
        ("lines", ["One. Two?\n", "Three\n\n", "Four!"]),
        ("sentences", ["One. ", "Two?\n", "Three\n\n", "Four!"]),
    ],
)
def test_other_cuts_by_hand(how: str, expected: list[str]) -> None:
    assert cut("One. Two?\nThree\n\nFour!", Segmenter(how)) == expected


def test_a_decimal_point_ends_no_sentence() -> None:
    assert cut("It is 3.5 now. Yes", Segmenter("sentences")) == ["It is 3.5 now. ", "Yes"]


def test_lengths_by_hand() -> None:
    assert cut("abcdefg", Segmenter("length", length=3)) == ["abc", "def", "g"]


def test_segments_are_merged_and_the_last_takes_what_is_left() -> None:
    text = "1\n2\n3\n4\n5\n"
    assert cut(text, Segmenter("lines", merge=2)) == ["1\n2\n", "3\n4\n", "5\n"]
    assert cut(text, Segmenter("lines", most=3)) == ["1\n", "2\n", "3\n4\n5\n"]
    assert cut(text, Segmenter("lines", most=1)) == [text]


PIECES = st.sampled_from(["\n\n", "\n", "Wait", "But wait", ". ", "a", " ", "!"])


@given(
    st.lists(PIECES).map("".join),
    st.sampled_from(["markers", "blank_lines", "lines", "sentences", "length"]),
    st.integers(1, 4),
    st.integers(1, 6),
    st.integers(1, 3),
)
def test_segments_cover_the_text(text: str, how: str, gap: int, most: int, merge: int) -> None:
    pieces = cut(text, Segmenter(how, gap=gap, length=3, most=most, merge=merge))
    assert "".join(pieces) == text
    assert all(pieces)
    assert len(pieces) <= most


@pytest.mark.parametrize("name", ["gap", "length", "most", "merge"])
def test_numbers_below_one_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
        Segmenter(**{name: 0})


def test_an_unknown_cut_is_refused() -> None:
    with pytest.raises(ValueError, match=r"how must be one of .* got 'words'"):
        Segmenter("words")  # type: ignore[arg-type]
