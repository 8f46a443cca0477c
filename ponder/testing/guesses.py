"""Blind guesses: answers given without working, each a rule from a task to a text.

They are what a rival's benchmark was measured to pay for: a constant, the question itself, a
number or a line copied from it, a grid whose blanks are filled alike, everyone a knight.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from ponder.task import Task
from ponder.verifiers.expressions import evaluate

Guess = Callable[[Task], str | None]
"""Gives an answer, or None where the rule finds none."""

CONSTANTS = (
    "", "0", "1", "2", "-1", "10", "yes", "no", "true", "false", "A", "B", "C", "D", "E", "F",
    "x", "nan", "none", "impossible", "infeasible", "[]", "()",
)  # fmt: skip
FREQUENT = 5
"""How many of the commonest answers of other draws are tried."""

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:[./]\d+)?(?![\w/])")
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"\"([^\"\n]+)\"|'([^'\n]+)'|`([^`\n]+)`")
_RUN = re.compile(r"[-\w^*/+(). ]+")
_OPERATOR = re.compile(r"[\^*+]")
_LIST = re.compile(r"[^\s,:]+(?:, [^\s,]+)+")
_BLANKS = ".?_0"
_SYMBOLS = ("0", "1", "2", "3", ".", "#", "*", "A", "X")

Pick = Callable[[Sequence[str]], str]


def _largest(found: Sequence[str]) -> str:
    return max(found, key=lambda text: evaluate(text) or Fraction())


def _smallest(found: Sequence[str]) -> str:
    return min(found, key=lambda text: evaluate(text) or Fraction())


_POSITIONS: dict[str, Pick] = {
    "first": lambda found: found[0],
    "second": lambda found: found[1],
    "third": lambda found: found[2],
    "third last": lambda found: found[-3],
    "second last": lambda found: found[-2],
    "last": lambda found: found[-1],
    "longest": lambda found: max(found, key=len),
    "shortest": lambda found: min(found, key=len),
    "commonest": lambda found: Counter(found).most_common(1)[0][0],
}
_NUMBER_PICKS: dict[str, Pick] = {
    **_POSITIONS,
    "largest": _largest,
    "smallest": _smallest,
}
_WHOLE_LISTS: dict[str, Pick] = {
    "copied": ", ".join,
    "turned round": lambda found: ", ".join(reversed(found)),
    "added": " + ".join,
    "multiplied": " * ".join,
    "joined by arrows": " -> ".join,
    "counted": lambda found: str(len(found)),
}


def _part(find: Callable[[Task], Sequence[str]], pick: Pick) -> Guess:
    def guess(task: Task) -> str | None:
        found = find(task)
        try:
            return pick(found)
        except (IndexError, ValueError):  # the question has too few of them
            return None

    return guess


def _numbers(task: Task) -> list[str]:
    return _NUMBER.findall(task.question)


def _words(task: Task) -> list[str]:
    return _WORD.findall(task.question)


def _lines(task: Task) -> list[str]:
    return [line.strip() for line in task.question.splitlines() if line.strip()]


def _premises(task: Task) -> list[str]:
    """Lines without their labels, and sentences without their full stops."""
    parts = re.split(r"\n|(?<=[.?!])\s", task.question)
    return [re.sub(r"^\W*\w{1,2}[.)]\s+", "", part).strip(" .") for part in parts if part.strip()]


def _tails(task: Task) -> list[str]:
    """What follows a colon."""
    return [line.partition(":")[2].strip() for line in _lines(task) if ": " in line]


def _quotes(task: Task) -> list[str]:
    text = f"{task.question}\n{task.answer_format}"
    return [next(filter(None, groups)) for groups in _QUOTED.findall(text)]


def _formulas(task: Task) -> list[str]:
    """Runs of what formulas are made of, with an operator inside; long prose is such a run too."""
    runs = (run.lstrip(" ^*/+).").rstrip("-^*/+(. ") for run in _RUN.findall(task.question))
    return [run for run in runs if _OPERATOR.search(run, 1, len(run) - 1)]


def _lists(task: Task) -> list[str]:
    return [found.strip(".?!") for found in _LIST.findall(task.question)]


def _choices(task: Task) -> list[str]:
    return list(map(str, task.checker.options.get("choices", ())))


_PLACES: dict[str, tuple[Callable[[Task], Sequence[str]], Mapping[str, Pick]]] = {
    "number": (_numbers, _NUMBER_PICKS),
    "word": (_words, _POSITIONS),
    "line": (_lines, _POSITIONS),
    "premise": (_premises, _POSITIONS),
    "text after a colon": (_tails, _POSITIONS),
    "quotation": (_quotes, _POSITIONS),
    "formula": (_formulas, _POSITIONS),
    "list": (_lists, _POSITIONS),
    "choice": (_choices, _POSITIONS),
}


def copied() -> Iterator[tuple[str, Guess]]:
    """Parts of the question, or all of it."""
    yield "the question", lambda task: task.question
    yield "the form asked for", lambda task: task.answer_format
    for place, (find, picks) in _PLACES.items():
        for position, pick in picks.items():
            yield f"the {position} {place}", _part(find, pick)
    for how, join in _WHOLE_LISTS.items():
        yield f"the numbers, {how}", _part(_numbers, join)
        yield f"the quotations, {how}", _part(_quotes, join)
    for wrap in ("expand({})", "simplify({})", "Integral({}, x)"):
        yield f"the longest formula in {wrap}", _wrapped(wrap)


def _wrapped(template: str) -> Guess:
    def guess(task: Task) -> str | None:
        found = _formulas(task)
        return template.format(max(found, key=len)) if found else None

    return guess


def shaped() -> Iterator[tuple[str, Guess]]:
    """Answers of the right shape with nothing in it: alike grids, people and routes."""
    for symbol in _SYMBOLS:
        yield f"a grid of {symbol!r} alone", _alike_grid(symbol)
    for symbol in ("0", "1", "2", "3", "9", "#"):
        yield f"the grid with blanks as {symbol!r}", _filled_grid(symbol)
    for i in range(2):
        yield f"everyone the same, value {i}", _everyone(i)
    yield "straight from start to goal", _straight
    yield "the target itself", lambda task: _fact(task, "target")
    yield "the numbers times nothing, and the target", _nothing_and_target("{}")
    yield "the numbers times nothing, and the target in base 16", _nothing_and_target("0x{:x}")


def _alike_grid(symbol: str) -> Guess:
    def guess(task: Task) -> str | None:
        options = task.checker.options
        if task.checker.name != "grid" or not {"rows", "columns"} <= set(options):
            return None
        return "\n".join([" ".join([symbol] * options["columns"])] * options["rows"])

    return guess


def _filled_grid(symbol: str) -> Guess:
    """Fills the blanks of the grid in the question."""

    def guess(task: Task) -> str | None:
        options = task.checker.options
        if task.checker.name != "grid" or not {"rows", "columns"} <= set(options):
            return None
        grid = _blank_grid(task.question, options["rows"], options["columns"])
        return "\n".join(
            " ".join(symbol if cell in _BLANKS else cell for cell in row) for row in grid
        )

    return guess


def _blank_grid(question: str, rows: int, columns: int) -> list[list[str]]:
    """Of the blocks of lines that have the grid's shape, the one with the most blanks."""
    lines = [_cells(line, columns) for line in question.splitlines()]
    blocks = [lines[start : start + rows] for start in range(len(lines) - rows + 1)]
    shaped = [block for block in blocks if all(block)]
    blanks = [sum(cell in _BLANKS for row in block for cell in row) for block in shaped]
    return shaped[blanks.index(max(blanks))] if shaped else []


