"""Three jugs, what each move makes of them, and what can be reached."""

State = tuple[int, int, int]
"""How much is in each jug; also, how much each can hold."""


def explore(start: State, holds: State, moves: int) -> tuple[dict[State, State], list[list[State]]]:
    """Finds what can be reached: the state before each, and those that are new after each move."""
    layers = [[start]]
    before = {start: start}
    for _ in range(moves):
        fresh = []
        for state in layers[-1]:
            for after in each_move(state, holds):
                if after not in before:
                    before[after] = state
                    fresh.append(after)
        layers.append(fresh)
    return before, layers


def each_move(state: State, holds: State) -> list[State]:
    """Makes each move, of which some may change nothing."""
    x, y, z = state
    a, b, c = holds
    xy, yx, xz = min(x, b - y), min(y, a - x), min(x, c - z)
    zx, yz, zy = min(z, a - x), min(y, c - z), min(z, b - y)
    return [
        *((a, y, z), (x, b, z), (x, y, c), (0, y, z), (x, 0, z), (x, y, 0)),
        *((x - xy, y + xy, z), (x + yx, y - yx, z), (x - xz, y, z + xz)),
        *((x + zx, y, z - zx), (x, y - yz, z + yz), (x, y + zy, z - zy)),
    ]


def move_between(state: State, after: State, names: list[str]) -> str:
    """Names the move between two states by what it changes."""
    less = [name for name, old, new in zip(names, state, after, strict=True) if new < old]
    more = [name for name, old, new in zip(names, state, after, strict=True) if new > old]
    if less and more:
        return f"pour {less[0]} into {more[0]}"
    return f"fill {more[0]}" if more else f"empty {less[0]}"
