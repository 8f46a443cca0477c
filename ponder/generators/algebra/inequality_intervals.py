"""An inequality between a product or quotient of linear factors and zero, by a table of signs.

Q: Solve (x - 3)(x + 1)/(x - 5) <= 0 for x.
A: (-inf, -1] U [3, 5)
"""

import random
from dataclasses import dataclass

from ponder.generators.algebra._polynomials import NAMES
from ponder.generators.algebra._signs import Factor, quotient, sign_at, solution
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many factors there are."""

    factors: int
    """Linear factors with different roots, 2 to 12."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("factors", self.factors, 2, 12)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more factor every other level."""
        return cls(factors=2 + level // 2)


def _factors(rng: random.Random, count: int, strict: bool) -> list[Factor]:
    """Draws factors, those above the line first; their roots leave room for a whole number.

    A square would make a lone point of its root where equality is allowed, so there is none.
    """
    places = sorted(rng.sample(range(-count - 8, count + 8), count))
    roots = [place + i for i, place in enumerate(places)]
    rng.shuffle(roots)
    above = count - rng.randint(0, count // 2)
    powers = [1, *(rng.choice((1, 1, 1, 2)) if strict else 1 for _ in range(above - 1))]
    powers += [-1] * (count - above)
    return [Factor(root, rng.choice((-1, 1, 1)), p) for root, p in zip(roots, powers, strict=True)]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the factors and the relation."""
    name, relation = rng.choice(NAMES), rng.choice(("<", "<=", ">", ">="))
    factors = _factors(rng, knobs.factors, strict="=" not in relation)
    return Sketch(
        key=f"solve {sorted(map(tuple, factors))} {relation} 0",
        finish=lambda: _finish(name, factors, relation),
    )


def _finish(name: str, factors: list[Factor], relation: str) -> Draft:
    """Finds the sign of the quotient between the roots."""
    zeros = {factor.root for factor in factors if factor.power > 0 and "=" in relation}
    roots = sorted(factor.root for factor in factors)
    positive, line = sign_at(factors, roots[0] - 1)
    steps = [f"roots: {', '.join(map(str, roots))}", line]
    inside = [positive == (">" in relation)]
    for root in roots:
        positive, line = sign_at(factors, root + 1)
        inside += [root in zeros, positive == (">" in relation)]
        steps.append(line)
    answer = solution(roots, inside)
    return Draft(
        question=f"Solve {quotient(factors, name)} {relation} 0 for {name}.",
        answer_format="Give the solution set as intervals, such as (-inf, 2] U (3, 5).",
        answer=answer,
        checker=Checker("math", {"units": "refuse"}),
        steps=(*steps, answer),
        complexity=len(factors),
    )


def chance(level: int) -> float:
    """The ends of the intervals are spread, and the inequality itself is not solved."""
    return 0.02
