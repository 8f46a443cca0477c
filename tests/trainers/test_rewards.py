"""The discounted reward, on text of which the counts are known by hand."""

import pytest

from ponder.generators import generate
from ponder.policies.local import new_embedded
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.policies.thoughts import tokens_before
from ponder.trainers.rewards import DiscountConfig, discounted
from ponder.verifiers import verify

POLICY = new_embedded(seed=0)
TASK = generate("chain_sum", level=1)
GOLD = TASK.answer


def judged(text: str, gamma: float = 0.9) -> Rollout:
    ids = tuple(POLICY.tokenizer(text)["input_ids"])
    completion = Completion(text, (1,), ids, (), True)
    rollout = Rollout(TASK, "chain_sum", 0, 0, 0, completion, verify(TASK, text), {})
    return discounted(rollout, DiscountConfig(gamma, 0.1), POLICY.decode)


@pytest.mark.parametrize(
    ("text", "thought"),
    [
        (f"<answer>{GOLD}</answer>", 0),
        (f"1+2=3\n<answer>{GOLD}</answer>", 6),
        (f"1+2=3\n\\boxed{{{GOLD}}}", 6),
        (f"<think>1+2=3</think><answer>{GOLD}</answer>", 20),
        # An empty span before free reasoning does not escape the discount.
        (f"<think></think>1+2=3\n<answer>{GOLD}</answer>", 21),
    ],
)
def test_every_token_before_the_answer_is_discounted(text: str, thought: int) -> None:
    assert judged(text).components["correctness"] == pytest.approx(0.9**thought)


def test_a_wrong_answer_earns_the_format_alone_whatever_its_length() -> None:
    wrong = int(GOLD) + 1
    for text in (f"<answer>{wrong}</answer>", "9+9=18\n" * 20 + f"<answer>{wrong}</answer>"):
        assert judged(text).components == {"correctness": 0.0, "format": 0.1}


def test_the_format_reward_needs_the_asked_tags_and_is_not_discounted() -> None:
    assert judged(f"1+2=3\n<answer>{GOLD}</answer>").components["format"] == 0.1
    assert judged(f"1+2=3\n\\boxed{{{GOLD}}}").components["format"] == 0.0
    assert judged("no answer at all").reward == 0.0


def test_gamma_one_is_plain_correctness() -> None:
    assert judged("1+2=3\n" * 9 + f"<answer>{GOLD}</answer>", gamma=1.0).reward == pytest.approx(
        1.1
    )


def test_a_tag_that_splits_a_token_counts_the_token_it_starts_in() -> None:
    # Three tokens "ab", "c<ans", "wer>": the tag starts inside the second, so one lies before it.
    pieces = ["ab", "c<ans", "wer>"]

    def decode(ids: object) -> str:
        return "".join(pieces[i] for i in ids)  # type: ignore[attr-defined]

    assert tokens_before([0, 1, 2], 3, decode) == 1
    assert tokens_before([0, 1, 2], 2, decode) == 1
    assert tokens_before([0, 1, 2], 0, decode) == 0


@pytest.mark.parametrize("gamma", [0.0, 1.1, -1.0])
def test_gamma_out_of_range_is_named(gamma: float) -> None:
    with pytest.raises(ValueError, match="gamma"):
        DiscountConfig(gamma)
