"""Operations on the bits of whole numbers, each drawn with its working in decimal numbers."""

import random

LEAST, LIMIT = 8, 1 << 16
"""Every value lies between these: none tiny enough to be guessed, none long to write in bits."""

_POWERS = (" * 4096", " * 256", " * 16", "")
_BITS = [(1 << place, str(1 << place)) for place in reversed(range(16))]
_MEANING = {"&": "in both", "|": "in either", "^": "in one alone"}


def place_values(value: int) -> str:
    """Writes a number by its hexadecimal digits, as in `2 * 16 + 15`."""
    digits = f"{value:x}"
    powers = _POWERS[-len(digits) :]
    parts = [f"{int(digit, 16)}{power}" for digit, power in zip(digits, powers, strict=True)]
    return " + ".join(parts)


def powers_of_two(value: int) -> str:
    """Writes a number as a sum of powers of two, the largest first."""
    return " + ".join([text for power, text in _BITS if value & power])


def shift(rng: random.Random, left: int) -> tuple[str, int, int]:
    """Draws a shift; gives the sign, how far, and the result."""
    far = rng.randint(1, 4)
    up, down = left << far, left >> far
    if up < LIMIT and (down < LEAST or rng.random() < 0.5):
        return "<<", far, up
    return ">>", far, down


def combine(rng: random.Random, left: int, right: int) -> tuple[str, int]:
    """Draws an operation of two values whose result is neither tiny nor too large."""
    results = {
        "+": left + right,
        "-": left - right,
        "*": left * right,
        "&": left & right,
        "|": left | right,
        "^": left ^ right,
    }
    sign: str = rng.choice([s for s, result in results.items() if LEAST <= result < LIMIT])
    return sign, results[sign]


def working(left: int, sign: str, right: int, result: int) -> list[str]:
    """Works out one operation in decimal numbers."""
    if sign == "<<":
        return [f"{left} << {right}: {left} * {1 << right} = {result}"]
    if sign == ">>":
        return [f"{left} >> {right}: {result} * {1 << right} + {left % (1 << right)} = {left}"]
    if sign not in _MEANING:
        return [f"{left} {sign} {right} = {result}"]
    lines = [f"{n} = {powers_of_two(n)}" for n in (left, right) if n & (n - 1)]
    parts = powers_of_two(result) + (f" = {result}" if result & (result - 1) else "")
    return [*lines, f"{left} {sign} {right}, {_MEANING[sign]}: {parts}"]
