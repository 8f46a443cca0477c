"""What a training step plays: questions that the curriculum names, and budget episodes."""

import dataclasses
import math
from collections.abc import Sequence
from typing import NamedTuple

from ponder import randomness
from ponder.budget_env import EnvConfig
from ponder.curriculum import RULES, Curriculum, Outcome, make
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.play import EpisodePlan, Rollout, answer_questions, play_episodes
from ponder.policies.remote import RemoteEnvironment, connection
from ponder.policies.segments import Segmenter
from ponder.task import Task
from ponder.trainers.choices import check_choice, naming
from ponder.trainers.config import TrainConfig
from ponder.trainers.lengths import Lengths
from ponder.trainers.progress import branch_rollouts
from ponder.trainers.rewards import DiscountConfig, discounted


class Collected(NamedTuple):
    """What one step played.

    Attributes:
        questions: Rollouts of single questions with their reward.
        episodes: Rollouts of episodes.
        replaced: Rollouts of single questions in whose place others were asked.
    """

    questions: list[Rollout]
    episodes: list[Rollout]
    replaced: list[Rollout]


def collect(
    policy: LocalPolicy,
    mixture: Mixture,
    curriculum: Curriculum,
    config: TrainConfig,
    step: int,
    lengths: Lengths | None = None,
) -> Collected:
    """Plays one step's questions and episodes and reports to the curriculum.

    Args:
        policy: Plays.
        mixture: Gives the questions.
        curriculum: Chooses their levels.
        config: The run.
        step: Names the streams.
        lengths: The length reward of the run; by default as it is before the first step.
    """
    lengths = lengths or Lengths(config)
    questions, replaced = _ask_with_refills(policy, mixture, curriculum, config, step, lengths)
    episode_groups = 0 if step % config.episode_every else config.episode_groups
    plans = [plan_episode(curriculum, config, step, place) for place in range(episode_groups)]
    episodes = play_episodes(
        policy,
        mixture,
        plans,
        config=env_config(config),
        group_size=config.group_size,
        max_tokens=config.max_tokens,
        show_budget=config.show_budget,
        chat=config.context == "chat",
        seed=randomness.derive_seed("episodes", config.seed, step),
        temperature=config.temperature,
        env_url=config.env_url,
    )
    # A wrong answer under a tight budget says little of the level: where there are single
    # questions, they alone move the curriculum.
    curriculum.update(
        Outcome(
            rollout.source,
            rollout.task.level,
            rollout.verdict.correct,
            frozenset() if rollout.completion.finished else frozenset({"truncated"}),
        )
        for rollout in ([*questions, *replaced] or episodes)
    )
    return Collected(questions, episodes, replaced)


def _ask_with_refills(
    policy: LocalPolicy,
    mixture: Mixture,
    curriculum: Curriculum,
    config: TrainConfig,
    step: int,
    lengths: Lengths,
) -> tuple[list[Rollout], list[Rollout]]:
    """Asks one step's questions, and new ones where all answers earned the same.

    Dynamic sampling (DAPO, arXiv:2503.14476 section 3.2) in at most `config.refills` rounds.

    Returns:
        Rollouts of the groups that are trained on, and of those that were replaced.
    """
    groups: dict[int, list[Rollout]] = {}
    replaced: list[Rollout] = []
    places = list(range(config.question_groups))
    for attempt in range(1 + config.refills):
        asked = _ask(policy, mixture, curriculum, config, step, lengths, attempt, places)
        for place in places:
            replaced += groups.get(place, [])
            groups[place] = [rollout for rollout in asked if rollout.group == place]
        places = [place for place in places if all_earned_the_same(groups[place])]
        if not places:
            break
    return [rollout for place in sorted(groups) for rollout in groups[place]], replaced


