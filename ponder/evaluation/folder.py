"""What lies in the folder of a run or of an evaluation, whatever part of it is there.

A run holds `config.json`, `log.jsonl`, and evaluations in `eval/before/` and `eval/after/`; a
plain evaluation holds `questions.jsonl` and `episodes.jsonl` itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponder.evaluation.history import KINDS
from ponder.evaluation.markup import visible
from ponder.evaluation.rows import EpisodeRow, QuestionRow, RowFile, read_rows
from ponder.files import read_log, read_object

CONFIG = "config.json"
LOG = "log.jsonl"
QUESTIONS = "questions.jsonl"
EPISODES = "episodes.jsonl"
BEFORE, AFTER, PLAIN = "before", "after", "measured"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One evaluation of one policy.

    Attributes:
        questions: Single questions; None if they were not evaluated.
        episodes: Budget episodes; None if they were not evaluated.
    """

    questions: RowFile[QuestionRow] | None
    episodes: RowFile[EpisodeRow] | None


@dataclass(frozen=True, slots=True)
class RunFolder:
    """All that is there.

    Attributes:
        name: Of the folder.
        config: The run's configuration; None if there is no run.
        log: One entry a step; empty if nothing was trained.
        evaluations: By label: `before`, `after`, or `measured` for a plain evaluation.
    """

    name: str
    config: Mapping[str, Any] | None
    log: list[dict[str, Any]]
    evaluations: Mapping[str, Evaluation]

    @property
    def latest(self) -> str | None:
        """The label of the evaluation that says most of the policy as it is now."""
        return next((label for label in (AFTER, PLAIN, BEFORE) if label in self.evaluations), None)


def read_folder(folder: Path) -> RunFolder:
    """Reads what there is; lines torn by a crash, or still being written, are left out.

    Raises:
        FileNotFoundError: If there is no such folder, or nothing in it to report on.
        ValueError: If a file is damaged.
    """
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}; give the folder of a run")
    evaluations = {}
    for label, place in (
        (BEFORE, folder / "eval" / BEFORE),
        (AFTER, folder / "eval" / AFTER),
        (PLAIN, folder),
    ):
        evaluation = Evaluation(
            questions=_read(place / QUESTIONS, QuestionRow),
            episodes=_read(place / EPISODES, EpisodeRow),
        )
        if evaluation.questions or evaluation.episodes:
            evaluations[label] = evaluation
    config = folder / CONFIG
    found = RunFolder(
        name=folder_name(folder),
        config=read_object(config) if config.is_file() else None,
        log=_log(folder / LOG),
        evaluations=evaluations,
    )
    if not (found.log or found.evaluations or found.config is not None):
        raise FileNotFoundError(
            f"{folder} holds none of {CONFIG}, {LOG}, {QUESTIONS}, {EPISODES} or eval/; give the "
            "folder of a run or of an evaluation"
        )
    return found


def folder_name(folder: Path) -> str:
    """Names a folder in reports; what is no text in its name is written out."""
    return visible(folder.resolve().name)


def _read(path: Path, kind: Any) -> Any:
    """Reads a file of rows; None if it is not there or nothing is in it yet."""
    if not path.is_file():
        return None
    found = read_rows(path, kind)
    return found if found.rows else None


def _log(path: Path) -> list[dict[str, Any]]:
    entries = list(read_log(path))
    for entry in entries:
        for kind in KINDS:
            if not isinstance(entry.get(kind, {}), dict):
                raise ValueError(f"{path}: {kind} of step {entry['step']} must be an object")
    return entries
