"""Evaluation: single questions, budget episodes, and the report of a run."""

from ponder.evaluation.comparison import Comparison, before_after_table
from ponder.evaluation.episodes import evaluate_episodes
from ponder.evaluation.intervals import (
    Interval,
    bootstrap_difference,
    bootstrap_mean,
    bootstrap_ratio,
)
from ponder.evaluation.questions import evaluate_questions, question_tasks
from ponder.evaluation.report import write_report
from ponder.evaluation.rows import EpisodeRow, QuestionRow, read_rows

__all__ = [
    "Comparison",
    "EpisodeRow",
    "Interval",
    "QuestionRow",
    "before_after_table",
    "bootstrap_difference",
    "bootstrap_mean",
    "bootstrap_ratio",
    "evaluate_episodes",
    "evaluate_questions",
    "question_tasks",
    "read_rows",
    "write_report",
]
