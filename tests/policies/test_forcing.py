"""Forced termination: the same answers as reading every prefix anew."""

import pytest

from ponder import generate
from ponder.policies import forcing
from ponder.policies.forcing import TAG, termination_values
from ponder.policies.local import LocalPolicy, load_embedded
from ponder.policies.policy import Completion, Turn
from ponder.policies.sampling import sample


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    return load_embedded()


@pytest.fixture(scope="module")
def thoughts(policy: LocalPolicy) -> list[Completion]:
    tasks = [generate("chain_sum", level=level, seed=3) for level in (2, 5, 8)]
    turns = [Turn(task.question) for task in tasks]
    return policy.complete(turns, max_tokens=[60, 40, 60], seed=4)


CUTS = [[0, 1, 3], [2], [0, 4]]


def greedy_answers(policy: LocalPolicy, thoughts: list[Completion]) -> list[list[str]]:
    """Each prefix read anew, alone."""
    end = policy.tokenizer(TAG, add_special_tokens=False)["input_ids"]
    found = []
    for thought, cuts in zip(thoughts, CUTS, strict=True):
        texts = []
        for cut in cuts:
            prompt = [*thought.prompt_ids, *thought.token_ids[:cut], *end]
            drawn = sample(
                policy.model,
                [prompt],
                [12],
                stop_ids=policy.stop_ids,
                pad_id=policy.pad_id,
                seed=0,
                temperature=0,
            )
            texts.append(TAG + policy.decode(drawn[0].token_ids))
        found.append(texts)
    return found


@pytest.mark.parametrize("most_rows", [1, 3, 512])
def test_keys_and_values_are_used_again(
    policy: LocalPolicy,
    thoughts: list[Completion],
    monkeypatch: pytest.MonkeyPatch,
    most_rows: int,
) -> None:
    monkeypatch.setattr(forcing, "MOST_ROWS", most_rows)
    seen: list[tuple[int, str]] = []

    def judge(row: int, text: str) -> float:
        seen.append((row, text))
        return float(len(seen))

    values = termination_values(
        policy, thoughts, CUTS, judge, samples=1, max_tokens=12, seed=0, temperature=0
    )
    expected = [
        (row, text) for row, texts in enumerate(greedy_answers(policy, thoughts)) for text in texts
    ]
    assert seen == expected
    assert values == [[1, 2, 3], [4], [5, 6]]


def test_scores_are_averaged_over_the_samples(
    policy: LocalPolicy, thoughts: list[Completion]
) -> None:
    scores = iter([1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0])
    values = termination_values(
        policy,
        thoughts[:1],
        [[0, 2]],
        lambda row, text: next(scores),
        samples=4,
        max_tokens=6,
        seed=0,
    )
    assert values == [[0.5, 0.5]]


def test_another_policy_may_end_the_thought(
    policy: LocalPolicy, thoughts: list[Completion]
) -> None:
    from ponder.policies.local import new_embedded

    untrained = new_embedded(1)
    texts: dict[str, list[str]] = {}
    for name, mu in (("own", policy), ("other", untrained)):
        termination_values(
            mu,
            thoughts,
            CUTS,
            lambda row, text, name=name: texts.setdefault(name, []).append(text) or 0.0,
            samples=1,
            max_tokens=4,
            seed=0,
            temperature=0,
        )
    assert texts["own"] != texts["other"]


def test_a_thought_without_cuts_has_no_values(
    policy: LocalPolicy, thoughts: list[Completion]
) -> None:
    def values(cuts: list[list[int]]) -> list[list[float]]:
        return termination_values(
            policy, thoughts, cuts, lambda row, text: 1.0, samples=2, max_tokens=4, seed=0
        )

    assert values([[], [1], []]) == [[], [1.0], []]
    assert values([[], [], []]) == [[], [], []]


def test_bad_arguments_are_named(policy: LocalPolicy, thoughts: list[Completion]) -> None:
    def ask(cuts: list[list[int]], samples: int = 1) -> None:
        termination_values(
            policy, thoughts, cuts, lambda row, text: 0.0, samples=samples, max_tokens=4, seed=0
        )

    with pytest.raises(ValueError, match="cuts must be as many as thoughts"):
        ask([[0]])
    with pytest.raises(ValueError, match=r"a cut must be from 0 to the thought's .* got 999"):
        ask([[0], [999], [0]])
    with pytest.raises(ValueError, match="samples must be at least 1, got 0"):
        ask(CUTS, samples=0)
