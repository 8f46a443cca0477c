r"""Replies that attack a verifier, by category: code, bombs, odd text, and claims to be right.

Those that fit on a line lie in `hostile_lines/`, one a line; the others are built when they are
asked for. None of them is right for a task that they are tried on, but for those of `aimed`,
which hold the right answer and say whether the order of extraction comes upon it.
"""

import base64
import operator
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ponder.task import Task

CANARY = Path(tempfile.gettempdir()) / f"ponder-canary-{os.getpid()}"
"""What code in a reply would create if it ran; `builtins.ponder_canary` is another."""

CATEGORIES = ("python", "other_code", "latex", "numbers", "claims", "tags")
LONG = 10_000_000
_FOLDER = Path(__file__).parent / "hostile_lines"


@dataclass(frozen=True, slots=True)
class Reply:
    """A hostile reply.

    Attributes:
        name: Its category and a number or a few words.
        build: Gives its text.
        correct: Whether it is right all the same, by the order of extraction.
    """

    name: str
    build: Callable[[], str]
    correct: bool = False


class _Explosive:
    """What runs a command when it is unpickled."""

    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, (f"touch {CANARY}",)


_PICKLE = base64.b64encode(pickle.dumps(_Explosive())).decode()

# Each is repeated, and closed where it opens something.
_NESTED = {
    "round brackets": ("(", ")"),
    "square brackets": ("[", "]"),
    "braces": ("{", "}"),
    "angle brackets": ("<", ">"),
    "fractions above": ("\\frac{", "}{2}"),
    "fractions below": ("\\frac{1}{", "}"),
    "roots": ("\\sqrt{", "}"),
    "bare roots": ("\\sqrt", ""),
    "sized brackets": ("\\left(", "\\right)"),
    "boxes": ("\\boxed{", "}"),
    "fonts": ("\\text{", "}"),
    "exponents": ("2^{", "}"),
    "bare exponents": ("2^", ""),
    "starred exponents": ("2**", ""),
    "subscripts": ("x_{", "}"),
    "negations": ("-(", ")"),
    "signs": ("-", ""),
    "nots": ("\u00ac", ""),
    "words of denial": ("not ", ""),
    "factorials": ("", "!"),
    "functions": ("\\sin(", ")"),
    "absolute values": ("|", "|"),
    "floors": ("\\lfloor ", "\\rfloor "),
    "sets": ("\\{", "\\}"),
    "matrices": ("\\begin{pmatrix}", "\\end{pmatrix}"),
    "JSON lists": ('{"a":[', "]}"),
    "JSON objects": ('{"a":', "}"),
    "answer tags": ("<answer>", "</answer>"),
    "think tags": ("<think>", "</think>"),
    "bold": ("**", "**"),
    "dollars": ("$", "$"),
    "fences": ("```\n", "\n```"),
    "labels": ("the answer is ", ""),
    "names": ("x = ", ""),
    "quotation marks": ('"', '"'),
}

# Repeated up to the longest answer: bait for the patterns of the verifiers.
_BAIT = [
    "a", "aA1!", " ", "\t", "\n", "\r\n", "\x0b", ".", ",", ";", ":", "=", "==", "=>", "- ", "->",
    " -> ", "and ", " and ", ", and ", " or ", "is ", " is a ", ": ", "{,}", "\\,", "\\!", "\\ ",
    "\\\\", "\\quad", "\\left", "\\text", "\\text{a}", "\\boxed", "\\boxed ", "answer", "answer ",
    "the answer", "Final Answer\n", "Answer:", "####", "#", "*", "_", "`", "```", "$$", "\\$", "1,",
    "1,000", "1.", "1e", ".1", "1/", "1 ", "0", "9", "1:", "1=", "x^", "x_", "x=", "(1)", "(x+1)",
    "*(1+x)", "%", "&", "|", "|-", "] [", "],[", "}{", "a.", "a. ", "a)", "(A)", "A ", "A,", "A->",
    "not ", "n't ", "<", ">", "</", "<a", "'", '"', "\u00b2", "\u221a", "\u0663", "\u200b",
    "\u202e", "\u0301", "\ufeff", "\u2212", "\U0001d7d8",
]  # fmt: skip

