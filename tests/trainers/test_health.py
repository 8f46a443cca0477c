"""Collapses are named, and what looks like one but is none is not."""

from ponder.trainers.health import WINDOW, collapse, standstill


def entries(*phases: tuple[int, float, float]) -> list[dict[str, object]]:
    """Log entries: `(steps, accuracy, tokens)` a phase."""
    return [
        {"questions": {"accuracy": accuracy, "tokens": tokens}}
        for steps, accuracy, tokens in phases
        for _ in range(steps)
    ]


def test_longer_and_wrong_is_a_collapse() -> None:
    warning = collapse(entries((30, 0.6, 40), (WINDOW, 0.01, 180)))
    assert warning is not None
    assert "1% are right in 180 tokens, after 60% in 40" in warning


def test_what_is_no_collapse() -> None:
    assert collapse([]) is None
    assert collapse(entries((WINDOW, 0.6, 40), (WINDOW - 1, 0.0, 180))) is None
    # Longer and still right; shorter and wrong; wrong from the start.
    assert collapse(entries((30, 0.6, 40), (WINDOW, 0.5, 180))) is None
    assert collapse(entries((30, 0.6, 40), (WINDOW, 0.0, 4))) is None
    assert collapse(entries((40, 0.0, 100))) is None


def test_a_standstill_is_named_after_a_whole_window() -> None:
    still = {"dropped": 8, "rollouts": 8}
    assert standstill([still] * (WINDOW - 1)) is None
    assert "nothing was learned" in str(standstill([still] * WINDOW))
    assert standstill([{"dropped": 7, "rollouts": 8}, *[still] * (WINDOW - 1)]) is None
