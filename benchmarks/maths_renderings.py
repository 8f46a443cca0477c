r"""Answers that say the same as a reference answer, by rewriting its text.

They are right by construction, without the checker that they test: a rewriting changes how
something is written (delimiters, spaces, the name of a command, the order of what has none, a
fraction of the same value), and has a guard that keeps it to texts where that holds.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

Named = Iterator[tuple[str, str | None]]
"""Pairs of a rewriting's name and its text, None where it does not apply."""

_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_BARE_FRACTION = re.compile(r"\\[dt]?frac\s?([0-9])\s?([0-9])(?![0-9])")
_INTEGER_FRACTION = re.compile(r"(-?)\\[dt]?frac\s?(?:\{(\d+)\}|(\d))\s?(?:\{(\d+)\}|(\d))")
_GROUPED = re.compile(r"-?\d{1,3}(,\d{3})+")
_SET = re.compile(r"(\\left)?\\\{(.*?)(\\right)?\\\}")
RELATION = re.compile(r"[=<>]|\\(?:le|ge|ne|in|equiv)(?![a-z])")
NO_VALUE = re.compile(r"[=<>,_]|\\(?:le|ge|ne|in|equiv|pm|pmod|cup|text|begin|circ|\$|%)(?![a-z])")


def renderings(gold: str) -> dict[str, str]:
    """Writes an answer in other ways.

    Args:
        gold: A reference answer, in LaTeX.

    Returns:
        What was done, and the text that came of it; no text twice.
    """
    kinds = [_delimited(gold)]
    if is_words(gold):
        kinds.append(_words(gold))
    else:
        kinds += [_spaced(gold), _fractions(gold), _plain(gold), _products(gold), _extended(gold)]
        kinds += [_lists(gold), _numbers(gold), _matrices(gold)]
    return gathered(kinds, set())


def gathered(kinds: list[Named], taken: set[str]) -> dict[str, str]:
    """Takes each text once, and none of those taken already."""
    found: dict[str, str] = {}
    for kind in kinds:
        for name, text in kind:
            if text is not None and text not in taken:
                taken.add(text)
                found[name] = text
    return found


def is_words(gold: str) -> bool:
    r"""Tells `\text{Evelyn}` and `\text{(C)}`."""
    return r"\text{" in gold and not re.search(r"\d", gold)


def number(gold: str) -> Fraction | None:
    """Gives the value of an integer, a decimal or a fraction of integers."""
    text = re.sub(r"\\!|\\\$|\s", "", gold)
    if _GROUPED.fullmatch(text):
        text = text.replace(",", "")
    match = _INTEGER_FRACTION.fullmatch(text)
    if match:
        sign, *parts = match.groups()
        above, below = (int(part) for part in parts if part)
        return Fraction(-above if sign else above, below)
    return Fraction(text) if re.fullmatch(r"-?\d*\.?\d+", text) else None


def _delimited(gold: str) -> Named:
    yield "same", gold
    yield "inline", f"${gold}$"
    yield "display", f"$${gold}$$"
    yield "parentheses", rf"\({gold}\)"
    yield "brackets", rf"\[ {gold} \]"
    yield "boxed", rf"\boxed{{{gold}}}"
    yield "boxed sentence", rf"$\boxed{{{gold}}}$."
    yield "full stop", gold + "."
    yield "bold", f"**{gold}**"
    yield "newline", f"  {gold} \n"
    yield "sentence", f"The answer is ${gold}$."
    yield "equals", "= " + gold
    yield "display style", rf"$\displaystyle {gold}$"


def _words(gold: str) -> Named:
    bare = re.sub(r"\\text\{([^{}]*)\}", r"\1", gold)
    yield "bare words", bare
    yield "capitals", bare.upper()
    yield "bold font", rf"\textbf{{{bare}}}"
    yield "roman font", rf"\mathrm{{{bare}}}"


