"""Nothing in a response runs, hangs, raises, or reaches another thread's verdict."""

import ast
import string
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ponder.verifiers
from ponder.verifiers import bounds, extract, grade, verify, verify_many
from tests.verifiers.conftest import built_in_checkers, task_of

PACKAGE = Path(ponder.verifiers.__file__).parent
FORBIDDEN = {
    "eval",
    "exec",
    "compile",
    "sympify",
    "parse_expr",
    "literal_eval",
    "__import__",
    "signal",
    "alarm",
    "setitimer",
}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_the_source_calls_nothing_that_executes(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            assert name not in FORBIDDEN
        if isinstance(node, ast.Import):
            assert not {alias.name.partition(".")[0] for alias in node.names} & {"ast", "signal"}
        if isinstance(node, ast.ImportFrom):
            assert node.module not in ("ast", "signal", "sympy")


@pytest.mark.parametrize(
    "code",
    [
        "__import__('pathlib').Path({canary!r}).touch()",
        "open({canary!r}, 'w')",
        "[open({canary!r}, 'w') for _ in (1,)]",
        "exit()",
        "S.Zero*__import__('os').system('touch {canary}')",
        "(lambda: open({canary!r}, 'w'))()",
    ],
)
def test_code_in_an_answer_does_not_run(kind, code, make_task, tmp_path):
    canary = tmp_path / "canary"
    text = code.format(canary=str(canary))
    for response in (text, f"\\boxed{{{text}}}", f"<answer>{text}</answer>", f"Answer: [{text}]"):
        assert not verify(make_task(kind), response).correct
    assert not canary.exists()


LONG = 10_000_000
HUGE = {
    "letters": "x" * LONG,
    "lines": "x\n" * (LONG // 2),
    "spaces": " " * LONG + "x",
    "blank lines": "x" + "\n" * LONG,
    "spaced lines": "\n \t" * (LONG // 3) + "x",
    "openers": "<answer>" * (LONG // 8),
    "closers": "</think>" * (LONG // 8),
    "boxes": "\\boxed{" * (LONG // 7),
    "empty boxes": "\\boxed{}" * (LONG // 8),
    "bare boxes": "\\boxed " * (LONG // 7),
    "braces": "\\boxed{" + "{" * LONG,
    "phrases": "the answer is " * (LONG // 14),
    "words": "nswer" * (LONG // 5),
    "headings": "answer\n" * (LONG // 7),
    "hashes": "#" * LONG,
    "fences": "```\n" * (LONG // 4),
    "dollars": "$$\n" * (LONG // 3),
    "digits": "1" * LONG,
    "stars": "*" * LONG,
    "equations": "1=" * (LONG // 2) + "1",
}


@pytest.mark.parametrize("name", HUGE)
def test_ten_megabytes_are_judged_at_once(name, make_task):
    started = time.process_time()
    for kind in ("integer", "grid", "text"):
        assert not verify(make_task(kind), HUGE[name]).correct
    assert time.process_time() - started < 3


def test_an_answer_at_the_end_of_ten_megabytes_is_found(make_task):
    assert verify(make_task("integer"), "x " * (LONG // 2) + "\\boxed{1234}").correct
    assert extract("<think>" + "x" * LONG + "\\boxed{1234}").how == "truncated"


MANY_NAMES = "".join(f"{a}_{b}" for a in string.ascii_letters for b in string.digits)[:2600]
SLOW = [
    " " * 9000 + "x",
    "and " * 4500,
    " and" * 4500,
    "," * 19000,
    "1," * 9000 + "1",
    "=" * 19000,
    ":" * 9000 + "=" * 9000,
    "1:" * 9000,
    "-" * 19000 + "x",
    "]" + " " * 19000,
    "] ,[" * 4000,
    "(" * 19000,
    "\\boxed{" * 2000 + "}" * 2000,
    "1" * 19000,
    "1,234" * 3800,
    "1." * 9000,
    "x" * 19000,
    "x^2+" * 4000 + "1",
    "(x+1)" * 3800,
    "(x+y+z+w+u+v)^900",
    "((x+1)^30)^30",
    "+".join(f"1/{n}" for n in range(1, 2500)),
    "*".join(["9" * 900] * 20),
    "1/" * 9000 + "1",
    "9^" * 9000 + "9",
    "(2^4000)*" * 1000 + "1",
    "(1/3)^2000-" * 1000 + "1",
    "\\sqrt[64]{" + "9" * 900 + "}",
    "*(1+x)^99" * 100,
    "is a " * 4000,
    ": " * 9000,
    "A -> " * 4000,
    "A" + " ->" * 6000,
    "\\to" * 6000,
    "**" * 9000 + "x",
    "$" * 19000,
    "." * 19000,
    "\\text{" * 2500 + "}" * 2500,
    "'" * 19000,
    "|" * 19000,
    "\\left" * 3800,
    "_" * 19000,
    "x_" * 9000,
    "%" * 19000,
    "1" + "%" * 15000,
    "\\begin{" * 2500,
    "(" + "1," * 9000 + "1)",
    "<" * 19000,
    "&" * 19000,
    "answer: " * 2400,
    "\\$" * 9000,
    "-(" * 9000,
    "=".join([f"{MANY_NAMES}(x+y+z+w)^4(x+y+z+1)^2(x+y+w+1)^2"] * 7),
    "=".join(["+".join(["1/3^1200"] * 300)] * 7),
    "`" * 4 + "1\n" * 9900 + "`" * 4,
]


@pytest.mark.parametrize("answer", SLOW, ids=range(len(SLOW)))
def test_no_answer_takes_long(answer, make_task):
    assert len(answer) <= bounds.ANSWER_CHARACTERS
    for kind in built_in_checkers():
        # What takes a second three times hangs on something; once may be the interpreter's own.
        assert any(is_quick(make_task(kind), answer) for _ in range(3)), kind


def is_quick(task, answer):
    started = time.process_time()
    assert not verify(task, f"<answer>{answer}</answer>").correct
    return time.process_time() - started < 1


def test_deep_callers_do_not_overflow(make_task):
    task = make_task("polynomial")
    deepest = "(" * (bounds.NESTING - 1) + "x" + ")" * (bounds.NESTING - 1)
    towers = [
        "2^" * (bounds.NESTING - 1) + "2",
        "\\sqrt{" * 31 + "4" + "}" * 31,
        "-(" * 31 + "x" + ")" * 31,
    ]

    def descend(depth):
        if depth:
            return descend(depth - 1)
        return [verify(task, text).correct for text in (deepest, *towers)]

    assert descend(sys.getrecursionlimit() // 3) == [False] * 4


def test_threads_judge_as_one_thread_does(make_task):
    tasks, responses = [], []
    for number in range(400):
        for kind, gold in (
            ("integer", f"{number}"),
            ("polynomial", f"x^2+{number}"),
            ("set", f"{number}, -1"),
        ):
            tasks.append(make_task(kind, gold, {}, {}))
            responses.append(f"The answer is {gold}." if number % 3 else f"The answer is {gold}1.")
    alone = verify_many(tasks, responses)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(verify, tasks, responses))
    assert together == alone
    assert [verdict.correct for verdict in alone[::3]] == [bool(n % 3) for n in range(400)]


def test_importing_is_light():
    code = (
        "import sys, ponder.verifiers; "
        "print(*{'sympy', 'numpy', 'torch', 'pydantic', 'transformers'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        cwd=PACKAGE.parent.parent,
    )  # fmt: skip
    assert done.stdout.split() == []


def test_the_reasoning_of_a_long_response_is_found_at_either_end(make_task):
    task, filler = make_task("integer"), "x " * (LONG // 2)
    for text, how in (
        (f"<think>hm</think>{filler}\\boxed{{1234}}", "boxed"),
        (f"<think>{filler}</think>\\boxed{{1234}}", "boxed"),
        (f"<think>{filler}\\boxed{{1234}}", "truncated"),
        (f"hm</think>{filler}<think>\\boxed{{1234}}", "truncated"),
    ):
        verdict = verify(task, text)
        assert (verdict.correct, verdict.how) == (how == "boxed", how)
    assert verify(task, f"hm</think>{filler}\\boxed{{1234}}", reasoning_open=True).correct
    assert extract(f"{filler}\\boxed{{1234}}", reasoning_open=True).how == "truncated"


@pytest.mark.parametrize("weight", ["1e100000000", "1e1000000", "x", None, [1], float("inf")])
def test_a_weight_that_would_take_long_is_refused(weight):
    facts = {"edges": [["A", "B", weight]], "start": "A", "goal": "B"}
    with pytest.raises(ValueError, match="fact 'edges' must be a list of edges"):
        verify(task_of("path", "A B", {}, facts), "A B")


@pytest.mark.parametrize("tolerance", ["1e100000000", "1e-100000000", "9" * 5000])
@pytest.mark.parametrize("checker", ["math", "decimal"])
def test_a_tolerance_that_would_take_long_is_refused(checker, tolerance):
    with pytest.raises(ValueError, match="option 'tolerance' must be a decimal string"):
        grade("2.4", "2.5", kind=checker, options={"tolerance": tolerance})


def test_a_graph_with_too_many_edges_is_refused():
    facts = {"edges": [["A", "B"]] * (bounds.EDGES + 1), "start": "A", "goal": "B"}
    with pytest.raises(ValueError, match=f"at most {bounds.EDGES} edges"):
        verify(task_of("path", "A B", {}, facts), "A B")


@pytest.mark.parametrize("checker", built_in_checkers())
def test_a_reference_that_is_too_long_is_refused(checker):
    with pytest.raises(ValueError, match="a reference answer may have 20000 characters, got 20001"):
        grade("1", "1" * 20_001, kind=checker)
