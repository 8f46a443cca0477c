"""Finding families, overriding their knobs, and the messages when that fails."""

import dataclasses
import re
import subprocess
import sys
from importlib import metadata
from types import ModuleType

import pytest

from ponder.generators import registry
from ponder.generators.registry import family, from_module, names, override, require


@dataclasses.dataclass(frozen=True)
class Knobs:
    size: int = 3
    largest: int = 9
    strict: bool = False

    def __post_init__(self) -> None:
        require("size", self.size, 2, 10)


def test_names_are_sorted_and_unique_and_hold_the_model_family() -> None:
    native = [name for name in names() if not name.startswith("rg/")]
    assert native == sorted(set(native))
    assert "chain_sum" in native


def test_every_native_name_is_in_one_domain() -> None:
    homes = [name for domain in registry.DOMAINS for name in names(domain)]
    native = [name for name in names() if family_is_native(name)]
    assert sorted(homes) == native


def family_is_native(name: str) -> bool:
    return not name.startswith("rg/") and family(name).domain in registry.DOMAINS


def test_a_family_is_where_its_file_lies() -> None:
    found = family("chain_sum")
    assert (found.name, found.domain, found.version) == ("chain_sum", "arithmetic", 1)
    assert found.doc.startswith("A chain of additions")


def test_an_unknown_family_brings_a_suggestion() -> None:
    with pytest.raises(ValueError, match="did you mean 'chain_sum'"):
        family("chain_sums")
    with pytest.raises(ValueError, match="ponder list"):
        family("")