def _spaced(gold: str) -> Named:
    wide = re.sub(r"([+=<>]|(?<=[\w}])\s*-(?=\s*[\w\\]))", r" \1 ", gold)
    yield "wide", wide
    if not re.search(r"\d \d|text|begin", gold):
        yield "tight", re.sub(r"(?<![a-zA-Z\\]) (?![a-zA-Z])|(?<=[0-9]) (?=\\)", "", gold)
    if re.search(r"[()]", gold) and not re.search(r"left|text|sqrt\[", gold):
        opened = re.sub(r"(?<!\\)([(\[])", r"\\left\1", gold)
        yield "left and right", re.sub(r"(?<!\\)([)\]])", r"\\right\1", opened)
    yield "no left and right", re.sub(r"\\(?:left|right)(?![a-z])", "", gold)


def _fractions(gold: str) -> Named:
    braced = _BARE_FRACTION.sub(r"\\frac{\1}{\2}", gold)
    for name in ("frac", "dfrac", "tfrac", "cfrac"):
        yield name, re.sub(r"\\[dt]?frac", rf"\\{name}", braced)
    for name in ("frac", "dfrac"):
        short = rf"\\{name}\1\2"
        yield f"short {name}", re.sub(r"\\[dt]?frac\{(\d)\}\{(\d)\}", short, gold)
    yield "slash", _FRACTION.sub(lambda part: f"({_grouped(part[1])}/{_grouped(part[2])})", braced)


def _grouped(text: str) -> str:
    return text if re.fullmatch(r"\w|\d+", text) else f"({text})"


_PLAIN = {
    r"\pi": " pi",
    r"\infty": "oo",
    r"\cdot": "*",
    r"\pmod": "mod",
    r"\pm": "\u00b1",
    r"\cup": "U",
    r"^\circ": "\u00b0",
    r"^{\circ}": "\u00b0",
    r"\le ": "<=",
    r"\ln": "ln",
    r"\sin": "sin",
    r"\cot": "cot",
    r"\%": "%",
    r"\$": "$",
    r"\{": "{",
    r"\}": "}",
}
_UNICODE = {
    "-": "\u2212",
    r"\pi": "\u03c0",
    r"\cdot": "\u00b7",
    r"\infty": "\u221e",
    r"\cup": "\u222a",
    r"^\circ": "\u00b0",
}


def _plain(gold: str) -> Named:
    text = re.sub(r"\\left|\\right|\\!", "", _BARE_FRACTION.sub(r"\\frac{\1}{\2}", gold))
    text = re.sub(r"\\sqrt\s?([0-9])", r"\\sqrt{\1}", text)
    for _ in range(4):
        text = re.sub(r"\\sqrt\{([^{}]*)\}", r" sqrt(\1)", text)
        text = _FRACTION.sub(r"((\1)/(\2))", text)
    text = re.sub(r"\\text\{([^{}]*)\}", r"\1", text)
    for latex, plain in _PLAIN.items():
        text = text.replace(latex, plain)
    if "\\" not in text:
        yield "plain", text
        yield "stars", text.replace("^", "**")
        if not re.search(r"[a-zA-Z] |[0-9] [0-9]", text):
            yield "plain and tight", text.replace(" ", "")
    text = re.sub(r"\\pm(?![a-z])", "\u00b1", gold)
    for latex, sign in _UNICODE.items():
        text = text.replace(latex, sign)
    text = re.sub(r"\\sqrt\{(\d+)\}", "\u221a\\1", text)
    yield "unicode", re.sub(r"\^2(?!\d)", "\u00b2", re.sub(r"\^3(?!\d)", "\u00b3", text))


def _products(gold: str) -> Named:
    for name in ("cdot", "times"):
        yield name, re.sub(r"(\d)\s*(?=\\sqrt|\\pi)", rf"\1 \\{name} ", gold)
    if not re.search("text|begin|sin", gold):
        yield "star", re.sub(r"(\d)(?=[a-z](?![a-z]))", r"\1*", gold)
    yield "root of a digit", re.sub(r"\\sqrt\{(\d)\}", r"\\sqrt\1", gold)
    yield "exponent in braces", re.sub(r"\^(\d+)", r"^{\1}", gold)
    yield "bare exponent", re.sub(r"\^\{(\d)\}", r"^\1", gold)
    yield "sum turned round", _turned_round(gold)