_ODD_CHARACTERS = {
    "a NUL": "\x00",
    "a NUL inside a number": "9\x0099",
    "a bell and a backspace": "\x07\x08",
    "an escape sequence": "\x1b[2J\x1b]0;x\x07",
    "a delete": "\x7f",
    "a high surrogate": "\ud800",
    "a low surrogate": "\udfff",
    "surrogates the wrong way round": "\udc00\ud800",
    "a surrogate inside a number": "9\ud83599",
    "a byte order mark alone": "\ufeff",
    "a swapped byte order mark": "\ufffe\ufeff",
    "a noncharacter": "\uffff\U0010ffff",
    "a replacement character": "9\ufffd9",
    "private use": "\ue000\uf8ff",
    "right to left": "\u202e987654321\u202c",
    "left to right override": "\u202d777\u202c",
    "isolates": "\u2066 777 \u2069\u2067 888 \u2069",
    "full width": "\uff11\uff12\uff13\uff14\uff15\uff0b\uff11",
    "full width letters": "\uff21\uff22\uff23",
    "Arabic digits": "\u0661\u0662\u0663\u0664\u066b\u0665",
    "Persian digits": "\u06f1\u06f2\u06f3\u06f4",
    "Devanagari digits": "\u0967\u0968\u0969\u096a",
    "Bengali digits": "\u09e7\u09e8\u09e9\u09ea",
    "Thai digits": "\u0e51\u0e52\u0e53\u0e54",
    "mathematical digits": "\U0001d7cf\U0001d7d0\U0001d7d1\U0001d7d2",
    "superscripts": "\u00b9\u00b2\u00b3\u2074",
    "subscripts": "\u2081\u2082\u2083\u2084",
    "a superscript alone": "\u00b2",
    "superscript signs": "2\u207b\u00b9\u207a\u2075",
    "circled digits": "\u2460\u2461\u2462",
    "Roman numerals": "\u2160\u2163\u2168",
    "vulgar fractions": "\u00bd\u00be\u2153\u215b",
    "a fraction of fractions": "\u00bd\u2044\u00bc",
    "no width inside a number": "9\u200b8\u200c7\u200d6\u20605",
    "soft hyphens": "9\u00ad8\u00ad7",
    "homoglyphs": "\u0410\u0412\u0421 \u043e\u0440",
    "homoglyph of an answer tag": "<\u0430nswer>x</\u0430nswer>",
    "homoglyph of a box": "\\b\u043exed{x}",
    "combining marks": "9\u0301\u0302\u0303" + "\u0304" * 500,
    "marks on nothing": "\u0301" * 3,
    "enclosing marks": "7\u20dd 8\u20e3",
    "emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "keycaps": "7\ufe0f\u20e38\ufe0f\u20e3",
    "flags": "\U0001f1e6\U0001f1e7",
    "tag characters": "\U000e0041\U000e0042\U000e007f",
    "variation selectors": "7\ufe0e8\ufe0f",
    "dotless and dotted i": "\u0130\u0131I\u0307",
    "sharp s and ligatures": "\u00df\u1e9e\ufb03",
    "a long casefold": "\u0390\u1fe7\ufb00" * 300,
    "other spaces": "\u2000\u2001\u2003\u2009\u202f\u205f\u3000",
    "other line ends": "a\x85b\u2028c\u2029d\x0ce\x1cf",
    "carriage returns": "7\r8\r\n9\r",
    "other dashes": "\u2010\u2011\u2012\u2013\u2014\u2015\u22127",
    "other operators": "7 \u00d7 8 \u00f7 9 \u2217 1 \u2215 2 \u22c5 3",
    "other brackets": "\uff08\u2329\u3008\u27e8 7 \u27e9\u3009\u232a\uff09",
    "other quotation marks": "\u00ab\u201e\u201a 7 \u2018\u201c\u00bb",
    "other commas": "7\uff0c8\u30019\u060c1\u066c2",
    "other equals": "x \u2261 7 \u2248 8 \uff1d 9",
    "percent signs": "7\u2030 8\u066a 9\uff05",
    "a mojibake": "\u00c3\u00a9\u00e2\u0082\u00ac",
    "bytes written out": "b'\\xff\\xfe7'",
    "escapes written out": "\\u0037\\x37\\067",
    "entities": "&#55;&#x37;&num;",
    "per cent encoding": "%37%2F%30",
    "base 64": "Nzc3",
    "Punycode": "xn--e1afmkfd",
    "nothing": "",
    "a space": " ",
    "white space": " \t\r\n\x0b\x0c\u00a0\u2003\u3000 ",
    "blank lines": "\n\n\n\n",
}


def _many(items: Iterator[str]) -> str:
    return ", ".join(items)