def _ask(
    policy: LocalPolicy,
    mixture: Mixture,
    curriculum: Curriculum,
    config: TrainConfig,
    step: int,
    lengths: Lengths,
    attempt: int,
    places: Sequence[int],
) -> list[Rollout]:
    """Asks a question of the curriculum's choice at each of `places`, and rewards the answers."""
    # The first round's streams do not name it: refills leave what comes before them as it is.
    address = (config.seed, step, attempt) if attempt else (config.seed, step)
    names = curriculum.next(len(places), randomness.stream("curriculum", *address))
    tasks = [
        (source, train_task(mixture, source, level, ("task", *address, place)))
        for place, (source, level) in zip(places, names, strict=True)
    ]
    branches = config.progress == "branches"
    rollouts = answer_questions(
        policy,
        tasks,
        group_size=1 if branches else config.group_size,
        max_tokens=config.max_tokens,
        seed=randomness.derive_seed("questions", *address),
        temperature=config.temperature,
        budgets=[lengths.target(step, attempt, place) for place in places],
    )
    if branches and rollouts:
        rollouts = branch_rollouts(
            policy,
            rollouts,
            segmenter=Segmenter(config.segments),
            group_size=config.group_size,
            max_tokens=config.max_tokens,
            seed=randomness.derive_seed("branches", *address),
            rng=randomness.stream("cuts", *address),
            temperature=config.temperature,
        )
    discount = DiscountConfig(gamma=config.gamma, format_reward=config.format_reward)
    rewarded = [
        dataclasses.replace(
            discounted(rollout, discount, policy.decode), group=places[rollout.group]
        )
        for rollout in rollouts
    ]
    return lengths.reward(rewarded, step, attempt)


def all_earned_the_same(group: Sequence[Rollout]) -> bool:
    """Tells whether nothing is to be learned from a group; a reward that is no number is not it."""
    return all(rollout.reward == group[0].reward for rollout in group)


def env_config(config: TrainConfig) -> EnvConfig:
    """The rules of a run's episodes."""
    return EnvConfig(
        num_questions=config.num_questions, min_tokens=config.min_tokens, tokenizer="chars"
    )


def require_server(mixture: Mixture, config: TrainConfig) -> None:
    """Begins an episode on the server of a run, if it has one, so that what is wrong shows early.

    Raises:
        ValueError: If it cannot be reached, serves other questions or rules, or does not believe
            the charge.
    """
    if not config.env_url:
        return
    plan = plan_episode(new_curriculum(mixture, config), config, 0, 0)
    try:
        environment = RemoteEnvironment(connection(config.env_url, 0), mixture, env_config(config))
        environment.reset(seed=plan.seed, total_budget=plan.budget, questions=plan.questions)
    except OSError as error:
        raise ValueError(
            "env_url must be the address of a running server, such as http://127.0.0.1:8000, got "
            f"{config.env_url!r}: {error}"
        ) from error
    environment.step("x", charged=2)


def new_mixture(config: TrainConfig) -> Mixture:
    """Makes the mixture of a run.

    Raises:
        ValueError: If a source does not exist, or is not written as one.
        FileNotFoundError: If there is no file of a corpus.
    """
    with naming("source"):
        return Mixture.parse(config.source)


def new_curriculum(mixture: Mixture, config: TrainConfig) -> Curriculum:
    """Makes the curriculum of a run, at its beginning.

    Raises:
        ValueError: If there is no such curriculum, or an option of it is wrong.
    """
    check_choice("curriculum", config.curriculum, sorted(RULES))
    levels = levels_by_source(mixture)
    with naming("curriculum_options"):
        return make(config.curriculum, levels, **config.curriculum_options)


def levels_by_source(mixture: Mixture) -> dict[str, tuple[int, ...]]:
    """Lists the levels that a mixture draws from each source, as a curriculum needs them."""
    levels: dict[str, set[int]] = {}
    for part in mixture.parts:
        if not isinstance(part.source, str):
            levels.setdefault(part.source.name, set()).update(part.levels or ())
    return {name: tuple(sorted(chosen)) for name, chosen in levels.items()}


def train_task(mixture: Mixture, source: str, level: int, address: Sequence[object]) -> Task:
    """Draws the training question of a source and level that `address` names."""
    seed = randomness.derive_seed(*address)
    return mixture.source(source).task(level=level, split="train", seed=seed, index=0)


def plan_episode(curriculum: Curriculum, config: TrainConfig, step: int, place: int) -> EpisodePlan:
    """Draws an episode: levels from the curriculum, a budget log-uniform in its range."""
    rng = randomness.stream("plan", config.seed, step, place)
    questions = tuple(curriculum.next(config.num_questions, rng))
    each = math.exp(rng.uniform(math.log(config.min_budget), math.log(config.max_budget)))
    return EpisodePlan(
        seed=rng.getrandbits(60), budget=round(each * config.num_questions), questions=questions
    )
