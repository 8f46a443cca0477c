"""The warm start of searching: examples and what is learned of them in a few steps."""

import itertools

import pytest

from ponder.policies.local import LocalPolicy, new_embedded
from ponder.randomness import stream
from ponder.trainers.search_start import LARGEST_GAP, MOST, search_examples, search_started


def test_examples_are_prompts_and_traces_of_the_train_split() -> None:
    tokenizer = new_embedded(0).tokenizer
    examples = list(itertools.islice(search_examples(tokenizer, stream("test"), ramp=20), 60))
    texts = [tokenizer.decode(example.completion) for example in examples]
    assert all(tokenizer.decode(e.prompt).startswith("Use the numbers ") for e in examples)
    assert all(text.count("\n") <= 3 for text in texts[:20])
    assert max(text.count("\n") for text in texts[20:]) > 3
    assert max(text.count("\n") for text in texts) <= MOST
    gaps = [example.gap for example in examples if example.gap != (0, 0)]
    assert 15 < len(gaps) < 45
    assert all(1 <= size <= LARGEST_GAP for _, size in gaps)
    # A gap lies behind the question: it is the thought that becomes long.
    assert all(
        len(example.prompt) <= example.gap[0] < len(example)
        for example in examples
        if example.gap != (0, 0)
    )


def same(one: LocalPolicy, two: LocalPolicy) -> bool:
    pairs = zip(one.model.parameters(), two.model.parameters(), strict=True)
    return all(bool((a == b).all()) for a, b in pairs)


def total(policy: LocalPolicy) -> float:
    return sum(float(weights.detach().sum()) for weights in policy.model.parameters())


def test_the_same_seed_gives_the_same_policy_and_another_another() -> None:
    losses: list[float] = []
    one = search_started(3, steps=2, on_loss=losses.append)
    shown: list[tuple[int, float]] = []
    two = search_started(
        3, steps=2, on_step=lambda done, policy: shown.append((done, total(policy)))
    )
    assert same(one, two)
    assert [done for done, _ in shown] == [1, 2]
    assert shown[0][1] != shown[1][1] == total(two)
    assert len(losses) == 2
    other = search_started(4, steps=2)
    assert not same(one, other)


def test_two_families_may_be_searched() -> None:
    source = (
        'countdown[{"numbers":3,"largest":9,"use_all":true}]:1,'
        'factor_pair[{"smaller":31,"larger":200}]:1'
    )
    tokenizer = new_embedded(0).tokenizer
    found = itertools.islice(search_examples(tokenizer, stream("test"), source=source), 40)
    starts = {tokenizer.decode(example.prompt).split()[0] for example in found}
    assert starts == {"Use", "Write"}


def test_a_family_that_cannot_be_searched_is_refused() -> None:
    tokenizer = new_embedded(0).tokenizer
    with pytest.raises(ValueError, match="task must be of"):
        next(search_examples(tokenizer, stream("test"), source="gcd:1"))
