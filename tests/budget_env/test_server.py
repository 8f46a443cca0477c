"""The served environment: the wire contract, the guard, and what a client cannot break."""

import asyncio
import json
import socket as socketlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ponder.budget_env import BudgetEnvironment, EnvConfig, guard, loading, tokens
from ponder.budget_env.application import make_app
from ponder.budget_env.guard import Guard
from ponder.budget_env.settings import ServerSettings, read_settings
from ponder.generators.mixture import Mixture
from tests.budget_env.serving import SETTINGS, ask, reset, serving, session, step

FIELDS = {
    *("question", "remaining_budget", "questions_remaining", "step_idx", "budget_per_remaining"),
    *("accuracy_so_far", "history", "done", "reward", "metadata"),
}
STATE = {
    *("episode_id", "step_count", "total_budget", "spent_budget", "questions_answered"),
    *("total_correct", "current_accuracy", "budget_remaining_ratio"),
}


@pytest.fixture(scope="module")
def address():
    with serving() as address:
        yield address


def in_process(**config: Any) -> BudgetEnvironment:
    """The environment that `serving()` serves."""
    settings = {"num_questions": SETTINGS["num_questions"]} | config
    return BudgetEnvironment(Mixture.parse(SETTINGS["mixture"]), EnvConfig(**settings))


def test_the_wire_carries_what_existing_clients_read(address):
    with session(address) as socket:
        data = reset(socket, seed=7, episode_id="mine", total_budget=90)
        assert data.keys() == {"observation", "reward", "done", "metadata"}
        observation = data["observation"]
        assert observation.keys() == FIELDS
        assert (observation["done"], observation["remaining_budget"]) == (False, 90)
        assert observation["budget_per_remaining"] == 30
        observation = step(socket, "<answer>1</answer>")["observation"]
        assert observation["reward"] == -0.1
        assert observation["history"][0].keys() == {
            *("tokens_used", "was_correct", "question_summary"),
        }
        state = ask(socket, {"type": "state"})["data"]
        assert state.keys() == STATE
        assert (state["episode_id"], state["step_count"], state["spent_budget"]) == ("mine", 1, 5)


def test_a_client_that_loops_until_the_observation_is_done_ends(address):
    with session(address) as socket:
        observation = reset(socket, tokenizer_name="chars", total_budget=600)["observation"]
        steps, total = 0, 0.0
        while not observation["done"]:
            observation = step(socket, "So it is 5.", grading_response="5")["observation"]
            steps += 1
            total += observation["reward"]
        assert steps == 3
        assert observation["metadata"]["stop_reason"] == "completed"
        assert step(socket, "more")["observation"]["reward"] == 0


def test_the_same_seed_gives_the_rewards_of_the_environment_in_process(address):
    environment = in_process()
    for seed in (3, 4):
        here = environment.reset(seed=seed, total_budget=80)
        with session(address) as socket:
            there = reset(socket, seed=seed, total_budget=80)["observation"]
            while not here.done:
                assert there == here.model_dump()
                answer = environment.task.answer if here.step_idx else "<think>" + "1 " * 20
                here = environment.step(answer)
                there = step(socket, answer)["observation"]
            assert there == here.model_dump()


METADATA = {
    *("problem_type", "level", "turn", "min_tokens", "max_tokens", "num_questions"),
    *("budget_ratio", "total_budget", "budget_source", "budget_mode", "answer_reserve"),
    *("tokenizer_name", "stop_reason", "reward_components"),
}


def test_nothing_that_gives_an_answer_away_is_sent(address):
    environment = in_process()
    environment.reset(seed=987654321, total_budget=500)
    with session(address) as socket:
        data = reset(socket, seed=987654321, total_budget=500)
        state = ask(socket, {"type": "state"})["data"]
    assert data["metadata"].keys() == METADATA
    assert data["metadata"]["level"] is None
    assert "987654321" not in json.dumps([data, state])
    for task in environment.episode.tasks:
        assert task.uid not in json.dumps([data, state])
        assert task.answer not in {str(value) for value in [*data["metadata"].values()]}


