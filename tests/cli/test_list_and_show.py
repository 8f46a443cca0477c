"""`ponder list`, `ponder show`, and what the command says of itself."""

from collections.abc import Callable

import pytest

import ponder
from ponder.cli.app import COMMANDS
from tests.cli.conftest import Ran

Command = Callable[..., Ran]


def test_every_native_family_is_listed_with_its_domain(ponder_command: Command) -> None:
    ran = ponder_command("list")
    assert ran.code == 0, ran.err
    rows = [line.split() for line in ran.out.splitlines()]
    listed = {(row[0], row[1]) for row in rows if len(row) > 2}
    assert ("chain_sum", "arithmetic") in listed
    assert set(ponder.names("arithmetic")) == {n for n, home in listed if home == "arithmetic"}


def test_a_family_is_described_by_what_it_asks(ponder_command: Command) -> None:
    ran = ponder_command("list", "--domain", "arithmetic")
    assert "A chain of additions and subtractions" in " ".join(ran.out.split())
    assert " games " not in ran.out


def test_an_unknown_domain_is_refused(ponder_command: Command) -> None:
    ran = ponder_command("list", "--domain", "arithmetics")
    assert (ran.code, ran.out) == (2, "")
    assert "'arithmetic'" in ran.err


def test_show_prints_the_task_and_a_verdict_of_one(ponder_command: Command) -> None:
    ran = ponder_command("show", "chain_sum", "--level", 3, "--seed", 7, "--index", 2)
    task = ponder.generate("chain_sum", level=3, seed=7, index=2)
    assert ran.code == 0, ran.err
    for part in (task.uid, task.question, task.answer_format, *task.steps):
        assert part in ran.out
    assert "score 1, correct True" in ran.out


@pytest.mark.parametrize(
    ("style", "asked", "answered"),
    [
        ("boxed", "\\boxed{}", "\\boxed{{{}}}"),
        ("tag", "<answer> and </answer>", "<answer>{}</answer>"),
        ("plain", "Give an integer.", "The answer is {}."),
    ],
)
def test_each_style_is_asked_for_and_accepted(
    ponder_command: Command, style: str, asked: str, answered: str
) -> None:
    ran = ponder_command("show", "chain_sum", "--style", style)
    assert asked in ran.out
    assert answered.format(ponder.generate("chain_sum").answer) in ran.out
    assert "score 1, correct True" in ran.out


def test_show_by_uid_is_show_by_address(ponder_command: Command) -> None:
    by_uid = ponder_command("show", "chain_sum@1/test/L2/s7/i4")
    by_address = ponder_command(
        "show", "chain_sum", "--split", "test", "--level", 2, "--seed", 7, "--index", 4
    )
    assert by_uid == by_address


def test_knobs_replace_those_of_the_level(ponder_command: Command) -> None:
    ran = ponder_command("show", "chain_sum", "--knobs", '{"terms": 12}')
    question = next(line for line in ran.out.splitlines() if line.startswith("What is"))
    assert sum(word.strip("?").isdigit() for word in question.split()) == 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chain_sun"], "did you mean 'chain_sum'?"),
        (["chain_sum", "--level", "21"], "level must be from 1 to 20, got 21"),
        (["chain_sum", "--knobs", "{terms: 12}"], "--knobs is not JSON"),
        (["chain_sum", "--knobs", "[12]"], "knobs must be a JSON object"),
        (["chain_sum", "--knobs", '{"trems": 12}'], "did you mean 'terms'?"),
        (["chain_sum@1/train/L2"], "uid must look like"),
    ],
)
def test_show_explains_a_bad_argument_in_one_line(
    ponder_command: Command, arguments: list[str], message: str
) -> None:
    ran = ponder_command("show", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_itself_with_examples(ponder_command: Command, name: str) -> None:
    ran = ponder_command(name, "--help")
    assert ran.code == 0
    assert f"ponder {name}" in ran.out.split("Usage:")[1].split("\n", 1)[1]


def test_the_help_lists_every_command(ponder_command: Command) -> None:
    ran = ponder_command("--help")
    assert ran.code == 0
    for name in COMMANDS:
        assert f" {name} " in ran.out


@pytest.mark.parametrize("arguments", [["lst"], ["show"], ["show", "chain_sum", "--levle", "3"]])
def test_a_wrong_usage_ends_with_code_2(ponder_command: Command, arguments: list[str]) -> None:
    ran = ponder_command(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def test_a_uid_and_an_address_do_not_go_together(ponder_command: Callable[..., Ran]) -> None:
    ran = ponder_command("show", "chain_sum@1/test/L2/s7/i0", "--level", 5, "--seed", 1)
    assert ran.code == 2
    assert "level, seed cannot be given with 'chain_sum@1/test/L2/s7/i0'" in ran.err
