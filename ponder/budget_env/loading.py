"""Loading tokenizers beside the event loop of a server, a bounded time each."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ponder.budget_env import tokens

LIMIT_SECONDS = 30.0
"""A tokenizer that takes longer counts as not loaded; should it still come, it is used."""
_BUSY_SECONDS = 10.0
"""A name whose turn never came is tried again after so long."""

_threads = ThreadPoolExecutor(2, "tokenizer")
_begun: dict[str, Future[None]] = {}
_lock = threading.Lock()


async def prepare(name: object, allowed: Sequence[str]) -> None:
    """Waits until a tokenizer is loaded, has failed, or has taken too long.

    Two threads of their own do the work, so that clients that name tokenizers which do not exist
    keep nothing waiting but each other.

    Args:
        name: As the client gave it; what may not be loaded is left to `loaded_counter` to say.
        allowed: As in `get_counter`.
    """
    if not isinstance(name, str) or tokens.is_loaded(name) or not tokens.is_allowed(name, allowed):
        return
    loading = _begin(name)
    waiting = asyncio.wrap_future(loading)
    done, _ = await asyncio.wait([waiting], timeout=LIMIT_SECONDS)
    if done:
        return
    why = f"it took more than {LIMIT_SECONDS:g} seconds"
    if loading.cancel():  # It was still in the queue.
        tokens.note_failure(name, f"{why}, since others were being loaded", _BUSY_SECONDS)
    else:
        tokens.note_failure(name, why)


def _begin(name: str) -> Future[None]:
    """Starts to load; whoever asks for the same name meanwhile waits for the same."""
    with _lock:
        loading = _begun.get(name)
        if loading is None:
            loading = _begun[name] = _threads.submit(tokens.load, name)
            loading.add_done_callback(lambda _: _begun.pop(name, None))
        return loading
