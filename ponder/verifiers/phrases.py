"""The phrases that an answer follows: "the answer is", "Answer:", a heading, `####`."""

import re

# Chinese, French, Spanish, German and Russian: "the answer is" and "answer:".
_FOREIGN = {
    "\u7b54\u6848": (
        r"\u7b54\u6848(?:(?:\u5c31|\u5e94\u8be5)?[\u662f\u4e3a\u70ba][:\uff1a]?|[*_]{0,2}[:\uff1a])"
    ),
    "\u00e9ponse": r"\u00e9ponse(?: finale)?(?: est\b(?: donc\b)?(?: ?:)?|[*_]{0,2} ?:)",
    "espuesta": r"espuesta(?: final| correcta)?(?: es\b(?: ?:)?|[*_]{0,2} ?:)",
    "ntwort": r"ntwort(?: (?:ist|lautet)\b(?: also\b)?(?: ?:)?|[*_]{0,2} ?:)",
    "\u0442\u0432\u0435\u0442": r"\u0442\u0432\u0435\u0442[*_]{0,2} ?:",
}
_FOREIGN_PHRASES = {mark: re.compile(rf"{phrase}[*_`]{{0,3}}") for mark, phrase in _FOREIGN.items()}
PHRASES = ("nswer", "NSWER", "orrect ", "####", *_FOREIGN)
"""What a phrase holds, so that a long text is searched for plain strings alone."""

_WORD = r"[^\s.,:=?!0-9]{1,20}"
# "to the question", "in dollars", "then": only of the noun, which an article tells from the verb.
_INSERTED = (
    r"(?:(?<=[Tt]he answer)|(?<=inal answer)|(?<=[Mm]y answer)|(?<=[Oo]ur answer))"
    rf"(?: (?:to|for|of|in|we|I)(?: {_WORD}){{1,7}}?|,(?: {_WORD}){{1,7}}?,)"
)
_VALUE = (
    r"(?=[ \t$*_`\\(\[{:-]{0,8}(?:[0-9]|\.[0-9]|(?:boxed|[dt]?frac|sqrt)\b|(?:yes|no|[B-H])\b))"
)
_PHRASE = re.compile(
    rf"\b(?:[Aa](?:nswers?|NSWERS?)\b(?: (?:[Oo]ption|[Cc]hoice)\b|{_INSERTED})?"
    r"|[Cc]orrect (?:[Oo]ption|[Cc]hoice)\b(?! is to\b))[*_`]{0,3}[ \t]{0,4}"
    r"(?:(?:(?:is|IS|are)\b(?: (?:clearly|therefore|thus|hence|simply|then|just|exactly)\b)?"
    r"|(?:must be|will be|equals|becomes)\b"
    r"|(?:(?:would|should|has to) be|(?:comes|came|works|turns) (?:out )?(?:to be|to|as|at))\b"
    rf"{_VALUE}"
    r")(?:[ \t]{0,4}:)?|[:=])[*_`]{0,3}"
)
_HEADING = re.compile(
    r"^[#*_ \t]{0,8}(?:[Ff]inal |FINAL )?[Aa](?:nswer|NSWER)[*_ \t]{0,4}(?=\r?$)", re.MULTILINE
)
_LONGEST_HEADING = 24
_DENIAL = re.compile(
    r"(?:\bnot|n't|\bcannot|\bdoubt|\b(?:wrong|incorrect|false|untrue))"
    r"(?: (?:true|so|right|correct|the case))?(?: that)?"
    r"(?: (?:the|my|our|a))?(?: (?:final|correct|right))? $",
    re.IGNORECASE,
)
_LONGEST_DENIAL = 48


def phrase_at(response: str, begin: int, mark: str, at: int) -> tuple[int, int]:
    """Gives where the phrase around a mark starts and ends; a start of -1 if it is none.

    Args:
        response: The model's text.
        begin: Where the text begins to count.
        mark: One of `PHRASES`.
        at: Where it stands.
    """
    if mark == "####":
        return at, at + len(mark)
    if mark in _FOREIGN_PHRASES:
        foreign = _FOREIGN_PHRASES[mark].match(response, at)
        return foreign.span() if foreign else (-1, at)
    phrase = _PHRASE.match(response, max(begin, at - 1))
    if phrase is not None:
        start = phrase.start()
        denied = _DENIAL.search(response, max(begin, start - _LONGEST_DENIAL), start)
        return (-1, at) if denied else (start, phrase.end())
    line = response.rfind("\n", max(begin, at - _LONGEST_HEADING), at) + 1
    heading = _HEADING.match(response, max(begin, line))
    if heading is not None and heading.end() > at:
        return heading.start(), heading.end()
    return -1, at
