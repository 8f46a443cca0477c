import collections
import json
import pickle
import re
import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ponder.generators.corpora.files as files
from ponder.generators.corpora import SCHEMAS, Corpus, corpus, load_corpus_task, register, shelf
from ponder.generators.corpora.corpus import _shuffled
from ponder.generators.corpora.gold import final_answer, shape
from ponder.generators.corpora.levels import LENGTH_CUTS, level_of
from ponder.generators.loading import load
from ponder.task import SPLITS, split_of
from ponder.verifiers import verify

FIXTURES = Path(__file__).parents[1] / "fixtures" / "corpora"
REAL = Path(__file__).parents[3] / "shared" / "data"

# With its last line added, a solution of the k-th length is of level k.
LENGTHS = [cut - 30 for cut in (*LENGTH_CUTS, 900)]

real_data = pytest.mark.skipif(
    not REAL.is_dir(), reason="the published rows (shared/data beside the checkout) are absent"
)


@pytest.fixture(autouse=True)
def empty_shelf(monkeypatch):
    monkeypatch.setattr(shelf, "_places", {})
    monkeypatch.delenv(shelf.ENVIRONMENT, raising=False)


def metamath_rows(count=600):
    """Rows of MetaMathQA's schema: two types, four rewrites of each problem, all lengths."""
    return [
        {
            "type": "GSM_SV" if number % 2 else "MATH_AnsAug",
            "query": f"Rewrite {number} of {number // 4}: what is {number} plus 1?",
            "original_question": f"Problem {number // 4}",
            "response": "x" * LENGTHS[number % 10] + f"\nThe answer is: {number + 1}",
        }
        for number in range(count)
    ]


def all_tasks(opened):
    for number in range(len(opened._index)):
        split = opened._index.split(number)
        if split:
            yield opened.load(f"{opened.digest}/{split}/r{number}")


def write(path, rows):
    if path.suffix == ".json":
        path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    elif path.suffix == ".jsonl":
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path.write_text("".join(lines), encoding="utf-8")
    else:
        pyarrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=100)
    return path


@pytest.mark.parametrize(
    ("solution", "after", "answer"),
    [
        ("so\nThe answer is: 7", "The answer is:", "7"),
        ("The answer is: 6\nno\nThe answer is: 7 \n", "The answer is:", "7"),
        ("The answer is:", "The answer is:", None),
        ("it is 7", "The answer is:", None),
        ("work\n#### 1,450", "####", "1,450"),
        (r"$\boxed{1}$ or $\boxed{\frac{1}{\sqrt{2}}}$", "\\boxed", r"\frac{1}{\sqrt{2}}"),
        (r"$\boxed{\{1, 2\}}$", "\\boxed", r"\{1, 2\}"),
        (r"$\boxed 5$", "\\boxed", "5"),
        (r"$\boxed{1}$ then $\boxed{2", "\\boxed", "1"),
        (r"$\boxed{ }$", "\\boxed", None),
    ],
)
def test_final_answer(solution, after, answer):
    assert final_answer(solution, after) == answer


@pytest.mark.parametrize(
    ("written", "answer", "checker"),
    [
        ("18", "18", "integer"),
        ("1,450,000", "1450000", "integer"),
        ("12,34", "12,34", "math"),
        (r"\$32,\!348", r"\$32,348", "math"),
        (r"11,\! 111,\! 100", "11111100", "integer"),
        (r"90^\circ", r"90^\circ", "math"),
        ("x=5", "x=5", "math"),
        ("3.21", "3.21", "math"),
        (r"\frac43", r"\frac43", "math"),
        ("1,-2", "1,-2", "math"),
        ("(a+5)(b+2)", "(a+5)(b+2)", "math"),
        (r"\text{Evelyn}", r"\text{Evelyn}", "math"),
        (r"3\sqrt{13}", r"3\sqrt{13}", "math"),
    ],
)
def test_the_shape_of_the_answer_picks_the_checker(written, answer, checker):
    gold = shape(written)
    assert (gold.answer, gold.checker.name) == (answer, checker)


