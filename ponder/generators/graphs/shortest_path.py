"""A shortest route through a weighted road map.

Q: These roads join towns, each with its length; all can be travelled both ways.
   H-K 8, K-D 2, D-M 1, D-H 5, M-X 4, H-M 3, X-K 9.
   What is a shortest route from H to K?
A: H -> M -> D -> K
"""

import random
from dataclasses import dataclass

from ponder.generators.graphs._weighted import (
    Graph,
    Settled,
    fingerprint,
    random_graph,
    route,
    settle,
    stops,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How large the map is."""

    nodes: int
    """Towns, 5 to 26."""
    extra: int
    """Roads beyond those that just hold the map together, 2 to 60."""
    largest: int
    """The longest road, 5 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("nodes", self.nodes, 5, 26)
        require(
            "extra",
            self.extra,
            2,
            min(60, (self.nodes - 1) * (self.nodes - 2) // 2),
            nodes=self.nodes,
        )
        require("largest", self.largest, 5, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more town and four more roads a level."""
        return cls(nodes=level + 4, extra=3 * level, largest=10 + 2 * level)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws maps until some town is reached by two stops at least, however one goes."""
    far: list[str] = []
    while not far:
        graph = random_graph(rng, knobs.nodes, knobs.extra, knobs.largest)
        start = rng.choice(sorted(graph))
        settled = settle(graph, start)
        far = [node for node, count in stops(settled).items() if count > 3]
    goal = rng.choice(far[len(far) // 2 :])
    roads = [(u, v) for u in graph for v in graph[u] if u < v]
    rng.shuffle(roads)
    edges = [[*rng.sample(road, 2), graph[road[0]][road[1]]] for road in roads]
    return Sketch(
        key=f"shortest_path {fingerprint(graph, start, goal)}",
        finish=lambda: _finish(graph, edges, settled, goal, knobs),
    )


def _finish(
    graph: Graph, edges: list[list[object]], settled: Settled, goal: str, knobs: Knobs
) -> Draft:
    towns = route(settled, goal)
    start, answer = towns[0], " -> ".join(towns)
    roads = ", ".join(f"{u}-{v} {length}" for u, v, length in edges)
    return Draft(
        question=(
            "These roads join towns, each with its length; all can be travelled both ways.\n"
            f"{roads}.\nWhat is a shortest route from {start} to {goal}?"
        ),
        answer_format=f"Give the towns in order, like {start} -> ... -> {goal}.",
        answer=answer,
        checker=Checker("path", {"optimal": True}),
        facts={"edges": edges, "directed": False, "start": start, "goal": goal},
        steps=Lines(lambda: [*_told(graph, settled, goal), answer]),
        complexity=knobs.nodes + len(edges),
    )


def _told(graph: Graph, settled: Settled, goal: str) -> list[str]:
    """Says when each town is settled and how near the open ones are then, up to the goal."""
    near: dict[str, int] = {}
    told: list[str] = []
    done: set[str] = set()
    for node, (distance, before) in settled.items():
        near.pop(node, None)
        done.add(node)
        line = f"Settle {node} at {distance}" + (f" by way of {before}" if before else "")
        if node == goal:
            return [*told, f"{line}."]
        for after, length in graph[node].items():
            if after not in done:
                near[after] = min(near.get(after, distance + length), distance + length)
        told.append(f"{line}; open: {', '.join(f'{v} {n}' for v, n in sorted(near.items()))}.")
    return told


def chance(level: int) -> float:
    """Any two stops on the way are right at times, while there are few towns."""
    return {1: 0.16, 2: 0.12}.get(level, 0.06)
