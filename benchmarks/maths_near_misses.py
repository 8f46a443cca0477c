r"""Near misses of a reference answer, by changing one thing in its text that matters.

A digit, a sign, an exponent, a bracket, an element. Like the renderings, they are right by
construction: each change has a guard that keeps it to texts which say something else by it. One
that were the same for all that would count against the checker.
"""

import math
import random
import re
from fractions import Fraction

from maths_renderings import (
    NO_VALUE,
    RELATION,
    Named,
    elements,
    gathered,
    is_words,
    number,
)

_BINOMIAL = re.compile(r"\\binom\{(\d+)\}\{(\d+)\}")
_BOUND = re.compile(r"\\(?:sum|prod)_|\\\{[^{}]*(?:[:|]|\\mid)")
_POINT = re.compile(r"(?:\\left)?\(([^()]*)(?:\\right)?\)")


def near_misses(gold: str, rng: random.Random) -> dict[str, str]:
    """Changes an answer so that it says something else.

    Args:
        gold: A reference answer, in LaTeX.
        rng: Picks the digits that change.

    Returns:
        What was done, and the text that came of it; no text twice, and never the gold.
    """
    if is_words(gold):
        return gathered([_other_words(gold)], {gold})
    kinds = [_digits(gold, rng), _signs(gold), _operations(gold), _values(gold), _heads(gold)]
    kinds += [_brackets(gold), _points(gold), _elements_changed(gold), _relations(gold)]
    kinds += [_names(gold), _rows(gold), _units(gold), _more(gold)]
    return gathered(kinds, {gold})


def _other_words(gold: str) -> Named:
    word = re.sub(r"\\text\{([^{}]*)\}", r"\1", gold).strip("()")
    letter = "Z" if word != "Z" else "Y"
    others = [word + "s", word[:-1] or letter, f"not {word}", f"{word} or no", letter, word + word]
    others += [
        "0",
        f"{word} 2",
        "x = 1",
        "(1,2)",
        "yes" if word != "yes" else "no",
        f"{letter} {word}",
    ]
    for other in [*others, rf"\text{{not {word}}}"]:
        yield other, other


def _digits(gold: str, rng: random.Random) -> Named:
    digits = list(re.finditer(r"\d", gold))
    for turn in range(min(6, 2 * len(digits))):
        place = rng.choice(digits)
        digit = rng.choice([other for other in "0123456789" if other != place[0]])
        yield f"digit {turn}", _unless_binomial(gold, _put(gold, place, digit))
    numbers = list(re.finditer(r"(?<![\d.,])\d+(?![\d.,])", gold))
    for turn in range(min(3, len(numbers))):
        place = rng.choice(numbers)
        more = _put(gold, place, str(int(place[0]) + 1))
        yield f"one more {turn}", _unless_binomial(gold, more)
        if int(place[0]):
            yield f"ten times {turn}", _put(gold, place, place[0] + "0")


def _unless_binomial(gold: str, other: str) -> str | None:
    """Leaves out the other binomial of the same value: 9 choose 5 is 9 choose 4."""
    both = [_BINOMIAL.fullmatch(text) for text in (gold, other)]
    values = {math.comb(int(match[1]), int(match[2])) for match in both if match}
    return None if all(both) and len(values) == 1 else other


def _put(text: str, place: re.Match[str], other: str) -> str:
    return text[: place.start()] + other + text[place.end() :]


def _signs(gold: str) -> Named:
    if number(gold) == 0:
        return
    signs = list(re.finditer(r"[+-]", gold))
    for place in signs[:3]:
        yield f"sign {place.start()}", _put(gold, place, "+" if place[0] == "-" else "-")
    if not signs and not re.search(r"[=<>,_]|\\(?:begin|pm|text|cup|in|le|ge)(?![a-z])", gold):
        yield "minus", "-" + gold
        yield "minus in brackets", f"-({gold})"


def _operations(gold: str) -> Named:
    if number(gold) == 0 or NO_VALUE.search(gold):
        return
    yield "twice", f"2({gold})"
    yield "one added", f"{gold} + 1"
    yield "a tenth", rf"\frac{{{gold}}}{{10}}"
    yield "half", rf"\frac12 \cdot ({gold})"
    yield "variable added", f"{gold} + q"
    yield "times e", f"({gold})e"
    yield "squared", f"({gold})^2" if number(gold) != 1 else None


def _values(gold: str) -> Named:
    value = number(gold)
    if value is None:
        return
    if value == 0:
        for other in ("1", "-1", "0.1", "x", r"\emptyset", "10^{-50}", "(0,0)", "0, 1", "x > 0"):
            yield other, other
        return
    others = {"ten times": value * 10, "minus": -value, "off by one": value + 1}
    others |= {"a hundred times": value * 100, "a little more": value + Fraction(1, 10**12)}
    if abs(value) != 1:
        others["inverse"] = 1 / value
    for name, other in others.items():
        yield name, str(other)
    for places in (2, 6):
        rounded = f"{float(value):.{places}f}"
        yield f"{places} places", rounded if Fraction(rounded) != value else None
    yield "or another", f"{gold} or {value + 1}"
    yield "pair", f"({gold}, {gold})"
    yield "imaginary", f"{gold}i"
    yield "inequality", f"x > {gold}"


