"""Verifiers: from any text to a verdict, without running, raising or waiting for anything.

`verify` judges a response to a task, `grade` one to a bare reference answer; `extract` finds
the answer in a response. Checkers register by name, see `ponder.verifiers.checkers.register`.
"""

from ponder.verifiers.extraction import extract
from ponder.verifiers.judging import grade, verify, verify_many
from ponder.verifiers.verdict import Extraction, Judgement, Unreadable, Verdict

__all__ = [
    "Extraction",
    "Judgement",
    "Unreadable",
    "Verdict",
    "extract",
    "grade",
    "verify",
    "verify_many",
]
