"""A colouring of a graph with three or four colours, no edge between two nodes of one colour.

Q: Colour the nodes A, B, C, D and E of a graph red, green or blue, so that no edge joins two nodes
   of the same colour. The edges are A-B, C-A, D-B, B-C, E-C and D-E.
A: A: red, B: green, C: blue, D: red, E: green
"""

import random
from dataclasses import dataclass

from ponder.generators._lines import in_lines
from ponder.generators.algorithmic._labels import LABELS
from ponder.generators.algorithmic._refinement import shape
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

_COLOURS = ("red", "green", "blue", "yellow")
_DENSITY = {3: 23, 4: 40}
"""Edges for ten nodes, by the number of colours: about where a colouring is hardest to find."""

Graph = dict[str, list[str]]
"""The neighbours of each node, both ways."""


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
    names, found, told = list(graph), dict[str, str](), list[str]()
    order = sorted(names, key=lambda name: -len(graph[name]))
    _search(graph, dict.fromkeys(order, colours), found, told)
    answer = ", ".join(f"{name}: {found[name]}" for name in names)
    joined = [f"{one}-{other}" for one, other in edges]
    return Draft(
        question=f"Colour the nodes {', '.join(names[:-1])} and {names[-1]} of a graph "
        f"{', '.join(colours[:-1])} or {colours[-1]}, so that no edge joins two nodes of the same "
        f"colour. The edges are {', '.join(joined[:-1])} and {joined[-1]}.",
        answer_format=f'Give every node\'s colour, like "{names[0]}: {colours[-1]}, ...".',
        answer=answer,
        checker=Checker("coloring", {"values": list(colours)}),
        facts={"names": names, "edges": [list(edge) for edge in edges]},
        steps=(*told, *in_lines(answer)),
        complexity=len(names) + len(edges),
    )


def _search(
    graph: Graph, left: dict[str, tuple[str, ...]], found: dict[str, str], told: list[str]
) -> bool:
    """Colours a node with the fewest colours left, tries each of them, and tells of it.

    Those with the most neighbours come first in `left`, and are taken first (Brélaz, New methods
    to color the vertices of a graph, 1979, with all its cases).
    """
    if not left:
        return True
    node = min(left, key=lambda name: len(left[name]))
    near = {found[other]: other for other in graph[node] if other in found}
    barred = ", ".join(f"not {colour} ({near[colour]})" for colour in near)
    choice = f"{node}: {barred}; " if near else f"{node}: "
    for colour in left[node]:
        told.append(f"{choice}{'so' if len(left[node]) == 1 else 'try'} {colour}")
        found[node] = colour
        rest = left.copy()
        del rest[node]
        for other in graph[node]:
            if other in rest:
                rest[other] = tuple([c for c in rest[other] if c != colour])
        if _search(graph, rest, found, told):
            return True
        del found[node]
        choice = f"Back to {node}: "
    if not left[node]:
        told.append(f"{choice}none is left")
    return False


def chance(level: int) -> float:
    """A random colouring keeps all edges apart by luck only."""
    return 0.02