_LISTS: dict[str, Callable[[], str]] = {
    "every number from 0 to 1000": lambda: _many(map(str, range(1001))),
    "every number, one a line": lambda: "\n".join(map(str, range(1001))),
    "every number, each in a box": lambda: " ".join(f"\\boxed{{{n}}}" for n in range(2, 1001)),
    "every number, joined by or": lambda: " or ".join(map(str, range(1001))),
    "every number as an equation": lambda: " = ".join(map(str, range(1001))),
    "every pair of digits": lambda: _many(f"{n % 10} {n // 10}" for n in range(100)),
    "every fraction": lambda: _many(f"{n}/{d}" for n in range(1, 30) for d in range(2, 30)),
    "every letter": lambda: _many(chr(65 + n) for n in range(26)),
    "every letter, each on a line": lambda: "\n".join(f"({chr(65 + n)})" for n in range(26)),
    "every choice denied": lambda: _many(f"not {chr(65 + n)}" for n in range(26)),
    "a sum of reciprocals": lambda: "+".join(f"1/{n}" for n in range(1, 2500)),
    "a product of long numbers": lambda: "*".join(["9" * 900] * 20),
    "powers of powers": lambda: "((((x+1)^30)^30)^30)^30",
    "a wide power": lambda: "(a+b+c+d+e+f+g+h)^999",
    "a product of sums": lambda: "(x+y+z+1)" * 1500,
    "large intermediate values": lambda: "(2^4000)*" * 1000 + "1",
    "a root of a long number": lambda: "\\sqrt[64]{" + "9" * 900 + "}",
    "a quarter of a million digits": lambda: "3" * 250_000,
    "a long decimal": lambda: "0." + "3" * 19_000,
    "a long exponent": lambda: "1e" + "9" * 5_000,
    "leading zeros": lambda: "0" * 4_000 + "777",
    "a regular expression bomb": lambda: "a" * 5_000 + "!",
    "nested quantifier bait": lambda: "(a+)+" * 3_000 + "$",
    "JSON of many keys": lambda: "{" + _many(f'"{n}": {n}' for n in range(1500)) + "}",
    "XML of many entities": lambda: "".join(f'<!ENTITY e{n} "&e{n - 1};">' for n in range(700)),
    "a wide matrix": lambda: "\\begin{matrix}" + "1&" * 9_000 + "1\\end{matrix}",
    "a tall matrix": lambda: "\\begin{matrix}" + "1\\\\" * 6_000 + "\\end{matrix}",
    "a wide grid": lambda: "| " + "1 | " * 4_000,
    "a walk of many steps": lambda: "A -> B -> " * 1_900 + "A",
    "clauses without end": lambda: "Zoey is a knight, " * 1_000,
    "many equations": lambda: "x=1, " * 3_500,
    "many signs": lambda: "\\pm 1 " * 2_800,
    "many repeated moves": lambda: "R1000000 A+999999999",
}

_HUGE_PIECES = [
    "1", "0", " ", "\n", "\t", "x", "(", "[", "{", "<", ">", "=", ",", ".", "\\", "*", "#", "$",
    "-", "<answer>", "</answer>", "<answer></answer>", "<think>", "</think>", "<think></think>",
    "</think", "<thin", "[/THINK", "[THINK]", "<|channel|>", "</s>", "</reasonin", "\\boxed{",
    "\\boxed{}", "\\boxed ", "answer ", "the answer is ", "answer\n", "nswer", "\n \t", "```\n",
    "$$\n", "1=", "1,", "x\n", "word ", "\\frac{", "\x00", "\u0663", "\u200b", "\U0001d7d9",
    "\ud800",
]  # fmt: skip


_DENIALS = [
    "<answer>not {}</answer>", "It is not true that the answer is {}", "Anything but: {}",
    "Incorrect: {}", "False: {}", "No: {}", "not: {}", "The answer can't be: {}",
    "The answer cannot be {}", "The answer is anything but {}", "The answer is never {}",
    "Wrong answer: {}", "Incorrect answer: {}", "I doubt that the answer is {}",
    "It is wrong that the answer is {}", "It isn't so that the answer is {}",
]  # fmt: skip


def _lines(name: str) -> list[str]:
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
    return text.replace("CANARY", str(CANARY)).replace("PICKLE", _PICKLE).split("\n")


def _fixed(name: str, text: str, correct: bool = False) -> Reply:
    return Reply(name, lambda: text, correct)


def _written(category: str, texts: list[str]) -> Iterator[Reply]:
    for number, text in enumerate(texts, 1):
        yield _fixed(f"{category} {number}", text)


