"""A study's folder: what is studied there, and the rows that were measured."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ponder.evaluation.folder import EPISODES
from ponder.evaluation.rows import EpisodeRow, ResponseRow, Row, RowFile, ThoughtRow, read_rows
from ponder.evaluation.study.measure import RESPONSES, THOUGHTS, Measured, StudyConfig
from ponder.files import read_object, write_whole

CONFIG = "study.json"
FREE = ("regret_budgets",)
"""Settings that decide no row."""
WITH_THOUGHTS = ("thoughts", "rounds", "answer_tokens")
"""Settings that decide no row as long as there are no thoughts and no answer is forced."""
WHO = ("policy", "weights", "mixture")
"""What a folder says besides the settings: who is studied, the digest of its weights where it has
some, and the digest of the sources."""
NOBODY: Mapping[str, str] = {}


def begin_study(folder: Path, config: StudyConfig, who: Mapping[str, str] = NOBODY) -> None:
    """Notes in a new folder what is studied there, or checks that a begun one is of that.

    Thoughts may be added to a study that has none, and regret be taken at other budgets: a begun
    folder says so once `note_study` is called, when the rows for it are there.

    Args:
        folder: Of the study.
        config: What is to be measured.
        who: Any of `WHO`; what a folder does not say is not compared.

    Raises:
        ValueError: If another study is in it.
    """
    if not (folder / CONFIG).is_file():
        note_study(folder, config, who)
        return
    held, wanted = read_object(folder / CONFIG), _noted(config, who)
    free: tuple[str, ...] = (*FREE, *WHO)
    if not held.get("thoughts") and "forced" not in (held.get("mode"), config.mode):
        free += WITH_THOUGHTS
    differ = [name for name in {*held, *wanted} if held.get(name) != wanted.get(name)]
    differ = [name for name in differ if name not in free or (name in held and name in who)]
    if differ:
        was = ", ".join(
            f"{name} was {held.get(name)!r} and is {wanted.get(name)!r}" for name in sorted(differ)
        )
        raise ValueError(f"{folder} holds another study ({was}); give another folder")


def note_study(folder: Path, config: StudyConfig, who: Mapping[str, str] = NOBODY) -> None:
    """Writes what a folder's rows are of; see `begin_study`."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / CONFIG, json.dumps(_noted(config, who), indent=2) + "\n")


def _noted(config: StudyConfig, who: Mapping[str, str]) -> dict[str, Any]:
    noted: dict[str, Any] = json.loads(json.dumps({**who, **dataclasses.asdict(config)}))
    return noted


def read_study(folder: Path) -> tuple[StudyConfig, Measured]:
    """Reads a finished study.

    Raises:
        FileNotFoundError: If there is none.
        ValueError: If it is unfinished or damaged.
    """
    path = folder / CONFIG
    if not path.is_file():
        raise FileNotFoundError(f"there is no study in {folder}; make one: ponder study")
    held = {name: value for name, value in read_object(path).items() if name not in WHO}
    try:
        config = StudyConfig(**held)
    except TypeError as error:
        raise ValueError(f"{path} is damaged, or of another release: {error}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    episodes = _whole(folder / EPISODES, EpisodeRow)
    responses = _whole(folder / RESPONSES, ResponseRow).rows
    thoughts = _whole(folder / THOUGHTS, ThoughtRow).rows if config.thoughts else []
    _require_same(folder, config, episodes.rows, responses, thoughts)
    policy = str(episodes.settings.get("policy", "unknown"))
    return config, Measured(policy, episodes.rows, responses, thoughts)


def _whole(path: Path, kind: type[Row]) -> RowFile[Row]:
    """Reads a file of rows that must be finished."""
    if not path.is_file():
        raise FileNotFoundError(
            f"there is no {path}, so the study is unfinished; give the command again that began it"
        )
    file = read_rows(path, kind)
    if not file.total or len(file.rows) < file.total:
        raise ValueError(
            f"{path} is unfinished: {len(file.rows)} of {file.total} rows; give the command again "
            "that began it"
        )
    return file


def _require_same(
    folder: Path,
    config: StudyConfig,
    episodes: Sequence[EpisodeRow],
    responses: Sequence[ResponseRow],
    thoughts: Sequence[ThoughtRow],
) -> None:
    """Checks that rows are those that the settings tell of: files may have been exchanged."""
    first = [episodes[place - place % config.num_questions] for place in range(len(episodes))]
    levels = {row.uid: row.level for row in responses}
    alike = {
        EPISODES: len(episodes) == config.episodes * config.num_questions
        and all(
            (row.position, row.episode, row.budget)
            == (place % config.num_questions, first[place].episode, config.budget)
            and levels.get(row.uid, row.level) == row.level
            for place, row in enumerate(episodes)
        ),
        RESPONSES: all(
            (list(row.budgets), len(row.correct)) == (config.budgets, config.samples)
            for row in responses
        ),
        THOUGHTS: all(
            len(row.cuts) > config.rounds and len(row.correct[0]) == config.samples
            for row in thoughts
        ),
    }
    if wrong := [name for name, same in alike.items() if not same]:
        raise ValueError(
            f"{folder / wrong[0]} holds rows of another study than {CONFIG} beside it tells of"
        )
