"""Transcripts: what is shown, what is escaped, and whose tokens they are."""

import re
from types import SimpleNamespace

import pytest

from ponder.evaluation.study import StudyConfig
from ponder.evaluation.study.transcripts import marked, shared_out, transcript_section
from ponder.policies.segments import Segmenter
from tests.evaluation.rows import turn

LINES = Segmenter("lines")
TEXT = "2+3=5\n5<6\n<answer>5</answer>"


def counts(html: str) -> list[str]:
    return re.findall(r"<sub>(.*?)</sub>", html)


def test_segments_have_bands_and_their_tokens() -> None:
    html = marked(turn("e", 0, tokens=14, text=TEXT, parts=[6, 4, 4]), LINES)
    assert re.findall(r'class="part (\w+)"', html) == ["odd", "even", "end"]
    assert counts(html) == ["6", "4", "4"]
    assert "5&lt;6<sub>" in html
    assert "&lt;answer&gt;5&lt;/answer&gt;" in html


def test_uncounted_tokens_are_shared_out_by_length_and_said_to_be() -> None:
    # 6, 4 and 18 of 28 characters; half as many tokens.
    html = marked(turn("e", 0, tokens=14, text=TEXT), LINES)
    assert counts(html) == ["≈3", "≈2", "≈9"]
    assert sum(shared_out(101, [3, 1, 7, 0, 2])) == 101


def test_a_thought_without_an_answer_has_no_frame() -> None:
    html = marked(turn("e", 0, tokens=5, text="2+3=5", parts=[5, 0]), LINES)
    assert "end" not in html
    assert counts(html) == ["5"]


def test_hostile_text_is_shown_and_not_obeyed() -> None:
    text = "</pre><script>alert(1)</script>\u202e"
    row = turn("e", 0, tokens=9, text=text, question=text, answer=text, source="<b>")
    html = transcript_section({"<i>": ([row, row], study([[3], [4]], 1)), "o": ([], study([], 1))})
    for tag in ("<script", "</pre><", "<b>", "<i>", "\u202e"):
        assert tag not in html.replace("</pre></div>", "")
    assert "\\u202e" in html


def study(plan: list[list[int]], num_questions: int) -> SimpleNamespace:
    """The part of a study's figures that is read here."""
    return SimpleNamespace(plan=plan, config=StudyConfig(num_questions=num_questions, budget=100))


def test_own_tokens_stand_beside_the_oracles_of_the_same_question() -> None:
    rows = [
        turn("e", 0, tokens=40),
        turn("e", 1, tokens=10, correct=False),
        turn("f", 0, tokens=20),
        turn("f", 1, tokens=0, answered=False, correct=False, text=""),
    ]
    html = transcript_section({"s": (rows, study([[50, 25], [0, 80]], 2))})
    bars = re.findall(r'<div class="(own|oracle)" style="width:([\d.]+)%">(\d+)</div>', html)
    assert bars == [
        ("own", "80.0", "40"),
        ("oracle", "100.0", "50"),
        ("own", "20.0", "10"),
        ("oracle", "50.0", "25"),
        ("own", "25.0", "20"),
        ("oracle", "2.0", "0"),
        ("own", "2.0", "0"),
        ("oracle", "100.0", "80"),
    ]
    assert html.count("<details open>") == 1
    assert "episode 1 of 2, 1 of 2 right with 50 of 100 tokens" in html
    assert html.count("never reached") == 1
    assert html.count("<pre>") == 3


@pytest.mark.parametrize(("episodes", "shown"), [(60, 3), (2, 2)])
def test_a_few_episodes_are_shown(episodes: int, shown: int) -> None:
    rows = [turn(str(place), 0, tokens=5) for place in range(episodes)]
    html = transcript_section({"s": (rows, study([[5]] * episodes, 1))})
    assert html.count("<details") == shown