def test_levels_follow_math_or_the_length():
    assert [level_of("", f"Level {m}") for m in range(1, 6)] == [2, 4, 6, 8, 10]
    assert level_of("", 3) == 6
    assert level_of("a  b", "Level ?") == level_of("a b") == 1
    assert [level_of("x" * cut) for cut in LENGTH_CUTS] == list(range(1, 10))
    assert [level_of("x" * (cut + 1)) for cut in LENGTH_CUTS] == list(range(2, 11))


@given(total=st.integers(1, 300), key=st.integers(0, 2**64))
def test_an_order_holds_every_place_once(total, key):
    assert sorted(_shuffled(place, total, key) for place in range(total)) == list(range(total))


EXPECTED = {
    "metamathqa.json": [
        ("41", "integer", 1),
        ("41", "integer", 1),
        (r"\sqrt{2}", "math", 1),
        (r"\frac{3}{4}", "math", 1),
    ],
    "numinamath_tir.jsonl": [("32", "integer", 1), (r"\frac{3}{8}", "math", 1)],
    "gsm8k.jsonl": [("1500", "integer", 1)],
    "math500.jsonl": [
        ("x^2+2x+1", "math", 4),
        ("(x-1)(x+1)", "math", 10),
        (r"\text{red}", "math", 1),
    ],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_rows_of_each_published_schema(name):
    opened = Corpus(SCHEMAS[name.partition(".")[0]], FIXTURES / name)
    tasks = list(all_tasks(opened))
    assert [(t.answer, t.checker.name, t.level) for t in tasks] == EXPECTED[name]
    for task in tasks:
        assert verify(task, f"So it is \\boxed{{{task.answer}}}.").correct
        assert not verify(task, "\\boxed{nonsense 977}").correct
        assert task.answer in task.steps[-1]
        assert all(0 < len(step) < 200 for step in task.steps)
        assert re.fullmatch(rf"{opened.name}@[0-9a-f]{{12}}/[a-z]+/r[0-9]+", task.uid)
        assert task.uid.split("/")[1] == split_of(task.key)


def test_unusable_rows_are_counted_with_their_reason():
    opened = Corpus(SCHEMAS["metamathqa"], FIXTURES / "metamathqa.json")
    assert len(opened) == 4
    assert opened.skipped == {"no final answer after 'The answer is:'": 1}
    with pytest.raises(ValueError, match="no final answer after"):
        opened.load(f"{opened.digest}/train/r4")


def test_rewrites_of_one_problem_stay_in_one_split():
    opened = Corpus(SCHEMAS["metamathqa"], FIXTURES / "metamathqa.json")
    first, second, *_ = all_tasks(opened)
    assert first.question != second.question
    assert first.key == second.key


def test_calculator_notes_are_no_steps():
    opened = Corpus(SCHEMAS["gsm8k"], FIXTURES / "gsm8k.jsonl")
    (task,) = all_tasks(opened)
    assert task.steps[0] == "The pens cost 4*3=$12."
    assert task.steps[-1] == "The answer is 1500"


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".parquet"])
def test_every_format_gives_the_same_rows(tmp_path, suffix, monkeypatch):
    # A small buffer puts rows, escapes and letters of several bytes across its edges.
    monkeypatch.setattr(files, "CHUNK", 97)
    rows = metamath_rows(250)
    rows[7]["query"] = 'A "quoted" brace } and [list] naïve ½ \\ \n end 🙂?'
    opened = Corpus(SCHEMAS["metamathqa"], write(tmp_path / f"rows{suffix}", rows))
    tasks = list(all_tasks(opened))
    assert [t.question for t in tasks] == [row["query"] for row in rows]
    assert [t.answer for t in tasks] == [str(number + 1) for number in range(250)]


