"""`ponder verify`: every way a row may say what it is judged by, and files of any size."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ponder
from ponder.task import Task
from tests.cli.conftest import Ran

Command = Callable[..., Ran]
Start = Callable[..., "subprocess.Popen[bytes]"]

FIELDS = ["row", "uid", "score", "correct", "extracted", "how", "reason"]


def tasks(count: int) -> list[Task]:
    return [ponder.generate("chain_sum", level=2, index=index) for index in range(count)]


def write_jsonl(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def read_verdicts(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def as_fields(task: Task) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(task.to_json())
    return fields


ROW_FORMS: dict[str, Callable[[Task], dict[str, Any]]] = {
    "the fields of a task": as_fields,
    "a task as an object": lambda task: {"task": as_fields(task)},
    "a task as text": lambda task: {"task": task.to_json()},
    "a uid": lambda task: {"uid": task.uid},
    "question and gold": lambda task: {"question": task.question, "gold": task.answer},
}


# Parquet has no object without fields, such as a task's empty facts.
CASES = [(form, ".jsonl") for form in ROW_FORMS] + [
    (form, ".parquet") for form in ROW_FORMS if form != "a task as an object"
]


@pytest.mark.parametrize(("form", "suffix"), CASES)
def test_right_and_wrong_answers_are_told_apart(
    ponder_command: Command, tmp_path: Path, form: str, suffix: str
) -> None:
    right, wrong = tasks(2)
    rows = [
        {**ROW_FORMS[form](right), "response": f"It is \\boxed{{{right.answer}}}."},
        {**ROW_FORMS[form](wrong), "response": f"It is \\boxed{{{int(wrong.answer) + 1}}}."},
    ]
    path = tmp_path / f"answers{suffix}"
    if suffix == ".jsonl":
        write_jsonl(path, rows)
    else:
        pyarrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        flat = [
            {n: json.dumps(v) if isinstance(v, dict) else v for n, v in row.items()} for row in rows
        ]
        parquet.write_table(pyarrow.Table.from_pylist(flat), path)
    ran = ponder_command("verify", path)
    assert ran.code == 0, ran.err
    verdicts = read_verdicts(tmp_path / f"answers{suffix}.verdicts.jsonl")
    assert [list(verdict) for verdict in verdicts] == [FIELDS, FIELDS]
    assert [verdict["correct"] for verdict in verdicts] == [True, False]
    assert [verdict["score"] for verdict in verdicts] == [1.0, 0.0]
    assert verdicts[0]["extracted"] == right.answer
    assert "2 responses, 1 correct (50.0%)" in ran.out


def test_what_generate_writes_needs_only_a_response(
    ponder_command: Command, tmp_path: Path
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "tasks.parquet"
    assert ponder_command("generate", "chain_sum:1-8", "-n", 30, "-o", path).code == 0
    table = parquet.read_table(path)
    answers = [f"<answer>{answer}</answer>" for answer in table["answer"].to_pylist()]
    answered = tmp_path / "answered.parquet"
    parquet.write_table(table.append_column("response", pyarrow.array(answers)), answered)
    ran = ponder_command("verify", answered, "-o", tmp_path / "verdicts.jsonl")
    assert "30 responses, 30 correct (100.0%), mean score 1.0000" in ran.out
    assert len(read_verdicts(tmp_path / "verdicts.jsonl")) == 30


def test_turns_are_judged_by_the_last_and_a_missing_text_is_wrong(
    ponder_command: Command, tmp_path: Path
) -> None:
    task = tasks(1)[0]
    responses = [["\\boxed{-1}", f"\\boxed{{{task.answer}}}"], None, ""]
    rows = [{"uid": task.uid, "response": response} for response in responses]
    ponder_command("verify", write_jsonl(tmp_path / "a.jsonl", rows))
    verdicts = read_verdicts(tmp_path / "a.jsonl.verdicts.jsonl")
    assert [verdict["correct"] for verdict in verdicts] == [True, False, False]


MESSAGES: list[tuple[Any, bool]] = [
    ([{"role": "assistant", "content": "\\boxed{5}"}], True),
    (
        [
            {"role": "user", "content": "2 + 3?"},
            {"role": "assistant", "content": "\\boxed{6}"},
            {"role": "user", "content": "Sure?"},
            {"role": "assistant", "content": "\\boxed{5}"},
            {"role": "user", "content": "\\boxed{6}"},
        ],
        True,
    ),
    ([{"role": "user", "content": "\\boxed{5}"}], False),
    ([{"role": "assistant", "content": None}], False),
    ([{"role": "assistant"}], False),
    ([{"role": "assistant", "content": 5}], False),
    ([{"content": "\\boxed{5}"}], False),
]
PARTS: list[tuple[Any, bool]] = [
    ([{"type": "text", "text": "It is \\boxed"}, {"type": "text", "text": "{5}"}], True),
    ([{"type": "thinking", "text": "\\boxed{5}"}, {"type": "text", "text": "I pass."}], False),
    ([{"type": "image", "text": None}, {"type": "text", "text": "5"}], True),
    ([], False),
]
CONVERSATIONS = [
    *MESSAGES,
    *(([{"role": "assistant", "content": content}], right) for content, right in PARTS),
]


@pytest.mark.parametrize(("response", "right"), CONVERSATIONS)
def test_messages_are_judged_by_the_assistants_last(
    ponder_command: Command, tmp_path: Path, response: object, right: bool
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"gold": "5", "response": response}])
    assert f"1 responses, {int(right)} correct" in ponder_command("verify", path).out


@pytest.mark.parametrize(
    "cases", [MESSAGES[:4], [([{"role": "assistant", "content": c}], r) for c, r in PARTS]]
)
def test_messages_in_parquet_are_read(
    ponder_command: Command, tmp_path: Path, cases: list[tuple[Any, bool]]
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [{"gold": "5", "response": response} for response, _ in cases]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "a.parquet")
    ran = ponder_command("verify", tmp_path / "a.parquet", "-o", tmp_path / "v.jsonl")
    assert ran.code == 0, ran.err
    found = [verdict["correct"] for verdict in read_verdicts(tmp_path / "v.jsonl")]
    assert found == [right for _, right in cases]


@pytest.mark.parametrize(
    ("responses", "warned"),
    [
        ([{"text": "5"}, 5, None], True),
        ([{"text": "5"}, "6"], False),
        (["", "6"], False),
        ([], False),
    ],
)
def test_a_file_without_a_text_is_warned_of(
    ponder_command: Command, tmp_path: Path, responses: list[object], warned: bool
) -> None:
    rows = [{"gold": "5", "response": response} for response in responses]
    ran = ponder_command("verify", write_jsonl(tmp_path / "a.jsonl", rows))
    assert ran.code == 0
    warnings = [line for line in ran.err.splitlines() if "warning" in line]
    assert len(warnings) == int(warned)
    assert not warned or "list of messages with role and content" in warnings[0]


def test_strict_wants_a_marked_answer(ponder_command: Command, tmp_path: Path) -> None:
    task = tasks(1)[0]
    path = write_jsonl(tmp_path / "a.jsonl", [{"uid": task.uid, "response": task.answer}])
    assert "1 correct" in ponder_command("verify", path).out
    assert "0 correct" in ponder_command("verify", path, "--strict").out


def test_reasoning_left_open_by_the_prompt_holds_no_answer(
    ponder_command: Command, tmp_path: Path
) -> None:
    task = tasks(1)[0]
    row = {"uid": task.uid, "response": f"so \\boxed{{{task.answer}}}"}
    path = write_jsonl(tmp_path / "a.jsonl", [row])
    assert "1 correct" in ponder_command("verify", path).out
    assert "0 correct" in ponder_command("verify", path, "--reasoning-open").out


def test_kind_names_the_checker_of_gold_answers(ponder_command: Command, tmp_path: Path) -> None:
    row = {"question": "?", "gold": "1 2", "response": "<answer>2 1</answer>"}
    path = write_jsonl(tmp_path / "a.jsonl", [row])
    assert "1 correct" in ponder_command("verify", path, "--kind", "multiset").out
    assert "0 correct" in ponder_command("verify", path, "--kind", "sequence").out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{broken", "line 2: not JSON"),
        ("[1, 2]", "line 2: a row must be a JSON object"),
        ('{"uid": "chain_sum@1/train/L2/s0/i0"}', "line 2: needs a 'response'"),
        ('{"response": "4"}', "line 2: needs the fields of a task"),
        ('{"uid": "chain_sum@9/train/L2/s0/i0", "response": "4"}', "line 2: 'chain_sum@9"),
        (
            '{"task": {"uid": "x"}, "response": "4"}',
            "line 2: its task cannot be read: a task needs exactly the fields",
        ),
    ],
)
def test_a_bad_row_is_named(
    ponder_command: Command, tmp_path: Path, line: str, message: str
) -> None:
    good = json.dumps({"uid": "chain_sum@1/train/L2/s0/i0", "response": "4"})
    path = tmp_path / "a.jsonl"
    path.write_text(f"{good}\n{line}\n")
    ran = ponder_command("verify", path)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err


def test_blank_lines_count_in_a_lines_number(ponder_command: Command, tmp_path: Path) -> None:
    good = json.dumps({"gold": "4", "response": "4"})
    path = tmp_path / "a.jsonl"
    for bad, message in (('{"response": "4"}', "needs the fields"), ("{", "not JSON")):
        path.write_text(f"\n{good}\n \n{bad}\n")
        assert f"ponder: {path}, line 4: {message}" in ponder_command("verify", path).err
    path.write_text(f"\n{good}\n\n{good}\n")
    assert ponder_command("verify", path).code == 0
    assert [each["row"] for each in read_verdicts(tmp_path / "a.jsonl.verdicts.jsonl")] == [0, 1]


def test_a_bad_row_of_parquet_is_named_from_1(ponder_command: Command, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table({"gold": ["4", "4", None], "response": ["4"] * 3})
    parquet.write_table(table, tmp_path / "a.parquet")
    ran = ponder_command("verify", tmp_path / "a.parquet")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "a.parquet, row 3: needs" in ran.err
    assert "its 'gold' is null" in ran.err


def test_standard_input_is_refused(ponder_command: Command) -> None:
    ran = ponder_command("verify", "-")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "give a .jsonl or .parquet file" in ran.err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--kind", "maths"), "did you mean 'math'?"),
        (("--kind", "integer", "--options", '{"units": "require"}'), "has no option 'units'"),
        (("--options", '{"unit": "require"}'), "has no option 'unit'"),
        (("--options", '["units"]'), "--options must be a JSON object"),
    ],
)
def test_a_wrong_kind_or_option_is_refused_before_any_work(
    ponder_command: Command, tmp_path: Path, given: tuple[str, ...], message: str
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"gold": "4", "response": "4"}])
    ran = ponder_command("verify", path, *given)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert message in ran.err
    assert [file.name for file in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_task_with_a_malformed_checker_is_named(ponder_command: Command, tmp_path: Path) -> None:
    fields = as_fields(tasks(1)[0]) | {"checker": {"name": "integer", "colour": 1}}
    path = write_jsonl(tmp_path / "a.jsonl", [{**fields, "response": "4"}])
    ran = ponder_command("verify", path)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "its task cannot be read: a checker needs exactly a name and options" in ran.err


@pytest.mark.parametrize("response", [4, {}, [], [None], ["4", None], [["4"]], True])
def test_a_response_that_is_no_text_is_wrong(
    ponder_command: Command, tmp_path: Path, response: object
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"gold": "4", "response": response}])
    assert "1 responses, 0 correct" in ponder_command("verify", path).out


def test_a_row_says_its_own_checker_options_and_uid(
    ponder_command: Command, tmp_path: Path
) -> None:
    rows = [
        {"gold": "1 2", "response": "<answer>2 1</answer>", "kind": "multiset", "uid": "mine/1"},
        {"gold": "1 2", "response": "<answer>2 1</answer>", "kind": "sequence", "uid": 2},
        {"gold": "1", "response": "1.05", "kind": "decimal", "options": {"tolerance": "0.1"}},
        {"gold": "1", "response": "1", "kind": None, "options": None},
    ]
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    assert ponder_command("verify", path, "--kind", "integer").code == 0
    verdicts = read_verdicts(tmp_path / "a.jsonl.verdicts.jsonl")
    assert [verdict["uid"] for verdict in verdicts] == ["mine/1", "2", None, None]
    assert [verdict["correct"] for verdict in verdicts] == [True, False, True, True]
    rows[2]["kind"] = "decimals"
    refused = ponder_command("verify", write_jsonl(tmp_path / "b.jsonl", rows))
    assert refused.code != 0
    assert "b.jsonl, line 3: there is no checker 'decimals'; did you mean" in refused.err


def test_options_reach_the_checker(ponder_command: Command, tmp_path: Path) -> None:
    row = {"gold": "5\\text{ cm}", "response": "\\boxed{5}"}
    path = write_jsonl(tmp_path / "a.jsonl", [row])
    given = ("verify", path, "--kind", "math", "--options")
    assert "1 correct" in ponder_command(*given, '{"units": "ignore"}').out
    assert "0 correct" in ponder_command(*given, '{"units": "require"}').out
    refused = ponder_command(*given, "[" * 100_000)
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)
    assert "--options is not JSON" in refused.err


@pytest.mark.parametrize("name", ["a.txt", "a", "a.parquet"])
def test_verdicts_go_to_a_jsonl_file(ponder_command: Command, tmp_path: Path, name: str) -> None:
    path = write_jsonl(tmp_path / "in.jsonl", [{"gold": "4", "response": "4"}])
    ran = ponder_command("verify", path, "-o", tmp_path / name)
    assert ran.code == 2
    assert "--output must end in .jsonl" in ran.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.jsonl"]


def test_the_responses_are_not_written_over(ponder_command: Command, tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"gold": "4", "response": "4"}])
    (tmp_path / "link.jsonl").symlink_to(path)
    before = path.read_bytes()
    for output in (path, tmp_path / "link.jsonl"):
        ran = ponder_command("verify", path, "-o", output)
        assert (ran.code, path.read_bytes()) == (2, before)
        assert "is read for this" in ran.err


@pytest.mark.parametrize("suffix", [".part", ".journal"])
def test_a_link_beside_the_output_is_not_written_through(
    ponder_command: Command, tmp_path: Path, suffix: str
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"gold": "4", "response": "4"}])
    (tmp_path / f"out.jsonl{suffix}").symlink_to(path)
    before = path.read_bytes()
    ran = ponder_command("verify", path, "-o", tmp_path / "out.jsonl")
    assert (ran.code, path.read_bytes()) == (2, before)
    assert "is a link; remove it" in ran.err


def test_a_time_that_python_cannot_hold_is_an_error_of_one_line(
    ponder_command: Command, tmp_path: Path
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    times = pyarrow.array([2**63 - 1], pyarrow.timestamp("us"))
    table = pyarrow.table({"gold": ["4"], "response": ["4"], "at": times})
    parquet.write_table(table, tmp_path / "a.parquet")
    ran = ponder_command("verify", tmp_path / "a.parquet")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def test_a_corrected_file_is_judged_where_the_wrong_one_was_refused(
    ponder_command: Command, tmp_path: Path
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"response": "4"}])
    assert ponder_command("verify", path).code == 2
    write_jsonl(path, [{"gold": "4", "response": "4"}])
    assert "1 correct" in ponder_command("verify", path).out
    assert len(read_verdicts(tmp_path / "a.jsonl.verdicts.jsonl")) == 1


def test_a_missing_file_is_named(ponder_command: Command, tmp_path: Path) -> None:
    ran = ponder_command("verify", tmp_path / "absent.jsonl")
    assert ran.code == 2
    assert "absent.jsonl" in ran.err


def test_the_file_is_the_same_whatever_the_number_of_processes(
    ponder_command: Command, tmp_path: Path
) -> None:
    rows = [{"gold": str(n), "response": f"\\boxed{{{n}}}"} for n in range(1_600)]
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    for workers in (1, 2):
        out = tmp_path / f"{workers}.jsonl"
        assert ponder_command("verify", path, "-o", out, "--workers", workers).code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()
    assert len(read_verdicts(tmp_path / "2.jsonl")) == 1_600


def test_killed_and_run_again_it_gives_the_same_verdicts(
    ponder_command: Command, ponder_process: Start, tmp_path: Path
) -> None:
    rows = [
        {"gold": str(n), "response": f"\\boxed{{{n if n % 3 else -n - 1}}}"} for n in range(8_000)
    ]
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    killed, journal = tmp_path / "killed.jsonl", tmp_path / "killed.jsonl.journal"
    process = ponder_process("verify", path, "-o", killed)
    deadline = time.monotonic() + 30
    while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not killed.exists()
    assert ponder_command("verify", path, "-o", tmp_path / "whole.jsonl").code == 0
    ran = ponder_command("verify", path, "-o", killed)
    assert killed.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    # 0, 3, 6 ... 7998 are answered wrongly: 2,667 of 8,000.
    assert "8,000 responses, 5,333 correct" in ran.out


def test_half_a_surrogate_pair_is_a_wrong_answer_and_read_back(
    ponder_command: Command, tmp_path: Path
) -> None:
    path = write_jsonl(tmp_path / "a.jsonl", [{"gold": "5", "response": "\\boxed{\ud800}"}])
    assert ponder_command("verify", path, "-o", tmp_path / "v.jsonl").code == 0
    (verdict,) = read_verdicts(tmp_path / "v.jsonl")
    assert (verdict["correct"], verdict["extracted"]) == (False, "\ud800")


def test_a_byte_order_mark_is_no_part_of_the_first_row(
    ponder_command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"gold": 5, "response": "5"}\r\n{"gold": "6", "response": "6"}')
    ran = ponder_command("verify", path, "-o", tmp_path / "v.jsonl")
    assert "2 responses, 2 correct" in ran.out


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (b'{"gold": "5", "response": "\xe9"}', "a.jsonl, line 1"),
        (b'{"gold": "5", "response": ' + b"9" * 5_000 + b"}", "a.jsonl, line 1"),
        (b"[" * 100_000, "a.jsonl, line 1"),
        (b'{"task": "' + b"[" * 100_000 + b'", "response": "5"}', "a.jsonl, line 1: "),
        (b'{"gold": null, "response": "5"}', "a.jsonl, line 1: "),
        (b'{"gold": {"a": 1}, "response": "5"}', "a.jsonl, line 1: "),
        (b'{"gold": NaN, "response": "5"}', "a.jsonl, line 1: "),
    ],
)
def test_a_malformed_row_is_named(
    ponder_command: Command, tmp_path: Path, line: bytes, place: str
) -> None:
    (tmp_path / "a.jsonl").write_bytes(line + b"\n")
    ran = ponder_command("verify", tmp_path / "a.jsonl")
    assert ran.code == 2
    assert place in ran.err
    assert "Traceback" not in ran.err


def test_a_damaged_parquet_file_is_named(ponder_command: Command, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pyarrow = pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.table({"gold": ["5"], "response": ["5"]}), path)
    path.write_bytes(path.read_bytes()[:-20])
    ran = ponder_command("verify", path)
    assert ran.code == 2
    assert "a.parquet" in ran.err
