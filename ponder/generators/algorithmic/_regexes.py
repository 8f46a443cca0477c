"""Small regular expressions: a row of factors, each a choice of strings and how often it stands."""

import random
from collections.abc import Iterable, Iterator, Mapping

LETTERS = "abc"
Factor = tuple[tuple[str, ...], str]
"""The strings to choose from, and a sign for how often: `*`, `+`, `?` or none for once."""

_TIMES = {"": (1, 1), "?": (0, 1), "*": (0, 3), "+": (1, 3)}
"""How often a factor stands in a random match, at least and at most."""


def random_factor(rng: random.Random) -> Factor:
    """Draws a letter, a choice of two letters, or one of a letter and two letters."""
    first, second = rng.sample(LETTERS, 2)
    choices = ((first,), tuple(sorted((first, second))), (first, second + rng.choice(LETTERS)))
    return rng.choice(choices), rng.choice(tuple(_TIMES))


def written(factor: Factor) -> str:
    """Writes a factor.

    >>> written((("a",), "*")), written((("a", "b"), "")), written((("b", "ca"), "?"))
    ('a*', '[ab]', '(b|ca)?')
    """
    choices, sign = factor
    if len(choices) == 1:
        return choices[0] + sign
    single = all(len(choice) == 1 for choice in choices)
    return (f"[{''.join(choices)}]" if single else f"({'|'.join(choices)})") + sign


def random_match(rng: random.Random, factors: Iterable[Factor]) -> str:
    """Draws a string that the factors match."""
    return "".join(
        rng.choice(choices) for choices, sign in factors for _ in range(rng.randint(*_TIMES[sign]))
    )


def ends(factors: Iterable[Factor], text: str) -> list[list[int]]:
    """Tells, after each factor, how many letters of the text can have been read.

    >>> ends([(("a",), "*"), (("b", "ca"), "")], "aab")
    [[0, 1, 2], [3]]
    """
    return [
        [place for place in range(len(text) + 1) if reached >> place & 1]
        for reached in _reached(factors, text)
    ]


def matches(factors: Iterable[Factor], text: str) -> bool:
    """Whether the factors match the text from start to end."""
    *_, last = _reached(factors, text)
    return bool(last >> len(text) & 1)


def _reached(factors: Iterable[Factor], text: str) -> Iterator[int]:
    """Yields the places that can be reached by each factor, as the bits of an integer.

    All places move on at once, as in the Shift-And method of Baeza-Yates and Gonnet (1992).
    """
    at = dict.fromkeys(LETTERS, 0)
    for place, letter in enumerate(text):
        at[letter] |= 1 << place
    starts = 1
    for choices, sign in factors:
        reached = starts if sign in ("?", "*") else 0
        fresh = _once(choices, at, starts) & ~reached
        while fresh:
            reached |= fresh
            fresh = _once(choices, at, fresh) & ~reached if sign in ("*", "+") else 0
        yield reached
        starts = reached


def _once(choices: Iterable[str], at: Mapping[str, int], starts: int) -> int:
    """Moves on by one of the choices; `at` holds the places of each letter."""
    reached = 0
    for choice in choices:
        now = starts
        for letter in choice:
            now = (now & at[letter]) << 1
        reached |= now
    return reached
