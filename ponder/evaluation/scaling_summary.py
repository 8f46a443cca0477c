"""The whole difficulty-scaling evaluation of a folder: all groups, and the zero-shot table."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponder.evaluation.rows import QuestionRow, RowFile
from ponder.evaluation.scaling import Group, domain_of, group_by, questions_of
from ponder.evaluation.zero_shot import ZeroShot, zero_shot
from ponder.files import write_whole

SUMMARY = "summary.json"


@dataclass(frozen=True, slots=True)
class Scaling:
    """What an evaluation of single questions says.

    Attributes:
        settings: Of the evaluation.
        whole: All questions.
        by_domain: By domain.
        by_source: By source.
        by_level: By level, over all sources.
        by_source_and_level: By both.
        zero_shot: A row a family, and their mean.
        not_asked: Answers that are wanted and were not asked for yet.
        reasons: Why answers did not come, the most frequent reason first.
        estimated: Answers whose tokens are an estimate.
        over_cap: Answers of more tokens than the cap, by an endpoint's own count.
    """

    settings: Mapping[str, Any]
    whole: Group
    by_domain: Mapping[str, Group]
    by_source: Mapping[str, Group]
    by_level: Mapping[int, Group]
    by_source_and_level: Mapping[tuple[str, int], Group]
    zero_shot: list[ZeroShot]
    not_asked: int
    reasons: Mapping[str, int]
    estimated: int
    over_cap: int

    @property
    def samples(self) -> int:
        """The most answers that a question has."""
        return max(self.whole.passes, default=0)

    def as_json(self) -> dict[str, Any]:
        """Gives all of it as JSON values."""
        levels: dict[str, dict[str, Any]] = {}
        for (source, level), group in self.by_source_and_level.items():
            levels.setdefault(source, {})[str(level)] = group.as_json()
        return {
            "settings": dict(self.settings),
            "not_asked": self.not_asked,
            "missing_reasons": dict(self.reasons),
            "estimated_tokens": self.estimated,
            "over_cap": self.over_cap,
            "all": self.whole.as_json(),
            "by_domain": {name: group.as_json() for name, group in self.by_domain.items()},
            "by_source": {name: group.as_json() for name, group in self.by_source.items()},
            "by_level": {str(level): group.as_json() for level, group in self.by_level.items()},
            "by_source_and_level": levels,
            "zero_shot": [row.as_json() for row in self.zero_shot],
        }


def summarise_scaling(file: RowFile[QuestionRow], *, seed: int = 0) -> Scaling:
    """Summarises a file of answers, be it finished or not.

    Args:
        file: What `read_rows` gives.
        seed: Of the bootstrap.
    """
    questions, lost = questions_of(file.rows), file.unanswered
    reasons = Counter(row.error for row in lost)
    return Scaling(
        settings=file.settings,
        whole=group_by(questions, lost, lambda _: "all", seed=seed)["all"],
        by_domain=group_by(questions, lost, lambda one: domain_of(one.source), seed=seed),
        by_source=group_by(questions, lost, lambda one: one.source, seed=seed),
        by_level=group_by(questions, lost, lambda one: one.level, seed=seed),
        by_source_and_level=group_by(
            questions, lost, lambda one: (one.source, one.level), seed=seed
        ),
        zero_shot=zero_shot(questions, seed=seed),
        not_asked=max(0, file.total - len(file.rows) - len(lost)),
        reasons=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        estimated=sum(row.estimated for row in file.rows),
        over_cap=_over_cap(file),
    )


def _over_cap(file: RowFile[QuestionRow]) -> int:
    cap = file.settings.get("max_tokens")
    return sum(row.tokens > cap for row in file.rows) if isinstance(cap, int) else 0


def write_scaling(path: Path, scaling: Scaling) -> None:
    """Writes a summary as JSON."""
    write_whole(path, json.dumps(scaling.as_json(), indent=2) + "\n")
