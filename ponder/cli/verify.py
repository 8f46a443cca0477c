"""`ponder verify`: judge a file of responses."""

import collections
import dataclasses
import functools
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ponder.rewards import Rules

CHUNK = 500
# Its position from 0, its number in the file, and what it holds.
_PlacedRow = tuple[int, int, dict[str, Any]]


def command(
    file: Annotated[Path, typer.Argument(help="A .jsonl or .parquet file with the responses.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Default: FILE.verdicts.jsonl")
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Let score give credit for verified progress.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Accept a marked answer only, not a bare last line.")
    ] = False,
    reasoning_open: Annotated[
        bool, typer.Option("--reasoning-open", help="The prompt had opened the reasoning already.")
    ] = False,
    kind: Annotated[str, typer.Option(help="The checker for rows with a gold answer.")] = "math",
    options: Annotated[
        str | None, typer.Option(help='Options of that checker, as JSON: {"units": "require"}')
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes; default: one a core. The file is the same.")
    ] = None,
) -> None:
    """Judge every response of a file, and write one verdict a row.

    A row holds a `response` (text, a list of turns, or a list of messages with role and content)
    and what to judge it by, one of: the fields of a task as `ponder generate` writes them;
    `task`, the same as an object or as text; `uid` alone; or `gold`, a reference answer. Beside
    `gold`, a row's own `kind` and `options` go before --kind and --options, and its `uid` may be
    any name; the verdict carries it on.

    Each verdict has the fields row (from 0), uid, score, correct, extracted, how, reason. A run
    that was stopped goes on where it was; memory does not grow with the file.

    For example:

        ponder verify answers.jsonl
        ponder verify answers.parquet --strict -o verdicts.jsonl
        ponder verify gsm8k_answers.jsonl --kind integer
    """
    from ponder.cli._ordered import in_order, processes_to_use
    from ponder.cli._progress import progress
    from ponder.cli._resumable import open_part
    from ponder.cli._rows import file_format
    from ponder.files import parse_object
    from ponder.rewards import Rules

    if str(file) == "-":
        raise ValueError(
            "standard input cannot be judged, because a run that was stopped reads the responses "
            "again; give a .jsonl or .parquet file"
        )
    file_format(file)
    target = output or file.with_name(file.name + ".verdicts.jsonl")
    if target.suffix != ".jsonl":
        raise ValueError(f"--output must end in .jsonl, got {str(target)!r}")
    processes = processes_to_use(workers)
    rules = Rules(
        partial,
        not strict,
        reasoning_open,
        kind,
        parse_object(options, "--options") if options else None,
    )
    status = file.stat()
    job = {"input": [status.st_size, status.st_mtime_ns], "chunk": CHUNK, **vars(rules)}
    with open_part(target, job, inputs=[file]) as part:
        done = part.chunks * CHUNK
        with progress("responses", done=done, total=None) as advance:
            judge = functools.partial(_judge_chunk, file=file, rules=rules)
            for chunk in in_order(judge, _chunks(file, done), processes):
                part.append(chunk)
                advance(chunk.count(b"\n"))
        part.publish()
    _print_summary(target)


def _chunks(file: Path, start: int) -> Iterator[list[_PlacedRow]]:
    from ponder.cli._rows import numbered_rows

    placed = ((position, *row) for position, row in enumerate(numbered_rows(file)))
    rows = itertools.islice(placed, start, None)
    while chunk := list(itertools.islice(rows, CHUNK)):
        yield chunk


def _judge_chunk(chunk: list[_PlacedRow], file: Path, rules: "Rules") -> bytes:
    from ponder.cli._rows import place_of
    from ponder.rewards import judge_row

    lines = []
    for position, number, row in chunk:
        try:
            uid, verdict = judge_row(row, rules)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{place_of(file, number)}: {error}") from None
        fields = {"row": position, "uid": uid, **dataclasses.asdict(verdict)}
        lines.append(json.dumps(fields, ensure_ascii=False) + "\n")
    # Half a surrogate pair becomes \udXXX, which is how JSON writes it.
    return "".join(lines).encode(errors="backslashreplace")


def _print_summary(verdicts: Path) -> None:
    """Counts in the written file, so that a resumed run sums up all of it."""
    from rich.console import Console
    from rich.table import Table

    from ponder.cli._rows import numbered_rows
    from ponder.verifiers.extraction import NOT_TEXT

    counts: collections.Counter[str] = collections.Counter()
    correct: collections.Counter[str] = collections.Counter()
    score = 0.0
    no_text = 0
    for _, verdict in numbered_rows(verdicts):
        counts[verdict["how"]] += 1
        correct[verdict["how"]] += verdict["correct"]
        score += verdict["score"]
        no_text += verdict["reason"] == NOT_TEXT
    total = counts.total()
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("answer found by", "responses", "correct"):
        table.add_column(title, justify="left" if title == "answer found by" else "right")
    for how, count in counts.most_common():
        table.add_row(how, f"{count:,}", f"{correct[how]:,}")
    console = Console(highlight=False, emoji=False)
    console.print(table)
    if total:
        share = correct.total() / total
        console.print(
            f"{total:,} responses, {correct.total():,} correct ({share:.1%}), "
            f"mean score {score / total:.4f}"
        )
    console.print(f"verdicts: {verdicts}", soft_wrap=True)
    if 0 < total == no_text:
        print(
            "ponder: warning: no response is text, a list of texts, or a list of messages with "
            "role and content, one of them the assistant's",
            file=sys.stderr,
        )
