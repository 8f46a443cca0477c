"""Independent oracles for the families of grids, and their worked steps replayed.

An oracle reads a question as text and finds the answer by other means than the family's: numpy's
rotations, sums of shifted arrays, networkx, or a walk cell by cell.
"""

import functools
import itertools
import random
import re
from collections.abc import Callable
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

from ponder.generators import family, generate
from ponder.generators.algorithmic import _grids, _life
from ponder.task import Task

TASKS = 40
LEVELS = 6

Array = np.ndarray


def said(text: str) -> str:
    return " ".join(text.split())


def matrix(text: str) -> Array:
    """Reads the lines that hold numbers alone."""
    found = [line for line in text.splitlines() if re.fullmatch(r"[\d ]+", line.strip())]
    return np.array([list(map(int, line.split())) for line in found])


def same(found: Array, answer: str) -> bool:
    return np.array_equal(found, matrix(answer))


def nearest_zero(question: str, answer: str) -> bool:
    """Measures the way to every zero."""
    grid = matrix(question)
    zeros = np.argwhere(grid == 0)
    cells = np.stack(np.indices(grid.shape), axis=-1)
    return same(np.abs(cells[:, :, None] - zeros).sum(-1).min(-1), answer)


def neighbours(board: Array, wraps: bool) -> Array:
    """Adds eight shifted boards."""
    around = np.pad(board, 1, mode="wrap" if wraps else "constant")
    rows, columns = board.shape
    shifts = itertools.product(range(3), repeat=2)
    return sum(around[r : r + rows, c : c + columns] for r, c in shifts) - board


def stepped(board: Array, wraps: bool) -> Array:
    around = neighbours(board, wraps)
    return ((around == 3) | ((around == 2) & (board == 1))).astype(int)


def wrapped(question: str) -> bool:
    """Reads what is beyond the edges."""
    text = said(question)
    wraps, ends = "wraps around like a torus" in text, "outside the board are dead" in text
    assert wraps != ends
    return wraps


def life_after(question: str, answer: str) -> bool:
    board = matrix(question)
    for _ in range(int(re.search(r"after (\d+) steps?\?", said(question))[1])):
        board = stepped(board, wrapped(question))
    return same(board, answer)


def rests(question: str, answer: str) -> bool:
    """Plays on for all the steps allowed, and looks for the first that changes nothing."""
    boards = [matrix(question)]
    most = int(re.search(r"more than (\d+) steps", said(question))[1])
    for _ in range(most + 1):
        boards.append(stepped(boards[-1], wrapped(question)))
    still = [bool((a == b).all()) for a, b in itertools.pairwise(boards)]
    return int(answer) == (still.index(True) if any(still) else -1)


