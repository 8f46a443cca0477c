"""`ponder eval`, from one end to the other: what it says, keeps, and does after a kill."""

import json
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

from ponder.cli._answering import watching_answers
from ponder.evaluation import QuestionRow, read_rows
from ponder.evaluation.claim import alone
from ponder.evaluation.outlook import Outlook, Prices
from ponder.policies.local import new_embedded
from tests.cli.conftest import Ran
from tests.evaluation.rows import question
from tests.policies.stub_endpoint import Handler, Request, completion, endpoint

Command = Callable[..., Ran]
Start = Callable[..., "subprocess.Popen[bytes]"]
SCRIPTED = ("--model", "scripted", "--max-tokens", 90)


def rows_of(folder: Path) -> list[QuestionRow]:
    return read_rows(folder / "questions.jsonl", QuestionRow).rows


def test_numbers_are_those_of_the_rows(ponder_command: Command, tmp_path: Path) -> None:
    ran = ponder_command(
        *("eval", "chain_sum:1-4,gcd:2", "-o", tmp_path, *SCRIPTED),
        *("--per-level", 6, "--samples", 3, "--price-in", 1, "--price-out", 10),
    )
    assert ran.code == 0, ran.err
    rows = rows_of(tmp_path)
    assert len(rows) == 5 * 6 * 3
    tokens = sum(row.tokens for row in rows)
    assert f"used: {tokens:,} tokens sampled" in ran.out
    assert "90 of 90 answers to come" in ran.out
    assert f"at most {90 * 90:,} sampled" in ran.out
    found = json.loads((tmp_path / "summary.json").read_text())
    easy = [row for row in rows if (row.source, row.level) == ("chain_sum", 1)]
    group = found["by_source_and_level"]["chain_sum"]["1"]
    assert group["pass@k"]["1"]["estimate"] == pytest.approx(sum(r.correct for r in easy) / 18)
    hit = {row.uid for row in easy if row.correct}
    assert group["pass@k"]["3"]["estimate"] == pytest.approx(len(hit) / 6)
    cut = sum(not row.finished for row in rows)
    assert cut and found["all"]["truncations"]["estimate"] == pytest.approx(cut / 90)
    share = 100 * len(hit) / 6
    assert f"{share:.1f}".removesuffix(".0") in ran.out
    for part in ("pass@1", "pass@3", "maj@3", "easy to hard", "mean of families"):
        assert part in ran.out
    report = (tmp_path / "report.html").read_text()
    for part in ("Zero-shot, from easy to hard", "pass@3", "By domain, in numbers"):
        assert part in report


