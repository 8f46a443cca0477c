"""Single questions: rows agree with the script, and a stopped evaluation goes on exactly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation import QuestionRow, evaluate_questions, question_tasks, read_rows
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


def test_another_batch_size_is_another_evaluation(finished, tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(finished[1])
    with pytest.raises(ValueError, match="batch_size was 5"):
        evaluate(out=path, batch_size=3)


def test_what_was_refused_leaves_the_folder_to_the_corrected_command(finished, tmp_path):
    path = tmp_path / "questions.jsonl"
    with pytest.raises(ValueError, match="temperature"):
        evaluate(out=path, temperature=-1.0)
    assert not path.exists()
    path.write_bytes(finished[1].split(b"\n")[0] + b"\n")  # Of other settings, and without a row.
    assert len(evaluate(out=path, max_tokens=99)) == len(finished[0])


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
        ({"per_level": 2}, "per_level was 4"),
        ({"mixture": Mixture.parse("chain_sum:1-2")}, "mixture was"),
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


@pytest.mark.parametrize("change", [{"per_level": 0}, {"batch_size": 0}, {"max_tokens": 0}])
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
