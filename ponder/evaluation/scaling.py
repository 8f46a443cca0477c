"""Difficulty scaling: how right a policy is, and how long, by source, domain and level.

Every question counts once, however many answers it has, and the bootstrap draws questions, never
answers to one question. Answers that never came are counted apart, and are in no other number.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from ponder.evaluation.intervals import Interval, bootstrap_mean, bootstrap_quantiles
from ponder.evaluation.pass_at_k import maj_at_k, pass_at_k, votes_of
from ponder.evaluation.rows import QuestionRow, Unanswered
from ponder.generators import registry
from ponder.generators.corpora import SCHEMAS
from ponder.randomness import derive_seed

K = TypeVar("K", bound=Hashable)
QUANTILES = (0.1, 0.5, 0.9)
NO_DOMAIN = "other"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all its answers.

    Attributes:
        source: Where it comes from.
        domain: Of the source.
        level: Its difficulty.
        rows: Its answers, at least one.
        passes: pass@k by k.
        majorities: maj@k by k.
    """

    source: str
    domain: str
    level: int
    rows: Sequence[QuestionRow]
    passes: Mapping[int, float]
    majorities: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Rate:
    """A mean over questions.

    Attributes:
        questions: How many have enough answers to count.
        value: The mean; nan without a question.
    """

    questions: int
    value: Interval


@dataclass(frozen=True, slots=True)
class Tokens:
    """The lengths of some answers.

    Attributes:
        answers: How many.
        mean: Of their tokens.
        quantiles: Of their tokens, by share.
    """

    answers: int
    mean: Interval
    quantiles: Mapping[float, Interval]


@dataclass(frozen=True, slots=True)
class Group:
    """What is known of some questions.

    Attributes:
        questions: With at least one answer.
        answers: To them.
        missing: Answers that were asked for and did not come; in no other number.
        passes: pass@k by k.
        majorities: maj@k by k.
        format_failures: Share of the answers that ended by themselves, yet without the asked
            tags around an answer.
        truncations: Share of the answers that were cut off at the cap.
        tokens: Of `all`, `right` and `wrong` answers; those that there are.
    """

    questions: int
    answers: int
    missing: int
    passes: Mapping[int, Rate]
    majorities: Mapping[int, Rate]
    format_failures: Interval
    truncations: Interval
    tokens: Mapping[str, Tokens]

    def as_json(self) -> dict[str, Any]:
        """Gives all of it as JSON values."""
        return {
            "questions": self.questions,
            "answers": self.answers,
            "missing": self.missing,
            **{
                name: {str(k): _rate_json(rate) for k, rate in rates.items()}
                for name, rates in (("pass@k", self.passes), ("maj@k", self.majorities))
            },
            "format_failures": self.format_failures.as_json(),
            "truncations": self.truncations.as_json(),
            "tokens": {
                which: {
                    "answers": tokens.answers,
                    "mean": tokens.mean.as_json(),
                    **{f"q{100 * q:.0f}": v.as_json() for q, v in tokens.quantiles.items()},
                }
                for which, tokens in self.tokens.items()
            },
        }


def questions_of(rows: Iterable[QuestionRow]) -> list[Question]:
    """Puts the answers to each question together, in the order of first answers."""
    found: dict[tuple[str, str], list[QuestionRow]] = {}
    for row in rows:
        found.setdefault((row.source, row.uid), []).append(row)
    # A small corpus may have put a question more than once: that makes no k larger.
    most = max((row.sample + 1 for answers in found.values() for row in answers), default=0)
    return [_question(answers, draws(most)) for answers in found.values()]


def draws(answers: int) -> list[int]:
    """Lists the k of pass@k and maj@k for so many answers a question: powers of 2, and all.

    >>> draws(6)
    [1, 2, 4, 6]
    """
    return sorted({1 << place for place in range(answers.bit_length())} | {answers} - {0})


