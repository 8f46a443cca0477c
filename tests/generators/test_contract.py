"""Every registered family keeps the contract; a new one is picked up without an edit here."""

from pathlib import Path

import pytest

from ponder.generators import family, names
from ponder.testing import assert_family, golden

NATIVE = [name for name in names() if not name.startswith("rg/")]
ADAPTED = [name for name in names() if name.startswith("rg/")]
GOLDEN = golden.read(Path(__file__).parent / "golden" / "hashes.json")


@pytest.mark.parametrize("name", NATIVE)
def test_native_family(name: str) -> None:
    assert_family(name, golden=GOLDEN)


@pytest.mark.parametrize("name", ADAPTED)
def test_adapted_family(name: str) -> None:
    assert_family(name)


def test_every_native_family_has_a_golden_hash() -> None:
    missing = [golden.entry(family(name)) for name in NATIVE]
    missing = [entry for entry in missing if entry not in GOLDEN]
    assert not missing, "run: python -m ponder.testing golden"
