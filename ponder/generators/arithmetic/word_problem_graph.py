"""A story of quantities that depend on one another, some of them of no use for the question.

Q: Ada has 7 marbles. Ben has twice as many marbles as Ada. Ben has 3 fewer stamps than marbles. Ada
has 5 more stamps than Ben. How many stamps does Ben have?
A: 11
"""

import random
from dataclasses import dataclass

from ponder.generators.arithmetic._quantities import grow, with_distractors
from ponder.generators.arithmetic._stories import cast, question, sentence
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How much has to be worked out, and what is told beside it."""

    operations: int
    """Operations that lead to the answer, 1 to 30."""
    distractors: int
    """Quantities told that the answer does not depend on, 0 to 15."""
    shuffled: bool
    """Whether the sentences come in any order; else each quantity is told before it is used."""
    largest: int
    """The largest value, 200 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("operations", self.operations, 1, 30)
        require("distractors", self.distractors, 0, 15)
        require("largest", self.largest, 200, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more operation a level, one more distractor every two; in any order from level 3."""
        return cls(level + 1, (level + 1) // 2, shuffled=level >= 3, largest=500 + 500 * level)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the graph, then who has what, then how each sentence is told."""
    graph, ends = grow(rng, knobs.operations, knobs.largest)
    nodes, order = with_distractors(rng, graph, knobs.distractors, knobs.largest)
    if knobs.shuffled:
        rng.shuffle(order)
    who = cast(rng, len(nodes))
    told = [
        sentence(rng, nodes[i].kind, who[i], [who[j] for j in nodes[i].parents], nodes[i].number)
        for i in order
    ]
    steps = [
        f"{who[i].thing} of {who[i].owner}: {node.working(nodes)}"
        for i, node in enumerate(graph)
        if node.parents
    ]
    total = nodes[ends[0]].value
    for end in ends[1:]:
        steps.append(f"{total} + {nodes[end].value} = {total + nodes[end].value}")
        total += nodes[end].value
    return Draft(
        question=f"{' '.join(told)} {question(rng, [who[end] for end in ends])}",
        answer_format="Give an integer.",
        answer=str(total),
        checker=Checker("integer"),
        steps=tuple(steps),
        complexity=knobs.operations,
        key=f"graph {[(node.kind, node.parents, node.number) for node in graph]} {ends}",
    )


def chance(level: int) -> float:
    """No value is likely; a number that is told is the answer now and then."""
    return 0.03
