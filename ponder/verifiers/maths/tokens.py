r"""Splitting the text of an answer, plain or LaTeX, into tokens.

This is not the tokenizer of the stricter checkers: here words, units, relations, lists and
matrices are part of the language, and a comma is a separator of thousands or of a list by the
brackets around it: `1,234` is a number, `(1,234)` a point.
"""

import re
from collections.abc import Callable

from ponder.verifiers import bounds
from ponder.verifiers.cleaning import plain
from ponder.verifiers.cursor import Token
from ponder.verifiers.maths.notation import rewritten
from ponder.verifiers.maths.units import folded
from ponder.verifiers.maths.vocabulary import (
    CHARACTERS,
    COMMANDS,
    INVISIBLE_COMMANDS,
    NOT_UNIT_LETTERS,
    NOT_UNIT_MARKS,
    PLAIN_WORDS,
    SHORT_WORDS,
    SUPERSCRIPTS,
)
from ponder.verifiers.maths.words import number_in_words
from ponder.verifiers.verdict import Unreadable

_GROUP = r"\{,\}|,\s?\\!\s?|\\[,!]\s?|[\u2009\u202f]"
_FRACTIONAL = r"(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE](?:[0-9]+|[+-][0-9]{2,})|)(?![0-9])"
_NUMBER = re.compile(
    rf"(?:[0-9]{{1,3}}(?:(?:{_GROUP})[0-9]{{3}})+(?![0-9])|[0-9]+|(?=\.[0-9])){_FRACTIONAL}"
)
_GROUPED = re.compile(
    rf"[0-9]{{1,3}}(?:(?:(?:{_GROUP}|,)[0-9]{{3}})+|(?:(?: |\\ |~)[0-9]{{3}})+(?!\s?/))"
    rf"(?![0-9]|,\s?[0-9]){_FRACTIONAL}"
)
_REPEATING = re.compile(r"([0-9]*\.[0-9]*)\\(?:overline|bar|dot)\s?\{([0-9]+)\}")
_DIGITS_ALONE = re.compile(r"[0-9]{1,18}(?![0-9.,eE{~\\\s\u2009\u202f])")
"""Digits that nothing which follows can make another number."""
_ALONE = {
    sign: Token(kind, sign)
    for kind, signs in {
        "operator": "+-/",
        "open": "([{",
        "close": ")]}",
        "separator": ",;:",
    }.items()
    for sign in signs
}
"""Signs that are a token of their own, whatever follows."""
_TOKEN = re.compile(
    r"""
      (?P<skip> (?: [\s$] | ~(?!~) )+ | \\[,;:!> ] )
    | (?P<degree> \^\s*(?:\\circ(?![a-zA-Z])|\{\s*\\circ\s*\}|\\degree(?![a-zA-Z])) )
    | (?P<environment> \\(?:begin|end)\s?\{[a-zA-Z*]{1,20}\} )
    | (?P<blackboard> \\mathbb\s?(?:\{[A-Z]\}|[A-Z]) )
    | (?P<text> \\(?:text(?:bf|it|rm|tt|sf|normal)?|math(?:rm|sf|tt|bf)|mbox|operatorname\*?)
                \s?\{(?:[^{}]|\^\{-?[0-9]{1,2}\})*\} )
    | (?P<command> \\[a-zA-Z]+ )
    | (?P<currency> \\\$ | [\u20ac\u00a3\u00a5] )
    | (?P<percent> \\?% )
    | (?P<row> \\\\ )
    | (?P<relation> <=|>=|!=|==?|<|> )
    | (?P<operator> \*\*?|[-+/^] )
    | (?P<open> \\\{|[(\[{] )
    | (?P<close> \\\}|[)\]}] )
    | (?P<bar> \\?\| )
    | (?P<word> [a-zA-Z]+ )
    | (?P<subscript> _\s?(?:[a-zA-Z0-9]|\{[a-zA-Z0-9,()\ +-]{1,12}\}
                     |\{?\\text\{[a-zA-Z0-9\ ]{1,12}\}\}?) )
    | (?P<under> _ )
    | (?P<prime> ' )
    | (?P<separator> [,;:] )
    | (?P<factorial> ! )
    | (?P<column> & )
    """,
    re.VERBOSE,
)
_CONTENT = re.compile(r"\{(.*)\}", re.DOTALL)
_BRACES = re.compile(r"[{}]")
_COUNTED = frozenset({"number", "close", "repeating", "factorial", "name", "word"})
_SUPERSCRIPT = re.compile("[\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207b\u207f]+")
_WORDLESS = re.compile(r"\\text(?:bf|it|rm)?\{([^{}a-zA-Z\\]*)\}")
_UNDERSCORE = re.compile(r"[_{}()\s]|\\text")
_BASE_NAME = r"base[ -]([0-9]{1,2}(?![0-9])|[a-z]{3,7})"
_BASE = re.compile(rf"\s?(?:\({_BASE_NAME}\)|{_BASE_NAME})")
_BASE_IN_FONT = re.compile(
    r"_\s?\{\s?\\text\s?\{\s?base[ -]?(?:\}[ ~]?([0-9]{1,2})|([0-9]{1,2})\})\s?\}"
    r"|\s?\\text\s?\{\s?\(?\s?base[ -](?:([0-9]{1,2})\s?\)?\s?\}|\}\s?([0-9]{1,2}))"
)
_LARGEST_BASE = 36
_TIMES = re.compile(r"\s*10\s?(?:\^|\*\*)")
_NO_SIGNS = re.compile(r"\\operatorname\*?|[^0-9.eE+-]")


