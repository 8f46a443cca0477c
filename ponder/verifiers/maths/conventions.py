r"""What an answer may write in another way than the gold: indices of solutions, common logarithms.

`x_1 = 1, x_2 = -2` are the solutions `1, -2`, and `\log_{10} x` is `\log x`.
"""

from fractions import Fraction

from ponder.verifiers.maths.shapes import collection, definition_name
from ponder.verifiers.maths.syntax import Call, Node, Number, heads, walk

_TEN = Number(Fraction(10))


def like_the_gold(gold: Node, answer: Call) -> Node:
    """Writes an answer by the gold's conventions, where its own say the same."""
    if answer.head == "list":
        return _without_indices(gold, answer)
    return _with_one_logarithm(gold, answer) if "log" in heads(answer) else answer


def _without_indices(gold: Node, answer: Call) -> Node:
    """Writes the solutions `x_1 = 1, x_2 = -2` without their names, if the gold has none."""
    names = [definition_name(part) for part in answer.parts]
    stem = names[0].partition("_")[0]
    numbered = [f"{stem}_{place}" for place in range(1, len(names) + 1)]
    if not stem or names != numbered or collection(gold) is None or "=" in heads(gold):
        return answer
    return Call("list", tuple(part.parts[-1] for part in answer.parts if isinstance(part, Call)))


def _with_one_logarithm(gold: Node, answer: Node) -> Node:
    """Writes the common logarithm as the gold does: with its base, or without."""
    wanted, found = _bases(gold), _bases(answer)
    if {*wanted, *found} != {(), (_TEN,)} or len(wanted) != 1 or len(found) != 1:
        return answer
    return _with_base(answer, *wanted)


def _bases(node: Node) -> set[tuple[Node, ...]]:
    """Collects the bases of logarithms; () for one that has none."""
    return {part.parts[1:] for part in walk(node) if isinstance(part, Call) and part.head == "log"}


def _with_base(node: Node, base: tuple[Node, ...]) -> Node:
    if not isinstance(node, Call):
        return node
    parts = tuple(_with_base(part, base) for part in node.parts)
    return Call("log", (parts[0], *base)) if node.head == "log" else Call(node.head, parts)
