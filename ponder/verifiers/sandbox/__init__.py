"""Third-party mathematics on model text, in warm processes that are killed at their deadline.

`Pool` calls a function `(answer, gold) -> bool` in worker processes with limits on wall time,
processor time and memory. `shared` gives the process's own pool for a function. Both work from
any thread, after a fork and under spawn; neither uses a signal in the calling process.

The limits on memory and processor time need the module `resource`. Where there is none (Windows)
the wall limit alone holds. The sandbox contains slow, hungry and crashing mathematics; it does
not contain hostile code, so the functions it calls must not execute the text they are given.
"""

from ponder.verifiers.sandbox.pool import Pool, shared
from ponder.verifiers.sandbox.process import Outcome

__all__ = ["Outcome", "Pool", "shared"]
