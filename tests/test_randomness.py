"""The hash behind every stream. Expected digests come from `b2sum -l 256` of the JSON text."""

import copy
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.randomness import Stream, derive_seed, digest, stream

PARTS = st.lists(st.text(max_size=8) | st.integers() | st.none(), max_size=4)


@pytest.mark.parametrize(
    ("parts", "hexadecimal"),
    [
        (("ab", "c"), "dd7225aaa79cc2b0b3406ed876727b722676ad4a719d08cae441d8e2f11cb0a2"),
        (("chain_sum", 7, 0), "c95fa585acc462f3134fa9bca843c742ba7950b5f6c723528c38b45e08a5fdea"),
        (
            ("café", {"b": [2], "a": 1}),
            "00ff8cddc6044d3aa273bb1a61977705deff0074d18f0860ac64efbc6f0ec484",
        ),
    ],
)
def test_digest_is_blake2b_of_the_json_array(parts: tuple[object, ...], hexadecimal: str) -> None:
    assert digest(*parts).hex() == hexadecimal


def test_a_seed_is_the_first_eight_bytes() -> None:
    assert derive_seed("chain_sum", 7, 0) == 0xC95FA585ACC462F3


@given(PARTS, PARTS)
def test_different_addresses_have_different_digests(a: list[object], b: list[object]) -> None:
    assert (digest(*a) == digest(*b)) == (a == b)


def test_parts_are_not_run_together() -> None:
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")


def test_a_stream_is_private() -> None:
    random.seed(1)
    before = random.getstate()
    first = [stream("x", 1).random() for _ in range(2)]
    assert first[0] == first[1]
    assert random.getstate() == before


def test_streams_of_neighbouring_seeds_share_nothing() -> None:
    first, second = ([stream("x", seed, i).getrandbits(64) for i in range(500)] for seed in (7, 8))
    assert not set(first) & set(second)


def test_bits_of_neighbouring_streams_are_uncorrelated() -> None:
    agree = sum(
        64 - (derive_seed("x", 7, i) ^ derive_seed("x", 8, i)).bit_count() for i in range(1_000)
    )
    # 64,000 fair coins have mean 32,000 and standard deviation 126.5; four of them are 506.
    assert abs(agree - 32_000) < 506


@given(st.integers(0, 2**64), st.integers(), st.integers(0, 2**70), st.integers(0, 400), st.data())
def test_a_stream_draws_what_the_library_draws(
    seed: int, low: int, width: int, size: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(0, size))
    ours, theirs = Stream(seed), random.Random(seed)
    for _ in range(3):
        assert ours.randint(low, low + width) == theirs.randint(low, low + width)
        assert ours.randrange(low, low + 1 + width) == theirs.randrange(low, low + 1 + width)
        assert ours.randrange(size + 1) == theirs.randrange(size + 1)
        for step in (3, -3):
            ends = (0, size + 1)[:: step // 3]
            assert ours.randrange(*ends, step) == theirs.randrange(*ends, step)
        assert ours.sample(range(size), count) == theirs.sample(range(size), count)
        assert ours.choice(range(size + 1)) == theirs.choice(range(size + 1))
        assert ours.choices(range(size + 1), k=count) == theirs.choices(range(size + 1), k=count)
        mixed, mixed_there = list(range(size)), list(range(size))
        ours.shuffle(mixed)
        theirs.shuffle(mixed_there)
        assert mixed == mixed_there
        assert ours.gauss(0, 1) == theirs.gauss(0, 1)
    assert ours.getstate() == theirs.getstate()


def test_a_stream_refuses_what_the_library_refuses() -> None:
    with pytest.raises(ValueError, match="at least"):
        stream("x").randint(2, 1)
    with pytest.raises(IndexError, match="empty"):
        stream("x").choice([])
    with pytest.raises(ValueError, match="larger than population"):
        stream("x").sample([1, 2], 3)
    with pytest.raises(ValueError, match="at least"):
        stream("x").randrange(0)
    with pytest.raises(ValueError, match="at least"):
        stream("x").randrange(2, 2)


@pytest.mark.parametrize("hash_seed", ["0", "1", "12345"])
def test_the_hash_seed_of_the_process_plays_no_part(hash_seed: str) -> None:
    code = "from ponder.randomness import digest; print(digest('ab', 'c').hex())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == digest("ab", "c").hex()


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_a_copy_goes_on_where_the_stream_is(copied: Callable[[Stream], Stream]) -> None:
    ours = stream("copies")
    ours.random()
    other = copied(ours)
    assert type(other) is Stream and other is not ours
    assert [other.random() for _ in range(5)] == [ours.random() for _ in range(5)]
