r"""Cutting a text of thought into segments: the episodes of MRT, lines, sentences, or lengths.

A segment is told by where it ends, in characters; the ends rise, and the last is the length of
the text, so that the segments cover it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ponder.quoting import quoted

How = Literal["markers", "blank_lines", "lines", "sentences", "length"]

MARKERS = (
    "Wait",
    "But wait",
    "Alternatively",
    "Is there another way to think about this?",
    "But let me double-check",
    "But hold on",
)
"""How a chunk begins that opens a new episode (MRT, arXiv:2503.07572, the authors' code)."""
_BLANK = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"\n+")
_SENTENCE = re.compile(r"[.!?](?=\s)\s+|\n+")


@dataclass(frozen=True, slots=True)
class Segmenter:
    """How a text is cut.

    Attributes:
        how: `markers`: at chunks, set apart by blank lines, that begin with one of `MARKERS`;
            `blank_lines`; `lines`; `sentences`; or every `length` characters.
        gap: With `markers`, a boundary that comes less than so many chunks after the last one is
            passed over; 3 as published.
        length: Characters of a segment with `length`.
        most: Segments at most; the last takes what is left. 49 as published.
        merge: So many segments in a row become one.
    """

    how: How = "markers"
    gap: int = 3
    length: int = 200
    most: int = 49
    merge: int = 1

    def __post_init__(self) -> None:
        """Checks the ranges."""
        if self.how not in _CUTS:
            raise ValueError(f"how must be one of {sorted(_CUTS)}, got {quoted(self.how)}")
        for name in ("gap", "length", "most", "merge"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")


def segment_ends(text: str, segmenter: Segmenter) -> list[int]:
    r"""Cuts a text; gives the end of each segment, in characters. An empty text has none.

    >>> segment_ends("8+3=11 no\n8-3=5 yes\n", Segmenter("lines"))
    [10, 20]
    """
    cuts = [cut for cut in _CUTS[segmenter.how](text, segmenter) if 0 < cut < len(text)]
    ends = [*cuts, len(text)] if text else []
    merged = [*ends[segmenter.merge - 1 : -1 : segmenter.merge], *ends[-1:]]
    return [*merged[:-1][: segmenter.most - 1], *merged[-1:]]


def _markers(text: str, segmenter: Segmenter) -> list[int]:
    starts = [0, *_after(_BLANK, text)]
    cuts, last = [], 0
    for number, start in enumerate(starts):
        if number and text.startswith(MARKERS, start) and number - last >= segmenter.gap:
            cuts.append(start)
            last = number
    return cuts


def _after(pattern: re.Pattern[str], text: str) -> list[int]:
    return [found.end() for found in pattern.finditer(text)]


def _lengths(text: str, segmenter: Segmenter) -> Sequence[int]:
    return range(segmenter.length, len(text), segmenter.length)


_CUTS: Mapping[str, Callable[[str, Segmenter], Sequence[int]]] = {
    "markers": _markers,
    "blank_lines": lambda text, _: _after(_BLANK, text),
    "lines": lambda text, _: _after(_LINE, text),
    "sentences": lambda text, _: _after(_SENTENCE, text),
    "length": _lengths,
}
