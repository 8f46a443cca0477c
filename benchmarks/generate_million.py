"""Writes a million tasks: memory over time, cores in use, and a kill half way that leaves no trace.

    python benchmarks/generate_million.py
    python benchmarks/generate_million.py --count 50000

Three runs of `ponder generate`: one undisturbed and watched, one killed (SIGKILL, the whole
process group) when half of the file is there, and one that goes on with what the second left.
Memory is the resident size summed over the process tree, so pages that processes share count
more than once: an upper bound.
"""

import argparse
import hashlib
import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

SOURCES = "chain_sum:1-8"
SAMPLE_SECONDS = 0.1
PARTS_OF_RUN = 4


@dataclass
class Watch:
    """What a process tree used.

    Attributes:
        seconds: Wall time.
        memory: Bytes at each sample.
        cpu: CPU seconds by process id, as last seen.
    """

    seconds: float = 0.0
    memory: list[int] = field(default_factory=list)
    cpu: dict[int, float] = field(default_factory=dict)

    def sample(self, root: psutil.Process) -> None:
        """Looks at every process of the tree once."""
        total = 0
        for process in [root, *root.children(recursive=True)]:
            try:
                with process.oneshot():
                    total += process.memory_info().rss
                    times = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            self.cpu[process.pid] = times.user + times.system
        self.memory.append(total)

    def peaks(self) -> list[int]:
        """The highest memory in each quarter of the run."""
        ends = [len(self.memory) * part // PARTS_OF_RUN for part in range(PARTS_OF_RUN + 1)]
        return [max(self.memory[a:b]) for a, b in itertools.pairwise(ends) if a < b]


def start(path: Path, count: int, workers: int) -> "subprocess.Popen[bytes]":
    """Starts `ponder generate` as the leader of its own process group."""
    command = [sys.executable, "-m", "ponder", "generate", SOURCES, "--count", str(count)]
    command += ["--workers", str(workers), "-o", str(path)]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)


def watch(process: "subprocess.Popen[bytes]") -> Watch:
    """Waits for the end of a run and looks at it all the while."""
    watched, began, root = Watch(), time.perf_counter(), psutil.Process(process.pid)
    while process.poll() is None:
        try:
            watched.sample(root)
        except psutil.NoSuchProcess:
            break
        time.sleep(SAMPLE_SECONDS)
    if process.wait() != 0:
        raise SystemExit(f"ponder generate ended with code {process.returncode}")
    watched.seconds = time.perf_counter() - began
    return watched


def kill_at(process: "subprocess.Popen[bytes]", part: Path, size: int) -> int:
    """Kills a run's whole group once its part has `size` bytes; gives the size it got to."""
    while not part.exists() or part.stat().st_size < size:
        if process.poll() is not None:
            raise SystemExit("the run was done before it could be killed; raise --count")
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return part.stat().st_size


def sha256(path: Path) -> str:
    """Hashes a file without holding it."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main() -> int:
    """Runs the benchmark and prints its table; 1 if the two files differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder, "whole.jsonl"), Path(folder, "killed.jsonl")
        watched = watch(start(whole, options.count, options.workers))
        size = whole.stat().st_size
        run = start(killed, options.count, options.workers)
        reached = kill_at(run, killed.with_name("killed.jsonl.part"), size // 2)
        resumed = watch(start(killed, options.count, options.workers))
        hashes = sha256(whole), sha256(killed)
    per_second = options.count / watched.seconds
    rows = {
        "tasks": f"{options.count:,} of {SOURCES}, {size / 1e6:,.1f} MB",
        "undisturbed run": f"{watched.seconds:.1f} s, {per_second:,.0f} tasks/s",
        "cores in use, mean": f"{sum(watched.cpu.values()) / watched.seconds:.2f}",
        "CPU seconds a process": ", ".join(f"{cpu:.1f}" for cpu in watched.cpu.values()),
        "peak MB by quarter": ", ".join(f"{peak / 1e6:.0f}" for peak in watched.peaks()),
        "killed at": f"{reached / size:.0%} of the bytes",
        "resumed run": f"{resumed.seconds:.1f} s",
        "sha256, undisturbed": hashes[0],
        "sha256, killed and resumed": hashes[1],
        "same file": "yes" if hashes[0] == hashes[1] else "NO",
    }
    for title, value in rows.items():
        print(f"{title:<28}{value}")
    return 0 if hashes[0] == hashes[1] else 1


if __name__ == "__main__":
    sys.exit(main())
