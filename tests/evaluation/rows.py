"""Rows made by hand, and files of them as an evaluation writes them."""

from ponder.evaluation.rows import EpisodeRow, QuestionRow, collect


def question(uid, *, level=1, correct=True, tokens=10, source="chain_sum", **changes):
    fields = {
        "finished": True,
        "how": "tag",
        "extracted": "5",
        "answer": "5",
        "question": "What is 2 + 3?",
        "text": "<answer>5</answer>",
    }
    return QuestionRow(
        uid=uid, source=source, level=level, correct=correct, tokens=tokens, **{**fields, **changes}
    )


def turn(episode, position, *, tokens, correct=True, answered=True, level=1, **changes):
    fields = {
        "budget": 100,
        "remaining_before": 100,
        "components": {"correctness": 1.0 if correct else -0.1},
        "stop_reason": "completed",
        "source": "chain_sum",
        "answer": "5",
        "question": "What is 2 + 3?",
        "text": "<answer>5</answer>",
    }
    return EpisodeRow(
        episode=episode,
        position=position,
        uid=f"{episode}/{position}",
        level=level,
        answered=answered,
        correct=correct,
        tokens=tokens,
        how="tag",
        finished=True,
        extracted="5",
        **{**fields, **changes},
    )


def write(path, rows, *, total=None, **settings):
    """Writes rows as an evaluation does; with a larger total, one that is still going on."""
    kind = type(rows[0])
    name = "questions" if kind is QuestionRow else "episodes"
    settings = {"kind": name, "policy": "by hand", "budget": 100, "num_questions": 2, **settings}
    collect(
        kind,
        lambda start, stop: rows[start:stop],
        settings,
        units=len(rows),
        batch_size=len(rows),
        out=path,
    )
    if total is not None:
        head, _, rest = path.read_text().partition("\n")
        path.write_text(head.replace(f'"total": {len(rows)}', f'"total": {total}') + "\n" + rest)
