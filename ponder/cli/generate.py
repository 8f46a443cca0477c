"""`ponder generate`: write tasks, or whole episodes, to a file."""

import functools
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponder.task import Split

if TYPE_CHECKING:
    from ponder.generators.mixture import Mixture

# Large enough that starting a unit costs nothing, small enough that little is lost by a kill.
TASKS_A_CHUNK = 1_000
EPISODES_A_CHUNK = 50


@dataclass(frozen=True)
class Job:
    """What decides the lines of the file.

    Attributes:
        sources: A mixture as `Mixture.parse` reads it.
        split: `train`, `valid` or `test`.
        seed: Names the stream.
        count: Lines.
        episodes: Whether a line is an episode instead of a task.
    """

    sources: str
    split: Split
    seed: int
    count: int
    episodes: bool

    @property
    def chunk(self) -> int:
        """Lines of a work unit."""
        return EPISODES_A_CHUNK if self.episodes else TASKS_A_CHUNK

    @property
    def chunks(self) -> int:
        """Work units."""
        return -(-self.count // self.chunk)

    def lines(self, unit: int) -> range:
        """The indexes of a work unit."""
        return range(unit * self.chunk, min(self.count, (unit + 1) * self.chunk))


def command(
    sources: Annotated[str, typer.Argument(help="NAME[=PATH][:LEVEL[-LEVEL]][*WEIGHT],...")],
    count: Annotated[int, typer.Option("--count", "-n", help="How many.")] = 1_000,
    seed: Annotated[int, typer.Option(help="Names the stream; any integer.")] = 0,
    split: Annotated[Split, typer.Option(help="Disjoint by content.")] = "train",
    workers: Annotated[
        int | None, typer.Option(help="Processes; default: one a core. The file is the same.")
    ] = None,
    episodes: Annotated[
        bool, typer.Option("--episodes", help="Write episodes of the budget environment.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="A .jsonl or .parquet file; default: lines to stdout."),
    ] = None,
) -> None:
    """Write tasks of a mixture of sources: one source or many, by weight and level.

    Equal arguments give equal bytes, whatever the number of workers. Memory does not grow with
    the count. A run that was stopped, even by kill -9 or a power cut, goes on where it was when
    the same command is run again.

    For example:

        ponder generate chain_sum:3 -n 5
        ponder generate chain_sum:1-8 -n 1000000 -o tasks.jsonl
        ponder generate "chain_sum:1-8,gcd:1-4*2" --split test -o test.parquet
        ponder generate "chain_sum,metamathqa=MetaMathQA.json*3" -o mixed.jsonl
        ponder generate chain_sum --episodes -n 100 -o episodes.jsonl
    """
    from ponder.cli._ordered import processes_to_use

    job = Job(sources, split, seed, count, episodes)
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    processes = processes_to_use(workers)
    if output is None:
        for chunk in _chunks(job, 0, processes):
            sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
    else:
        _write(job, processes, output)


def _write(job: Job, workers: int, output: Path) -> None:
    from rich.console import Console

    from ponder.cli._progress import progress
    from ponder.cli._resumable import open_part
    from ponder.cli._rows import file_format, jsonl_to_parquet
    from ponder.generators.corpora.shelf import registered

    convert = jsonl_to_parquet if file_format(output) == ".parquet" else None
    what = "episodes" if job.episodes else "tasks"
    identity = _identity(job)  # Reading the mixture registers the corpora it names.
    corpora = [Path(place).expanduser() for place in registered().values()]
    with open_part(output, identity, inputs=corpora) as part:
        done = min(part.chunks * job.chunk, job.count)
        with progress(what, done=done, total=job.count) as advance:
            for unit, chunk in enumerate(_chunks(job, part.chunks, workers), start=part.chunks):
                part.append(chunk)
                advance(len(job.lines(unit)))
        part.publish(convert)
    Console(stderr=True, highlight=False).print(
        f"{job.count:,} {what} in {output}" + (f" ({done:,} from before)" if done else ""),
        soft_wrap=True,
    )


def _identity(job: Job) -> dict[str, Any]:
    """Says what decides the file's bytes."""
    from ponder import __version__

    mixture = _mixture(job).digest
    return {"ponder": __version__, "mixture": mixture, "first": _fingerprint(job), **asdict(job)}


def _fingerprint(job: Job) -> str:
    """Hashes a task of each part, so that no run goes on with a family that was edited since."""
    from ponder.randomness import digest

    parts = [(part.source, part.levels or ()) for part in _mixture(job).parts]
    tasks = [
        source.task(level=levels[0], split=job.split, seed=job.seed, index=0).to_json()
        for source, levels in parts
        if not isinstance(source, str)
    ]
    return digest(*tasks).hex()[:16]


def _chunks(job: Job, start: int, workers: int) -> Iterator[bytes]:
    from ponder.cli._ordered import in_order

    return in_order(functools.partial(render, job), range(start, job.chunks), workers)


def render(job: Job, unit: int) -> bytes:
    """Renders one work unit as JSONL."""
    mixture = _mixture(job)
    return "".join(_line(job, mixture, index) + "\n" for index in job.lines(unit)).encode()


def _line(job: Job, mixture: "Mixture", index: int) -> str:
    if not job.episodes:
        return mixture.task(index, split=job.split, seed=job.seed).to_json()
    from ponder.budget_env import Episode

    return Episode.draw(mixture, seed=job.seed, index=index, split=job.split).to_json()


@functools.lru_cache(maxsize=1)
def _mixture(job: Job) -> "Mixture":
    """Resolves the sources, once a process."""
    from ponder.generators.mixture import Mixture

    return Mixture.parse(job.sources, split=job.split, seed=job.seed)
