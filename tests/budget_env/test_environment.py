import json
import math
import random
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.budget_env import (
    Action,
    BudgetEnvironment,
    EnvConfig,
    Episode,
    Observation,
    RewardConfig,
    State,
    StopReason,
    outcomes,
)
from ponder.curriculum import Outcome
from ponder.generators import registry
from ponder.generators.mixture import Mixture
from ponder.task import split_of

MIXTURE = Mixture.parse("chain_sum:1-4")
CHARS = EnvConfig(num_questions=4, tokenizer="chars", min_tokens=10)


def start(config=CHARS, total=400, seed=1, **arguments):
    environment = BudgetEnvironment(MIXTURE, config)
    observation = environment.reset(seed=seed, total_budget=total, **arguments)
    return environment, observation


def right(environment, tokens=None):
    """The answer, at so many characters."""
    answer = environment.task.answer
    return answer if tokens is None else answer.rjust(tokens)


def wrong(tokens):
    return "?" * tokens


def play(script, config=CHARS, total=400, seed=1):
    """Plays (correct, tokens) pairs as far as they go; gives the environment and the return."""
    environment, observation = start(config, total, seed)
    gained = observation.reward
    for correct, tokens in script:
        if observation.done:
            break
        observation = environment.step(right(environment, tokens) if correct else wrong(tokens))
        gained += observation.reward
    return environment, observation, gained


# reset


def test_first_observation_by_hand():
    environment, observation = start()
    task = environment.task
    assert observation == Observation(
        question=f"{task.question}\n{task.answer_format}",
        remaining_budget=400,
        questions_remaining=4,
        step_idx=0,
        budget_per_remaining=100.0,
        accuracy_so_far=0.0,
        history=[],
        done=False,
        reward=0.0,
        metadata={
            "problem_type": "chain_sum",
            "level": None,
            "turn": 0,
            "min_tokens": 10,
            "max_tokens": 800,
            "num_questions": 4,
            "budget_ratio": 4.0,
            "total_budget": 400,
            "budget_source": "client",
            "budget_mode": "hard",
            "answer_reserve": 0,
            "tokenizer_name": "chars",
            "stop_reason": None,
            "reward_components": {},
        },
    )


def test_same_seed_same_questions_and_none_goes_on():
    one, two = BudgetEnvironment(MIXTURE, CHARS), BudgetEnvironment(MIXTURE, CHARS)
    one.reset(seed=5)
    two.reset(seed=5)
    assert one.episode == two.episode == Episode.draw(MIXTURE, seed=5, num_questions=4)
    one.reset()
    assert one.episode == Episode.draw(MIXTURE, seed=5, index=1, num_questions=4)
    one.reset(seed=5)
    assert one.episode == two.episode


def test_environments_without_a_seed_differ():
    one, two = BudgetEnvironment(MIXTURE, CHARS), BudgetEnvironment(MIXTURE, CHARS)
    one.reset()
    two.reset()
    assert one.episode.uid != two.episode.uid
    assert Episode.load(one.episode.uid, MIXTURE) == one.episode


@pytest.mark.parametrize("split", ["train", "valid", "test"])
def test_questions_are_of_the_split(split):
    environment = BudgetEnvironment(MIXTURE, CHARS, split=split)
    environment.reset(seed=0)
    assert {split_of(task.key) for task in environment.episode.tasks} == {split}


def test_chosen_questions_set_their_number_and_budget():
    environment = BudgetEnvironment(MIXTURE, CHARS)
    observation = environment.reset(seed=0, questions=[["chain_sum", 3], ["chain_sum", 1]])
    assert observation.questions_remaining == observation.metadata["num_questions"] == 2
    assert [task.level for task in environment.episode.tasks] == [3, 1]
    # 4.0 * 2 * (10 + 800) / 2
    assert observation.remaining_budget == 3_240


@pytest.mark.parametrize(("show", "level"), [(True, 2), (False, None)])
def test_level_is_told_only_if_configured(show, level):
    config = EnvConfig(show_level=show)
    _, observation = start(config, questions=[["chain_sum", 2]])
    assert observation.metadata["level"] == level


# budget rules


def test_budget_of_the_client():
    _, observation = start(total=123, tokenizer_name="approx")
    assert observation.metadata["total_budget"] == observation.remaining_budget == 123
    assert observation.metadata["budget_source"] == "client"
    assert observation.metadata["tokenizer_name"] == "approx"


