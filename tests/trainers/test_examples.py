"""The example configurations: valid, and their sources there."""

from pathlib import Path

import pytest

from ponder.files import read_object
from ponder.generators.mixture import Mixture
from ponder.trainers.collect import new_curriculum
from ponder.trainers.config import TrainConfig

FILES = sorted((Path(__file__).parents[2] / "examples").glob("*.json"))


def test_there_is_one_for_each_line_of_work() -> None:
    assert [file.stem for file in FILES] == ["budget", "curriculum", "discount", "mrt"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_a_run(file: Path) -> None:
    config = TrainConfig.from_mapping(read_object(file))
    new_curriculum(Mixture.parse(config.source), config)
    assert f"--config examples/{file.name}" in (file.parent / "README.md").read_text()