def test_a_dry_run_says_what_it_takes_and_leaves_nothing(
    ponder_command: Command, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    prices = ("--price-in", 2, "--price-out", 100)
    arguments = ("eval", "chain_sum:1-2", "-o", out, *SCRIPTED, "--samples", 2, *prices)
    ran = ponder_command(*arguments, "--dry-run")
    assert ran.code == 0, ran.err
    # 2 levels of 20 questions, twice, of 90 tokens at 0.01 cents each.
    assert "80 of 80 answers to come" in ran.out and "at most 7,200 sampled" in ran.out
    cost = float(ran.out.rpartition("$")[2])
    assert 0.72 < cost < 0.75
    assert not out.exists()


def test_a_folder_grows_and_only_what_is_missing_is_asked(
    ponder_command: Command, tmp_path: Path
) -> None:
    def run(source: str, *options: object) -> str:
        ran = ponder_command("eval", source, "-o", tmp_path, *SCRIPTED, "--per-level", 3, *options)
        assert ran.code == 0, ran.err
        return ran.out

    assert "6 of 6 answers to come" in run("chain_sum:1-2")
    first = rows_of(tmp_path)
    assert "all 6 answers are there" in run("chain_sum:1-2")
    assert "3 of 9 answers to come" in run("chain_sum:1-3")
    assert "27 of 36 answers to come" in run("chain_sum:1-3,gcd:1", "--samples", 3)
    rows = rows_of(tmp_path)
    assert rows[:6] == first
    assert len({(row.uid, row.sample) for row in rows}) == len(rows) == 36


def test_a_kill_loses_at_most_a_batch(
    ponder_command: Command, ponder_process: Start, tmp_path: Path
) -> None:
    options = ("chain_sum:1-2", *SCRIPTED, "--per-level", 300, "--batch-size", 2)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert ponder_command("eval", *options, "-o", whole).code == 0
    kept = 0
    for _ in range(2):
        process = ponder_process("eval", *options, "-o", killed)
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"answers: ")
        process.kill()
        process.wait()
        held = read_rows(killed / "questions.jsonl", QuestionRow)
        assert kept < len(held.rows) < held.total == 600
        kept = len(held.rows)
    ran = ponder_command("eval", *options, "-o", killed)
    assert ran.code == 0
    assert f"{600 - kept // 2 * 2} of 600 answers to come" in ran.out
    for name in ("questions.jsonl", "summary.json"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


def test_a_kill_loses_only_the_requests_under_way(
    ponder_command: Command, ponder_process: Start, tmp_path: Path
) -> None:
    def behave(handler: Handler, request: Request) -> None:
        if len(handler.server.requests) > 7:
            handler.server.stopped.wait(60)
        handler.give(completion("<answer>5</answer>"))

    arguments = ("eval", "chain_sum:1-2", "-o", tmp_path, "--model", "stub", "--per-level", 10)
    with endpoint(behave) as server:
        process = ponder_process(*arguments, "--base-url", server.url, "--concurrency", 2)
        while len(server.requests) < 9:
            assert process.poll() is None
        process.kill()
        process.wait()
    before = rows_of(tmp_path)
    assert len(before) == 7
    with endpoint(lambda handler, _: handler.give(completion("6"))) as server:
        ran = ponder_command(*arguments, "--base-url", server.url)
        assert len(server.requests) == 13
    assert ran.code == 0, ran.err
    rows = rows_of(tmp_path)
    assert rows[:7] == before and len({row.uid for row in rows}) == 20


def test_what_an_endpoint_does_not_answer_is_told(ponder_command: Command, tmp_path: Path) -> None:
    def behave(handler: Handler, request: Request) -> None:
        if len(handler.server.requests) == 3:
            handler.give({"error": {"message": "prompt too long"}}, 400)
        else:
            handler.give(completion("<answer>5</answer>", tokens=None))

    arguments = ("eval", "chain_sum:1", "-o", tmp_path, "--model", "stub", "--per-level", 5)
    with endpoint(behave) as server:
        ran = ponder_command(*arguments, "--base-url", server.url)
        assert ran.code == 0, ran.err
        assert "missing" in ran.out.splitlines()[1]
        assert "1 answer is missing" in ran.out and "prompt too long" in ran.out
        assert "those of 4 of 4 answers are estimated" in ran.out
        assert "prompt too long" in (tmp_path / "report.html").read_text()
        ran = ponder_command(*arguments, "--base-url", server.url)
    assert "1 of 5 answers to come" in ran.out
    assert "missing" not in ran.out


def test_an_endpoint_that_only_fails_ends_with_1(ponder_command: Command, tmp_path: Path) -> None:
    with endpoint(lambda handler, _: handler.give({"error": "bad key"}, 401)) as server:
        ran = ponder_command(
            *("eval", "chain_sum:1", "-o", tmp_path, "--model", "stub", "--concurrency", 1),
            *("--base-url", server.url),
        )
    assert ran.code == 1
    assert "bad key" in ran.err and "Traceback" not in ran.err
    assert "10 answers have not been asked for yet" in ran.out


def test_weights_that_changed_under_the_same_name_are_refused(
    ponder_command: Command, tmp_path: Path
) -> None:
    policy, model = new_embedded(seed=0), tmp_path / "model"
    arguments = ("eval", "chain_sum:1", "-o", tmp_path / "out", "--model", model)
    options = ("--per-level", 2, "--max-tokens", 4)
    policy.save(model)
    assert ponder_command(*arguments, *options).code == 0
    with torch.no_grad():
        next(policy.model.parameters())[0, 0] += 1
    policy.save(model)
    ran = ponder_command(*arguments, *options, "--samples", 2)
    assert ran.code == 2 and "weights was" in ran.err
    ran = ponder_command(*arguments, *options, "--model", "scripted")
    assert ran.code == 2 and f"policy was {str(model)!r}" in ran.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--samples", 0), "samples must be at least 1"),
        (("--price-in", -1), "the price of a million tokens read"),
        (("--base-url", "localhost"), "base_url must begin with http"),
        (("--temperature", -1), "temperature must be"),
        (("--per-level", 10**9), "per_level x samples must be at most 10,000,000 over 1 levels"),
        (("--samples", 10**9), "per_level x samples must be at most 10,000,000 over 1 levels"),
        (("--max-tokens", 10**30), "max_tokens must be at most 10,000,000, got 1,000,"),
        (("--price-out", 1e308), "must be a number from 0 to 1,000,000,000, got 1e+308"),
        (("--batch-size", 0), "batch_size must be at least 1, got 0"),
        (("--model", "embedded", "--threads", 10**9), "threads must be from 1 to"),
        (("--base-url", "http://"), "base_url must"),
    ],
)
def test_mistakes_are_one_line(
    ponder_command: Command, tmp_path: Path, options: tuple[object, ...], said: str
) -> None:
    ran = ponder_command("eval", "chain_sum:1", "-o", tmp_path / "out", *SCRIPTED, *options)
    assert ran.code == 2
    assert said in ran.err and ran.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_the_first_answers_tell_what_the_rest_will_take(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 60.0, 1000.0])
    monkeypatch.setattr("ponder.cli._answering.time.monotonic", lambda: next(clock))
    ahead, prices = Outlook(100, 5000, 10_000), Prices(read=1000, sampled=10_000)
    with watching_answers(ahead, prices) as watch:
        watch.on_progress(100, 200)  # A hundred were there before.
        for done, tokens, counted in ((5, 30, None), (10, 50, 70)):
            watch.on_rows([question("a", tokens=tokens, prompt_tokens=counted)] * 5)
            watch.on_progress(100 + done, 200)
    (line,) = capsys.readouterr().err.splitlines()
    # 10 answers took 400 tokens in a minute; 5 prompts took 70 each, and 5 are taken at 50.
    assert line == "answers: 110 of 200; about 9 min left; about 4,000 tokens in all, $46.00"
    assert watch.used() == "used: 400 tokens sampled, about 600 read, $4.60"


