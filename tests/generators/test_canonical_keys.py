"""Canonical keys: changes of names and order alone never change the key, so no split leaks."""

import random
from collections.abc import Sequence

import pytest

from ponder.generators import generate
from ponder.generators.graphs import _weighted
from ponder.generators.logic import _formulas


def renamed(formula: object, names: Sequence[int], rng: random.Random) -> object:
    """Renames the variables and swaps the sides of symmetric operators."""
    if isinstance(formula, int):
        return names[formula]
    sign, *parts = (formula[0], *(renamed(part, names, rng) for part in formula[1:]))
    if sign in ("and", "or", "iff"):
        rng.shuffle(parts)
    return (sign, *parts)


@pytest.mark.parametrize("seed", range(20))
def test_a_set_of_formulas_has_one_fingerprint_whatever_its_names(seed: int) -> None:
    rng = random.Random(seed)
    made = [_formulas.random_formula(rng, rng.randint(1, 3), 5) for _ in range(4)]
    names = rng.sample(range(5), 5)
    other = [renamed(formula, names, rng) for formula in rng.sample(made, 4)]
    assert _formulas.fingerprint(other, 5) == _formulas.fingerprint(made, 5)
    changed = [("not", made[0]), *made[1:]]
    assert _formulas.fingerprint(changed, 5) != _formulas.fingerprint(made, 5)


@pytest.mark.parametrize("seed", range(20))
def test_a_map_has_one_fingerprint_whatever_its_names(seed: int) -> None:
    rng = random.Random(seed)
    graph = _weighted.random_graph(rng, 7, 4, 9)
    towns = list(graph)
    new = dict(zip(towns, rng.sample("ABCDEFGHIJ", 7), strict=True))
    other = {new[u]: {new[v]: graph[u][v] for v in graph[u]} for u in rng.sample(towns, 7)}
    key = _weighted.fingerprint(graph, towns[0], towns[1])
    assert _weighted.fingerprint(other, new[towns[0]], new[towns[1]]) == key
    assert _weighted.fingerprint(graph, towns[1], towns[2]) != key


@pytest.mark.parametrize("level", range(1, 7))
def test_the_key_of_a_sudoku_numbers_its_digits_as_they_come(level: int) -> None:
    for index in range(5):
        task = generate("mini_sudoku", level=level, seed=23, index=index)
        cells = [cell for line in task.question.splitlines()[1:] for cell in line.split()]
        order = list(dict.fromkeys(cell for cell in cells if cell != "."))
        numbered = [cell if cell == "." else str(order.index(cell) + 1) for cell in cells]
        assert task.key == f"mini_sudoku {''.join(numbered)}"
