"""Independent oracles for the families that are a search: sums of letters, colours, jugs, choices.

An oracle sees a question and an answer as text and tells whether the answer is right, by other
means than the family's: SAT, integer arithmetic over all orders of digits, breadth-first search
over dictionaries, and tables over weights or hours.
"""

import functools
import itertools
import random
import re
from collections.abc import Callable, Iterator

import networkx as nx
import pytest
from pysat.card import CardEnc
from pysat.formula import IDPool
from pysat.solvers import Solver

from ponder.generators import family, generate
from ponder.generators.algorithmic import _columns, _refinement
from ponder.generators.algorithmic._labels import LABELS
from ponder.task import Task
from ponder.verifiers import verify

TASKS = 24
LEVELS = 6


def listed(text: str) -> list[str]:
    """Splits at commas."""
    return text.split(", ")


def words_of(question: str) -> list[str]:
    """Reads the numbers that are added, and the sum."""
    return re.findall(r"[A-Z]{2,}", re.search(r"begins with 0: (.*?)\. Which", question)[1])


def assignments(words: list[str]) -> Iterator[dict[str, int]]:
    """Yields every way to read the sum, by a table of what half of the letters can come to.

    The letters count `times` in the addends less the sum. Those of one half and of the other are
    given all different digits; where what they come to adds up to nothing, it is a solution.
    """
    letters = sorted(set("".join(words)))
    times = dict.fromkeys(letters, 0)
    for sign, word in zip([*[1] * (len(words) - 1), -1], words, strict=True):
        for place, letter in enumerate(reversed(word)):
            times[letter] += sign * 10**place
    first = {word[0] for word in words}
    halves = letters[: len(letters) // 2], letters[len(letters) // 2 :]
    sums: dict[int, list[tuple[int, ...]]] = {}
    for digits in itertools.permutations(range(10), len(halves[0])):
        total = sum(times[letter] * d for letter, d in zip(halves[0], digits, strict=True))
        sums.setdefault(total, []).append(digits)
    for digits in itertools.permutations(range(10), len(halves[1])):
        total = sum(times[letter] * d for letter, d in zip(halves[1], digits, strict=True))
        for others in sums.get(-total, ()):
            found = dict(zip(letters, others + digits, strict=True))
            if not set(others) & set(digits) and all(found[letter] for letter in first):
                yield found


def only_digits(question: str, answer: str) -> bool:
    """Finds all solutions: there must be one, and it must be the answer."""
    said = {name: int(digit) for name, digit in (pair.split(" = ") for pair in listed(answer))}
    return list(assignments(words_of(question))) == [dict(sorted(said.items()))]


def edges_of(question: str) -> list[list[str]]:
    return [edge.split("-") for edge in re.findall(r"[A-Z]+-[A-Z]+", question)]


def coloured(question: str, answer: str) -> bool:
    """Lets a SAT solver say that the answer is a model of the conditions."""
    colours = re.search(r"of a graph (.*?), so", question)[1].replace(" or ", ", ")
    nodes = re.search(r"the nodes (.*?) of a graph", question)[1].replace(" and ", ", ")
    pool = IDPool()
    said = {node: colour for node, colour in (pair.split(": ") for pair in listed(answer))}
    with Solver() as solver:
        for node in listed(nodes):
            each = [pool.id((node, colour)) for colour in listed(colours)]
            solver.append_formula(CardEnc.equals(each, vpool=pool).clauses)
        for one, other in edges_of(question):
            for colour in listed(colours):
                solver.add_clause([-pool.id((one, colour)), -pool.id((other, colour))])
        assert solver.solve(), "the graph has no such colouring"
        fits = solver.solve(assumptions=[pool.id(pair) for pair in said.items()])
    return (
        fits
        and sorted(said) == sorted(listed(nodes))
        and set(said.values()) <= set(listed(colours))
    )


def jugs_of(question: str) -> tuple[dict[str, int], dict[str, int], int]:
    """Reads what the jugs can hold and what is in them, and the target."""
    found = re.findall(r"([A-Z]) can hold (\d+) litres and has (\d+) in it", question)
    target = int(re.search(r"exactly (\d+) litres", question)[1])
    return {n: int(h) for n, h, _ in found}, {n: int(a) for n, _, a in found}, target


def played(holds: dict[str, int], amounts: dict[str, int], move: str) -> dict[str, int]:
    """Pours litre by litre."""
    verb, jug, *to = move.replace("into ", "").split()
    amounts = dict(amounts)
    if verb == "pour":
        while amounts[jug] and amounts[to[0]] < holds[to[0]]:
            amounts[jug] -= 1
            amounts[to[0]] += 1
    else:
        amounts[jug] = {"fill": holds[jug], "empty": 0}[verb]
    return amounts


@functools.cache
def layers_of(question: str) -> list[list[tuple[int, ...]]]:
    """Searches in breadth: what is new after each number of moves, until the target is there."""
    holds, amounts, target = jugs_of(question)
    moves = [f"{verb} {jug}" for verb in ("fill", "empty") for jug in holds]
    moves += [f"pour {one} into {other}" for one, other in itertools.permutations(holds, 2)]
    layers, seen = [[tuple(amounts.values())]], {tuple(amounts.values())}
    while not any(target in state for state in layers[-1]):
        states = [dict(zip(holds, state, strict=True)) for state in layers[-1]]
        after = {tuple(played(holds, state, m).values()) for state in states for m in moves}
        layers.append(sorted(after - seen))
        seen |= after
    return layers


def poured(question: str, answer: str) -> bool:
    """Plays the answer's moves and counts those that are needed."""
    holds, amounts, target = jugs_of(question)
    for move in listed(answer):
        amounts = played(holds, amounts, move)
    return target in amounts.values() and len(listed(answer)) == len(layers_of(question)) - 1


def things_of(question: str) -> tuple[dict[str, tuple[int, int]], int]:
    """Reads what things weigh and are worth, and the limit."""
    found = re.findall(r"([A-Z]+) weighs (\d+) kg and is worth (\d+)", question)
    limit = int(re.search(r"no more than (\d+) kg", question)[1])
    return {name: (int(weight), int(worth)) for name, weight, worth in found}, limit


def packed(question: str, answer: str) -> bool:
    """Fills the table of the best worth for each weight."""
    things, limit = things_of(question)
    best = [0] * (limit + 1)
    for weight, worth in things.values():
        for room in range(limit, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + worth)
    chosen = listed(answer)
    weight, worth = (sum(things[name][i] for name in chosen) for i in (0, 1))
    return len(set(chosen)) == len(chosen) and weight <= limit and worth == best[limit]


def events_of(question: str) -> dict[str, tuple[int, int, int]]:
    """Reads when events begin and end, and what they pay."""
    found = re.findall(r"([A-Z]+) from (\d+) to (\d+) paying (\d+)", question)
    return {name: (int(start), int(end), int(pay)) for name, start, end, pay in found}


def hosted(question: str, answer: str) -> bool:
    """Asks networkx for the best way through the hours, of which each can be let pass."""
    events = events_of(question)
    hours = range(1 + max(end for _, end, _ in events.values()))
    graph = nx.DiGraph()
    graph.add_edges_from((hour, hour + 1, {"pay": 0}) for hour in hours)
    for start, end, pay in events.values():
        if pay > graph.get_edge_data(start, end, {"pay": -1})["pay"]:
            graph.add_edge(start, end, pay=pay)
    best = nx.dag_longest_path_length(graph, weight="pay")
    chosen = sorted(events[name] for name in listed(answer))
    apart = all(one[1] <= other[0] for one, other in itertools.pairwise(chosen))
    return apart and sum(pay for *_, pay in chosen) == best


ORACLES: dict[str, Callable[[str, str], bool]] = {
    "cryptarithm": only_digits,
    "graph_color": coloured,
    "interval_scheduling": hosted,
    "jugs": poured,
    "knapsack": packed,
}


def said(task: Task) -> str:
    return " ".join(task.question.split())


@functools.cache
def sample(name: str, count: int = TASKS) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=41, index=i) for i in range(count)]


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_agrees(name: str) -> None:
    for task in sample(name):
        assert ORACLES[name](said(task), task.answer), task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_refuses_the_answer_to_another_task(name: str) -> None:
    """An oracle that nods at everything would prove nothing; nor may the checker nod."""
    tasks = sample(name)
    refused = 0
    for task, other in itertools.pairwise(tasks):
        try:
            right = ORACLES[name](said(task), other.answer)
        except KeyError:
            right = False
        assert verify(task, other.answer).correct == right
        refused += not right
    assert refused > TASKS // 2


