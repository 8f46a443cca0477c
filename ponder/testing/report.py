"""What a check found: one finding a rule, each a sentence with numbers and an example."""

from collections.abc import Sequence
from dataclasses import dataclass

EXAMPLES_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one rule.

    Attributes:
        rule: The rule's name, e.g. `splits`.
        passed: None when the rule does not apply; the sentence then says why.
        sentence: What was measured, or what is wrong, with an example.
    """

    rule: str
    passed: bool | None
    sentence: str

    def __str__(self) -> str:
        """Writes the finding as one line."""
        word = {True: "passed", False: "FAILED", None: "skipped"}[self.passed]
        return f"{word}  {self.rule:<13} {self.sentence}"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of every rule of the contract for one family.

    Attributes:
        name: The family.
        version: Its version.
        full: Whether the whole contract was run, or the quick one.
        findings: One a rule, in the order of the contract.
        seconds: How long it took.
    """

    name: str
    version: int
    full: bool
    findings: tuple[Finding, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether no rule failed."""
        return not self.failures

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The rules that failed."""
        return tuple(finding for finding in self.findings if finding.passed is False)

    def __str__(self) -> str:
        """Writes the report for a terminal."""
        mode = "full" if self.full else "quick"
        verdict = "passed" if self.passed else f"FAILED {len(self.failures)} rules"
        head = f"{self.name}@{self.version} ({mode}, {self.seconds:.1f} s): {verdict}"
        return "\n".join([head, *(f"  {finding}" for finding in self.findings)])


def judge(rule: str, faults: Sequence[str], praise: str) -> Finding:
    """Makes a finding from the faults found; without one, `praise` says what was measured."""
    if not faults:
        return Finding(rule, True, praise)
    sentence = " | ".join(faults[:EXAMPLES_SHOWN])
    more = len(faults) - EXAMPLES_SHOWN
    return Finding(rule, False, sentence + (f" | and {more} more" if more > 0 else ""))


def skip(rule: str, why: str) -> Finding:
    """Makes the finding of a rule that does not apply."""
    return Finding(rule, None, why)
