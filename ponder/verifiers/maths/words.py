"""Numbers written as words, from zero to a thousand."""

import re

_SMALL = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
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
    )
}
_TENS = {
    word: 10 * place
    for place, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_BELOW_HUNDRED = (
    rf"(?:({'|'.join(_TENS)})(?:[ -]({'|'.join(list(_SMALL)[1:10])}))?|({'|'.join(_SMALL)}))"
)
_SHAPE = re.compile(
    rf"(?:(minus|negative) )?(?:(?:({'|'.join(list(_SMALL)[1:10])}|a) hundred"
    rf"(?: (?:and )?(?!zero){_BELOW_HUNDRED})?)|{_BELOW_HUNDRED}|((?:one|a) thousand))",
    re.IGNORECASE,
)
_LONGEST = 60


def number_in_words(text: str) -> int | None:
    """Reads "seventeen", "twenty-one" or "one hundred and five"; None if the text is no number.

    >>> number_in_words("Three hundred and twelve")
    312
    """
    if len(text) > _LONGEST:
        return None
    match = _SHAPE.fullmatch(" ".join(text.casefold().split()))
    if match is None:
        return None
    sign, hundreds, *rest, thousand = match.groups()
    value = 1000 if thousand else 0
    if hundreds:
        value += 100 * (1 if hundreds == "a" else _SMALL[hundreds])
    for word in rest:
        if word:
            value += _TENS.get(word) or _SMALL[word]
    return -value if sign else value
