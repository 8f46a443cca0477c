r"""Judges renderings and near misses of real answers: how many are accepted, and how soon.

    python benchmarks/maths.py --data data/math500
    python benchmarks/maths.py --data data/math500 --show --every 10

Reads the answers of every `*.jsonl` file of a folder (rows with a field `answer`, such as those
of MATH), adds some kinds of answers that are rare there, and writes each of them in many ways
that say the same and in many that do not (`maths_renderings`, `maths_near_misses`). A good
checker accepts all of the former and none of the latter. With the package math-verify
(pip install "math-verify==0.9.*") the same pairs go through its `parse` and `verify` as well,
with the timeouts it comes with.

Times are CPU seconds of one process. Reading the reference answer is not timed: both checkers
do it once. math-verify finds an answer in a text by its delimiters: what has none goes to it
between dollar signs, where it makes the fewest mistakes.
"""

import argparse
import itertools
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maths_near_misses import near_misses
from maths_renderings import renderings

from ponder.verifiers import checkers
from ponder.verifiers.verdict import Unreadable

RARE = [
    r"\{1,2,5\}",
    r"(-\infty, -3)\cup(2,5]",
    r"[0,\frac{1}{2})",
    "x > 3",
    r"2 \le x < 7",
    r"|x| < 2",
    r"\{x : x > 2\}",
    r"\frac{x+1}{x-2}",
    r"x^2+2xy+y^2",
    r"\sin 2x",
    "1,234,567",
    "12.5",
    r"25\%",
    r"\log_2 7",
    r"e^{3}",
    r"\binom{9}{4}",
    "y = 3x - 4",
    r"2+\sqrt[3]{5}",
    r"\frac{1+\sqrt{5}}{2}",
    r"-\frac{7}{3}",
    r"5 \pmod{12}",
    "1011_2",
    r"\frac{2\pi}{3}",
    r"\sqrt{2}+\sqrt{3}",
    r"3 \text{ meters}",
    "(-1, 2), (3, 4)",
    r"\ln 5",
    "n!",
    r"\frac{a^2b}{c}",
    r"7\sqrt{2} - 3i",
    r"\sum_{k=1}^{4} k^3",
]
ENOUGH = 12
WARM_UP = [(r"\sqrt{2}+x", r"x+\sqrt{2}"), (r"\sin x+1", r"\cos x"), ("1/3", "x")]

Judge = Callable[[str, str], tuple[bool, float]]
"""Takes an answer and a gold; gives whether it is accepted, and the seconds that took."""


@dataclass
class Score:
    """What a checker made of all pairs."""

    accepted: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    judged: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    seconds: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def add(
        self, gold: str, kind: str, answer: str, same: bool, verdict: bool, took: float
    ) -> None:
        """Counts one verdict."""
        self.judged[same] += 1
        self.accepted[same] += verdict
        self.seconds.append(took)
        if verdict != same:
            word = "refused" if same else "accepted"
            self.mistakes.append(f"{word} {answer!r} ({kind}) for {gold!r}")

    def share(self, same: bool) -> float:
        """The share accepted of the renderings, or of the near misses."""
        return self.accepted[same] / max(self.judged[same], 1)

    def microseconds(self, share: float) -> float:
        """The time within which so many of the verdicts came."""
        ordered = sorted(self.seconds)
        return 1e6 * ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def ponder_judge(answer: str, gold: str) -> tuple[bool, float]:
    """Asks the checker `math`."""
    check = checkers.find("math").check
    started = time.process_time()
    try:
        verdict = check(answer, gold, {}, {}).correct
    except Unreadable:
        verdict = False
    return verdict, time.process_time() - started


def math_verify_judge() -> Judge | None:
    """Gives math-verify's judge; None if it is not installed."""
    try:
        from math_verify import parse, verify
    except ImportError:
        return None
    golds: dict[str, list] = {}

    def judge(answer: str, gold: str) -> tuple[bool, float]:
        if gold not in golds:
            golds[gold] = parse(f"${gold}$")
        bare = not any(mark in answer for mark in ("$", r"\boxed", r"\(", r"\["))
        text = f"${answer}$" if bare else answer
        started = time.process_time()
        verdict = verify(golds[gold], parse(text))
        return verdict, time.process_time() - started

    return judge


