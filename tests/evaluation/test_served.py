"""Questions put to an endpoint: what it says becomes rows, what it does not is kept and told.

The endpoint is a real HTTP server; only what it says is made up.
"""

import asyncio
from typing import Any

import pytest

from ponder.evaluation import QuestionRow, read_rows
from ponder.evaluation.plan import Plan
from ponder.evaluation.scaling_report import gaps
from ponder.evaluation.scaling_summary import summarise_scaling
from ponder.evaluation.served import PATIENCE, Answered, evaluate_served
from ponder.generators.mixture import Mixture
from ponder.policies.served import connect
from tests.policies.stub_endpoint import Behaviour, Handler, Request, completion, endpoint

PLAN = {"mixture": Mixture.parse("chain_sum:1-2"), "per_level": 4, "seed": 1, "max_tokens": 50}
ANSWERS = {ask.task.question: ask.task.answer for ask in Plan(**PLAN).asks}


def question_of(request: Request) -> str:
    (asked,) = (q for q in ANSWERS if q in request["messages"][-1]["content"])
    return asked


def reply(content: Any, ended: str = "stop", **usage: int) -> dict[str, Any]:
    made = completion(content, tokens=None) | ({"usage": usage} if usage else {})
    made["choices"][0]["finish_reason"] = ended
    return made


def right(handler: Handler, request: Request) -> None:
    text = f"So <answer>{ANSWERS[question_of(request)]}</answer>"
    handler.give(reply(text, completion_tokens=7, prompt_tokens=90))


def evaluate(
    url: str, *, model: str = "stub", out=None, concurrency=4, told=None, **plan: Any
) -> Answered:
    async def run() -> Answered:
        policy = connect(model, url, max_tokens=50, temperature=0.7, concurrency=concurrency)
        try:
            return await evaluate_served(
                policy,
                Plan(**PLAN | {"temperature": 0.7} | plan),
                concurrency=concurrency,
                out=out,
                on_progress=lambda *done: told.append(done) if told is not None else None,
            )
        finally:
            await policy.aclose()

    return asyncio.run(run())


def test_rows_are_what_the_endpoint_says():
    told: list[tuple[int, int]] = []
    with endpoint(right) as server:
        found = evaluate(server.url, told=told)
    assert [row.uid for row in found.rows] == [ask.task.uid for ask in Plan(**PLAN).asks]
    assert {(row.correct, row.how, row.finished) for row in found.rows} == {(True, "tag", True)}
    assert {(row.tokens, row.prompt_tokens, row.estimated) for row in found.rows} == {
        (7, 90, False)
    }
    assert not found.unanswered and not found.gave_up
    assert told == [(done, 8) for done in range(9)]
    sent = server.requests[0]
    assert (sent["model"], sent["max_tokens"], sent["temperature"]) == ("stub", 50, 0.7)
    assert sent["messages"][0]["role"] == "system"


def test_questions_at_once_are_bounded():
    def slow(handler: Handler, request: Request) -> None:
        handler.server.stopped.wait(0.05)
        right(handler, request)

    with endpoint(slow) as server:
        evaluate(server.url, concurrency=3, samples=2)
    assert len(server.requests) == 16
    assert server.most_at_once == 3