def test_listing_names_imports_no_family() -> None:
    code = (
        "import sys; from ponder.generators import names; names('arithmetic'); "
        "print('ponder.generators.arithmetic.chain_sum' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("missing", ["Knobs", "draw", "chance"])
def test_a_module_that_lacks_a_part_is_named(missing: str) -> None:
    source = sys.modules[family("chain_sum").draw.__module__]
    module = ModuleType("half_a_family")
    for part in {"Knobs", "draw", "chance"} - {missing}:
        setattr(module, part, getattr(source, part))
    with pytest.raises(ValueError, match=f"half_a_family.*{missing}"):
        from_module("half", "external", module)


@pytest.mark.parametrize("name", ["Sums", "my-family", "a b", "x@1", ""])
def test_a_name_that_does_not_fit_into_a_uid_is_refused(name: str) -> None:
    source = sys.modules[family("chain_sum").draw.__module__]
    with pytest.raises(ValueError, match=re.escape(repr(name))):
        from_module(name, "external", source)


@pytest.fixture
def entry_points(monkeypatch: pytest.MonkeyPatch):
    """Installs entry points of the group for one test."""

    def install(**entries: str) -> None:
        group = registry.ENTRY_POINT_GROUP
        found = [metadata.EntryPoint(name, value, group) for name, value in entries.items()]
        monkeypatch.setattr(
            registry.metadata, "entry_points", lambda group: metadata.EntryPoints(found)
        )
        registry._modules.cache_clear()
        registry.family.cache_clear()

    yield install
    monkeypatch.undo()
    registry._modules.cache_clear()
    registry.family.cache_clear()


def test_another_distribution_can_add_a_family(entry_points) -> None:
    entry_points(their_sums="ponder.generators.arithmetic.chain_sum")
    found = family("their_sums")
    assert (found.name, found.domain) == ("their_sums", "external")
    assert "their_sums" in names()


def test_a_second_family_of_one_name_is_refused(entry_points) -> None:
    entry_points(chain_sum="somewhere.else_")
    with pytest.raises(ValueError, match=r"somewhere\.else_.*second family.*'chain_sum'"):
        names()


@pytest.mark.parametrize(
    ("value", "words"),
    [("no.such.module", "No module named 'no'"), ("json:dumps", "No module named 'json:dumps'")],
)
def test_an_entry_point_to_nothing_is_named(entry_points, value: str, words: str) -> None:
    entry_points(their_sums=value)
    with pytest.raises(
        ValueError, match=f"'their_sums' cannot be imported from '{value}'.*{words}"
    ):
        family("their_sums")


def test_a_module_that_raises_is_named(entry_points, tmp_path, monkeypatch) -> None:
    (tmp_path / "raises_on_import.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    entry_points(their_sums="raises_on_import")
    with pytest.raises(ValueError, match=r"'their_sums' cannot be .* ZeroDivisionError: division"):
        family("their_sums")


def test_two_files_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # Twice the same folder stands for two domains that hold files of the same names.
    monkeypatch.setattr(registry, "DOMAINS", ("games", "games"))
    registry._modules.cache_clear()
    with pytest.raises(ValueError, match=r"games\.\w+ is a second family named .*rename one"):
        names()
    registry._modules.cache_clear()


@pytest.mark.parametrize("version", [0, -1, True, "2", 1.5, None, 10**9])
def test_a_version_that_does_not_fit_into_a_uid_is_refused(version: object) -> None:
    source = sys.modules[family("chain_sum").draw.__module__]
    module = ModuleType("versioned")
    for part, value in {**vars(source), "VERSION": version}.items():
        setattr(module, part, value)
    with pytest.raises(ValueError, match=f"VERSION of family 'versioned'.*{version!r}"):
        from_module("versioned", "external", module)


def test_knobs_are_replaced() -> None:
    assert override(Knobs(), {"size": 5}) == Knobs(size=5)
    assert override(Knobs(), {}) == Knobs()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sise": 5}, "did you mean 'size'"),
        ({"q": 5}, r"\['largest', 'size', 'strict'\]"),
        ({"size": 5.0}, "'size' must be of type int, got 5.0"),
        ({"size": "5"}, "'size' must be of type int, got '5'"),
        ({"size": True}, "'size' must be of type int, got True"),
        ({"strict": 1}, "'strict' must be of type bool, got 1"),
        ({"size": 11}, "'size' must be from 2 to 10, got 11"),
        ({"size": None}, "'size' must be of type int, got None"),
    ],
)
def test_a_bad_knob_is_named_with_what_is_allowed(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        override(Knobs(), changes)


@pytest.mark.parametrize(("value", "fits"), [(1, False), (2, True), (10, True), (11, False)])
def test_a_range_includes_both_ends(value: int, fits: bool) -> None:
    if fits:
        require("size", value, 2, 10)
    else:
        with pytest.raises(ValueError, match=f"'size' must be from 2 to 10, got {value}"):
            require("size", value, 2, 10)


@pytest.mark.parametrize(
    ("name", "level", "knobs", "words"),
    [
        (
            "linear_system",
            5,
            {"unknowns": 2},
            "'links' .* 1 to 1 where knob 'unknowns' is 2, got 5",
        ),
        ("matrix_determinant", 5, {"rows": 2}, "'links' .* 1 to 1 where knob 'rows' is 2, got 5"),
        (
            "intermediate_integration",
            1,
            {"functions": 3},
            "'size' .* 3 to 30 where knob 'functions' is 3, got 2",
        ),
        (
            "cryptarithm",
            1,
            {"letters": 10},
            "'digits' .* 7 to 12 where knob 'letters' is 10, got 4",
        ),
        ("graph_color", 1, {"colours": 4}, "'nodes' .* 12 to 70 where knob 'colours' is 4, got 10"),
        ("mini_sudoku", 20, {"size": 4}, "'blanks' .* 4 to 10 where knob 'size' is 4, got 46"),
        (
            "factor_pair",
            1,
            {"smaller": 9_000},
            "'larger' .* where knob 'smaller' is 9000, got 5000",
        ),
    ],
)
def test_a_range_that_another_knob_sets_names_that_knob(
    name: str, level: int, knobs: dict[str, int], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        override(family(name).knobs_at(level), knobs)


def test_no_family_has_a_range_that_depends_on_a_knob_unnamed() -> None:
    for name in names():
        if not family_is_native(name):
            continue
        knobs = family(name).knobs_at(10)
        for field in dataclasses.fields(knobs):
            value = getattr(knobs, field.name)
            for far in (0, 1, 4, 6, 10, 10**5) if type(value) is int else ():
                try:
                    override(knobs, {field.name: far})
                except ValueError as error:
                    assert f"knob '{field.name}'" in str(error), (name, field.name, far)
