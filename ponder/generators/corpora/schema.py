"""Schemas: which column of a published corpus means what. A corpus is data, not code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Schema:
    r"""The columns of a corpus and how its rows state their answer.

    Attributes:
        name: What the corpus is called in uids and mixtures.
        question: The column with the problem.
        solution: The column with the reference solution.
        key: The column that tells which rows are the same problem; it decides the split.
        answer_after: What stands before the final answer in the solution, at its last
            occurrence; `\boxed` means the content of the last balanced box.
        answer: A column with the final answer alone, or None where it is read off the solution.
        level: A column with MATH's level 1 to 5, or None.
        kind: A column that sorts rows into types that a mixture may weigh, or None.
        notes: A regular expression for annotations to leave out of the steps, or "".
        hub_config: The configuration of the published dataset on the hub, or None.
        hub_split: The split of the published dataset on the hub.
    """

    name: str
    question: str
    solution: str
    key: str
    answer_after: str = ""
    answer: str | None = None
    level: str | None = None
    kind: str | None = None
    notes: str = ""
    hub_config: str | None = None
    hub_split: str = "train"

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that must be there, each once."""
        named = (self.question, self.solution, self.key, self.answer, self.level, self.kind)
        return tuple(dict.fromkeys(column for column in named if column is not None))


METAMATHQA = Schema(
    name="metamathqa",
    question="query",
    solution="response",
    key="original_question",
    answer_after="The answer is:",
    kind="type",
)
NUMINAMATH_TIR = Schema(
    name="numinamath_tir",
    question="problem",
    solution="solution",
    key="problem",
    answer_after="\\boxed",
)
GSM8K = Schema(
    name="gsm8k",
    question="question",
    solution="answer",
    key="question",
    answer_after="####",
    notes="<<[^<>]*>>",
    hub_config="main",
)
MATH500 = Schema(
    name="math500",
    question="problem",
    solution="solution",
    key="problem",
    answer="answer",
    level="level",
    hub_split="test",
)

SCHEMAS: dict[str, Schema] = {
    schema.name: schema for schema in (METAMATHQA, NUMINAMATH_TIR, GSM8K, MATH500)
}
