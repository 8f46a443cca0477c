"""Sums in which letters stand for digits: drawn, and solved column by column from the right.

A letter is named by a number from 0 to 9 here, as it happens the digit that it stands for; the
search makes no use of that.
"""

import random
from collections.abc import Sequence

Column = tuple[int, ...]
"""The letters of a column, from the top; the last is the sum's, below the line."""
Find = tuple[int, tuple[int, ...]]
"""A column's place from the right, and digits that fit into it; none if nothing fits."""

_FRESH = 2
"""Letters that a column may bring in, few, so that the search stays narrow."""
_TRIES = 40


def random_sum(rng: random.Random, addends: int, digits: int, letters: int) -> list[Column]:
    """Draws numbers with so many digits each, and their sum, which has one more.

    Returns:
        The columns from the right; the last holds the sum's first letter alone.
    """
    while True:
        # The sum of two numbers begins with 1 wherever it is the longer.
        seen, carry = {1} if addends == 2 else set(), 0
        columns: list[Column] = []
        while len(columns) < digits:
            rest = digits - len(columns) - 1
            pool = range(10) if len(seen) < letters else sorted(seen)
            for _ in range(_TRIES):
                column = rng.choices(pool, k=addends)
                total = sum(column) + carry
                now = seen.union(column, (total % 10,))
                missing = letters - len(now)
                if (
                    len(now) - len(seen) <= _FRESH
                    and 0 <= missing <= _FRESH * rest + (addends > 2)
                    and (rest or 0 not in column)
                ):
                    break
            else:
                break
            columns.append((*column, total % 10))
            seen, carry = now, total // 10
        else:
            if carry and len(seen | {carry}) == letters:
                return [*columns, (carry,)]


def beginnings(columns: Sequence[Column]) -> set[int]:
    """The letters that begin a number."""
    return {*columns[-2][:-1], columns[-1][0]}


def equation(columns: Sequence[Column]) -> list[tuple[int, bool]]:
    """What makes two sums the same problem, whatever their letters and the order of the numbers.

    Returns:
        For each letter, sorted, how often it counts in the addends less the sum, and whether it
        may be 0.
    """
    first = beginnings(columns)
    return sorted([(count, letter in first) for letter, count in _times(columns).items()])


def _times(columns: Sequence[Column]) -> dict[int, int]:
    """How often each letter counts in the addends less the sum."""
    times: dict[int, int] = {}
    unit = 1
    for *tops, below in columns:
        for top in tops:
            times[top] = times.get(top, 0) + unit
        times[below] = times.get(below, 0) - unit
        unit *= 10
    return times


def solutions(columns: Sequence[Column], known: dict[int, int]) -> int:
    """Counts the solutions, with the digits of some letters known.

    The letters get their digits as the columns bring them in, in all ways at once. With the
    letters of so many columns, the addends less the sum end in so many zeros.
    """
    times, first = _times(columns), beginnings(columns)
    new = [(letter, place) for letter, place in _places(columns) if letter not in known]
    ends = [10**place for _, place in new[1:]] + [10 ** len(columns)]
    ways = [
        (
            sum([times[letter] * digit for letter, digit in known.items()]),
            sum([1 << digit for digit in known.values()]),
        )
    ]
    for (letter, _), end in zip(new, ends, strict=True):
        fits: dict[int, list[tuple[int, int]]] = {}
        for digit in range(letter in first, 10):
            more = times[letter] * digit
            fits.setdefault(-more % end, []).append((more, 1 << digit))
        ways = [
            (total + more, used | bit)
            for total, used in ways
            for more, bit in fits.get(total % end, ())
            if not used & bit
        ]
    return len(ways)


def _places(columns: Sequence[Column]) -> list[tuple[int, int]]:
    """The letters as they are met, and the place from the right of the column that brings each."""
    met: dict[int, int] = {}
    for place, column in enumerate(columns):
        for letter in column:
            met.setdefault(letter, place)
    return list(met.items())


class Search:
    """A search for the first solution, column by column from the right.

    Attributes:
        told: What was tried, up to the solution.
    """

    def __init__(self, columns: Sequence[Column], known: dict[int, int]) -> None:
        """Searches, with the digits of some letters known."""
        self._columns = columns
        first = beginnings(columns)
        self._low = [int(letter in first) for letter in range(10)]
        self._value = [known.get(letter, 0) for letter in range(10)]
        self._plans = _plans(columns, set(known))
        self._found = False
        self.told: list[Find] = []
        self._column(0, 0, sum(1 << digit for digit in known.values()))

    def _column(self, place: int, carry: int, used: int) -> None:
        """Goes on to a column, with a carry into it and a bit for each digit that is used."""
        if place == len(self._plans):
            self._found = carry == 0
            return
        count = len(self.told)
        total = carry
        for letter, times in self._plans[place][0]:
            total += times * self._value[letter]
        self._fill(place, 0, total, used)
        if not self._found and len(self.told) == count:
            self.told.append((place, ()))

    def _fill(self, place: int, done: int, total: int, used: int) -> None:
        """Tries all digits of the column's new letters, of which some are done.

        The total is that of the letters that have digits, those of the sum taken away.
        """
        _, new, solved = self._plans[place]
        if done == len(new):
            if total % 10 == 0:
                digits = tuple([self._value[letter] for letter in self._columns[place]])
                self.told.append((place, digits))
                self._column(place + 1, total // 10, used)
            return
        letter, times = new[done]
        low = self._low[letter]
        # The last letter's digit follows from the others where it counts once.
        only = done == len(new) - 1 and solved
        for digit in (-times * total % 10,) if only else range(low, 10):
            if digit >= low and not used >> digit & 1 and not self._found:
                self._value[letter] = digit
                self._fill(place, done + 1, total + times * digit, used | 1 << digit)


Counts = list[tuple[int, int]]
"""Letters, and how often each counts in a column, the sum's taken away."""


def _plans(columns: Sequence[Column], known: set[int]) -> list[tuple[Counts, Counts, bool]]:
    """For each column: the letters met before, the new ones, and whether the last counts once."""
    plans = []
    for *tops, below in columns:
        times = {letter: tops.count(letter) - (letter == below) for letter in (*tops, below)}
        old = [(letter, count) for letter, count in times.items() if letter in known]
        new = [(letter, count) for letter, count in times.items() if letter not in known]
        new.sort(key=lambda item: abs(item[1]) == 1)
        plans.append((old, new, bool(new) and abs(new[-1][1]) == 1))
        known |= set(times)
    return plans
