"""`ponder evaluate-episodes`: agents on budget episodes, in process or on a server."""

import asyncio
import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponder.task import Split

if TYPE_CHECKING:
    from ponder.evaluation.agents import Step, Table
    from ponder.policies.agents import Agent


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives steps, summary and report.")],
    mixture: Annotated[
        str | None, typer.Argument(help="Sources and levels, e.g. chain_sum:1-8,gcd:1-4*2.")
    ] = None,
    agents: Annotated[
        str,
        typer.Option(
            help="uniform, greedy_max, difficulty_oracle, scripted, llm_api, "
            "llm_local, hf:MODEL; separated by commas."
        ),
    ] = "uniform,greedy_max,difficulty_oracle",
    episodes: Annotated[int, typer.Option(help="Of each agent.")] = 20,
    seed: Annotated[int, typer.Option(help="Names episodes and sampling.")] = 0,
    budget: Annotated[
        int | None, typer.Option(help="Tokens of an episode; else the environment's rule.")
    ] = None,
    split: Annotated[Split, typer.Option(help="Of the questions.")] = "test",
    env_url: Annotated[
        str | None, typer.Option(help="A server's address; else episodes are played in process.")
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Episodes, and requests, at once.")] = 8,
    questions: Annotated[int | None, typer.Option(help="In an episode; else 10.")] = None,
    min_tokens: Annotated[
        int | None, typer.Option(help="An episode ends when less is left; else 10.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Most of one response; else 800.")] = None,
    budget_mode: Annotated[
        str | None, typer.Option(help="hard, or soft to allow overspending; else hard.")
    ] = None,
    profile: Annotated[
        str, typer.Option(help="mixture, rising, falling, or counts: 3x1-3,2x4-6,1x7-10.")
    ] = "mixture",
    tokenizer: Annotated[
        str | None, typer.Option(help="Counts tokens: approx, chars, or a tokenizer's name.")
    ] = None,
    temperature: Annotated[float | None, typer.Option(help="Of models; else their own.")] = None,
) -> None:
    """Play budget episodes with agents, and report how they divide their tokens.

    Every agent plays the same episodes. Endpoints are named by BASELINE_API_BASE_URL, _KEY and
    _MODEL, and BASELINE_LOCAL_BASE_URL, _KEY and _MODEL. Stopped half way, the same command goes
    on; more agents and episodes may be added to a folder.

    With --env-url the server decides the questions; name its MIXTURE, split, profile and number
    of questions as well if you want numbers by level, or agents that know the episode. What you
    name must be the server's own. A bearer token is read from PONDER_TOKEN.

    For example:

        ponder evaluate-episodes chain_sum:1-8 -o runs/agents --episodes 50 --budget 600
        ponder evaluate-episodes gcd:1-4 -o runs/llm --agents llm_local,uniform --concurrency 16
        ponder evaluate-episodes -o runs/served --agents uniform --env-url http://127.0.0.1:8000
    """
    from ponder.budget_env import EnvConfig
    from ponder.evaluation.agents import Table
    from ponder.generators.mixture import Mixture
    from ponder.policies.agents import make_agent

    if temperature is not None and not (math.isfinite(temperature) and temperature >= 0):
        raise ValueError(f"--temperature must be a finite number of at least 0, got {temperature}")
    options: dict[str, Any] = {
        "num_questions": questions,
        "min_tokens": min_tokens,
        "max_tokens": max_tokens,
        "budget_mode": budget_mode,
    }
    given = {name: value for name, value in options.items() if value is not None}
    table = Table(
        mixture=Mixture.parse(mixture) if mixture else None,
        config=EnvConfig(**given, profile=profile),
        given=tuple(given),
        split=split,
        url=env_url,
        token=os.environ.get("PONDER_TOKEN", "") if env_url else "",
        budget=budget,
        tokenizer_name=tokenizer,
    )
    made = [
        make_agent(name.strip(), seed=seed, concurrency=concurrency, temperature=temperature)
        for name in agents.split(",")
    ]
    steps = asyncio.run(_play(made, table, episodes, seed, out, concurrency, temperature))
    _report(out, steps)


async def _play(
    agents: "Sequence[Agent]",
    table: "Table",
    episodes: int,
    seed: int,
    out: Path,
    concurrency: int,
    temperature: float | None,
) -> "list[Step]":
    from ponder.cli._progress import progress
    from ponder.evaluation.agents import evaluate_agents

    with progress("episodes", done=0, total=len(agents) * episodes) as advance:
        before = 0

        def on_progress(done: int, total: int) -> None:
            nonlocal before
            advance(done - before)
            before = done

        try:
            return await evaluate_agents(
                agents,
                table,
                episodes=episodes,
                seed=seed,
                out=out,
                concurrency=concurrency,
                settings={"temperature": temperature},
                on_progress=on_progress,
            )
        finally:
            for agent in agents:
                if close := getattr(agent, "aclose", None):
                    await close()


def _report(out: Path, steps: "Sequence[Step]") -> None:
    """Writes summary and report, and prints the table of agents."""
    from rich.table import Table

    from ponder.cli._terminal import console
    from ponder.evaluation.agent_report import measure_rows, write_agent_report
    from ponder.evaluation.agent_summary import SUMMARY, summarise_agents, write_summary
    from ponder.evaluation.agents import SETTINGS
    from ponder.files import read_object

    settings = read_object(out / SETTINGS)
    found = summarise_agents(steps)
    write_summary(out / SUMMARY, settings, found)
    table = Table("measure", "agent", "mean (95 % interval)", box=None, pad_edge=False)
    last = ""
    for measure, agent, shown in measure_rows(found):
        table.add_row(measure if measure != last else "", agent, shown)
        last = measure
    screen = console()
    screen.print(table)
    for agent, own in found.items():
        for note, count in own.notes.items():
            screen.print(f"{agent}: no response in {count} steps: {note}", soft_wrap=True)
    print(f"report: {write_agent_report(out, steps, found, settings)}")
