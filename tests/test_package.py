"""The package as a whole: its public names, what importing it costs, and that it is typed."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ponder

ROOT = Path(__file__).parent.parent
HEAVY = {
    "accelerate", "datasets", "gguf", "matplotlib", "numpy", "openenv", "pandas", "pyarrow",
    "pydantic", "ray", "reasoning_gym", "rich", "sympy", "tokenizers", "torch", "transformers",
    "trl", "typer", "yaml",
}  # fmt: skip
NAMES = {
    "Episode", "Mixture", "Task", "Verdict", "__version__", "generate", "load", "names", "stream",
    "verify", "verify_many",
}  # fmt: skip


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter holds after running `code`."""
    program = f"import json, sys\n{code}\nprint(json.dumps(list(sys.modules)))"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(json.loads(ran.stdout.splitlines()[-1]))


def test_importing_ponder_imports_no_other_part_of_it_and_nothing_heavy() -> None:
    loaded = modules_after("import ponder")
    assert {name for name in loaded if name.startswith("ponder")} == {"ponder"}
    assert not loaded & HEAVY


def test_generating_needs_nothing_but_the_standard_library() -> None:
    loaded = modules_after("import ponder; ponder.generate('chain_sum', level=3)")
    assert "ponder.generators.arithmetic.chain_sum" in loaded
    assert not loaded & HEAVY


def test_listing_imports_no_heavy_library_but_that_of_the_command_line() -> None:
    loaded = modules_after(
        "from ponder.cli.app import main\n"
        "try: main(['list'])\n"
        "except SystemExit as end: assert not end.code, end.code"
    )
    assert loaded & HEAVY <= {"typer", "rich", "pydantic"}
    assert "ponder.cli.generate" not in loaded


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_public_name_resolves_and_is_listed(name: str) -> None:
    assert getattr(ponder, name) is not None
    assert name in dir(ponder)


def test_the_public_names_are_the_documented_ones() -> None:
    assert set(ponder.__all__) == NAMES


def test_an_unknown_name_is_an_attribute_error_that_names_it() -> None:
    with pytest.raises(AttributeError, match="generat'"):
        ponder.generat  # noqa: B018


def test_the_installed_version_is_the_one_in_the_source() -> None:
    assert metadata.version("ponder-gym") == ponder.__version__


def test_the_changelog_has_an_entry_for_this_version() -> None:
    assert f"## {ponder.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "ponder" / "py.typed").is_file()


def test_every_requirement_is_pinned_to_a_version_that_it_allows() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line) for line in lines)
    pins = dict(line.split("==") for line in lines)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    for requirement in (Requirement(text) for group in groups for text in group):
        name = canonicalize_name(requirement.name)
        if name != "ponder-gym":
            assert requirement.specifier.contains(pins[name], prereleases=True), name


def test_running_the_package_is_running_the_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "ponder", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout == f"ponder {ponder.__version__}\n"
