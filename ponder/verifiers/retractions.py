r"""What stands around an answer and unmakes it: "\boxed{5}. Wait, no, ...", "-\boxed{5}".

Only what stands directly before or after counts, in the same sentence or at the start of the
next. Text that merely goes on ("\boxed{5}, not 6.", "Wait, let me check.") takes nothing back.
"""

import re
from fractions import Fraction

_BETWEEN = (
    r"[\s$*_`.,;:!?(){}\[\]\\\"'\u2013\u2014-]{0,40}"
    r"(?:(?:but|however|hm{1,9}|oh|oops|ah|actually|sorry)\b[\s,.!\u2026\u2014-]{1,6}){0,3}"
)
_IS_NOT = r"(?:(?:is|was) not|(?:is|was)n['\u2019]?t)"
_DENIAL = re.compile(
    rf"{_BETWEEN}(?:no\W{{1,4}}wait\b"
    r"|wait\W{1,4}no(?:\s{0,4}(?:\Z|[.,;:!?\n\u2026\u2013\u2014])|\s(?:that|this|it|i|the)\b)"
    rf"|(?:(?:which|that|this|it) )?{_IS_NOT} (?:the|my|our)"
    r" (?:(?:final|correct|right|actual) ){0,2}(?:answer|solution)\b)",
    re.IGNORECASE,
)
_ENDS = r"\s{0,4}(?:\Z|[.,;:!?)\]\n\u2013\u2014])"
_CALLED_WRONG = re.compile(
    rf"{_BETWEEN}(?:(?:no|wait)\b\W{{1,4}})?"
    r"(?:(?:which |that |this |it )?(?:"
    r"(?:is|was)(?: (?:clearly|obviously|also|simply|probably|still))?"
    r" (?:the |an? )?(?:wrong|incorrect)(?: answer| result| value| solution)?"
    rf"|(?:{_IS_NOT}(?: (?:quite|exactly|really|actually|entirely|at all))?"
    r"|can(?:not|['\u2019]?t) be) (?:right|correct))"
    r"|(?:that|this|it)['\u2019]?s (?:wrong|incorrect|not (?:quite )?(?:right|correct)))"
    rf"(?:{_ENDS}|\s(?:because|since|as|so|and|but|either|here)\b)"
    rf"|{_BETWEEN}(?:wrong|incorrect){_ENDS}"
    r"|[\s$*]{0,6}[(\[]\s?(?:false|not (?:quite )?(?:right|correct)|no|rejected)[.!]?\s?[)\]]"
    r"|[\s$*.]{0,6}[\u2717\u2718\u274c]"
    rf"|[\s$*]{{0,6}}[?,;(\u2013\u2014-]\s{{0,2}}no(?:{_ENDS})"
    r"|[\s$*.!]{0,6}no\s?(?:[.!]|\Z)",
    re.IGNORECASE,
)
_NUMBER = r"[+-]?[0-9][0-9.,/]{0,40}"
_VALUE = re.compile(r"([+-]?[0-9]{1,40}(?:\.[0-9]{1,40})?)(?:/([0-9]{0,40}[1-9]0{0,9}))?")
_ALTERNATIVE = re.compile(
    r"[\s$*})]{0,6},?\s{0,2}\bor\b(?: (?:maybe|perhaps|possibly|even))? [$*(\\{]{0,6}"
    rf"({_NUMBER})",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"[\s$*_`.,;:!?(){}\[\]\\\u2013\u2014-]{0,40}"
    r"(?:(?:but|no|hm{1,9}|oh|oops|ah|wait|actually|sorry|correction)\b[\s,.:!\u2026\u2014-]{1,6})"
    r"{1,3}(?:(?:the|my) (?:(?:final|correct|right|actual|real) )?answer (?:is|must be|should be)"
    r"|(?:it|that) (?:should|must) be)(?: actually| really)?[ :$*({\[\\]{1,8}"
    rf"({_NUMBER})",
    re.IGNORECASE,
)
# "Which of these is wrong? B. This is incorrect because ..." takes nothing back.
_MAY_BE_WRONG = re.compile(
    r"\b(?:no|not|none|never|false|wrong|incorrect|untrue)\b"
    r"|\A[\W_]{0,9}(?:(?:text|mathrm|textbf)[\W_]{1,9})?[A-Za-z](?:[).:]|[\W_]*\Z)",
    re.IGNORECASE,
)


