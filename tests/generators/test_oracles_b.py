"""Independent oracles for words, logic, routes, games and sequences.

Each oracle reads the question as a person would and solves it another way than the generator:
by brute force over truth values, networkx, a SAT solver, or enumeration.
"""

import ast
import dataclasses
import itertools
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

import networkx as nx
import pytest
from pysat.solvers import Solver

from ponder.generators import generate
from ponder.task import Task
from ponder.verifiers import verify

LEVELS = range(1, 7)
TASKS = 20

levels = pytest.mark.parametrize("level", LEVELS)


def drawn(name: str, level: int, count: int = TASKS) -> Iterator[Task]:
    for index in range(count):
        yield generate(name, level=level, seed=23, index=index)


# --- caesar_cipher ---


def rolled(text: str, shift: int) -> str:
    return "".join(
        chr((ord(c) - ord("a") + shift) % 26 + ord("a")) if c.isalpha() else c for c in text
    )


@levels
def test_rolling_the_letters_back_gives_the_text(level: int) -> None:
    for task in drawn("caesar_cipher", level):
        result = re.search(r'result is "([a-z ]+)"', task.question)[1]
        shown = re.search(r'"([a-z]+)" became "([a-z]+)"', task.question)
        if shown:
            shifts = [s for s in range(26) if rolled(shown[1], s) == shown[2]]
        else:
            shifts = [int(re.search(r"(\d+) places?", task.question)[1])]
        assert [rolled(result, -shift) for shift in shifts] == [task.answer]
        assert bool(shown) == (level >= 6)


# --- formulas in words ---

Truth = Mapping[str, bool]
Reading = Callable[[Truth], bool]
SIGNS = r"\(|\)|if and only if|\bif\b|\bthen\b|\band\b|\bor\b"


def reading(text: str, atom: Callable[[str], Reading]) -> Reading:
    """Reads a fully bracketed formula in words."""
    parts = [part.strip() for part in re.split(f"({SIGNS})", text) if part.strip()]

    def operand() -> Reading:
        if parts[0] != "(":
            return atom(parts.pop(0))
        parts.pop(0)
        inside = compound()
        assert parts.pop(0) == ")"
        return inside

    def compound() -> Reading:
        if parts[0] == "if":
            parts.pop(0)
            left = operand()
            assert parts.pop(0) == "then"
            right = operand()
            return lambda truth: right(truth) if left(truth) else True
        left = operand()
        if not parts or parts[0] == ")":
            return left
        sign = parts.pop(0)
        right = operand()
        combine = {"and": operator.and_, "or": operator.or_, "if and only if": operator.eq}[sign]
        return lambda truth: combine(left(truth), right(truth))

    whole = compound()
    assert not parts
    return whole


def worlds(names: Sequence[str]) -> Iterator[dict[str, bool]]:
    for values in itertools.product((False, True), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P or not Q", [True, False, True, True]),
        ("if P then (P and Q)", [True, True, False, True]),
        ("(P if and only if Q) and not P", [True, False, False, False]),
    ],
)
def test_the_reader_of_formulas_itself(text: str, expected: list[bool]) -> None:
    assert [reading(text, letter_atom)(world) for world in worlds("PQ")] == expected


# --- knights_knaves ---


def claims_of(task: Task) -> tuple[list[str], dict[str, Reading]]:
    def atom_of(speaker: str) -> Callable[[str], Reading]:
        def atom(text: str) -> Reading:
            subject, kind = re.fullmatch(r"(I am|\w+ is) a (knight|knave)", text).groups()
            who = speaker if subject == "I am" else subject.split()[0]
            return lambda world: world[who] == (kind == "knight")

        return atom

    said = re.findall(r'^(\w+) says: "(.+)\."$', task.question, re.MULTILINE)
    return [who for who, _ in said], {who: reading(text, atom_of(who)) for who, text in said}


@levels
def test_brute_force_finds_the_same_knights_and_nobody_else(level: int) -> None:
    for task in drawn("knights_knaves", level):
        names, claims = claims_of(task)
        fitting = [w for w in worlds(names) if all(w[who] == claims[who](w) for who in names)]
        kinds = [", ".join(f"{n}: {'knight' if w[n] else 'knave'}" for n in names) for w in fitting]
        assert kinds == [task.answer]


