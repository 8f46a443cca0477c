"""Graphs of quantities: some given, the others following from earlier ones by one operation."""

import random
from collections.abc import Sequence
from typing import NamedTuple

_GIVEN = 60


class Node(NamedTuple):
    """A quantity of the graph: how it follows from earlier ones, and what it comes to."""

    kind: str
    parents: tuple[int, ...]
    number: int
    value: int

    def working(self, nodes: Sequence["Node"]) -> str:
        """Writes the operation and its result."""
        sign = {"sum": "+", "difference": "-"}.get(self.kind, self.kind)
        left = nodes[self.parents[0]].value
        right = nodes[self.parents[1]].value if len(self.parents) > 1 else self.number
        return f"{left} {sign} {right} = {self.value}"


def _given(rng: random.Random) -> Node:
    value = rng.randint(4, _GIVEN)
    return Node("given", (), value, value)


def _from_one(rng: random.Random, nodes: Sequence[Node], parent: int, largest: int) -> Node:
    """Draws a change of one quantity by a number."""
    value = nodes[parent].value
    factor, part = rng.randint(2, 6), rng.randint(2, 6)
    change = rng.randint(2, 30)
    found = [Node("-", (parent,), change, value - change)] if value - change > 1 else []
    if value * factor <= largest:
        found.append(Node("*", (parent,), factor, value * factor))
    if value + change <= largest:
        found.append(Node("+", (parent,), change, value + change))
    if value % part == 0 and value > part:
        found += 2 * [Node("/", (parent,), part, value // part)]
    return rng.choice(found)


def _from_two(rng: random.Random, nodes: Sequence[Node], pair: Sequence[int], largest: int) -> Node:
    """Draws the sum or the difference of two quantities."""
    less, more = sorted(pair, key=lambda place: nodes[place].value)
    total, difference = nodes[less].value + nodes[more].value, nodes[more].value - nodes[less].value
    if difference < 2 or (total <= largest and rng.random() < 0.5):
        return Node("sum", tuple(pair), 0, total)
    return Node("difference", (more, less), 0, difference)


def grow(rng: random.Random, operations: int, largest: int) -> tuple[list[Node], list[int]]:
    """Grows a graph of so many operations; gives the ends, whose sum is the answer.

    A quantity that nothing follows from yet is open. The last operations join what is open.
    """
    nodes, open_, left = [_given(rng)], [0], operations
    while left >= len(open_):
        roll = rng.random()
        if roll < 0.25 and len(open_) < 3 and left > len(open_):
            nodes.append(_given(rng))
            open_.append(len(nodes) - 1)
            continue
        chosen = [open_.pop(rng.randrange(len(open_)))]
        others = [place for place in range(len(nodes)) if place not in chosen]
        if roll < 0.6 or not others:
            nodes.append(_from_one(rng, nodes, chosen[0], largest))
        else:
            chosen.append(rng.choice(others))
            open_ = [place for place in open_ if place not in chosen]
            nodes.append(_from_two(rng, nodes, chosen, largest))
        open_.append(len(nodes) - 1)
        left -= 1
    return nodes, open_


def with_distractors(
    rng: random.Random, graph: Sequence[Node], count: int, largest: int
) -> tuple[list[Node], list[int]]:
    """Adds quantities that nothing wanted depends on; gives an order with causes before effects."""
    nodes, order = list(graph), list(range(len(graph)))
    for _ in range(count):
        roll = rng.random()
        if roll < 0.3 or len(nodes) == 1:
            nodes.append(_given(rng))
        elif roll < 0.7:
            nodes.append(_from_one(rng, nodes, rng.randrange(len(nodes)), largest))
        else:
            pair = rng.sample(range(len(nodes)), 2)
            nodes.append(_from_two(rng, nodes, pair, largest))
        earliest = max((order.index(parent) + 1 for parent in nodes[-1].parents), default=0)
        order.insert(rng.randint(earliest, len(order)), len(nodes) - 1)
    return nodes, order
