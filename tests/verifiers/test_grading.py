"""`verify`, `verify_many` and `grade`: turns, partial credit, guessed kinds, bad arguments."""

import dataclasses

import pytest

from ponder.task import Checker, Task
from ponder.verifiers import Verdict, grade, verify, verify_many


def test_a_verdict_is_frozen():
    verdict = Verdict(1.0, True, "5", "whole", "It is right.")
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.score = 0.0  # type: ignore[misc]


def test_the_last_of_several_turns_is_judged(make_task):
    task = make_task("integer", "18")
    assert verify(task, ["move left", "The answer is 18"]).correct
    assert not verify(task, ["The answer is 18", "move left"]).correct
    for turns in ([], (), [None], [5], None, 18, b"18", {"content": "18"}):
        assert verify(task, turns) == Verdict(0.0, False, None, "none", "The response is not text.")


def test_partial_credit_is_given_only_where_asked_and_verified(make_task):
    task = make_task("sequence", "1, 2, 3, 4")
    assert verify(task, "1, 2, 4, 3").score == 0.0
    assert verify(task, "1, 2, 4, 3", partial=True).score == 0.5
    assert verify(task, "1, 2", partial=True).score == 0.0
    assert verify(task, "4, 3, 2, 1", partial=True).score == 0.0
    walk = verify(make_task("path"), "A -> C -> D", partial=True)
    assert (walk.score, walk.correct) == (4 / 6, False)
    assert verify(make_task("integer", "18"), "17", partial=True).score == 0.0


def test_options_of_extraction_reach_it(make_task):
    task = make_task("integer", "18")
    assert not verify(task, "18", lenient=False).correct
    assert verify(task, "18", reasoning_open=True).how == "truncated"
    assert verify(task, "<thought>18", reasoning_tags=("thought",)).how == "truncated"
    assert grade("18", "18", lenient=False).how == "none"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"partial": True},
        {"lenient": False},
        {"reasoning_open": True},
        {"reasoning_tags": ("thought",)},
    ],
)
def test_many_responses_and_bare_golds_are_judged_like_one_response_to_a_task(options, make_task):
    gold = "1, 2, 3, 4"
    task = make_task("sequence", gold)
    responses = [
        "1, 2, 4, 3",
        "\\boxed{1, 2, 4, 3}",
        "4</think>The answer is 1, 2, 3, 4",
        "<thought>1, 2, 3, 4",
    ]
    expected = [verify(task, response, **options) for response in responses]
    assert verify_many([task] * 4, responses, **options) == expected
    assert [grade(text, gold, kind="sequence", **options) for text in responses] == expected


def test_many_are_judged_in_order(make_task):
    tasks = [make_task("integer", str(n)) for n in range(5)]
    verdicts = verify_many(tasks, iter(["0", "1", "x", "3", "5"]))
    assert [verdict.correct for verdict in verdicts] == [True, True, False, True, False]
    with pytest.raises(ValueError, match="as many as tasks"):
        verify_many(tasks, ["0"])


@pytest.mark.parametrize(
    ("gold", "right", "wrong"),
    [
        ("18", "$18.00", "18.5"),
        ("1,234", "1234", "1"),
        ("-3", "x = -3", "3"),
        ("3/4", "0.75", "0.74"),
        ("0.5", r"\frac{1}{2}", "0.50001"),
        (r"\frac{14}{3}", "4 2/3", "14"),
        ("42", "forty-two", "forty"),
        ("2x + 3", "3 + 2*x", "2x"),
        ("(3, 5)", "(3,5)", "(5, 3)"),
        (r"\{3, 5\}", "{5, 3}", "{3, 5, 6}"),
        ("3, 5", "5 and 3", "3, 6"),
        ("yes", "Yes.", "no"),
        (r"\text{Yes}", "yes", "no"),
        (r"\text{Evelyn}", "Evelyn", "Eve"),
        ("C", "(C)", "(B)"),
        ("Monday", "The answer is Monday.", "Monday or Tuesday"),
        ("10:30", "10:30", "30:10"),
        ("2024-05-17", "2024-05-17", "2024-05-18"),
        (r"5\text{ cm}", "5cm", r"5\text{ km}"),
        (r"12\pi", "12π", "12"),
        (r"\frac{x}{y}=2", r"2=\frac{x}{y}", r"\frac{y}{x}=2"),
        (r"25\%", "25 percent", "26%"),
    ],
)
def test_a_bare_gold_is_free_form_mathematics(gold, right, wrong):
    assert grade(right, gold).correct
    assert grade(gold, gold).correct
    assert not grade(wrong, gold).correct
    assert grade(right, gold, kind="math") == grade(right, gold)


