"""The report of a simulated run, of parts of one, and of a policy that writes hostile text."""

import re
import xml.etree.ElementTree
from collections import Counter
from html.parser import HTMLParser

import pytest

from ponder.evaluation import write_report
from ponder.evaluation.folder import read_folder
from ponder.evaluation.rows import Unanswered, row_line
from ponder.evaluation.transcripts import pick_transcripts
from tests.evaluation.rows import question, turn, write
from tests.evaluation.simulation import write_evaluation, write_training

pytest.importorskip("matplotlib")

FIGURES = 5


class Page(HTMLParser):
    """Reads a page: its elements, its text, and whether every element is closed in order."""

    VOID = ("meta", "br", "link", "img", "image", "use", "path", "rect")

    def __init__(self, path):
        super().__init__()
        self.source = path.read_text(encoding="utf-8")
        self.elements, self.attributes, self.open, self.text = Counter(), [], [], ""
        self.feed(self.source)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements[tag] += 1
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements[tag] += 1
        self.attributes += attrs

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.text += data


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "simulated"
    write_training(folder, steps=30)
    write_evaluation(folder / "eval/before", skill=0.0, per_level=12, episodes=12)
    write_evaluation(folder / "eval/after", skill=1.0, per_level=12, episodes=12)
    return folder


@pytest.fixture(scope="module")
def page(run):
    path = write_report(run)
    assert path == run / "report.html"
    return Page(path)


def test_a_whole_run_has_every_part(page):
    assert page.elements["figure"] == page.elements["svg"] == FIGURES
    for title in (
        "How right, and how long, at each level",
        "Tokens by level over training",
        "Curriculum and reward",
        "Budget use in episodes",
        "Transcripts",
        "All numbers",
        "Settings",
    ):
        assert title in page.text
    assert 'class="missing"' not in page.source
    assert 'class="warning"' not in page.source


def test_the_headline_says_what_the_simulation_did(page, run):
    # The simulated policy learns to think less on easy questions and to be right more often.
    assert re.search(r"On 96 test questions, right answers rose from .* points", page.text)
    assert re.search(r"tokens per answer fell from", page.text)
    assert "12 episodes of 4 questions that share 240 tokens" in page.text
    rows = read_folder(run).evaluations["after"].questions.rows
    easy = [row.tokens for row in rows if row.level == 1]
    told = re.search(r"; after, ([0-9.]+) \([0-9.]+ to [0-9.]+\) at level 1", page.text)
    assert told and told[1] == f"{sum(easy) / len(easy):.1f}"
    assert "Training on chain_sum:1-8: 30 steps" in page.text


def test_the_page_makes_no_request_and_runs_no_script(page):
    assert not {"script", "link", "iframe", "object", "form", "base"} & set(page.elements)
    for name, value in page.attributes:
        assert not name.startswith("on")
        if name in ("src", "href", "xlink:href"):
            assert value.startswith(("#", "data:image/png;base64,"))
    assert not re.search(r"url\((?!#)", page.source)
    assert "@import" not in page.source


def test_figures_are_whole_and_their_ids_do_not_meet(page):
    figures = re.findall(r"<svg .*?</svg>", page.source, flags=re.DOTALL)
    assert len(figures) == FIGURES
    for figure in figures:
        root = xml.etree.ElementTree.fromstring(figure)
        own = {element.get("id") for element in root.iter()}
        used = re.findall(r'(?:xlink:href="|url\()#([^")]+)', figure)
        assert used and set(used) <= own
    ids = Counter(value for name, value in page.attributes if name == "id")
    assert max(ids.values()) == 1


def test_five_transcripts_stand_side_by_side(page, run):
    assert page.source.count('class="transcript"') == 5
    assert page.source.count('class="answer before"') == 5
    assert page.source.count('class="answer after"') == 5
    found = pick_transcripts(read_folder(run))
    # 96 questions in order of level, 12 a level: places 9, 28, 48, 67, 86.
    assert [transcript.level for transcript in found] == [1, 3, 5, 6, 8]
    for transcript in found:
        assert len({row.uid for row in transcript.answers.values()}) == 1
        assert transcript.question in page.text


def test_writing_it_again_gives_the_same_bytes(page, run):
    assert write_report(run).read_text(encoding="utf-8") == page.source


