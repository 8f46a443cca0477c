"""Rule 7: what blind guessing earns is known, and no blind guess earns more."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ponder import verifiers
from ponder.quoting import quoted
from ponder.task import Task
from ponder.testing import guesses
from ponder.testing.guesses import Guess
from ponder.testing.report import Finding, judge
from ponder.testing.sample import SEEDS, Sample
from ponder.testing.statistics import FOUR_SIGMA, upper_tail

HIGHEST_CHANCE = 0.5
SCREENED = 10
"""Tasks a level on which every guess is tried; those never right there are given up."""


def guessing(sample: Sample) -> Finding:
    """Tries every blind guess.

    A guess fails where it is right so often that chance alone would do that with a
    probability beyond four standard deviations, shared out among all guesses and levels.
    """
    chance = {level: sample.family.chance(level) for level in sample.tasks}
    faults = [
        f"chance({level}) is {p}, 0 to {HIGHEST_CHANCE} is allowed"
        for level, p in chance.items()
        if not 0 <= p <= HIGHEST_CHANCE
    ]
    if faults or not len(sample):
        return judge("guessing", faults, "nothing was drawn")
    tried = dict(strategies(sample))
    known: dict[tuple[str, str], bool] = {}
    limit = FOUR_SIGMA / (len(tried) * (len(sample.tasks) + 1))
    best = (0.0, "none of them")
    for name, guess in tried.items():
        if not any(_right(task, guess(task), known) for task in _screen(sample)):
            continue
        hits = {
            level: [_right(task, guess(task), known) for task in tasks]
            for level, tasks in sample.levels.items()
        }
        share = sum(map(sum, hits.values())) / len(sample)
        best = max(best, (share, name))
        faults += _beaten(name, guess, sample.levels, hits, chance, limit)
    mean = sum(chance[task.level] for task in sample) / len(sample)
    praise = (
        f"{len(tried)} guesses on {len(sample)} tasks; the best, {best[1]}, is right in "
        f"{best[0]:.3f} where chance is {mean:.3f}"
    )
    return judge("guessing", faults, praise)


def strategies(sample: Sample) -> Iterator[tuple[str, Guess]]:
    """All guesses, by name; the commonest answers come from the other seed's draws."""
    yield from guesses.constants()
    yield from guesses.frequent(_commonest(sample))
    yield from guesses.copied()
    yield from guesses.shaped()


def _commonest(sample: Sample) -> dict[tuple[int, int], list[str]]:
    found = {}
    for level, drawn in sample.tasks.items():
        for seed, others in zip(SEEDS, reversed(drawn), strict=True):
            ranked = Counter(task.answer for task in others).most_common(guesses.FREQUENT)
            found[level, seed] = [answer for answer, _ in ranked]
    return found


def _screen(sample: Sample) -> Iterator[Task]:
    """Some tasks of both seeds at every level."""
    for tasks in sample.levels.values():
        yield from tasks[:: max(1, len(tasks) // SCREENED)]


def _right(task: Task, answer: str | None, known: dict[tuple[str, str], bool]) -> bool:
    """Judges a guess, once for all guesses that come to the same text."""
    if answer is None:
        return False
    at = (task.uid, answer)
    if at not in known:
        known[at] = verifiers.verify(task, f"<answer>{answer}</answer>").correct
    return known[at]


def _beaten(
    name: str,
    guess: Guess,
    tasks: Mapping[int, Sequence[Task]],
    hits: Mapping[int, Sequence[bool]],
    chance: Mapping[int, float],
    limit: float,
) -> Iterator[str]:
    """Tests a guess over all levels together, then at each alone; yields the first excess."""
    everywhere = ("all levels", [(level, hit) for level, found in hits.items() for hit in found])
    alone = [(f"level {level}", [(level, hit) for hit in hits[level]]) for level in hits]
    for where, results in (everywhere, *alone):
        odds = [chance[level] for level, _ in results]
        right = sum(hit for _, hit in results)
        if right > sum(odds) and upper_tail(odds, right) < limit:
            level, at = next(
                (level, i) for level in hits for i, hit in enumerate(hits[level]) if hit
            )
            task = tasks[level][at]
            yield (
                f"{name} is right in {right} of {len(results)} tasks at {where}, "
                f"{sum(odds):.1f} are expected of chance (e.g. {quoted(guess(task), 60)} "
                f"for {task.uid}): draw other answers, or let chance(level) admit it"
            )
            return
