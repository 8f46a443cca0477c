"""Folders to put side by side: of which kind they are, and in which settings they differ."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ponder.evaluation.folder import CONFIG, LOG, RunFolder, folder_name, read_folder
from ponder.evaluation.rows import differing
from ponder.evaluation.study.folder import CONFIG as STUDY
from ponder.files import read_object

Kind = Literal["study", "run", "evaluation"]

NOT_ASKED = ("policy", "weights", "url", "batch_size")
"""Settings of an evaluation that say who answered, not what was asked."""


def kind_of(folder: Path) -> Kind:
    """Tells what a folder is that of.

    Raises:
        FileNotFoundError: If there is no such folder.
    """
    if not folder.is_dir():
        raise FileNotFoundError(
            f"there is no folder {folder}; give that of a run, an evaluation or a study"
        )
    if (folder / STUDY).is_file():
        return "study"
    if any((folder / name).exists() for name in (CONFIG, LOG, "eval")):
        return "run"
    return "evaluation"


def the_kind(folders: Sequence[Path]) -> Kind:
    """Tells of which one kind all folders are.

    Raises:
        FileNotFoundError: If one is not there.
        ValueError: If they are of several kinds, or there is none.
    """
    kinds = {str(folder): kind_of(folder) for folder in folders}
    if len(set(kinds.values())) != 1:
        found = ", ".join(f"{folder} ({kind})" for folder, kind in kinds.items()) or "none"
        raise ValueError(
            f"folders must be all of runs, all of evaluations or all of studies, got {found}"
        )
    return next(iter(kinds.values()))


def read_sides(folders: Sequence[Path]) -> dict[str, RunFolder]:
    """Reads folders of runs or of evaluations, by their names.

    Raises:
        FileNotFoundError: If one is not there, or holds nothing to compare.
        ValueError: If a file is damaged, or two folders have the same name.
    """
    names = [folder_name(folder) for folder in folders]
    if len(set(names)) < len(names):
        raise ValueError(f"folders must have different names to be told apart, got {names}")
    return {name: read_folder(folder) for name, folder in zip(names, folders, strict=True)}


def trained_on(folder: RunFolder) -> tuple[str, int] | None:
    """Tells what the policy that was evaluated had been trained on, and by which seed.

    Returns:
        The run's source and seed, if the policy lies in the folder of a run; else None.
    """
    for evaluation in folder.evaluations.values():
        for file in (evaluation.questions, evaluation.episodes):
            config = Path(str(file.settings.get("policy", ""))).parent / CONFIG if file else None
            if config and config.is_file():
                found = read_object(config)
                if isinstance(found.get("source"), str) and isinstance(found.get("seed"), int):
                    return found["source"], found["seed"]
    return None


def differing_values(
    settings: Mapping[str, Mapping[str, Any]],
) -> dict[str, dict[str, str]]:
    """Lists the settings in which some differ from the others.

    Args:
        settings: By the folders' names.

    Returns:
        By setting: each folder's value as JSON; "-" where it has no such setting.
    """
    names = sorted({name for found in settings.values() for name in found})
    values = {
        name: {
            side: json.dumps(found[name]) if name in found else "-"
            for side, found in settings.items()
        }
        for name in names
    }
    return {name: found for name, found in values.items() if len(set(found.values())) > 1}


def asked_differently(sides: Mapping[str, RunFolder]) -> dict[str, list[str]]:
    """Names the settings in which what was asked differs from what the first was asked.

    Returns:
        By the other folders' names; only those of which something differs.
    """
    first, *others = sides
    found = {}
    for name in others:
        names = {
            f"{mine.settings['kind']}: {setting}"
            for label in sides[first].evaluations
            if label in sides[name].evaluations
            for mine, its in (
                (
                    getattr(sides[first].evaluations[label], kind),
                    getattr(sides[name].evaluations[label], kind),
                )
                for kind in ("questions", "episodes")
            )
            if mine and its
            for setting in differing(mine.settings, its.settings)
            if setting not in NOT_ASKED
        }
        if names:
            found[name] = sorted(names)
    return found
