"""The stack machine: what its instructions do, what is said of them, and which make sense when."""

from collections.abc import Callable, Iterator

from ponder.generators.code._machines import SIGNS, calculated, worked

LARGEST = 999
ARITHMETIC = (
    "push n puts n on top. add, sub and mul take the two top numbers off, first b and then a, and "
    "put a + b, a - b or a * b on top."
)
MEANING = {
    "dup": "dup puts a copy of the top number on top.",
    "swap": "swap exchanges the two top numbers.",
    "over": "over puts a copy of the second number from the top on top.",
    "drop": "drop takes the top number off.",
    "rot": "rot takes the third number from the top out and puts it on top.",
}
_MOVES: dict[str, tuple[int, Callable[..., list[int]]]] = {
    "dup": (1, lambda a: [a, a]),
    "swap": (2, lambda a, b: [b, a]),
    "over": (2, lambda a, b: [a, b, a]),
    "drop": (1, lambda a: []),
    "rot": (3, lambda a, b, c: [b, c, a]),
}
"""How many numbers an instruction takes off the top, and what it puts in their place."""
_GROWTH = {"dup": 1, "swap": 0, "over": 1, "drop": -1, "rot": 0}
_IDLE = frozenset({
    *(("swap", "swap"), ("swap", "add"), ("swap", "mul"), ("dup", "swap"), ("dup", "sub")),
    *(("push", "drop"), ("dup", "drop"), ("over", "drop")),
})  # fmt: skip
"""An instruction and a next one, which together do what fewer would."""


def run(instruction: str, stack: list[int]) -> str:
    """Runs an instruction on a stack, its top last; gives the line that tells what became of it."""
    name, _, number = instruction.partition(" ")
    working = ""
    if name == "push":
        stack.append(int(number))
    elif name in SIGNS:
        right, left = stack.pop(), stack.pop()
        result, line = worked(left, SIGNS[name], right)
        stack.append(result)
        working = f"{line}, stack "
    else:
        count, move = _MOVES[name]
        stack[-count:] = move(*stack[-count:])
    return f"{instruction}: {working}{' '.join(map(str, stack))}"


def sensible(
    moves: list[str], stack: list[int], before: str, least: int, most: int
) -> Iterator[str]:
    """Yields the instructions, but push, that make sense after another.

    Args:
        moves: Those that may be used beside the arithmetic ones.
        stack: The numbers, the top last.
        before: The name of the instruction before.
        least: Numbers that must be left on the stack.
        most: Numbers that may be left on the stack.
    """
    height = len(stack)
    if least < height <= most + 1 and height > 1:
        for name, sign in SIGNS.items():
            result = calculated(stack[-2], sign, stack[-1])
            if 0 < abs(result) <= LARGEST and (before, name) not in _IDLE:
                yield name
    for name in moves:
        after = height + _GROWTH[name]
        if height >= _MOVES[name][0] and least <= after <= most and (before, name) not in _IDLE:
            yield name