def group_by(
    questions: Sequence[Question],
    unanswered: Sequence[Unanswered],
    key: Callable[[Question | Unanswered], K],
    *,
    seed: int = 0,
) -> dict[K, Group]:
    """Summarises questions by a key, in the key's order.

    Args:
        questions: From `questions_of`.
        unanswered: What no answer came to.
        key: Reads `source` and `level`, which both kinds have.
        seed: Of the bootstrap.
    """
    groups: dict[K, list[Question]] = {}
    for question in questions:
        groups.setdefault(key(question), []).append(question)
    missing = [key(row) for row in unanswered]
    keys: Any = {*groups, *missing}
    return {
        one: summarise_group(groups.get(one, []), missing.count(one), seed=seed, name=repr(one))
        for one in sorted(keys)
    }


def summarise_group(questions: Sequence[Question], missing: int, *, seed: int, name: str) -> Group:
    """Summarises some questions.

    Args:
        questions: Any number.
        missing: Answers that did not come.
        seed: Of the bootstrap.
        name: Of the group; groups of other names have other streams.
    """

    def own(measure: str) -> int:
        return derive_seed("bootstrap", seed, measure, name)

    def rates(which: str) -> dict[int, Rate]:
        tables: list[Mapping[int, float]] = [getattr(question, which) for question in questions]
        return {
            k: _rate([table[k] for table in tables if k in table], own(f"{which} {k}"))
            for k in sorted({k for table in tables for k in table})
        }

    rows = [row for question in questions for row in question.rows]
    parts = {
        "all": rows,
        "right": [row for row in rows if row.correct],
        "wrong": [row for row in rows if not row.correct],
    }
    return Group(
        questions=len(questions),
        answers=len(rows),
        missing=missing,
        passes=rates("passes"),
        majorities=rates("majorities"),
        format_failures=_share(rows, is_format_failure, own("format failures")),
        truncations=_share(rows, lambda row: not row.finished, own("truncations")),
        tokens={part: _tokens(some, own(f"tokens {part}")) for part, some in parts.items() if some},
    )


def is_format_failure(row: QuestionRow) -> bool:
    """Tells whether an answer ended by itself, yet without the asked tags around an answer."""
    return row.finished and row.how != "tag"


def domain_of(source: str) -> str:
    """Names the domain of a source: a family's, `corpora`, or `other` where it is not known.

    >>> domain_of("countdown")
    'games'
    """
    if source.partition("/")[0] in SCHEMAS:
        return "corpora"
    return _domains().get(source, NO_DOMAIN)


@cache
def _domains() -> Mapping[str, str]:
    everywhere = (*registry.DOMAINS, "external", "rg")
    return {name: domain for domain in everywhere for name in registry.names(domain)}


def _question(rows: Sequence[QuestionRow], ks: Sequence[int]) -> Question:
    votes, right = votes_of([row.extracted for row in rows], [row.correct for row in rows])
    count = sum(row.correct for row in rows)
    held = [k for k in ks if k <= len(rows)]
    return Question(
        source=rows[0].source,
        domain=domain_of(rows[0].source),
        level=rows[0].level,
        rows=rows,
        passes={k: pass_at_k(len(rows), count, k) for k in held},
        majorities={k: maj_at_k(votes, right, k) for k in held},
    )


def _rate(values: Sequence[float], seed: int) -> Rate:
    return Rate(len(values), bootstrap_mean(values, seed=seed))


def _share(rows: Sequence[QuestionRow], has: Callable[[QuestionRow], bool], seed: int) -> Interval:
    if not rows:
        return Interval(*[float("nan")] * 3)
    clusters = [row.uid for row in rows]
    return bootstrap_mean([float(has(row)) for row in rows], seed=seed, clusters=clusters)


def _tokens(rows: Sequence[QuestionRow], seed: int) -> Tokens:
    lengths, clusters = [row.tokens for row in rows], [row.uid for row in rows]
    quantiles = bootstrap_quantiles(lengths, QUANTILES, seed=seed, clusters=clusters)
    mean = bootstrap_mean(lengths, seed=seed, clusters=clusters)
    return Tokens(len(rows), mean, dict(zip(QUANTILES, quantiles, strict=True)))


def _rate_json(rate: Rate) -> dict[str, Any]:
    return {"questions": rate.questions, **rate.value.as_json()}