def test_an_endpoint_that_answers_nothing_ends_with_1(
    ponder_command: Command, tmp_path: Path
) -> None:
    arguments = ("eval", "chain_sum:1", "-o", tmp_path, "--model", "stub", "--per-level", 2)
    with endpoint(lambda handler, _: handler.give({"error": "bad key \x1b[31m"}, 401)) as server:
        ran = ponder_command(*arguments, "--base-url", server.url)
    assert ran.code == 1
    assert "2 answers are missing" in ran.out and "no answer came" in ran.err
    assert "bad key" in ran.out and "\x1b" not in ran.out
    with endpoint(lambda handler, _: handler.give(completion("6"))) as server:
        assert ponder_command(*arguments, "--base-url", server.url).code == 0


def test_a_folder_of_something_else_is_left_alone(ponder_command: Command, tmp_path: Path) -> None:
    for name, held in (
        ("study.json", "a study"),
        ("comparison.json", "a comparison"),
        ("steps.jsonl", "an evaluation of agents"),
    ):
        folder = tmp_path / name.replace(".", "-")
        folder.mkdir()
        (folder / name).write_text("{}")
        ran = ponder_command("eval", "chain_sum:1", "-o", folder, *SCRIPTED)
        assert ran.code == 2 and f"which holds {held}" in ran.err and ran.err.count("\n") == 1
        assert [file.name for file in folder.iterdir()] == [name]
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "under"):
        ran = ponder_command("eval", "chain_sum:1", "-o", out, *SCRIPTED)
        assert ran.code == 2 and "out must be a folder" in ran.err and ran.out == ""
    assert (tmp_path / "file").read_text() == "mine"


def test_a_second_command_is_refused_from_the_first_word_to_the_report(
    ponder_command: Command, tmp_path: Path
) -> None:
    arguments = ("eval", "chain_sum:1", "-o", tmp_path, *SCRIPTED)
    with alone(tmp_path / "questions.jsonl"), ThreadPoolExecutor() as pool:
        ran = pool.submit(ponder_command, *arguments).result()
    assert ran.code == 2 and "another process is at work" in ran.err
    assert ponder_command(*arguments).code == 0
    report = (tmp_path / "report.html").read_bytes()
    with alone(tmp_path / "questions.jsonl"), ThreadPoolExecutor() as pool:
        ran = pool.submit(ponder_command, *arguments).result()
        assert ran.code == 2
    assert (tmp_path / "report.html").read_bytes() == report
