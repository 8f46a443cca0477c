"""Statements drawn at random, of which none makes a number grow too fast."""

import random
from collections.abc import Sequence

from ponder.generators.code._programs import (
    Append,
    Assign,
    Block,
    Expression,
    For,
    If,
    Statement,
    While,
)

ITEMS = 3
"""Items of the list `xs` in the beginning."""
_ITEM: Expression = ("[]", "xs", ("%", "i", ITEMS))


def program(
    rng: random.Random, names: str, *, rounds: int, branches: int, lists: bool, loops: int
) -> Block:
    """Draws a program in which each variable depends on the one before it in the alphabet.

    Args:
        rng: All randomness comes from it.
        names: The variables, which hold numbers.
        rounds: Rounds of the first loop.
        branches: Statements in it that depend on a condition, at most one a variable.
        lists: Whether the list `xs` is read and in the end holds what the last variable did.
        loops: Loops: one, one more inside it, and one more after it.
    """
    body = _changes(rng, names, branches, nested=loops > 1)
    if lists:
        write: Statement = Assign(_ITEM, rng.choice("+-"), names[-1])
        if rng.random() < 0.3:
            write = Append("xs", ("%", names[-1], 10))
        body = [_mixed(rng, rng.choice(names), _ITEM), *body, write]
    block: list[Statement] = [For("i", rounds, body)]
    if loops > 2:
        small = rng.randint(3, 15)
        block.append(While((">", names[-1], small), [Assign(names[-1], "//", 2)]))
        if lists:
            block.append(Append("xs", names[-1]))
    return block


def _changes(rng: random.Random, names: str, branches: int, nested: bool) -> list[Statement]:
    body: list[Statement] = []
    guarded = rng.sample(names, min(branches, len(names)))
    for before, name in zip(["i", *names], names, strict=False):
        inner = nested and name == names[-1]
        body.append(_change(rng, name, "j" if inner and rng.random() < 0.5 else before))
        if inner:
            body[-1] = For("j", rng.randint(2, 3), [body[-1]])
        if name in guarded:
            # What is printed hangs on the last variable, so that changes in either case.
            either = name == names[-1] or rng.random() < 0.5
            otherwise = [_change(rng, name, before)] if either else []
            body[-1] = If(_test(rng, names), [body[-1]], otherwise)
    rng.shuffle(body)
    return body


def _change(rng: random.Random, name: str, source: Expression) -> Assign:
    """Changes a variable by something."""
    kind, sign = rng.randrange(4), rng.choice("++-")
    if kind == 0:
        return Assign(name, sign, source)
    if kind == 1:
        return Assign(name, sign, ("*", source, rng.randint(2, 4)))
    if kind == 2:
        return Assign(name, sign, ("%", source, rng.randint(3, 7)))
    return _mixed(rng, name, source)


def _mixed(rng: random.Random, name: str, source: Expression) -> Assign:
    """Multiplies a variable, adds something, and takes the remainder."""
    whole: Expression = ("+", ("*", name, rng.randint(2, 5)), source)
    return Assign(name, "", ("%", whole, rng.randint(11, 23)))


def _test(rng: random.Random, names: Sequence[str]) -> Expression:
    name = rng.choice(names)
    if rng.random() < 0.5:
        divisor = rng.randint(2, 3)
        return ("==", ("%", name, divisor), rng.randrange(divisor))
    return (rng.choice("<>"), name, rng.randint(3, 20))
