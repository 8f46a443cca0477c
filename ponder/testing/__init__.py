"""The contract of a task family, as tests that any author can run.

    from ponder.testing import assert_family
    def test_my_family():
        assert_family("my_family")

The rules, in the order of the report: `levels` generate; uids are `reproducible`; streams are
`independent`; `splits` are disjoint by content; questions are `distinct`; the verifier
`accepts` the reference answer however it is written and `refuses` wrong ones; `complexity` and
steps show `growth`; blind `guessing` earns no more than declared; `steps` are true; a version
stays `unchanged`; and the form: `json`, `lengths`, `knobs`, `file`, `speed`, `interactive`.
"""

import time
from collections.abc import Callable, Mapping

from ponder.generators.registry import Family, family
from ponder.testing import addresses, answers, form, growth, guessing, solutions
from ponder.testing.report import Finding, Report, skip
from ponder.testing.sample import FULL, QUICK, Sample, draw_sample

__all__ = ["RULES", "Finding", "Report", "assert_family", "check_family"]

Rule = Callable[[Sample], Finding]

RULES: Mapping[str, Rule] = {
    "levels": addresses.levels,
    "reproducible": addresses.reproducible,
    "independent": addresses.independent,
    "splits": addresses.splits,
    "distinct": addresses.distinct,
    "accepts": answers.accepts,
    "refuses": answers.refuses,
    "complexity": growth.complexity,
    "growth": growth.growth,
    "guessing": guessing.guessing,
    "steps": solutions.steps,
    "json": form.round_trip,
    "lengths": form.lengths,
    "knobs": form.knobs,
    "file": form.file_length,
    "speed": form.speed,
    "interactive": form.interactive,
}
"""Every rule but `unchanged`, which needs golden hashes."""

NOT_ADAPTED = frozenset({"growth", "file"})
"""Rules that a dataset of another library cannot be held to: it brings no worked steps."""


def check_family(
    subject: str | Family, *, full: bool = False, golden: Mapping[str, str] | None = None
) -> Report:
    """Checks a family against every rule of the contract.

    Args:
        subject: A family's name, or a `Family` that need not be registered.
        full: Checks all levels 1 to 20 and counts distinct questions, in a minute or so; else
            levels 1, 3, 5, 10 and 20 with 16 tasks each, in about two seconds.
        golden: Known hashes by name and version, as `ponder.testing.golden.read` gives them.

    Raises:
        ValueError: If there is no family of that name.
    """
    start = time.perf_counter()
    chosen = family(subject) if isinstance(subject, str) else subject
    sample = draw_sample(chosen, FULL if full else QUICK)
    findings = [_run(name, rule, sample) for name, rule in RULES.items()]
    findings.append(_run("unchanged", lambda drawn: addresses.unchanged(drawn, golden), sample))
    seconds = time.perf_counter() - start
    return Report(chosen.name, chosen.version, full, tuple(findings), seconds)


def assert_family(
    subject: str | Family, *, full: bool = False, golden: Mapping[str, str] | None = None
) -> None:
    """Raises unless a family keeps the contract; the arguments are those of `check_family`.

    Raises:
        AssertionError: If a rule fails; the message holds a sentence for each that does.
        ValueError: If there is no family of that name.
    """
    report = check_family(subject, full=full, golden=golden)
    if not report.passed:
        lines = [f"  {finding.rule}: {finding.sentence}" for finding in report.failures]
        raise AssertionError("\n".join([f"{report.name}@{report.version} breaks:", *lines]))


def _run(name: str, rule: Rule, sample: Sample) -> Finding:
    if sample.family.domain == "rg" and name in NOT_ADAPTED:
        return skip(name, "the family is adapted from another library")
    try:
        return rule(sample)
    except Exception as error:  # what a family or verifier raises is a finding, not a crash
        return Finding(name, False, f"raises {type(error).__name__}: {str(error)[:300]}")