def test_an_empty_answer_is_right_only_where_it_is_the_gold():
    assert grade("<answer></answer>", "", kind="text").correct
    assert not grade("<answer></answer>", "~", kind="text").correct
    with pytest.raises(ValueError, match="gold must be readable"):
        grade("<answer></answer>", "")


def test_the_form_of_the_reference_and_not_its_value_says_how_much_is_read(make_task):
    one, three = make_task("set", "3"), make_task("set", "1, 2, 3")
    assert verify(one, "1\n2\n3").correct and verify(three, "1\n2\n3").correct
    assert not verify(make_task("set", "2"), "1\n2\n3").correct
    assert not verify(make_task("text", "yes no"), "yes\nno").correct
    assert verify(make_task("text", "yes\nno"), "yes\nno").correct


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda task: verify(None, "1"), "task must be a Task, got None"),
        (lambda task: verify("42", "42"), "task must be a Task, got '42'; `grade` takes"),
        (lambda task: verify_many(None, ["1"]), "tasks must be a list, got None"),
        (lambda task: verify_many([task], "1"), "responses must be a list, got '1'"),
        (lambda task: grade("1", "1", kind=""), "no checker ''"),
        (lambda task: grade("1", "1", kind=[]), "checker name must be a str"),
    ],
)
def test_arguments_of_another_type_are_named(call, message, make_task):
    with pytest.raises(ValueError, match=message):
        call(make_task("integer"))


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="gold"):
        grade("5", 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no checker 'number'"):
        grade("5", "5", kind="number")


RENDERINGS = {
    "a mark without width": ("integer", "{}\u200f"),
    "a byte order mark": ("text", "\ufeff{}"),
    "an equals sign": ("polynomial", "= {}"),
    "quotation marks": ("integer", '"{}"'),
    "single quotation marks": ("text", "\u2018{}\u2019"),
    "one star": ("text", "*{}*"),
    "one underscore": ("text", "_{}_"),
    "two underscores": ("text", "__{}__"),
    "two backticks": ("text", "``{}``"),
    "spaces that do not break before a number": ("integer", "Total\u00a0cost = {}"),
    "a fence with a language": ("grid", "<answer>```json\n{}\n```</answer>"),
    "a fence in one line": ("text", "<answer>```{}```</answer>"),
    "LaTeX spaces": ("text", r"\boxed{{\,{}\quad}}"),
    "LaTeX fonts within": ("choice", r"\boxed{{(\text{{{}}})}}"),
    "a letter before words": ("text", "x = {}"),
    "a sentence after a number": ("integer", "The answer is {}. This follows from the steps."),
    "a line after a polynomial": ("polynomial", "The answer is {}\nThis follows from the steps."),
    "a sentence after a letter": ("choice", "Answer: {}. This follows from the steps."),
    "a sentence after words": ("text", "#### {}\nThis follows from the steps."),
    "a name before a path": ("path", "The shortest route is: {}"),
}


@pytest.mark.parametrize(("kind_", "rendering"), RENDERINGS.values(), ids=list(RENDERINGS))
def test_a_harmless_rendering_is_right(kind_, rendering, make_task):
    task = make_task(kind_)
    assert verify(task, rendering.format(task.answer)).correct


@pytest.mark.parametrize("mark", ["**", "__", "$$", "`"])
def test_half_a_pair_of_marks_is_dropped(mark, make_task):
    task = make_task("text")
    assert verify(task, f"{mark}hello world").correct
    assert verify(task, f"hello world{mark}").correct
    assert not verify(task, f"hello{mark}world").correct
    assert not verify(task, f"{mark}hello {mark}world").correct


@pytest.mark.parametrize(
    ("gold", "kind_", "response"),
    [
        ("69930", "integer", r"\boxed{69{,}\!930}"),
        ("-1234", "integer", "-$1,234"),
        ("-1234", "integer", "$-1234"),
        ("42404", "text", "42,404"),
        ("42404", "text", r"\boxed{42{,}404}"),
        ("3, -1, -20", "sequence", r"\boxed{3,\,-1,\;-20}"),
        ("3, -1, -20", "sequence", r"\boxed{3, -1, \text{ and } -20}"),
        ("3, -1, -20", "sequence", '["3", "-1", "-20"]'),
        ("3, -1, -20", "sequence", "$3$, $-1$, $-20$"),
        ("x^2 - 1", "polynomial", r"\boxed{(x-1)(x+1) = x^2 - 1}"),
    ],
)
def test_a_harmless_rendering_of_a_gold_is_right(gold, kind_, response):
    assert grade(response, gold, kind=kind_).correct


@pytest.mark.parametrize(
    ("gold", "kind_", "response"),
    [
        ("b", "text", "a = c: b"),
        ("right word", "text", "wrong word = right word"),
        ("right word", "text", "wrong word: right word"),
        ("12", "text", "\u202e12"),
        ("3", "rational", "The answer is 3\n/4"),
        ("x^2", "polynomial", "The answer is x^2\n+ 3"),
        ("x^2 - 1", "polynomial", "x^2 + 1 = x^2 - 1"),
        ("345, 12", "multiset", "12345"),
    ],
)
def test_naming_two_answers_is_wrong(gold, kind_, response):
    assert not grade(response, gold, kind=kind_).correct


@pytest.mark.parametrize(
    "response", ["The answer is B. red ball", "B = A", "B - C", "The answer is B. C"]
)
def test_a_letter_with_another_choice_is_wrong(response, make_task):
    options = {"choices": ["red ball", "blue ball", "no ball"]}
    assert not verify(make_task("choice", "B", options), response).correct
    assert verify(make_task("choice", "B", options), "B - blue ball").correct


@pytest.mark.parametrize(
    "response", ["Z-A-F", "Z - A - F", "Z \u2013 A \u2013 F", r"\text{Z} \to \text{A} \to \text{F}"]
)
def test_a_path_may_be_written_with_dashes(response, make_task):
    facts = {"edges": [["Z", "A", 1], ["A", "F", 1]], "start": "Z", "goal": "F"}
    assert verify(make_task("path", "Z -> A -> F", {}, facts), response).correct


def test_a_dash_inside_a_name_is_no_separator(make_task):
    facts = {"edges": [["Z-1", "F", 1]], "start": "Z-1", "goal": "F"}
    assert verify(make_task("path", "Z-1 -> F", {}, facts), "Z-1, F").correct
    assert not verify(make_task("path", "Z-1 -> F", {}, facts), "Z-1-F").correct


@pytest.mark.parametrize(
    "response",
    [
        "472 = (27 + 18) * 11 - (18 + 5)",
        "((27 + 18) x 11) - (18 + 5)",
        "Expression: (27 + 18) * 11 - 18 - 5",
    ],
)
def test_a_calculation_in_other_words_is_right(response, make_task):
    facts = {"numbers": [11, 5, 18, 27, 18], "target": 472}
    assert verify(make_task("expression", "472", {"use_all": True}, facts), response).correct


BAD_TASKS = [
    ("integer", 5, {}, {}),
    ("integer", "5", [], {}),
    ("integer", "5", {}, None),
    (5, "5", {}, {}),
    (["integer"], "5", {}, {}),
    ("choice", "A", {"choices": 5}, {}),
    ("grid", "1 2", {"rows": "x"}, {}),
    ("grid", "1 2", {"columns": [2]}, {}),
    ("expression", "5", {}, {"numbers": 5, "target": 5}),
    ("expression", "5", {}, {"numbers": [[5]], "target": 5}),
    ("expression", "5", {}, {"numbers": [5], "target": 5.0}),
    ("expression", "1", {}, {"numbers": [1], "target": True}),
    ("assignment", "a: b", {"values": "b"}, {"names": ["a"]}),
    ("assignment", "a: b", {"values": []}, {"names": ["a"]}),
    ("assignment", "a: b", {"values": ["b"]}, {"names": "a"}),
    ("path", "1, 2", {}, {"edges": 5, "start": 1, "goal": 2}),
    ("path", "1, 2", {}, {"edges": [[1]], "start": 1, "goal": 2}),
    ("path", "1, 2", {}, {"edges": [[1, 2, float("inf")]], "start": 1, "goal": 2}),
]


@pytest.mark.parametrize(("name", "gold", "options", "facts"), BAD_TASKS)
def test_a_task_of_wrong_types_is_a_value_error(name, gold, options, facts):
    task = Task("u", "q", "f", gold, Checker(name, options), ("s",), 1, facts, "k", 1)
    with pytest.raises(ValueError, match="must be"):
        verify(task, "5")
