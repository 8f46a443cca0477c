"""Colours of a graph's nodes: `coloring`."""

from collections.abc import Mapping
from typing import Any

from ponder.verifiers import bounds
from ponder.verifiers.checkers.assignment import read, table
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.text import normal
from ponder.verifiers.verdict import RIGHT, Judgement, Unreadable


@register("coloring", multiline=True, options=("values",))
def coloring(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A colour for every node, each node once, and never one colour for both ends of an edge.

    The gold is one such colouring; the answer is read like an `assignment`.

    Options:
        values: The colours there are.

    Facts:
        names: The nodes.
        edges: `[node, node]` lists.
    """
    names = table("coloring", "facts", "names", facts)
    values = table("coloring", "options", "values", options)
    edges = _edges(facts, names)
    try:
        proper = _is_proper(read(gold, names, values), edges)
    except Unreadable as why:
        raise bad_gold("coloring", gold, why) from None
    if not proper:
        raise bad_gold("coloring", gold, "It gives both ends of an edge one colour.")
    if not _is_proper(read(answer, names, values), edges):
        return Judgement(False, "Both ends of an edge have the same colour.")
    return RIGHT


def _edges(facts: Mapping[str, Any], names: tuple[str, ...]) -> list[tuple[str, str]]:
    given = facts.get("edges")
    if isinstance(given, (list, tuple)) and len(given) > bounds.EDGES:
        raise bad_fact("coloring", "fact 'edges'", f"at most {bounds.EDGES} edges", len(given))
    try:
        edges = [(normal(u), normal(v)) for u, v in given or ()]
    except (TypeError, ValueError, AttributeError):
        edges = []
    if not edges or not {node for edge in edges for node in edge} <= set(names):
        raise bad_fact("coloring", "fact 'edges'", "a list of pairs of the names", given)
    return edges


def _is_proper(colours: Mapping[str, str], edges: list[tuple[str, str]]) -> bool:
    return all(colours[u] != colours[v] for u, v in edges)