HOSTILE = [
    "</pre></div><script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<answer>'\"><svg/onload=alert(1)></answer> & &lt;",
    "a\u202eb\x00c\u200bd\ud800e",
    "x" * 100_000 + "the end",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(tmp_path, text):
    rows = [
        question(f"q{i}", text=text, extracted=text, answer=text, question=text, source=text)
        for i in range(3)
    ]
    write(tmp_path / "questions.jsonl", rows, policy=text)
    page = Page(write_report(tmp_path))
    assert not {"script", "img"} & set(page.elements)
    assert page.elements["svg"] == 1
    assert not any(name.startswith("on") for name, _ in page.attributes)
    assert not set("\u202e\x00\u200b") & set(page.source)
    assert len(page.source) < 200_000
    if len(text) < 100 and text.isprintable():
        assert page.text.count(text) >= 9


def test_a_long_text_keeps_both_ends(tmp_path):
    write(tmp_path / "questions.jsonl", [question("q", text=HOSTILE[-1])])
    page = Page(write_report(tmp_path))
    assert "characters left out" in page.text
    assert "the end" in page.text


def test_a_plain_evaluation_is_reported_alone(tmp_path):
    write_evaluation(tmp_path, skill=1.0, per_level=3, episodes=3)
    page = Page(write_report(tmp_path))
    assert "On 24 test questions, right answers:" in page.text
    assert "Nothing has been logged in training" in page.text
    assert "There is no training configuration" in page.text
    assert "before training" not in page.text
    assert "rose" not in page.text
    assert page.source.count('class="answer measured"') == 5


def test_difficulty_scaling_has_its_tables_and_says_what_is_missing(tmp_path):
    rows = [
        question(f"q{level}{place}", level=level, sample=sample, correct=place + sample > level)
        for level in (1, 3)
        for place in range(3)
        for sample in range(2)
    ]
    path = tmp_path / "questions.jsonl"
    write(path, rows, total=15)
    lost = Unanswered("q33", "chain_sum", 3, 0, "<i>no</i> reply")
    path.write_text(path.read_text() + row_line(lost))
    page = Page(write_report(tmp_path))
    assert page.elements["svg"] == 1 and "i" not in page.elements
    assert "1 answer is missing" in page.text and "<i>no</i> reply (1)" in page.text
    assert "2 answers have not been asked for yet" in page.text
    assert "'measured' of questions is unfinished: 12 of 15 rows" in page.text
    for part in ("2 answers each", "pass@2", "maj@2", "By source and level, in numbers"):
        assert part in page.text
    # Level 1: place 1 is right at its second answer, place 2 at both: 3 of 6. Level 3: none.
    assert "50 % (" in page.text and "-50 points" in page.text


def test_before_and_after_keep_their_curves_beside_a_plain_evaluation(tmp_path):
    for folder in ("eval/before", "eval/after", "."):
        write(tmp_path / folder / "questions.jsonl", [question("q1"), question("q2", level=2)])
    page = Page(write_report(tmp_path))
    assert page.elements["svg"] == 2
    assert page.text.count("How right, and how long, at each level") == 2


def test_a_run_still_going_on_says_what_is_not_there_yet(tmp_path):
    write_training(tmp_path, steps=3, planned=40)
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"step": 3, "questi')
    page = Page(write_report(tmp_path))
    assert "3 of 40 steps so far" in page.text
    assert "There is no evaluation yet. In training, over the last 3 steps" in page.text
    assert "No single questions have been evaluated yet." in page.text
    assert "No budget episodes have been evaluated yet." in page.text
    assert "there is none to show" in page.text
    assert page.elements["figure"] == 3


def test_an_evaluation_before_training_waits_for_the_one_after(tmp_path):
    write(tmp_path / "eval/before/questions.jsonl", [question(f"q{i}") for i in range(4)])
    write(tmp_path / "eval/before/episodes.jsonl", [turn("e", p, tokens=9) for p in (0, 1)])
    page = Page(write_report(tmp_path))
    assert "There is no evaluation of single questions after training." in page.text
    assert "There is no evaluation of budget episodes after training." in page.text
    assert "no clear change" not in page.text


def test_an_unfinished_evaluation_and_unequal_settings_are_warned_of(tmp_path):
    rows = [question(f"q{i}", level=i) for i in range(1, 5)]
    write(tmp_path / "eval/before/questions.jsonl", rows, max_tokens=9)
    write(tmp_path / "eval/after/questions.jsonl", rows[:2], total=4, max_tokens=8)
    page = Page(write_report(tmp_path))
    assert "'after' of questions is unfinished: 2 of 4 rows" in page.text
    assert "different settings (questions: max_tokens)" in page.text


def test_no_clear_change_is_called_so(tmp_path):
    for label, right in (("before", (0, 3)), ("after", (1, 3))):
        rows = [question(f"q{i}", correct=i in right) for i in range(6)]
        write(tmp_path / f"eval/{label}/questions.jsonl", rows)
    page = Page(write_report(tmp_path))
    assert "right answers went from 33.3 to 33.3 %, no clear change" in page.text


def test_a_configuration_alone_is_a_run_that_has_not_begun(tmp_path):
    (tmp_path / "config.json").write_text('{"steps": 5}')
    page = Page(write_report(tmp_path))
    assert "No training step has been logged yet." in page.text
    assert page.elements["figure"] == 0


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds none of"):
        write_report(tmp_path)


def test_tokens_by_difficulty_are_of_the_sources_at_both_ends(tmp_path):
    """Level 1 has short answers of gcd besides: they say nothing of what level 3 adds."""
    rows = [
        question(f"{source}{level}{i}", source=source, level=level, tokens=tokens)
        for source, level, tokens in (
            ("gcd", 1, 2),
            ("chain_sum", 1, 20),
            ("chain_sum", 2, 9),
            ("chain_sum", 3, 30),
        )
        for i in range(3)
    ]
    write(tmp_path / "questions.jsonl", rows)
    text = Page(write_report(tmp_path)).text
    told = "measured (chain_sum alone), 20.0 (20.0 to 20.0) at level 1 and 30.0 (30.0 to 30.0) at"
    assert told in text
    assert "Not every source was asked at every level" in text
    even = tmp_path / "even"
    write(even / "questions.jsonl", [row for row in rows if row.source == "chain_sum"])
    text = Page(write_report(even)).text
    assert "difficulty: measured, 20.0" in text and "Not every source" not in text
    apart = tmp_path / "apart"
    write(apart / "questions.jsonl", [row for row in rows if row.uid[-2] in "13"][3:6] + rows[:3])
    assert "alone" not in Page(write_report(apart)).text


def test_a_rate_of_fewer_questions_says_of_how_many(tmp_path):
    """The second answer to one of three questions never came: pass@2 is of two."""
    rows = [question(f"q{i}", sample=sample, correct=i > 0) for sample in (0, 1) for i in range(3)]
    write(tmp_path / "questions.jsonl", rows[:-1])
    text = Page(write_report(tmp_path)).text
    assert re.search(r"66\.7 % \([^)]*\)50 % \([^)]*\), n = 2", text)
