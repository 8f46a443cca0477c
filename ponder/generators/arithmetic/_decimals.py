"""Decimal numbers as whole units of a power of ten: exact, without floats or a global context."""

from fractions import Fraction


def write(units: int, places: int) -> str:
    """Writes `units` / 10^`places` without idle zeros.

    >>> write(-1250, 3)
    '-1.25'
    """
    if not places:
        return str(units)
    whole, rest = divmod(abs(units), 10**places)
    decimals = f".{rest:0{places}d}".rstrip("0") if rest else ""
    return f"{'-' if units < 0 else ''}{whole}{decimals}"


def exact(value: Fraction) -> str:
    """Writes a rational number as a decimal number if it is one, else as a fraction.

    >>> exact(Fraction(5, 4)), exact(Fraction(5, 3))
    ('1.25', '5/3')
    """
    top, bottom = value.numerator, value.denominator
    if bottom == 1:
        return str(top)
    places = 1
    # A divisor of 10^n is a product of twos and fives, n of either at most.
    while 10**places % bottom:
        if 1 << places > bottom:
            return f"{top}/{bottom}"
        places += 1
    return write(top * (10**places // bottom), places)


def bracketed(text: str) -> str:
    """Puts a negative number that follows an operator into brackets."""
    return f"({text})" if text.startswith("-") else text
