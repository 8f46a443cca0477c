"""Counting tokens: by rule, or with a Hugging Face tokenizer that an allow-list names.

A client may name the tokenizer, so the name is not trusted: it must be on the list, it is never
a reason to fail an episode, and no code that comes with a model is run.
"""

import re
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

DEFAULT_ALLOWED = (
    "deepseek-ai/*",
    "google/*",
    "HuggingFaceTB/*",
    "meta-llama/*",
    "microsoft/*",
    "mistralai/*",
    "openai/*",
    "openai-community/*",
    "Qwen/*",
    "unsloth/*",
)
"""Tokenizers that a client may name: exact names, or `owner/*` for a whole owner on the hub."""

_HUB_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
_APPROX_BYTES = 4

KEPT = 32
"""Tokenizers, and names that failed, that a process remembers; the oldest goes first."""
RETRY_SECONDS = 600.0
"""A name that failed is not tried again for so long."""


class TokenCounter(Protocol):
    """Counts the tokens of a text and cuts a text to a number of tokens."""

    @property
    def name(self) -> str:
        """What `get_counter` finds it by."""
        ...

    def count(self, text: str) -> int:
        """Counts the tokens of `text`; special tokens are not added."""
        ...

    def truncate(self, text: str, limit: int) -> str:
        """Gives the longest prefix that lies within the first `limit` tokens of `text`."""
        ...


class ApproxCounter:
    """Four UTF-8 bytes to a token, rounded up: no tokenizer needed, the same everywhere.

    >>> ApproxCounter().count("12 + 30 = 42")
    3
    """

    name = "approx"

    def count(self, text: str) -> int:
        """Counts `ceil(bytes / 4)`."""
        size = len(text) if text.isascii() else len(text.encode("utf-8"))
        return -(-size // _APPROX_BYTES)

    def truncate(self, text: str, limit: int) -> str:
        """Cuts at `4 * limit` bytes, never inside a character."""
        return text.encode("utf-8")[: _APPROX_BYTES * limit].decode("utf-8", errors="ignore")


class CharCounter:
    """One character, one token: the unit of a character-level policy."""

    name = "chars"

    def count(self, text: str) -> int:
        """Counts Unicode code points."""
        return len(text)

    def truncate(self, text: str, limit: int) -> str:
        """Cuts after `limit` code points."""
        return text[:limit]


@dataclass(frozen=True)
class HubCounter:
    """Counts with a Hugging Face tokenizer."""

    name: str
    tokenizer: Any

    def count(self, text: str) -> int:
        """Counts the ids that the tokenizer gives."""
        return len(self._ids(text))

    def truncate(self, text: str, limit: int) -> str:
        """Cuts before the first character that token `limit` (counted from 0) touches."""
        if not self.tokenizer.is_fast:
            ids = self._ids(text)
            return text if len(ids) <= limit else str(self.tokenizer.decode(ids[:limit]))
        encoded = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        offsets = encoded["offset_mapping"]
        return text if len(offsets) <= limit else text[: offsets[limit][0]]

    def _ids(self, text: str) -> Sequence[int]:
        ids: Sequence[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return ids


_BUILT_IN: dict[str, TokenCounter] = {"approx": ApproxCounter(), "chars": CharCounter()}


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a tokenizer did not load, and until when that is believed, by the monotonic clock."""

    why: str
    until: float


_known: dict[str, HubCounter | _Failure] = {}
_lock = threading.Lock()


def get_counter(name: str, allowed: Sequence[str] = DEFAULT_ALLOWED) -> TokenCounter | None:
    """Finds a counter by name; a tokenizer is loaded once in a process.

    Args:
        name: `approx`, `chars`, or a Hugging Face tokenizer; one that failed is tried again after
            `RETRY_SECONDS`.
        allowed: The tokenizers that may be loaded, as exact names (a local folder too) or as
            `owner/*`.

    Returns:
        The counter; None, with a warning that says why, if the name is not allowed or does not
        load.
    """
    return _find(name, allowed, load)


def loaded_counter(name: str, allowed: Sequence[str] = DEFAULT_ALLOWED) -> TokenCounter | None:
    """As `get_counter`, but at once: what is not loaded is left out, with a warning."""
    return _find(name, allowed, lambda _: None)


def is_loaded(name: str) -> bool:
    """Tells whether `get_counter` would answer at once, with a counter or without."""
    return name in _BUILT_IN or _remembered(name) is not None


def is_allowed(name: str, allowed: Sequence[str]) -> bool:
    """Tells whether a tokenizer of the name may be loaded."""
    if name in allowed:
        return True
    owner = name.partition("/")[0]
    return _HUB_NAME.fullmatch(name) is not None and f"{owner}/*" in allowed


def shown_name(name: str) -> str:
    """The name of a tokenizer as a client may read it: of a folder, without where it lies.

    >>> shown_name("/models/mine"), shown_name("Qwen/Qwen3-8B")
    ('mine', 'Qwen/Qwen3-8B')
    """
    local = name.startswith((".", "~")) or Path(name).is_absolute()
    return Path(name).name if local else name


def load(name: str) -> None:
    """Loads a tokenizer and remembers it; a failure is remembered for a while.

    Some take seconds to load, and a name that the hub does not know takes longer still to fail:
    a client that names it at each step must not stop a process.
    """
    try:
        import transformers

        auto: Any = transformers.AutoTokenizer
        # Without it transformers asks at the terminal whether to run the code of a folder.
        found = HubCounter(name, auto.from_pretrained(name, trust_remote_code=False))
    except Exception as error:  # Tokenizer libraries raise nearly anything, Exception included.
        note_failure(name, f"{type(error).__name__}: {str(error)[:300]}")
    else:
        _remember(name, found)


def note_failure(name: str, why: str, seconds: float = RETRY_SECONDS) -> None:
    """Remembers for `seconds` that a name does not load; one that did stays loaded."""
    _remember(name, _Failure(why, time.monotonic() + seconds))


def well_formed(text: str) -> str:
    """Replaces lone surrogates, which no encoder takes, by question marks."""
    return text if text.isascii() else text.encode("utf-8", errors="replace").decode("utf-8")


def _find(name: str, allowed: Sequence[str], ask: Callable[[str], None]) -> TokenCounter | None:
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if not is_allowed(name, allowed):
        warnings.warn(
            f"tokenizer {name[:200]!r} is not on the allow-list; use 'approx', 'chars' or one of "
            f"{sorted(allowed)}, or add it to EnvConfig.allowed_tokenizers",
            stacklevel=3,
        )
        return None
    found = _remembered(name)
    if found is None:
        ask(name)
        found = _remembered(name)
    if isinstance(found, HubCounter):
        return found
    why = found.why if found else "it was not loaded in time"
    warnings.warn(f"tokenizer {name[:200]!r} could not be loaded: {why}", stacklevel=3)
    return None


def _remembered(name: str) -> HubCounter | _Failure | None:
    with _lock:
        found = _known.get(name)
        if isinstance(found, _Failure) and found.until <= time.monotonic():
            return None
        return found


def _remember(name: str, found: HubCounter | _Failure) -> None:
    with _lock:
        if isinstance(found, _Failure) and isinstance(_known.get(name), HubCounter):
            return
        _known.pop(name, None)
        _known[name] = found
        if len(_known) > KEPT:
            # Names that failed cost a client nothing, so they never drive a tokenizer out.
            failed = (known for known, what in _known.items() if isinstance(what, _Failure))
            del _known[next(failed, next(iter(_known)))]
