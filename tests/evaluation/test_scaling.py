"""The summary by source, domain and level, and the zero-shot table, worked out by hand."""

import json
import math

import pytest

from ponder.evaluation.rows import RowFile, Unanswered
from ponder.evaluation.scaling import domain_of, draws, group_by, questions_of
from ponder.evaluation.scaling_summary import Scaling, summarise_scaling, write_scaling
from ponder.evaluation.zero_shot import MEAN, zero_shot
from tests.evaluation.rows import question


def answers(uid, *shapes, **fields):
    """Writes the answers to a question: "r" right, "w" wrong, "o" wrong and other, "n" none."""
    rows = []
    for sample, shape in enumerate(shapes):
        kind, tokens = shape[0], int(shape[1:] or 10)
        changes = {
            "r": {},
            "w": {"extracted": "6"},
            "o": {"extracted": "7", "how": "last_line"},
            "n": {"extracted": None, "how": "truncated", "finished": False},
        }[kind]
        own = {"correct": kind == "r", "tokens": tokens, "sample": sample, **changes, **fields}
        rows.append(question(uid, **own))
    return rows


ROWS = [
    *answers("a", "r10", "w20", "w30", "n60"),
    *answers("b", "r12", "r14", "o16", "r18"),
    *answers("c", "w40", "w40", "w40", "o50", level=3),
    *answers("d", "r50", "n60", "n60", "n60", level=3),
    *answers("e", "w5", "w5", "w5", "w5", source="countdown"),
]


@pytest.fixture(scope="module")
def scaling() -> Scaling:
    lost = [
        Unanswered("f", "countdown", 1, 0, "no reply"),
        Unanswered("f", "countdown", 1, 1, "no reply"),
        Unanswered("c", "chain_sum", 3, 4, "too long"),
    ]
    return summarise_scaling(RowFile({"policy": "by hand"}, 30, ROWS, lost))


def test_pass_at_k_is_the_mean_over_questions(scaling: Scaling) -> None:
    easy = scaling.by_source_and_level["chain_sum", 1]
    assert (easy.questions, easy.answers) == (2, 8)
    # a: 1 of 4, b: 3 of 4. Two of four miss every right one: C(3,2)/C(4,2) = 1/2, and 0.
    assert {k: rate.value.estimate for k, rate in easy.passes.items()} == {
        1: 0.5,
        2: pytest.approx((0.5 + 1) / 2),
        4: 1.0,
    }
    assert {rate.questions for rate in easy.passes.values()} == {2}


def test_the_majority_is_of_answers_in_a_canonical_form(scaling: Scaling) -> None:
    easy, hard = (scaling.by_source_and_level["chain_sum", level] for level in (1, 3))
    # a: 6 is given twice and 5 once; b: 5 three times; c never; d: 5 is the only answer.
    assert easy.majorities[4].value.estimate == 0.5
    assert hard.majorities[4].value.estimate == 0.5
    # d with two answers: the right one is there in half of the choices, and then wins.
    assert hard.majorities[2].value.estimate == pytest.approx(0.25)
    # a: of the six pairs two are r w, at a half, and one r n: 1/3.
    # b: three are r r, and three r o, at a half: 3/4.
    assert easy.majorities[2].value.estimate == pytest.approx((1 / 3 + 3 / 4) / 2)


def test_format_failures_and_truncations_are_told_apart(scaling: Scaling) -> None:
    whole = scaling.whole
    assert whole.format_failures.estimate == pytest.approx(2 / 20)
    assert whole.truncations.estimate == pytest.approx(4 / 20)


def test_tokens_are_split_by_right_and_wrong(scaling: Scaling) -> None:
    tokens = scaling.by_level[3].tokens
    assert {which: part.answers for which, part in tokens.items()} == {
        "all": 8,
        "right": 1,
        "wrong": 7,
    }
    assert tokens["right"].mean.estimate == 50
    assert math.isnan(tokens["right"].mean.low)
    assert tokens["wrong"].mean.estimate == 50
    # 40 40 40 50 60 60 60
    assert [value.estimate for value in tokens["wrong"].quantiles.values()] == [40, 50, 60]
    assert "right" not in scaling.by_source["countdown"].tokens


def test_what_is_missing_is_counted_where_it_is_missing(scaling: Scaling) -> None:
    assert scaling.whole.missing == 3
    assert {name: group.missing for name, group in scaling.by_domain.items()} == {
        "arithmetic": 1,
        "games": 2,
    }
    assert scaling.by_source_and_level["countdown", 1].missing == 2
    assert scaling.not_asked == 30 - 20 - 3
    assert scaling.reasons == {"no reply": 2, "too long": 1}


