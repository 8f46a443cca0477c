"""Primes, sieved once."""

from functools import lru_cache


@lru_cache(maxsize=64)
def primes_to(limit: int) -> tuple[int, ...]:
    """Sieves the primes up to a limit."""
    is_prime = bytearray([1]) * (limit + 1)
    is_prime[:2] = b"\0\0"
    for number in range(2, int(limit**0.5) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = bytes(
                len(range(number * number, limit + 1, number))
            )
    return tuple(number for number in range(limit + 1) if is_prime[number])
