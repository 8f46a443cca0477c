"""Transcripts for a report: the same questions, as they were answered before and after."""

from collections.abc import Mapping
from dataclasses import dataclass

from ponder.evaluation.folder import RunFolder
from ponder.evaluation.rows import QuestionRow

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Transcript:
    """One question with its answers.

    Attributes:
        question: The problem.
        answer: The reference answer.
        source: Where it comes from.
        level: Its difficulty.
        answers: By label of the evaluation.
    """

    question: str
    answer: str
    source: str
    level: int
    answers: Mapping[str, QuestionRow]


def pick_transcripts(folder: RunFolder, *, count: int = SHOWN) -> list[Transcript]:
    """Picks questions that every evaluation answered, by place and never by outcome.

    They lie at even distances through the questions in the order of levels, so that they are
    spread over the levels and nobody chose them. Of several answers the first is shown.

    Args:
        folder: What there is.
        count: At most so many.
    """
    evaluations = {
        label: {row.uid: row for row in evaluation.questions.rows if not row.sample}
        for label, evaluation in folder.evaluations.items()
        if evaluation.questions
    }
    if not evaluations:
        return []
    first, *others = evaluations.values()
    common = [row for uid, row in first.items() if all(uid in other for other in others)]
    common.sort(key=lambda row: row.level)
    shown = min(count, len(common))
    picked = [common[(2 * place + 1) * len(common) // (2 * shown)] for place in range(shown)]
    return [
        Transcript(
            question=row.question,
            answer=row.answer,
            source=row.source,
            level=row.level,
            answers={label: rows[row.uid] for label, rows in evaluations.items()},
        )
        for row in picked
    ]
