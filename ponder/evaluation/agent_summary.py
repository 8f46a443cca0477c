"""From steps to tables: what each agent earned, and where its tokens went, with intervals."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponder.evaluation.agents import Step
from ponder.evaluation.intervals import Interval
from ponder.evaluation.summary import Measure, Summary, summarise
from ponder.files import write_whole

SUMMARY = "summary.json"
NOTES_KEPT = 5


@dataclass(frozen=True, slots=True)
class Question:
    """One question of one episode, answered or not, all its turns together.

    Attributes:
        agent: Who played.
        episode: From 0.
        position: In the episode, from 0.
        level: None where it is not known.
        answered: Whether the episode got to it; if not, it is wrong and took 0 tokens.
        correct: What the environment said.
        tokens: Charged.
        usage: What the agent's endpoint counted; None where it did not.
        failed: Whether the agent failed to respond in one of its turns.
        components: Parts of the reward; the last answered question has the end's as well.
    """

    agent: str
    episode: int
    position: int
    level: int | None
    answered: bool
    correct: bool
    tokens: int
    usage: int | None
    failed: bool
    components: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Total:
    """One episode as a whole; shares are of its questions or of its budget.

    Attributes:
        agent: Who played.
        episode: From 0.
        accuracy: Right answers.
        reward: Sum of all components.
        utilisation: Tokens spent.
        overspend: Tokens spent beyond the budget.
        starvation: Questions never reached.
        failures: Questions on which the agent failed.
        components: Parts of the reward, added up.
    """

    agent: str
    episode: int
    accuracy: float
    reward: float
    utilisation: float
    overspend: float
    starvation: float
    failures: float
    components: Mapping[str, float]


TOTAL_MEASURES: tuple[Measure[Total], ...] = (
    Measure("accuracy", "share", lambda total: total.accuracy),
    Measure("reward", "count", lambda total: total.reward),
    Measure("utilisation", "share", lambda total: total.utilisation),
    Measure("overspend", "share", lambda total: total.overspend),
    Measure("starvation", "share", lambda total: total.starvation),
    Measure("failures", "share", lambda total: total.failures),
)
QUESTION_MEASURES: tuple[Measure[Question], ...] = (
    Measure("accuracy", "share", lambda question: question.correct),
    Measure("tokens", "tokens", lambda question: question.tokens),
    Measure("answered", "share", lambda question: question.answered),
)
_COUNTED: tuple[Measure[Question], ...] = (
    Measure("charged", "tokens", lambda question: question.tokens),
    Measure("endpoint", "tokens", lambda question: question.usage or 0),
)


@dataclass(frozen=True, slots=True)
class AgentSummary:
    """What one agent did.

    Attributes:
        episodes: How many it played.
        overall: `accuracy`, `reward`, `utilisation`, `overspend`, `starvation` and `failures`,
            means over episodes.
        components: Means over episodes of each part of the reward; they add up to `reward`.
        by_level: `accuracy`, `tokens` and `answered` of the questions of each known level.
        by_position: The same by position, from 0.
        counted: `charged` and `endpoint` tokens of the questions for which the agent's endpoint
            counted; None if it never did.
        notes: Why the agent failed, each reason once, the most frequent first.
    """

    episodes: int
    overall: Mapping[str, Interval]
    components: Mapping[str, Interval]
    by_level: Mapping[int, Summary]
    by_position: Mapping[int, Summary]
    counted: Mapping[str, Interval] | None
    notes: Mapping[str, int]


def questions_of(steps: Sequence[Step]) -> list[Question]:
    """Joins the turns of each question, and adds the questions that were never reached."""
    episodes: dict[tuple[str, int], list[Step]] = {}
    for step in steps:
        episodes.setdefault((step["agent"], step["episode"]), []).append(step)
    return [
        question
        for (agent, episode), own in episodes.items()
        for question in _episode_questions(agent, episode, own)
    ]


def totals_of(questions: Sequence[Question], steps: Sequence[Step]) -> list[Total]:
    """Adds each episode up.

    Args:
        questions: What `questions_of` gives for `steps`.
        steps: Their last ones say what the budget was.
    """
    budgets = {
        (step["agent"], step["episode"]): step["end"]["total_budget"]
        for step in steps
        if step["end"] is not None
    }
    episodes: dict[tuple[str, int], list[Question]] = {}
    for question in questions:
        episodes.setdefault((question.agent, question.episode), []).append(question)
    return [_total(own, budgets[place]) for place, own in episodes.items()]


def summarise_agents(steps: Sequence[Step], *, seed: int = 0) -> dict[str, AgentSummary]:
    """Summarises the steps of each agent.

    Args:
        steps: Of whole episodes.
        seed: Of the bootstrap, whose clusters are episodes.
    """
    names = list(dict.fromkeys(step["agent"] for step in steps))
    return {
        name: _summarise([step for step in steps if step["agent"] == name], seed) for name in names
    }


def write_summary(
    path: Path, settings: Mapping[str, Any], found: Mapping[str, AgentSummary]
) -> None:
    """Writes summaries as JSON; an interval is an object, and what is undefined is null."""
    agents = {
        name: {
            "episodes": summary.episodes,
            "overall": _intervals(summary.overall),
            "components": _intervals(summary.components),
            "by_level": _groups(summary.by_level),
            "by_position": _groups(summary.by_position),
            "counted_tokens": _intervals(summary.counted) if summary.counted else None,
            "notes": dict(summary.notes),
        }
        for name, summary in found.items()
    }
    write_whole(path, json.dumps({"settings": settings, "agents": agents}, indent=2) + "\n")


def _episode_questions(agent: str, episode: int, steps: Sequence[Step]) -> Iterable[Question]:
    end = steps[-1]["end"]
    for position in range(end["num_questions"]):
        turns = [step for step in steps if step["position"] == position]
        known = end["levels"][position] if end["levels"] else None
        counts = [step["usage"] for step in turns if step["usage"] is not None]
        yield Question(
            agent=agent,
            episode=episode,
            position=position,
            level=turns[-1]["level"] if turns else known,
            answered=bool(turns),
            correct=bool(turns) and bool(turns[-1]["correct"]),
            tokens=sum(step["tokens"] for step in turns),
            usage=sum(counts) if counts else None,
            failed=any(step["note"] and not step["response"] for step in turns),
            components=turns[-1]["components"] if turns else {},
        )


def _total(questions: Sequence[Question], budget: int) -> Total:
    count = len(questions)
    spent = sum(question.tokens for question in questions)
    components: dict[str, float] = {}
    for question in questions:
        for name, value in question.components.items():
            components[name] = components.get(name, 0.0) + value
    return Total(
        agent=questions[0].agent,
        episode=questions[0].episode,
        accuracy=sum(question.correct for question in questions) / count,
        reward=sum(components.values()),
        utilisation=spent / budget,
        overspend=max(0, spent - budget) / budget,
        starvation=sum(not question.answered for question in questions) / count,
        failures=sum(question.failed for question in questions) / count,
        components=components,
    )


def _summarise(steps: Sequence[Step], seed: int) -> AgentSummary:
    questions = questions_of(steps)
    totals = totals_of(questions, steps)
    counted = [question for question in questions if question.usage is not None]
    return AgentSummary(
        episodes=len(totals),
        overall=_overall(totals, TOTAL_MEASURES, seed),
        components=_overall(totals, _component_measures(totals), seed),
        by_level=summarise(
            [question for question in questions if question.level is not None],
            QUESTION_MEASURES,
            by=lambda question: question.level or 0,
            cluster=lambda question: question.episode,
            seed=seed,
        ),
        by_position=summarise(
            questions,
            QUESTION_MEASURES,
            by=lambda question: question.position,
            cluster=lambda question: question.episode,
            seed=seed,
        ),
        counted=_overall(counted, _COUNTED, seed) if counted else None,
        notes=_notes(steps),
    )


def _component_measures(totals: Sequence[Total]) -> list[Measure[Total]]:
    names = dict.fromkeys(name for total in totals for name in total.components)

    def measure(name: str) -> Measure[Total]:
        return Measure(name, "count", lambda total: total.components.get(name, 0.0))

    return [measure(name) for name in names]


def _overall(
    rows: Sequence[Any], measures: Sequence[Measure[Any]], seed: int
) -> Mapping[str, Interval]:
    """Gives every measure's mean over all rows, with episodes as clusters."""
    found = summarise(rows, measures, by=lambda _: 0, cluster=lambda row: row.episode, seed=seed)
    return found[0].values


def _notes(steps: Sequence[Step]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for step in steps:
        if step["note"]:
            counts[step["note"]] = counts.get(step["note"], 0) + 1
    frequent = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return dict(frequent[:NOTES_KEPT])


def _groups(found: Mapping[int, Summary]) -> dict[str, Any]:
    return {
        str(key): {"questions": summary.count, **_intervals(summary.values)}
        for key, summary in found.items()
    }


def _intervals(values: Mapping[str, Interval]) -> dict[str, Any]:
    return {name: value.as_json() for name, value in values.items()}
