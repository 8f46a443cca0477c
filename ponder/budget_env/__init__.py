"""The budget environment: several questions share one token budget."""

from ponder.budget_env.budget import Budget, resolve_budget
from ponder.budget_env.config import EnvConfig
from ponder.budget_env.environment import BudgetEnvironment
from ponder.budget_env.episodes import Episode
from ponder.budget_env.ledger import Ledger
from ponder.budget_env.models import Action, HistoryEntry, Observation, State
from ponder.budget_env.results import QuestionResult, StopReason, outcomes
from ponder.budget_env.reward import RewardConfig
from ponder.budget_env.tokens import TokenCounter, get_counter

__all__ = [
    "Action",
    "Budget",
    "BudgetEnvironment",
    "EnvConfig",
    "Episode",
    "HistoryEntry",
    "Ledger",
    "Observation",
    "QuestionResult",
    "RewardConfig",
    "State",
    "StopReason",
    "TokenCounter",
    "get_counter",
    "outcomes",
    "resolve_budget",
]
