"""Ponder: reasoning tasks of known difficulty, safe verdicts, and budgets to think under.

The names below are the stable interface. Each is imported when first used, so that
`import ponder` costs next to nothing.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ponder.budget_env import Episode
    from ponder.generators import generate, names, stream
    from ponder.generators.loading import load
    from ponder.generators.mixture import Mixture
    from ponder.task import Task
    from ponder.verifiers import Verdict, verify, verify_many

__version__ = "0.1.0"

__all__ = [
    "Episode",
    "Mixture",
    "Task",
    "Verdict",
    "__version__",
    "generate",
    "load",
    "names",
    "stream",
    "verify",
    "verify_many",
]

_HOMES = {
    "Episode": "ponder.budget_env:Episode",
    "Mixture": "ponder.generators.mixture:Mixture",
    "Task": "ponder.task:Task",
    "Verdict": "ponder.verifiers:Verdict",
    "generate": "ponder.generators:generate",
    "load": "ponder.generators.loading:load",
    "names": "ponder.generators:names",
    "stream": "ponder.generators:stream",
    "verify": "ponder.verifiers:verify",
    "verify_many": "ponder.verifiers:verify_many",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'ponder' has no attribute {name!r}; it has {__all__}")
    module, _, attribute = _HOMES[name].partition(":")
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
