"""The work that may be done for one verdict, so that none takes long."""

from collections.abc import Hashable
from contextvars import ContextVar

from ponder.verifiers import bounds
from ponder.verifiers.verdict import Unreadable


class SpentError(Unreadable):
    """There is too much to compute for one verdict."""


class _Budget:
    """The work that may still be done for a verdict, and what was done already."""

    def __init__(self) -> None:
        self.left = bounds.MATHS_WORK
        self.done: set[Hashable] = set()


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


class budget:
    """Bounds the work of all evaluations inside it."""

    __slots__ = ("_token",)

    def __enter__(self) -> None:
        """Begins to count."""
        self._token = _budget.set(_Budget())

    def __exit__(self, *_: object) -> None:
        """Forgets the count."""
        _budget.reset(self._token)


def spend(work: int, what: Hashable = None) -> None:
    """Takes work from the budget; but once for what is done once.

    What is cached from other verdicts is paid for all the same: a verdict must not depend on
    those before it.

    Raises:
        Unreadable: If the budget is spent.
    """
    budget = _budget.get()
    if budget is None or (what is not None and what in budget.done):
        return
    budget.done.add(what)
    budget.left -= work
    if budget.left < 0:
        raise SpentError("The answer takes too much to compare.")
