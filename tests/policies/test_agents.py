"""Agents and the player: rewards worked out by hand, failures recorded, on the wire as in here."""

import asyncio
import json

import pytest

from ponder.budget_env import BudgetEnvironment, EnvConfig, Observation
from ponder.budget_env.client import BudgetClient, LocalClient
from ponder.budget_env.tokens import get_counter
from ponder.generators.mixture import Mixture
from ponder.generators.registry import family
from ponder.policies.agents import Played, Reply, make_agent, play_episode
from ponder.policies.agents.agent import token_cap
from ponder.policies.agents.baselines import DifficultyOracle, GreedyMax, Uniform
from ponder.policies.agents.filler import response_of
from ponder.policies.agents.hf import PolicyAgent
from ponder.policies.agents.prompting import account, messages, turn_of
from ponder.policies.agents.scripted import Scripted, saturating
from ponder.policies.policy import Completion, Turn
from ponder.policies.prompts import REMINDER
from tests.budget_env.serving import SETTINGS, serving

MIXTURE = Mixture.parse("chain_sum:1-4")
QUESTIONS = 4
WRONG = "no number"


def environment(mixture=MIXTURE, **settings) -> BudgetEnvironment:
    return BudgetEnvironment(mixture, EnvConfig(num_questions=QUESTIONS, **settings))


def play(agent, table=None, *, seed=3, total_budget: int | None = 100, known=True) -> Played:
    """Plays in process; `known` shows the player the episode."""
    table = table or environment()
    table.reset(seed=seed, total_budget=total_budget)
    return asyncio.run(
        play_episode(
            agent,
            LocalClient(table),
            seed=seed,
            total_budget=total_budget,
            episode=table.episode if known else None,
        )
    )


def spent(played: Played) -> list[int]:
    return [step["tokens"] for step in played.steps]


def seed_where(holds) -> int:
    """The first episode of which something holds."""
    for seed in range(2000):
        table = environment()
        table.reset(seed=seed)
        if holds(table.episode.tasks):
            return seed
    raise AssertionError


def test_uniform_spends_equal_shares_and_earns_what_can_be_worked_out():
    played = play(Uniform(guess=WRONG))
    assert spent(played) == [25, 25, 25, 25]
    assert played.stop_reason == "completed"
    # Four wrong answers at the fair share: -0.1 each, no overuse, no bonus.
    assert played.reward == pytest.approx(-0.4)
    assert all(not step["note"] and step["correct"] is False for step in played.steps)


def test_a_right_answer_at_the_fair_share_earns_one():
    seed = seed_where(lambda tasks: [task.answer for task in tasks].count(tasks[0].answer) == 1)
    table = environment()
    table.reset(seed=seed)
    played = play(Uniform(guess=table.episode.tasks[0].answer), seed=seed)
    # 1 + 0.15 (1 - 25/25), then three wrong ones, and 0.4 * 1/4 at the end.
    assert [step["reward"] for step in played.steps] == pytest.approx([1, -0.1, -0.1, 0.0])
    assert played.steps[3]["components"]["bonus"] == pytest.approx(0.1)
    assert played.reward == pytest.approx(0.8)


def test_greedy_max_spends_the_most_until_nothing_is_left():
    played = play(GreedyMax(guess=WRONG), environment(max_tokens=60))
    assert spent(played) == [60, 40]
    assert played.stop_reason == "budget_exhausted"
    # F = 25: -0.1 - 0.05 (60/25 - 1) = -0.17, then -0.1 - 0.05 (40/25 - 1) = -0.13 and -0.1 for
    # each of the two that were never reached.
    assert [step["reward"] for step in played.steps] == pytest.approx([-0.17, -0.13 - 0.2])
    assert played.num_questions == 4


