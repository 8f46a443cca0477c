"""A graph's shape, whatever its nodes are called."""

from collections.abc import Collection, Mapping

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
    ranks = dict.fromkeys(graph, 0)
    for _ in range(_ROUNDS):
        signs = {
            node: (ranks[node], *sorted([ranks[other] for other in near]))
            for node, near in graph.items()
        }
        order = {sign: rank for rank, sign in enumerate(sorted(set(signs.values())))}
        ranks = {node: order[sign] for node, sign in signs.items()}
    return sorted((ranks[node], ranks[other]) for node, near in graph.items() for other in near)