def _turned_round(gold: str) -> str | None:
    """Writes the terms of a sum in the opposite order."""
    if RELATION.search(gold) or re.search(r",|_|\\(?:text|pm|begin|cup|left|pmod)", gold):
        return None
    terms, depth = [""], 0
    for sign in gold:
        depth += (sign in "({[") - (sign in ")}]")
        before = terms[-1].strip()
        if depth == 0 and sign in "+-" and before and before[-1] not in "^*":
            terms.append("")
        terms[-1] += sign
    terms = [term.strip() for term in terms if term.strip()]
    if len(terms) < 2:
        return None
    signed = [term if term[0] in "+-" else "+" + term for term in reversed(terms)]
    return " ".join(signed).removeprefix("+").strip()


def _extended(gold: str) -> Named:
    if number(gold) is None and not re.search(rf"{NO_VALUE.pattern}|!$", gold):
        yield "named", f"z = {gold}"
        yield "plus zero", f"{gold} + 0"
        yield "in brackets", f"({gold})"
        yield "times one", rf"1 \cdot ({gold})"


def elements(gold: str) -> list[str] | None:
    r"""Gives the elements of `\{1, 2\}` or of `1, 2`."""
    braces = _SET.fullmatch(gold)
    body = braces[2] if braces else gold
    if not braces and (re.search(r"[()\[\]=]|begin|\\!|text", gold) or "," not in gold):
        return None
    if _GROUPED.fullmatch(body):
        return None
    return [part.strip() for part in body.split(",")]


def _lists(gold: str) -> Named:
    parts = elements(gold)
    if parts is None:
        return
    left, right = (r"\{", r"\}") if "\\{" in gold else ("", "")
    yield "elements turned round", left + ", ".join(reversed(parts)) + right
    if left:
        yield "set in plain text", "{" + ",".join(parts) + "}"
    elif len(parts) > 1:
        yield "and", " and ".join(parts)
        yield "or", r" \text{ or } ".join(parts)
        yield "named elements", ", ".join("x = " + part for part in parts)
        yield "comma and", ", ".join(parts[:-1]) + ", and " + parts[-1]


def _numbers(gold: str) -> Named:
    value = number(gold)
    if value is None:
        return
    above, below = value.numerator, value.denominator
    yield "named number", f"x = {gold}"
    yield "named in dollars", f"$n={gold}$"
    yield "units", rf"{gold} \text{{ units}}"
    yield "apples", f"{gold} apples"
    yield "quotient", f"{above}/{below}"
    yield "doubled", rf"\frac{{{2 * above}}}{{{2 * below}}}"
    decimal = _decimal(value)
    if decimal is not None:
        yield "decimal", decimal
        yield "decimal and zero", decimal + ("0" if "." in decimal else ".0")
    sign, size = "-" if value < 0 else "", abs(above)
    if below == 1 and size >= 1000:
        yield "commas", f"{above:,}"
        for name, mark in (("braces", "{,}"), ("thin spaces", r"\,"), ("spaces", " ")):
            yield f"thousands by {name}", f"{above:,}".replace(",", mark)
    if size > below > 1:
        whole, rest = divmod(size, below)
        yield "mixed", rf"{sign}{whole}\frac{{{rest}}}{{{below}}}"
        yield "mixed in plain text", f"{sign}{whole} {rest}/{below}"


def _decimal(value: Fraction) -> str | None:
    """Writes a value as a decimal, None if it has no finite one."""
    places = next((n for n in range(30) if (value * 10**n).denominator == 1), None)
    if places is None:
        return None
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :]
    return ("-" if value < 0 else "") + whole + ("." + rest if rest else "")


def _matrices(gold: str) -> Named:
    if "pmatrix" in gold:
        if "&" not in gold:
            yield (
                "point of rows",
                re.sub(
                    r"\\begin\{pmatrix\}(.*)\\end\{pmatrix\}",
                    lambda column: f"({column[1].replace(chr(92) * 2, ',')})",
                    gold,
                ),
            )
        yield "bmatrix", gold.replace("pmatrix", "bmatrix")
        yield "rows in lines", gold.replace(r"\\", "\\\\\n")
        yield "tight matrix", re.sub(r"\s*(&|\\\\)\s*", r"\1", gold)