def test_greedy_max_overspends_where_it_may():
    played = play(GreedyMax(guess=WRONG), environment(max_tokens=60, budget_mode="soft"))
    assert spent(played) == [60, 60, 60, 60]
    assert [step["remaining_after"] for step in played.steps] == [40, -20, -80, -140]
    # -0.17 each as above; newly overspent are 0, 20, 60 and 60 tokens, at 0.3 / 25 each.
    assert played.reward == pytest.approx(4 * -0.17 - 0.3 * 140 / 25)


def test_the_difficulty_oracle_shares_by_level():
    seed = seed_where(lambda tasks: [task.level for task in tasks] == [1, 3, 2, 4])
    played = play(DifficultyOracle(guess=WRONG), seed=seed, total_budget=200)
    # 200 * 1/10, then of 180 left 3/9, of 120 left 2/6, and the 80 left.
    assert spent(played) == [20, 60, 40, 80]
    assert played.levels == (1, 3, 2, 4)
    # F = 50: four wrong ones, and two over the share, by 10/50 and 30/50.
    assert played.reward == pytest.approx(-0.4 - 0.05 * (0.2 + 0.6))


def test_the_script_is_right_as_often_as_it_says():
    agent = Scripted(accuracy=lambda level, tokens: 0.3, tokens=lambda seen, level: 10 * level)
    steps = [step for seed in range(100) for step in play(agent, seed=seed, total_budget=400).steps]
    assert all(step["tokens"] == 10 * step["level"] for step in steps)
    right = sum(step["correct"] for step in steps)
    # 400 draws: 120 expected, with a standard deviation of 9.2.
    assert 120 - 37 < right < 120 + 37


def test_the_script_draws_the_same_again_and_otherwise_with_another_seed():
    def drawn(seed):
        agent = Scripted(accuracy=lambda level, tokens: 0.5, seed=seed)
        return [step["correct"] for n in range(10) for step in play(agent, seed=n).steps]

    assert drawn(1) == drawn(1) != drawn(2)


def test_a_script_that_overruns_what_remains_loses_its_answer():
    agent = Scripted(accuracy=lambda level, tokens: 1.0, tokens=lambda seen, level: 60)
    played = play(agent)
    assert spent(played) == [60, 40]
    assert [step["correct"] for step in played.steps] == [True, False]


def test_the_default_script_saturates():
    # 12 tokens a level are a half life: 0.95 (1 - 1/2), 0.95 (1 - 1/4).
    assert saturating(1, 12) == pytest.approx(0.475)
    assert saturating(3, 72) == pytest.approx(0.7125)
    assert saturating(5, 0) == 0


def test_a_script_of_no_probability_is_a_noted_failure():
    played = play(Scripted(accuracy=lambda level, tokens: 1.5))
    assert "accuracy must give 0 to 1, got 1.5" in played.steps[0]["note"]


@pytest.mark.parametrize("agent", [Scripted(), DifficultyOracle()])
def test_who_must_know_the_episode_says_so(agent):
    with pytest.raises(ValueError, match=r"must know the questions.*play in process"):
        play(agent, known=False)
    with pytest.raises(ValueError, match="call begin"):
        asyncio.run(agent.act(environment().reset(seed=1)))


@pytest.mark.parametrize("name", ["approx", "chars"])
@pytest.mark.parametrize("tokens", [0, 5, 19, 20, 333])
def test_filler_is_as_long_as_it_should_be(name: str, tokens: int):
    counter = get_counter(name)
    assert counter is not None
    least = counter.count("\n<answer>17</answer>")
    assert counter.count(response_of("17", tokens, counter)) == max(least, tokens)


class Failing:
    """Fails where it is told to, and counts how often it was asked."""

    name = "failing"

    def __init__(self, fails):
        self.fails, self.asked = fails, 0

    async def act(self, seen: Observation) -> Reply:
        self.asked += 1
        if self.fails(seen.step_idx):
            raise OSError("the line\nis dead")
        return Reply("1")


