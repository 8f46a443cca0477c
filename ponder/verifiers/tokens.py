"""Splitting mathematical text, plain or LaTeX, into tokens.

The kinds: `int`, `decimal`, `var`, `op` (one of `+ - * / ^ %`), `open`, `close`, `frac`, `sqrt`.
Anything else is refused rather than skipped, so that words around an expression are never read
as a part of it.
"""

import re

from ponder.verifiers import bounds
from ponder.verifiers.cleaning import plain
from ponder.verifiers.cursor import Token
from ponder.verifiers.verdict import Unreadable

_GROUP = r"(?:(?:,|\{,\})(?:\\!)?|\\[,!]|[\u2009\u202f])"
NUMBER = rf"(?:[0-9]{{1,3}}(?:{_GROUP}[0-9]{{3}})+(?![0-9])|[0-9]+)"

_GREEK = (
    "alpha|beta|gamma|delta|epsilon|theta|lambda|mu|pi|rho|sigma|tau|phi|omega|Delta|Omega|Gamma"
)
_TOKEN = re.compile(
    rf"""
      (?P<decimal> (?:{NUMBER}\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)? | [0-9]+[eE][+-]?[0-9]+ )
    | (?P<int> {NUMBER} )
    | (?P<skip> \s+ | \\[,;:!\ ] | ~(?!~) | \\q?quad\b | \\displaystyle\b
              | \\(?:left|right|[bB]igg?[lr]?)(?![a-zA-Z])\.? )
    | (?P<frac> \\[dtc]?frac(?![a-zA-Z]) )
    | (?P<sqrt> \\sqrt(?![a-zA-Z]) | sqrt(?![a-zA-Z]) | \u221a )
    | (?P<times> \*\*? | \\(?:cdot|times|ast)(?![a-zA-Z]) )
    | (?P<over> / | \\div(?![a-zA-Z]) )
    | (?P<op> [-+^] )
    | (?P<percent> \\?% )
    | (?P<open> [(\[{{] )
    | (?P<close> [)\]}}] )
    | (?P<super> [\u00b2\u00b3\u2070\u00b9\u2074-\u2079]+ )
    | (?P<greek> \\(?:{_GREEK})(?![a-zA-Z]) )
    | (?P<word> [a-zA-Z]+ )
    | (?P<sub> _(?: [a-zA-Z0-9] | \{{[a-zA-Z0-9]{{1,8}}\}} ) )
    """,
    re.VERBOSE,
)
_GROUPING = re.compile(r"[^0-9.eE+-]")
_SUPERSCRIPTS = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789"
)
_WORDS = re.compile(
    "(?:arc|a)?(?:sin|cos|tan)h?|cot|sec|csc|log|ln|exp|lim|mod|gcd|lcm|max|min|or|and|not|is"
)


def tokenize(text: str) -> list[Token]:
    """Splits text into tokens.

    Raises:
        Unreadable: If the text is too long or holds anything but mathematics.
    """
    if len(text) > bounds.ANSWER_CHARACTERS:
        raise Unreadable(f"The answer is longer than {bounds.ANSWER_CHARACTERS} characters.")
    text = plain(text)
    tokens: list[Token] = []
    at, end = 0, len(text)
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise Unreadable(f"The answer holds {text[at]!r} where mathematics was expected.")
        _append(tokens, match.lastgroup, match[0])
        at = match.end()
        if len(tokens) > bounds.NODES:
            raise Unreadable(f"The expression has more than {bounds.NODES} parts.")
    return tokens


def _append(tokens: list[Token], kind: str, text: str) -> None:
    if kind in ("int", "decimal"):
        tokens.append(Token(kind, _digits(text)))
    elif kind == "word":
        if _WORDS.fullmatch(text):
            raise Unreadable(f"The answer holds the word {text!r}.")
        tokens.extend(Token("var", letter) for letter in text)
    elif kind == "times":
        tokens.append(Token("op", "^" if text == "**" else "*"))
    elif kind == "super":
        tokens += (Token("op", "^"), Token("int", _digits(text.translate(_SUPERSCRIPTS))))
    elif kind == "sub":
        if not tokens or tokens[-1].kind != "var" or "_" in tokens[-1].text:
            raise Unreadable("The answer holds a subscript without a variable.")
        tokens[-1] = Token("var", f"{tokens[-1].text}_{text.strip('_{}')}")
    elif kind in _SAME:
        tokens.append(Token(*_SAME[kind]))
    elif kind == "greek":
        tokens.append(Token("var", text[1:]))
    elif kind != "skip":
        tokens.append(Token(kind, text))


_SAME = {"over": ("op", "/"), "percent": ("op", "%")}


def _digits(text: str) -> str:
    """Drops the separators of a written number and checks its length."""
    if len(text) > bounds.DIGITS:
        raise Unreadable(f"A number is longer than {bounds.DIGITS} characters.")
    return text if text.isdigit() else _GROUPING.sub("", text)
