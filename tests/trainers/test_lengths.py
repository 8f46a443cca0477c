"""Length rewards in a run: groups worked out by hand, prompts, state, and steps of every method."""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load_embedded
from ponder.policies.policy import Completion, Turn
from ponder.trainers.collect import Collected, collect, new_curriculum
from ponder.trainers.config import TrainConfig
from ponder.trainers.credit import credit_step
from ponder.trainers.grpo import train
from ponder.trainers.length_rewards import LENGTH_REWARDS
from ponder.trainers.lengths import MONITORED, Lengths

CONFIG = TrainConfig(
    source="chain_sum:1-4",
    steps=2,
    group_size=4,
    question_groups=1,
    episode_groups=0,
    gamma=1.0,
    format_reward=0.0,
    objective="dr_grpo",
)
LENGTHS, RIGHT = (40, 60, 100, 50), (True, True, True, False)
POLICY: Any = None  # A prover that is never asked.


class Scripted:
    """Says, row by row, what it is told to: right or wrong, in so many tokens of a character."""

    name = "scripted"

    def __init__(self, lengths: Sequence[int], right: Sequence[bool]) -> None:
        self.rows = list(zip(lengths, right, strict=True))
        self.turns: list[Turn] = []

    def complete(
        self, turns: Sequence[Turn], *, max_tokens: Sequence[int], seed: int, temperature: float
    ) -> list[Completion]:
        said = []
        for place, turn in enumerate(turns):
            length, right = self.rows[(len(self.turns) + place) % len(self.rows)]
            answer = f"<answer>{ANSWERS[turn.question] if right else 'x'}</answer>"
            text = answer.rjust(length, ".")
            assert len(text) == length
            said.append(Completion(text, (1,), tuple(map(ord, text)), (-1.0,) * length, True))
        self.turns += turns
        return said

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(map(chr, ids))


class Answers(dict[str, str]):
    """The answer to every question that chain_sum asks, "What is a + b - c?"."""

    def __missing__(self, question: str) -> str:
        first, *rest = question.removeprefix("What is ").removesuffix("?").split()
        total = int(first)
        for sign, number in zip(rest[::2], rest[1::2], strict=True):
            total += int(number) if sign == "+" else -int(number)
        return str(total)


ANSWERS = Answers()


def collected(
    policy: Scripted, config: TrainConfig, step: int = 0, lengths: Lengths | None = None
) -> Collected:
    mixture = Mixture.parse(config.source)
    curriculum = new_curriculum(mixture, config)
    return collect(policy, mixture, curriculum, config, step, lengths)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "options", "step", "expected"),
    [
        # 1 - .1, 1 - .1, 1 - .5, 0 - 0
        ("l1_exact", {"target": 50, "alpha": 0.01}, 0, [0.9, 0.9, 0.5, 0]),
        # .5 + .2, .5, .5 - .4, and nothing for a wrong one
        ("l1_max", {"target": 60, "alpha": 0.01}, 0, [0.7, 0.5, 0.1, 0]),
        # The shortest right answer has 40 tokens.
        ("shorter_better", {"beta": 0.01}, 0, [2, 1.8, 1.4, -0.1]),
        # Two steps, a round each.
        ("think_prune", {"limits": [60, 50]}, 0, [1, 1, 0, 0]),
        ("think_prune", {"limits": [60, 50]}, 1, [1, 0, 0, 0]),
        ("laser", {"target": 60}, 0, [1.5, 1.5, 1, 0]),
        # Three of four are right, which is easy.
        ("laser_d", {"easy": 40, "medium": 60, "hard": 100}, 0, [1.5, 1, 1, 0]),
        # Of 2 right answers in 4 one is expected to fit where 2 of 4 lengths do: 50.
        ("laser_d", {}, 0, [1.5, 1, 1, 0]),
        ("laser_d", {"easy": 60}, 0, [1.5, 1.5, 1, 0]),
        # 60 / L - 1 + 2 (c - 1/2)
        (
            "o1_pruner",
            {"reference_tokens": 60, "reference_accuracy": 0.5},
            0,
            [1.5, 1, 0.6, -0.8],
        ),
        # 1/2, 1/6, -1/2, and for the wrong one 1/3, which is no reward.
        ("kimi", {}, 0, [1.2, 1 + 0.4 / 6, 0.8, 0]),
    ],
)
def test_a_group_by_hand(
    name: str, options: dict[str, Any], step: int, expected: list[float]
) -> None:
    config = dataclasses.replace(CONFIG, length_reward=name, length_reward_options=options)
    questions, episodes, _ = collected(Scripted(LENGTHS, RIGHT), config, step)
    assert [r.components[name] for r in questions] == pytest.approx(expected)
    assert [r.reward for r in questions] == pytest.approx(expected)
    mean = sum(expected) / 4
    outcome, credit, _ = credit_step(questions, episodes, config, POLICY, step)
    assert outcome.tolist() == pytest.approx([value - mean for value in expected])
    assert torch.stack(credit).equal(outcome)


