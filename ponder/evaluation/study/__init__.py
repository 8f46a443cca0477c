"""The study: how many tokens a policy spends at each difficulty, and how many it should have."""

from ponder.evaluation.study.figures import LevelFigures, StudyFigures, study_figures
from ponder.evaluation.study.folder import read_study
from ponder.evaluation.study.measure import Measured, StudyConfig, run_study
from ponder.evaluation.study.report import write_study

__all__ = [
    "LevelFigures",
    "Measured",
    "StudyConfig",
    "StudyFigures",
    "read_study",
    "run_study",
    "study_figures",
    "write_study",
]
