"""`ponder study`: where a policy's tokens go, and where they should have gone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ponder.evaluation.study import StudyConfig
    from ponder.generators.mixture import Mixture
    from ponder.policies.batches import ServedBatches
    from ponder.policies.policy import Policy


def command(
    source: Annotated[str, typer.Argument(help="Sources and levels, e.g. chain_sum:1-8.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives rows, figures, report.")],
    model: Annotated[
        str,
        typer.Option(
            help="embedded, smollm2, a folder, a .gguf file, a hub id, or scripted; with "
            "--base-url, the name that the endpoint knows."
        ),
    ] = "embedded",
    episodes: Annotated[int, typer.Option(help="Budget episodes.")] = 60,
    num_questions: Annotated[int, typer.Option(help="Questions in an episode.")] = 10,
    budget: Annotated[int, typer.Option(help="Of an episode, in tokens.")] = 300,
    min_tokens: Annotated[int, typer.Option(help="An episode ends below this.")] = 4,
    samples: Annotated[int, typer.Option(help="Answers to a question within a budget.")] = 8,
    grid: Annotated[
        str, typer.Option(help="Budgets of one question, e.g. 8,16,32; empty: steps of 1.4 times.")
    ] = "",
    mode: Annotated[str, typer.Option(help="told, cut or forced: see docs/study.md.")] = "told",
    answer_tokens: Annotated[int, typer.Option(help="Kept for a forced answer.")] = 24,
    show_budget: Annotated[bool, typer.Option(help="Whether prompts tell the budget.")] = True,
    temperature: Annotated[float, typer.Option(help="0 takes the likeliest token.")] = 1.0,
    thoughts: Annotated[
        int, typer.Option(help="On each question, for regret; 0 for none. Local models.")
    ] = 0,
    segments: Annotated[
        str, typer.Option(help="Of a thought: lines, blank_lines, sentences, markers, length.")
    ] = "lines",
    regret_budgets: Annotated[
        str, typer.Option(help="Of regret, e.g. 30,60; empty: an equal share and twice that.")
    ] = "",
    rounds: Annotated[int, typer.Option(help="A thought is made to go on so often.")] = 0,
    batch_size: Annotated[int, typer.Option(help="Episodes at once.")] = 16,
    seed: Annotated[int, typer.Option(help="Names questions and sampling.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
    base_url: Annotated[
        str | None, typer.Option(help="Of an OpenAI-compatible endpoint; ends in /v1 as a rule.")
    ] = None,
    key_variable: Annotated[
        str, typer.Option(help="The environment variable that holds the endpoint's key.")
    ] = "BASELINE_API_KEY",
    concurrency: Annotated[int, typer.Option(help="Requests to an endpoint at once.")] = 8,
    timeout: Annotated[float, typer.Option(help="Seconds for a whole reply.")] = 600.0,
) -> None:
    """Study how a policy divides a token budget over questions of different levels.

    It plays budget episodes on the test split, then answers each of their questions within each
    budget of a grid, and holds the first against the best division that the second allows. With
    --thoughts it also ends thoughts after each of their segments, for the regret of MRT. Stopped
    half way, the same command goes on.

    For example:

        ponder study chain_sum:1-8 -o runs/study --thoughts 1
        ponder study chain_sum:1-8 -o runs/study-demo --model runs/demo/policy
        ponder study gcd:1-8 -o runs/api --model NAME --base-url URL --budget 4000 --batch-size 4
        ponder report runs/study runs/study-demo -o runs/compared
    """
    from ponder.evaluation.claim import STUDY, require_room
    from ponder.evaluation.study import StudyConfig
    from ponder.generators.mixture import Mixture

    chosen: Any = mode
    cut: Any = segments
    config = StudyConfig(
        episodes=episodes,
        num_questions=num_questions,
        budget=budget,
        min_tokens=min_tokens,
        samples=samples,
        grid=read_grid("--grid", grid),
        mode=chosen,
        answer_tokens=answer_tokens,
        show_budget=show_budget,
        temperature=temperature,
        seed=seed,
        thoughts=thoughts,
        segments=cut,
        regret_budgets=read_grid("--regret-budgets", regret_budgets),
        rounds=rounds,
    )
    if rounds and not thoughts:
        raise ValueError(f"--rounds goes on with thoughts: give --thoughts too, got {rounds}")
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {batch_size}")
    mixture = Mixture.parse(source)
    require_room(out, STUDY)
    if base_url is None:
        _study(_here(model, mixture, config, threads), mixture, config, batch_size, out)
    else:
        with _served(model, base_url, config, concurrency, timeout, key_variable) as policy:
            _study(policy, mixture, config, batch_size, out)
            _say_estimated(policy)


def _here(model: str, mixture: Mixture, config: StudyConfig, threads: int) -> Policy:
    """Gives a policy of this process."""
    if model == "scripted":
        from ponder.evaluation.study.measure import episode_tasks
        from ponder.policies.simulated import simulated

        return simulated(task for _, task in episode_tasks(mixture, config))
    from ponder.cli._training import quiet_transformers, set_threads
    from ponder.policies.local import load

    quiet_transformers()
    set_threads(threads)
    return load(model)


def _served(
    model: str, base_url: str, config: StudyConfig, concurrency: int, timeout: float, key: str
) -> ServedBatches:
    from ponder.policies.batches import ServedBatches
    from ponder.policies.served import connect

    policy = connect(
        model,
        base_url,
        max_tokens=config.budget,
        temperature=config.temperature,
        concurrency=concurrency,
        timeout=timeout,
        key=key,
    )
    return ServedBatches(policy)


def _study(
    policy: Policy, mixture: Mixture, config: StudyConfig, batch_size: int, out: Path
) -> None:
    """Plays, measures and tells, as the only process in the folder.

    An endpoint that fails ends the process with a line and exit code 1.
    """
    from ponder.cli._training import watching
    from ponder.evaluation.claim import alone
    from ponder.evaluation.markup import visible
    from ponder.evaluation.study.folder import CONFIG, begin_study, note_study
    from ponder.evaluation.study.measure import require_possible, run_study
    from ponder.policies.agents.endpoint import EndpointError

    require_possible(policy, config)
    who = _who(policy, mixture)
    with alone(out / CONFIG):
        begin_study(out, config, who)
        try:
            with watching(0) as (on_progress, _):
                run_study(
                    policy, mixture, config, batch_size=batch_size, out=out, on_progress=on_progress
                )
        except EndpointError as error:
            text = visible(f"{error}; give the same command again to go on")
            print(f"ponder: {text}", file=sys.stderr)
            raise typer.Exit(1) from None
        note_study(out, config, who)
        _tell(out)


def _who(policy: Policy, mixture: Mixture) -> dict[str, str]:
    """Names what is studied: the policy, its weights if it is of this process, and the sources."""
    from ponder.policies.local import LocalPolicy

    who = {"policy": policy.name, "mixture": mixture.digest}
    if isinstance(policy, LocalPolicy):
        from ponder.policies.fingerprint import weights_digest

        who["weights"] = weights_digest(policy.model)
    return who


def _say_estimated(policy: ServedBatches) -> None:
    if policy.estimated:
        print(
            f"the endpoint counts no tokens: those of {policy.estimated} of {policy.answers} "
            "answers are estimated, four bytes to a token"
        )


def _tell(out: Path) -> None:
    """Writes the report, and prints what it says."""
    from ponder.cli._studies import print_studies
    from ponder.cli._terminal import say
    from ponder.evaluation.study import write_study

    report, figures = write_study([out], out)
    print_studies(figures)
    say(f"report: {report}")


def read_grid(name: str, text: str) -> list[int]:
    """Reads an option's budgets, which are separated by commas.

    >>> read_grid("--grid", "8,16")
    [8, 16]
    """
    try:
        return [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise ValueError(
            f"{name} must be whole numbers between commas, such as 8,16,32, got {text!r}"
        ) from None