def test_the_format_is_rewarded_beside_it() -> None:
    config = dataclasses.replace(CONFIG, length_reward="kimi", format_reward=0.25)
    questions = collected(Scripted(LENGTHS, RIGHT), config).questions
    assert [set(r.components) for r in questions] == [{"kimi", "format"}] * 4
    assert [r.reward for r in questions] == pytest.approx([1.45, 1.25 + 0.4 / 6, 1.05, 0.25])


def test_every_group_is_rewarded_by_itself() -> None:
    config = dataclasses.replace(CONFIG, length_reward="shorter_better", question_groups=2)
    lengths, right = (*LENGTHS, 200, 300, 400, 500), (*RIGHT, *RIGHT)
    questions = collected(Scripted(lengths, right), config).questions
    assert [r.reward for r in questions] == pytest.approx([2, 1.98, 1.94, -0.01, 2, 1.9, 1.8, -0.3])


def test_o1_pruner_asks_the_reference_the_same_questions_as_often() -> None:
    config = dataclasses.replace(
        CONFIG, length_reward="o1_pruner", length_reference="any", question_groups=2
    )
    policy = Scripted(LENGTHS * 2, RIGHT * 2)
    # On the first question 60 tokens on average and half right; on the second 100 and none.
    reference = Scripted([30, 90, 50, 70, 100, 100, 100, 100], [True, False] * 2 + [False] * 4)
    questions = collected(policy, config, lengths=Lengths(config, reference)).questions  # type: ignore[arg-type]
    assert reference.turns == policy.turns
    assert [r.reward for r in questions] == pytest.approx(
        [1.5, 1, 0.6, -0.8, 100 / 40 + 1, 100 / 60 + 1, 2, 100 / 50 - 1]
    )


def test_l1_names_its_target_in_the_prompt_and_compares_with_it() -> None:
    options = {"alpha": 0.01}
    config = dataclasses.replace(
        CONFIG, length_reward="l1_exact", length_reward_options=options, question_groups=30
    )
    policy = Scripted(LENGTHS, RIGHT)
    questions = collected(policy, config).questions
    targets = [turn.remaining_budget for turn in policy.turns]
    assert all(turn.questions_remaining == 1 for turn in policy.turns)
    for r, target in zip(questions, targets, strict=True):
        assert target is not None and config.min_budget <= target <= config.max_budget
        assert r.reward == pytest.approx(r.verdict.correct - 0.01 * abs(target - r.tokens))
    # The plays of a group are asked for the same, the groups and steps for their own.
    assert targets[::4] == targets[1::4] == targets[3::4]
    assert len(set(targets[::4])) > 10
    later = Scripted(LENGTHS, RIGHT)
    collected(later, config, step=1)
    assert [turn.remaining_budget for turn in later.turns] != targets
    fixed = dataclasses.replace(config, length_reward_options={"target": 33})
    told = Scripted(LENGTHS, RIGHT)
    collected(told, fixed)
    assert {turn.remaining_budget for turn in told.turns} == {33}
    # No other method names its own.
    for name, given in (("laser", {"target": 33}), ("kimi", {}), ("", {})):
        untold = Scripted(LENGTHS, RIGHT)
        collected(
            untold, dataclasses.replace(CONFIG, length_reward=name, length_reward_options=given)
        )
        assert {(t.remaining_budget, t.questions_remaining) for t in untold.turns} == {(None, None)}


