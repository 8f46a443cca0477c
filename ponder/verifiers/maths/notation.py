r"""Other ways to write the same, in the text itself: `{\sin}^2 x`, `]0,1[`, `_{10}C_3`, `12th`.

Each is rewritten as what the tokenizer knows, before it splits the text.
"""

import re
from collections.abc import Callable

from ponder.verifiers.maths.vocabulary import FUNCTIONS
from ponder.verifiers.verdict import Unreadable

_FONT = r"\\(?:text(?:bf|it|rm)?|math(?:rm|bf)|mbox)\s?"
_ONE_LETTER = r"(?:d|\\partial|\\mathrm\s?\{d\}|\\text\s?\{d\})\s?"
_DERIVATIVE = re.compile(
    rf"\\[dt]?frac\s?\{{\s?{_ONE_LETTER}[a-zA-Z]?\s?\}}\s?\{{\s?{_ONE_LETTER}[a-zA-Z]\s?\}}"
    r"|(?<![a-zA-Z0-9)])d[a-zA-Z]?/d[a-zA-Z](?![a-zA-Z])"
)
_TAILS = ("\\checkmark", "\\\\", "\\qquad", "\\quad", "\\ ", "\\,", "\\;", "\\!")
_SPACE = r"(?:\s|\\[ ,;]|\\q?quad)"
LABEL = re.compile(
    rf"(?:[Oo]ption |[Cc]hoice )?(?:{_FONT}\{{\s?(?:\(([A-J])\)|([A-J])\s?[).:])\s?\}}"
    rf"|(?:\(([A-J])\)|([A-J])[).:])(?={_SPACE})){_SPACE}*+(?=.)"
)
"""The letter of an option, before its text."""
_ENDING = {"1": "st", "2": "nd", "3": "rd"}
_INTERVAL_START = r"(^|\\cup\s*|\\cap\s*|\\setminus\s*|\\in\s*|=\s*)(?:\\left\s*)?([\[\]])"
_INTERVAL_END = r"(?:\\right\s*)?([\[\]])(?=\s*(?:$|\\cup|\\cap|\\setminus))"
_WHOLE = r"\s?(?:\{\s?([0-9]{1,4}|[a-z])\s?\}|([0-9a-z]))\s?"

_Replacement = str | Callable[[re.Match[str]], str]


def _braced_function(match: re.Match[str]) -> str:
    return f"{match[1]} " if match[1][1:] in FUNCTIONS else match[0]


def _ordinal(match: re.Match[str]) -> str:
    digits, ending = match[1], match[2]
    teen = digits[-2:-1] == "1"
    fits = ending == ("th" if teen else _ENDING.get(digits[-1], "th"))
    return digits if fits else match[0]


def _interval(match: re.Match[str]) -> str:
    before, opening, ends, closing = match.groups()
    return f"{before}{'[' if opening == '[' else '('}{ends}{']' if closing == ']' else ')'}"


def _combinations(match: re.Match[str]) -> str:
    above, below = match[1] or match[2], match[3] or match[4]
    return rf"\binom{{{above}}}{{{below}}}"