BAD = {
    "{": "INVALID_JSON",
    b"\x00\xff": "INVALID_JSON",
    "[1]": "UNKNOWN_TYPE",
    "null": "UNKNOWN_TYPE",
    '{"type": "leave"}': "UNKNOWN_TYPE",
    '{"type": ["reset"]}': "UNKNOWN_TYPE",
    '{"type": "reset", "data": {"seed": NaN}}': "INVALID_JSON",
    '{"type": "reset", "data": {"colour": 1}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"self": 1}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"episode_id": ["' + "x" * 5_000 + '"]}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"episode_id": "' + "x" * 257 + '"}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"seed": "' + "x" * 5_000 + '"}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"total_budget": "' + "x" * 5_000 + '"}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"questions": [["' + "x" * 5_000 + '", 1]]}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"questions": ["' + "x" * 5_000 + '"]}}': "EXECUTION_ERROR",
    '{"type": "step", "data": {"response": "5", "' + "x" * 5_000 + '": 1}}': "VALIDATION_ERROR",
    '{"type": "reset", "more": 1}': "VALIDATION_ERROR",
    '{"type": "state", "data": {"foo": 1}}': "VALIDATION_ERROR",
    '{"type": "reset", "data": {"tokenizer_name": []}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"tokenizer_name": false}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": []}': "VALIDATION_ERROR",
    '{"type": "reset", "data": {"seed": "7"}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"seed": 1' + "0" * 40 + "}}": "EXECUTION_ERROR",
    '{"type": "reset", "data": {"total_budget": -5}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"total_budget": 0}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"total_budget": 1e300}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"total_budget": true}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"episode_id": 5}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"tokenizer_name": 5}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"questions": [["gcd", 1]]}}': "EXECUTION_ERROR",
    '{"type": "reset", "data": {"questions": "chain_sum"}}': "EXECUTION_ERROR",
    '{"type": "step"}': "VALIDATION_ERROR",
    '{"type": "step", "data": {}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"response": 5}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"response": "5", "correct": true}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"response": "5", "metadata": {"grading_response": 5}}}': (
        "EXECUTION_ERROR"
    ),
    '{"type": "reset", "data": ' * 300 + "{}" + "}" * 300: "INVALID_JSON",
    json.dumps({"type": "step", "data": {"response": "x" * 10_000_000}}): "MESSAGE_TOO_LARGE",
    json.dumps({"type": "step", "data": {"response": "é" * 600_000}}, ensure_ascii=False): (
        "MESSAGE_TOO_LARGE"
    ),
}


@pytest.mark.parametrize(("message", "code"), BAD.items(), ids=range(len(BAD)))
def test_a_bad_message_is_answered_and_changes_nothing(address, message, code):
    with session(address) as socket:
        before = reset(socket, seed=1, episode_id="a", total_budget=50)
        state = ask(socket, {"type": "state"})
        error = ask(socket, message)
        assert error["type"] == "error"
        assert error["data"]["code"] == code
        said = json.dumps(error["data"]["message"])
        assert 10 < len(said) < 400 and "internal error" not in said
        assert "Traceback" not in said and "object at 0x" not in said
        assert ask(socket, {"type": "state"}) == state
        assert reset(socket, seed=1, episode_id="a", total_budget=50) == before


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc", "evil/code", "a" * 10_000, ""])
def test_a_tokenizer_that_is_not_allowed_is_left_out(address, name):
    with session(address) as socket:
        metadata = reset(socket, tokenizer_name=name)["metadata"]
        assert (metadata["tokenizer_name"], metadata["budget_source"]) == ("approx", "config")
        assert step(socket, "5", tokenizer_name=name)["observation"]["step_idx"] == 1


def test_half_a_surrogate_pair_is_no_json_and_control_characters_are_a_wrong_answer(address):
    with session(address) as socket:
        reset(socket, total_budget=500)
        half = ask(socket, '{"type": "step", "data": {"response": "\\ud800"}}')
        assert half["data"]["code"] == "INVALID_JSON"
        odd = step(socket, "\x00\u202e\u200b")
        assert (odd["reward"], odd["observation"]["step_idx"]) == (-0.1, 1)


