"""The scripted policy does what its script says, no more and no less."""

import pytest

from ponder.generators import generate
from ponder.policies.policy import Turn
from ponder.policies.scripted import ScriptedPolicy
from ponder.verifiers import verify

TASKS = {
    task.question: task
    for task in (
        generate("chain_sum", level=level, index=index) for level in (1, 4) for index in range(200)
    )
}


def scripted(accuracy=lambda level, tokens: 1.0, tokens=lambda turn, level: 10):
    return ScriptedPolicy(TASKS, accuracy=accuracy, tokens=tokens)


def complete(policy, questions=tuple(TASKS), cap=1000, seed=3, temperature=1.0):
    turns = [Turn(question) for question in questions]
    return policy.complete(turns, max_tokens=[cap] * len(turns), seed=seed, temperature=temperature)


@pytest.mark.parametrize("probability", [0.0, 0.3, 1.0])
def test_is_right_as_often_as_stated(probability):
    completions = complete(scripted(lambda level, tokens: probability))
    verdicts = [verify(TASKS[q], c.text) for q, c in zip(TASKS, completions, strict=True)]
    right = sum(verdict.correct for verdict in verdicts) / len(verdicts)
    assert right == pytest.approx(probability, abs=4 * (0.25 / len(verdicts)) ** 0.5)
    assert {verdict.how for verdict in verdicts} == {"tag"}
    if probability in (0.0, 1.0):
        assert right == probability


def test_accuracy_sees_level_and_tokens_and_tokens_see_the_turn():
    seen = set()

    def accuracy(level, tokens):
        seen.add((level, tokens))
        return 0.5

    complete(scripted(accuracy, lambda turn, level: 100 * level + len(turn.question)))
    assert seen == {
        (task.level, 100 * task.level + len(question)) for question, task in TASKS.items()
    }


def test_an_answer_over_the_cap_is_cut_and_holds_no_answer():
    question = next(iter(TASKS))
    (whole,) = complete(scripted(tokens=lambda turn, level: 12), [question], cap=12)
    (cut,) = complete(scripted(tokens=lambda turn, level: 13), [question], cap=12)
    assert (len(whole.token_ids), whole.finished) == (12, True)
    assert (len(cut.token_ids), cut.finished) == (12, False)
    assert verify(TASKS[question], whole.text).correct
    assert not verify(TASKS[question], cut.text).correct


def test_repeats_for_a_seed_and_differs_between_seeds():
    policy = scripted(lambda level, tokens: 0.5)
    assert complete(policy, seed=1) == complete(policy, seed=1)
    assert complete(policy, seed=1) != complete(policy, seed=2)


def test_copies_of_one_question_are_drawn_apart():
    policy = scripted(lambda level, tokens: 0.5)
    texts = {c.text for c in complete(policy, [next(iter(TASKS))] * 50)}
    assert len(texts) == 2


@pytest.mark.parametrize(("probability", "right"), [(0.4, False), (0.6, True)])
def test_temperature_zero_takes_the_likelier(probability, right):
    completions = complete(scripted(lambda level, tokens: probability), temperature=0.0)
    for question, completion in zip(TASKS, completions, strict=True):
        assert verify(TASKS[question], completion.text).correct is right


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (scripted(lambda level, tokens: 1.5), "0 to 1"),
        (scripted(tokens=lambda turn, level: 0), "at least 1"),
        (ScriptedPolicy({}, accuracy=lambda a, b: 1.0, tokens=lambda a, b: 1), "no task"),
    ],
)
def test_a_bad_script_is_refused(policy, message):
    with pytest.raises(ValueError, match=message):
        complete(policy)