def test_budget_in_the_clients_tokens():
    environment = BudgetEnvironment(MIXTURE, EnvConfig(num_questions=2))
    observation = environment.reset(seed=0, tokenizer_name="chars")
    tasks = environment.episode.tasks
    characters = sum(len(t.question) + 1 + len(t.answer_format) for t in tasks)
    assert observation.remaining_budget == 4 * characters
    assert observation.metadata["budget_source"] == "tokenizer_native"
    assert environment.step("x" * 7).history[0]["tokens_used"] == 7


def test_budget_of_the_config_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        observation = BudgetEnvironment(MIXTURE).reset(seed=0)
    assert observation.metadata["budget_source"] == "config"
    assert observation.metadata["tokenizer_name"] == "approx"
    assert observation.remaining_budget == 16_200


def test_budget_of_the_config_with_a_warning():
    environment = BudgetEnvironment(MIXTURE)
    with pytest.warns(UserWarning, match="'nobody/model' is not on the allow-list"):
        observation = environment.reset(seed=0, tokenizer_name="nobody/model")
    assert observation.metadata["budget_source"] == "config"
    assert observation.metadata["tokenizer_name"] == "approx"
    assert observation.remaining_budget == 16_200


def test_an_empty_tokenizer_name_is_none():
    observation = BudgetEnvironment(MIXTURE).reset(seed=0, tokenizer_name="")
    assert observation.metadata["budget_source"] == "config"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"total_budget": 9}, "total_budget must be an integer of at least 10"),
        ({"seed": "7"}, "seed must be an integer"),
        ({"episode_id": 7}, "episode_id must be a string"),
        ({"tokenizer_name": 7}, "tokenizer_name must be a string"),
        ({"questions": [["gcd", 1]]}, "source must be one of"),
    ],
)
def test_a_refused_reset_leaves_the_episode_as_it_was(arguments, message):
    environment, _ = start()
    environment.step(right(environment, 20))
    before = (environment.episode, environment.state)
    with pytest.raises(ValueError, match=message):
        environment.reset(**arguments)
    assert (environment.episode, environment.state) == before


# steps under the hard cap


def test_an_episode_by_hand():
    """Fair share 100: right in 50, wrong in 150, right in 100, right in 20."""
    environment, observation, gained = play([(True, 50), (False, 150), (True, 100), (True, 20)])
    assert [result.tokens for result in environment.results] == [50, 150, 100, 20]
    expected = [
        {"correctness": 1, "overuse": 0, "efficiency": 0.075, "overspend": 0},
        {"correctness": -0.1, "overuse": -0.025, "efficiency": 0, "overspend": 0},
        {"correctness": 1, "overuse": 0, "efficiency": 0, "overspend": 0},
        {"correctness": 1, "overuse": 0, "efficiency": 0.12, "overspend": 0}
        | {"unanswered": 0, "bonus": 0.3},
    ]
    for result, components in zip(environment.results, expected, strict=True):
        assert result.components == pytest.approx(components)
    assert gained == pytest.approx(1.075 - 0.125 + 1 + 1.12 + 0.3)
    assert observation.metadata["reward_components"] == pytest.approx(expected[-1])
    assert observation.done
    assert observation.metadata["stop_reason"] == "completed"
    assert observation.accuracy_so_far == 0.75
    assert observation.remaining_budget == 80
    assert (observation.question, observation.questions_remaining) == ("", 0)
    assert observation.budget_per_remaining == 0.0


def test_a_step_in_the_middle():
    environment, first = start()
    first_task = environment.task
    observation = environment.step(right(environment, 40))
    assert observation.question == environment.task.prompt("plain") != first.question
    assert observation.step_idx == 1
    assert observation.questions_remaining == 3
    assert observation.remaining_budget == 360
    assert observation.budget_per_remaining == 120.0
    assert observation.accuracy_so_far == 1.0
    assert observation.history == [
        {
            "tokens_used": 40,
            "was_correct": True,
            "question_summary": first_task.question[:80],
        }
    ]
    assert not observation.done


def test_state_by_hand():
    environment, _, _ = play([(True, 50), (False, 150)])
    assert environment.state == State(
        episode_id=environment.state.episode_id,
        step_count=2,
        total_budget=400,
        spent_budget=200,
        questions_answered=2,
        total_correct=1,
        current_accuracy=0.5,
        budget_remaining_ratio=0.5,
    )