def test_one_session_more_than_there_may_be_is_told_so():
    with serving(max_sessions=2) as address:
        with session(address) as first, session(address) as second:
            reset(first)
            reset(second)
            with session(address) as third:
                data = json.loads(third.recv(timeout=10))["data"]
                assert data["code"] == "CAPACITY_REACHED"
                assert (data["active_sessions"], data["max_sessions"]) == (2, 2)
            assert step(first, "5")["observation"]["step_idx"] == 1
        for _ in range(50):
            with session(address) as socket:
                if ask(socket, {"type": "state"})["type"] == "state":
                    break
            time.sleep(0.05)
        else:
            pytest.fail("the closed sessions were never given back")


def test_a_silent_session_is_closed_with_a_word():
    with serving(idle_seconds=0.3) as address, session(address) as socket:
        reset(socket)
        error = json.loads(socket.recv(timeout=10))
        assert error["data"]["code"] == "IDLE"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


def test_a_hasty_session_is_made_to_wait_and_loses_nothing():
    with serving(messages_per_second=20) as address, session(address) as socket:
        started = time.monotonic()
        for _ in range(40):
            assert ask(socket, {"type": "state"})["type"] == "state"
        # The first second's twenty may come at once; twenty more take a second.
        assert time.monotonic() - started > 0.8


def test_the_token_opens_all_but_health():
    with serving(token="secret") as address:
        for path, status in {
            "/health": 200,
            "/config": 401,
            "/metadata": 401,
            "/docs": 401,
        }.items():
            assert httpx.get(f"http://{address}{path}").status_code == status
        right = {"Authorization": "Bearer secret"}
        config = httpx.get(f"http://{address}/config", headers=right)
        assert config.json()["token"] is True and "secret" not in config.text
        twice = [("Authorization", "Bearer secret"), ("Authorization", "Bearer wrong")]
        for headers in (
            *({}, {"Authorization": "Bearer wrong"}, {"Authorization": "secret"}, twice),
            *({"Authorization": "Bearer"}, {"Authorization": "Basic secret"}),
        ):
            with (
                pytest.raises(InvalidStatus, match="401"),
                session(address, additional_headers=headers),
            ):
                pass
            assert httpx.get(f"http://{address}/config", headers=headers).status_code == 401
        for scheme in ("Bearer", "bearer", "BEARER"):
            headers = {"Authorization": f"{scheme} secret"}
            with session(address, additional_headers=headers) as socket:
                assert reset(socket)["done"] is False


def test_a_server_that_cannot_refuse_a_session_by_status_closes_it():
    sent = []

    async def app(*_):
        raise AssertionError("not reached")

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    guarded = Guard(app, ServerSettings(token="secret"))
    asyncio.run(guarded({"type": "websocket", "path": "/ws", "headers": []}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize("token", ["", " ", "two words", "schl\u00fcssel", "line\n"])
def test_a_token_that_cannot_be_sent_is_refused_and_not_shown(token):
    with pytest.raises(ValueError, match=r"PONDER_TOKEN: .*visible ASCII") as refused:
        read_settings(token=token)
    assert token.strip() == "" or token not in str(refused.value)


def test_health_metadata_and_config_tell_what_is_served(address):
    assert httpx.get(f"http://{address}/health").json() == {"status": "healthy"}
    config = httpx.get(f"http://{address}/config").json()
    assert (config["mixture"], config["num_questions"]) == ("chain_sum:1-3", 3)
    assert json.loads(httpx.get(f"http://{address}/metadata").json()["readme_content"]) == config
    assert httpx.get(f"http://{address}/schema").json()["observation"]["properties"].keys() == (
        FIELDS
    )


@pytest.mark.parametrize("path", ["/reset", "/step", "/state", "/mcp", "/ponder/tasks"])
def test_stateless_routes_are_not_there(address, path):
    assert httpx.post(f"http://{address}{path}", json={}).status_code in (404, 405)


def test_what_is_served_is_told_in_whole():
    app = make_app(ServerSettings(**SETTINGS))
    assert {route.path for route in app.router.routes} == {
        *("/health", "/metadata", "/schema", "/config", "/ws"),
        *("/docs", "/redoc", "/openapi.json"),
    }


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_questions": 2_000}, "num_questions must be at most 1000"),
        ({"profile": "1x20"}, "20"),
        ({"profile": "1001x1"}, "1001|1000"),
        ({"budget_ratio": 1e300}, "budget_ratio"),
    ],
)
def test_settings_that_give_no_episode_are_refused_at_the_start(settings, message):
    with pytest.raises(ValueError, match=message):
        make_app(ServerSettings(**(SETTINGS | settings)))


