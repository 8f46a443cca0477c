"""What the verifiers' tests are worth: the share of random mutants that they kill.

    python benchmarks/mutation.py
    python benchmarks/mutation.py --mutants 40 --seed 1     # a quick look

A mutant is one small change of `ponder/verifiers` (see mutants.py). It is judged by the tests
that ran the changed line when nothing was changed, the shortest first, up to the first that
fails; a change that takes effect on import is judged by all of them, those that use its module
first. A mutant is killed by a failing test, or by one that takes many times its usual time; it
survives where every test passes, or none runs its line.

Exit code 1 where less than 90 % are killed. A stopped run goes on where it was: results are kept
under `--out`, and used again as long as neither the sources nor the tests change; during a run
neither may.
"""

import argparse
import dataclasses
import hashlib
import json
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from mutant_tests import FORK, ROOT, SOURCES, TESTS, Baseline, judge, measure
from mutants import Mutant, mutants_of

WANTED = 0.9
WALL_SECONDS, WALL_FACTOR = 120, 30
"""Wall time for a mutant: so many times its tests' CPU time, and two minutes on top."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What became of a mutant.

    Attributes:
        mutant: The mutant.
        outcome: `killed`, `timeout`, `survived` or `uncovered`.
        by: The test that decided it, if any.
        seconds: Wall time.
    """

    mutant: Mutant
    outcome: str
    by: str
    seconds: float

    @property
    def dead(self) -> bool:
        """Whether the tests noticed."""
        return self.outcome in ("killed", "timeout")


@dataclasses.dataclass
class _Job:
    mutant: Mutant
    process: BaseProcess
    receiver: Connection
    began: float
    wall_seconds: float

    @property
    def left(self) -> float:
        return max(0.0, self.began + self.wall_seconds - time.monotonic())

    def end(self) -> Result:
        """Reads the outcome; a process that has none to give was ended by a limit, or is now."""
        try:
            outcome, by = self.receiver.recv() if self.receiver.poll() else ("timeout", "")
        except EOFError:
            outcome, by = "timeout", ""
        self.process.kill()
        self.process.join()
        return Result(self.mutant, outcome, by, round(time.monotonic() - self.began, 2))


def start(mutant: Mutant, tests: Mapping[str, float]) -> _Job:
    """Forks a process for a mutant."""
    receiver, sender = FORK.Pipe(duplex=False)
    process = FORK.Process(target=judge, args=(sender, mutant, tests), daemon=True)
    process.start()
    sender.close()
    wall_seconds = WALL_SECONDS + WALL_FACTOR * sum(tests.values())
    return _Job(mutant, process, receiver, time.monotonic(), wall_seconds)


def judge_all(mutants: Sequence[Mutant], baseline: Baseline, workers: int) -> Iterator[Result]:
    """Judges mutants, as many at a time as there are workers, and yields results as they come."""
    waiting, running = list(reversed(mutants)), list[_Job]()
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop()
            tests = baseline.tests_for(mutant)
            if tests:
                running.append(start(mutant, tests))
            else:
                yield Result(mutant, "uncovered", "", 0.0)
        if running:
            ended = wait([job.receiver for job in running], min(job.left for job in running))
            for job in [job for job in running if job.receiver in ended or not job.left]:
                running.remove(job)
                yield job.end()


def take_baseline(file: Path) -> Baseline:
    """Reads the baseline, or runs the tests for it."""
    if not file.exists():
        print("running the tests unchanged, line by line ...", flush=True)
        receiver, sender = FORK.Pipe(duplex=False)
        process = FORK.Process(target=measure, args=(sender,))
        process.start()
        sender.close()
        measured = receiver.recv()
        process.join()
        if isinstance(measured, str):
            raise SystemExit(measured)
        file.write_text(json.dumps(dataclasses.asdict(measured)), "utf-8")
    return Baseline(**json.loads(file.read_text("utf-8")))


def read_results(file: Path) -> dict[Mutant, Result]:
    """Reads what an earlier run found; the line in which it was killed is left out."""
    found = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else []:
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        mutant = Mutant(**record.pop("mutant"))
        found[mutant] = Result(mutant, **record)
    return found


def report(results: Iterable[Result]) -> float:
    """Prints the survivors and a table by file; gives the share that was killed."""
    by_file = defaultdict(list)
    for result in sorted(results, key=lambda r: (r.mutant.path, r.mutant.line)):
        by_file[result.mutant.path].append(result)
        if not result.dead:
            print(f"{result.outcome:<10}{result.mutant}")
    print(f"\n{'file':<40}{'mutants':>8}{'killed':>8}{'timeout':>8}{'alive':>8}{'share':>8}")
    everything = [result for rows in by_file.values() for result in rows]
    for path, rows in [*by_file.items(), ("all", everything)]:
        outcomes = Counter(result.outcome for result in rows)
        dead = sum(result.dead for result in rows)
        numbers = len(rows), outcomes["killed"], outcomes["timeout"], len(rows) - dead
        print(f"{path:<40}{''.join(f'{n:>8}' for n in numbers)}{dead / len(rows):>8.0%}")
    print(f"{sum(r.seconds for r in everything) / len(everything):.1f} s a mutant")
    return sum(result.dead for result in everything) / len(everything)


def main() -> int:
    """Runs the benchmark; 1 where fewer mutants are killed than wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("runs/mutation"))
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    sources = {str(path): path.read_text("utf-8") for path in sorted(Path(SOURCES).rglob("*.py"))}
    tests = [
        path.read_bytes() for path in sorted(Path(TESTS).rglob("*.*")) if path.suffix != ".pyc"
    ]
    state = hashlib.sha256(repr((sources, tests)).encode()).hexdigest()[:12]
    every = [mutant for path, source in sources.items() for mutant in mutants_of(path, source)]
    sample = random.Random(options.seed).sample(every, min(options.mutants, len(every)))
    baseline = take_baseline(out / f"baseline-{state}.json")
    kept = out / f"results-{state}.jsonl"
    found = read_results(kept)
    missing = [mutant for mutant in sample if mutant not in found]
    print(f"{len(sample)} of {len(every)} mutants, {len(missing)} to do", flush=True)
    with kept.open("a", encoding="utf-8") as file:
        file.write("\n")
        for result in judge_all(missing, baseline, options.workers):
            found[result.mutant] = result
            file.write(json.dumps(dataclasses.asdict(result)) + "\n")
            file.flush()
            print(f"{result.outcome:<10}{result.mutant}", flush=True)
    return 0 if report(found[mutant] for mutant in sample) >= WANTED else 1


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONHASHSEED": "0"})
    sys.exit(main())
