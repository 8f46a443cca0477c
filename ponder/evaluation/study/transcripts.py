"""A few episodes of a study as they were written, by segment, beside the oracle's tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ponder.evaluation import markup
from ponder.evaluation.rows import EpisodeRow
from ponder.evaluation.study.figures import StudyFigures
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import text_parts

SHOWN = 3
"""Episodes of each study."""
NOTE = (
    "Some episodes, picked by place and not by outcome. Beside each question and its right answer, "
    "the policy's tokens (orange) and those that the best plan gives it (blue). In the text, each "
    "colour band is a segment of the thought, and the framed part is the answer; the small numbers "
    "are their tokens, with ≈ where a policy does not tell them and they are shared out by length."
)


def transcript_section(studies: Mapping[str, tuple[Sequence[EpisodeRow], StudyFigures]]) -> str:
    """Writes the section; the first episode of the first study is open."""
    content: list[str] = []
    for name, (rows, study) in studies.items():
        width, before = study.config.num_questions, f"{name}: " if len(studies) > 1 else ""
        for place in picked(len(study.plan)):
            turns = rows[place * width : (place + 1) * width]
            body = "".join(
                turn_block(row, tokens, _longest(turns, study.plan[place]), study.config.segmenter)
                for row, tokens in zip(turns, study.plan[place], strict=True)
            )
            title = f"{before}episode {place + 1} of {len(study.plan)}, {outcome(turns)}"
            content.append(markup.details(title, body, opened=not content))
    return markup.section("What was written", NOTE, *content)


def picked(episodes: int) -> list[int]:
    """Places at even distances among the episodes.

    >>> picked(60), picked(2)
    ([10, 30, 50], [0, 1])
    """
    shown = min(SHOWN, episodes)
    return [(2 * place + 1) * episodes // (2 * shown) for place in range(shown)]


def outcome(turns: Sequence[EpisodeRow]) -> str:
    """Says what came of an episode."""
    right, spent = sum(row.correct for row in turns), sum(row.tokens for row in turns)
    return f"{right} of {len(turns)} right with {spent} of {turns[0].budget} tokens"


def turn_block(row: EpisodeRow, oracle: int, longest: int, segmenter: Segmenter) -> str:
    """One question: who spent how much on it, and what was written."""
    if not row.answered:
        state = '<span class="wrong">never reached</span>'
    else:
        word = "right" if row.correct else "wrong"
        state = f'<span class="{word}">{word}</span>'
    bars = "".join(
        f'<div class="{kind}" style="width:{max(2.0, 100 * tokens / longest):.1f}%">{tokens}</div>'
        for kind, tokens in (("own", row.tokens), ("oracle", oracle))
    )
    question = markup.escape(markup.shorten(row.question, markup.MOST_IN_A_CELL))
    text = f"<pre>{marked(row, segmenter)}</pre>" if row.answered else ""
    return (
        f'<div class="turn"><div><div class="meta">{row.position + 1}. '
        f"{markup.escape(row.source)}, level {row.level}: {state}</div>"
        f'<div class="bars">{bars}</div></div>'
        f'<div><p class="question">{question} &rarr; {markup.escape(row.answer)}</p>{text}</div>'
        "</div>"
    )


def marked(row: EpisodeRow, segmenter: Segmenter) -> str:
    """The text in bands, a segment each, with their tokens."""
    parts = text_parts(row.text, segmenter)
    counted = len(row.parts) == len(parts)
    tokens = row.parts if counted else shared_out(row.tokens, [len(part) for part in parts])
    most = max(markup.MOST_CHARACTERS // len(parts), 200)
    spans = []
    for place, (part, count) in enumerate(zip(parts, tokens, strict=True)):
        if not part and not count:
            continue
        last = place == len(parts) - 1
        kind = "end" if last else ("odd", "even")[place % 2]
        text = markup.shorten(part, most)
        shown = text.rstrip()
        label = f"<sub>{'' if counted else '≈'}{count}</sub>"
        spans.append(
            f'<span class="part {kind}">{markup.escape(shown)}{label}</span>'
            f"{markup.escape(text[len(shown) :])}"
        )
    return "".join(spans)


def shared_out(tokens: int, lengths: Sequence[int]) -> list[int]:
    """Shares tokens out by length; in sum they are all of them.

    >>> shared_out(10, [5, 0, 5]), shared_out(2, [0])
    ([5, 0, 5], [2])
    """
    whole, shares, given, seen = sum(lengths), [], 0, 0
    for length in lengths:
        seen += length
        upto = round(tokens * seen / whole) if whole else 0
        shares.append(upto - given)
        given = upto
    shares[-1] += tokens - given
    return shares


def _longest(turns: Sequence[EpisodeRow], plan: Sequence[int]) -> int:
    return max(1, *(row.tokens for row in turns), *plan)