def test_a_failure_costs_the_question_and_not_the_episode():
    agent = Failing(lambda place: place == 1)
    played = play(agent)
    assert agent.asked == 4 == len(played.steps)
    assert [step["note"] for step in played.steps] == ["", "OSError: the line is dead", "", ""]
    assert played.steps[1]["response"] == "" and played.steps[1]["tokens"] == 0
    # Empty and wrong: -0.1 and nothing else.
    assert played.steps[1]["reward"] == pytest.approx(-0.1)


def test_after_three_failures_in_a_row_nobody_is_asked():
    config = EnvConfig(num_questions=8)
    table = BudgetEnvironment(MIXTURE, config)
    agent = Failing(lambda place: place in (0, 2, 3, 4))
    played = play(agent, table)
    assert agent.asked == 5
    assert len(played.steps) == 8 and played.stop_reason == "completed"
    assert [step["note"] for step in played.steps[5:]] == [
        "not asked: the agent failed 3 times in a row"
    ] * 3


@pytest.mark.parametrize("reply", [None, "5", Reply(None)])  # type: ignore[arg-type]
def test_what_is_no_reply_is_noted(reply):
    class Odd:
        name = "odd"

        async def act(self, seen):
            return reply

    assert "odd must give a Reply with text" in play(Odd()).steps[0]["note"]


def test_half_a_surrogate_pair_in_a_response_ends_in_a_step():
    class Odd:
        name = "odd"

        async def act(self, seen):
            return Reply("a\ud800b")

    assert len(play(Odd()).steps) == 4


def test_metadata_goes_with_the_action():
    class Splitting:
        name = "splitting"

        async def act(self, seen):
            return Reply("x" * 40, {"grading_response": "1", "tokenizer_name": "chars"}, usage=7)

    steps = play(Splitting()).steps
    assert [step["tokens"] for step in steps] == [40, 40, 20]
    assert steps[0]["usage"] == 7


def test_the_steps_tell_all_and_are_json():
    table = environment()
    played = play(GreedyMax(), table, total_budget=1000)
    first = played.steps[0]
    task = table.episode.tasks[0]
    assert first["position"] == first["turn"] == 0
    assert first["question"] == task.prompt("plain")[:80]
    assert (first["level"], first["problem_type"]) == (task.level, "chain_sum")
    assert (first["remaining_before"], first["remaining_after"]) == (1000, 200)
    assert first["seconds"] >= 0
    assert sum(step["reward"] for step in played.steps) == pytest.approx(played.reward)
    assert json.loads(json.dumps(played.steps)) == list(played.steps)
    history = table.step("more").history
    assert [entry["tokens_used"] for entry in history] == spent(played)


def test_without_the_episode_levels_are_told_only_if_shown():
    assert play(Uniform(), known=False).steps[0]["level"] is None
    shown = play(Uniform(), environment(show_level=True), known=False)
    assert shown.steps[0]["level"] in (1, 2, 3, 4)
    assert shown.levels is None


def test_another_episode_than_the_one_given_is_refused():
    other = environment()
    other.reset(seed=4)
    table = environment()
    with pytest.raises(ValueError, match="puts other questions than episode@1"):
        asyncio.run(play_episode(Uniform(), LocalClient(table), seed=3, episode=other.episode))


def test_an_environment_that_does_not_end_is_an_error():
    table = environment()
    with pytest.raises(OSError, match="did not end episode 3 in 2 steps"):
        asyncio.run(play_episode(Uniform(), LocalClient(table), seed=3, max_steps=2))


def test_a_broken_environment_is_an_error_that_says_where():
    class Broken(LocalClient):
        async def step(self, action):
            raise RuntimeError("boom")

    with pytest.raises(OSError, match="failed in episode 3 at step 0: RuntimeError: boom"):
        asyncio.run(play_episode(Uniform(), Broken(environment()), seed=3))


