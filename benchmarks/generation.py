"""Time to generate a task, beside Reasoning Gym 0.1.25 where it has a family of the same name.

    python benchmarks/generation.py
    python benchmarks/generation.py gcd lcm

The two take turns of ten items in one process, each a fresh index, and the median of the
processor time an item counts. Reasoning Gym generates by its defaults, Ponder at the level whose
problems are of about that size. Ponder's time includes what Reasoning Gym does not do: drawing
again until the problem lies in the wanted split. Worked solutions are written when they are first
read; a column of its own shows the time with them. The exit status is 1 if a bar is missed:

- no family takes over 30 us and over 1.5 times as long as in Reasoning Gym;
- over the families that take Reasoning Gym over 30 us, Ponder is twice as fast in geometric mean;
- each family that takes Reasoning Gym over 3.5 ms is ten times as fast.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from ponder import generate
from ponder.generators.registry import names

SMALL_US = 30.0
SLOWER = 1.5
MEAN_FASTER = 2.0
HEAVY_US, HEAVY_FASTER = 3500.0, 10.0
ITEMS, TURN = 300, 10
SECONDS = 0.5

LEVEL = 2
"""Where most of Reasoning Gym's defaults lie: three to five terms, numbers or words."""
LEVELS = {
    "calendar_arithmetic": 1,  # one move
    "caesar_cipher": 10,  # 11 words; there 3 to 20
    "coin_flip": 1,  # two coins with chances of their own; there up to 15 fair ones
    "complex_arithmetic": 1,  # two numbers
    "countdown": 3,  # five numbers
    "dice": 7,  # four dice
    "gcd": 5,  # six divisions; there numbers up to 1000
    "group_anagrams": 5,  # six groups
    "intermediate_integration": 1,  # one function
    "isomorphic_strings": 1,  # strings of 7 letters; there 2 to 10
    "knights_knaves": 1,  # three people; there two
    "leg_counting": 6,  # seven kinds of animals
    "mini_sudoku": 5,  # ten cells to fill
    "polynomial_multiplication": 4,  # three terms each
    "propositional_logic": 1,  # four letters; there two to four
    "ransom_note": 1,  # two words; there up to ten letters
    "spell_backward": 1,  # two words; there one
    "string_insertion": 1,  # 12 letters; there 5 to 20
    "time_intervals": 1,  # one interval
    "word_ladder": 5,  # words of four letters
}
"""The level of each other family, and the size that is alike there."""
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "count_primes": {"max_n": 60},  # intervals of 15 numbers; by default of 2,500
}
"""What is not left to Reasoning Gym's defaults."""


class Row(NamedTuple):
    """Median processor times of an item, in microseconds."""

    name: str
    ponder: float
    solved: float
    theirs: float

    @property
    def speedup(self) -> float:
        """How many times as fast Ponder is."""
        return self.theirs / self.ponder

    @property
    def slow(self) -> bool:
        """Whether the family misses the first bar."""
        return self.ponder > max(SLOWER * self.theirs, SMALL_US)


def measure(name: str, create: Callable[..., Any]) -> Row:
    """Times one family; `create` makes Reasoning Gym's dataset."""
    dataset = create(name, seed=1, size=ITEMS, **CONFIGURATIONS.get(name, {}))
    level = LEVELS.get(name, LEVEL)
    ours, solved, theirs = [], [], []
    started = time.process_time()
    for start in range(0, ITEMS, TURN):
        turn = range(start, start + TURN)
        ours += [microseconds(lambda i: generate(name, level=level, index=i), i) for i in turn]
        solved += [
            microseconds(lambda i: tuple(generate(name, level=level, index=i).steps), i)
            for i in turn
        ]
        theirs += [microseconds(dataset.__getitem__, i) for i in turn]
        if time.process_time() - started > SECONDS:
            break
    # The first item also pays for imports and tables.
    return Row(name, *(statistics.median(times[1:]) for times in (ours, solved, theirs)))


def microseconds(make: Callable[[int], object], index: int) -> float:
    """The processor time of one item."""
    started = time.process_time_ns()
    make(index)
    return (time.process_time_ns() - started) / 1000


def verdict(rows: list[Row]) -> bool:
    """Prints the three bars; whether all hold."""
    slow = [row.name for row in rows if row.slow]
    counted = [row.speedup for row in rows if row.theirs > SMALL_US]
    mean = statistics.geometric_mean(counted) if counted else float("inf")
    overall = statistics.geometric_mean(row.speedup for row in rows)
    heavy = [row for row in rows if row.theirs > HEAVY_US]
    print(f"\nover {SMALL_US:g} us and {SLOWER:g} times as slow: {len(slow)} {' '.join(slow)}")
    print(f"speed-up, geometric mean of {len(counted)}: {mean:.1f}; bar {MEAN_FASTER:g}")
    print(f"speed-up, geometric mean of all {len(rows)}: {overall:.2f}; no bar")
    print(f"over {HEAVY_US / 1000:g} ms in Reasoning Gym; bar {HEAVY_FASTER:g}:")
    for row in heavy:
        print(f"  {row.name:<28}{row.speedup:.0f} times as fast")
    return not slow and mean >= MEAN_FASTER and all(r.speedup >= HEAVY_FASTER for r in heavy)


def main() -> int:
    """Prints the table; 0 if all bars hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="families; all that both have when left out")
    wanted = parser.parse_args().names
    from reasoning_gym.factory import DATASETS, create_dataset

    common = [name for name in names() if name in DATASETS and name in (wanted or DATASETS)]
    print(f"{'family':<28}{'level':>5}{'ponder us':>12}{'with steps':>12}{'rg us':>12}{'ratio':>8}")
    rows = []
    for name in common:
        row = measure(name, create_dataset)
        level = LEVELS.get(name, LEVEL)
        mark = " slow" if row.slow else ""
        print(
            f"{name:<28}{level:>5}{row.ponder:>12.1f}{row.solved:>12.1f}{row.theirs:>12.1f}"
            f"{row.speedup:>8.2f}{mark}",
            flush=True,
        )
        rows.append(row)
    return 0 if verdict(rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