def test_episode_id_is_the_callers_or_random():
    environment, _ = start(episode_id="mine")
    assert environment.state.episode_id == "mine"
    environment.reset(seed=1)
    first = environment.state.episode_id
    environment.reset(seed=1)
    assert first and environment.state.episode_id != first
    assert BudgetEnvironment(MIXTURE).state == State()


def test_a_response_is_cut_at_the_budget_before_it_is_graded():
    environment, _ = start(total=100)
    environment.step(wrong(60))
    late = wrong(40) + "\n" + right(environment)
    observation = environment.step(late)
    result = environment.results[-1]
    assert not result.verdict.correct
    assert (result.response, result.tokens, result.truncated) == (wrong(40), 40, True)
    assert observation.remaining_budget == 0
    assert observation.done
    assert observation.metadata["stop_reason"] == "budget_exhausted"


def test_the_same_response_is_right_where_it_fits():
    environment, _ = start(total=400)
    environment.step(wrong(60))
    environment.step(wrong(40) + "\n" + right(environment))
    assert environment.results[-1].verdict.correct
    assert not environment.results[-1].truncated


def test_early_end_charges_the_unanswered():
    """Total 100, share 25: 95 tokens on a wrong answer leave 5, less than min_tokens."""
    environment, observation, gained = play([(False, 95)], total=100)
    assert observation.metadata["stop_reason"] == StopReason.BUDGET_EXHAUSTED
    assert observation.questions_remaining == 3
    assert environment.task is None
    assert environment.results[0].components == pytest.approx(
        {"correctness": -0.1, "overuse": -0.05 * 2.8, "efficiency": 0, "overspend": 0}
        | {"unanswered": -0.3, "bonus": 0}
    )
    assert gained == pytest.approx(-0.54)


@pytest.mark.parametrize(("tokens", "done"), [(390, False), (391, True)])
def test_exactly_min_tokens_is_enough_for_another(tokens, done):
    environment, _ = start()
    assert environment.step(wrong(tokens)).done is done


def test_spending_all_on_the_last_question_completes():
    _, observation, _ = play([(True, 20), (True, 20), (True, 20), (True, 340)])
    assert observation.metadata["stop_reason"] == "completed"
    assert observation.remaining_budget == 0


def test_steps_after_the_end_repeat_it_without_reward():
    environment, end, _ = play([(True, 20)] * 4)
    state = environment.state
    for _ in range(2):
        again = environment.step("anything at all", charged=5)
        assert again.reward == 0.0
        assert again.metadata["reward_components"] == {}
        assert again.model_dump(exclude={"reward", "metadata"}) == end.model_dump(
            exclude={"reward", "metadata"}
        )
        assert again.metadata["stop_reason"] == "completed"
    assert environment.state == state
    assert len(environment.results) == 4


# steps under the soft cap


def test_soft_cap_by_hand():
    """Total 100, share 25: 80 right, then 45 wrong of which 25 are beyond, then 0 and 0."""
    soft = EnvConfig(num_questions=4, tokenizer="chars", budget_mode="soft")
    environment, observation, _ = play(
        [(True, 80), (False, 45), (False, 0), (False, 5)], soft, total=100
    )
    got = [dict(result.components) for result in environment.results]
    assert got[0] == pytest.approx(
        {"correctness": 1, "overuse": -0.05 * 2.2, "efficiency": -0.15 * 2.2, "overspend": 0}
    )
    assert got[1] == pytest.approx(
        {"correctness": -0.1, "overuse": -0.05 * 0.8, "efficiency": 0, "overspend": -0.3}
    )
    assert got[3]["overspend"] == pytest.approx(-0.3 * 5 / 25)
    assert got[3]["bonus"] == pytest.approx(0.1)
    assert observation.remaining_budget == -30
    assert observation.metadata["stop_reason"] == "completed"
    assert environment.state.budget_remaining_ratio == 0.0
    assert environment.state.spent_budget == 130


def test_soft_cap_grades_the_whole_response():
    soft = EnvConfig(num_questions=1, tokenizer="chars", budget_mode="soft")
    environment, _ = start(soft, total=50)
    environment.step(wrong(500) + "\n" + right(environment))
    assert environment.results[0].verdict.correct
    assert not environment.results[0].truncated


