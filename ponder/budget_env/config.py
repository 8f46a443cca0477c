"""The settings of the budget environment, checked when they are made."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ponder.budget_env._checks import require_int, require_number
from ponder.budget_env.ledger import BUDGET_MODES, BudgetMode
from ponder.budget_env.profiles import Profile
from ponder.budget_env.reward import RewardConfig
from ponder.budget_env.tokens import DEFAULT_ALLOWED
from ponder.quoting import quoted


@dataclass(frozen=True, kw_only=True, slots=True)
class EnvConfig:
    """Settings of a `BudgetEnvironment`; one object serves any number of environments."""

    num_questions: int = 10
    """Questions of an episode, at least 1; a list of questions given to `reset` overrules it."""
    min_tokens: int = 10
    """Under the hard cap an episode ends when less than this remains. At least 1."""
    max_tokens: int = 800
    """Upper end of a question's expected tokens, for the budget rule. At least `min_tokens`."""
    budget_ratio: float = 4.0
    """Budget per question token, or per mid-range token where there is no tokenizer. Above 0."""
    budget_mode: BudgetMode = "hard"
    """`hard`: a response is cut at what remains. `soft`: overspending is penalised instead."""
    answer_reserve: int = 0
    """Tokens kept back while thinking, so that an answer can still be forced. At least 0."""
    profile: str = "mixture"
    """Levels within an episode: `mixture` as it draws them, `rising`, `falling`, or counts of
    levels such as "3x1-3,2x4-6,1x7-10"; a list of questions given to `reset` overrules it."""
    show_level: bool = False
    """Whether observations tell a question's level."""
    reasoning_open: bool = False
    """Whether the policy's prompt ends inside an opened reasoning span, as some templates do."""
    tokenizer: str = "approx"
    """Counts tokens when a client names no tokenizer: `approx`, `chars` or a tokenizer's name."""
    allowed_tokenizers: Sequence[str] = DEFAULT_ALLOWED
    """Tokenizers that may be loaded: exact names, or `owner/*`."""
    reward: RewardConfig = field(default_factory=RewardConfig)
    """The constants of the reward."""

    def __post_init__(self) -> None:
        """Checks the ranges.

        Raises:
            ValueError: If a setting is out of its range.
        """
        require_int("num_questions", self.num_questions, 1)
        require_int("min_tokens", self.min_tokens, 1)
        require_int("max_tokens", self.max_tokens, self.min_tokens)
        require_int("answer_reserve", self.answer_reserve, 0)
        require_number("budget_ratio", self.budget_ratio, 0)
        if self.budget_ratio == 0:
            raise ValueError("budget_ratio must be above 0, got 0; the default is 4.0")
        if self.budget_mode not in BUDGET_MODES:
            raise ValueError(
                f"budget_mode must be one of {BUDGET_MODES}, got {quoted(self.budget_mode)}"
            )
        if not isinstance(self.profile, str):
            raise ValueError(f"profile must be a string, got {quoted(self.profile)}")
        Profile.parse(self.profile)
        names = self.allowed_tokenizers
        if isinstance(names, str) or not all(isinstance(name, str) for name in names):
            raise ValueError(
                f"allowed_tokenizers must be a list of names, got {quoted(names)}; "
                "put the name in a list"
            )
        if not isinstance(self.tokenizer, str):
            raise ValueError(
                f"tokenizer must be a name such as 'approx', got {quoted(self.tokenizer)}"
            )
        if not isinstance(self.reward, RewardConfig):
            raise ValueError(f"reward must be a RewardConfig, got {quoted(self.reward)}")
