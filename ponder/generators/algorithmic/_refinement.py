"""A graph's shape, whatever its nodes are called."""

from collections.abc import Collection, Mapping
from typing import Any

_ROUNDS = 3


def shape(graph: Mapping[str, Collection[str]]) -> list[tuple[int, int]]:
    """The edges between the classes of nodes that three rounds of colour refinement tell apart.

    Graphs that only differ by names always have the same; others may rarely have it too, which
    does no harm to a split.

    Args:
        graph: The neighbours of each node, both ways.

    >>> shape({"A": "B", "B": "AC", "C": "B"}) == shape({"X": "YZ", "Y": "X", "Z": "X"})
    True
    """
    # The first round, when all nodes are one class, only sees how many neighbours each has.
    ranks = _ranked({node: len(near) for node, near in graph.items()})
    for _ in range(_ROUNDS - 1):
        ranks = _ranked(
            {
                node: (ranks[node], *sorted([ranks[other] for other in near]))
                for node, near in graph.items()
            }
        )
    return sorted([(ranks[node], ranks[other]) for node, near in graph.items() for other in near])


def _ranked(signs: Mapping[str, Any]) -> dict[str, int]:
    """Numbers the nodes by their signs, those of one sign alike."""
    order = {sign: rank for rank, sign in enumerate(sorted(set(signs.values())))}
    return {node: order[sign] for node, sign in signs.items()}
