r"""Integer parameters: the `k` of `\frac{\pi}{4} + k\pi` may have another letter in an answer."""

from ponder.verifiers.maths.conventions import like_the_gold
from ponder.verifiers.maths.shapes import definition_name
from ponder.verifiers.maths.syntax import Call, Node, Symbol, call, heads, variables, walk

_INTEGERS = Symbol("set of Z")
_PARAMETERS = frozenset("kmn")
_PI = Symbol("pi")
_LETTERS = _PARAMETERS | {_INTEGERS.name}


def with_one_letter(gold: Node, answer: Node) -> tuple[Node, Node]:
    r"""Gives the answer the gold's letter for an integer parameter, and leaves `k \in Z` out.

    A letter is renamed only where it is said to be an integer, or stands in a sum of angles.
    """
    if isinstance(answer, Call):
        answer = like_the_gold(gold, answer)
    if _LETTERS.isdisjoint(variables(gold)):
        return gold, answer
    bound = _bound(gold), _bound(answer)
    gold, answer = _without_domain(gold), _without_domain(answer)
    names = _unknowns(gold), _unknowns(answer)
    alone = names[0] - names[1], names[1] - names[0]
    if len(alone[0]) == len(alone[1]) == 1:
        old, new = alone[1].pop(), alone[0].pop()
        free = {old, new} <= _PARAMETERS and _turns(gold) and _turns(answer)
        if free or (old in bound[1] and (new in bound[0] or new in _PARAMETERS)):
            answer = _renamed(answer, old, Symbol(new))
            bound[1].add(new)
    return gold, _in_one_direction(gold, answer, bound[0] & bound[1])


def _in_one_direction(gold: Node, answer: Node, bound: set[str]) -> Node:
    r"""Writes `\frac{\pi}{4} - k\pi` with `+`, if the gold has it so: all integers are meant."""
    free = _PARAMETERS if _turns(gold) and _turns(answer) else frozenset()
    letters = sorted(variables(answer) & (free | bound))
    if len(letters) == 1 and _is_subtracted(gold, letters[0]) != _is_subtracted(answer, letters[0]):
        return _renamed(answer, letters[0], call("neg", Symbol(letters[0])))
    return answer


def _is_subtracted(node: Node, letter: str) -> bool:
    """Tells whether the term with a letter has a minus."""
    while isinstance(node, Call) and node.head == "=":
        node = node.parts[-1]
    terms = node.parts if isinstance(node, Call) and node.head == "+" else (node,)
    return any(
        isinstance(term, Call) and term.head == "neg" and letter in variables(term)
        for term in terms
    )


def _bound(node: Node) -> set[str]:
    r"""Collects the letters of `k \in \mathbb{Z}`."""
    return {
        part.parts[0].name
        for part in walk(node)
        if isinstance(part, Call)
        and part.head == "in"
        and isinstance(part.parts[0], Symbol)
        and part.parts[1] == _INTEGERS
    }


def _unknowns(node: Node) -> set[str]:
    """Collects the variables but for the name of `x = 2k`."""
    return variables(node) - {definition_name(node)}


def _without_domain(node: Node) -> Node:
    r"""Writes the list `2k, k \in \mathbb{Z}` as `2k`."""
    if not (isinstance(node, Call) and node.head == "list"):
        return node
    *others, last = node.parts
    domain = isinstance(last, Call) and last.head == "in" and last.parts[1] == _INTEGERS
    if not domain or not _bound(last) & set().union(*map(variables, others)):
        return node
    return others[0] if len(others) == 1 else Call("list", tuple(others))


def _turns(node: Node) -> bool:
    """Tells a sum of angles, in radians or degrees."""
    return "+" in heads(node) and ("degree" in heads(node) or _PI in walk(node))


def _renamed(node: Node, old: str, new: Node) -> Node:
    match node:
        case Symbol(name):
            return new if name == old else node
        case Call(head, parts):
            return call(head, *(_renamed(part, old, new) for part in parts))
    return node
