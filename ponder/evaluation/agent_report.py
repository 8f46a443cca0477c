"""The report on agents: one HTML file with its figures and tables inside."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponder.evaluation import agent_plots, markup
from ponder.evaluation.agent_summary import TOTAL_MEASURES, AgentSummary
from ponder.evaluation.agents import Step
from ponder.evaluation.comparison import show
from ponder.evaluation.summary import Summary, Unit
from ponder.files import write_whole

REPORT = "report.html"
_EXPLAINED = (
    "Means over episodes with 95 % percentile bootstrap intervals over whole episodes. Accuracy "
    "counts questions never reached as wrong. Utilisation is tokens spent / budget, overspend "
    "tokens beyond it / budget, starvation the share of questions never reached, failures the "
    "share on which the agent gave no response."
)


def write_agent_report(
    folder: Path,
    steps: Sequence[Step],
    found: Mapping[str, AgentSummary],
    settings: Mapping[str, Any],
) -> Path:
    """Writes `report.html`.

    Args:
        folder: Receives it.
        steps: Of whole episodes.
        found: Their summary.
        settings: Of the evaluation.

    Returns:
        The path of the report, which needs no other file and makes no request.

    Raises:
        ModuleNotFoundError: If matplotlib is not installed.
    """
    shares = {
        step["end"]["total_budget"] / step["end"]["num_questions"] for step in steps if step["end"]
    }
    equal = shares.pop() if len(shares) == 1 else None
    name = folder.resolve().name
    body = "".join(
        [
            f"<h1>Ponder: agents on budget episodes, {markup.escape(name)}</h1>",
            markup.section("What each agent earned", _EXPLAINED, _overall(found)),
            markup.section(
                "The reward, taken apart",
                "The components add up to the reward.",
                markup.figure(agent_plots.components(found)),
                markup.details("The same in numbers", _components(found)),
            ),
            markup.section(
                "Where the tokens go",
                "A question never reached took 0 tokens. The dotted line is an equal share.",
                markup.figure(agent_plots.budget_use(found, equal)),
                markup.details("By level", _groups(found, "level", lambda own: own.by_level)),
                markup.details(
                    "By position", _groups(found, "position", lambda own: own.by_position, first=1)
                ),
            ),
            markup.section("Failures and counts", "", _failures(found), _counts(found)),
            markup.section("Settings", "", markup.table(["setting", "value"], settings.items())),
        ]
    )
    path = folder / REPORT
    write_whole(path, markup.page(f"Ponder: {name}", body))
    return path


def measure_rows(found: Mapping[str, AgentSummary]) -> list[tuple[str, str, str]]:
    """Gives `(measure, agent, mean with its interval)`, the agents of each measure together."""
    return [
        (measure.name, agent, show(own.overall[measure.name], measure.unit))
        for measure in TOTAL_MEASURES
        for agent, own in found.items()
    ]


def _overall(found: Mapping[str, AgentSummary]) -> str:
    head = ["agent", "episodes", *(measure.name for measure in TOTAL_MEASURES)]
    rows = [
        [
            agent,
            own.episodes,
            *(show(own.overall[measure.name], measure.unit) for measure in TOTAL_MEASURES),
        ]
        for agent, own in found.items()
    ]
    return markup.table(head, rows)


def _components(found: Mapping[str, AgentSummary]) -> str:
    names = list(dict.fromkeys(name for own in found.values() for name in own.components))
    return markup.table(
        ["agent", *names],
        [
            [agent, *(show(own.components.get(name), "count") for name in names)]
            for agent, own in found.items()
        ],
    )


def _groups(
    found: Mapping[str, AgentSummary],
    title: str,
    pick: Callable[[AgentSummary], Mapping[int, Summary]],
    first: int = 0,
) -> str:
    units: tuple[tuple[str, Unit], ...] = (
        ("accuracy", "share"),
        ("tokens", "tokens"),
        ("answered", "share"),
    )
    rows = [
        [
            agent,
            key + first,
            summary.count,
            *(show(summary.values[name], unit) for name, unit in units),
        ]
        for agent, own in found.items()
        for key, summary in pick(own).items()
    ]
    if not rows:
        return markup.missing(f"No {title} is known.")
    return markup.table(["agent", title, "questions", *(name for name, _ in units)], rows)


def _failures(found: Mapping[str, AgentSummary]) -> str:
    rows = [
        [agent, count, note] for agent, own in found.items() for note, count in own.notes.items()
    ]
    if not rows:
        return markup.missing("No agent failed to respond.")
    return markup.table(["agent", "steps", "why there was no response"], rows)


def _counts(found: Mapping[str, AgentSummary]) -> str:
    rows = [
        [agent, show(own.counted["charged"], "tokens"), show(own.counted["endpoint"], "tokens")]
        for agent, own in found.items()
        if own.counted
    ]
    if not rows:
        return markup.missing("No agent's endpoint counted tokens itself.")
    head = ["agent", "tokens charged a question", "tokens by the endpoint's count"]
    return markup.table(head, rows)
