"""From the text of an answer to what is compared: a plain number, a letter, words, or a tree."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ponder.verifiers import bounds
from ponder.verifiers.cleaning import plain, unwrap, unwrappings, words
from ponder.verifiers.maths.notation import LABEL
from ponder.verifiers.maths.parsing import parse
from ponder.verifiers.maths.phrases import PHRASES, SYNONYMS
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, call
from ponder.verifiers.maths.vocabulary import HEDGES
from ponder.verifiers.maths.words import number_in_words
from ponder.verifiers.verdict import Unreadable

_PLAIN = re.compile(
    r"(?:\$\$?|\\\(|\\\[|\*\*|=)?(?:\\boxed\{)?\s*+"
    r"(?:(?P<whole>-?[0-9]{1,18})(?:/(?P<below>[0-9]{1,18})|(?P<part>\.[0-9]{1,18}))?"
    r"|(?P<sign>-?)\\[dt]?frac\{(?P<over>-?[0-9]{1,18})\}\{(?P<under>[0-9]{1,18})\})"
    r"\s*+\}?(?:\$\$?|\\\)|\\\]|\*\*)?\.?"
)
_LETTER = re.compile(
    r"(?:(?:[Oo]ption|[Cc]hoice)\s)?(?:\(\s?([A-Z])\s?\)|([A-Z])\s?[).:]?)"
    r"(?:\sis\s(?:the\s)?correct(?:\s(?:answer|option|choice))?)?"
)
_ANOTHER_LETTER = re.compile(r"(?:.*[^A-Za-z])?[A-Z](?![A-Za-z])|\W*[a-j](?:\W+[a-j])*\W*$")
_LONGEST_OPTION = 80
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_WORDS = re.compile(r"\\(?:text(?:bf|it|rm)?|mbox|mathrm)\s?\{\s?[A-Za-z]{2}[A-Za-z ]*\}")
_SPACE = r"(?:\s++|\\[,;:! ]|~(?!~)|\\(?:left|right)(?![a-zA-Z]))"
_SPACES = re.compile(_SPACE)
_BETWEEN_DIGITS = re.compile(rf"(?<=[0-9]){_SPACE}++(?=[0-9])")
_CAPITALS = re.compile(r"[A-Z]{3,40}")
"""A name, `CAT` or `ABC`, rather than the product of its letters."""
_BOLD_SET = re.compile(r"\\mathbf\s?\{\s?([NQRZ])\s?\}")
_GAP = "\0"
_FRACTION_NAMES = re.compile(r"\\[dtc]frac(?![a-zA-Z])")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says.

    Attributes:
        inner: The text itself, without what is harmless around it.
        phrase: The same as words: without LaTeX and in lower case.
        letter: The letter of a choice, "" if it is none.
        node: The tree; None if the text is no mathematics.
        why: Why there is no tree.
    """

    inner: str
    phrase: str
    letter: str
    node: Node | None
    why: str

    @property
    def text(self) -> str:
        """The text without what is harmless inside it either."""
        return _without_spaces(self.inner)

    @property
    def is_words(self) -> bool:
        """Whether the text is no mathematics, or words in a mathematical font."""
        return self.node is None or (isinstance(self.node, Call) and self.node.head == "text")


def plain_number(text: str, *, decimals: bool = True) -> Fraction | None:
    r"""Reads an integer, a decimal or a fraction in digits; None for anything else.

    >>> [str(plain_number(text)) for text in ("$-3/6$.", r"\boxed{2.50}", r"\frac{1}{2}", "1,2")]
    ['-1/2', '5/2', '1/2', 'None']
    """
    match = _PLAIN.fullmatch(text.strip())
    if match is None or text.count("{") != text.count("}"):
        return None
    whole, below, part, sign, over, under = match.groups()
    if part is not None:
        return Fraction(whole + part) if decimals else None
    above, divisor = (int(over), int(under)) if whole is None else (int(whole), int(below or 1))
    return Fraction(-above if sign else above, divisor) if divisor else None


def read(text: str) -> Reading:
    """Reads a text.

    Raises:
        Unreadable: If it is empty or too long.
    """
    return read_layers(layers(text))


def layers(text: str) -> list[str]:
    """Gives a text as it stands, then with one more harmless layer removed at a time.

    Raises:
        Unreadable: If it is too long.
    """
    if len(text) > bounds.ANSWER_CHARACTERS:
        raise Unreadable(f"The answer is longer than {bounds.ANSWER_CHARACTERS} characters.")
    return list(unwrappings(text))


def read_layers(layers: Sequence[str]) -> Reading:
    """Reads a text whose layers are known.

    Raises:
        Unreadable: If it is empty.
    """
    text, inner = layers[0], layers[-1]
    if not inner:
        raise Unreadable("The answer is empty.")
    if inner.startswith("~"):
        raise Unreadable("The answer is approximate.")
    spoken = words(inner)
    phrase = " ".join((inner if spoken == inner else unwrap(spoken)).split())
    letter = _LETTER.fullmatch(phrase)
    phrase = phrase.casefold()
    label = LABEL.match(inner)
    if label:
        node, why = _option(next(filter(None, label.groups())), inner[label.end() :])
    else:
        node, why = _tree(inner, phrase)
    if letter:
        node = Symbol(letter[1] or letter[2])
    if "\\" in text:
        bold = next(filter(None, map(_BOLD_SET.fullmatch, layers)), None)
        if bold:
            node = Symbol(f"set of {bold[1]}")
        in_words = phrase not in PHRASES and not isinstance(node, Number)
        if in_words and any(_WORDS.fullmatch(layer) for layer in layers):
            node = call("text", Symbol(phrase))
    return Reading(
        inner,
        SYNONYMS.get(phrase, phrase),
        (letter[1] or letter[2]) if letter else "",
        node,
        why,
    )


def _without_spaces(text: str) -> str:
    """Writes a text without spaces, but for those between digits: `1 2` is not 12."""
    text = _SPACES.sub("", _BETWEEN_DIGITS.sub(_GAP, plain(text)))
    return _FRACTION_NAMES.sub(r"\\frac", text)


def _option(letter: str, text: str) -> tuple[Node | None, str]:
    """Reads an option: its letter, and its text, which must not deny it or name another."""
    phrase = " ".join(words(text).split())
    said = _WORD.findall(phrase.casefold())
    if (
        len(phrase) > _LONGEST_OPTION
        or _ANOTHER_LETTER.match(phrase)
        or not HEDGES.isdisjoint(said)
    ):
        return None, "The answer says more than an option."
    node, _ = _tree(text, phrase.casefold())
    return call("option", Symbol(letter), node or call("text", Symbol(phrase.casefold()))), ""


def _tree(inner: str, phrase: str) -> tuple[Node | None, str]:
    if phrase in PHRASES:
        return PHRASES[phrase], ""
    value = number_in_words(phrase)
    if value is not None:
        return Number(value), ""
    if _CAPITALS.fullmatch(inner):
        return call("text", Symbol(phrase)), ""
    try:
        return parse(inner), ""
    except Unreadable as why:
        return None, str(why)
