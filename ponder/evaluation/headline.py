"""The report's first sentences: what happened, in words and numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from ponder.evaluation.comparison import Comparison, number, show, show_change
from ponder.evaluation.folder import RunFolder
from ponder.evaluation.intervals import bootstrap_mean
from ponder.evaluation.rows import QuestionRow
from ponder.randomness import derive_seed

RECENT_STEPS = 20


def headline(folder: RunFolder, comparisons: list[Comparison]) -> list[str]:
    """Writes the sentences, plain text.

    A change is called a rise or a fall only where its interval leaves out 0.

    Args:
        folder: What there is.
        comparisons: Of its evaluations, from `compare`.
    """
    found = {(row.group, row.measure): row for row in comparisons}
    sentences = []
    if accuracy := found.get(("questions", "accuracy")):
        tokens = found["questions", "tokens"]
        sentences.append(
            f"On {accuracy.count} test questions, {_moved('right answers', accuracy)}; "
            f"{_moved('tokens per answer', tokens)}."
        )
        sentences.append(_spread(folder))
    if right := found.get(("episodes", "right answers")):
        unanswered = found["episodes", "never answered"]
        sentences.append(
            f"In {right.count} episodes {_shared_budget(folder)}, "
            f"{_moved('right answers per episode', right)}; "
            f"{_moved('questions never answered', unanswered)}."
        )
    if not comparisons:
        sentences.append(_recent(folder.log[-RECENT_STEPS:]))
    if folder.config is not None or folder.log:
        sentences.append(_training(folder))
    return [sentence for sentence in sentences if sentence]


def _training(folder: RunFolder) -> str:
    if not folder.log:
        return "No training step has been logged yet."
    source = (folder.config or {}).get("source")
    last = folder.log[-1]
    steps = last["step"] + 1
    wanted = (folder.config or {}).get("steps", steps)
    done = f"{steps:,} steps" if steps >= wanted else f"{steps:,} of {wanted:,} steps so far"
    sampled = f", {last['tokens_seen']:,} tokens sampled" if "tokens_seen" in last else ""
    on = f" on {source}" if source else ""
    return f"Training{on}: {done}{sampled}."


def _moved(what: str, row: Comparison) -> str:
    """Tells a measure's change, or its value where there is one evaluation only."""
    before, after, change = row.before, row.after, row.change
    if before is None or after is None or change is None:
        return f"{what}: {show(after or before, row.unit)}"
    sign = " %" if row.unit == "share" else ""
    span = f"{number(before.estimate, row.unit)} to {number(after.estimate, row.unit)}{sign}"
    moved = show_change(change, row.unit)
    if change.low > 0:
        return f"{what} rose from {span}, {moved}"
    if change.high < 0:
        return f"{what} fell from {span}, {moved}"
    return f"{what} went from {span}, no clear change: {moved}"


def _spread(folder: RunFolder) -> str:
    """Tells how much longer the hardest level is thought about than the easiest.

    Of the sources that were asked at both alone: another mixture would differ by itself.
    """
    parts = []
    for label, evaluation in folder.evaluations.items():
        rows = evaluation.questions.rows if evaluation.questions else []
        ends = sorted({row.level for row in rows})[:: max(1, len({row.level for row in rows}) - 1)]
        held = [{row.source for row in rows if row.level == level} for level in ends]
        both = held[0] & held[-1] if len(ends) > 1 else set()
        if not both:
            continue
        told = [
            f"{_tokens([row for row in rows if row.level == level and row.source in both])} "
            f"at level {level}"
            for level in ends
        ]
        some = f" ({', '.join(sorted(both))} alone)" if held[0] | held[-1] != both else ""
        parts.append(f"{label}{some}, {' and '.join(told)}")
    return f"Tokens by difficulty: {'; '.join(parts)}." if parts else ""


def _tokens(rows: Sequence[QuestionRow]) -> str:
    """Writes the mean tokens of some answers with its interval over questions."""
    mean = bootstrap_mean(
        [row.tokens for row in rows],
        clusters=[row.uid for row in rows],
        seed=derive_seed("bootstrap", "tokens by difficulty"),
    )
    return show(mean, "tokens")


def _shared_budget(folder: RunFolder) -> str:
    """Describes the episodes by the settings that all evaluations share."""
    settings = [
        evaluation.episodes.settings
        for evaluation in folder.evaluations.values()
        if evaluation.episodes
    ]
    questions = {found["num_questions"] for found in settings}
    budgets = {found["budget"] for found in settings}
    if len(questions) == len(budgets) == 1:
        return f"of {questions.pop()} questions that share {budgets.pop()} tokens"
    return "under a shared budget"


def _recent(log: list[dict[str, Any]]) -> str:
    """Tells training's own numbers where there is no evaluation."""
    parts = []
    for kind, name in (("questions", "single questions"), ("episodes", "questions in episodes")):
        entries: list[Mapping[str, Any]] = [entry[kind] for entry in log if kind in entry]
        if entries:
            accuracy = sum(entry["accuracy"] for entry in entries) / len(entries)
            tokens = sum(entry["tokens"] for entry in entries) / len(entries)
            parts.append(
                f"{number(accuracy, 'share')} % of {name} were answered right in "
                f"{number(tokens, 'tokens')} tokens each"
            )
    if not parts:
        return ""
    return (
        f"There is no evaluation yet. In training, over the last {len(log)} steps, "
        f"{' and '.join(parts)}, at the levels that the curriculum chose."
    )
