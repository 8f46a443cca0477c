"""Random streams that are named, never numbered: every stream is a hash of its whole address.

`seed + index` makes neighbouring seeds share almost every item; a hash does not. Blake2b is
used because it gives the same bits on every machine and under every `PYTHONHASHSEED`.
"""

import hashlib
import json
import random


def digest(*parts: object) -> bytes:
    """Hashes `parts` (JSON values) to 32 bytes, the same on every machine.

    The parts are encoded as one JSON array, so `("ab", "c")` and `("a", "bc")` differ.
    """
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=32).digest()


def derive_seed(*parts: object) -> int:
    """Derives a 64-bit seed from the address `parts` names.

    >>> derive_seed("chain_sum", 7, 0) == derive_seed("chain_sum", 7, 0)
    True
    >>> derive_seed("chain_sum", 7, 1) == derive_seed("chain_sum", 8, 0)
    False
    """
    return int.from_bytes(digest(*parts)[:8], "big")


def stream(*parts: object) -> random.Random:
    """Returns the private generator of the address `parts`; the global one is never touched."""
    return random.Random(derive_seed(*parts))
