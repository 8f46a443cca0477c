"""The zero-shot table: a row a family, from its easiest to its hardest level, and the drop between.

Questions of two levels are different questions, so the drop's interval is unpaired: the questions
of each level are drawn anew on their own. The mean over families takes the families as they are,
and draws the questions within each; a family of one level has no part in its easy, hard and drop.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ponder.evaluation.intervals import Interval, bootstrap_contrast
from ponder.evaluation.scaling import Question
from ponder.randomness import derive_seed

MEAN = "mean of families"


@dataclass(frozen=True, slots=True)
class ZeroShot:
    """Right answers of one family, or on average over all.

    Attributes:
        source: The family; `MEAN` for the average.
        domain: Its domain; empty for the average.
        questions: With at least one answer.
        easiest: The lowest level asked; None for the average.
        hardest: The highest; None for the average.
        easy: pass@1 at the easiest level.
        hard: pass@1 at the hardest level.
        every: pass@1 over all questions; for the average, families count alike.
        drop: Easy less hard, unpaired; None where there is one level only.
    """

    source: str
    domain: str
    questions: int
    easiest: int | None
    hardest: int | None
    easy: Interval
    hard: Interval
    every: Interval
    drop: Interval | None

    @property
    def levels(self) -> str:
        """Writes the easiest and the hardest level; empty for the average."""
        if self.easiest is None:
            return ""
        several = self.easiest != self.hardest
        return f"{self.easiest}-{self.hardest}" if several else f"{self.easiest}"

    @property
    def change(self) -> Interval | None:
        """The drop as the change that it is, from easy to hard: below 0 where right answers go."""
        drop = self.drop
        return drop and Interval(-drop.estimate, -drop.high, -drop.low)

    def as_json(self) -> dict[str, Any]:
        """Gives all of it as JSON values."""
        return {
            "source": self.source,
            "domain": self.domain,
            "questions": self.questions,
            "easiest": {"level": self.easiest, **self.easy.as_json()},
            "hardest": {"level": self.hardest, **self.hard.as_json()},
            "all": self.every.as_json(),
            "drop": self.drop.as_json() if self.drop else None,
        }


def zero_shot(questions: Sequence[Question], *, seed: int = 0) -> list[ZeroShot]:
    """Makes the table, by domain and family, and where there are several families their mean.

    Args:
        questions: From `questions_of`.
        seed: Of the bootstrap.
    """
    levels: dict[tuple[str, str], dict[int, list[float]]] = {}
    for question in questions:
        family = levels.setdefault((question.domain, question.source), {})
        family.setdefault(question.level, []).append(question.passes[1])
    table = [
        _row(source, domain, [levels[domain, source]], seed) for domain, source in sorted(levels)
    ]
    if len(table) > 1:
        table.append(_row(MEAN, "", list(levels.values()), seed))
    return table


def _row(
    source: str, domain: str, families: Sequence[Mapping[int, Sequence[float]]], seed: int
) -> ZeroShot:
    """Averages over families, or over a single one."""

    def mean(groups: Sequence[Sequence[float]], what: str) -> Interval:
        own = derive_seed("bootstrap", seed, "zero-shot", what, source)
        return bootstrap_contrast(groups, [1 / len(groups)] * len(groups), seed=own)

    graded = [family for family in families if len(family) > 1]
    easy = [family[min(family)] for family in graded or families]
    hard = [family[max(family)] for family in graded or families]
    every = [[value for values in family.values() for value in values] for family in families]
    alone = len(families) == 1
    return ZeroShot(
        source=source,
        domain=domain,
        questions=sum(map(len, every)),
        easiest=min(families[0]) if alone else None,
        hardest=max(families[0]) if alone else None,
        easy=mean(easy, "easy"),
        hard=mean(hard, "hard"),
        every=mean(every, "all"),
        drop=_drop(easy, hard, source, seed) if graded else None,
    )


def _drop(
    easy: Sequence[Sequence[float]], hard: Sequence[Sequence[float]], source: str, seed: int
) -> Interval:
    share = 1 / len(easy)
    return bootstrap_contrast(
        [*easy, *hard],
        [share] * len(easy) + [-share] * len(hard),
        seed=derive_seed("bootstrap", seed, "zero-shot", "drop", source),
    )
