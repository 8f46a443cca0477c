"""Complex numbers with whole parts: multiplied and written."""

from ponder.generators.algebra import _polynomials

Gaussian = tuple[int, int]
"""The real and the imaginary part."""


def times(left: Gaussian, right: Gaussian) -> Gaussian:
    """Multiplies two numbers."""
    (a, b), (c, d) = left, right
    return a * c - b * d, a * d + b * c


def written(number: Gaussian) -> str:
    """Writes a number.

    >>> written((3, -1)), written((0, 2))
    ('3 - i', '2i')
    """
    real, imaginary = number
    if not (real and imaginary):
        return str(real) if real else _polynomials.written([0, imaginary], "i")
    size = "" if abs(imaginary) == 1 else abs(imaginary)
    return f"{real} {'-' if imaginary < 0 else '+'} {size}i"
