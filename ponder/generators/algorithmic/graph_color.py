"""A colouring of a graph with three or four colours, no edge between two nodes of one colour.

Q: Colour the nodes A, B, C, D and E of a graph red, green or blue, so that no edge joins two nodes
   of the same colour. The edges are A-B, C-A, D-B, B-C, E-C and D-E.
A: A: red, B: green, C: blue, D: red, E: green
"""

import random
from dataclasses import dataclass

from ponder.generators._lines import in_lines
from ponder.generators.algorithmic._colouring import Graph, search
from ponder.generators.algorithmic._labels import LABELS
from ponder.generators.algorithmic._refinement import shape
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_COLOURS = ("red", "green", "blue", "yellow")
_DENSITY = {3: 23, 4: 40}
"""Edges for ten nodes, by the number of colours: about where a colouring is hardest to find."""


@dataclass(frozen=True)
class Knobs:
    """How large the graph is, and how many colours there are."""

    nodes: int
    """Nodes, three times as many as colours to 70."""
    colours: int
    """Colours, 3 or 4."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("colours", self.colours, 3, 4)
        require("nodes", self.nodes, 3 * self.colours, 70, colours=self.colours)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Two or three more nodes a level; a fourth colour beyond the calibrated band."""
        return cls(nodes=(5 * level + 15) // 2, colours=3 if level <= 10 else 4)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a graph around hidden colours, at least two edges to a node."""
    names = LABELS[: knobs.nodes]
    hidden = {name: i % knobs.colours for i, name in enumerate(rng.sample(names, knobs.nodes))}
    graph: Graph = {name: [] for name in names}
    edges: list[tuple[str, str]] = []
    wanted = [name for name in names for _ in range(2)]
    size = knobs.nodes * _DENSITY[knobs.colours] // 10
    while wanted or len(edges) < size:
        one = wanted[-1] if wanted else rng.choice(names)
        other = rng.choice(names)
        if wanted and len(graph[one]) >= 2:
            wanted.pop()
        elif hidden[one] != hidden[other] and other not in graph[one]:
            graph[one].append(other)
            graph[other].append(one)
            edges.append((one, other))
    rng.shuffle(edges)
    key = f"graph_color {knobs.colours} {shape(graph)}"
    return Sketch(key, lambda: _finish(graph, edges, _COLOURS[: knobs.colours]))


def _finish(graph: Graph, edges: list[tuple[str, str]], colours: tuple[str, ...]) -> Draft:
    names, found = list(graph), dict[str, str]()
    order = sorted(names, key=lambda name: -len(graph[name]))
    left = dict.fromkeys(order, colours)
    search(graph, left, found)
    answer = ", ".join(f"{name}: {found[name]}" for name in names)

    def steps() -> list[str]:
        told: list[str] = []
        search(graph, left, {}, told)
        return [*told, *in_lines(answer)]

    joined = [f"{one}-{other}" for one, other in edges]
    return Draft(
        question=f"Colour the nodes {', '.join(names[:-1])} and {names[-1]} of a graph "
        f"{', '.join(colours[:-1])} or {colours[-1]}, so that no edge joins two nodes of the same "
        f"colour. The edges are {', '.join(joined[:-1])} and {joined[-1]}.",
        answer_format=f'Give every node\'s colour, like "{names[0]}: {colours[-1]}, ...".',
        answer=answer,
        checker=Checker("coloring", {"values": list(colours)}),
        facts={"names": names, "edges": [list(edge) for edge in edges]},
        steps=Lines(steps),
        complexity=len(names) + len(edges),
    )


def chance(level: int) -> float:
    """A random colouring keeps all edges apart by luck only."""
    return 0.02
