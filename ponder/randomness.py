"""Random streams that are named, never numbered: every stream is a hash of its whole address.

`seed + index` makes neighbouring seeds share almost every item; a hash does not. Blake2b is
used because it gives the same bits on every machine and under every `PYTHONHASHSEED`.
"""

import _random
import hashlib
import json
import math
import random
from collections.abc import Iterable, MutableSequence, Sequence
from json.encoder import encode_basestring_ascii
from typing import Any, TypeVar

T = TypeVar("T")

# Made once: `json.dumps` with options makes an encoder at every call.
_CANONICAL = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def digest(*parts: object) -> bytes:
    """Hashes `parts` (JSON values) to 32 bytes, the same on every machine.

    The parts are encoded as one JSON array, so `("ab", "c")` and `("a", "bc")` differ.
    """
    return digest_of_json(f"[{','.join([_encode(part) for part in parts])}]")


def digest_of_text(text: str) -> bytes:
    """Hashes one string: `digest(text)`, without a look at what it is.

    >>> digest_of_text("naïve") == digest("naïve")
    True
    """
    return digest_of_json(f"[{encode_basestring_ascii(text)}]")


def digest_of_json(text: str) -> bytes:
    """Hashes the canonical JSON text of an array of parts: ASCII, keys sorted, no spaces."""
    return hashlib.blake2b(text.encode("ascii"), digest_size=32).digest()


def _encode(part: Any) -> str:
    # Strings, whole numbers and short lists are the usual parts; the encoder is slow to begin.
    kind = type(part)
    if kind is str:
        return encode_basestring_ascii(part)
    if kind is int:
        return repr(part)
    if kind is list or kind is tuple:
        return f"[{','.join([_encode(item) for item in part])}]"
    return _CANONICAL.encode(part)


def derive_seed(*parts: object) -> int:
    """Derives a 64-bit seed from the address `parts` names.

    >>> derive_seed("chain_sum", 7, 0) == derive_seed("chain_sum", 7, 0)
    True
    >>> derive_seed("chain_sum", 7, 1) == derive_seed("chain_sum", 8, 0)
    False
    """
    return int.from_bytes(digest(*parts)[:8], "big")


def stream(*parts: object) -> "Stream":
    """Returns the private generator of the address `parts`; the global one is never touched."""
    return Stream(derive_seed(*parts))


class Stream(random.Random):
    """Draws what `random.Random` draws, bit for bit, in about half the time.

    A family draws dozens of small numbers for a task, and in the library's methods most of the
    time goes to checks. A number below n is the first n.bit_length() bits that are below n.
    """

    def __init__(self, seed: int = 0):
        """Seeds with a whole number, as the library does, without its looks at other types.

        The default serves copies, which are made without a seed and then get the state.
        """
        _random.Random.seed(self, seed)
        self.gauss_next = None

    def randint(self, a: int, b: int) -> int:
        """An integer from `a` to `b`, both included."""
        count = b - a + 1
        if count < 1:
            raise ValueError(f"b must be at least a, got {a!r} and {b!r}")
        bits = count.bit_length()
        value = self.getrandbits(bits)
        while value >= count:
            value = self.getrandbits(bits)
        return a + value

    def choice(self, seq: Any) -> Any:
        """An element of a sequence that is not empty."""
        count = len(seq)
        if not count:
            raise IndexError("there is nothing to choose from: the sequence is empty")
        bits = count.bit_length()
        value = self.getrandbits(bits)
        while value >= count:
            value = self.getrandbits(bits)
        return seq[value]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """An element of `range(start, stop, step)`."""
        if step < 1:
            return super().randrange(start, stop, step)
        if stop is None:
            start, stop = 0, start
        return start + step * self.randint(0, (stop - start - 1) // step)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Brings a list into a random order (Fisher and Yates, from the end)."""
        getrandbits = self.getrandbits
        for last in range(len(x) - 1, 0, -1):
            bits = (last + 1).bit_length()
            place = getrandbits(bits)
            while place > last:
                place = getrandbits(bits)
            x[last], x[place] = x[place], x[last]

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        """Draws `k` elements without replacement."""
        size = len(population)
        if counts is not None or not 0 <= k <= size:
            return super().sample(population, k, counts=counts)
        # The library tells small populations from large ones by what a set would take.
        if size <= 21 or (k > 5 and size <= 21 + 4 ** math.ceil(math.log(3 * k, 4))):
            return self._sample_pool(list(population), k)
        return self._sample_places(population, k)

    def _sample_pool(self, pool: list[T], k: int) -> list[T]:
        """Takes elements out of a pool, and fills each gap with the last that is left."""
        getrandbits, drawn = self.getrandbits, []
        for left in range(len(pool), len(pool) - k, -1):
            bits = left.bit_length()
            place = getrandbits(bits)
            while place >= left:
                place = getrandbits(bits)
            drawn.append(pool[place])
            pool[place] = pool[left - 1]
        return drawn

    def _sample_places(self, population: Sequence[T], k: int) -> list[T]:
        """Draws places, and passes over those that were drawn before."""
        getrandbits, size = self.getrandbits, len(population)
        bits = size.bit_length()
        places: dict[int, None] = {}
        while len(places) < k:
            place = getrandbits(bits)
            if place < size:
                places[place] = None
        return [population[place] for place in places]