def tokenize(text: str) -> list[Token]:
    """Splits text into tokens.

    Raises:
        Unreadable: If the text is beyond the bounds, or holds an unknown sign or command.
    """
    if len(text) > bounds.ANSWER_CHARACTERS:
        raise Unreadable(f"The answer is longer than {bounds.ANSWER_CHARACTERS} characters.")
    lexer = _Lexer(_ascii(text))
    while lexer.at < len(lexer.text):
        lexer.step()
        if len(lexer.tokens) > bounds.MATHS_TOKENS:
            raise Unreadable(f"The answer has more than {bounds.MATHS_TOKENS} parts.")
    return lexer.tokens


def _ascii(text: str) -> str:
    """Writes typographic signs in LaTeX."""
    if not text.isascii():
        text = _SUPERSCRIPT.sub(lambda run: f"^{{{run[0].translate(SUPERSCRIPTS)}}}", text)
        text = plain(text).translate(CHARACTERS)
    text = rewritten(text)
    if "base" in text:
        text = _BASE_IN_FONT.sub(r"_{\1\2\3\4}", text)
        text = _BASE.sub(r"_{\1\2}", text)
    return _WORDLESS.sub(r"\1", text) if "\\text" in text else text


class _Lexer:
    """A place in the text, the tokens before it, and the brackets that are open there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tokens: list[Token] = []
        self.brackets: list[str] = []

    def step(self) -> None:
        here = self.text[self.at]
        alone = _ALONE.get(here)
        if alone is not None:
            self.at += 1
            if alone.kind == "open":
                self.brackets.append(here)
            elif alone.kind == "close" and self.brackets:
                self.brackets.pop()
            self.tokens.append(alone)
            return
        if (here.isdigit() or here == ".") and self.number():
            return
        match = _TOKEN.match(self.text, self.at)
        if match is None or match.lastgroup is None:
            raise Unreadable(f"The answer holds {here!r} where mathematics was expected.")
        self.at = match.end()
        kind, text = match.lastgroup, match[0]
        handler = _HANDLERS.get(kind)
        if handler is not None:
            handler(self, text)
        else:
            self.add(kind, text)

    def add(self, kind: str, text: str) -> None:
        self.tokens.append(Token(kind, text))

    def number(self) -> bool:
        alone = _DIGITS_ALONE.match(self.text, self.at)
        if alone is not None:
            self.at = alone.end()
            self.tokens.append(Token("number", alone[0]))
            return True
        repeating = _REPEATING.match(self.text, self.at)
        if repeating is not None and len(repeating[0]) <= bounds.DIGITS:
            self.add("repeating", f"{repeating[1]}|{repeating[2]}")
            self.at = repeating.end()
            return True
        in_list = bool(self.brackets) and self.brackets[-1] != "{"
        match = None if in_list else _GROUPED.match(self.text, self.at)
        match = match or _NUMBER.match(self.text, self.at)
        if match is None or not match[0]:
            return False
        if len(match[0]) > bounds.DIGITS:
            raise Unreadable(f"A number is longer than {bounds.DIGITS} characters.")
        self.at = match.end()
        self.add("number", _NO_SIGNS.sub("", match[0]))
        return True

    def _skip(self, text: str) -> None:
        pass

    def _operator(self, text: str) -> None:
        self.add("operator", "^" if text == "**" else text)

    def _relation(self, text: str) -> None:
        self.add("relation", "=" if text == "==" else text)

    def _bar(self, text: str) -> None:
        self.add("bar", "|")

    def _open(self, text: str) -> None:
        self.brackets.append(text)
        self.add("open", text)

    def _close(self, text: str) -> None:
        if self.brackets:
            self.brackets.pop()
        self.add("close", text)

    def _environment(self, text: str) -> None:
        name = text[text.index("{") + 1 : -1].rstrip("*")
        self.add("begin" if text.startswith("\\begin") else "finish", name)

    def _command(self, text: str) -> None:
        name = text[1:]
        if name in ("left", "right", "middle") and self.text[self.at : self.at + 1] == ".":
            self.at += 1
        if name in INVISIBLE_COMMANDS:
            return
        if name not in COMMANDS:
            raise Unreadable(f"The answer holds the command {text[:40]!r}.")
        kind, normal = COMMANDS[name]
        if kind in ("open", "close"):
            getattr(self, f"_{kind}")(normal)
        elif kind == "prime":
            self._raised_prime()
        else:
            self.add(kind, normal)

    def _blackboard(self, text: str) -> None:
        self.add("name", f"set of {text.rstrip('}')[-1]}")

    def _text(self, text: str) -> None:
        content = _CONTENT.search(text)
        words = _BRACES.sub("", content[1]).strip() if content else ""
        kind = PLAIN_WORDS.get(words)
        measured = bool(self.tokens) and self.tokens[-1].kind == "number"
        if kind is not None and not (words == "sec" and measured):
            self.tokens.append(Token(*kind))
        elif (
            len(words) == 1
            and text.startswith("\\math")
            and (words in "eixyz" or text.startswith("\\mathbf"))
        ):
            self.add("name", words)
        elif self._scales(words):
            self.add("mark", words)
        elif words:
            self.add("word", folded(words))

    def _scales(self, words: str) -> bool:
        r"""Tells `12\text{ M}`, twelve million, and `12\text{x}` from units; K may be kelvin."""
        counted = bool(self.tokens) and self.tokens[-1].kind in _COUNTED
        scale = words != "K" and not NOT_UNIT_MARKS.isdisjoint(words.split())
        return counted and (scale or words in NOT_UNIT_LETTERS)

    def _word(self, word: str) -> None:
        previous = self.tokens[-1].kind if self.tokens else ""
        measured = previous in ("number", "word")
        if word == "in":
            self.add(*(("word", "in") if measured else ("relation", "in")))
        elif word == "sec" and measured and not self.text[self.at :].strip():
            self.add("word", word)
        elif word == "U" and previous == "close" and not self.brackets:
            self.add("join", "cup")
        elif word in PLAIN_WORDS:
            self.tokens.append(Token(*PLAIN_WORDS[word]))
        elif word in "xX" and previous == "number" and _TIMES.match(self.text, self.at):
            self.add("operator", "*")
        elif len(word) > 3 or word.casefold() in SHORT_WORDS:
            self.add("word", folded(word))
        else:
            for letter in word:
                self.add("name", letter)

    def _subscript(self, text: str) -> None:
        kinds = [token.kind for token in self.tokens[-3:]]
        if self._is_below_function():
            self._argument_below(text)
            return
        if kinds == ["open", "number", "close"]:
            self.tokens[-3:] = [self.tokens[-2]]
        index = _UNDERSCORE.sub("", text)
        previous = self.tokens[-1] if self.tokens else Token("", "")
        if previous.kind == "name" and "_" not in previous.text:
            self.tokens[-1] = Token("name", f"{previous.text}_{index}")
        elif previous.kind == "number" and (base := _base(index)):
            self.tokens[-1] = Token("base", f"{previous.text}_{base}")
        else:
            raise Unreadable("The answer holds a subscript without a variable.")

    def _is_below_function(self) -> bool:
        r"""Tells `\log_` and `\sum_`, and the same after an exponent: `\log^2_`, `\log^{2}_`."""
        kinds = [token.kind for token in self.tokens[-5:]]
        return (
            kinds[-1:] in (["function"], ["series"])
            or kinds[-3:-1] == ["function", "operator"]
            or (kinds[:3] == ["function", "operator", "open"] and kinds[4:] == ["close"])
        )

    def _argument_below(self, text: str) -> None:
        """Splits the base of a logarithm, or what stands below a sum, into tokens of its own."""
        self.add("under", "_")
        if len(text.split("_")[1].strip()) > 1:
            self.at -= len(text) - 1
        else:
            self.add("number" if text[-1].isdigit() else "name", text[-1])

    def _raised_prime(self) -> None:
        r"""Reads a prime that is a command, alone or as an exponent: `f^{\prime}`."""
        power = Token("operator", "^")
        if self.tokens[-2:] == [power, Token("open", "{")] and self.text.startswith("}", self.at):
            self.at += 1
            self.brackets.pop()
            del self.tokens[-2:]
        elif self.tokens[-1:] == [power]:
            self.tokens.pop()
        self._prime("'")

    def _prime(self, text: str) -> None:
        if not self.tokens or self.tokens[-1].kind != "name" or len(self.tokens[-1].text) > 40:
            raise Unreadable("The answer holds a prime without a variable.")
        self.tokens[-1] = Token("name", self.tokens[-1].text + "'")


_HANDLERS: dict[str, Callable[[_Lexer, str], None]] = {
    kind: getattr(_Lexer, f"_{kind}") for kind in _TOKEN.groupindex if hasattr(_Lexer, f"_{kind}")
}


def _base(index: str) -> int:
    """Reads the base of a numeral, in digits or as a word; 0 if it is none."""
    digits = index.isascii() and index.isdigit()
    value = int(index) if digits else int(number_in_words(index) or 0)
    return value if 2 <= value <= _LARGEST_BASE else 0
