"""What an episode leaves behind: a record of each answered question, and why it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ponder.curriculum.interface import TRUNCATED, Outcome
from ponder.task import Task
from ponder.verifiers import Verdict


class StopReason(StrEnum):
    """Why an episode ended."""

    COMPLETED = "completed"
    BUDGET_EXHAUSTED = "budget_exhausted"


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One answered question.

    Attributes:
        task: The question.
        source: The name that a curriculum knows its source by.
        response: What was charged: the response, cut at the cap; of several turns, the last.
        verdict: The judgement of it, or of the `grading_response`.
        tokens: Charged for the question, all turns together.
        components: Its reward, by component; the last question's hold the end's too, so that
            the components of all results add up to the episode's return.
        truncated: Whether the budget ran out on it: nothing was left after it.
    """

    task: Task
    source: str
    response: str
    verdict: Verdict
    tokens: int
    components: Mapping[str, float]
    truncated: bool


def outcomes(results: Sequence[QuestionResult]) -> list[Outcome]:
    """Tells a curriculum how the answered questions went; those never reached are not reported."""
    return [
        Outcome(
            result.source,
            result.task.level,
            result.verdict.correct,
            frozenset({TRUNCATED}) if result.truncated else frozenset(),
        )
        for result in results
    ]
