"""`ponder check`: a report on standard output, and an exit code for scripts."""

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ponder.generators import registry
from ponder.testing import RULES
from tests.cli.conftest import Ran

Command = Callable[..., Ran]

SAME_EVERY_TIME = '''
"""A family that always asks the same.

Q: What is 1 + 1?
A: 2
"""

import random
from dataclasses import dataclass

from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """None."""

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """The same at every level."""
        return cls()


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws nothing."""
    return Draft("What is 1 + 1?", "Give an integer.", "2", Checker("integer"), ("1 + 1 = 2",), 1)


def chance(level: int) -> float:
    """Never admitted."""
    return 0.0
'''


@pytest.fixture
def broken_family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Installs a distribution whose entry point adds a family that breaks the contract."""
    (tmp_path / "dull_family.py").write_text(SAME_EVERY_TIME)
    info = tmp_path / "dull-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dull\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        textwrap.dedent("""\
        [ponder.generators]
        dull = dull_family
        """)
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    caches = (registry._modules, registry.family)
    for cache in caches:
        cache.cache_clear()
    yield "dull"
    for cache in caches:
        cache.cache_clear()


def test_a_family_that_keeps_the_contract_passes(ponder_command: Command) -> None:
    ran = ponder_command("check", "chain_sum")
    assert ran.code == 0, ran.out + ran.err
    assert ran.out.startswith("chain_sum@1 (quick")
    for rule in RULES:
        assert f" {rule} " in ran.out


def test_a_family_that_breaks_it_is_reported_and_gives_code_1(
    ponder_command: Command, broken_family: str
) -> None:
    ran = ponder_command("check", broken_family)
    assert ran.code == 1
    assert "FAILED" in ran.out
    assert ran.out.splitlines()[-1] == "broken: dull"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give the name of one family, or --all"),
        (["chain_sum", "--all"], "give the name of one family, or --all"),
        (["chain_sun"], "did you mean 'chain_sum'?"),
        (["--all", "--workers", "0"], "workers must be from 1 to"),
    ],
)
def test_a_bad_argument_is_one_line(
    ponder_command: Command, arguments: list[str], message: str
) -> None:
    ran = ponder_command("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err
