"""Whether an answer says the same as the reference: the same kind of thing, the same values."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ponder.verifiers import bounds
from ponder.verifiers.maths import intervals, shapes
from ponder.verifiers.maths.budget import budget, spend
from ponder.verifiers.maths.forms import is_label, unknowns
from ponder.verifiers.maths.parameters import with_one_letter
from ponder.verifiers.maths.quantities import same_quantity
from ponder.verifiers.maths.rules import Rules
from ponder.verifiers.maths.shapes import Condition
from ponder.verifiers.maths.syntax import REALS, Call, Node, Number, Symbol, call, heads, variables
from ponder.verifiers.maths.values import profile, proportional, same_value
from ponder.verifiers.maths.vocabulary import FUNCTIONS, GREEK
from ponder.verifiers.verdict import Unreadable

_ARITHMETIC = {"+", "*", "/", "neg", "^", "root", "percent", "degree", "unit", *FUNCTIONS.values()}
"""The heads of what has one value."""
_STEP = 12
"""What a comparison of more than single values weighs, beside those of its parts."""
_ORDERED = shapes.BRACKETS | {"ratio", "cap", "setminus", "where", "in"}


def same(gold: Node, answer: Node, rules: Rules) -> bool:
    """Tells whether an answer says the same as the reference.

    Raises:
        Unreadable: If a value could not be computed within the bounds.
    """
    with budget():
        return _same(*with_one_letter(gold, _without_exclusions(gold, answer)), rules)


def _without_exclusions(gold: Node, answer: Node) -> Node:
    r"""Writes `\frac{x}{x-1}, x \ne 1` without `x \ne 1`, if the gold is no list."""
    if _head(answer) != "list" or _head(gold) in ("list", "set", "compare"):
        return answer
    first, *others = _parts(answer)
    names = variables(first)
    for other in others:
        match other:
            case Call("compare", (Symbol(name), Symbol("!="), Number() | Call())) if name in names:
                continue
        return answer
    return first


def _same(gold: Node, answer: Node, rules: Rules) -> bool:
    spend(1)
    if gold == answer:
        return True
    if heads(answer) <= _ARITHMETIC and heads(gold) <= _ARITHMETIC and REALS not in (gold, answer):
        return same_quantity(gold, answer, rules)
    spend(_STEP)
    for compare in _COMPARISONS:
        verdict = compare(gold, answer, rules)
        if verdict is not None:
            return verdict
    outer = _head(gold), _head(answer)
    if outer[0] in _ORDERED or outer[1] in _ORDERED:
        return outer[0] == outer[1] and _in_order(gold, answer, rules)
    if "text" in outer:
        return False
    return same_quantity(gold, answer, rules)


def _head(node: Node) -> str:
    return node.head if isinstance(node, Call) else ""


def _parts(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, Call) else ()


def _pairwise(golds: Sequence[Node], answers: Sequence[Node], rules: Rules) -> bool:
    return len(golds) == len(answers) and all(
        _same(gold, answer, rules) for gold, answer in zip(golds, answers, strict=True)
    )


def _in_order(gold: Node, answer: Node, rules: Rules) -> bool:
    if _head(gold) == "cap":
        sides = shapes.met(gold), shapes.met(answer)
        return _match(*sides, lambda one, other: _same(one, other, rules))
    if rules.order == "free" and shapes.is_bracket(gold):
        return _match(_parts(gold), _parts(answer), lambda one, other: _same(one, other, rules))
    return _pairwise(_parts(gold), _parts(answer), rules)


def _collections(gold: Node, answer: Node, rules: Rules) -> bool | None:
    """Compares lists and sets, in any order; a list counts repetitions, a set does not."""
    golds, answers = shapes.collection(gold), shapes.collection(answer)
    if golds is None and answers is None:
        return None
    if golds is None or answers is None:
        return _one_collection(gold, answer, rules)
    gold_name, golds = shapes.common_name(golds)
    answer_name, answers = shapes.common_name(answers)
    if gold_name and answer_name and gold_name != answer_name:
        return False
    strict = rules._replace(names=True)
    if rules.order == "kept" and _head(gold) == "list":
        return _head(answer) == "list" and _pairwise(golds, answers, strict)
    named = shapes.named(golds), shapes.named(answers)
    if named[0] and named[1] and len(golds) > 1:
        return _same_named(named[0], named[1], strict)
    if _head(gold) == _head(answer) == "set":
        return _same_sets(golds, answers, strict)
    return _match(golds, answers, lambda left, right: _same(left, right, strict))


def _same_named(golds: Mapping[str, Node], answers: Mapping[str, Node], rules: Rules) -> bool:
    """Compares values that each have a name: by it where both sides use it, else by their order.

    `slope = 3, intercept = 4` answers `m = 3, b = 4`, and `slope = 4, intercept = 3` does not.
    """
    shared = golds.keys() & answers.keys()
    rest = [[side[name] for name in side if name not in shared] for side in (golds, answers)]
    same_ones = all(_same(golds[name], answers[name], rules) for name in sorted(shared))
    return same_ones and _pairwise(rest[0], rest[1], rules)


def _one_collection(gold: Node, answer: Node, rules: Rules) -> bool | None:
    r"""Compares a collection with what is none: `\{5\}` with `5`, a system with a point's names."""
    if shapes.is_solution_set(gold) or shapes.is_solution_set(answer):
        return None
    for first, second in ((gold, answer), (answer, gold)):
        system = shapes.system(second)
        if _head(first) == "list" and system is not None:
            return _collections(first, system, rules)
        point = shapes.named_point(first)
        if point is not None and _head(second) in ("()", "<>"):
            return _pairwise(point, _parts(second), rules)
    lone = shapes.lone_element(gold), shapes.lone_element(answer)
    if lone == (None, None) or rules.names:
        return False  # Inside a collection a set of one is not its element.
    return _same(lone[0] or gold, lone[1] or answer, rules)


