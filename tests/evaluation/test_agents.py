"""Agents on budget episodes: numbers worked out by hand, resumption, and the network."""

import asyncio
import json
import math
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ponder.budget_env import EnvConfig, Observation
from ponder.evaluation import evaluate_episodes
from ponder.evaluation.agent_report import write_agent_report
from ponder.evaluation.agent_summary import (
    questions_of,
    summarise_agents,
    totals_of,
    write_summary,
)
from ponder.evaluation.agents import STEPS, Table, evaluate_agents, read_steps
from ponder.generators.mixture import Mixture
from ponder.policies.agents import Reply
from ponder.policies.agents.baselines import DifficultyOracle, GreedyMax, Uniform
from ponder.policies.agents.scripted import Scripted
from ponder.policies.scripted import ScriptedPolicy
from tests.budget_env.serving import SETTINGS, serving
from tests.evaluation.simulation import episode_lookup

MIXTURE = Mixture.parse("chain_sum:1-4")
CONFIG = EnvConfig(num_questions=4, max_tokens=60)
TABLE = Table(mixture=MIXTURE, config=CONFIG, budget=100)
WRONG = "no number"


def run(agents, out: Path, table: Table = TABLE, **changes):
    arguments = {"episodes": 6, "seed": 1, "concurrency": 3, **changes}
    return asyncio.run(evaluate_agents(agents, table, out=out, **arguments))


@dataclass
class Counting:
    """Answers, slowly enough that episodes overlap, and counts."""

    name: str = "counting"
    delay: float = 0.0
    asked: int = 0
    playing: int = 0
    most: int = 0
    fails_at: int | None = None
    places: list[int] = field(default_factory=list)

    async def act(self, seen: Observation) -> Reply:
        self.asked += 1
        self.places.append(seen.step_idx)
        if self.asked == self.fails_at:
            raise KeyboardInterrupt
        self.playing += 1
        self.most = max(self.most, self.playing)
        await asyncio.sleep(self.delay)
        self.playing -= 1
        return Reply("1", usage=3)


def timeless(steps):
    return [dict(step, seconds=0) for step in steps]


def test_greedy_max_worked_out_by_hand(tmp_path: Path):
    steps = run([GreedyMax(guess=WRONG)], tmp_path, table=TABLE)
    own = summarise_agents(steps)["greedy_max"]
    # 60 and 40 of 100 tokens, two of four never reached, at F = 25: 2 * -0.1 wrong,
    # -0.05 (60/25 - 1 + 40/25 - 1) = -0.1 overused, 2 * -0.1 unanswered.
    expected = {
        "accuracy": 0,
        "reward": -0.5,
        "utilisation": 1,
        "overspend": 0,
        "starvation": 0.5,
        "failures": 0,
    }
    assert {name: value.estimate for name, value in own.overall.items()} == pytest.approx(expected)
    parts = {name: value.estimate for name, value in own.components.items()}
    assert parts == pytest.approx(
        {
            "correctness": -0.2,
            "overuse": -0.1,
            "efficiency": 0,
            "overspend": 0,
            "unanswered": -0.2,
            "bonus": 0,
        }
    )
    assert own.episodes == 6
    tokens = [own.by_position[place].values["tokens"].estimate for place in range(4)]
    answered = [own.by_position[place].values["answered"].estimate for place in range(4)]
    assert tokens == [60, 40, 0, 0] and answered == [1, 1, 0, 0]
    assert own.counted is None and own.notes == {}


def test_overspending_is_measured_under_the_soft_cap(tmp_path: Path):
    config = EnvConfig(num_questions=4, max_tokens=60, budget_mode="soft")
    table = Table(mixture=MIXTURE, config=config, budget=100)
    own = summarise_agents(run([GreedyMax(guess=WRONG)], tmp_path, table))["greedy_max"]
    # 240 tokens of 100.
    assert own.overall["utilisation"].estimate == pytest.approx(2.4)
    assert own.overall["overspend"].estimate == pytest.approx(1.4)
    assert own.overall["starvation"].estimate == 0


def test_levels_are_known_of_questions_never_reached_too(tmp_path: Path):
    steps = run([GreedyMax(guess=WRONG)], tmp_path, episodes=30)
    questions = questions_of(steps)
    assert len(questions) == 120
    assert {question.level for question in questions} == {1, 2, 3, 4}
    own = summarise_agents(steps)["greedy_max"]
    assert sum(summary.count for summary in own.by_level.values()) == 120
    for level, summary in own.by_level.items():
        at = [question.tokens for question in questions if question.level == level]
        value = summary.values["tokens"]
        assert value.estimate == pytest.approx(sum(at) / len(at))
        assert value.low <= value.estimate <= value.high


