r"""Answers that a response takes back as soon as it has given them: "\boxed{5}. Wait, no, ...".

Only what follows directly counts, in the same sentence or at the start of the next. Text that
merely goes on ("\boxed{5}, not 6.", "Wait, let me check.") takes nothing back.
"""

import re

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
_CALLED_WRONG = re.compile(
    rf"{_BETWEEN}(?:(?:no|wait)\b\W{{1,4}})?"
    r"(?:(?:which |that |this |it )?(?:"
    r"(?:is|was)(?: (?:clearly|obviously|also|simply|probably|still))?"
    r" (?:the |an? )?(?:wrong|incorrect)(?: answer| result| value| solution)?"
    rf"|(?:{_IS_NOT}|can(?:not|['\u2019]?t) be) (?:right|correct))"
    r"|(?:that|this|it)['\u2019]?s (?:wrong|incorrect|not right|not correct))"
    r"(?:\s{0,4}(?:\Z|[.,;:!?)\n\u2013\u2014])|\s(?:because|since|as|so|and|but|either|here)\b)",
    re.IGNORECASE,
)
# "Which of these is wrong? B. This is incorrect because ..." takes nothing back.
_MAY_BE_WRONG = re.compile(
    r"\b(?:no|not|none|never|false|wrong|incorrect|untrue)\b"
    r"|\A[\W_]{0,9}(?:(?:text|mathrm|textbf)[\W_]{1,9})?[A-Za-z](?:[).:]|[\W_]*\Z)",
    re.IGNORECASE,
)


def taken_back(answer: str, text: str, end: int) -> bool:
    r"""Tells whether a text denies an answer right after it.

    Args:
        answer: The answer; a letter or "no" may itself be said to be wrong.
        text: What it stands in.
        end: Where it ends in the text.

    >>> [taken_back("5", text, 9) for text in (r"\boxed{5} is wrong.", r"\boxed{5} is odd.")]
    [True, False]
    """
    if _DENIAL.match(text, end):
        return True
    return bool(_CALLED_WRONG.match(text, end)) and not _MAY_BE_WRONG.search(answer)