def _same_sets(golds: Sequence[Node], answers: Sequence[Node], rules: Rules) -> bool:
    """Tells whether each element of either is one of the other."""
    exact = _exact_values(golds), _exact_values(answers)
    if exact[0] is not None and exact[1] is not None:
        return set(exact[0]) == set(exact[1])
    _require_few(golds, answers)
    found = set()
    for answer in answers:
        place = next((at for at, gold in enumerate(golds) if _same(gold, answer, rules)), None)
        if place is None:
            return False
        found.add(place)
    rest = [gold for at, gold in enumerate(golds) if at not in found]
    return all(any(_same(gold, answer, rules) for answer in answers) for gold in rest)


def _match(first: Sequence[Any], second: Sequence[Any], equal: Callable[[Any, Any], bool]) -> bool:
    """Pairs off the elements of two collections."""
    if len(first) != len(second):
        return False
    exact = _exact_values(first), _exact_values(second)
    if exact[0] is not None and exact[1] is not None:
        return Counter(exact[0]) == Counter(exact[1])
    _require_few(first, second)
    left = list(second)
    for element in first:
        place = next((at for at, other in enumerate(left) if equal(element, other)), None)
        if place is None:
            return False
        del left[place]
    return True


def _exact_values(elements: Sequence[Any]) -> list[Fraction] | None:
    """Gives the values of plain numbers, which need no comparison one by one."""
    values = []
    for element in elements:
        sign = 1
        if isinstance(element, Call) and element.head == "neg":
            sign, element = -1, element.parts[0]
        if not isinstance(element, Number):
            return None
        values.append(sign * element.value)
    return values


def _require_few(*collections: Sequence[Any]) -> None:
    if any(len(each) > bounds.MATHS_ITEMS for each in collections):
        raise Unreadable(f"The answer has more than {bounds.MATHS_ITEMS} elements.")