def changed(grid: Array, text: str) -> Array:
    """Does one of the changes by numpy."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    axis = int("column" in text)
    if found := re.fullmatch(r"Rotate the matrix by (\d+) degrees ?(.*)", text):
        return np.rot90(grid, -numbers[0] // 90 if found[2] == "clockwise" else numbers[0] // 90)
    if text == "Transpose the matrix: row 1 becomes column 1, and so on":
        return grid.T
    if re.fullmatch(r"Replace every \d by \d", text):
        return np.where(grid == numbers[0], numbers[1], grid)
    if re.fullmatch(r"Remove (row|column) \d+", text):
        return np.delete(grid, numbers[0] - 1, axis)
    if text in (
        "Move the last row above the first",
        "Move the last column to the left of the first",
    ):
        return np.roll(grid, 1, axis)
    if re.fullmatch(r"Swap (rows|columns) \d+ and \d+", text):
        order = np.arange(grid.shape[axis])
        order[[numbers[0] - 1, numbers[1] - 1]] = order[[numbers[1] - 1, numbers[0] - 1]]
        return np.take(grid, order, axis)
    assert text in ("Reverse the order of the rows", "Reverse the order of the columns")
    return np.flip(grid, axis)


def changes(question: str) -> list[str]:
    return re.findall(r"^ *\d+\. (.*)\.$", question, re.M)


def manipulated(question: str, answer: str) -> bool:
    return same(functools.reduce(changed, changes(question), matrix(question)), answer)


def pooled(question: str, answer: str) -> bool:
    """Cuts the matrix into an array of four axes."""
    height, width = map(int, re.search(r"(\d) rows and (\d) columns", said(question)).groups())
    grid = matrix(question)
    rows, columns = grid.shape[0] // height, grid.shape[1] // width
    assert (rows * height, columns * width) == grid.shape
    blocks = grid.reshape(rows, height, columns, width)
    if "largest number in it" in said(question):
        return same(blocks.max((1, 3)), answer)
    assert "average of its numbers (a whole number)" in said(question)
    means = [[Fraction(int(n), height * width) for n in row] for row in blocks.sum((1, 3))]
    return means == matrix(answer).tolist()


def rotated(question: str, answer: str) -> bool:
    angle, way = re.search(r"by (\d+) degrees (\S+):", said(question)).groups()
    turns = int(angle) // 90
    return same(np.rot90(matrix(question), -turns if way == "clockwise" else turns), answer)


def minutes(question: str) -> tuple[Array, dict[tuple[int, int], int]]:
    """Asks networkx how far each orange is from the rotten ones."""
    grid = matrix(question)
    graph = nx.grid_2d_graph(*grid.shape)
    graph.remove_nodes_from([cell for cell in list(graph) if grid[cell] == 0])
    return grid, nx.multi_source_dijkstra_path_length(graph, {c for c in graph if grid[c] == 2})


def rotten(question: str, answer: str) -> bool:
    grid, far = minutes(question)
    return int(answer) == (max(far.values()) if len(far) == np.count_nonzero(grid) else -1)


def spiral(question: str, answer: str) -> bool:
    """Walks, and turns where the way is barred."""
    grid, text = matrix(question), said(question)
    corner, way = re.search(r"Start in the (\w+ \w+) corner and go (\w+)\.", text).groups()
    row = grid.shape[0] - 1 if "bottom" in corner else 0
    column = grid.shape[1] - 1 if "right" in corner else 0
    move = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}[way]
    left = set(np.ndindex(*grid.shape)) - {(row, column)}
    found = [grid[row, column]]
    while left:
        if (row + move[0], column + move[1]) not in left:
            move = (-move[1], move[0]) if "counter-clockwise" in text else (move[1], -move[0])
        row, column = row + move[0], column + move[1]
        left.remove((row, column))
        found.append(grid[row, column])
    return found == [int(number) for number in answer.split(", ")]


ORACLES: dict[str, Callable[[str, str], bool]] = {
    "binary_matrix": nearest_zero,
    "game_of_life": life_after,
    "game_of_life_halting": rests,
    "manipulate_matrix": manipulated,
    "pool_matrix": pooled,
    "rotate_matrix": rotated,
    "rotten_oranges": rotten,
    "spiral_matrix": spiral,
}


@functools.cache
def sample(name: str, count: int = TASKS) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=53, index=i) for i in range(count)]


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_agrees(name: str) -> None:
    for task in sample(name):
        assert ORACLES[name](task.question, task.answer), task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_refuses_the_answer_to_another_task(name: str) -> None:
    """An oracle that nods at everything would prove nothing."""
    pairs = [(a, b) for a, b in itertools.pairwise(sample(name)) if a.answer != b.answer]
    assert len(pairs) > TASKS // 2
    for task, other in pairs:
        assert not ORACLES[name](task.question, other.answer), task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer, written by hand, satisfy the oracle."""
    question, answer = re.search(r"^Q: (.*)\nA: (.*)$", family(name).doc, re.M | re.S).groups()
    assert ORACLES[name](question, answer)


@pytest.mark.parametrize(
    "name", sorted(ORACLES.keys() - {"game_of_life_halting", "rotten_oranges"})
)
def test_the_grid_given_is_not_its_own_answer(name: str) -> None:
    for task in sample(name):
        numbers = matrix(task.question)
        assert not same(numbers, task.answer)
        assert task.answer != ", ".join(map(str, numbers.flat))


def boards_of(lines: list[str], rows: int) -> list[Array]:
    """Reads the boards between the headings."""
    found = matrix("\n".join(lines))
    return [found[start : start + rows] for start in range(0, len(found), rows)]


def test_each_board_follows_from_the_one_before() -> None:
    for task in sample("game_of_life"):
        board, wraps = matrix(task.question), wrapped(task.question)
        told = boards_of(list(task.steps), len(board))
        for count, after in zip(told[::2], told[1::2], strict=True):
            assert (count == neighbours(board, wraps)).all(), task.uid
            assert (after == stepped(board, wraps)).all(), task.uid
            board = after


def test_each_board_is_new_until_it_is_at_rest() -> None:
    for task in sample("game_of_life_halting"):
        board, wraps = matrix(task.question), wrapped(task.question)
        for after in boards_of(list(task.steps[:-1]), len(board)):
            assert (after == stepped(board, wraps)).all() and (after != board).any(), task.uid
            board = after
        told = (len(task.steps) - 1) // (len(board) + 1)
        if task.answer == "-1":
            assert f"more than {told - 1} steps" in task.question
            assert task.steps[-1] == f"Step {told} changed the board: -1"
        else:
            assert (board == stepped(board, wraps)).all()
            assert task.steps[-1] == f"Step {told + 1} would change nothing: {told}"


