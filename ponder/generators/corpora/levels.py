"""Levels of corpus rows: MATH's own where a row has one, else by the solution's length."""

import bisect
import re

# Deciles of `solution_length` over two published sets of reference solutions, each counting half:
# the first 660 of GSM8K's test split (calculator notes left out) and the first 250 of MATH-500.
# The k-th cut is the least length that k/10 of the solutions do not exceed;
# tests/generators/test_corpora.py derives the table anew from these files.
LENGTH_CUTS = (117, 161, 202, 240, 281, 342, 423, 545, 745)


def solution_length(solution: str) -> int:
    """Counts the characters of a solution, a run of white space as one."""
    return len(" ".join(solution.split()))


def level_of(solution: str, given: object = None) -> int:
    """Tells the level of a row, 1 to 10.

    The table of lengths is the same for every corpus and file, so that levels can be compared
    and a part of a corpus gives a row the level that the whole gives it.

    Args:
        solution: The reference solution; its length decides where no level is given.
        given: MATH's level as published, `"Level 3"` or 3; level m becomes 2m.

    >>> level_of("", "Level 3")
    6
    >>> level_of("2 + 2 = 4"), level_of("x" * 800)
    (1, 10)
    """
    match = re.fullmatch(r"(?:Level )?([1-5])", str(given))
    if match:
        return 2 * int(match.group(1))
    return 1 + bisect.bisect_left(LENGTH_CUTS, solution_length(solution))
