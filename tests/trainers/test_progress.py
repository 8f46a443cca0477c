"""Progress of segments: values by hand, and branches of real thoughts."""

import random
from collections.abc import Sequence

import pytest

from ponder import Task, generate
from ponder.evaluation.regret import regret
from ponder.policies.local import LocalPolicy, load_embedded, new_embedded
from ponder.policies.play import Rollout, answer_questions
from ponder.policies.policy import Completion, Turn
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import thought_cuts
from ponder.trainers.progress import (
    branch_rollouts,
    dense_advantage,
    filtered_traces,
    progress,
    values_of_prefixes,
)
from ponder.verifiers import Verdict, verify

LINES = Segmenter("lines")


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    return load_embedded()


def completion(policy: LocalPolicy, text: str) -> Completion:
    ids = tuple(policy.tokenizer(text, add_special_tokens=False)["input_ids"])
    return Completion(text, (5,), ids, (0.0,) * len(ids), True)


def test_a_thought_is_cut_before_its_answer(policy: LocalPolicy) -> None:
    written = completion(policy, "8+3=11\n11-5=6\n<answer>6</answer>")
    assert thought_cuts(written, policy.decode, LINES) == [0, 7, 14]


def test_a_thought_without_an_answer_is_cut_to_its_end(policy: LocalPolicy) -> None:
    assert thought_cuts(completion(policy, "8+3=11\n11-"), policy.decode, LINES) == [0, 7, 10]


def test_an_answer_alone_has_the_empty_prefix_only(policy: LocalPolicy) -> None:
    assert thought_cuts(completion(policy, "<answer>6</answer>"), policy.decode, LINES) == [0]


def test_progress_adds_up_to_what_was_gained() -> None:
    values = [0.1, 0.4, 0.2, 0.9]
    assert progress(values) == pytest.approx([0.3, -0.2, 0.7])
    assert sum(progress(values)) == pytest.approx(0.9 - 0.1)


def test_every_token_of_a_segment_has_its_progress_and_the_answer_none() -> None:
    dense = dense_advantage([0, 2, 5], [0.0, 0.25, 1.0], length=7)
    assert dense.tolist() == [0.25, 0.25, 0.75, 0.75, 0.75, 0, 0]


@pytest.mark.parametrize(
    ("cuts", "values", "budget", "expected"),
    [
        # Right from the start: none. Never right: all.
        ([0], [1.0], 10, 0.0),
        ([0, 4], [0.0, 0.0], 10, 1.0),
        # A line from 0 to 1 over 10 tokens: half of them are lost, of 10 and of 20.
        ([0, 10], [0.0, 1.0], 10, 0.5),
        ([0, 10], [0.0, 1.0], 20, 0.25),
        # Cut in the middle of that line: the mean of 0 to 0.5 is a quarter.
        ([0, 10], [0.0, 1.0], 5, 0.75),
    ],
)
def test_regret_by_hand(
    cuts: Sequence[int], values: Sequence[float], budget: int, expected: float
) -> None:
    assert regret(cuts, values, budget) == pytest.approx(expected)


def rollout(task: Task, written: Completion, group: int, correct: bool) -> Rollout:
    verdict = Verdict(float(correct), correct, None, "tag", "")
    return Rollout(task, "chain_sum", group, 0, 0, written, verdict, {})


def test_of_the_right_thoughts_the_one_of_least_regret_is_kept(policy: LocalPolicy) -> None:
    task = generate("chain_sum", level=1, seed=1)
    texts = ["a\nb\n", "c\nd\n", "e\nf\n", "g\nh\n"]
    written = [completion(policy, text) for text in texts]
    rollouts = [
        rollout(task, written[0], 0, True),
        rollout(task, written[1], 0, True),
        rollout(task, written[2], 0, False),
        rollout(task, written[3], 1, False),
    ]
    values = [[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    kept = filtered_traces(rollouts, [[0, 2, 4]] * 4, values, budget=4)
    # The second is right and found it first; the third is wrong; group 1 has no right one.
    assert [example.completion for example in kept] == [written[1].token_ids]
    assert kept[0].prompt == (5,)


def thoughts(policy: LocalPolicy) -> list[Rollout]:
    tasks = [("chain_sum", generate("chain_sum", level=6, seed=seed)) for seed in range(6)]
    return answer_questions(policy, tasks, group_size=1, max_tokens=120, seed=9)


def test_branches_end_at_once_or_go_on(policy: LocalPolicy) -> None:
    starts = thoughts(policy)
    branches = branch_rollouts(
        policy,
        starts,
        segmenter=LINES,
        group_size=4,
        max_tokens=120,
        seed=3,
        rng=random.Random(5),
    )
    assert [branch.group for branch in branches] == [group for group in range(6) for _ in range(4)]
    for branch in branches:
        start = starts[branch.group].completion
        prefix = list(branch.completion.prompt_ids[len(start.prompt_ids) :])
        ends_now = branch.play < 2
        tag = policy.tokenizer("<answer>", add_special_tokens=False)["input_ids"]
        if ends_now:
            assert prefix[-1:] == tag
            prefix = prefix[:-1]
        # What was forced is no part of what is trained on, and counts as prompt.
        assert prefix == list(start.token_ids[: len(prefix)])
        whole = policy.decode([*prefix, *(tag if ends_now else []), *branch.completion.token_ids])
        assert branch.completion.text == whole
        assert branch.verdict == verify(branch.task, whole)
        assert len(branch.completion.token_ids) + len(prefix) <= 120
    lengths = {len(b.completion.prompt_ids) for b in branches if b.group == 0 and b.play >= 2}
    assert len(lengths) == 1


def test_branches_stay_within_the_context() -> None:
    policy = new_embedded(seed=0)
    task = generate("chain_sum", level=7, seed=0)
    prompt = tuple(policy.prompt_ids(Turn(task.question, task.answer_format)))
    text = "1+1=2\n" * 5
    ids = tuple(policy.tokenizer(text, add_special_tokens=False)["input_ids"])
    policy.model.config.max_position_embeddings = context = len(prompt) + len(ids)
    thought = rollout(task, Completion(text, prompt, ids, (0.0,) * len(ids), False), 0, False)
    for seed in range(8):
        for branch in branch_rollouts(
            policy,
            [thought],
            segmenter=LINES,
            group_size=4,
            max_tokens=60,
            seed=seed,
            rng=random.Random(seed),
        ):
            assert len(branch.completion.prompt_ids) < context
            assert len(branch.completion.prompt_ids) + len(branch.completion.token_ids) <= context


def test_values_rise_where_the_work_is_done(policy: LocalPolicy) -> None:
    """Forced to answer after all lines but none, a policy that folds is right far more often."""
    tasks = [("chain_sum", generate("chain_sum", level=7, seed=seed)) for seed in range(12)]
    lines = ["".join(f"{step.replace(' ', '')}\n" for step in task.steps) for _, task in tasks]
    done = [
        rollout(
            task,
            Completion(
                text,
                tuple(policy.prompt_ids(Turn(task.question, task.answer_format))),
                tuple(policy.tokenizer(text, add_special_tokens=False)["input_ids"]),
                (),
                True,
            ),
            0,
            True,
        )
        for (_, task), text in zip(tasks, lines, strict=True)
    ]
    cuts = [thought_cuts(r.completion, policy.decode, LINES) for r in done]
    values = values_of_prefixes(policy, done, cuts, samples=4, max_tokens=12, seed=1)
    assert sum(row[0] for row in values) / 12 < 0.7
    assert sum(row[-1] for row in values) / 12 > 0.9
