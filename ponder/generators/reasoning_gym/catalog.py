"""Which Reasoning Gym datasets Ponder adapts, and how; a table that does not import the library.

Chosen are datasets whose answers Ponder's own checkers judge, whose text depends on the seed
alone, and whose problems hardly repeat. Left out are those whose scorers run, hang on, or accept
text that a model made up; no scorer of the library is ever called.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ponder.task import Checker

REQUIRED_VERSION = "0.1.25"

Item = Mapping[str, Any]
Reference = Callable[[Item], tuple[str, Checker]]


@dataclass(frozen=True)
class Spec:
    """One dataset.

    Attributes:
        dataset: Its name in Reasoning Gym.
        doc: What is asked, with a question and its answer.
        attributes: Per attribute of the dataset's curriculum, the first and the last of its levels
            that are used; Ponder's 1 to 20 are spread over them. Where an attribute is drawn from
            between a level and the next, the last but one already reaches to the end.
        answer_format: What form the answer takes, one sentence.
        reference: Reads the reference answer and its checker off an item.
        chance: `(from level, score)` pairs, ascending: the score of the best answer that needs no
            working (the commonest answer, or what the question shows copied), bounded from above
            by measuring 500 to 2,000 items at each of seven levels.
        key: Tells what makes two items the same problem; None means the question.
    """

    dataset: str
    doc: str
    attributes: Mapping[str, tuple[int, int]]
    answer_format: str
    reference: Reference
    chance: tuple[tuple[int, float], ...]
    key: Callable[[Item], str] | None = None


def _judged_by(name: str, **options: Any) -> Reference:
    """Takes the item's answer as it is."""
    return lambda item: (item["answer"], Checker(name, options))


def _grid(item: Item) -> tuple[str, Checker]:
    rows = item["answer"].splitlines()
    return item["answer"], Checker("grid", {"rows": len(rows), "columns": len(rows[0].split())})


def _fraction(item: Item) -> tuple[str, Checker]:
    # The library does not always reduce its own reference.
    facts = item["metadata"]
    value = Fraction(facts["simplified_numerator"], facts["simplified_denominator"])
    return str(value), Checker("rational", {"lowest_terms": True})


def _number_list(item: Item) -> tuple[str, Checker]:
    return f"[{', '.join(item['metadata']['result'])}]", Checker("sequence", {"of": "text"})


def _equation(item: Item) -> str:
    """The equation whatever its unknown is called and however the question is put."""
    equation: str = item["metadata"]["equation"]
    return equation.replace(item["metadata"]["variable"], "x")


def _fraction_value(item: Item) -> str:
    """The fraction in whichever notation."""
    return f"{item['metadata']['numerator']}/{item['metadata']['denominator']}"


_SPECS = (
    Spec(
        dataset="ab",
        doc="""Rewriting a program of the tokens A#, #A, B# and #B until no rule applies.

        Q: ... Now, consider the following program: #A #A A# #B B#. Return the final state ...
        A: #A #A #B A# B#""",
        attributes={"length": (0, 3)},
        answer_format="Give the tokens of the final state separated by spaces.",
        reference=_judged_by("text", case=True),
        chance=((1, 0.03),),
    ),
    Spec(
        dataset="base_conversion",
        doc="""Converting a number between two bases from 2 to 36.

        Q: ... Now, convert the base-7 number 21055 to binary
        A: 1010001000001""",
        attributes={"base": (0, 3), "value": (0, 2)},
        answer_format="Give the digits alone.",
        reference=_judged_by("text"),
        chance=((1, 0.01),),
    ),
    Spec(
        dataset="bitwise_arithmetic",
        doc="""Nested sums, products and shifts of hexadecimal numbers.

        Q: ... Reply only with the final hexidecimal value. (0x38a7 >> 0x3)
        A: 0x714""",
        attributes={"difficulty": (0, 9)},
        answer_format="Give a hexadecimal number such as 0x1f or -0x1f.",
        reference=_judged_by("text"),
        chance=((1, 0.02),),
    ),
    Spec(
        dataset="decimal_chain_sum",
        doc="""A chain of additions and subtractions of decimal numbers.

        Q: State the final answer to the following arithmetic problem: 98.4 + 93.93 =
        A: 192.33""",
        attributes={"num_terms": (0, 3), "num_digits": (0, 3), "decimal_places": (0, 3)},
        answer_format="Give an exact decimal number.",
        reference=_judged_by("decimal", tolerance="0"),
        chance=((1, 0.01),),
    ),
    Spec(
        dataset="family_relationships",
        doc="""How one member of a described family is related to another.

        Q: Jack is married to Sky. They have a child called Aiden. What is Jack to Sky? ...
        A: husband""",
        attributes={"family_size": (0, 8)},
        answer_format="Give one word such as 'aunt' or a term such as 'mother-in-law'.",
        reference=_judged_by("text"),
        chance=((1, 0.38), (4, 0.24), (11, 0.17)),
    ),
    Spec(
        dataset="fraction_simplification",
        doc="""Reducing a fraction to its lowest terms.

        Q: Simplify the fraction 198/480 to its lowest terms. ...
        A: 33/80""",
        attributes={"value": (1, 2), "factor": (0, 2)},
        answer_format="Give a fraction in lowest terms.",
        reference=_fraction,
        chance=((1, 0.13), (6, 0.01)),
        key=_fraction_value,
    ),
    Spec(
        dataset="leg_counting",
        doc="""Adding up the legs of several kinds of animals.

        Q: ... Now, how many legs are there in total if you have 4 butterflys?
        A: 24""",
        attributes={"num_animals": (3, 35), "num_instances": (0, 8)},
        answer_format="Give an integer.",
        reference=_judged_by("integer"),
        chance=((1, 0.07), (3, 0.03)),
    ),
    Spec(
        dataset="number_filtering",
        doc="""Keeping or removing the numbers of a list on one side of a bound, in order.

        Q: Remove all numbers larger than 20 in this list: ['5', '-8', '26.7']. ...
        A: [5, -8]""",
        attributes={
            "numbers": (0, 2),
            "decimals": (0, 2),
            "min_value": (0, 3),
            "max_value": (0, 3),
        },
        answer_format="Give the numbers in brackets, separated by commas.",
        reference=_number_list,
        chance=((1, 0.01),),
    ),
    Spec(
        dataset="rotate_matrix",
        doc="""Turning a square matrix clockwise by a multiple of 90 degrees.

        Q: ... Rotate the matrix below by 90 degrees clockwise: 1 2 / 3 4
        A: 3 1 / 4 2""",
        attributes={"n": (0, 2), "num_rotations": (0, 2)},
        answer_format="Give the matrix row by row, with spaces between its numbers.",
        reference=_grid,
        chance=((1, 0.22),),
    ),
    Spec(
        dataset="simple_equations",
        doc="""Solving a linear equation in one unknown.

        Q: Find the value of t in the equation: 60*t + 138 = 1398
        A: 21""",
        attributes={
            "min_terms": (0, 3),
            "max_terms": (0, 3),
            "min_value": (0, 3),
            "max_value": (0, 3),
            "operators_weights": (0, 3),
        },
        answer_format="Give an integer.",
        reference=_judged_by("integer"),
        chance=((1, 0.03),),
        key=_equation,
    ),
)

DATASETS: Mapping[str, Spec] = {f"rg/{spec.dataset}": spec for spec in _SPECS}
