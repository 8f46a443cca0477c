"""The search for a colouring of a graph, told step by step if asked."""

Graph = dict[str, list[str]]
"""The neighbours of each node, both ways."""


def search(
    graph: Graph,
    left: dict[str, tuple[str, ...]],
    found: dict[str, str],
    told: list[str] | None = None,
) -> bool:
    """Colours a node with the fewest colours left, tries each of them, and tells of it if asked.

    Those with the most neighbours come first in `left`, and are taken first (Brélaz, New methods
    to color the vertices of a graph, 1979, with all its cases).

    Args:
        graph: What to colour.
        left: The colours that are left for each node without one; stays as it is.
        found: The colour of each other node; gets those of all if there is a colouring.
        told: Gets a line for each thing tried.
    """
    if not left:
        return True
    node = min(left, key=lambda name: len(left[name]))
    choice = "" if told is None else _choice(node, graph[node], found)
    for colour in left[node]:
        if told is not None:
            told.append(f"{choice}{'so' if len(left[node]) == 1 else 'try'} {colour}")
        found[node] = colour
        rest = left.copy()
        del rest[node]
        for other in graph[node]:
            if colour in rest.get(other, ()):
                rest[other] = tuple([c for c in rest[other] if c != colour])
        if search(graph, rest, found, told):
            return True
        del found[node]
        choice = f"Back to {node}: "
    if told is not None and not left[node]:
        told.append(f"{choice}none is left")
    return False


def _choice(node: str, neighbours: list[str], found: dict[str, str]) -> str:
    """Says which colours a node cannot have, and for which neighbours."""
    near = {found[other]: other for other in neighbours if other in found}
    barred = ", ".join([f"not {colour} ({other})" for colour, other in near.items()])
    return f"{node}: {barred}; " if near else f"{node}: "
