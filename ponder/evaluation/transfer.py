"""Transfer: what training on one domain does to the answers in another.

Policies that were trained on one source each, from one start and with several seeds, answer the
same questions as the start did. A cell of the matrix is their change against it, on the questions
of one source; its interval is over questions and over seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ponder.evaluation.intervals import Interval, bootstrap_crossed, bootstrap_mean
from ponder.evaluation.rows import QuestionRow
from ponder.evaluation.summary import QUESTION_MEASURES, Unit
from ponder.generators.mixture import Mixture
from ponder.quoting import quoted
from ponder.randomness import derive_seed


@dataclass(frozen=True, slots=True)
class Cell:
    """What training on one thing did to the answers to another.

    Attributes:
        trained: What was trained on.
        tested: What was asked.
        seeds: Training runs.
        questions: That each run, and the start, answered.
        before: The start's mean, its interval over questions.
        after: The runs' mean, its interval over questions and seeds.
        change: The mean of the paired differences, likewise.
    """

    trained: str
    tested: str
    seeds: int
    questions: int
    before: Interval
    after: Interval
    change: Interval


@dataclass(frozen=True, slots=True)
class TransferMatrix:
    """One measure's changes, by what was trained on and what was asked.

    Attributes:
        measure: Its name, as in `QUESTION_MEASURES`.
        unit: As in `Measure`.
        trained: The rows, in the order given: a source, or a mixture as it is written.
        tested: The columns; what was trained on first, in its order.
        cells: By row and column.
    """

    measure: str
    unit: Unit
    trained: Sequence[str]
    tested: Sequence[str]
    cells: Mapping[tuple[str, str], Cell]

    def as_json(self) -> dict[str, Any]:
        """Gives all of it as JSON values."""
        return {
            "measure": self.measure,
            "unit": self.unit,
            "cells": [
                {
                    "trained": cell.trained,
                    "tested": cell.tested,
                    "seeds": cell.seeds,
                    "questions": cell.questions,
                    **{
                        name: getattr(cell, name).as_json()
                        for name in ("before", "after", "change")
                    },
                }
                for cell in self.cells.values()
            ],
        }


def transfer_matrix(
    start: Sequence[QuestionRow],
    trained: Mapping[str, Mapping[int, Sequence[QuestionRow]]],
    *,
    measure: str = "accuracy",
    by: Callable[[QuestionRow], str] = lambda row: row.source,
    seed: int = 0,
) -> TransferMatrix:
    """Makes the matrix of one measure.

    Args:
        start: The untrained policy's answers.
        trained: By what was trained on, and by seed: that run's answers to the same questions.
        measure: `accuracy` or `tokens`, or another of `QUESTION_MEASURES`.
        by: The column of a row; by default its source.
        seed: Of the bootstrap.

    Raises:
        ValueError: If the measure is unknown, there is no answer or no run, or a run answered
            other questions than the start.
    """
    measures = {one.name: one for one in QUESTION_MEASURES}
    if measure not in measures:
        raise ValueError(f"measure must be one of {sorted(measures)}, got {quoted(measure)}")
    if not start or not trained or not all(trained.values()):
        raise ValueError(
            "start and trained must hold answers and at least one run for each row, got "
            f"{len(start)} answers and runs {[len(runs) for runs in trained.values()]}"
        )
    read = measures[measure].value
    before = _table(start, by, read)
    after = {
        (name, run): _same_questions(_table(rows, by, read), before, f"{name!r}, seed {run}")
        for name, runs in trained.items()
        for run, rows in runs.items()
    }
    own = dict.fromkeys(name for row in trained for name in sorted(sources_of(row)))
    tested = [name for name in own if name in before]
    tested += [name for name in before if name not in own]
    cells = {}
    for name, runs in trained.items():
        for column in tested:
            one = derive_seed("bootstrap", seed, "transfer", measure, name, column)
            olds = list(before[column].values())
            news = [[after[name, run][column][key] for key in before[column]] for run in runs]
            moved = [[new - old for new, old in zip(row, olds, strict=True)] for row in news]
            cells[name, column] = Cell(
                name,
                column,
                len(runs),
                len(olds),
                bootstrap_mean(olds, seed=one),
                bootstrap_crossed(news, seed=one),
                bootstrap_crossed(moved, seed=one),
            )
    return TransferMatrix(measure, measures[measure].unit, list(trained), tested, cells)


def sources_of(trained: str) -> frozenset[str]:
    """Names the sources of what was trained on, be it one's name or a mixture as it is written.

    >>> sorted(sources_of("gcd:1-4*2,lcm")), sorted(sources_of("sums of ours"))
    (['gcd', 'lcm'], ['sums of ours'])
    """
    try:
        parts = Mixture.parse(trained).parts
    except (ValueError, OSError):
        return frozenset({trained})
    return frozenset(part.source for part in parts if isinstance(part.source, str)) | frozenset(
        part.source.name for part in parts if not isinstance(part.source, str)
    )


def _table(
    rows: Sequence[QuestionRow],
    by: Callable[[QuestionRow], str],
    read: Callable[[QuestionRow], float],
) -> dict[str, dict[tuple[str, str], float]]:
    """A value for each question of each column: the mean over the answers to it."""
    found: dict[str, dict[tuple[str, str], list[float]]] = {}
    for row in rows:
        values = found.setdefault(by(row), {}).setdefault((row.source, row.uid), [])
        values.append(float(read(row)))
    return {
        column: {key: sum(values) / len(values) for key, values in questions.items()}
        for column, questions in found.items()
    }


def _same_questions(
    found: dict[str, dict[tuple[str, str], float]],
    wanted: Mapping[str, Mapping[tuple[str, str], float]],
    run: str,
) -> dict[str, dict[tuple[str, str], float]]:
    for column in {*found, *wanted}:
        if found.get(column, {}).keys() != wanted.get(column, {}).keys():
            raise ValueError(
                f"every run must have answered the start's questions; the run {run} answered "
                f"others of {column!r}"
            )
    return found