def _solution_sets(gold: Node, answer: Node, rules: Rules) -> bool | None:
    """Compares inequalities, intervals and unions.

    Of `(1, 2)`, which may be a point, an inequality or a union on the other side makes an
    interval.
    """
    kinds = shapes.is_solution_set(gold), shapes.is_solution_set(answer)
    if not any(kinds):
        return None
    if _head(gold) == _head(answer) == "cup" and any(map(shapes.is_name, _parts(gold))):
        return _match(_parts(gold), _parts(answer), lambda one, other: _same(one, other, rules))
    names = shapes.solution_variable(gold), shapes.solution_variable(answer)
    if names[0] and names[1] and names[0] != names[1]:
        return False
    try:
        return intervals.equal(intervals.real_set(gold), intervals.real_set(answer))
    except Unreadable:
        if _head(gold) == _head(answer) and _head(gold) in _ORDERED:
            return None
        if not (kinds[1] or shapes.is_explicit(gold)) or not kinds[0]:
            return False
    wanted = shapes.solutions(gold, names[0] or names[1] or shapes.UNNAMED)
    found = shapes.solutions(answer, names[1] or names[0] or shapes.UNNAMED)
    return _match(wanted, found, lambda one, other: _same_conditions(one, other, rules))


def _same_conditions(first: list[Condition], second: list[Condition], rules: Rules) -> bool:
    return _match(first, second, lambda one, other: _same_condition(one, other, rules))


def _same_condition(first: Condition, second: Condition, rules: Rules) -> bool:
    return first.operator == second.operator and proportional(
        first.difference,
        second.difference,
        rules.seed,
        positive=first.operator.startswith(">"),
    )


def _equations(gold: Node, answer: Node, rules: Rules) -> bool | None:
    if _head(gold) != "=" and _head(answer) != "=":
        return None
    names = shapes.definition_name(gold), shapes.definition_name(answer)
    if rules.names and "=" in (_head(gold), _head(answer)) and _head(gold) != _head(answer):
        return False
    if _head(gold) == _head(answer):
        return _two_equations(gold, answer, names, rules)
    if _head(gold) == "=":
        return bool(names[0]) and _same(_last(gold, rules), answer, rules)
    return _same(gold, _last(answer, rules, labels=not unknowns(gold)), rules)


def _two_equations(gold: Node, answer: Node, names: tuple[str, str], rules: Rules) -> bool:
    if _same_names(*names):
        return _same(_last(gold, rules), _last(answer, rules), rules)
    sides = _parts(gold), _parts(answer)
    if len(sides[0]) != 2 or len(sides[1]) != 2:
        return _pairwise(sides[0], sides[1], rules)
    first, second = (call("+", left, call("neg", right)) for left, right in sides)
    return proportional(first, second, rules.seed, positive=False)


def _same_names(first: str, second: str) -> bool:
    """Tells whether two names may be of one thing: `Area = 5` and `x = 5`, not `y = 5`."""
    if not (first and second):
        return False
    return first == second or _is_word(first) != _is_word(second) or _graphs({first, second})


def _graphs(names: set[str]) -> bool:
    """Tells `y` and `f(x)`, the two names of a function's value."""
    return "y" in names and any(name.endswith("(x)") and "," not in name for name in names)


def _is_word(name: str) -> bool:
    """Tells "Area" and "AB" from a variable and from `f(x)`."""
    stem = name.partition("_")[0]
    return len(stem.rstrip("'")) > 1 and "(" not in stem and stem not in GREEK


def _last(node: Node, rules: Rules, *, labels: bool = False) -> Node:
    """Gives the last side of an equation; those before it must be a name or agree with it.

    Where a number is asked for, `m + n`, `f(2)` and `|S|` are names too.
    """
    sides = _parts(node)
    if labels:
        sides = tuple(side for side in sides[:-1] if not is_label(side)) + sides[-1:]
        if len(sides) == 1:
            return sides[0]
        node = Call("=", sides)
    *others, last = sides[1:] if shapes.definition_name(node) else sides
    if shapes.definition_name(node):
        others = [other for other in others if not shapes.is_name(other)]
    if not all(_same(last, other, rules) for other in others):
        raise Unreadable("The answer is an equation whose sides do not agree.")
    return last


