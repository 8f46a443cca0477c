"""What goes over the wire: actions, observations and state.

The field names are a contract with existing clients. Neither observation nor state holds a
reference answer, a checker's facts, a task's uid or a seed.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12


class HistoryEntry(TypedDict):
    """One answered question, as later observations recall it."""

    tokens_used: int
    was_correct: bool
    question_summary: str


class Action(BaseModel):
    """What a policy sends: its whole response to the question."""

    model_config = ConfigDict(extra="forbid")

    response: str
    """The whole text, reasoning and answer; all of it is charged."""
    metadata: dict[str, Any] = Field(default_factory=dict)
    """Optional: `tokenizer_name` counts this step's tokens; `grading_response` is graded in the
    response's stead. Other keys are the client's own."""


class Observation(BaseModel):
    """What a policy sees: the question, and where the budget stands. Tokens are the unit."""

    model_config = ConfigDict(extra="forbid")

    question: str
    """The question and, on the next line, the form its answer takes; "" at the end. After a
    middle turn of an interactive question, the reply to it."""
    remaining_budget: int
    """Tokens left; negative only under the soft cap."""
    questions_remaining: int
    """Questions not yet answered, this one included."""
    step_idx: int
    """Questions answered so far."""
    budget_per_remaining: float
    """`remaining_budget / questions_remaining`, the fair share of each; 0 when none is left."""
    accuracy_so_far: float
    """Share of the answered questions that was right; 0 before the first."""
    history: list[HistoryEntry] = Field(default_factory=list)
    """The answered questions, in order."""
    done: bool = False
    """Whether the episode has ended."""
    reward: float | None = None
    """The sum of `metadata["reward_components"]`; 0 on reset and after the end."""
    metadata: dict[str, Any] = Field(default_factory=dict)
    """`problem_type`, `level` (null when hidden), `turn`, `min_tokens`, `max_tokens`,
    `num_questions`, `budget_ratio`, `total_budget`, `budget_source`, `budget_mode`,
    `answer_reserve`, `tokenizer_name`, `stop_reason`, `reward_components`."""


class State(BaseModel):
    """Where an episode stands."""

    model_config = ConfigDict(extra="forbid")

    episode_id: str | None = None
    """The client's name for the episode, or a random one; None before the first reset."""
    step_count: int = 0
    """Steps taken; middle turns of interactive questions count."""
    total_budget: int = 0
    """The episode's budget, in tokens."""
    spent_budget: int = 0
    """Tokens charged."""
    questions_answered: int = 0
    """Questions answered."""
    total_correct: int = 0
    """Questions answered rightly."""
    current_accuracy: float = 0.0
    """`total_correct / questions_answered`; 0 before the first."""
    budget_remaining_ratio: float = 0.0
    """The share of the budget that is left, from 0 to 1."""