KINDS = {
    "cut off": (
        reply("<answer>1", "length", completion_tokens=50),
        (50, False, False, "truncated"),
    ),
    "thought to the cap": (reply("", "length", completion_tokens=50), (50, False, False, "none")),
    "nothing to say": (reply("", "stop", completion_tokens=1), (1, True, False, "none")),
    # 41 bytes are 11 tokens.
    "not counted": (reply("x" * 24 + "<answer>0</answer>"), (11, True, True, "tag")),
    "no reason, at the cap": (reply("1", None, completion_tokens=50), (50, False, False, "whole")),
    "no reason, below it": (reply("1", None, completion_tokens=49), (49, True, False, "whole")),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_end_of_an_answer_is_told_apart(kind: str):
    said, wanted = KINDS[kind]
    with endpoint(lambda handler, request: handler.give(said)) as server:
        found = evaluate(server.url, per_level=1)
    assert not found.unanswered
    assert {(row.tokens, row.finished, row.estimated, row.how) for row in found.rows} == {wanted}


def failing(wrong: Behaviour, *questions: str) -> Behaviour:
    def behave(handler: Handler, request: Request) -> None:
        (wrong if question_of(request) in questions else right)(handler, request)

    return behave


def test_what_fails_is_kept_with_its_reason_and_asked_again(tmp_path):
    out = tmp_path / "questions.jsonl"
    first, second = list(ANSWERS)[1:3]

    def refuse(handler: Handler, request: Request) -> None:
        handler.give({"error": {"message": "too long"}}, 400)

    def filtered(handler: Handler, request: Request) -> None:
        handler.give(reply(None, "content_filter"))

    with endpoint(failing(refuse, first)) as server:
        found = evaluate(server.url, out=out)
    assert len(found.rows) == 7 and all(row.correct for row in found.rows)
    (lost,) = found.unanswered
    assert "too long" in lost.error and (lost.level, lost.sample) == (1, 0)
    held = read_rows(out, QuestionRow)
    assert held.total == 8 and len(held.rows) == 7 and held.unanswered == [lost]

    with endpoint(failing(filtered, first, second)) as server:
        again = evaluate(server.url, out=out)
    assert [question_of(request) for request in server.requests] == [first]
    assert "content_filter" in again.unanswered[0].error
    assert len(read_rows(out, QuestionRow).unanswered) == 1

    with endpoint(right) as server:
        last = evaluate(server.url, out=out)
    assert len(server.requests) == 1
    assert len(last.rows) == 8 and not last.unanswered
    held = read_rows(out, QuestionRow)
    assert len(held.rows) == held.total == 8 and not held.unanswered


def test_what_fails_stays_known_while_other_questions_are_asked(tmp_path):
    out = tmp_path / "questions.jsonl"
    easy = Mixture.parse("chain_sum:1")

    def refuse(handler: Handler, request: Request) -> None:
        handler.give({"error": "no"}, 400)

    with endpoint(failing(refuse, next(iter(ANSWERS)))) as server:
        evaluate(server.url, out=out, mixture=easy)
        evaluate(server.url, out=out, mixture=Mixture.parse("chain_sum:2"))
    held = read_rows(out, QuestionRow)
    assert (len(held.rows), len(held.unanswered), held.total) == (7, 1, 8)


def test_an_endpoint_that_only_fails_is_left_alone(tmp_path):
    out = tmp_path / "questions.jsonl"

    def refuse(handler: Handler, request: Request) -> None:
        handler.give({"error": {"message": "bad key"}}, 401)

    with endpoint(refuse) as server:
        found = evaluate(server.url, out=out, concurrency=2, samples=10)
    assert 2 * PATIENCE <= len(server.requests) <= 2 * PATIENCE + 1
    assert "bad key" in found.gave_up
    assert not found.rows and len(found.unanswered) == len(server.requests)
    # Nothing was answered, so the folder is free for the model that was meant.
    with endpoint(right) as server:
        found = evaluate(server.url, out=out, model="other")
    assert len(found.rows) == 8 and not found.unanswered


@pytest.mark.parametrize("kept", [1, 200])
def test_a_torn_line_is_asked_again(tmp_path, kept: int):
    out = tmp_path / "questions.jsonl"
    with endpoint(right) as server:
        evaluate(server.url, out=out)
        whole = out.read_bytes()
        last = whole.rindex(b"\n", 0, -1) + 1
        out.write_bytes(whole[: last + kept])
        server.requests.clear()
        found = evaluate(server.url, out=out)
    assert len(server.requests) == 1
    assert len(found.rows) == 8
    assert sorted(out.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_the_same_model_elsewhere_goes_on_and_another_does_not(tmp_path):
    out = tmp_path / "questions.jsonl"
    with endpoint(right) as server:
        evaluate(server.url, out=out)
    with endpoint(right) as server:
        evaluate(server.url, out=out, samples=2)
        assert len(server.requests) == 8
        with pytest.raises(ValueError, match="policy was 'endpoint:stub'"):
            evaluate(server.url, out=out, model="other")


def test_a_key_goes_with_the_request_and_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("BASELINE_API_KEY", "sk-secret-1")
    seen = []

    def behave(handler: Handler, request: Request) -> None:
        seen.append(handler.headers["authorization"])
        handler.give({"error": {"message": f"no key: {seen[-1]}"}}, 401)

    with endpoint(behave) as server:
        evaluate(server.url, out=tmp_path / "questions.jsonl", per_level=1)
    assert set(seen) == {"Bearer sk-secret-1"}
    assert b"secret" not in (tmp_path / "questions.jsonl").read_bytes()


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="http"):
        connect("m", "localhost:1/v1", max_tokens=1)
    with pytest.raises(ValueError, match="concurrency"):
        connect("m", "http://localhost:1/v1", max_tokens=1, concurrency=0)


@pytest.mark.parametrize(
    ("usage", "tokens", "read", "estimated"),
    [
        # 20 bytes are five tokens.
        ({"completion_tokens": 0, "prompt_tokens": 0}, 5, None, True),
        ({"completion_tokens": -3, "prompt_tokens": "x"}, 5, None, True),
        ({"completion_tokens": 10**12}, 5, None, True),
        ({"completion_tokens": 900, "prompt_tokens": 4}, 900, 4, False),
    ],
)
def test_a_count_that_cannot_be_one_is_not_believed(usage, tokens, read, estimated, tmp_path):
    out = tmp_path / "questions.jsonl"
    with endpoint(
        lambda handler, _: handler.give(reply("<answer>5</answer>..", **usage))
    ) as server:
        rows = evaluate(server.url, out=out).rows
    assert {(row.tokens, row.prompt_tokens, row.estimated) for row in rows} == {
        (tokens, read, estimated)
    }
    said = " ".join(gaps(summarise_scaling(read_rows(out, QuestionRow))))
    assert ("those of 8 of 8 answers are estimated" in said) == estimated
    assert ("8 of 8 answers have more tokens than the cap" in said) == (tokens > 50)