def read_golds(folder: Path) -> list[str]:
    """Reads the reference answers of a folder, each once."""
    lines = (
        line for path in sorted(folder.glob("*.jsonl")) for line in path.open(encoding="utf-8")
    )
    return list(dict.fromkeys(json.loads(line)["answer"] for line in lines if line.strip()))


def pairs(golds: Iterable[str], seed: int) -> list[tuple[str, str, str, bool]]:
    """Gives gold, kind, answer, and whether the answer says the same as the gold."""
    found = []
    for gold in golds:
        found += [(gold, kind, text, True) for kind, text in renderings(gold).items()]
        rng = random.Random(f"{seed} {gold}")
        found += [(gold, kind, text, False) for kind, text in near_misses(gold, rng).items()]
    return found


def score(judges: Sequence[Judge], cases: Iterable[tuple[str, str, str, bool]]) -> list[Score]:
    """Puts all pairs to the judges, gold by gold in turns, so that a busy moment meets all."""
    results = [Score() for _ in judges]
    for judge in judges:
        for answer, gold in WARM_UP:
            judge(answer, gold)
    for _, group in itertools.groupby(cases, key=lambda case: case[0]):
        of_gold = list(group)
        for judge, result in zip(judges, results, strict=True):
            for gold, kind, answer, same in of_gold:
                verdict, took = judge(answer, gold)
                result.add(gold, kind, answer, same, verdict, took)
    return results


def row(name: str, result: Score) -> str:
    """Writes the line of one checker."""
    counts = [f"{result.accepted[same]}/{result.judged[same]}" for same in (True, False)]
    shares = [
        f"{count} {result.share(same):8.3%}"
        for count, same in zip(counts, (True, False), strict=True)
    ]
    times = [f"{result.microseconds(share):10,.0f}" for share in (0.5, 0.99, 1.0)]
    return f"{name:<12}{shares[0]:>22}{shares[1]:>22} {''.join(times)}"


def main() -> int:
    """Runs the benchmark and prints its table; 0 also where there is no data."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("data/math500"), help="*.jsonl files")
    parser.add_argument("--seed", type=int, default=0, help="of the digits that change")
    parser.add_argument("--show", action="store_true", help="print what ponder judges wrongly")
    parser.add_argument("--alone", action="store_true", help="leave math-verify out")
    parser.add_argument("--every", type=int, default=1, help="judge every n-th pair alone")
    options = parser.parse_args()
    if not any(options.data.glob("*.jsonl")):
        print(f"skipped: no *.jsonl files in {options.data}; name their folder with --data")
        return 0
    golds = list(dict.fromkeys([*read_golds(options.data), *RARE]))
    cases = pairs(golds, options.seed)
    counts = {(gold, same): 0 for gold in golds for same in (True, False)}
    for gold, _, _, same in cases:
        counts[gold, same] += 1
    few = [f"{gold} ({count})" for (gold, _), count in counts.items() if count < ENOUGH]
    print(
        f"{len(golds)} answers, {len(cases)} pairs; fewer than {ENOUGH}: {', '.join(few) or 'none'}"
    )
    print(f"{'':<12}{'renderings accepted':>22}{'near misses accepted':>22} {'median us':>10}"
          f"{'p99 us':>10}{'max us':>10}")  # fmt: skip
    judge = None if options.alone else math_verify_judge()
    judges = [ponder_judge] if judge is None else [ponder_judge, judge]
    ours, *others = score(judges, cases[:: options.every])
    print(row("ponder", ours))
    for mistake in ours.mistakes if options.show else ():
        print(mistake)
    if not others:
        print("math-verify is not installed or left out: no comparison")
        return 0
    (theirs,) = others
    print(row("math-verify", theirs))
    for name, share in (("median", 0.5), ("p99", 0.99), ("max", 1.0)):
        ratio = theirs.microseconds(share) / ours.microseconds(share)
        print(f"math-verify takes {ratio:,.1f} times as long ({name})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