def test_a_group_without_any_answer_has_its_place() -> None:
    lost = [Unanswered("f", "countdown", 2, 0, "no reply")]
    found = summarise_scaling(RowFile({}, 2, answers("a", "r"), lost))
    group = found.by_level[2]
    assert (group.questions, group.missing, group.passes) == (0, 1, {})
    assert found.by_source["countdown"].as_json()["truncations"]["estimate"] is None


def test_questions_with_too_few_answers_are_left_out_of_larger_draws() -> None:
    rows = [*answers("a", "r", "w"), *answers("b", "w")]
    (group,) = group_by(questions_of(rows), [], lambda _: 0).values()
    assert group.passes[1].value.estimate == 0.25
    assert (group.passes[2].questions, group.passes[2].value.estimate) == (1, 1.0)


def test_a_question_that_a_corpus_repeats_makes_no_larger_draw() -> None:
    (found,) = questions_of([*answers("a", "r"), *answers("a", "w"), *answers("a", "w")])
    assert found.passes == {1: pytest.approx(1 / 3)}


def test_more_answers_of_the_same_kind_make_no_question_surer() -> None:
    once = [row for place in range(9) for row in answers(f"q{place}", "rww"[place % 3])]
    thrice = [row for place in range(9) for row in answers(f"q{place}", *["rww"[place % 3]] * 3)]
    one, other = (
        group_by(questions_of(rows), [], lambda _: 0)[0].passes[1].value for rows in (once, thrice)
    )
    assert one == other


def test_all_is_json(scaling: Scaling, tmp_path) -> None:
    write_scaling(tmp_path / "summary.json", scaling)
    found = json.loads((tmp_path / "summary.json").read_text(), parse_constant=pytest.fail)
    assert found["all"]["pass@k"]["1"]["questions"] == 5
    assert (
        found["by_source_and_level"]["chain_sum"]["3"]["tokens"]["wrong"]["q90"]["estimate"] == 60
    )
    assert found["missing_reasons"] == {"no reply": 2, "too long": 1}
    assert [row["source"] for row in found["zero_shot"]] == ["chain_sum", "countdown", MEAN]


def test_the_zero_shot_table() -> None:
    rows = [
        *answers("a", "r", "w"),  # level 1: 0.5 and 1
        *answers("b", "r", "r"),
        *answers("c", "w", "w", level=2),  # level 2: 0
        *answers("d", "r", "w", level=4),  # level 4: 0.5 and 0
        *answers("e", "w", "w", level=4),
        *answers("f", "r", "r", source="gcd", level=2),  # 1
        *answers("g", "w", "w", source="gcd", level=3),  # 0
        *answers("h", "w", "w", source="countdown", level=3),
    ]
    sums, gcd, game, mean = zero_shot(questions_of(rows))
    assert (sums.source, sums.domain, sums.questions) == ("chain_sum", "arithmetic", 5)
    assert (sums.easiest, sums.hardest) == (1, 4)
    assert (sums.easy.estimate, sums.hard.estimate) == (0.75, 0.25)
    assert sums.every.estimate == pytest.approx(2 / 5)
    # Levels are drawn on their own: easy is 0.5 to 1, hard 0 to 0.5, and so is the drop's range.
    assert sums.drop == pytest.approx((0.5, 0, 1))
    assert gcd.drop is not None and gcd.drop.estimate == 1
    assert math.isnan(gcd.drop.low)
    assert game.drop is None and game.easiest == game.hardest == 3
    assert (mean.source, mean.easiest) == (MEAN, None)
    assert mean.every.estimate == pytest.approx((2 / 5 + 1 / 2 + 0) / 3)
    # The family of one level has no part in these.
    assert mean.easy.estimate == pytest.approx((0.75 + 1) / 2)
    assert mean.hard.estimate == pytest.approx(0.25 / 2)
    assert mean.drop is not None and mean.drop.estimate == pytest.approx(0.75)


def test_one_family_has_no_mean() -> None:
    (row,) = zero_shot(questions_of(answers("a", "r")))
    assert row.source == "chain_sum"


@pytest.mark.parametrize(
    ("source", "domain"),
    [
        ("gcd", "arithmetic"),
        ("knights_knaves", "logic"),
        ("metamathqa/GSM_Rephrased", "corpora"),
        ("nobody's", "other"),
    ],
)
def test_domains(source: str, domain: str) -> None:
    assert domain_of(source) == domain


@pytest.mark.parametrize(("most", "wanted"), [(0, []), (1, [1]), (4, [1, 2, 4]), (5, [1, 2, 4, 5])])
def test_draws(most: int, wanted: list[int]) -> None:
    assert draws(most) == wanted
