"""Matrices that elimination with whole multipliers brings to triangular form, with the work.

A matrix is drawn as the product of a lower triangular one with ones on its diagonal, which holds
the multipliers, and an upper triangular one, which elimination leaves.
"""

import math
import random
from collections.abc import Sequence

from ponder.generators.algebra._polynomials import bracketed

Matrix = list[list[int]]
_MULTIPLIERS = (-3, -2, -1, 1, 2, 3)


def rows_for(links: int) -> int:
    """The fewest rows with so many places below the diagonal."""
    return (math.isqrt(8 * links - 7) + 3) // 2


def draw_factors(rng: random.Random, rows: int, links: int, largest: int) -> tuple[Matrix, Matrix]:
    """Draws the two factors.

    Args:
        rng: The source of randomness.
        rows: Rows of the matrix.
        links: Multipliers, which are the places below the diagonal to eliminate.
        largest: The largest number, of either sign, left by elimination.
    """
    below = [(i, j) for i in range(rows) for j in range(i)]
    lower = [[int(i == j) for j in range(rows)] for i in range(rows)]
    for i, j in rng.sample(below, links):
        lower[i][j] = rng.choice(_MULTIPLIERS)
    upper = [[0] * rows for _ in range(rows)]
    for i in range(rows):
        upper[i][i] = rng.choice((-1, 1)) * rng.randint(1, largest)
        for j in range(i + 1, rows):
            upper[i][j] = rng.randint(-largest, largest)
    return lower, upper


def times(left: Matrix, right: Matrix) -> Matrix:
    """Multiplies two matrices."""
    columns = list(zip(*right, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left
    ]


def eliminated(matrix: Matrix, lower: Matrix, labels: Sequence[str]) -> tuple[Matrix, list[str]]:
    """Subtracts multiples of rows until a matrix is triangular.

    Args:
        matrix: The rows, which may go on beyond the square that is made triangular.
        lower: The multipliers.
        labels: What the columns are called.

    Returns:
        The rows that are left, and a line for each number that changes.
    """
    left = [list(row) for row in matrix]
    lines = []
    for j, pivots in enumerate(left):
        for i in range(j + 1, len(left)):
            factor = lower[i][j]
            if not factor:
                continue
            lines.append(f"row {i + 1} - {bracketed(factor)} * row {j + 1}")
            left[i][j] = 0
            for k in range(j + 1, len(pivots)):
                before, pivot = left[i][k], pivots[k]
                left[i][k] = before - factor * pivot
                line = f"{before} - {bracketed(factor)} * {bracketed(pivot)} = {left[i][k]}"
                lines.append(f"{labels[k]}: {line}")
    return left, lines
