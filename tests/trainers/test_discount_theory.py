"""The theory of the discount, arXiv:2510.23486, on a reasoner small enough to enumerate.

Asked one of several questions, the reasoner thinks for some tokens and then answers, which takes
one token more. SUCCESS[q][k] is the probability that its answer to question q is right after k
tokens of thought. A policy chooses k for each question, or one of two k by a coin. An answer of
T = k + 1 tokens earns gamma^(T - 1) if right, and else 0, so

    J_gamma = sum over t of P(right, T = t) gamma^(t - 1).

With eps = 1 - gamma every term is 1 - eps (t - 1) + r_t with 0 <= r_t <= (t - 1)(t - 2) / 2 eps^2,
hence for T <= H

    J_gamma = p (1 - eps (L - 1)) + R,    0 <= R <= p (H - 1)(H - 2) / 2 eps^2,

where p = P(right) and L = E[T | right]: wrong answers are not in the sum, and neither is their
length. All arithmetic is exact.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction as F

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from ponder.generators import generate
from ponder.policies.local import new_embedded
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.trainers.rewards import DiscountConfig, discounted
from ponder.verifiers import verify

SUCCESS = (
    (F(1, 4), F(1, 2), F(3, 4), F(3, 4)),  # two tokens of thought are needed, a third is idle
    (F(9, 10), F(9, 10), F(1), F(1)),  # nearly right at once
    (F(1), F(4, 5), F(4, 5), F(1)),  # best left alone
)
BEST = (2, 2, 0)
"""The least thought that gives each question its largest probability of a right answer."""

Table = Sequence[Sequence[F]]


@dataclass(frozen=True)
class Policy:
    """P(T = t) and P(right, T = t) for t = 1, 2, ..."""

    taken: tuple[F, ...]
    right: tuple[F, ...]

    @property
    def accuracy(self) -> F:
        return sum(self.right, F(0))

    @property
    def length(self) -> F:
        return sum((t * x for t, x in enumerate(self.taken, start=1)), F(0))

    @property
    def length_if_right(self) -> F:
        return sum((t * x for t, x in enumerate(self.right, start=1)), F(0)) / self.accuracy

    def value(self, gamma: F) -> F:
        return sum((x * gamma**k for k, x in enumerate(self.right)), F(0))


def policy(success: Table, choices: Sequence[tuple[int, ...]]) -> Policy:
    """Thinks for one of choices[q] tokens about question q, each with the same probability."""
    taken = [F(0)] * len(success[0])
    right = [F(0)] * len(success[0])
    for probabilities, thoughts in zip(success, choices, strict=True):
        for k in thoughts:
            weight = F(1, len(success) * len(thoughts))
            taken[k] += weight
            right[k] += weight * probabilities[k]
    return Policy(tuple(taken), tuple(right))


def deterministic(success: Table) -> dict[tuple[int, ...], Policy]:
    """All policies without a coin, by their thoughts."""
    thoughts = itertools.product(range(len(success[0])), repeat=len(success))
    return {ks: policy(success, [(k,) for k in ks]) for ks in thoughts}


def with_coins(success: Table) -> list[Policy]:
    """All policies, with and without a coin for each question."""
    depths = range(len(success[0]))
    choices = [*((k,) for k in depths), *itertools.combinations(depths, 2)]
    return [policy(success, each) for each in itertools.product(choices, repeat=len(success))]


def best(policies: Iterable[Policy], worth: Callable[[Policy], F]) -> set[Policy]:
    """The policies of largest worth."""
    values = [(worth(each), each) for each in policies]
    largest = max(value for value, _ in values)
    return {each for value, each in values if value == largest}


def accurate_and_short(policies: Iterable[Policy]) -> set[Policy]:
    """Of the policies of largest accuracy those of least expected length."""
    return best(best(policies, lambda each: each.accuracy), lambda each: -each.length)


def binding(success: Table) -> list[tuple[F, int]]:
    """Pairs (r, m): the discount prefers a shorter, less accurate answer where gamma^m < r.

    Questions are chosen for separately. Against k* thoughts of success s*, fewer thoughts k of
    success s < s* win where s gamma^k > s* gamma^k*, which is gamma^(k* - k) < s / s*.
    """
    pairs = []
    for probabilities in success:
        top = max(probabilities)
        least = probabilities.index(top)
        pairs += [(probabilities[k] / top, least - k) for k in range(least) if top]
    return pairs


def above(gamma: F, success: Table) -> bool:
    """Whether gamma > gamma_bw, the largest of the roots r^(1/m), without taking a root."""
    return all(gamma**m > r for r, m in binding(success))


def blackwell_gamma(policies: Iterable[Policy], optimum: Policy) -> sympy.Expr:
    """The same from the policies alone: the last root in (0, 1) of J(optimum) - J(another)."""
    g = sympy.Symbol("g")
    roots = [sympy.Integer(0)]
    for each in policies:
        gains = [sympy.Rational(a - b) for a, b in zip(optimum.right, each.right, strict=True)]
        difference = sympy.Poly(list(reversed(gains)), g)
        if not difference.is_zero:
            roots += [root for root in difference.real_roots() if 0 < root < 1]
    return max(roots)


def test_gamma_bw_by_hand_is_the_last_root_of_the_enumerated_policies() -> None:
    # Question 1 asks for gamma > 2/3 and gamma^2 > 1/3, question 2 for gamma > 9/10 and
    # gamma^2 > 9/10, question 3 for nothing: the last root is sqrt(9/10) = 0.9487.
    policies = deterministic(SUCCESS)
    assert len(policies) == 64
    found = blackwell_gamma(policies.values(), policies[BEST])
    assert sympy.simplify(found - sympy.sqrt(sympy.Rational(9, 10))) == 0
    assert sorted(binding(SUCCESS)) == [(F(1, 3), 2), (F(2, 3), 1), (F(9, 10), 1), (F(9, 10), 2)]


ABOVE = [F(k, 1000) for k in range(949, 1000, 5)] + [1 - F(1, 10**n) for n in (4, 7, 10)]
BELOW = [F(k, 1000) for k in range(8, 949, 94)] + [F(9486, 10_000)]


def test_above_gamma_bw_the_optimum_is_the_shortest_of_the_most_accurate() -> None:
    policies = with_coins(SUCCESS)
    wanted = {deterministic(SUCCESS)[BEST]}
    assert len(policies) == 1000
    assert accurate_and_short(policies) == wanted
    for gamma in ABOVE:
        assert above(gamma, SUCCESS)
        assert best(policies, lambda each, gamma=gamma: each.value(gamma)) == wanted, gamma


def test_below_gamma_bw_it_is_less_accurate() -> None:
    policies = with_coins(SUCCESS)
    most = deterministic(SUCCESS)[BEST].accuracy
    for gamma in BELOW:
        assert not above(gamma, SUCCESS)
        found = best(policies, lambda each, gamma=gamma: each.value(gamma))
        assert all(each.accuracy < most for each in found), gamma


def test_without_a_discount_length_is_left_open() -> None:
    found = best(deterministic(SUCCESS).values(), lambda each: each.value(F(1)))
    # Three thoughts serve question 1, 2 and 3 as well: two choices for each.
    assert len(found) == 8
    assert len({each.length for each in found}) > 1


def test_a_small_price_of_a_token_gives_the_same_order() -> None:
    policies = with_coins(SUCCESS)
    (wanted,) = accurate_and_short(policies)
    # What a shorter policy loses in accuracy, a token saved: the least is the threshold. By hand:
    # question 1 loses 1/4 in the first token and 1/4 a token over two, question 2 loses 1/10 in
    # the first and 1/20 a token over two.
    threshold = min(
        (wanted.accuracy - each.accuracy) / (wanted.length - each.length)
        for each in policies
        if each.length < wanted.length
    )
    assert threshold == F(1, 20)
    for price in (threshold * F(k, 100) for k in (1, 10, 50, 99)):
        assert best(policies, lambda each, c=price: each.accuracy - c * each.length) == {wanted}
    dear = threshold * F(101, 100)
    found = best(policies, lambda each: each.accuracy - dear * each.length)
    assert all(each.accuracy < wanted.accuracy for each in found)


tables = st.lists(
    st.lists(st.fractions(0, 1, max_denominator=6), min_size=3, max_size=3),
    min_size=1,
    max_size=3,
)


@given(success=tables, gamma=st.fractions(F(1, 10), F(99, 100), max_denominator=100))
def test_gamma_bw_parts_the_discounts_of_any_reasoner(success: Table, gamma: F) -> None:
    assume(all(max(probabilities) > 0 for probabilities in success))
    assume(all(gamma**m != r for r, m in binding(success)))
    policies = deterministic(success).values()
    found = best(policies, lambda each: each.value(gamma))
    assert (found <= accurate_and_short(policies)) == above(gamma, success)


def test_a_question_that_is_never_right_is_not_shortened() -> None:
    """Where no thought helps, the discount sees no length; the price of a token does."""
    policies = deterministic([(F(0), F(0), F(0)), (F(1), F(1), F(1))])
    found = best(policies.values(), lambda each: each.value(F(99, 100)))
    assert found == {policies[k, 0] for k in range(3)}
    found = best(policies.values(), lambda each: each.accuracy - F(1, 100) * each.length)
    assert found == {policies[0, 0]}


def test_it_is_the_length_of_right_answers_that_the_discount_shortens() -> None:
    """Of two policies as accurate the discount may prefer the one that is longer on the whole."""
    # Right in one token or wrong in four, against right in two or wrong in one.
    one = Policy((F(1, 2), F(0), F(0), F(1, 2)), (F(1, 2), F(0), F(0), F(0)))
    other = Policy((F(1, 2), F(1, 2), F(0), F(0)), (F(0), F(1, 2), F(0), F(0)))
    assert one.accuracy == other.accuracy
    assert one.length > other.length
    assert one.length_if_right < other.length_if_right
    for gamma in ABOVE:
        assert one.value(gamma) > other.value(gamma)


@st.composite
def reasoners(draw: st.DrawFn) -> Policy:
    """Any distribution of length and correctness over at most eight tokens."""
    horizon = draw(st.integers(1, 8))
    weights = st.lists(st.integers(0, 9), min_size=horizon, max_size=horizon)
    right, wrong = draw(weights), draw(weights)
    assume(sum(right) > 0)
    total = sum(right) + sum(wrong)
    taken = tuple(F(a + b, total) for a, b in zip(right, wrong, strict=True))
    return Policy(taken, tuple(F(a, total) for a in right))


def remainder(each: Policy, eps: F, length: F) -> F:
    return each.value(1 - eps) - each.accuracy * (1 - eps * (length - 1))


@given(each=reasoners(), eps=st.fractions(0, 1, max_denominator=1000))
def test_the_expansion_holds_up_to_its_bound(each: Policy, eps: F) -> None:
    horizon = len(each.right)
    rest = remainder(each, eps, each.length_if_right)
    assert 0 <= rest <= each.accuracy * F((horizon - 1) * (horizon - 2), 2) * eps**2


def test_the_bound_is_reached() -> None:
    # Always right, always in three tokens: (1 - eps)^2 = 1 - 2 eps + eps^2, and 2 * 1 / 2 = 1.
    three = Policy((F(0), F(0), F(1)), (F(0), F(0), F(1)))
    assert remainder(three, F(1, 7), three.length_if_right) == F(1, 49)


def test_the_expansion_is_not_in_the_length_of_all_answers() -> None:
    # Right in one token or wrong in three: J = 1/2 whatever gamma, L = 1, but E[T] = 2, and
    # 1/2 (1 - eps) is off by eps / 2, of first order.
    each = Policy((F(1, 2), F(0), F(1, 2)), (F(1, 2), F(0), F(0)))
    eps = F(1, 1000)
    assert each.length == 2
    assert remainder(each, eps, each.length_if_right) == 0
    assert remainder(each, eps, each.length) == eps / 2 > eps**2


def test_the_rewards_of_training_are_those_of_the_theory() -> None:
    """The mean reward of a policy's answers is J_gamma: thoughts count, the answer does not."""
    reader = new_embedded(seed=0)
    task = generate("chain_sum", level=1)

    def reward(thoughts: int, right: bool) -> float:
        answer = task.answer if right else str(int(task.answer) + 1)
        text = "=" * thoughts + f"<answer>{answer}</answer>"
        ids = tuple(reader.tokenizer(text)["input_ids"])
        rollout = Rollout(
            task, "", 0, 0, 0, Completion(text, (1,), ids, (), True), verify(task, text), {}
        )
        return discounted(rollout, DiscountConfig(0.75, 0.0), reader.decode).reward

    earned = {(k, right): reward(k, right) for k in range(4) for right in (True, False)}
    for thoughts, each in deterministic(SUCCESS).items():
        mean = sum(
            float(success[k]) * earned[k, True] + float(1 - success[k]) * earned[k, False]
            for success, k in zip(SUCCESS, thoughts, strict=True)
        ) / len(SUCCESS)
        assert mean == pytest.approx(float(each.value(F(3, 4))))