# the action


def test_grading_response_is_graded_and_the_response_is_charged():
    environment, _ = start()
    action = Action(response=wrong(70), metadata={"grading_response": right(environment)})
    observation = environment.step(action)
    assert observation.history[0]["was_correct"]
    assert observation.history[0]["tokens_used"] == 70


def test_grading_response_does_not_save_a_response_that_was_cut():
    environment, _ = start(total=60)
    action = Action(response=wrong(70), metadata={"grading_response": right(environment)})
    assert not environment.step(action).history[0]["was_correct"]


@pytest.mark.parametrize(("grading", "correct"), [(None, True), ("", False), (" ", False)])
def test_an_empty_grading_response_is_an_empty_answer(grading, correct):
    environment, _ = start()
    action = Action(response=right(environment), metadata={"grading_response": grading})
    assert environment.step(action).history[0]["was_correct"] is correct


def test_an_episode_id_is_bounded():
    environment, _ = start()
    environment.reset(episode_id="x" * 256)
    with pytest.raises(ValueError, match="episode_id must have at most 256 characters, got 257"):
        environment.reset(episode_id="x" * 257)


def test_a_tokenizer_named_by_an_action_counts_that_step_alone():
    environment, _ = start()
    metadata = {"tokenizer_name": "approx", "anything": ["else"]}
    assert environment.step(Action(response=wrong(40), metadata=metadata)).remaining_budget == 390
    assert environment.step(wrong(40)).remaining_budget == 350


def test_a_tokenizer_that_is_not_allowed_leaves_the_episodes_own():
    environment, _ = start()
    action = Action(response=wrong(40), metadata={"tokenizer_name": "nobody/model"})
    with pytest.warns(UserWarning, match="not on the allow-list"):
        assert environment.step(action).remaining_budget == 360


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action(response="", metadata={"grading_response": 5}), "grading_response must be a str"),
        (Action(response="", metadata={"tokenizer_name": 5}), "tokenizer_name must be a string"),
        ({"response": "5"}, "action must be a string or an Action, got dict"),
        (None, "action must be a string or an Action, got NoneType"),
    ],
)
def test_bad_actions_are_refused_and_change_nothing(action, message):
    environment, _ = start()
    before = environment.state
    with pytest.raises(ValueError, match=message):
        environment.step(action)
    assert environment.state == before


def test_lone_surrogates_are_data():
    environment, _ = start()
    observation = environment.step("\ud800 no")
    assert observation.history[0] | {"question_summary": ""} == {
        "tokens_used": 4,
        "was_correct": False,
        "question_summary": "",
    }


@pytest.mark.parametrize("member", ["task", "episode", "ledger", "results"])
def test_nothing_can_be_had_before_reset(member):
    environment = BudgetEnvironment(MIXTURE)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        getattr(environment, member)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        environment.step("5")


def test_a_configured_tokenizer_must_load():
    with (
        pytest.warns(UserWarning),
        pytest.raises(ValueError, match="'nobody/model' is not allowed or does not load"),
    ):
        BudgetEnvironment(MIXTURE, EnvConfig(tokenizer="nobody/model"))


# sampled tokens, charged in process


def test_charged_tokens_are_charged_whatever_the_text():
    environment, _ = start()
    observation = environment.step(right(environment), charged=77)
    assert observation.remaining_budget == 323
    assert observation.history[0]["was_correct"]


def test_charging_all_that_remains_is_allowed_and_flagged():
    environment, _ = start(total=100)
    environment.step(right(environment), charged=100)
    assert environment.results[0].verdict.correct
    assert environment.results[0].truncated


@pytest.mark.parametrize("charged", [401, -1, 3.0, True])
def test_charging_what_is_not_there_is_refused_and_changes_nothing(charged):
    environment, _ = start()
    before = environment.state
    with pytest.raises(ValueError, match="tokens must be"):
        environment.step(right(environment), charged=charged)
    assert environment.state == before


def test_soft_cap_takes_any_charge():
    environment, _ = start(EnvConfig(budget_mode="soft", num_questions=2))
    assert environment.step("", charged=1_000).remaining_budget == -600