_OPENING = r"[$({ \[\\*]{0,9}$"
_DENIED = re.compile(
    rf"(?:(?:\bnot|n['\u2019]t|\bcannot|\bnever) (?:be |equal )?(?:to )?(?:the )?"
    rf"|\\neq? ?|\u2260){_OPENING}",
    re.IGNORECASE,
)
_NAMED_WRONG = re.compile(
    r"\b(?:wrong|incorrect)(?: (?:answer|guess|result|solution))?"
    rf"(?:[*_]{{0,3}}:[*_]{{0,3}}| is| was| would be){_OPENING}",
    re.IGNORECASE,
)
_LONGEST_BEFORE = 64
# A bullet, or a dash between words, is no sign; stars and underscores alone are markup.
_BULLET = re.compile(r"(?:\A|\n)[ \t]{0,8}[-*+\u2013][ \t]{1,4}[$*_\\(\[{ ]{0,6}\Z")
_DASH = re.compile(r"[A-Za-z]{2}[*_]{0,3} [-\u2013] [$*_\\(\[{ ]{0,6}\Z")
_BINARY_BEFORE = re.compile(
    r"(?:(?:\\(?:cdot|times|div|pm|mp)|[\u00d7\u00b7\u00f7\u22c5/+])"
    r"|(?<=[0-9A-Za-z)}])\s?[-\u2212\u2013]|(?<=[0-9)}])\s?\*(?!\*))[ ({$]{0,4}\Z"
)
_TOUCHED_BEFORE = re.compile(
    r"(?:(?<![-\u2014])[-\u2212\u2013][ ({$]{0,4}|(?:\^|_(?=\{))[{(]?\s?|[0-9][{$(]?"
    r"|\\(?:sqrt|cbrt)(?:\[[^\[\]{}]{0,9}\])?\{?\s?"
    r"|\\[dtc]?(?:frac|binom)(?:\{[^{}]{0,30}\})?\{\s?|\\(?:log|ln|exp|sin|cos|tan)[ ({]{0,3})\Z"
)
_OPERAND = r"\s?(?:[0-9(]|\\(?!text|mathrm|mbox|[\\()\[\]])|\$[0-9]|[b-hj-zB-HJ-Z]\b)"
_CLOSING = r"(?:[ \t]{0,2}(?:[$})\]~]|\\[()\],;: !])){0,3}[ \t]{0,2}"
_BINARY_AFTER = re.compile(
    rf"{_CLOSING}(?:\\(?:cdot|times|div|pm|mp)(?![a-z])|[\u00d7\u00b7\u00f7\u22c5]"
    rf"|[+*/\u2212-]{_OPERAND}|\u2013[0-9])"
)
_TOUCHED_AFTER = re.compile(
    r"(?:[}$)]?(?:[0-9]|[.,][0-9]|\([0-9])"
    r"|[})]{0,2}(?:\{\})?\s?\^(?!\s?\{?\s?(?:\\circ|\\degree|\\prime|\\text|\\mathrm|th|st|nd|rd|\u00b0))"
    r"|!(?:[$^+/=0-9-]|\\[a-z)\]]| ?=)|\s?\\(?:[dtc]?frac|sqrt|pi|binom)(?![a-z])"
    rf"|{_CLOSING}(?:\\(?:text|mathrm)\{{\s{{0,3}})?"
    r"(?:(?:hundred|thousand|million|billion|trillion|dozen|lakh|crore)s?|squared|cubed)\b"
    r"|(?-i:[xyz])\b)",
    re.IGNORECASE,
)
# "5 + \boxed{13} = 18" fills in a blank.
_EQUATION = re.compile(r"[^=\n.$]{0,60}=")


_LED = (" is ", " is $", ": ", ": $", "= ", "=", "= $", "\n", "\n$")
"""What most boxes follow, and computes nothing."""


def denied(answer: str, text: str, begin: int, start: int) -> bool:
    r"""Tells whether a text denies an answer right before it.

    Args:
        answer: The answer; a letter or "no" may be what a question calls wrong.
        text: What it stands in.
        begin: Where the text begins to count.
        start: Where the answer's mark starts.

    >>> [denied("5", text, 0, 4) for text in (r"not \boxed{5}", r"now \boxed{5}")]
    [True, False]
    """
    if start <= begin:
        return False
    before = text[max(begin, start - _LONGEST_BEFORE) : start]
    if _DENIED.search(before):
        return True
    return bool(_NAMED_WRONG.search(before)) and not _MAY_BE_WRONG.search(answer)


def computed_with(text: str, begin: int, start: int, end: int) -> bool:
    r"""Tells whether a box is only a part of what is computed, such as `-\boxed{5}`.

    Args:
        text: What it stands in.
        begin: Where the text begins to count.
        start: Where the box starts.
        end: Where it ends.

    >>> [computed_with(text, 0, 1, 10) for text in (r"-\boxed{5}", r"=\boxed{5}")]
    [True, False]
    """
    if _ends(text, end) and (start <= begin or text.endswith(_LED, begin, start)):
        return False
    before = text[max(begin, start - _LONGEST_BEFORE) : start]
    bare = _BULLET.search(before) or _DASH.search(before)
    if not bare and _BINARY_BEFORE.search(before):
        return not _EQUATION.match(text, end)
    if _BINARY_AFTER.match(text, end):
        return not _EQUATION.match(text, end)
    return bool(not bare and _TOUCHED_BEFORE.search(before)) or bool(
        _TOUCHED_AFTER.match(text, end)
    )


def _ends(text: str, end: int) -> bool:
    """Tells at once most texts that end there."""
    return len(text) < end + 8 and not text[end:].strip(" .$\n")


def taken_back(answer: str, text: str, end: int) -> bool:
    r"""Tells whether a text denies an answer right after it.

    Args:
        answer: The answer; a letter or "no" may itself be said to be wrong.
        text: What it stands in.
        end: Where it ends in the text.

    >>> [taken_back("5", text, 9) for text in (r"\boxed{5} is wrong.", r"\boxed{5} is odd.")]
    [True, False]
    """
    if _ends(text, end):
        return False
    if _DENIAL.match(text, end):
        return True
    other = _ALTERNATIVE.match(text, end) or _CORRECTED.match(text, end)
    if other and _value(other[1]) != _value(answer) is not None:
        return True
    return bool(_CALLED_WRONG.match(text, end)) and not _MAY_BE_WRONG.search(answer)


def _value(written: str) -> Fraction | None:
    r"""Reads a plain number, which may stand twice: "\boxed{0.5}, or 1/2"."""
    number = _VALUE.fullmatch(written[:90].strip(" $*.,").replace(",", ""))
    return Fraction(number[1]) / int(number[2] or 1) if number else None