def test_an_indented_array_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(metamath_rows(3), indent=2), encoding="utf-8-sig", newline="\r\n")
    opened = Corpus(SCHEMAS["metamathqa"], path)
    assert [t.answer for t in all_tasks(opened)] == ["1", "2", "3"]


def test_draws_are_addressed_and_repeat_nothing_before_all_were_had(tmp_path):
    opened = Corpus(SCHEMAS["metamathqa"], write(tmp_path / "rows.json", metamath_rows()))
    level = opened.levels[0]
    train = [t for t in all_tasks(opened) if t.level == level and "/train/" in t.uid]
    drawn = [
        opened.task(level=level, split="train", seed=5, index=index) for index in range(len(train))
    ]
    assert sorted(t.uid for t in drawn) == sorted(t.uid for t in train)
    other = [opened.task(level=level, split="train", seed=6, index=i).uid for i in range(5)]
    assert other != [t.uid for t in drawn[:5]]
    assert all(t.level == level for t in drawn)
    assert opened.task(level=level, split="train", seed=5, index=3) == drawn[3]
    again = pickle.loads(pickle.dumps(opened))
    assert again.task(level=level, split="train", seed=5, index=3) == drawn[3]


def test_types_are_sources_of_their_own(tmp_path):
    opened = Corpus(SCHEMAS["metamathqa"], write(tmp_path / "rows.json", metamath_rows()))
    kinds = opened.kinds()
    assert [kind.name for kind in kinds] == ["metamathqa/GSM_SV", "metamathqa/MATH_AnsAug"]
    assert [kind.digest for kind in kinds] == [
        f"{opened.digest}[GSM_SV]",
        f"{opened.digest}[MATH_AnsAug]",
    ]
    assert sum(map(len, kinds)) == len(opened) == 600
    for index in range(20):
        task = kinds[0].task(level=kinds[0].levels[0], split="train", seed=0, index=index)
        assert int(task.uid.rpartition("/r")[2]) % 2 == 1
    with pytest.raises(ValueError, match=r"type .* must be one of .*'GSM_SV'"):
        opened.kind("GSM_XX")


def test_a_draw_where_there_are_no_rows():
    opened = Corpus(SCHEMAS["gsm8k"], FIXTURES / "gsm8k.jsonl")
    assert opened.levels == ()
    with pytest.raises(ValueError, match="no row of level 9 in split 'test'"):
        opened.task(level=9, split="test", seed=0, index=0)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("   \n", "is empty"),
        ("hello", "neither a JSON array, nor JSON lines, nor Parquet"),
        ("[", r"row 0 .*cut short"),
        ('[{"type": "a"', r"row 0 .*cut short"),
        ('{"type": "a"\n', r"row 0 .*cut short"),
        ("[1, 2]", "row 0 .* must be a JSON object"),
        ("[]", "holds no usable row.*it has no rows"),
        ('[{"query": "q", "colour": "red"}]', r"'type'.*missing, found \['colour', 'query'\]"),
        (json.dumps(metamath_rows(3))[:-40], "row 2 .*cut short"),
        ("PAR1 and nothing more", "not a whole Parquet file"),
    ],
)
def test_bad_files_are_named(tmp_path, content, message):
    if content.startswith("PAR1"):
        pytest.importorskip("pyarrow")
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=message) as error:
        Corpus(SCHEMAS["metamathqa"], path)
    assert "bad.json" in str(error.value)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "bad.json"
    path.write_bytes(b'[{"query": "\xff"}]')
    with pytest.raises(ValueError, match=r"bad.json is not UTF-8"):
        Corpus(SCHEMAS["metamathqa"], path)


