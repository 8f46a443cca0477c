"""Sampling shared out among processes: the whole batch comes back as if one had drawn it."""

from collections.abc import Sequence

import pytest

from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.policy import Completion, Turn
from ponder.policies.shared import SharedPolicy

accelerate = pytest.importorskip("accelerate")

TURNS = [Turn(text) for text in ("What is 2 + 3?", "What is 12 - 7?", "What is 1?", "a", "b")]
CAPS = [6, 9, 4, 12, 1]


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    return new_embedded(seed=3)


def complete(policy: LocalPolicy, turns: Sequence[Turn]) -> list[Completion]:
    return policy.complete(turns, max_tokens=CAPS[: len(turns)], seed=5)


@pytest.mark.parametrize("world", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("turns", [TURNS, TURNS[:1], []])
def test_every_process_has_the_whole_batch(
    policy: LocalPolicy, world: int, turns: Sequence[Turn], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processes are played one after the other: first what each gathers, then what each gets."""
    shares: dict[int, list[object]] = {}
    rank = 0

    def keep(drawn: list[object]) -> list[object]:
        shares[rank] = drawn
        return drawn * world

    def gather(drawn: list[object]) -> list[object]:
        assert drawn == shares[rank]
        return [row for place in range(world) for row in shares[place]]

    for stand_in in (keep, gather):
        monkeypatch.setattr("accelerate.utils.gather_object", stand_in)
        for rank in range(world):
            found = complete(SharedPolicy(policy, rank, world), turns)
            if stand_in is gather or not turns:
                assert [(c.token_ids, c.finished) for c in found] == [
                    (c.token_ids, c.finished) for c in complete(policy, turns)
                ]
    # A server splits what it has drawn by equal counts.
    assert len({len(share) for share in shares.values()}) <= 1


def test_what_a_server_draws_ends_where_the_model_would_have(policy: LocalPolicy) -> None:
    """Five ids each: cut by the cap, by an end token, and by neither."""
    (end,) = policy.stop_ids
    asked = []

    def serve(prompts: list[list[int]], length: int) -> tuple[list[list[int]], list[list[float]]]:
        asked.append((prompts, length))
        return (
            [[10, 11, 12, 13, 14], [10, end, 12, 13, 14], [10, 11]],
            [[-1.0, -2.0, -3.0, -4.0, -5.0]] * 2 + [[-1.0, -2.0]],
        )

    shared = SharedPolicy(policy, 0, 1)
    shared.serve = serve
    cut = shared.complete(TURNS[:3], max_tokens=[3, 5, 4], seed=5)
    assert [(c.token_ids, c.logprobs, c.finished) for c in cut] == [
        ((10, 11, 12), (-1.0, -2.0, -3.0), False),
        ((10, end), (-1.0, -2.0), True),
        ((10, 11), (-1.0, -2.0), False),
    ]
    assert asked == [([policy.prompt_ids(turn) for turn in TURNS[:3]], 5)]


def test_what_a_server_draws_ends_at_the_closing_tag(policy: LocalPolicy) -> None:
    """For models whose end token is another than the tag."""
    shared = SharedPolicy(policy, 0, 1)
    shared.embedded = False
    shared.stop_ids = (0,)
    ids = policy.tokenizer("<answer>5</answer> and more")["input_ids"]
    shared.serve = lambda prompts, length: ([ids], [[-1.0] * len(ids)])
    (found,) = shared.complete(TURNS[:1], max_tokens=[60], seed=5)
    # One token for each tag, and one for a character.
    assert found.token_ids == tuple(ids[:3]) and found.finished
