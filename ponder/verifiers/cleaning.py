"""Removing what is harmless around an answer: spaces, a full stop, markup, a box, a label."""

import re
from collections.abc import Iterator

from ponder.verifiers import bounds
from ponder.verifiers.extraction import closing_brace, without_stop

_PAIRS = (
    ('"', '"'),
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
_OPENERS = frozenset(opening[0] for opening, _ in _PAIRS)
_FONTS = r"text(?:bf|it|rm|tt|sf)?|math(?:rm|bf|it|tt|sf)|mbox"
_WRAPPER = re.compile(rf"\\(?:boxed|fbox|displaystyle|{_FONTS})\s{{0,4}}(?=\{{)")
_FONT = re.compile(rf"\\(?:{_FONTS})\s{{0,4}}\{{([^{{}}]*)\}}")
_SIZED = re.compile(r"\\(?:left|right)(?![a-zA-Z])|\\displaystyle(?![a-zA-Z])|\\!")
_GROUPED = re.compile(r"(?<=[0-9])(?:\{,\}|\\,)(?=[0-9]{3}(?![0-9]))")
# Two backslashes and a space are a new row, and no space.
_SPACING = re.compile(r"(?<!\\)\\(?:[,;: ]|q?quad(?![a-zA-Z]))")
_ESCAPED = re.compile(r"(?<!\\)\\([#&_])")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[a-zA-Z]{1,12}\*?\}(?:\{[lcr| ]{0,80}\})?")
_COLUMN = re.compile(r"(?<!\\)&")
_LABEL = re.compile(
    r"(?:so[, ]{1,2}|thus[, ]{1,2}|therefore[, ]{1,2}|hence[, ]{1,2})?(?:(?:the|my|our) )?"
    r"(?:correct |final )?(?:answer|ans\.?)(?: is| are)?\s{0,4}(?:[:=]|(?<= is)|(?<= are))",
    re.IGNORECASE,
)
_TAIL = re.compile(r"\.\s{1,4}I hope (?:it|this|that) is correct$", re.IGNORECASE)
_FENCE = re.compile(r"```[a-zA-Z]{0,12}[ \t]{0,4}\r?\n")
# Neither seen nor heard; the overrides U+202D and U+202E, which change what is seen, stay.
_INVISIBLE = dict.fromkeys(
    (0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202D), *range(0x2060, 0x206A), 0xFEFF)
)

_CHARACTERS = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{FIGURE DASH}": "-",
        "\N{NO-BREAK SPACE}": " ",
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


def words(text: str) -> str:
    r"""Leaves out LaTeX's fonts and writes its spaces as spaces, in an answer of words or a list.

    The backslash before #, & and _ goes too.

    >>> words(r"\text{Ada}:\ \textbf{knight}, 12\,345")
    'Ada: knight, 12345'
    """
    if "\\" not in text and "{,}" not in text:
        return text
    text = _SPACING.sub(" ", _GROUPED.sub("", _SIZED.sub("", text)))
    return _ESCAPED.sub(r"\1", _FONT.sub(r"\1", text))


def listed(text: str) -> str:
    r"""Writes an answer of several parts without LaTeX, a row of a table as a line.

    >>> listed(r"\begin{aligned} A &= \text{red} \\ B &= \text{blue} \end{aligned}")
    'A = red\nB = blue'
    """
    rows = without_environments(text)
    if rows != text:
        rows = _COLUMN.sub(" ", rows)
    bare = words(rows.replace("\\\\", "\n"))
    return tidy_lines(bare.replace("\\{", "{").replace("\\}", "}"))


def without_environments(text: str) -> str:
    """Writes a line break for LaTeX's beginning or end of a table."""
    return _ENVIRONMENT.sub("\n", text)


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
    seen = text if text.isascii() else text.translate(_INVISIBLE)
    if seen != text:
        return seen
    ended = without_stop(text)
    if ended != text:
        return ended
    if text.endswith(".") and not text.endswith(".."):
        return text[:-1]
    if text.endswith("\u3002"):
        return text[:-1]
    if text.startswith("```") and text.endswith("```") and len(text) > 6:
        fence = _FENCE.match(text)
        return text[fence.end() if fence else 3 : -3]
    for opening, closing in _PAIRS if text[:1] in _OPENERS else ():
        if text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : -len(closing)]
            if inner and opening not in inner and closing not in inner:
                return inner
    wrapper = _WRAPPER.match(text) if text.startswith("\\") else None
    if wrapper and closing_brace(text, wrapper.end()) == len(text) - 1:
        return text[wrapper.end() + 1 : -1]
    if text.startswith("=") and not text.startswith(("==", "=>")):
        return text[1:]
    label = _LABEL.match(text) if text[:1].isalpha() else None
    if label:
        return text[label.end() :]
    tail = _TAIL.search(text, max(0, len(text) - 40)) if text[-1:] in "tT" else None
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
