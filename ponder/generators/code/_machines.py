"""What the machines have in common: arithmetic and its working."""

SIGNS = {"add": "+", "sub": "-", "mul": "*"}


def calculated(left: int, sign: str, right: int) -> int:
    """Adds, subtracts or multiplies."""
    if sign == "*":
        return left * right
    return left + right if sign == "+" else left - right


def worked(left: int, sign: str, right: int) -> tuple[int, str]:
    """Does the same and writes it down; gives the result and the line.

    >>> worked(3, "-", -4)
    (7, '3 - (-4) = 7')
    """
    result = calculated(left, sign, right)
    shown = f"({right})" if right < 0 else right
    return result, f"{left} {sign} {shown} = {result}"
