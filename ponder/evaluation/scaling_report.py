"""The part of a report that a difficulty-scaling evaluation fills: figure, tables, and gaps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ponder.evaluation import markup
from ponder.evaluation.comparison import number, show, show_change
from ponder.evaluation.scaling import Group, Rate
from ponder.evaluation.scaling_plots import scaling_by_level
from ponder.evaluation.scaling_summary import Scaling
from ponder.evaluation.zero_shot import ZeroShot

REASONS_SHOWN = 5
_NOTE = (
    "Single test questions without a budget, {samples}. pass@k is the chance that one of k answers "
    "is right, maj@k that their majority is; both are unbiased. Bars and brackets are 95 % "
    "bootstrap intervals over questions. A format failure ended by itself without the asked tags; "
    "cut off are answers that reached the cap. Tokens have their 10, 50 and 90 % quantiles beside."
)
_ZERO_SHOT_NOTE = (
    "pass@1 at the easiest and the hardest level asked, and over all. The interval of the change "
    "from easy to hard is unpaired, since the levels have different questions. The mean counts "
    "families alike; easiest, hardest and the change are over those of several levels."
)


def scaling_section(scaling: Scaling) -> str:
    """Writes the sections of an evaluation's report."""
    samples = scaling.samples
    said = "one answer each" if samples == 1 else f"{samples} answers each"
    tables: tuple[tuple[str, Sequence[str], Mapping[Any, Group]], ...] = (
        ("By domain", ["domain"], scaling.by_domain),
        ("By source", ["source"], scaling.by_source),
        ("By level", ["level"], scaling.by_level),
        ("By source and level", ["source", "level"], scaling.by_source_and_level),
    )
    return markup.section(
        "How right, and how long, at each level",
        _NOTE.format(samples=said),
        *(markup.warning(text) for text in [*gaps(scaling), *uneven(scaling)]),
        markup.figure(scaling_by_level(scaling.by_level, samples)),
        *(
            markup.details(f"{title}, in numbers", _table(head, groups, samples))
            for title, head, groups in tables
        ),
    ) + markup.section(
        "Zero-shot, from easy to hard",
        _ZERO_SHOT_NOTE,
        _zero_shot(scaling.zero_shot),
    )


def gaps(scaling: Scaling) -> list[str]:
    """Says what is missing or estimated, a sentence each."""
    texts = []
    if missing := scaling.whole.missing:
        shown = list(scaling.reasons.items())[:REASONS_SHOWN]
        reasons = "; ".join(f"{reason} ({count})" for reason, count in shown)
        texts.append(
            f"{missing} {'answer is' if missing == 1 else 'answers are'} missing, and counted "
            f"neither as right nor as wrong: {reasons}. The same command asks again."
        )
    if scaling.not_asked:
        have = "answer has" if scaling.not_asked == 1 else "answers have"
        texts.append(f"{scaling.not_asked} {have} not been asked for yet.")
    if scaling.estimated:
        texts.append(
            f"The endpoint did not count all tokens: those of {scaling.estimated} of "
            f"{scaling.whole.answers} answers are estimated, four bytes to a token."
        )
    if scaling.over_cap:
        texts.append(
            f"{scaling.over_cap} of {scaling.whole.answers} answers have more tokens than the cap "
            "of an answer, by the endpoint's own count: it does not keep to the cap, or miscounts."
        )
    return texts


def uneven(scaling: Scaling) -> list[str]:
    """Warns where levels are not of the same sources, so that a curve over levels mixes them."""
    held: dict[int, set[str]] = {}
    for source, level in scaling.by_source_and_level:
        held.setdefault(level, set()).add(source)
    if all(own == set(scaling.by_source) for own in held.values()):
        return []
    return [
        "Not every source was asked at every level, so that levels differ in their sources as "
        "well: compare them by source and level."
    ]


def _zero_shot(rows: Iterable[ZeroShot]) -> str:
    head = ("domain", "family", "n", "levels", "easiest", "hardest", "all", "easy to hard")
    cells = [
        [
            row.domain,
            row.source,
            row.questions,
            row.levels,
            *(show(value, "share") for value in (row.easy, row.hard, row.every)),
            show_change(row.change, "share"),
        ]
        for row in rows
    ]
    return markup.table(head, cells)


def _table(head: Sequence[str], groups: Mapping[Any, Group], samples: int) -> str:
    rates = ["pass@1"] if samples == 1 else ["pass@1", f"pass@{samples}", f"maj@{samples}"]
    columns = ["n", *rates, "tokens right", "tokens wrong", "format failures", "cut off", "missing"]
    rows = [
        [*(key if isinstance(key, tuple) else (key,)), *_cells(group, samples)]
        for key, group in groups.items()
    ]
    return markup.table([*head, *columns], rows)


def _cells(group: Group, samples: int) -> list[object]:
    rates = [group.passes.get(1)]
    if samples > 1:
        rates += [group.passes.get(samples), group.majorities.get(samples)]
    failures = (group.format_failures, group.truncations)
    return [
        group.questions,
        *(_rate(rate, group) for rate in rates),
        *(_tokens(group, part) for part in ("right", "wrong")),
        *(show(value if group.answers else None, "share") for value in failures),
        group.missing,
    ]


def _rate(rate: Rate | None, group: Group) -> str:
    """Writes a rate; with its own n where some questions have too few answers for it."""
    if rate is None:
        return "-"
    text = show(rate.value, "share")
    return text if rate.questions == group.questions else f"{text}, n = {rate.questions}"


def _tokens(group: Group, part: str) -> str:
    """Writes mean and quantiles of the tokens of right or wrong answers."""
    if part not in group.tokens:
        return "-"
    tokens = group.tokens[part]
    shares = ", ".join(f"{100 * share:.0f}" for share in tokens.quantiles)
    values = ", ".join(number(value.estimate, "tokens") for value in tokens.quantiles.values())
    return f"{show(tokens.mean, 'tokens')}; {shares} %: {values}"
