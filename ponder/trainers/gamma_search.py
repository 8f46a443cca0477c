"""Choosing gamma: the strongest discount that does not hurt training accuracy.

After "Learning to Reason Efficiently with Discounted RL", arXiv:2510.23486. The distance 1 - gamma
is bisected on its logarithm. A probe is a whole short run from the same policy with the same
seeds, so that all probes answer the same questions, and is compared with the run of gamma 1.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ponder.files import read_log, write_whole
from ponder.policies.local import LocalPolicy
from ponder.quoting import quoted
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import Log, train
from ponder.trainers.runs import LOG

RESULT = "gamma_search.json"
NEAREST = 1e-5
"""Distances nearer to one another are not told apart: folders are named by six digits of them."""
STEADY = ("fixed", "linear")
"""Curricula that ask the same questions however they are answered."""


@dataclass(frozen=True, slots=True)
class Probe:
    """What came of one discount.

    Attributes:
        distance: 1 - gamma.
        accuracy: From 0 to 1.
        accepted: Whether the accuracy is within the tolerance of that at distance 0.
    """

    distance: float
    accuracy: float
    accepted: bool


@dataclass(frozen=True, slots=True)
class Search:
    """How gamma is searched for.

    Attributes:
        low: The least distance 1 - gamma that is of interest.
        high: The largest.
        tolerance: Percentage points of accuracy that a discount may cost.
        rounds: Bisections; each halves the interval of log10(1 - gamma).
        last: Share of a run's steps, at its end, over which its accuracy is averaged.
    """

    low: float = 1e-5
    high: float = 1e-1
    tolerance: float = 1.0
    rounds: int = 4
    last: float = 0.25

    def __post_init__(self) -> None:
        """Checks the ranges."""
        if not 0 < 1 - self.high < 1 - self.low < 1:
            raise ValueError(
                "distances must satisfy 0 < low < high < 1, and 1 - low be less than 1, got "
                f"{self.low} and {self.high}"
            )
        if not self.tolerance >= 0:
            raise ValueError(f"tolerance must be at least 0 points, got {quoted(self.tolerance)}")
        if self.rounds < 0:
            raise ValueError(f"rounds must be at least 0, got {quoted(self.rounds)}")
        nearest = (self.high / self.low) ** (0.5 ** min(self.rounds, 64))
        if nearest < 1 + NEAREST:
            raise ValueError(
                "low, high and rounds must leave distances that differ by one part in "
                f"{round(1 / NEAREST):,}, got {self.low}, {self.high} and {self.rounds}; give "
                "ends further apart, or fewer rounds"
            )
        if not 0 < self.last <= 1:
            raise ValueError(f"last must be above 0 and at most 1, got {quoted(self.last)}")


def bisect(accuracy_at: Callable[[float], float], search: Search) -> list[Probe]:
    """Looks for the largest distance at which accuracy is still what it is at distance 0.

    If accuracy never rises with the distance, the largest accepted distance is at most a factor
    `(high / low) ** (1 / 2 ** rounds)` short of it. Accuracies with an error of up to e
    act as if the tolerance were up to 2 e wider or narrower.

    Args:
        accuracy_at: Accuracy by distance; asked once for each.
        search: The ends, the tolerance and the rounds.

    Returns:
        The probes in order: distance 0, the high end, then, if that is not accepted, the low
        end, then, if that is accepted, the bisections.
    """
    base = accuracy_at(0.0)
    probes = [Probe(0.0, base, True)]

    def accepted(distance: float) -> bool:
        accuracy = accuracy_at(distance)
        # Accuracies are ratios: a loss of just the tolerance is to count as within it.
        within = 100 * (base - accuracy) <= search.tolerance + 1e-9
        probes.append(Probe(distance, accuracy, within))
        return within

    low, high = search.low, search.high
    if accepted(high) or not accepted(low):
        return probes
    for _ in range(search.rounds):
        middle = (low * high) ** 0.5
        if accepted(middle):
            low = middle
        else:
            high = middle
    return probes


def chosen(probes: Sequence[Probe]) -> float:
    """The largest accepted distance; 0, which is gamma 1, if no discount was."""
    return max(probe.distance for probe in probes if probe.accepted)


class _Interrupted(Exception):
    """A probe's run was stopped before its end."""


def search_gamma(
    policy: LocalPolicy,
    config: TrainConfig,
    folder: Path,
    search: Search,
    *,
    on_probe: Callable[[float], None] = lambda distance: None,
    on_step: Log = lambda entry: None,
) -> list[tuple[Probe, float]] | None:
    """Searches by training, a folder `probes/DISTANCE` for each run.

    Given again after a stop or a kill, it goes on: a finished run is read and not run again.

    Args:
        policy: Where every run starts from; left as it was.
        config: The runs, but for `gamma`.
        folder: Receives the runs, and `gamma_search.json` at the end.
        search: How to search.
        on_probe: Told each distance before its run.
        on_step: Called with every entry of a run's log.

    Returns:
        Each probe with its mean tokens a question over the same steps; None if interrupted.

    Raises:
        ValueError: If the runs have no single questions, or a curriculum that asks other
            questions of a run that answers better; or a folder holds another run.
        TrainingError: As `train`.
    """
    _require_comparable(config)
    start = {name: value.clone() for name, value in policy.model.state_dict().items()}
    tokens: dict[float, float] = {}

    def accuracy_at(distance: float) -> float:
        on_probe(distance)
        run = folder / "probes" / f"{distance:.6g}"
        policy.model.load_state_dict(start)
        if not train(policy, replace(config, gamma=1 - distance), run, on_step=on_step):
            raise _Interrupted
        accuracy, tokens[distance] = last_steps(run, search.last)
        return accuracy

    try:
        probes = bisect(accuracy_at, search)
    except _Interrupted:
        return None
    finally:
        policy.model.load_state_dict(start)
    measured = [(probe, tokens[probe.distance]) for probe in probes]
    result = {
        "gamma": 1 - chosen(probes),
        "distance": chosen(probes),
        **asdict(search),
        "probes": [{**asdict(probe), "tokens": used} for probe, used in measured],
    }
    write_whole(folder / RESULT, json.dumps(result, indent=2) + "\n")
    return measured


def last_steps(run: Path, last: float) -> tuple[float, float]:
    """Mean accuracy and tokens of a run's single questions over its last steps.

    Args:
        run: Its folder.
        last: The share of steps that counts; at least one does.
    """
    steps = [entry["questions"] for entry in read_log(run / LOG)]
    counted = steps[-max(1, round(last * len(steps))) :]
    accuracy, tokens = (
        sum(step[name] for step in counted) / len(counted) for name in ("accuracy", "tokens")
    )
    return accuracy, tokens


def _require_comparable(config: TrainConfig) -> None:
    if not config.question_groups:
        raise ValueError(
            "question_groups must be at least 1, got 0: gamma discounts single questions alone"
        )
    if config.curriculum not in STEADY:
        raise ValueError(
            f"curriculum must be one of {list(STEADY)} in a search, got "
            f"{quoted(config.curriculum)}: runs that are asked different questions cannot be "
            "compared by accuracy"
        )
    replace(config, gamma=0.5)  # Settings that go with gamma 1 alone show now.