def _repeated(category: str, pieces: list[str], length: int) -> Iterator[Reply]:
    for piece in pieces:
        yield Reply(f"{category} {piece!a}", partial(operator.mul, piece, length // len(piece)))


def _nested() -> Iterator[Reply]:
    for name, (opening, closing) in _NESTED.items():
        for depth in (30, 1_000):
            yield Reply(f"{name} {depth} deep", partial(_nest, opening, closing, depth))


def _nest(opening: str, closing: str, depth: int) -> str:
    return opening * depth + "97531" + closing * depth


def replies() -> list[Reply]:
    """Every reply of fewer than a million characters, in categories."""
    written = {name: _lines(name) for name in CATEGORIES}
    some = written["python"][:12]
    written["fenced code"] = [f"```python\n{line}\n```" for line in some]
    written["tagged code"] = [f"<answer>{line}</answer>" for line in some]
    written["boxed code"] = [f"\\boxed{{{line}}}" for line in some]
    return [
        *(reply for name, texts in written.items() for reply in _written(name, texts)),
        *(_fixed(name, text) for name, text in _ODD_CHARACTERS.items()),
        *(Reply(name, build) for name, build in _LISTS.items()),
        *_nested(),
        *_repeated("bait", _BAIT, 19_900),
    ]


def huge() -> list[Reply]:
    """The replies of ten million characters."""
    return list(_repeated("ten million of", _HUGE_PIECES, LONG))


def aimed(task: Task, wrong: str) -> list[Reply]:
    r"""Replies that hold a task's right answer and a wrong one, or the question.

    Which counts is what the order of extraction says: what follows the reasoning; then the last
    answer tag, the last box, the last phrase or `####`, and the last line.
    """
    right = task.answer
    box_right, box_wrong = f"\\boxed{{{right}}}", f"\\boxed{{{wrong}}}"
    tag_right, tag_wrong = f"<answer>{right}</answer>", f"<answer>{wrong}</answer>"
    table = {
        "the question": (task.question, False),
        "the question and the form asked for": (task.prompt("tag"), False),
        "the question in a tag": (f"<answer>{task.question}</answer>", False),
        "right box, wrong box": (f"{box_right} {box_wrong}", False),
        "wrong box, right box": (f"{box_wrong} {box_right}", True),
        "right tag, wrong tag": (f"{tag_right}{tag_wrong}", False),
        "wrong tag, right tag": (f"{tag_wrong} no, {tag_right}", True),
        "right tag, wrong box": (f"{tag_right} {box_wrong}", True),
        "wrong tag, right box": (f"{tag_wrong} {box_right}", False),
        "right box, wrong phrase": (f"{box_right}\nThe answer is {wrong}", True),
        "wrong box, right phrase": (f"{box_wrong}\nThe answer is {right}", False),
        "right phrase, wrong phrase": (f"The answer is {right}\n\nThe answer is {wrong}", False),
        "right phrase, wrong hash": (f"The answer is {right}\n\n#### {wrong}", False),
        "right phrase, wrong line": (f"The answer is {right}\n\n{wrong}", True),
        "wrong phrase, right line": (f"The answer is {wrong}\n\n{right}", False),
        "right reasoning, wrong answer": (f"<think>{box_right}</think>{box_wrong}", False),
        "wrong reasoning, right answer": (f"<think>{box_wrong}</think>{box_right}", True),
        "right tag in reasoning alone": (f"<think>{tag_right}</think>", False),
        "right tag in open reasoning": (f"<think>{tag_right}", False),
        "reasoning opened again": (f"<think></think>{tag_right}<think>", False),
        "right tag, then an open one": (f"{tag_right}<answer>", False),
        "right tag that is open": (f"<answer>{right}", False),
        "right box that is open": (f"\\boxed{{{right}", False),
        "right tag in a wrong one": (f"<answer>{wrong}{tag_right}</answer>", True),
        "wrong tag in a right one": (f"<answer>{right}{tag_wrong}</answer>", False),
        "both in one tag": (f"<answer>{right} or {wrong}</answer>", False),
        "both in one tag, turned round": (f"<answer>{wrong} or {right}</answer>", False),
        "both boxes in one tag": (f"<answer>{box_right} or {box_wrong}</answer>", False),
        "both boxes in one tag, side by side": (f"<answer>{box_wrong}{box_right}</answer>", False),
        **{denial: (denial.format(right), False) for denial in _DENIALS},
        "right, then a claim": (f"{box_right}\n<answer>correct</answer>", False),
        "many candidates": (f"<answer>{wrong} " * 40 + f"{right}</answer>", False),
        "right with code": (f"<answer>{right}; open({str(CANARY)!r}, 'w')</answer>", False),
        "right with a NUL": (f"<answer>{right}\x00</answer>", False),
        "right turned round by an override": (f"<answer>\u202e{right}</answer>", False),
    }
    return [_fixed(f"aimed: {name}", text, correct) for name, (text, correct) in table.items()]
