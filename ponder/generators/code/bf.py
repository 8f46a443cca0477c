"""What a Brainfuck program prints.

Q: What does this Brainfuck program print?
   +++++++++[>++++++++++++>+++++++++++<<-]
   >---.
   >+++.
   <<+++[>++++<-]>.
   All cells start at 0, and none ever falls below 0 or rises above 255. The command . prints the
   character whose ASCII code the cell holds: 97 is a, 98 is b, and so on.
A: ifu
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ponder.generators.code._tapes import Line, canonical, changed, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft

_LOW, _HIGH = ord("a"), ord("z")


@dataclass(frozen=True)
class Knobs:
    """How much the program prints, and by what means."""

    lines: int
    """Lines after the first, each of which prints something, 2 to 60."""
    cells: int
    """Cells that the first line fills, 1 to 5."""
    loops: int
    """Lines after the first that are a loop, 0 to 40."""
    depth: int
    """Loops inside one another in the first line, 1 or 2."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("lines", self.lines, 2, 60)
        require("cells", self.cells, 1, 5)
        require("loops", self.loops, 0, 40)
        require("depth", self.depth, 1, 2)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more line a level, a loop every other, and a cell every fifth."""
        return cls(
            lines=level + 2,
            cells=min(2 + level // 5, 5),
            loops=level // 2,
            depth=1 if level < 6 else 2,
        )


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Fills the cells by a loop, then changes and prints one of them on each line."""
    rounds = [rng.randint(8, 12)] if knobs.depth == 1 else [rng.randint(2, 4), rng.randint(3, 5)]
    turns = math.prod(rounds)
    adds = [rng.randint(-(-90 // turns), 128 // turns) for _ in range(knobs.cells)]
    cells = [turns * add for add in adds]
    steps = [
        f"cell {cell}: {' * '.join(map(str, [*rounds, add]))} = {turns * add}"
        for cell, add in enumerate(adds, knobs.depth)
    ]
    loops = set(rng.sample(range(knobs.lines), min(knobs.loops, knobs.lines)))
    lines, printed = [], ""
    for place in range(knobs.lines):
        line = _drawn(rng, cells, place in loops)
        lines.append(line)
        for _ in range(line.rounds if line.inside else 1):
            value, working = changed(cells[line.cell], line)
            cells[line.cell] = value
            printed += chr(value)
            steps.append(f"cell {line.cell + knobs.depth}: {working}, {printed[-1]}")
    return Draft(
        question=(
            f"What does this Brainfuck program print?\n{written(rounds, adds, lines)}\n"
            "All cells start at 0, and none ever falls below 0 or rises above 255. The command . "
            "prints the character whose ASCII code the cell holds: 97 is a, 98 is b, and so on."
        ),
        answer_format="Give the letters as printed, without spaces.",
        answer=printed,
        checker=Checker("text", {"case": True}),
        steps=(*steps, f"It prints {printed}"),
        complexity=len(printed),
        key=canonical(rounds, adds, lines),
    )


def _drawn(rng: random.Random, cells: Sequence[int], loop: bool) -> Line:
    """Draws a line all of whose characters are letters."""
    cell, inside = rng.randrange(len(cells)), loop and rng.random() < 0.5
    rounds = rng.randint(2, 4) if loop else 1
    least, most = _LOW - cells[cell], _HIGH - cells[cell]
    fits = [
        by
        for by in range(-9, 10)
        if by and least <= by * rounds <= most and (not inside or least <= by <= most)
    ]
    return Line(cell, rng.choice(fits), rounds, inside)


def chance(level: int) -> float:
    """No row of letters is likely."""
    return 0.01