# What must be in a text for a rule to have a chance, the rule, and what it writes.
_RULES: tuple[tuple[str, re.Pattern[str], _Replacement], ...] = (
    ("color", re.compile(r"\\(?:text)?color\s?\{[a-zA-Z0-9!]{1,20}\}"), ""),
    ("\\therefore", re.compile(r"^\s*\\therefore(?![a-zA-Z])"), ""),
    ("\\approx", re.compile(r"^\s*\\approx(?![a-zA-Z])"), ""),
    ("\\\\[", re.compile(r"\\\\\s?\[[0-9.]{1,5}\s?[a-z]{2}\]"), r"\\\\"),
    ("{\\", re.compile(r"(?<![a-zA-Z])\{\s?(\\[a-z]{2,9})\s?\}"), _braced_function),
    ("Bbb", re.compile(r"\\Bbb\s?(?:\{([A-Z])\}|([A-Z]))"), r"\\mathbb{\1\2}"),
    ("mathbf", re.compile(r"\\mathbf\s?(?:\{([RZQN])\}|([RZQN]))"), r"\\mathbb{\1\2}"),
    (
        "}{\\",
        re.compile(
            rf"\\[dt]?frac\s?\{{\s?{_FONT}\{{([a-zA-Z ]{{1,20}})\}}\s?\}}"
            rf"\{{\s?{_FONT}\{{([a-zA-Z ]{{1,20}})\}}\s?((?:\^\s?\{{?[23]\}}?)?)\s?\}}"
        ),
        r"\\text{\1/\2}\3",
    ),
    (
        "C",
        re.compile(
            rf"(?:\{{\s?\}}\s?|^|(?<=[-+*/=(,{{]))[_^]{_WHOLE}(?:C|{_FONT}\{{C\}})_{_WHOLE}"
        ),
        _combinations,
    ),
    (
        "C(",
        re.compile(r"(?<![a-zA-Z\\_^0-9)}])C\(\s?([0-9]{1,4})()\s?,\s?([0-9]{1,4})()\s?\)"),
        _combinations,
    ),
    ("^{-1}", re.compile(r"^([a-zA-Z])\^\{-1\}\s?(\([a-z]\)\s?=)"), r"\1_{inverse}\2"),
    (
        "overline",
        re.compile(r"^\\overline\s?\{\s?([A-Z]{2})\s?\}(?=\s*=)"),
        r"\1",
    ),
)
_LINE = re.compile(
    r"\\begin\{((?:align(?:ed)?|split|gather(?:ed)?|equation)\*?)\}(.*)\\end\{\1\}", re.DOTALL
)
_FRENCH = re.compile(rf"{_INTERVAL_START}([^\[\]()]{{1,120}}){_INTERVAL_END}")
_ORDINAL = re.compile(
    rf"(?<![0-9.])([0-9]{{1,9}})(?:\s?\^\s?(?:\{{\s?)?(?:{_FONT}\{{\s?)?|\s?{_FONT}\{{\s?)?"
    r"(st|nd|rd|th)\s?\}{0,2}(?![a-zA-Z}]|\s?roots?(?![a-z]))"
)
_CLOCK = re.compile(
    rf"(?<=[0-9])(?:\s|~|\\ ){{0,3}}(?:{_FONT}\{{\s?)?"
    r"(?:([aApP])\.\s?[mM]\.?|([AP])M|(?<=[0-9])([ap])m|(?<=[\s{~])([ap])m)\s?\}?$"
)
_ABBREVIATION = re.compile(
    r"(?<![a-zA-Z])(sq|cu|in|ft|hr|hrs|min|sec|lb|lbs|oz|yd|mi|yr)\.(?=\s|\}|$)"
)
_DOLLARS = re.compile(
    r"[-+]?\$\s?-?[0-9][0-9,]*(?:\.[0-9]+)?"
    r"(?: (?:hundred|thousand|million|billion|trillion)|/[a-z]{2,12})?"
)


def rewritten(text: str) -> str:
    """Writes what may be written in several ways in the one that the tokenizer knows.

    Raises:
        Unreadable: If the text holds a derivative, which is not read.
    """
    text = text.strip()
    if "\\" in text:
        text = _without_line(_without_tail(text))
    for part, pattern, replacement in _RULES:
        if part in text:
            text = pattern.sub(replacement, text)
    if ("/d" in text or ("frac" in text and "d" in text)) and _DERIVATIVE.search(text):
        raise Unreadable("The answer holds a derivative.")
    if "[" in text:
        text = _FRENCH.sub(_interval, text)
    if "." in text:
        text = _ABBREVIATION.sub(r"\1", text)
    if text.count("$") == 1 and _DOLLARS.fullmatch(text):
        text = text.replace("$", "\\$")
    if "th" in text or "st" in text or "nd" in text or "rd" in text:
        text = _ORDINAL.sub(_ordinal, text)
    return _CLOCK.sub(_clock, text) if text.endswith(("m", "M", ".", "}")) else text


def _without_line(text: str) -> str:
    """Drops the environment around one line, with its marks of alignment."""
    line = _LINE.fullmatch(text) if text.startswith("\\begin") else None
    if line is None or "\\\\" in line[2] or "\\begin" in line[2]:
        return text
    return line[2].replace("\\&", "\0").replace("&", "").replace("\0", "\\&").strip()


def _without_tail(text: str) -> str:
    """Drops what ends a line or marks it as done, but shows nothing of the answer."""
    kept = text.rstrip()
    while kept.endswith(_TAILS):
        tail = next(tail for tail in _TAILS if kept.endswith(tail))
        kept = kept[: -len(tail)].rstrip()
    return kept


def _clock(match: re.Match[str]) -> str:
    half = next(filter(None, match.groups())).lower()
    return rf"\text{{ {half}m}}"