def test_each_change_of_a_matrix_is_as_told() -> None:
    for task in sample("manipulate_matrix"):
        grid, place = matrix(task.question), 0
        for number, change in enumerate(changes(task.question), 1):
            grid = changed(grid, change)
            told = task.steps[place + 1 : place + 1 + len(grid)]
            assert task.steps[place] == f"{number}. {change}:"
            assert same(grid, "\n".join(told)), task.uid
            place += 1 + len(grid)
        assert place == len(task.steps)


def test_each_row_of_a_rotated_matrix_is_where_told() -> None:
    for task in sample("rotate_matrix"):
        grid = matrix(task.question)
        told = task.steps[1 : -len(matrix(task.answer))]
        for number, line in enumerate(told, 1):
            found = re.fullmatch(r"Row (\d+) is (row|column) (\d+) from (\w+) to \w+: (.*)", line)
            row = (grid if found[2] == "row" else grid.T)[int(found[3]) - 1]
            row = row if found[4] in ("top", "left") else row[::-1]
            assert int(found[1]) == number and same(row[None], found[5]), task.uid


def test_each_orange_is_told_in_its_minute() -> None:
    for task in sample("rotten_oranges"):
        grid, far = minutes(task.question)
        told: dict[tuple[int, int], int] = {}
        for head, line in re.findall(r"(Minute \d+|Never): ([^A-Z]*)", " ".join(task.steps)):
            minute = -1 if head == "Never" else int(head.split()[1])
            for row, column in re.findall(r"\((\d+),(\d+)\)", line):
                told[int(row) - 1, int(column) - 1] = minute
        assert told == {tuple(c): far.get(tuple(c), -1) for c in np.argwhere(grid).tolist()}


def test_both_sweeps_of_a_matrix_hold_distances() -> None:
    for task in sample("binary_matrix"):
        grid, final = matrix(task.question), matrix(task.answer)
        rows, columns = grid.shape
        for (r, c), told in zip(
            np.ndindex(rows, columns), " ".join(task.steps[1 : 1 + rows]).split(), strict=True
        ):
            ways = [r - a + c - b for a, b in np.argwhere(grid[: r + 1, : c + 1] == 0)]
            assert told == (str(min(ways)) if ways else "-"), task.uid
        back = [f"Row {n}: {' '.join(map(str, final[n - 1]))}" for n in range(rows, 0, -1)]
        assert list(task.steps[2 + rows : 2 + 2 * rows]) == back


def test_each_run_of_a_spiral_goes_on() -> None:
    for task in sample("spiral_matrix"):
        runs = [re.fullmatch(r"(\w+): (.*)", line) for line in task.steps]
        told = [run for run in runs if run]
        assert ", ".join(run[2] for run in told) == task.answer
        assert " ".join(task.steps[len(told) :]) == task.answer
        assert f"go {told[0][1].lower()}. " in task.question


@pytest.mark.parametrize("wraps", [False, True])
def test_a_world_counts_as_numpy_does(wraps: bool) -> None:
    rng = random.Random(5)
    for rows, columns in itertools.product((3, 4, 7), (3, 5, 16)):
        world = _life.World(rows, columns, wraps)
        board = world.draw(rng)
        grid = np.array(world.grid(board))
        assert grid.shape == (rows, columns)
        assert (neighbours(grid, wraps) == world.neighbours(board)).all()
        assert (stepped(grid, wraps) == world.grid(world.after(board))).all()


@pytest.mark.parametrize("quarters", range(-3, 6))
def test_turning_is_clockwise(quarters: int) -> None:
    grid = [[1, 2, 3], [4, 5, 6]]
    assert _grids.turned(grid, quarters) == np.rot90(grid, -quarters).tolist()


def test_lines_are_broken_at_spaces_alone() -> None:
    text = ", ".join(map(str, range(300)))
    assert " ".join(_grids.folded(text)) == text
    assert max(map(len, _grids.folded(text))) < 200


def test_the_key_of_a_spiral_has_its_first_run_on_top() -> None:
    """The same walk over a matrix that lies otherwise is the same problem."""
    for task in sample("spiral_matrix"):
        top = re.match(r"spiral \[\[([\d, ]+)\]", task.key)[1]
        assert task.steps[0].endswith(f": {top}"), task.uid


def test_boards_that_never_rest_in_time_are_answered_truly() -> None:
    """Where no board has the wanted answer, one is taken that has another."""
    for index in range(6):
        task = generate("game_of_life_halting", knobs={"size": 12, "within": 2}, index=index)
        assert rests(task.question, task.answer)


def test_all_times_to_rest_come_up_alike() -> None:
    tasks = [generate("game_of_life_halting", level=1, seed=3, index=i) for i in range(300)]
    counts = [sum(task.answer == str(answer) for task in tasks) for answer in (-1, 1, 2, 3, 4)]
    assert sum(counts) == 300
    assert min(counts) > 300 / 5 - 4 * (300 * 0.2 * 0.8) ** 0.5
