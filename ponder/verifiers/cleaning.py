"""Removing what is harmless around an answer: spaces, a full stop, markup, a box, a label."""

import re
from collections.abc import Iterator

from ponder.verifiers import bounds
from ponder.verifiers.extraction import closing_brace

_PAIRS = (
    ("$$", "$$"),
    ("$", "$"),
    ("\\(", "\\)"),
    ("\\[", "\\]"),
    ("**", "**"),
    ("__", "__"),
    ("``", "``"),
    ("`", "`"),
    ("*", "*"),
    ("_", "_"),
)
_WRAPPER = re.compile(
    r"\\(?:boxed|fbox|text|textbf|textit|textrm|mathrm|mathbf|mathit|mbox|displaystyle)\s{0,4}(?=\{)"
)
_LABEL = re.compile(
    r"(?:so[, ]{1,2}|thus[, ]{1,2}|therefore[, ]{1,2}|hence[, ]{1,2})?(?:(?:the|my|our) )?"
    r"(?:correct |final )?(?:answer|ans\.?)(?: is| are)?\s{0,4}(?:[:=]|(?<= is)|(?<= are))",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\.\s{1,4}I hope (?:it|this|that) is correct$", re.IGNORECASE)
_FENCE = re.compile(r"```[a-zA-Z]{0,12}\s")

_CHARACTERS = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{FIGURE DASH}": "-",
        "\N{NO-BREAK SPACE}": " ",
        "\N{ZERO WIDTH SPACE}": "",
        "\N{WORD JOINER}": "",
        "\N{ZERO WIDTH NO-BREAK SPACE}": "",
        "\N{MULTIPLICATION SIGN}": "*",
        "\N{MIDDLE DOT}": "*",
        "\N{DOT OPERATOR}": "*",
        "\N{DIVISION SIGN}": "/",
        "\N{DIVISION SLASH}": "/",
        "\N{FRACTION SLASH}": "/",
    }
)


def plain(text: str) -> str:
    """Writes typographic minus signs, spaces and operators in ASCII."""
    return text if text.isascii() else text.translate(_CHARACTERS)


def tidy_lines(text: str) -> str:
    """Leaves one space between words and no blank lines."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def unwrappings(answer: str) -> Iterator[str]:
    """Yields the answer as it stands, then with one more layer removed at a time."""
    text = answer.strip()
    yield text
    for _ in range(bounds.UNWRAPPINGS):
        inner = _unwrap_once(text).strip()
        if inner == text:
            return
        text = inner
        yield text


def unwrap(answer: str) -> str:
    """Removes every harmless layer around an answer.

    >>> unwrap("The answer is **$42$**.")
    '42'
    """
    *_, innermost = unwrappings(answer)
    return innermost


def _unwrap_once(text: str) -> str:
    if text.endswith(".") and not text.endswith(".."):
        return text[:-1]
    for opening, closing in _PAIRS:
        if text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : -len(closing)]
            if inner and opening not in inner and closing not in inner:
                return inner
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        fence = _FENCE.match(text)
        return text[fence.end() if fence else 3 : -3]
    wrapper = _WRAPPER.match(text)
    if wrapper and closing_brace(text, wrapper.end()) == len(text) - 1:
        return text[wrapper.end() + 1 : -1]
    label = _LABEL.match(text)
    if label:
        return text[label.end() :]
    tail = _TAIL.search(text, max(0, len(text) - 40))
    if tail:
        return text[: tail.start()]
    return _drop_dangling(text)


def _drop_dangling(text: str) -> str:
    """Removes half a pair of markup: its other half was cut off with the words before it."""
    for mark in ("**", "__", "$$", "`"):
        if text.count(mark) == 1:
            if text.endswith(mark):
                return text[: -len(mark)]
            if text.startswith(mark):
                return text[len(mark) :]
    return text
