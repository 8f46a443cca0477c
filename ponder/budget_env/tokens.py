"""Counting tokens: by rule, or with a Hugging Face tokenizer that an allow-list names.

A client may name the tokenizer, so the name is not trusted: it must be on the list, it is never
a reason to fail an episode, and no code that comes with a model is run.
"""

import functools
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
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

_HUB_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9][A-Za-z0-9._-]*")
_APPROX_BYTES = 4


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


_tried: set[str] = set()
_BUILT_IN: dict[str, TokenCounter] = {"approx": ApproxCounter(), "chars": CharCounter()}


def get_counter(name: str, allowed: Sequence[str] = DEFAULT_ALLOWED) -> TokenCounter | None:
    """Finds a counter by name; a tokenizer is loaded once in a process.

    Args:
        name: `approx`, `chars`, or a Hugging Face tokenizer; one that failed once in a process
            is not tried again.
        allowed: The tokenizers that may be loaded, as exact names (a local folder too) or as
            `owner/*`.

    Returns:
        The counter; None, with a warning that says why, if the name is not allowed or does not
        load.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if not _is_allowed(name, allowed):
        warnings.warn(
            f"tokenizer {name[:200]!r} is not on the allow-list; use 'approx', 'chars' or one of "
            f"{sorted(allowed)}, or add it to EnvConfig.allowed_tokenizers",
            stacklevel=2,
        )
        return None
    loaded = _load(name)
    _tried.add(name)
    if isinstance(loaded, _Failure):
        warnings.warn(f"tokenizer {name!r} could not be loaded: {loaded.why}", stacklevel=2)
        return None
    return HubCounter(name, loaded)


def is_loaded(name: str) -> bool:
    """Tells whether `get_counter` will answer at once."""
    return name in _BUILT_IN or name in _tried


def well_formed(text: str) -> str:
    """Replaces lone surrogates, which no encoder takes, by question marks."""
    return text if text.isascii() else text.encode("utf-8", errors="replace").decode("utf-8")


def _is_allowed(name: str, allowed: Sequence[str]) -> bool:
    if name in allowed:
        return True
    owner = name.partition("/")[0]
    return _HUB_NAME.fullmatch(name) is not None and f"{owner}/*" in allowed


@dataclass(frozen=True)
class _Failure:
    """Why a tokenizer did not load."""

    why: str


@functools.lru_cache(maxsize=32)
def _load(name: str) -> Any:
    """Loads a tokenizer, or gives a `_Failure`.

    Some take seconds to load, and a name that the hub does not know takes longer still to fail,
    so a process keeps either for good: a client that names it at each step must not stop it.
    """
    try:
        import transformers

        auto: Any = transformers.AutoTokenizer
        return auto.from_pretrained(name)
    except Exception as error:  # Tokenizer libraries raise nearly anything, Exception included.
        return _Failure(f"{type(error).__name__}: {str(error)[:300]}")
