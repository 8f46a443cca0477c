"""`ponder show`: one task in full, with a worked solution and a verdict on it."""

import json
from typing import Annotated, Any

import typer

from ponder.files import parse_object
from ponder.task import PromptStyle, Split, Task

_ANSWER_LINES = {
    "plain": "The answer is {}.",
    "boxed": "\\boxed{{{}}}",
    "tag": "<answer>{}</answer>",
}


def command(
    name: Annotated[str, typer.Argument(help="A family, or the uid of a task.")],
    level: Annotated[int | None, typer.Option(help="Difficulty, 1 to 20; default 1.")] = None,
    seed: Annotated[int | None, typer.Option(help="Names the stream; default 0.")] = None,
    index: Annotated[int | None, typer.Option(help="Place in the stream; default 0.")] = None,
    split: Annotated[Split | None, typer.Option(help="Default: train.")] = None,
    style: Annotated[PromptStyle, typer.Option(help="How the answer is asked for.")] = "boxed",
    knobs: Annotated[
        str | None, typer.Option(help="JSON that replaces some of the level's knobs.")
    ] = None,
) -> None:
    """Show one task: prompt, reference answer, worked solution, and a verdict.

    The uid on the first line names the task for good: on any machine it gives the same bytes.

    For example:

        ponder show chain_sum --level 3
        ponder show chain_sum --knobs '{"terms": 12}' --style tag
        ponder show chain_sum@1/test/L2/s7/i0
    """
    import ponder

    options = {"level": level, "seed": seed, "index": index, "split": split, "knobs": knobs}
    given: dict[str, Any] = {o: value for o, value in options.items() if value is not None}
    if "@" in name:
        if given:
            raise ValueError(f"a uid says it all: {', '.join(given)} cannot be given with {name!r}")
        task = ponder.load(name)
    else:
        if knobs is not None:
            given["knobs"] = parse_object(knobs, "--knobs")
        task = ponder.generate(name, **given)
    _print_task(task, style)


def _print_task(task: Task, style: PromptStyle) -> None:
    from rich.console import Console

    from ponder.verifiers import verify

    response = "\n".join([*task.steps, _ANSWER_LINES[style].format(task.answer)])
    verdict = verify(task, response)
    sections = {
        "uid": task.uid,
        "prompt": task.prompt(style),
        "answer": task.answer,
        "steps": "\n".join(task.steps),
        "complexity": f"{task.complexity:g} at level {task.level}",
        "checker": json.dumps({"name": task.checker.name, **task.checker.options}),
        "a response": response,
        "its verdict": (
            f"score {verdict.score:g}, correct {verdict.correct}, extracted {verdict.extracted!r} "
            f"by {verdict.how}" + (f" ({verdict.reason})" if verdict.reason else "")
        ),
    }
    console = Console(highlight=False, markup=False, emoji=False)
    for title, text in sections.items():
        console.print(title, style="bold cyan")
        console.print(text, soft_wrap=True)
        console.print()
