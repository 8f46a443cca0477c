import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.budget_env.ledger import Ledger

amounts = st.lists(st.integers(0, 400), max_size=20)


def charge_all(ledger: Ledger, wanted: list[int]) -> list[Ledger]:
    steps = [ledger]
    for tokens in wanted:
        steps.append(steps[-1].charge(steps[-1].allowance(tokens)))
    return steps


@given(st.integers(1, 1_000), st.sampled_from(["hard", "soft"]), amounts)
def test_tokens_are_conserved(total, mode, wanted):
    for ledger in charge_all(Ledger(total, mode), wanted):
        assert ledger.spent + ledger.remaining == total
        assert ledger.spent == ledger.total - max(0, ledger.remaining) + ledger.overspent


@given(st.integers(1, 1_000), amounts)
def test_hard_cap_is_never_overrun_and_is_reached_by_cutting(total, wanted):
    last = charge_all(Ledger(total), wanted)[-1]
    assert last.remaining >= 0
    assert last.overspent == 0
    assert last.spent == min(total, sum(wanted))


@given(st.integers(1, 1_000), amounts)
def test_soft_cap_charges_everything_and_counts_the_excess(total, wanted):
    last = charge_all(Ledger(total, "soft"), wanted)[-1]
    assert last.spent == sum(wanted)
    assert last.overspent == max(0, sum(wanted) - total)
    assert not last.exhausted


@given(st.integers(1, 1_000), amounts, st.integers(1, 500))
def test_a_refused_charge_changes_nothing(total, wanted, excess):
    ledger = charge_all(Ledger(total), wanted)[-1]
    before = (ledger.spent, ledger.remaining)
    with pytest.raises(ValueError, match="tokens must be at most"):
        ledger.charge(ledger.remaining + excess)
    assert (ledger.spent, ledger.remaining) == before


@given(st.integers(1, 1_000), amounts, st.integers(0, 1_200), st.sampled_from(["hard", "soft"]))
def test_thinking_leaves_the_reserve(total, wanted, reserve, mode):
    for ledger in charge_all(Ledger(total, mode, answer_reserve=reserve), wanted):
        assert ledger.thinking_limit >= 0
        if ledger.thinking_limit:
            assert ledger.thinking_limit + reserve == ledger.remaining
        else:
            assert ledger.remaining <= reserve


@pytest.mark.parametrize(("spent", "exhausted"), [(0, False), (90, False), (91, True), (100, True)])
def test_exhausted_below_min_tokens(spent, exhausted):
    assert Ledger(100, min_tokens=10, spent=spent).exhausted is exhausted


def test_soft_cap_by_hand():
    ledger = Ledger(100, "soft", min_tokens=10, answer_reserve=20).charge(70)
    assert (ledger.remaining, ledger.thinking_limit, ledger.overspent) == (30, 10, 0)
    ledger = ledger.charge(55)
    assert (ledger.remaining, ledger.thinking_limit, ledger.overspent) == (-25, 0, 25)


@pytest.mark.parametrize(
    "arguments",
    [
        {"total": 0},
        {"total": True},
        {"total": 10.0},
        {"total": 10, "mode": "firm"},
        {"total": 10, "min_tokens": 0},
        {"total": 10, "answer_reserve": -1},
        {"total": 10, "spent": -1},
        {"total": 10, "spent": 11},
    ],
)
def test_bad_amounts_are_refused(arguments):
    with pytest.raises(ValueError, match="must be"):
        Ledger(**arguments)


@pytest.mark.parametrize("tokens", [-1, 1.0, True, None, "3"])
def test_bad_charges_are_refused(tokens):
    with pytest.raises(ValueError, match="tokens must be an integer"):
        Ledger(10, "soft").charge(tokens)