@pytest.mark.parametrize("name", ORACLES)
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer, written by hand, satisfy the oracle."""
    question, answer = re.search(r"^Q: (.*)\nA: (.*)$", family(name).doc, re.M | re.S).groups()
    assert ORACLES[name](" ".join(question.split()), answer)


def other_choices(task: Task) -> Iterator[str]:
    """Names every two and every three things."""
    names = sorted(task.facts["worth"])
    for count in (2, 3):
        for chosen in itertools.combinations(names, count):
            yield ", ".join(chosen)


@pytest.mark.parametrize("name", ["knapsack", "interval_scheduling"])
def test_checker_and_oracle_agree_on_every_choice(name: str) -> None:
    """As many right answers as there are, and no more, are right."""
    for task in sample(name)[:2]:
        for answer in other_choices(task):
            assert verify(task, answer).correct == ORACLES[name](said(task), answer), answer


def test_every_renaming_of_the_colours_is_right() -> None:
    for task in sample("graph_color")[:4]:
        for colours in itertools.permutations(("red", "green", "blue")):
            new = dict(zip(("red", "green", "blue"), colours, strict=True))
            answer = re.sub("red|green|blue", lambda found: new[found[0]], task.answer)  # noqa: B023
            assert verify(task, answer).correct and coloured(said(task), answer)


def test_other_orders_of_moves_are_judged_by_where_they_lead() -> None:
    right = 0
    for task in sample("jugs")[:6]:
        for moves in itertools.permutations(listed(task.answer)):
            answer = ", ".join(moves)
            assert verify(task, answer).correct == poured(said(task), answer), answer
            right += answer != task.answer and verify(task, answer).correct
    assert right


@pytest.mark.parametrize("addends", [2, 3])
def test_sums_have_as_many_solutions_as_are_counted(addends: int) -> None:
    rng = random.Random(addends)
    counts = set()
    for letters, digits in ((4, 3), (5, 3), (5, 4), (6, 4), (7, 4)) * 6:
        columns = _columns.random_sum(rng, addends, digits, letters)
        rows = itertools.zip_longest(*(column[:-1] for column in columns[:-1]))
        words = ["".join("ABCDEFGHIJ"[i] for i in reversed(row)) for row in rows]
        words.append("".join("ABCDEFGHIJ"[column[-1]] for column in reversed(columns)))
        found = _columns.solutions(columns, {1: 1} if addends == 2 else {})
        assert found == len(list(assignments(words))), words
        counts.add(found)
    assert min(counts) == 1 < max(counts)


@pytest.mark.parametrize("seed", range(10))
def test_keys_do_not_see_letters_or_the_order_of_the_numbers(seed: int) -> None:
    rng = random.Random(seed)
    columns = _columns.random_sum(rng, 3, 5, 7)
    new, order = rng.sample(range(10), 10), rng.sample(range(3), 3)
    moved = [(*(column[row] for row in order), column[-1]) for column in columns[:-1]]
    other = [tuple(new[letter] for letter in column) for column in (*moved, columns[-1])]
    assert _columns.equation(other) == _columns.equation(columns)
    assert _columns.equation(other[1:]) != _columns.equation(columns)


@pytest.mark.parametrize("seed", range(10))
def test_a_graph_has_one_shape_whatever_its_names(seed: int) -> None:
    rng = random.Random(seed)
    made = nx.gnm_random_graph(9, 20, seed=seed)
    new = rng.sample(LABELS, 9)
    shape = _refinement.shape({LABELS[node]: [LABELS[v] for v in made[node]] for node in made})
    other = {new[node]: [new[v] for v in made[node]] for node in rng.sample(range(9), 9)}
    assert _refinement.shape(other) == shape
    made.remove_edge(*next(iter(made.edges)))
    less = {LABELS[node]: [LABELS[v] for v in made[node]] for node in made}
    assert _refinement.shape(less) != shape