def test_intervals_cover_a_known_accuracy(tmp_path: Path):
    agent = Scripted(accuracy=lambda level, tokens: 0.4)
    steps = run([agent], tmp_path, episodes=120)
    value = summarise_agents(steps)["scripted"].overall["accuracy"]
    assert value.low < 0.4 < value.high
    # 480 answers: the standard error is 0.022, an interval some 0.088 wide.
    assert 0.06 < value.high - value.low < 0.12


def test_the_totals_agree_with_the_steps(tmp_path: Path):
    steps = run([Scripted(), Uniform()], tmp_path)
    totals = totals_of(questions_of(steps), steps)
    assert len(totals) == 12
    for total in totals:
        own = [s for s in steps if (s["agent"], s["episode"]) == (total.agent, total.episode)]
        assert total.reward == pytest.approx(sum(step["reward"] for step in own))
        assert total.utilisation == pytest.approx(sum(step["tokens"] for step in own) / 100)
        assert total.accuracy == sum(step["correct"] for step in own) / 4


def test_the_episodes_are_those_that_policies_are_evaluated_on(tmp_path: Path):
    steps = run([Uniform()], tmp_path, episodes=3)
    tasks = episode_lookup(MIXTURE, episodes=3, questions=4, seed=1)
    policy = ScriptedPolicy(tasks, accuracy=lambda *_: 1.0, tokens=lambda *_: 5)
    rows = evaluate_episodes(
        policy,
        MIXTURE,
        episodes=3,
        budget=100,
        num_questions=4,
        seed=1,
        min_tokens=10,
        max_tokens=60,
    )
    assert [step["question"].split("\n")[0] for step in steps] == [row.question for row in rows]


def test_a_line_is_a_step_and_the_last_says_how_it_ended(tmp_path: Path):
    steps = run([Uniform()], tmp_path, episodes=2)
    lines = [json.loads(line) for line in (tmp_path / STEPS).read_text().splitlines()]
    assert sorted(lines, key=lambda line: line["episode"]) == json.loads(json.dumps(steps))
    assert len(lines) == 8
    ends = [line["end"] for line in lines]
    assert [end is None for end in ends] == [True, True, True, False] * 2
    assert ends[3]["stop_reason"] == "completed" and len(ends[3]["levels"]) == 4
    assert (ends[3]["total_budget"], ends[3]["num_questions"]) == (100, 4)


def test_whole_episodes_are_not_played_again(tmp_path: Path):
    first = run([Counting()], tmp_path)
    again = Counting()
    assert run([again], tmp_path) == first
    assert again.asked == 0
    more = Counting()
    assert run([more], tmp_path, episodes=8)[:24] == first
    assert more.asked == 8
    # Fewer are a part of those that are there, and another agent adds to them.
    assert run([Counting(), Uniform()], tmp_path, episodes=2)[:8] == first[:8]


@pytest.mark.parametrize("cut", [1, 200, 2000])
def test_a_torn_episode_is_played_again(tmp_path: Path, cut: int):
    run([Counting()], tmp_path, concurrency=1)
    whole = timeless(read_steps(tmp_path / STEPS))
    content = (tmp_path / STEPS).read_bytes()
    (tmp_path / STEPS).write_bytes(content[:-cut])
    again = Counting()
    run([again], tmp_path, concurrency=1)
    assert again.asked in (4, 8)
    assert timeless(read_steps(tmp_path / STEPS)) == whole


def test_an_interrupted_run_keeps_its_whole_episodes(tmp_path: Path):
    with pytest.raises(KeyboardInterrupt):
        run([Counting(fails_at=11)], tmp_path, concurrency=1)
    assert len(read_steps(tmp_path / STEPS)) == 8
    again = Counting()
    assert len(run([again], tmp_path, concurrency=1)) == 24
    assert again.asked == 16


def test_episodes_are_played_side_by_side_and_no_more_than_asked(tmp_path: Path):
    agent = Counting(delay=0.01)
    run([agent], tmp_path, episodes=9, concurrency=3)
    assert agent.most == 3


