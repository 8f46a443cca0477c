"""Decimal numbers of mixed length, held as whole hundredths."""


def written(hundredths: int) -> str:
    """Writes a number without zeros at its end.

    >>> written(-150), written(700), written(5)
    ('-1.5', '7', '0.05')
    """
    whole, rest = divmod(abs(hundredths), 100)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{'-' if hundredths < 0 else ''}{whole}{decimals}"