def test_the_ledger_tells_a_sampler_where_to_stop():
    environment, _ = start(EnvConfig(num_questions=2, answer_reserve=30), total=100)
    assert (environment.ledger.remaining, environment.ledger.thinking_limit) == (100, 70)
    environment.step("", charged=80)
    assert (environment.ledger.remaining, environment.ledger.thinking_limit) == (20, 0)


# reasoning


def test_an_open_reasoning_span_holds_no_answer():
    config = EnvConfig(num_questions=1, reasoning_open=True)
    environment, _ = start(config)
    assert not environment.step(right(environment)).history[0]["was_correct"]
    environment.reset(seed=1)
    assert environment.step("so</think>" + right(environment)).history[0]["was_correct"]
    environment.reset(seed=1)
    stand_in = Action(response="so", metadata={"grading_response": right(environment)})
    assert environment.step(stand_in).history[0]["was_correct"]


# interactive families


@pytest.fixture
def doubling(monkeypatch):
    """An environment of an interactive family, registered as another distribution's would be."""
    known = registry._modules()
    monkeypatch.setitem(known, "doubling", ("external", "tests.budget_env.doubling"))
    config = EnvConfig(num_questions=2, tokenizer="chars")
    environment = BudgetEnvironment(Mixture.parse("doubling:1"), config)
    environment.reset(seed=0, total_budget=200)
    return environment


def test_a_middle_turn_costs_tokens_and_is_not_judged(doubling):
    observation = doubling.step("7" * 30)
    assert observation.question == "Turn 1: go on."
    assert observation.metadata["turn"] == 1
    assert observation.questions_remaining == 2
    assert observation.remaining_budget == 170
    assert observation.reward == 0.0
    assert (observation.history, doubling.results) == ([], ())
    assert doubling.state.step_count == 1
    assert doubling.step("8" * 30).metadata["turn"] == 2


def test_the_last_turn_is_judged_and_pays_for_all(doubling):
    doubling.step("7" * 100)
    observation = doubling.step(f"DONE: {doubling.task.answer}".ljust(50))
    assert observation.metadata["turn"] == 0
    assert observation.questions_remaining == 1
    assert observation.history[0]["tokens_used"] == 150
    # Fair share 100: 0.5 of it too much.
    components = doubling.results[0].components
    assert components["overuse"] == pytest.approx(-0.025)
    assert doubling.state.step_count == 2
    assert doubling.step("x").metadata["turn"] == 1


def test_a_question_ends_with_the_budget(doubling):
    observation = doubling.step("7" * 250)
    assert observation.metadata["stop_reason"] == "budget_exhausted"
    assert observation.history[0] | {"question_summary": ""} == {
        "tokens_used": 200,
        "was_correct": False,
        "question_summary": "",
    }


def test_turns_are_bounded(doubling):
    for _ in range(63):
        assert doubling.step("").questions_remaining == 2
    assert doubling.step("").questions_remaining == 1


# for curricula


def test_outcomes_leave_out_what_was_never_reached_and_flag_what_was_cut():
    environment = BudgetEnvironment(MIXTURE, CHARS)
    slots = [["chain_sum", level] for level in (3, 1, 4, 2)]
    environment.reset(seed=0, total_budget=100, questions=slots)
    environment.step(right(environment, 30))
    environment.step(wrong(90))
    assert outcomes(environment.results) == [
        Outcome("chain_sum", 3, True),
        Outcome("chain_sum", 1, False, frozenset({"truncated"})),
    ]


# laws


scripts = st.lists(st.tuples(st.booleans(), st.integers(6, 200)), min_size=4, max_size=4)


@settings(max_examples=40)
@given(scripts, st.integers(10, 600), st.sampled_from(["hard", "soft"]))
def test_accounts_add_up(script, total, mode):
    config = EnvConfig(num_questions=4, tokenizer="chars", budget_mode=mode)
    environment, observation, gained = play(script, config, total)
    results = environment.results
    spent = sum(result.tokens for result in results)
    assert observation.done
    assert spent + observation.remaining_budget == total
    assert spent == environment.state.spent_budget
    assert gained == pytest.approx(sum(sum(r.components.values()) for r in results))
    assert math.isfinite(gained)
    if mode == "hard":
        assert observation.remaining_budget >= 0
        assert observation.done == (len(results) == 4 or observation.remaining_budget < 10)
    else:
        assert len(results) == 4