def test_both_counts_are_summarised(tmp_path: Path):
    counted = summarise_agents(run([Counting()], tmp_path))["counting"].counted
    assert counted is not None
    assert (counted["charged"].estimate, counted["endpoint"].estimate) == (1, 3)


def test_failures_are_counted_with_their_reasons(tmp_path: Path):
    @dataclass
    class Failing:
        name: str = "failing"

        async def act(self, seen):
            if seen.step_idx == 2:
                raise OSError("gone")
            return Reply("1")

    own = summarise_agents(run([Failing()], tmp_path))["failing"]
    assert own.overall["failures"].estimate == 0.25
    assert own.notes == {"OSError: gone": 6}


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"settings": {"temperature": 1.0}},
        {"table": Table(mixture=MIXTURE, config=CONFIG, budget=101)},
        {"table": Table(mixture=Mixture.parse("gcd:1"), config=CONFIG, budget=100)},
        {"table": Table(mixture=MIXTURE, config=CONFIG, budget=100, split="valid")},
        {"table": Table(mixture=MIXTURE, budget=100)},
    ],
)
def test_a_folder_of_other_settings_is_refused(tmp_path: Path, changes):
    run([Uniform()], tmp_path)
    with pytest.raises(ValueError, match="holds an evaluation with other settings"):
        run([Uniform()], tmp_path, **changes)


def test_a_foreign_file_is_refused(tmp_path: Path):
    (tmp_path / STEPS).write_text('{"a": 1}\n')
    with pytest.raises(ValueError, match="give another folder"):
        run([Uniform()], tmp_path)
    (tmp_path / "settings.json").write_text("{}")
    with pytest.raises(ValueError, match="line 1 is no step of an episode"):
        run([Uniform()], tmp_path)
    with pytest.raises(ValueError, match="line 1 is no step of an episode"):
        read_steps(tmp_path / STEPS)


@pytest.mark.parametrize(
    ("agents", "changes", "message"),
    [
        ([Uniform()], {"episodes": 0}, "episodes must be at least 1, got 0"),
        ([Uniform()], {"concurrency": 0}, "concurrency must be at least 1, got 0"),
        ([], {}, "agents must be at least one"),
        ([Uniform(), Uniform()], {}, "all of different names"),
    ],
)
def test_wrong_arguments_are_named(tmp_path: Path, agents, changes, message: str):
    with pytest.raises(ValueError, match=message):
        run(agents, tmp_path, **changes)
    with pytest.raises(ValueError, match="mixture must be given"):
        Table(mixture=None)


def test_the_summary_is_json_without_nan(tmp_path: Path):
    steps = run([Uniform(), DifficultyOracle()], tmp_path, episodes=1)
    found = summarise_agents(steps)
    assert math.isnan(found["uniform"].overall["reward"].low)
    write_summary(tmp_path / "summary.json", {"seed": 1}, found)
    text = (tmp_path / "summary.json").read_text()
    assert "NaN" not in text
    read = json.loads(text)
    assert read["settings"] == {"seed": 1}
    reward = read["agents"]["uniform"]["overall"]["reward"]
    assert reward["low"] is None and isinstance(reward["estimate"], float)
    assert set(read["agents"]["uniform"]["by_position"]) == {"0", "1", "2", "3"}


def test_the_report_needs_nothing_else(tmp_path: Path):
    hostile = Counting(name="<script>x</script>", fails_at=None)
    steps = run([hostile, Uniform(), GreedyMax()], tmp_path)
    path = write_agent_report(tmp_path, steps, summarise_agents(steps), {"seed": "<b>"})
    page = path.read_text(encoding="utf-8")
    assert "<script>" not in page and "&lt;script&gt;" in page and "&lt;b&gt;" in page
    assert page.count("<svg") == 2
    assert "http-equiv" in page and "src=" not in page


# Over the network.

SERVED = Mixture.parse(str(SETTINGS["mixture"]))
SERVED_CONFIG = EnvConfig(num_questions=int(str(SETTINGS["num_questions"])))


def at(address: str, **changes) -> Table:
    return Table(**{"mixture": None, "url": f"http://{address}", "budget": 90} | changes)


def test_a_server_gives_the_same_steps_as_the_process(tmp_path: Path):
    here = Table(mixture=SERVED, config=SERVED_CONFIG, budget=90)
    agents = [Uniform(), GreedyMax(), DifficultyOracle(), Scripted()]
    with serving(split="test") as address:
        there = at(address, mixture=SERVED, config=SERVED_CONFIG)
        served = run(agents, tmp_path / "there", there, concurrency=4)
    assert timeless(served) == timeless(run(agents, tmp_path / "here", here))