def test_a_variable_that_is_no_setting_is_warned_of(monkeypatch, caplog):
    monkeypatch.setenv("PONDER_NUM_QUESTION", "3")
    monkeypatch.setenv("PONDER_TOKEN", "secret")
    monkeypatch.setenv("PONDER_CORPORA", "gsm8k=/data")
    make_app(ServerSettings(**SETTINGS))
    (said,) = [record.getMessage() for record in caplog.records if "PONDER_" in record.getMessage()]
    assert said == (
        "PONDER_NUM_QUESTION is no setting of the server; did you mean PONDER_NUM_QUESTIONS?"
    )


def test_a_body_that_is_announced_too_long_is_not_waited_for(address):
    host, port = address.split(":")
    with socketlib.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000001\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 413")


def test_a_body_that_does_not_come_ends_the_request(address, monkeypatch):
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.2)
    host, port = address.split(":")
    with socketlib.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(
    ("setting", "metadata"),
    [
        ("allow_grading_response", {"grading_response": "5"}),
        ("allow_step_tokenizer", {"tokenizer_name": "chars"}),
    ],
)
def test_metadata_that_decide_a_reward_can_be_refused(setting, metadata):
    with serving(**{setting: False}) as address, session(address) as socket:
        reset(socket, total_budget=100)
        error = ask(socket, {"type": "step", "data": {"response": "5", "metadata": metadata}})
        assert error["type"] == "error" and setting in error["data"]["message"]
        assert ask(socket, {"type": "state"})["data"]["step_count"] == 0
        assert step(socket, "5", other="kept")["observation"]["step_idx"] == 1


def test_tokenizers_that_do_not_come_keep_nobody_waiting(monkeypatch):
    """Clients name slow tokenizers; others answer, at length too, at once."""
    transformers = pytest.importorskip("transformers")
    answer = threading.Event()

    def from_pretrained(name, **options):
        answer.wait(20)
        raise OSError("no such name")

    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", from_pretrained)
    monkeypatch.setattr(tokens, "_known", {})
    monkeypatch.setattr(loading, "LIMIT_SECONDS", 3.0)
    with serving() as address, ThreadPoolExecutor(12) as threads:

        def name_slow(number):
            with session(address) as socket:
                return reset(socket, tokenizer_name=f"Qwen/slow-{number}")["metadata"]

        slow = [threads.submit(name_slow, number) for number in range(12)]
        time.sleep(0.3)
        with session(address) as socket:
            begun = time.monotonic()
            reset(socket, total_budget=10_000)
            assert step(socket, "1" * 5_000)["observation"]["step_idx"] == 1
            assert time.monotonic() - begun < 1.5
        assert not any(waiting.done() for waiting in slow)
        answer.set()
        assert {waiting.result(20)["tokenizer_name"] for waiting in slow} == {"approx"}


def test_a_long_body_is_refused(address):
    response = httpx.post(f"http://{address}/mcp", content=b"x" * 2_000_000)
    assert response.status_code == 413


def test_sessions_are_apart(address):
    def play(seed):
        environment = in_process()
        environment.reset(seed=seed, total_budget=500)
        answers = [task.answer for task in environment.episode.tasks]
        with session(address) as socket:
            reset(socket, seed=seed, total_budget=500)
            return [step(socket, answer)["observation"]["accuracy_so_far"] for answer in answers]

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(play, range(32))) == [[1.0, 1.0, 1.0]] * 32


def test_a_client_that_is_gone_leaves_the_others_alone(address):
    with session(address) as stays:
        reset(stays, total_budget=500)
        for _ in range(5):
            with session(address) as leaves:
                reset(leaves)
                leaves.socket.close()
        assert step(stays, "5")["observation"]["step_idx"] == 1


