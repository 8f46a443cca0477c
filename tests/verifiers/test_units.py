"""Numbers with what they count, and words that change them."""

import pytest

from ponder.verifiers import grade


@pytest.mark.parametrize("number", ["integer", "rational", "decimal"])
@pytest.mark.parametrize(
    "answer",
    [
        "18 dollars",
        "18 dollars every month",
        "$18 a day",
        "18 square feet",
        "x = 18 cm",
        "The answer is **18 eggs**.",
        "\\boxed{18 miles per hour}",
        "18 km/h",
        "18 cm^2",
        "18 \N{EURO SIGN}",
        "USD 18",
        r"\boxed{18 \text{ cm}^{2}}",
        r"18\,\mathrm{~cm}",
        r"18 \text{ dollars per month}",
        r"\text{Area} = 18",
        r"\theta = 18^\circ",
        "Total of both: 18",
    ],
)
def test_what_is_counted_does_not_matter(number: str, answer: str) -> None:
    assert grade(answer, "18", kind=number).correct


@pytest.mark.parametrize("number", ["integer", "rational", "decimal"])
@pytest.mark.parametrize(
    "words",
    [
        "thousand",
        "million dollars",
        "hundredths",
        "fifths",
        "dozen eggs",
        "times two",
        "of 20",
        "x",
        "a",
        "five",
        "or more",
        "at least",
        "maybe",
        "is wrong",
        "not",
        "to one",
        "squared",
        "remainder one",
        "lakh",
        "gross",
        "doubled",
        "factorial",
        "quarters",
        "possibly nineteen",
    ],
)
def test_words_that_change_a_number_are_no_unit(number: str, words: str) -> None:
    assert not grade(f"<answer>18 {words}</answer>", "18", kind=number).correct
    assert not grade(f"<answer>18\\text{{ {words}}}</answer>", "18", kind=number).correct


@pytest.mark.parametrize("number", ["integer", "rational", "decimal"])
@pytest.mark.parametrize(
    "side",
    [
        *("minus =", "Minus:", "Negative:", "half of x =", "x squared =", "in thousands:"),
        *("Rejected:", "x is not =", r"\log x =", r"x \neq y =", r"\frac{x}{2} =", r"\sqrt{x} ="),
    ],
)
def test_a_left_side_that_denies_or_calculates_is_no_name(number: str, side: str) -> None:
    assert not grade(f"<answer>{side} 18</answer>", "18", kind=number).correct


@pytest.mark.parametrize("number", ["integer", "rational", "decimal"])
def test_digits_may_be_grouped_by_spaces_in_threes(number: str) -> None:
    for written in ("1 234 567", "1,234,567", "1{,}234{,}567", "1 234 567 people"):
        assert grade(f"<answer>{written}</answer>", "1234567", kind=number).correct, written
    for written in ("1 2345 67", "12 34 567", "1234 567", "1 234 56"):
        assert not grade(f"<answer>{written}</answer>", "1234567", kind=number).correct, written
