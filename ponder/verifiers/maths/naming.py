"""Whether the tokens before an equals sign are a name, and not a calculation."""

from ponder.verifiers.cursor import Token


def is_function(span: list[Token]) -> bool:
    """Tells `f(x)` and `f(x, y)`."""
    kinds = "".join(token.kind[0] for token in span)
    return kinds in ("nonc", "nonsnc", "nonsnsnc") and span[1].text == "("


def is_word(span: list[Token]) -> bool:
    r"""Tells words and points: "Area", `\angle ABC`, "AB", "P(A)"."""
    names = [token.text for token in span if token.kind == "name"]
    if any(token.kind == "separator" for token in span):
        return False
    return any(token.kind == "word" for token in span) or (
        len(names) == len(span) and all(name.isupper() for name in names)
    )


def is_length(span: list[Token]) -> bool:
    """Tells `|AB|`, the length between two points."""
    kinds = "".join(token.kind[0] for token in span)
    return kinds == "bnnb" and span[1].text.isupper() and span[2].text.isupper()