def _cells(line: str, columns: int) -> list[str]:
    """The cells of a row; empty when the line is none."""
    found = line.replace("|", " ").replace(",", " ").split()
    if len(found) == 1 and len(found[0]) == columns:
        found = list(found[0])
    return found if len(found) == columns else []


def _everyone(position: int) -> Guess:
    def guess(task: Task) -> str | None:
        values, names = task.checker.options.get("values", ()), task.facts.get("names", ())
        if not names or len(values) <= position:
            return None
        return ", ".join(f"{name}: {values[position]}" for name in names)

    return guess


def _straight(task: Task) -> str | None:
    ends = [_fact(task, end) for end in ("start", "goal")]
    return " -> ".join(end for end in ends if end) if all(ends) else None


def _fact(task: Task, name: str) -> str | None:
    return str(task.facts[name]) if name in task.facts else None


def _nothing_and_target(written: str) -> Guess:
    def guess(task: Task) -> str | None:
        numbers, target = task.facts.get("numbers"), task.facts.get("target")
        if not isinstance(numbers, list) or type(target) is not int:
            return None
        return f"({' + '.join(map(str, numbers))}) * 0 + {written.format(target)}"

    return guess


def frequent(elsewhere: Mapping[tuple[int, int], Sequence[str]]) -> Iterator[tuple[str, Guess]]:
    """The commonest answers of other draws of the level.

    Args:
        elsewhere: By level and seed, the answers of the other seed, commonest first.
    """

    def nth(rank: int) -> Guess:
        def guess(task: Task) -> str | None:
            seed = int(task.uid.rpartition("/s")[2].partition("/")[0])
            found = elsewhere.get((task.level, seed), ())
            return found[rank] if rank < len(found) else None

        return guess

    for rank in range(FREQUENT):
        yield f"the answer ranked {rank + 1} in other draws", nth(rank)


def constants() -> Iterator[tuple[str, Guess]]:
    """Texts that never change."""
    for text in CONSTANTS:
        yield f"always {text!r}", _always(text)


def _always(text: str) -> Guess:
    return lambda task: text
