"""Response curves: against scripts whose curve is known, and against answers sampled anew."""

import pytest
import torch

from ponder.evaluation import question_tasks
from ponder.evaluation.responses import ResponseConfig, measure_responses
from ponder.evaluation.rows import ResponseRow, read_rows
from ponder.generators.mixture import Mixture
from ponder.policies.forcing import TAG
from ponder.policies.local import LocalPolicy, load_embedded, new_embedded
from ponder.policies.play import answer_questions
from ponder.policies.sampling import sample
from ponder.policies.scripted import ScriptedPolicy
from ponder.randomness import derive_seed
from ponder.verifiers import verify

TASKS = question_tasks(Mixture.parse("chain_sum:1-4"), per_level=2, seed=5)
BUDGETS = [5, 20, 40]


def scripted(tokens, accuracy=lambda level, spent: 1.0) -> ScriptedPolicy:
    return ScriptedPolicy(
        {task.question: task for _, task in TASKS}, accuracy=accuracy, tokens=tokens
    )


def measure(policy, out=None, **changes) -> list[ResponseRow]:
    config = ResponseConfig(**{"budgets": BUDGETS, "samples": 3, "seed": 2, **changes})
    return measure_responses(policy, TASKS, config, batch_size=3, out=out)


def test_a_told_policy_fits_into_its_budget() -> None:
    # Level n needs 8 n tokens; it spends what it is shown, at most 30.
    policy = scripted(
        lambda turn, level: min(30, turn.remaining_budget),
        accuracy=lambda level, spent: float(spent >= 8 * level),
    )
    rows = measure(policy, mode="told")
    assert [row.uid for row in rows] == [task.uid for _, task in TASKS]
    for row in rows:
        assert row.correct == [[int(min(b, 30) >= 8 * row.level) for b in BUDGETS]] * 3
        assert row.tokens == [[5, 20, 30]] * 3


def test_a_cut_answer_counts_where_it_was_complete() -> None:
    policy = scripted(lambda turn, level: 10 * level)
    for row in measure(policy, mode="cut"):
        needed = 10 * row.level
        assert row.correct == [[int(needed <= b) for b in BUDGETS]] * 3
        assert row.tokens == [[min(needed, b) for b in BUDGETS]] * 3


def test_samples_are_independent_and_as_often_right_as_the_script_says() -> None:
    policy = scripted(lambda turn, level: 5, accuracy=lambda level, spent: 0.5)
    rows = measure(policy, mode="told", samples=50)
    right = [answer for row in rows for drawn in row.correct for answer in drawn]
    # 1,200 answers: four standard deviations of their mean are 0.058.
    assert len(right) == 1_200
    assert abs(sum(right) / 1_200 - 0.5) < 0.058
    assert all(len({tuple(drawn) for drawn in row.correct}) > 4 for row in rows)


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    return load_embedded()


def test_a_forced_answer_is_that_of_the_thought_read_anew() -> None:
    # Untrained it rambles; larger weights make it sure of that.
    policy = new_embedded(seed=3)
    with torch.no_grad():
        for parameter in policy.model.parameters():
            parameter.mul_(4)
    reserve = 1 + 6
    budgets = [6, 8, 12, 60]
    rows = measure(
        policy, mode="forced", budgets=budgets, samples=1, answer_tokens=6, temperature=0
    )
    forced = 0
    for (source, task), row in zip(TASKS, rows, strict=True):
        thought = answer_questions(
            policy,
            [(source, task)],
            group_size=1,
            max_tokens=60,
            seed=0,
            temperature=0,
        )[0]
        for budget, right, spent in zip(budgets, row.correct[0], row.tokens[0], strict=True):
            if thought.completion.finished and thought.tokens <= budget:
                assert (right, spent) == (thought.verdict.correct, thought.tokens)
            elif budget < reserve:
                assert (right, spent) == (0, budget)
            else:
                prefix = thought.completion.token_ids[: budget - reserve]
                end = policy.tokenizer(TAG, add_special_tokens=False)["input_ids"]
                (answer,) = sample(
                    policy.model,
                    [[*thought.completion.prompt_ids, *prefix, *end]],
                    [6],
                    stop_ids=policy.stop_ids,
                    pad_id=policy.pad_id,
                    seed=0,
                    temperature=0,
                )
                text = TAG + policy.decode(answer.token_ids)
                assert right == verify(task, text).correct
                assert spent == len(prefix) + 1 + len(answer.token_ids) <= budget
                forced += 1
    assert forced >= len(TASKS)


def test_what_is_charged_is_never_above_the_budget(policy: LocalPolicy) -> None:
    for mode in ("told", "cut", "forced"):
        for row in measure(policy, mode=mode, budgets=[1, 9, 26], answer_tokens=8):
            assert all(
                0 < spent <= budget
                for drawn in row.tokens
                for spent, budget in zip(drawn, [1, 9, 26], strict=True)
            )


def test_a_stopped_measurement_goes_on(tmp_path) -> None:
    policy = scripted(lambda turn, level: 5, accuracy=lambda level, spent: 0.5)
    out = tmp_path / "responses.jsonl"
    rows = measure(policy, out=out)
    whole = out.read_bytes()
    assert read_rows(out, ResponseRow).rows == rows
    for cut in (0, 100, len(whole) // 2, len(whole) - 3):
        out.write_bytes(whole[:cut])
        assert measure(policy, out=out) == rows
        assert out.read_bytes() == whole
    with pytest.raises(ValueError, match="seed was 2"):
        measure(policy, out=out, seed=derive_seed("other"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mode": "guess"}, "mode must be one of"),
        ({"budgets": []}, "budgets must rise from at least 1"),
        ({"budgets": [0, 4]}, "budgets must rise from at least 1"),
        ({"budgets": [4, 4]}, "budgets must rise from at least 1"),
        ({"samples": 0}, "samples must be at least 1, got 0"),
        ({"answer_tokens": 0}, "answer_tokens must be at least 1, got 0"),
        ({"temperature": -1}, "temperature must be"),
        ({"mode": "forced"}, "mode 'forced' goes on from"),
    ],
)
def test_bad_arguments_are_named(changes, message) -> None:
    with pytest.raises(ValueError, match=message):
        measure(scripted(lambda turn, level: 5), **changes)