def test_a_parquet_file_cut_short_or_of_other_columns(tmp_path):
    whole = write(tmp_path / "rows.parquet", metamath_rows(300))
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(whole.read_bytes()[:-200])
    with pytest.raises(ValueError, match=r"cut.parquet is not a whole Parquet file"):
        Corpus(SCHEMAS["metamathqa"], cut)
    with pytest.raises(ValueError, match=r"\['problem', 'solution'\] are missing, found \['orig"):
        Corpus(SCHEMAS["numinamath_tir"], whole)


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no file at .*none.json"):
        Corpus(SCHEMAS["gsm8k"], tmp_path / "none.json")
    with pytest.raises(ValueError, match="is a folder"):
        Corpus(SCHEMAS["gsm8k"], tmp_path)


def test_a_file_that_changes_under_the_index(tmp_path):
    path = write(tmp_path / "rows.jsonl", metamath_rows(20))
    opened = Corpus(SCHEMAS["metamathqa"], path)
    path.write_text("short")
    with pytest.raises(ValueError, match="has changed since it was opened"):
        opened.load(f"{opened.digest}/{opened._index.split(3)}/r3")


def test_a_dataset_of_the_library(tmp_path, monkeypatch):
    pytest.importorskip("datasets")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "own"
    folder.mkdir()
    write(folder / "train.jsonl", metamath_rows(30))
    # The library takes a folder of files for a dataset of the hub.
    reader = files.HubReader(str(folder), SCHEMAS["metamathqa"])
    assert len(reader.sha256) == 64
    (place, row), *_ = reader.scan()
    assert reader.read(place) == row == metamath_rows(1)[0]


def test_loading_by_uid_needs_the_very_file(tmp_path, monkeypatch):
    path = write(tmp_path / "rows.json", metamath_rows(40))
    task = next(all_tasks(Corpus(SCHEMAS["metamathqa"], path)))
    with pytest.raises(ValueError, match=r"absent here: .*register.*PONDER_CORPORA"):
        load(task.uid)
    monkeypatch.setenv("PONDER_CORPORA", f"metamathqa={path}")
    assert load(task.uid) == load_corpus_task(task.uid) == task
    write(path, metamath_rows(41))
    with pytest.raises(ValueError, match="is of other content"):
        load(task.uid)
    register("metamathqa", FIXTURES / "metamathqa.json")
    digest = corpus("metamathqa").digest
    with pytest.raises(ValueError, match="beyond the last, 4"):
        load(f"{digest}/train/r99")
    held = corpus("metamathqa")._index.split(0)
    wrong = next(split for split in SPLITS if split != held)
    with pytest.raises(ValueError, match=f"is in split '{held}'"):
        load(f"{digest}/{wrong}/r0")
    with pytest.raises(ValueError, match="uid must look like"):
        load_corpus_task("metamathqa@123/train/r0")


def test_load_generates_what_is_no_corpus_row():
    task = load("chain_sum@1/train/L2/s7/i0")
    assert task.uid == "chain_sum@1/train/L2/s7/i0"


def test_the_shelf_refuses_what_it_does_not_know(monkeypatch):
    with pytest.raises(ValueError, match="did you mean 'metamathqa'"):
        register("metamath", "x.json")
    monkeypatch.setenv("PONDER_CORPORA", "gsm8k")
    with pytest.raises(ValueError, match="NAME=PATH pairs separated by commas, got 'gsm8k'"):
        shelf.registered()


PUBLISHED = [
    ("metamathqa", "metamath/metamathqa_rows.jsonl", 5),
    ("numinamath_tir", "numinamath/numinamath_tir_rows.jsonl", 1),
    ("gsm8k", "gsm8k/test_first_half.jsonl", 660),
    ("math500", "math500/first_half.jsonl", 250),
]


@real_data
@pytest.mark.parametrize(("name", "file", "count"), PUBLISHED)
def test_every_published_row_is_read_and_judged(name, file, count):
    opened = Corpus(SCHEMAS[name], REAL / file)
    assert (len(opened), opened.skipped) == (count, {})
    for task in all_tasks(opened):
        for response in (task.answer, f"\\boxed{{{task.answer}}}", f"The answer is {task.answer}."):
            assert verify(task, response).correct, (task.uid, response)
        assert task.answer in task.steps[-1]