def test_laser_d_measures_on_the_last_groups_those_that_were_replaced_included() -> None:
    # All right and equally long, which tells nothing; then of two lengths.
    config = dataclasses.replace(CONFIG, length_reward="laser_d", refills=1)
    lengths = Lengths(config)
    assert lengths.targets() == {"easy": 240, "medium": 240, "hard": 240}
    policy = Scripted([30, 30, 30, 30, 50, 50, 70, 70], [True] * 8)
    questions = collected(policy, config, lengths=lengths).questions
    # Of eight lengths, half have to fit: 30. None of the second group earns the bonus.
    assert lengths.targets() == {"easy": 30, "medium": 240, "hard": 240}
    assert [r.reward for r in questions] == [1, 1, 1, 1]
    assert lengths.describe() == {"length_targets": lengths.targets()}
    options = {"hard": 99, "bonus": 1}
    partly = Lengths(dataclasses.replace(config, length_reward_options=options))
    assert partly.targets() == {"easy": 240, "medium": 240, "hard": 99}
    again = Lengths(config)
    again.load_state_dict(json.loads(json.dumps(lengths.state_dict())))
    assert again.targets() == lengths.targets()
    for _ in range(MONITORED):
        again.reward([dataclasses.replace(r, group=0) for r in questions], 1, 0)
    assert len(again.monitored) == MONITORED
    # Only the second group's lengths are left, 50 and 70 in halves.
    assert again.targets()["easy"] == 50


SMALL: dict[str, Any] = {
    "source": "chain_sum:1-2",
    "steps": 2,
    "group_size": 4,
    "question_groups": 2,
    "episode_groups": 0,
    "num_questions": 2,
    "min_budget": 8,
    "max_budget": 20,
    "max_tokens": 32,
    "gamma": 1.0,
    "lr": 1e-3,
    "warmup": 1,
    "checkpoint_every": 1,
}
RUNS: dict[str, dict[str, Any]] = {
    "l1_exact": {"length_reward_options": {"alpha": 0.01}},
    "l1_max": {"length_reward_options": {"target": 20, "alpha": 0.01}},
    "shorter_better": {},
    "think_prune": {"length_reward_options": {"limits": [30, 20]}},
    "laser": {"length_reward_options": {"target": 20}},
    "laser_d": {},
    "o1_pruner": {"length_reference": "embedded"},
    "kimi": {"keep": 3, "keep_by": "efficiency", "episode_groups": 1},
}


def weights(policy: LocalPolicy) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in policy.model.state_dict().items()}


def logged(folder: Path) -> list[dict[str, Any]]:
    lines = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines]


@pytest.mark.parametrize("name", sorted(LENGTH_REWARDS))
def test_every_method_trains(name: str, tmp_path: Path) -> None:
    policy = load_embedded()
    start = weights(policy)
    config = TrainConfig(**{**SMALL, **RUNS[name], "length_reward": name})
    assert train(policy, config, tmp_path)
    first, last = logged(tmp_path)
    for entry in (first, last):
        played = entry["questions"]
        assert set(played["components"]) == {name, "format"}
        assert played["reward"] == pytest.approx(sum(played["components"].values()))
        if config.episode_groups:
            assert "correctness" in entry["episodes"]["components"]
        assert ("length_targets" in entry) == (name == "laser_d")
    assert first["loss"] != 0 or last["loss"] != 0
    assert any(not torch.equal(value, start[key]) for key, value in weights(policy).items())


class Stop(Exception):
    pass


def stop_after(step: int) -> Any:
    def told(entry: Mapping[str, Any]) -> None:
        if entry["step"] == step:
            raise Stop

    return told


def test_a_stopped_run_goes_on_with_its_targets_to_the_bit(tmp_path: Path) -> None:
    config = TrainConfig(**{**SMALL, "steps": 3, "length_reward": "laser_d"})
    whole, resumed = load_embedded(), load_embedded()
    assert train(whole, config, tmp_path / "whole")
    with pytest.raises(Stop):
        train(load_embedded(), config, tmp_path / "begun", on_step=stop_after(1))
    assert train(resumed, config, tmp_path / "begun")
    assert logged(tmp_path / "begun") == logged(tmp_path / "whole")
    trained = weights(whole)
    assert all(torch.equal(value, trained[key]) for key, value in weights(resumed).items())


def test_a_checkpoint_that_is_older_than_length_rewards_goes_on(tmp_path: Path) -> None:
    config = TrainConfig(**SMALL)
    with pytest.raises(Stop):
        train(load_embedded(), config, tmp_path, on_step=stop_after(1))
    # Saved by the version before, after one step.
    saved = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    del saved["lengths"]
    torch.save(saved, tmp_path / "checkpoint.pt")
    known = {f.name for f in dataclasses.fields(TrainConfig)}
    newer = {name for name in known if name.startswith(("length_", "keep"))}
    assert len(newer) == 5
    found = json.loads((tmp_path / "config.json").read_text())
    kept = {name: value for name, value in found.items() if name not in newer}
    (tmp_path / "config.json").write_text(json.dumps(kept))
    assert train(load_embedded(), config, tmp_path)
    assert [entry["step"] for entry in logged(tmp_path)] == [0, 1]
