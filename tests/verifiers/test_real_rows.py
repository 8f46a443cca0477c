"""Verdicts on published rows: model outputs labelled by hand, and worked solutions."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ponder.verifiers import extract, grade

DATA = Path(__file__).parents[3] / "shared" / "data"

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the published rows (shared/data beside the checkout) are absent"
)


def rows(name: str) -> Iterator[dict[str, Any]]:
    with (DATA / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def test_labelled_outputs_for_gsm8k_are_judged_as_labelled() -> None:
    judged = [
        (grade(output["solution"], row["ground_truth"].rsplit("A: ", 1)[1]).correct, output)
        for row in rows("gsm8k/model_solutions_first_half.jsonl")
        for name, output in row.items()
        if name.endswith(("finetuning", "verification"))
    ]
    assert len(judged) == 2_640
    assert [output for correct, output in judged if correct != output["is_correct"]] == []


def test_the_answer_to_each_math_problem_is_found_in_its_solution() -> None:
    problems = list(rows("math500/first_half.jsonl"))
    assert len(problems) == 250
    for problem in problems:
        found = extract(problem["solution"])
        assert (found.how, found.answer) == ("boxed", problem["answer"])
        assert grade(problem["solution"], problem["answer"]).correct, problem["answer"]