def test_what_was_charged_is_believed_only_where_the_server_is_told_to():
    for trusted, spent in ((True, 7), (False, 3)):
        with serving(trust_charged=trusted) as address, session(address) as socket:
            reset(socket, total_budget=500)
            step(socket, "0123456789", charged=7)
            assert ask(socket, {"type": "state"})["data"]["spent_budget"] == spent


def test_an_error_inside_is_a_number_to_the_client(monkeypatch, caplog):
    def fail(*_, **__):
        raise KeyError("the inside")

    monkeypatch.setattr(BudgetEnvironment, "step", fail)
    with serving() as address, session(address) as socket:
        reset(socket)
        message = ask(socket, {"type": "step", "data": {"response": "5"}})["data"]["message"]
    assert message.startswith("internal error ") and "inside" not in message
    number = message.split()[2].rstrip(";")
    assert any(getattr(record, "number", "") == number for record in caplog.records)


def test_where_the_files_of_corpora_lie_is_not_told(tmp_path):
    path = tmp_path / "rows.jsonl"
    rows = [{"question": f"What is {n} + 1?", "answer": f"#### {n + 1}"} for n in range(60)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    mixture = f"gsm8k={path}:1*2,chain_sum:1-3"
    with serving(mixture=mixture) as address:
        config = httpx.get(f"http://{address}/config").json()
        metadata = httpx.get(f"http://{address}/metadata").text
    assert config["mixture"] == "gsm8k:1*2,chain_sum:1-3"
    assert str(tmp_path) not in metadata


def test_where_tokenizers_lie_is_not_told():
    settings = ServerSettings(allowed_tokenizers=["/models/mine", "Qwen/*"])
    told = settings.model_copy(update={"default_tokenizer": "/models/mine"}).effective()
    assert told["allowed_tokenizers"] == ["mine", "Qwen/*"]
    assert told["default_tokenizer"] == "mine"
    assert told["tokenizer"] == "approx"


@pytest.mark.parametrize(("name", "value"), [("seed", 7), ("questions", [["chain_sum", 1]])])
def test_what_a_client_may_choose_can_be_refused(name, value):
    with serving(**{f"allow_{name}": False}) as address, session(address) as socket:
        error = ask(socket, {"type": "reset", "data": {name: value}})
        assert error["data"]["code"] == "EXECUTION_ERROR"
        assert f"allow_{name} is false" in error["data"]["message"]
        assert reset(socket)["observation"]["step_idx"] == 0


def test_a_list_of_questions_is_bounded(address):
    with session(address) as socket:
        assert reset(socket, questions=[["chain_sum", 3]] * 100)["observation"]
        refused = reset(socket, questions=[["chain_sum", 3]] * 101)
        assert "at most 100" in refused["message"]


def test_an_episode_that_is_long_to_draw_keeps_nobody_waiting():
    with serving(mixture="knights_knaves:20") as address, session(address) as busy:
        with session(address) as other, ThreadPoolExecutor(1) as threads:
            ask(other, {"type": "state"})
            begun = time.monotonic()
            drawn = threads.submit(reset, busy, questions=[["knights_knaves", 20]] * 100)
            waits = []
            while not drawn.done():
                asked = time.monotonic()
                ask(other, {"type": "state"})
                waits.append(time.monotonic() - asked)
            took = time.monotonic() - begun
        assert drawn.result()["observation"]["questions_remaining"] == 100
        assert len(waits) > 3 and max(waits) < took / 2


def test_a_client_that_sends_without_reading_keeps_nobody_waiting(address):
    with session(address) as hasty, session(address) as other:
        for number in range(3_000):
            hasty.send(json.dumps({"type": "reset", "data": {"seed": number}}))
        hasty.send("x")
        asked = time.monotonic()
        assert ask(other, {"type": "state"})["type"] == "state"
        waited = time.monotonic() - asked
        for _ in range(3_000):
            hasty.recv(timeout=30)
        assert json.loads(hasty.recv(timeout=30))["data"]["code"] == "INVALID_JSON"
        assert waited < (time.monotonic() - asked) / 4