@levels
def test_every_step_about_knights_follows_from_one_statement(level: int) -> None:
    for task in drawn("knights_knaves", level, 8):
        names, claims = claims_of(task)
        known: dict[str, bool] = {}
        for step in task.steps[:-1]:
            said = re.match(r"(?:By )?(\w+)'s words", step)
            told = re.search(r"(\w+) is a (knight|knave)\.$", step)
            if step.startswith("Suppose"):
                who = told[1]
                kept = itertools.takewhile(lambda item, who=who: item[0] != who, known.items())
                known = dict(kept) | {who: told[2] == "knight"}
                continue
            open_worlds = [w for w in worlds(names) if known.items() <= w.items()]
            if said is None:
                assert step == "All that was said fits."
                assert all(
                    world[who] == claims[who](world) for world in open_worlds for who in names
                )
                continue
            allowed = [w for w in open_worlds if w[said[1]] == claims[said[1]](w)]
            if told is None:
                assert not allowed
            else:
                known[told[1]] = told[2] == "knight"
                assert {world[told[1]] for world in allowed} == {known[told[1]]}


# --- propositional_logic ---


def letter_atom(text: str) -> Reading:
    negated, letter = re.fullmatch(r"(not )?([A-Z])", text).groups()
    return lambda world: world[letter] != bool(negated)


@levels
def test_brute_force_says_that_the_answer_alone_follows(level: int) -> None:
    for task in drawn("propositional_logic", level):
        texts = re.findall(r"^\d+\. (.+)$", task.question, re.MULTILINE)
        options = dict(re.findall(r"^([A-D])\. (.+)$", task.question, re.MULTILINE))
        letters = sorted(set(re.findall(r"\b[A-Z]\b", " ".join([*texts, *options.values()]))))
        premises = [reading(text, letter_atom) for text in texts]
        fitting = [w for w in worlds(letters) if all(premise(w) for premise in premises)]
        assert fitting
        for label, text in options.items():
            values = {reading(text, letter_atom)(world) for world in fitting}
            assert values == ({True} if label == task.answer else {True, False})
        answer = reading(options[task.answer], letter_atom)
        for premise in premises:
            assert not all(answer(world) for world in worlds(letters) if premise(world))


@levels
def test_the_rows_told_are_the_rows_that_fit(level: int) -> None:
    for task in drawn("propositional_logic", level, 8):
        premises = [
            reading(text, letter_atom)
            for text in re.findall(r"^\d+\. (.+)$", task.question, re.MULTILINE)
        ]
        told = [re.findall(r"([A-Z]) (true|false)", s) for s in task.steps if s.startswith("Row")]
        letters = [letter for letter, _ in told[0]]
        rows = [{letter: value == "true" for letter, value in row} for row in told]
        fitting = [w for w in worlds(letters) if all(premise(w) for premise in premises)]
        assert sorted(map(str, rows)) == sorted(map(str, fitting))


# --- shortest_path ---


def road_map(task: Task) -> tuple[nx.Graph, str, str]:
    graph = nx.Graph()
    for u, v, length in re.findall(r"([A-Z])-([A-Z]) (\d+)", task.question):
        graph.add_edge(u, v, weight=int(length))
    start, goal = re.search(r"from ([A-Z]) to ([A-Z])\?", task.question).groups()
    return graph, start, goal


@levels
def test_networkx_knows_no_shorter_route(level: int) -> None:
    for task in drawn("shortest_path", level):
        graph, start, goal = road_map(task)
        nodes = task.answer.split(" -> ")
        assert (nodes[0], nodes[-1]) == (start, goal)
        best = nx.shortest_path_length(graph, start, goal, weight="weight")
        assert nx.path_weight(graph, nodes, "weight") == best
        assert min(map(len, nx.all_shortest_paths(graph, start, goal, weight="weight"))) >= 4


