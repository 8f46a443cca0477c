"""How a value is written in the message of an error: on one line, and never at length."""


def quoted(value: object, width: int = 100) -> str:
    """Writes a value as Python does, cut to `width` characters.

    >>> quoted("a" * 100, width=20)
    "'aaaaaaaaaaaaaaa...'"
    >>> quoted(10**5000)
    'a value of int with too many digits to write'
    """
    try:
        text = repr(value)
    except ValueError:  # CPython writes no integer of more than 4,300 digits.
        return f"a value of {type(value).__name__} with too many digits to write"
    return text if len(text) <= width else f"{text[: width - 4]}...{text[-1]}"