def test_without_the_mixture_levels_are_not_known(tmp_path: Path):
    with serving(split="test") as address:
        steps = run([Uniform()], tmp_path, at(address))
        with pytest.raises(ValueError, match="must know the questions"):
            run([Scripted()], tmp_path / "other", at(address))
    own = summarise_agents(steps)["uniform"]
    assert own.by_level == {} and own.episodes == 6
    page = write_agent_report(tmp_path, steps, {"uniform": own}, {}).read_text(encoding="utf-8")
    assert "levels are not known" in page and "No level is known." in page


def test_another_mixture_than_the_served_one_is_refused(tmp_path: Path):
    with serving(split="test") as address:
        table = at(address, mixture=Mixture.parse("gcd:1"), config=SERVED_CONFIG)
        with pytest.raises(ValueError, match="the environment puts other questions"):
            run([Uniform()], tmp_path, table)


def test_a_token_is_sent_and_never_kept(tmp_path: Path):
    with serving(split="test", token="secret") as address:
        with pytest.raises(OSError, match="HTTP 401; give the server's token in PONDER_TOKEN"):
            run([Uniform()], tmp_path / "none", at(address))
        assert run([Uniform()], tmp_path / "some", at(address, token="secret"))
    for file in (tmp_path / "some").iterdir():
        assert "secret" not in file.read_text()
    assert "secret" not in repr(at("a:1", token="secret"))


def test_a_server_that_is_full_says_so_and_what_was_played_is_kept(tmp_path: Path):
    with serving(split="test", max_sessions=1) as address:
        with pytest.raises(OSError, match="CAPACITY_REACHED"):
            run([Counting(delay=0.05)], tmp_path, at(address), concurrency=4)
        steps = run([Counting()], tmp_path, at(address), concurrency=1)
    assert len(steps) == 18


def test_no_server_is_an_error(tmp_path: Path):
    with serving() as address:
        pass
    with pytest.raises(OSError, match="Failed to connect"):
        run([Uniform()], tmp_path, at(address))


def test_what_was_refused_before_it_was_played_binds_nobody(tmp_path: Path):
    with pytest.raises(ValueError, match="total_budget"):
        run([Uniform()], tmp_path, Table(mixture=MIXTURE, config=CONFIG, budget=3))
    assert not (tmp_path / "settings.json").exists()
    assert run([Uniform()], tmp_path)
    assert json.loads((tmp_path / "settings.json").read_text())["budget"] == 100


def test_an_unknown_tokenizer_is_refused_in_process(tmp_path: Path):
    table = Table(mixture=MIXTURE, config=CONFIG, tokenizer_name="no/such")
    with (
        pytest.warns(UserWarning, match="not on the allow-list"),
        pytest.raises(ValueError, match="tokenizer_name is 'approx', not 'no/such'"),
    ):
        run([Uniform()], tmp_path, table)


@pytest.mark.parametrize(
    ("name", "there", "here"),
    [
        ("budget_mode", "soft", "hard"),
        ("min_tokens", 12, 10),
        ("max_tokens", 90, 80),
        ("answer_reserve", 3, 2),
        ("num_questions", 4, 5),
        ("tokenizer_name", None, "no/such"),
    ],
)
def test_a_setting_that_is_not_the_servers_is_refused_by_name(tmp_path: Path, name, there, here):
    own = {} if there is None else {name: there}
    with serving(split="test", **own) as address:
        url = f"http://{address}"
        if there is None:
            given = Table(mixture=None, url=url, budget=100, tokenizer_name=here)
        else:
            given = Table(
                mixture=None, url=url, budget=100, config=EnvConfig(**{name: here}), given=(name,)
            )
        with pytest.raises(ValueError, match=f"the environment's {name} is "):
            run([Uniform()], tmp_path, given, episodes=1)
        plain = Table(mixture=None, url=url, budget=100)
        assert run([Uniform()], tmp_path, plain, episodes=1)
        recorded = json.loads((tmp_path / "settings.json").read_text())["environment"]
        if there is not None:
            assert recorded[name] == there
        with pytest.raises(ValueError, match="other settings"):
            run([Uniform()], tmp_path, given, episodes=2)
        assert len(run([Uniform()], tmp_path, plain, episodes=2)) > 2
