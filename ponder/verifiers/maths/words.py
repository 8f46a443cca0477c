"""Numbers written as words, up to the trillions, and halves, thirds and so on."""

import re
from fractions import Fraction

_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = [
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_PARTS = ["half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_SMALL = {word: value for value, word in enumerate(["zero", *_ONES, *_TEENS])}
_ROUND = {word: 10 * place for place, word in enumerate(_TENS, start=2)}
_DENOMINATORS = (
    {word: value for value, word in enumerate(_PARTS, start=2)}
    | {f"{word}s": value for value, word in enumerate(_PARTS, start=2)}
    | {"halves": 2, "fourth": 4, "fourths": 4, "hundredth": 100, "hundredths": 100}
)
_SCALES = {"trillion": 10**12, "billion": 10**9, "million": 10**6, "thousand": 10**3}
_BELOW_HUNDRED = rf"(?:({'|'.join(_TENS)})(?:[ -]({'|'.join(_ONES)}))?|({'|'.join(_SMALL)}))"
_BELOW_THOUSAND = re.compile(
    rf"(?:({'|'.join(_ONES)}|a) hundred(?: (?:and )?(?!zero){_BELOW_HUNDRED})?|{_BELOW_HUNDRED})"
)
_SIGN = re.compile(r"(?:minus|negative) ")
_FRACTION = re.compile(rf"(.{{1,20}}?)[ -]({'|'.join(_DENOMINATORS)})")
_LONGEST = 120


def number_in_words(text: str) -> Fraction | None:
    """Reads "twenty-one", "two thousand and five" or "three quarters"; None if it is no number.

    >>> print(number_in_words("Three hundred and twelve"))
    312
    """
    if len(text) > _LONGEST or not text[:1].isalpha():
        return None
    text = " ".join(text.casefold().replace(",", "").split())
    positive = _SIGN.sub("", text, count=1)
    value = _whole(positive)
    if value is None:
        value = _fraction(positive)
    return -value if value is not None and positive != text else value


def _fraction(text: str) -> Fraction | None:
    match = _FRACTION.fullmatch(text)
    above = _whole(match[1]) if match else None
    return above / _DENOMINATORS[match[2]] if match and above else None


def _whole(text: str) -> Fraction | None:
    total = 0
    rest = text
    for word, scale in _SCALES.items():
        head, found, tail = rest.partition(f" {word}")
        if found:
            count = 1 if head == "a" else _below_thousand(head)
            if not count or (tail and not tail.startswith(" ")):
                return None
            total, rest = total + count * scale, tail.removeprefix(" ").removeprefix("and ")
    if rest or not total:
        count = _below_thousand(rest)
        if count is None or (total and not count):
            return None
        total += count
    return Fraction(total)


def _below_thousand(text: str) -> int | None:
    match = _BELOW_THOUSAND.fullmatch(text)
    if match is None:
        return None
    hundreds, *rest = match.groups()
    value = 100 * (1 if hundreds == "a" else _SMALL[hundreds]) if hundreds else 0
    return value + sum(_ROUND.get(word) or _SMALL[word] for word in rest if word)
