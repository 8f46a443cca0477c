"""Folders that results go to: whose they are, and who is at work in them."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ponder.evaluation.claim import (
    AGENTS,
    COMPARISON,
    EVALUATION,
    RUN,
    STUDY,
    alone,
    contents,
    require_room,
)


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ([], ""),
        (["notes.txt"], ""),
        (["study.json", "episodes.jsonl", "responses.jsonl"], STUDY),
        (["responses.jsonl", "episodes.jsonl"], STUDY),
        (["config.json", "questions.jsonl"], RUN),
        (["log.jsonl"], RUN),
        (["questions.jsonl"], EVALUATION),
        (["episodes.jsonl"], EVALUATION),
        (["settings.json", "steps.jsonl", "summary.json"], AGENTS),
        (["comparison.json", "report.html"], COMPARISON),
    ],
)
def test_a_folder_is_what_its_files_say(tmp_path, files, what):
    for name in files:
        (tmp_path / name).touch()
    assert contents(tmp_path) == what
    require_room(tmp_path, what)
    if what:
        with pytest.raises(ValueError, match=f"which holds {what}; give another folder"):
            require_room(tmp_path, "something else")
    else:
        require_room(tmp_path)


def test_a_folder_to_be_made_has_room_unless_a_file_is_in_the_way(tmp_path):
    require_room(tmp_path / "a/b/c", STUDY)
    (tmp_path / "a").touch()
    for place in ("a", "a/b/c"):
        with pytest.raises(ValueError, match=r"out must be a folder, got .*a' is a file"):
            require_room(tmp_path / place, STUDY)


def test_who_holds_a_folder_may_ask_again_and_nobody_else(tmp_path):
    def intrude():
        with alone(tmp_path / "out/rows"):
            return True

    with ThreadPoolExecutor() as pool:
        with alone(tmp_path / "out/rows"), alone(tmp_path / "out/others"):
            with alone(tmp_path / "elsewhere/rows"):
                pass
            with pytest.raises(ValueError, match="another process is at work in"):
                pool.submit(intrude).result()
        assert pool.submit(intrude).result()


def test_no_folder_is_nobodys():
    with alone(None), alone(None):
        pass