@real_data
def test_boxes_agree_with_the_published_answers():
    with (REAL / "math500/first_half.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert [final_answer(row["solution"], "\\boxed") for row in rows] == [r["answer"] for r in rows]


@real_data
def test_the_table_of_lengths_is_that_of_the_published_solutions():
    def lengths(file, column):
        with (REAL / file).open(encoding="utf-8") as lines:
            texts = [re.sub("<<[^<>]*>>", "", json.loads(line)[column]) for line in lines]
        return [len(re.sub(r"\s+", " ", text.strip())) for text in texts]

    parts = [
        lengths("gsm8k/test_first_half.jsonl", "answer"),
        lengths("math500/first_half.jsonl", "solution"),
    ]

    def share(cut):
        return statistics.fmean(sum(n <= cut for n in part) / len(part) for part in parts)

    for tenth, cut in enumerate(LENGTH_CUTS, start=1):
        assert share(cut - 1) < tenth / 10 <= share(cut)


@real_data
def test_published_rows_fill_every_level():
    opened = Corpus(SCHEMAS["gsm8k"], REAL / "gsm8k/test_first_half.jsonl")
    counts = collections.Counter(task.level for task in all_tasks(opened))
    assert set(counts) == set(range(1, 11))


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".parquet"])
def test_other_bytes_of_the_same_length_are_noticed(tmp_path, suffix):
    rows = metamath_rows(300)
    path = write(tmp_path / f"rows{suffix}", rows)
    opened = Corpus(SCHEMAS["metamathqa"], path)
    at = {"level": opened.levels[0], "split": "train", "seed": 1, "index": 0}
    before = opened.task(**at)
    # Written again with the same bytes, it is still the same corpus.
    path.write_bytes(path.read_bytes())
    assert opened.task(**at) == before
    write(path, [{**row, "query": row["query"].replace("Rewrite", "REWRITE")} for row in rows])
    with pytest.raises(ValueError, match="has changed since it was opened"):
        opened.task(**at)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[" * 100_000, "row 0 of .* is not JSON"),
        ('[{"query":' + "9" * 5_000 + "}]", "row 0 of .* is not JSON"),
        ('{"query":' + "[" * 100_000 + "\n", "row 0 of .* is not JSON"),
    ],
)
def test_json_beyond_what_can_be_read_is_named(tmp_path, content, message):
    path = tmp_path / "rows.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=message):
        Corpus(SCHEMAS["metamathqa"], path)


def test_what_follows_a_json_array_is_not_dropped_in_silence(tmp_path):
    path = write(tmp_path / "rows.json", metamath_rows(20))
    path.write_text(path.read_text() * 2)
    with pytest.raises(ValueError, match="goes on after the end of its JSON array"):
        Corpus(SCHEMAS["metamathqa"], path)


def test_a_row_with_half_a_surrogate_pair_is_skipped(tmp_path):
    rows = metamath_rows(300)
    rows[7]["query"] += "\ud800"
    path = tmp_path / "rows.json"
    path.write_text(json.dumps(rows))
    opened = Corpus(SCHEMAS["metamathqa"], path)
    assert opened.skipped == {"column 'query' with half a surrogate pair": 1}


def test_damaged_pages_of_a_parquet_file_are_named(tmp_path):
    path = write(tmp_path / "rows.parquet", metamath_rows(300))
    content = bytearray(path.read_bytes())
    content[60:400] = b"\xff" * 340
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"rows.parquet is damaged after row 0"):
        Corpus(SCHEMAS["metamathqa"], path)


def test_a_row_whose_answer_is_markup_alone_is_skipped(tmp_path):
    rows = metamath_rows(3)
    rows[1]["response"] = "It is empty. The answer is: $$"
    opened = Corpus(SCHEMAS["metamathqa"], write(tmp_path / "rows.json", rows))
    assert len(opened) == 2
    assert opened.skipped == {"final answer '$$' is empty": 1}
