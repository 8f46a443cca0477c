"""`ponder serve`: started as a process, stopped by signal, its log in JSON."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.budget_env.serving import reset, session
from tests.cli.conftest import Ran

Command = Callable[..., Ran]


@contextmanager
def served(tmp_path: Path, **variables: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Starts the command; gives the process and its address."""
    environment = os.environ | {"PONDER_NUM_QUESTIONS": "2"} | variables
    command = [sys.executable, "-m", "ponder", "serve", "--port", "0", "--mixture", "chain_sum:1"]
    process = subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if found := re.search(r"running on http://(127[0-9.:]+)", line):
                yield process, found[1]
                break
    finally:
        process.kill()
        process.wait(10)
        process.stderr.close()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_sessions_open(tmp_path: Path, sign: signal.Signals) -> None:
    with served(tmp_path) as (process, address), session(address) as socket:
        assert reset(socket, seed=1)["metadata"]["num_questions"] == 2
        process.send_signal(sign)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=60)
        assert process.wait(60) in (0, -sign)
        assert process.stderr is not None
        lines = [json.loads(line) for line in process.stderr.read().splitlines()]
        events = [line["event"] for line in lines]
        assert "session opened" in events and "session closed" in events
        closed = next(line for line in lines if line["event"] == "session closed")
        assert closed["messages"] >= 1 and closed["seconds"] >= 0
        assert all({"time", "level", "logger", "event"} <= line.keys() for line in lines)
        assert not any("traceback" in line for line in lines)


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("PONDER_NUM_QUESTIONS", "ten", "PONDER_NUM_QUESTIONS: Input should be a valid integer"),
        ("PONDER_NUM_QUESTIONS", "0", "num_questions must be an integer of at least 1"),
        ("PONDER_SPLIT", "dev", "PONDER_SPLIT: Input should be 'train', 'valid' or 'test'"),
        ("PONDER_MAX_SESSIONS", "0", "PONDER_MAX_SESSIONS: Input should be greater than or equal"),
        ("PONDER_REWARD", "best", "best"),
        ("PONDER_PROFILE", "up", "profile must be 'mixture'"),
        ("PONDER_MIXTURE", "nothing", "there is no source named 'nothing'"),
        ("PONDER_ALLOWED_TOKENIZERS", "Qwen/*", "PONDER_ALLOWED_TOKENIZERS must be a list as JSON"),
        ("PONDER_TOKEN", "", "PONDER_TOKEN: Value error, it must be of visible ASCII"),
        ("PONDER_PROFILE", "1001x1", "1000"),
        ("PONDER_TOKENIZER", "no/such", "tokenizer 'no/such' is not allowed or does not load"),
    ],
)
def test_a_wrong_setting_is_named(
    ponder_command: Command,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
    message: str,
) -> None:
    monkeypatch.setenv(variable, value)
    ran = ponder_command("serve")
    assert ran.code == 2
    assert message in ran.err


def test_the_name_of_the_original_sets_the_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    from ponder.budget_env.settings import read_settings

    monkeypatch.setenv("REE_DEFAULT_TOKENIZER_NAME", "chars")
    assert read_settings().default_tokenizer == "chars"


@pytest.mark.parametrize("port", [-1, 65_536, 99_999])
def test_a_port_that_is_none_is_refused(ponder_command: Command, port: int) -> None:
    ran = ponder_command("serve", "--port", port)
    assert ran.code == 2
    assert f"--port must be from 0 to 65535, got {port}" in ran.err


def test_the_server_sends_no_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    import uvicorn

    from ponder.cli.serve import command

    given: dict[str, object] = {}
    monkeypatch.setattr(uvicorn, "run", lambda app, **options: given.update(options))
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)
    monkeypatch.setattr("logging.captureWarnings", lambda _: None)
    command(mixture="chain_sum:1")
    assert uvicorn.Config("x:y", **given).ws_ping_interval is None  # type: ignore[arg-type]