@levels
def test_every_best_route_is_right_and_no_other(level: int) -> None:
    for task in drawn("shortest_path", level, 5):
        graph, start, goal = road_map(task)
        best = nx.shortest_path_length(graph, start, goal, weight="weight")
        for nodes in itertools.islice(nx.all_simple_paths(graph, start, goal), 40):
            right = nx.path_weight(graph, nodes, "weight") == best
            assert verify(task, f"\\boxed{{{' -> '.join(nodes)}}}").correct == right


@levels
def test_towns_are_settled_at_their_distance_in_order(level: int) -> None:
    for task in drawn("shortest_path", level):
        graph, start, goal = road_map(task)
        distances = nx.single_source_dijkstra_path_length(graph, start, weight="weight")
        settled = [re.match(r"Settle ([A-Z]) at (\d+)", step) for step in task.steps[:-1]]
        told = [(match[1], int(match[2])) for match in settled]
        assert all(distances[town] == distance for town, distance in told)
        assert [distance for _, distance in told] == sorted(distance for _, distance in told)
        nearer = {town for town, distance in distances.items() if distance < distances[goal]}
        assert nearer <= {town for town, _ in told}


# --- countdown ---

OPERATIONS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip


def worth(node: ast.AST) -> Fraction:
    """The exact value of a parsed expression."""
    if isinstance(node, ast.Constant):
        return Fraction(node.value)
    return OPERATIONS[type(node.op)](worth(node.left), worth(node.right))


def reachable(numbers: tuple[int, ...]) -> set[Fraction]:
    """All values of expressions that use each number once, by splitting in every way."""
    if len(numbers) == 1:
        return {Fraction(numbers[0])}
    found = set()
    for mask in range(1, 2 ** len(numbers) - 1):
        left = tuple(n for i, n in enumerate(numbers) if mask >> i & 1)
        right = tuple(n for i, n in enumerate(numbers) if not mask >> i & 1)
        for a, b in itertools.product(reachable(left), reachable(right)):
            found |= {a + b, a - b, a * b}
            if b:
                found.add(a / b)
    return found


@levels
def test_the_expression_makes_the_target_of_the_numbers(level: int) -> None:
    for task in drawn("countdown", level):
        listed, target = re.search(r"numbers (.+), each .* make (\d+)\.", task.question).groups()
        tree = ast.parse(task.answer, mode="eval").body
        used = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        assert Counter(used) == Counter(map(int, re.findall(r"\d+", listed)))
        assert worth(tree) == int(target)
        assert int(target) not in used


@pytest.mark.parametrize(("level", "count"), [(1, 20), (2, 3)])
def test_exhaustive_search_reaches_the_target(level: int, count: int) -> None:
    for task in drawn("countdown", level, count):
        numbers = tuple(task.facts["numbers"])
        assert task.facts["target"] in reachable(numbers)
        assert task.facts["target"] not in (sum(numbers), *numbers)


def test_numbers_may_be_left_over_only_where_the_question_says_so() -> None:
    free, strict = (
        generate("countdown", level=1, seed=23, knobs={"use_all": use_all})
        for use_all in (False, True)
    )
    assert ("at most once" in free.question, "exactly once" in strict.question) == (True, True)
    for task in (free, strict):
        a, b = task.facts["numbers"][:2]
        facts = {**task.facts, "target": a + b}
        changed = dataclasses.replace(task, facts=facts)
        assert verify(changed, f"<answer>{a} + {b}</answer>").correct == (task is free)


# --- mini_sudoku ---


def sudoku(task: Task) -> tuple[list[list[int]], list[range], list[range]]:
    """The clues (0 for a blank), and the rows and columns where boxes lie."""
    height, width = map(int, re.search(r"box of (\d) rows by (\d) columns", task.question).groups())
    rows = [line.split() for line in task.question.splitlines()[1:]]
    clues = [[0 if cell == "." else int(cell) for cell in row] for row in rows]
    tall = [range(i, i + height) for i in range(0, len(clues), height)]
    wide = [range(i, i + width) for i in range(0, len(clues), width)]
    return clues, tall, wide


