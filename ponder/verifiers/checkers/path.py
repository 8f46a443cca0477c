"""Walks in a graph: `path`."""

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ponder.verifiers import bounds, literals
from ponder.verifiers.checkers.options import flag
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import tidy_lines, unwrap, words
from ponder.verifiers.verdict import RIGHT, Judgement, Unreadable

_ARROW = re.compile(
    r"\s?(?:\$?\\(?:to|rightarrow|longrightarrow|Rightarrow)(?![a-zA-Z])\$?"
    r"|-{1,3}>|=>|\u2192|\u27f6|\u21d2)\s?"
)
_COMMA = re.compile(r"[,;\n]\s?(?:and\s)?")
_BRACKETS = (("[", "]"), ("(", ")"))
_NAME = re.compile(
    r"(?:the )?(?:shortest |optimal |best )?(?:path|route)(?: is)?\s?[:=]\s?", re.IGNORECASE
)
_DASH = re.compile(r"\s?[-\u2010-\u2015]\s?")


@register("path", multiline=True, options=("optimal",))
def path(answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Judgement:
    """A legal walk from start to goal, as light as the gold's where it must be optimal.

    Progress of a legal walk is the gold's weight over its own.

    Options:
        optimal: True by default; False accepts any legal walk.

    Facts:
        edges: `[u, v, weight]` lists; the weight is 1 where it is left out.
        directed: Whether edges lead one way only; False by default.
        start, goal: The walk's ends.
    """
    graph = _Graph(facts)
    try:
        best = graph.weight(graph.walk(gold))
    except Unreadable as why:
        raise bad_gold("path", gold, why) from None
    weight = graph.weight(graph.walk(answer))
    if weight == best or not flag("path", "optimal", options, True):
        return RIGHT
    progress = float(best / weight) if 0 <= best < weight else 0.0
    return Judgement(False, "The walk is legal but not as light as the reference.", progress)


def _edges(edges: Any) -> Iterator[tuple[object, object, Fraction]]:
    """Yields the ends and the weight of each edge, which is 1 where none is written."""
    if isinstance(edges, (list, tuple)) and len(edges) > bounds.EDGES:
        raise bad_fact("path", "fact 'edges'", f"at most {bounds.EDGES} edges", len(edges))
    for edge in edges if isinstance(edges, (list, tuple)) else [edges]:
        try:
            u, v, weight = (*edge, 1)[:3]
            # Written weights are read within bounds: Fraction("1e9999999") takes seconds.
            exact = literals.rational(weight) if isinstance(weight, str) else Fraction(weight)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError, Unreadable):
            wanted = "a list of edges such as ['A', 'B', 7]"
            raise bad_fact("path", "fact 'edges'", wanted, edge) from None
        yield u, v, exact


class _Graph:
    """The graph of a task's facts."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        missing = {"edges", "start", "goal"} - set(facts)
        if missing:
            raise ValueError(f"facts must hold {sorted(missing)} for the checker 'path'; add them")
        self.weights: dict[tuple[str, str], Fraction] = {}
        name = functools.cache(normal)  # A node stands in many edges.
        for u, v, weight in _edges(facts["edges"]):
            forth = (name(str(u)), name(str(v)))
            for pair in [forth] if facts.get("directed", False) else [forth, forth[::-1]]:
                known = self.weights.get(pair)
                if known is None or weight < known:
                    self.weights[pair] = weight
        self.dashed = any("-" in node for pair in self.weights for node in pair)
        self.start, self.goal = normal(str(facts["start"])), normal(str(facts["goal"]))

    def walk(self, answer: str) -> Sequence[str]:
        """Reads a walk's nodes."""
        text = tidy_lines(words(unwrap(answer)))
        name = _NAME.match(text)
        text = unwrap(text[name.end() :] if name else text)
        for opening, closing in _BRACKETS:
            if text.startswith(opening) and text.endswith(closing):
                text = text[1:-1]
        if normal(text) == self.start:
            return [self.start]
        for separator in (_ARROW, _COMMA) if self.dashed else (_ARROW, _COMMA, _DASH):
            if separator.search(text):
                return self._nodes(separator.split(text))
        return self._nodes(text.split())

    def _nodes(self, parts: Sequence[str]) -> Sequence[str]:
        if len(parts) > bounds.WALK:
            raise Unreadable(f"The walk has more than {bounds.WALK} nodes.")
        return [self._node(part) for part in parts]

    def _node(self, written: str) -> str:
        return unquoted(normal(unwrap(written)))

    def weight(self, walk: Sequence[str]) -> Fraction:
        """Adds up a walk from start to goal.

        Raises:
            Unreadable: If it begins or ends elsewhere, or follows an edge that does not exist.
        """
        if not walk or walk[0] != self.start or walk[-1] != self.goal:
            raise Unreadable("The walk does not lead from the start to the goal.")
        total = Fraction(0)
        for pair in itertools.pairwise(walk):
            if pair not in self.weights:
                raise Unreadable("The walk follows an edge that does not exist.")
            total += self.weights[pair]
        return total
