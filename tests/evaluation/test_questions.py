"""Single questions: rows agree with the script, and a stopped evaluation goes on exactly."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.evaluation import QuestionRow, evaluate_questions, question_tasks, read_rows
from ponder.evaluation.plan import Plan
from ponder.evaluation.questions import evaluate_plan
from ponder.generators.mixture import Mixture
from ponder.policies.scripted import ScriptedPolicy
from ponder.task import split_of

MIXTURE = Mixture.parse("chain_sum:1-2,gcd:3*5")
PER_LEVEL = 4


class Refusing:
    """Fails as soon as it is asked anything."""

    name = "scripted"

    def complete(self, turns, *, max_tokens, seed, temperature=1.0):
        raise AssertionError(f"{len(turns)} turns were put again")


def scripted(mixture, per_level, accuracy=lambda level, tokens: 0.5, tokens=None, seed=1):
    tasks = {
        task.question: task for _, task in question_tasks(mixture, per_level=per_level, seed=seed)
    }
    return ScriptedPolicy(
        tasks, accuracy=accuracy, tokens=tokens or (lambda turn, level: 10 * level)
    )


POLICY = scripted(MIXTURE, PER_LEVEL)


def evaluate(policy=POLICY, mixture=MIXTURE, **changes):
    arguments = {"per_level": PER_LEVEL, "seed": 1, "max_tokens": 100, "batch_size": 5}
    return evaluate_questions(policy, mixture, **{**arguments, **changes})


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    path = tmp_path_factory.mktemp("finished") / "questions.jsonl"
    return evaluate(out=path), path.read_bytes()


def test_every_source_and_level_gets_its_share_whatever_its_weight():
    rows = evaluate()
    slots = [(row.source, row.level) for row in rows]
    assert slots == [
        slot for slot in [("chain_sum", 1), ("chain_sum", 2), ("gcd", 3)] for _ in range(PER_LEVEL)
    ]
    assert len({row.uid for row in rows}) == len(rows)


def test_questions_are_of_the_split_and_the_seed_names_them():
    for split in ("valid", "test"):
        tasks = [t for _, t in question_tasks(MIXTURE, per_level=9, seed=1, split=split)]
        assert {split_of(task.key) for task in tasks} == {split}
    one, other = (question_tasks(MIXTURE, per_level=9, seed=seed) for seed in (1, 2))
    assert not {task.uid for _, task in one} & {task.uid for _, task in other}


def test_rows_measure_what_the_script_says():
    mixture = Mixture.parse("chain_sum:1-3")
    rates = {1: 0.9, 2: 0.2, 3: 1.0}
    policy = scripted(
        mixture,
        300,
        accuracy=lambda level, tokens: rates[level],
        tokens=lambda turn, level: 40 * level,
    )
    rows = evaluate(policy, mixture, per_level=300, max_tokens=100)
    for level in (1, 2, 3):
        own = [row for row in rows if row.level == level]
        # 40, 80, and 120 tokens of which the cap leaves 100 and no answer.
        assert {row.tokens for row in own} == {min(40 * level, 100)}
        assert {row.finished for row in own} == {level < 3}
        right = sum(row.correct for row in own) / 300
        assert right == pytest.approx(rates[level] if level < 3 else 0, abs=4 * 0.5 / 300**0.5)
    assert {row.how for row in rows if row.level < 3} == {"tag"}
    assert {row.extracted for row in rows if row.correct} <= {row.answer for row in rows}


def test_the_file_holds_the_rows(finished, tmp_path):
    rows, content = finished
    path = tmp_path / "questions.jsonl"
    path.write_bytes(content)
    found = read_rows(path, QuestionRow)
    assert found.rows == rows
    assert found.total == len(rows) == 12
    assert found.settings["per_level"] == PER_LEVEL
    assert found.settings["policy"] == "scripted"


@given(st.data())
def test_cut_anywhere_it_ends_up_the_same_to_the_byte(finished, tmp_path_factory, data):
    rows, content = finished
    path = tmp_path_factory.mktemp("cut") / "questions.jsonl"
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    assert evaluate(out=path) == rows
    assert path.read_bytes() == content


def test_what_is_finished_is_not_asked_again(finished, tmp_path):
    rows, content = finished
    path = tmp_path / "questions.jsonl"
    path.write_bytes(content)
    assert evaluate(Refusing(), out=path) == rows


def test_whole_batches_are_kept(finished, tmp_path):
    rows, content = finished
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\n".join(content.split(b"\n")[:8]) + b"\n")  # 7 rows.
    asked = []
    again = evaluate(out=path, on_progress=lambda done, total: asked.append(done))
    assert asked == [5, 10, 12]
    assert again == rows


def test_another_batch_size_goes_on_after_the_last_whole_batch(finished, tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\n".join(finished[1].split(b"\n")[:8]) + b"\n")  # 7 rows.
    asked = []
    rows = evaluate(out=path, batch_size=3, on_progress=lambda done, total: asked.append(done))
    assert asked == [5, 8, 11, 12]
    assert rows[:5] == finished[0][:5]
    assert read_rows(path, QuestionRow).settings["batch_size"] == 3


def test_what_was_refused_leaves_the_folder_to_the_corrected_command(finished, tmp_path):
    path = tmp_path / "questions.jsonl"
    with pytest.raises(ValueError, match="temperature"):
        evaluate(out=path, temperature=-1.0)
    assert not path.exists()
    path.write_bytes(finished[1].split(b"\n")[0] + b"\n")  # Of other settings, and without a row.
    assert len(evaluate(out=path, max_tokens=99)) == len(finished[0])


@pytest.mark.parametrize(
    "change", [{"per_level": 2}, {"mixture": Mixture.parse("chain_sum:2")}, {"batch_size": 3}]
)
def test_what_is_a_part_of_what_is_there_is_not_asked_again(finished, tmp_path, change):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(finished[1])
    rows = evaluate(Refusing(), out=path, **change)
    wanted = {task.uid for _, task in asked_of(**change)}
    assert rows == [row for row in finished[0] if row.uid in wanted]
    assert path.read_bytes() == finished[1]


def asked_of(mixture=MIXTURE, per_level=PER_LEVEL, **_):
    return question_tasks(mixture, per_level=per_level, seed=1)


MORE = {
    "levels": {"mixture": Mixture.parse("chain_sum:1-4,gcd:3")},
    "sources": {"mixture": Mixture.parse("chain_sum:1-2,gcd:3,products:1")},
    "questions": {"per_level": 6},
    "samples": {"samples": 3},
    "all": {"mixture": Mixture.parse("chain_sum:2-3,gcd:3"), "per_level": 5, "samples": 2},
}


@pytest.fixture(scope="module", params=MORE)
def grown(request, finished, tmp_path_factory):
    """A finished file that was asked for more: change, policy, rows, bytes, and what was asked."""
    change = MORE[request.param]
    mixture, per_level = change.get("mixture", MIXTURE), change.get("per_level", PER_LEVEL)
    policy = scripted(mixture, per_level)
    path = tmp_path_factory.mktemp("grown") / "questions.jsonl"
    path.write_bytes(finished[1])
    told = []
    rows = evaluate(policy, out=path, on_progress=lambda *done: told.append(done), **change)
    return change, policy, rows, path.read_bytes(), told


def test_only_what_is_missing_is_asked(finished, grown):
    change, _, rows, content, told = grown
    wanted = [
        (task.uid, sample)
        for sample in range(change.get("samples", 1))
        for _, task in asked_of(**change)
    ]
    assert [(row.uid, row.sample) for row in rows] == wanted
    there = [row for row in finished[0] if (row.uid, row.sample) in wanted]
    assert [row for row in rows if row in finished[0]] == there
    assert told[0] == (len(there), len(wanted))
    assert told[-1] == (len(wanted), len(wanted))
    lines = content.split(b"\n")
    assert lines[1:13] == finished[1].split(b"\n")[1:13]
    assert len(lines) == 1 + 12 + len(wanted) - len(there) + 1


@settings(max_examples=25)
@given(st.data())
def test_cut_anywhere_a_grown_file_ends_up_the_same_to_the_byte(grown, tmp_path_factory, data):
    change, policy, rows, content, _ = grown
    least = len(content.split(b"\n")[0]) + 1  # The first line is never half there.
    path = tmp_path_factory.mktemp("cut") / "questions.jsonl"
    old = sum(len(line) + 1 for line in content.split(b"\n")[:13])
    path.write_bytes(content[: data.draw(st.integers(max(least, old), len(content)))])
    assert evaluate(policy, out=path, **change) == rows
    assert path.read_bytes() == content


def test_samples_asked_at_once_or_one_after_the_other_are_the_same(tmp_path):
    path = tmp_path / "questions.jsonl"
    for samples in (1, 2, 3):
        rows = evaluate(out=path, samples=samples)
    assert rows == evaluate(samples=3)
    assert len({row.correct for row in rows}) == 2


def test_samples_are_drawn_independently():
    rows = evaluate(scripted(MIXTURE, 100), per_level=100, samples=2)
    first, second = rows[:300], rows[300:]
    assert [row.uid for row in first] == [row.uid for row in second]
    # Of two answers that are right half of the time, independently, half agree.
    agree = sum(one.correct == other.correct for one, other in zip(first, second, strict=True))
    assert agree == pytest.approx(150, abs=4 * 75**0.5)


def test_other_weights_are_refused_where_both_are_known(tmp_path):
    plan = Plan(mixture=MIXTURE, per_level=PER_LEVEL, seed=1, max_tokens=100)
    path = tmp_path / "questions.jsonl"
    evaluate_plan(POLICY, plan, weights="aa", out=path)
    with pytest.raises(ValueError, match="weights was 'aa'"):
        evaluate_plan(POLICY, plan, weights="bb", out=path)
    assert evaluate_plan(Refusing(), plan, out=path) == evaluate_plan(POLICY, plan)


def test_another_policy_is_refused_by_name(finished, tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(finished[1])
    other = scripted(MIXTURE, PER_LEVEL)
    other.name = "other"
    with pytest.raises(ValueError, match="policy was 'scripted'"):
        evaluate(other, out=path)


def test_a_question_that_a_small_corpus_repeats_is_asked_as_often(tmp_path):
    corpus = tmp_path / "few.jsonl"
    rows = [{"question": f"What is {n} + {n}?", "answer": f"#### {2 * n}"} for n in range(40)]
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    mixture = Mixture.parse(f"gsm8k={corpus}")
    (source,) = mixture.parts
    per_level = 30
    policy = scripted(mixture, per_level)
    path = tmp_path / "out" / "questions.jsonl"
    found = evaluate(policy, mixture, per_level=per_level, out=path)
    assert len(found) == per_level * len(source.levels)
    assert len({row.uid for row in found}) < len(found)
    assert evaluate(Refusing(), mixture, per_level=per_level, out=path) == found


def test_progress_is_told_from_start_to_end():
    told = []
    evaluate(on_progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 12), (5, 12), (10, 12), (12, 12)]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"seed": 2, "policy": scripted(MIXTURE, PER_LEVEL, seed=2)}, "seed was 1"),
        ({"max_tokens": 99}, "max_tokens was 100"),
        ({"temperature": 0.5}, "temperature was 1.0"),
        ({"split": "valid"}, "split was 'test'"),
        (
            {"mixture": Mixture.parse('chain_sum[{"terms":6}]:1-2')},
            "chain_sum was 'chain_sum@1', and is",
        ),
    ],
)
def test_other_settings_are_refused_and_the_file_is_left_alone(finished, tmp_path, change, name):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(finished[1])
    with pytest.raises(ValueError, match=name):
        evaluate(out=path, **change)
    assert path.read_bytes() == finished[1]


@pytest.mark.parametrize(
    "content", ["not json\n", "[1]\n", '{"uid": "a"}\n', '{"settings": {}, "total": 3}\n{}\n']
)
def test_another_file_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "questions.jsonl"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"questions\.jsonl"):
        evaluate(out=path)
    assert path.read_text() == content


@pytest.mark.parametrize(
    "change", [{"per_level": 0}, {"batch_size": 0}, {"max_tokens": 0}, {"samples": 0}]
)
def test_bad_arguments_are_refused(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        evaluate(**change)


def test_any_text_survives_the_file(tmp_path):
    class Hostile:
        name = "hostile"

        def complete(self, turns, *, max_tokens, seed, temperature=1.0):
            done = POLICY.complete(turns, max_tokens=max_tokens, seed=seed)
            text = "line\nline\r\u2028\x00\ud800</script>"
            return [type(c)(text, c.prompt_ids, c.token_ids, (), True) for c in done]

    path = tmp_path / "questions.jsonl"
    rows = evaluate(Hostile(), out=path)
    assert read_rows(path, QuestionRow).rows == rows
    assert len(path.read_bytes().splitlines()) == 13
    assert all(isinstance(json.loads(line), dict) for line in path.read_bytes().splitlines())