@settings(max_examples=40)
@given(scripts, st.integers(0, 3), st.integers(1, 100), st.sampled_from(["hard", "soft"]))
def test_players_that_write_more_for_the_same_answers_gain_no_more(script, where, extra, mode):
    """Total 1,000 holds every script, so both players give the same answers."""
    config = EnvConfig(num_questions=4, tokenizer="chars", budget_mode=mode)
    longer = [(c, n + extra * (i == where)) for i, (c, n) in enumerate(script)]
    assert play(longer, config, 1_000)[2] <= play(script, config, 1_000)[2] + 1e-9


@settings(max_examples=40)
@given(scripts, st.integers(0, 3))
def test_a_player_that_burns_the_budget_gains_no_more_than_one_that_answers_emptily(script, stop):
    script = [(correct, tokens // 2) for correct, tokens in script[:stop] if tokens >= 12]
    burner = [*script, (False, 400)]
    idler = script + [(False, 0)] * (4 - len(script))
    assert play(burner)[2] <= play(idler)[2] + 1e-9


def test_ree_preset_reaches_the_return():
    ree = EnvConfig(num_questions=4, tokenizer="chars", reward=RewardConfig.preset("ree"))
    environment, _, _ = play([(True, 85)] * 4, ree)
    assert environment.results[-1].components["bonus"] == pytest.approx(0.4)
    environment, _, _ = play([(True, 10)] * 4, ree)
    # 40 of 400 spent: |0.1 - 0.85| = 0.75
    assert environment.results[-1].components["bonus"] == pytest.approx(0.1)


# the wire


def test_nothing_sent_tells_answer_facts_uid_or_seed():
    environment = BudgetEnvironment(MIXTURE, EnvConfig(num_questions=3, show_level=True))
    observation = environment.reset(seed=918273645)
    secrets = {"918273645", environment.episode.uid} | {t.uid for t in environment.episode.tasks}
    sent = [observation, environment.state]
    while not observation.done:
        observation = environment.step("no")
        sent += [observation, environment.state]
    wire = "\n".join(message.model_dump_json() for message in sent)
    assert not [secret for secret in secrets if secret in wire]
    names = {key for message in sent for key in message.model_dump()}
    assert not names & {"answer", "facts", "uid", "seed", "key", "steps", "checker"}


def test_messages_survive_json():
    environment, observation = start()
    messages = [observation, environment.step("no"), environment.state]
    for message in messages:
        line = message.model_dump_json()
        assert type(message).model_validate_json(line) == message
        assert "NaN" not in line and "Infinity" not in line
        json.loads(line)


def test_observations_are_of_their_own():
    """What a caller does to an observation does not reach the environment."""
    environment, _ = start()
    observation = environment.step(wrong(20))
    observation.history.clear()
    observation.metadata["reward_components"].clear()
    observation.metadata.clear()
    assert environment.results[0].components["correctness"] == -0.1
    after = environment.step(wrong(20))
    assert len(after.history) == 2
    assert after.metadata["total_budget"] == 400


def test_global_random_state_is_left_alone():
    before = random.getstate()
    play([(True, 20)] * 4)
    assert random.getstate() == before


@pytest.mark.parametrize("total", [10**18, 10**400], ids=["19 digits", "401 digits"])
def test_a_budget_beyond_all_floats_is_refused(total):
    with pytest.raises(ValueError, match="total_budget must have"):
        start(total=total)
    environment, _ = start(EnvConfig(budget_mode="soft"))
    with pytest.raises(ValueError, match="tokens must have"):
        environment.step("5", charged=total)
    assert environment.state.step_count == 0


def test_a_ratio_beyond_all_budgets_is_refused():
    with pytest.raises(ValueError, match="budget_ratio"):
        BudgetEnvironment(MIXTURE, EnvConfig(budget_ratio=1e308)).reset(seed=1)


@pytest.mark.parametrize(
    "setting", [{"tokenizer": None}, {"allowed_tokenizers": [1]}, {"reward": None}, {"reward": {}}]
)
def test_settings_of_wrong_types_are_refused(setting):
    with pytest.raises(ValueError, match=next(iter(setting))):
        EnvConfig(**setting)


def test_what_is_done_to_an_observation_stays_in_it():
    environment, _ = start()
    environment.step(wrong(3)).history[0]["was_correct"] = True
    assert not environment.step(wrong(3)).history[0]["was_correct"]