def sat_solutions(task: Task) -> list[list[list[int]]]:
    """Up to two solutions, by a SAT solver."""
    clues, tall, wide = sudoku(task)
    size = range(len(clues))

    def variable(row: int, column: int, digit: int) -> int:
        return (row * len(clues) + column) * len(clues) + digit

    units = [[(r, c) for c in size] for r in size] + [[(r, c) for r in size] for c in size]
    units += [list(itertools.product(rows, columns)) for rows in tall for columns in wide]
    with Solver(name="cadical153") as solver:
        for row, column in itertools.product(size, size):
            solver.add_clause([variable(row, column, digit + 1) for digit in size])
            if clues[row][column]:
                solver.add_clause([variable(row, column, clues[row][column])])
        for unit, digit in itertools.product(units, size):
            for a, b in itertools.combinations(unit, 2):
                solver.add_clause([-variable(*a, digit + 1), -variable(*b, digit + 1)])
        found = []
        while len(found) < 2 and solver.solve():
            true = {v for v in solver.get_model() if v > 0}
            found.append(
                [
                    [next(d + 1 for d in size if variable(r, c, d + 1) in true) for c in size]
                    for r in size
                ]
            )
            solver.add_clause([-v for v in true])
    return found


@pytest.mark.parametrize("level", [*LEVELS, 10, 11, 20])
def test_a_sat_solver_finds_the_grid_and_no_second(level: int) -> None:
    for task in drawn("mini_sudoku", level, 20 if level < 10 else 4):
        assert sat_solutions(task) == [ast.literal_eval(task.answer)]


@pytest.mark.parametrize("level", [*LEVELS, 20])
def test_every_step_of_a_sudoku_is_the_deduction_it_says(level: int) -> None:
    for task in drawn("mini_sudoku", level, 6):
        grid, tall, wide = sudoku(task)
        size = len(grid)

        def box(row: int, column: int, tall: list[range] = tall, wide: list[range] = wide) -> set:
            rows = next(rows for rows in tall if row in rows)
            return set(
                itertools.product(rows, next(columns for columns in wide if column in columns))
            )

        def fits(digit: int, row: int, column: int, grid: list[list[int]] = grid) -> bool:
            seen = {*grid[row], *(line[column] for line in grid)}
            return digit not in seen | {grid[r][c] for r, c in box(row, column)}

        for step in task.steps[:-1]:
            row, column = (int(n) - 1 for n in re.match(r"Row (\d), column (\d)", step).groups())
            digit = int(re.search(r": (?:only )?(\d)", step)[1])
            assert grid[row][column] == 0
            assert fits(digit, row, column)
            if "only" in step:
                assert not any(fits(d, row, column) for d in range(1, size + 1) if d != digit)
            else:
                unit = {
                    "row": {(row, c) for c in range(size)},
                    "column": {(r, column) for r in range(size)},
                    "box": box(row, column),
                }[step.rstrip(".").split()[-1]]
                others = [(r, c) for r, c in unit - {(row, column)} if grid[r][c] == 0]
                assert not any(fits(digit, r, c) for r, c in others)
            grid[row][column] = digit
        assert grid == ast.literal_eval(task.answer)


# --- number_sequence ---


def small_rules(row: Sequence[int]) -> Iterator[int]:
    """The next number by every recurrence with small factors that fits, two times at least."""
    for near, far in itertools.product(range(-1, 6), range(-2, 5)):
        if (near, far) == (0, 0):
            continue
        start = 2 if far else 1
        rests = [
            row[i] - near * row[i - 1] - (far * row[i - 2] if far else 0)
            for i in range(start, len(row))
        ]
        coming = near * row[-1] + (far * row[-2] if far else 0)
        if far == 0 and len(rests) >= 3 + (near != 1) and len(set(rests)) == 1:
            yield coming + rests[0]
        if (near, far) == (0, 1) and len(rests) >= 4 and rests[2:] == rests[:-2]:
            yield coming + rests[-2]
        if near and far and len(rests) >= 4 and not any(rests):
            yield coming


@levels
def test_enumerated_rules_agree_on_the_next_number(level: int) -> None:
    for task in drawn("number_sequence", level):
        row = [int(n) for n in re.findall(r"-?\d+", task.question)]
        found, above = set(), 0
        while len(row) >= 4:
            found |= {above + coming for coming in small_rules(row)}
            above += row[-1]
            row = [b - a for a, b in itertools.pairwise(row)]
        assert found == {int(task.answer)}