def _matrices(gold: Node, answer: Node, rules: Rules) -> bool | None:
    if "matrix" not in heads(gold) | heads(answer):
        return None
    first, second = shapes.matrix(gold), shapes.matrix(answer)
    if first is None and second is None:
        return None
    if "=" in (_head(gold), _head(answer)) or shapes.collection(gold):
        return None
    if first is None or second is None:
        rows, other = first or second or (), answer if second is None else gold
        column = len(rows) > 1 and all(len(row) == 1 for row in rows)
        column = column and _head(other) in ("()", "<>")
        return column and _pairwise([row[0] for row in rows], _parts(other), rules)
    if len(first) != len(second):
        return False
    return all(_pairwise(row, other, rules) for row, other in zip(first, second, strict=True))


def _options(gold: Node, answer: Node, rules: Rules) -> bool | None:
    """Compares options, `(A) 5`: by what both sides state of letter and text."""
    if "option" not in (_head(gold), _head(answer)):
        return None
    (letter, text), (other, said) = map(shapes.option, (gold, answer))
    if letter and other and (letter != other or text is None or said is None):
        return letter == other
    return text is not None and said is not None and _same(text, said, rules)


def _modular(gold: Node, answer: Node, rules: Rules) -> bool | None:
    """Compares classes of numbers modulo a number."""
    if "mod" not in (_head(gold), _head(answer)):
        return None
    if _head(gold) != _head(answer):
        return False
    (first, modulus), (second, other) = _parts(gold), _parts(answer)
    if not same_value(modulus, other, rules.seed):
        return False
    difference = call("/", call("+", first, call("neg", second)), modulus)
    exact = profile(difference).exact
    return exact is not None and exact.denominator == 1


def _bases(gold: Node, answer: Node, rules: Rules) -> bool | None:
    """Compares numerals: the gold's base may be left out; a bare gold is a value."""
    if "base" not in (_head(gold), _head(answer)):
        return None
    if isinstance(gold, Number):
        return shapes.numeral(answer) == gold.value
    digits, bases = zip(_digits(gold), _digits(answer), strict=True)
    return digits[0] == digits[1] and (bases[0] == bases[1] or "" in bases)


def _digits(node: Node) -> tuple[str, str]:
    match node:
        case Call("base", (Symbol(digits), Symbol(base))):
            return digits, base
        case Number(value, decimal=False):
            return str(value), ""
    raise Unreadable("The answer has no base, unlike the reference.")


def _ratios(gold: Node, answer: Node, rules: Rules) -> bool | None:
    """Compares ratios that may be reduced, also with a fraction."""
    if rules.ratios != "reduce" or "ratio" not in (_head(gold), _head(answer)):
        return None
    wanted, found = _terms(gold), _terms(answer)
    if len(wanted) != len(found) or len(wanted) > bounds.MATHS_ITEMS:
        return False
    zeros = [[_is_zero(term, rules) for term in terms] for terms in (wanted, found)]
    if zeros[0] != zeros[1] or all(zeros[0]):
        return zeros[0] == zeros[1]
    pivot = zeros[0].index(False)
    return all(
        same_value(call("*", one, found[pivot]), call("*", other, wanted[pivot]), rules.seed)
        for one, other in zip(wanted, found, strict=True)
    )


def _terms(node: Node) -> tuple[Node, ...]:
    return _parts(node) if _head(node) in ("ratio", "/") else (node, Number(Fraction(1)))


def _is_zero(node: Node, rules: Rules) -> bool:
    return same_value(node, Number(Fraction(0)), rules.seed)


_COMPARISONS = (
    _options,
    _matrices,
    _collections,
    _solution_sets,
    _equations,
    _modular,
    _bases,
    _ratios,
)