def test_the_wire_gives_the_same_as_the_process():
    agents = [Uniform(), GreedyMax(), Failing(lambda place: place == 1)]

    async def over(address, agent):
        async with BudgetClient(base_url=f"http://{address}") as client:
            return await play_episode(
                agent, client, seed=5, total_budget=90, tokenizer_name="chars"
            )

    def here(agent):
        config = EnvConfig(num_questions=SETTINGS["num_questions"])
        client = LocalClient(BudgetEnvironment(Mixture.parse(SETTINGS["mixture"]), config))
        return asyncio.run(
            play_episode(agent, client, seed=5, total_budget=90, tokenizer_name="chars")
        )

    def timeless(played):
        return [dict(step, seconds=0) for step in played.steps]

    with serving() as address:
        for agent in agents:
            assert timeless(asyncio.run(over(address, agent))) == timeless(here(agent))


def seen(**changes) -> Observation:
    observation = environment().reset(seed=3, total_budget=100)
    return observation.model_copy(update=changes)


def test_the_cap_is_what_remains_and_under_the_soft_cap_the_most():
    assert token_cap(seen()) == 100
    assert token_cap(environment(max_tokens=60).reset(seed=3, total_budget=100)) == 60
    assert token_cap(environment(budget_mode="soft").reset(seed=3, total_budget=100)) == 800


def test_a_prompt_shows_budget_questions_and_history():
    entries = [
        {"tokens_used": 12 + n, "was_correct": n % 2 == 0, "question_summary": f"What\nis {n}?"}
        for n in range(12)
    ]
    observation = seen(history=entries)
    lines = account(observation).splitlines()
    assert lines[:3] == [
        "Answered so far:",
        "3. 14 tokens, right: What is 2?",
        "4. 15 tokens, wrong: What is 3?",
    ]
    assert len(lines) == 11
    last = messages(observation)[-1]
    assert last["role"] == "user"
    assert last["content"] == (
        account(observation)
        + "\n\n100 tokens are left for 4 questions, this one included.\n"
        + f"{observation.question}\n{REMINDER}"
    )
    assert account(seen()) == ""


def test_earlier_turns_are_messages():
    chat = messages(seen(), [("Start at 3.", "6"), ("Go on.", "12")])
    assert [message["content"] for message in chat[-5:-1]] == ["Start at 3.", "6", "Go on.", "12"]
    assert turn_of(seen(question="Go on.")).question == "Go on."


class Recording:
    """A policy that notes what it is asked."""

    name = "recording"

    def __init__(self):
        self.asked = []

    def complete(self, turns, *, max_tokens, seed, temperature=1.0):
        self.asked.append((turns, list(max_tokens), seed, temperature))
        return [Completion("<answer>5</answer>", (), (1, 2, 3), (), True) for _ in turns]


def test_a_policy_is_an_agent():
    policy = Recording()
    table = environment()
    played = play(PolicyAgent(policy, "hf:recording", seed=1, temperature=0.5), table)
    assert [step["usage"] for step in played.steps] == [3, 3, 3, 3]
    (turn,), cap, _, temperature = policy.asked[0]
    task = table.episode.tasks[0]
    assert turn == Turn(task.question, task.answer_format, 100, 4)
    assert (cap, temperature) == ([100], 0.5)
    assert len({seed for _, _, seed, _ in policy.asked}) == 4


def test_the_embedded_policy_plays():
    played = play(make_agent("hf:embedded", temperature=0.0), environment(tokenizer="chars"))
    assert played.agent == "hf:embedded"
    assert any(step["correct"] for step in played.steps)
    assert all(0 < step["usage"] <= step["remaining_before"] for step in played.steps)


@pytest.mark.parametrize("name", ["uniform", "greedy_max", "difficulty_oracle", "scripted"])
def test_an_agent_is_found_by_name(name: str):
    assert make_agent(name).name == name


@pytest.mark.parametrize("spec", ["", "hf", "hf:", "uniform:x", "best"])
def test_an_agent_that_is_none_is_named(spec: str):
    with pytest.raises(ValueError, match=r"an agent must be one of \('uniform'"):
        make_agent(spec)


def test_chain_sum_is_not_interactive():
    """What several tests rest on: a question is a step."""
    assert family("chain_sum").respond is None