def _heads(gold: str) -> Named:
    fraction = re.search(r"frac\{(\d+)\}\{(\d+)\}", gold)
    if fraction and fraction[1] != fraction[2]:
        yield "upside down", _put(gold, fraction, rf"frac{{{fraction[2]}}}{{{fraction[1]}}}")
    power = re.search(r"\^\{?(\d+)\}?", gold)
    if power:
        yield "exponent", _put(gold, power, f"^{{{int(power[1]) + 1}}}")
    if "sqrt" in gold and not re.search(r"sqrt\[|sqrt\s?\{?[01](?!\d)", gold):
        yield "cube root", gold.replace(r"\sqrt", r"\sqrt[3]")
        yield "no root", re.sub(r"\\sqrt\s?", "", gold)
    if r"\pi" in gold:
        yield "decimal pi", gold.replace(r"\pi", "3.14159265")
        yield "e for pi", gold.replace(r"\pi", "e")
    if "circ" in gold:
        yield "hundred degrees more", "1" + gold
        yield "pi for degrees", re.sub(r"\^\{?\\circ\}?", r"\\pi", gold)
    if re.search(r"\d_\{?\d", gold):
        base = "7" if not re.search(r"_\{?7", gold) else "6"
        yield "base", re.sub(r"_\{?\d+\}?", f"_{base}", gold)
        yield "numeral", "1" + gold


def _brackets(gold: str) -> Named:
    if "," not in gold or "sqrt[" in gold:
        return
    for old, new in (("(", "["), (")", "]"), ("[", "("), ("]", ")")):
        if old in gold:
            at = gold.index(old) if old in "([" else gold.rindex(old)
            yield f"bracket {old}", gold[:at] + new + gold[at + 1 :]


def _points(gold: str) -> Named:
    match = _POINT.fullmatch(gold)
    if match is None or "," not in match[1]:
        return
    parts = [part.strip() for part in match[1].removesuffix(r"\right").split(",")]
    if parts != parts[::-1]:
        yield "turned round", f"({', '.join(reversed(parts))})"
    yield "one coordinate less", f"({', '.join(parts[:-1])})"
    yield "one coordinate more", f"({', '.join([*parts, '1'])})"
    yield "set of coordinates", rf"\{{{', '.join(parts)}\}}"
    yield "list of coordinates", "; ".join(parts)


def _elements_changed(gold: str) -> Named:
    parts = elements(gold)
    if parts is None or len(parts) < 2:
        return
    left, right = (r"\{", r"\}") if "\\{" in gold else ("", "")
    yield "last left out", left + ", ".join(parts[:-1]) + right
    yield "first left out", left + ", ".join(parts[1:]) + right
    yield "one element more", left + ", ".join([*parts, "97"]) + right
    yield "point of elements", f"({', '.join(parts)})"
    yield "interval of elements", f"[{', '.join(parts)}]"


def _relations(gold: str) -> Named:
    if "begin" in gold:
        return
    for old, new in (
        ("<", ">"),
        (">", "<"),
        ("<", r"\le "),
        (">", r"\ge "),
        (r"\le ", r"\ge "),
        (r"\le ", "<"),
        ("=", ">"),
        ("=", r"\ne "),
    ):
        if old in gold:
            yield f"{old} to {new}", gold.replace(old, new, 1)


def _names(gold: str) -> Named:
    if _BOUND.search(gold):
        return
    bare = re.sub(r"\\[a-zA-Z]+", lambda name: " " * len(name[0]), gold)
    for name in sorted(set(re.findall(r"(?<![a-zA-Z{])[a-df-hj-z](?![a-zA-Z])", bare)))[:2]:
        lone = rf"(?<![a-zA-Z\\]){name}(?![a-zA-Z])"
        yield f"renamed {name}", re.sub(lone, "w", gold)
        yield f"capital {name}", re.sub(lone, name.upper(), gold)


def _rows(gold: str) -> Named:
    body = re.fullmatch(r"\\begin\{pmatrix\}(.*)\\end\{pmatrix\}", gold)
    if body is None:
        return
    rows = body[1].split(r"\\")
    changed = {"row left out": rows[:-1], "row twice": [*rows, rows[0]]}
    if rows != rows[::-1]:
        changed["rows turned round"] = rows[::-1]
    for name, others in changed.items():
        yield name, r"\begin{pmatrix}" + r"\\".join(others) + r"\end{pmatrix}"
    if "&" in body[1]:
        yield "point of rows", f"({','.join(rows)})"


def _units(gold: str) -> Named:
    match = re.fullmatch(r"(\d+)\s*\\text\{\s*([a-z]+)\}", gold)
    if match is None:
        return
    size, unit = match.groups()
    yield "another unit", rf"{size} \text{{ {'pounds' if unit != 'pounds' else 'miles'}}}"
    yield "squared unit", rf"{size} \text{{ square {unit}}}"
    yield "negative measure", rf"-{size} \text{{ {unit}}}"
    yield "half a unit more", rf"{size}.5 \text{{ {unit}}}"


def _more(gold: str) -> Named:
    lone = not RELATION.search(gold) and not re.search(r"cup|begin|text|\\\{|,|pm(?!o)", gold)
    if lone:
        yield "at least", rf"x \ge {gold}"
        yield "set with another", rf"\{{{gold}, 101\}}"
    if not RELATION.search(gold) and "text" not in gold and "cup" not in gold:
        yield "point with another", f"({gold}, 101)"
    if "text" not in gold:
        yield "list with another", f"{gold}, 103"
        yield "alternative", f"{gold} or 107"
    yield "negated", f"not {gold}"
    yield "hedged", f"{gold} or not"
    yield "with words", f"{gold} is wrong"
    if not re.search(r"empty|varnothing|\{\s?\\\}", gold):
        yield "emptied", r"\emptyset"
    yield "another choice", "(E)"
