"""Undirected graphs with lengths on their edges: drawn, searched, and named up to renaming."""

import heapq
import itertools
import random
import string

from ponder.randomness import digest_of_json

Graph = dict[str, dict[str, int]]
"""The lengths of the edges by both their ends: `graph[u][v] == graph[v][u]`."""
Settled = dict[str, tuple[int, str]]
"""Each node's distance from the start and the node before it, in the order of settling."""


def random_graph(rng: random.Random, size: int, extra: int, largest: int) -> Graph:
    """Draws a random tree of `size` nodes with `extra` edges more, of lengths 1 to `largest`."""
    nodes = rng.sample(string.ascii_uppercase, size)
    edges = [(rng.choice(nodes[:i]), nodes[i]) for i in range(1, len(nodes))]
    joined = set(edges)
    free = [pair for pair in itertools.combinations(nodes, 2) if pair not in joined]
    graph: Graph = {node: {} for node in nodes}
    for u, v in edges + rng.sample(free, extra):
        graph[u][v] = graph[v][u] = rng.randint(1, largest)
    return graph


def settle(graph: Graph, start: str) -> Settled:
    """Finds shortest routes from the start to all nodes (Dijkstra, 1959).

    Of equally short routes one with the fewest stops is taken.
    """
    settled: Settled = {}
    queue = [(0, 0, start, "")]
    while queue:
        distance, stops, node, before = heapq.heappop(queue)
        if node not in settled:
            settled[node] = (distance, before)
            for after, length in graph[node].items():
                if after not in settled:
                    heapq.heappush(queue, (distance + length, stops + 1, after, node))
    return settled


def route(settled: Settled, goal: str) -> list[str]:
    """The nodes from the start to `goal`, read back from what `settle` found."""
    nodes = [goal]
    while before := settled[nodes[-1]][1]:
        nodes.append(before)
    return nodes[::-1]


def stops(settled: Settled) -> dict[str, int]:
    """How many nodes the route to each node has, both ends included."""
    counts: dict[str, int] = {"": 0}
    for node, (_, before) in settled.items():
        counts[node] = counts[before] + 1
    return counts


def fingerprint(graph: Graph, start: str, goal: str) -> str:
    """Names the problem up to renaming of the nodes, by three rounds of colour refinement.

    Problems that only differ by names always agree; others may rarely agree too, which does no
    harm to a split.
    """
    # Colours are held as JSON strings, so that what a node sees is soon put into JSON.
    colours = {node: f'"{"start" * (node == start)}{"goal" * (node == goal)}"' for node in graph}
    for _ in range(3):
        colours = {node: _hashed(node, near, colours) for node, near in graph.items()}
    return digest_of_json(f"[[{','.join(sorted(colours.values()))}]]").hex()


def _hashed(node: str, near: dict[str, int], colours: dict[str, str]) -> str:
    """The next colour of a node: its own and, by length, those at the other ends of its edges."""
    seen = sorted([(length, colours[other]) for other, length in near.items()])
    ends = ",".join([f"[{length},{colour}]" for length, colour in seen])
    return f'"{digest_of_json(f"[{colours[node]},[{ends}]]").hex()}"'
