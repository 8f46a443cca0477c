"""The settings of the server, from `PONDER_*` environment variables."""

import difflib
import os
import re
from typing import Any

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from ponder.budget_env.config import EnvConfig
from ponder.budget_env.reward import RewardConfig
from ponder.budget_env.tokens import shown_name
from ponder.generators.mixture import Mixture, default_mixture
from ponder.quoting import quoted
from ponder.task import Split

PREFIX = "PONDER_"
_PATH = re.compile(r"=[^:*,\[\]]+")
_ELSEWHERE = ("PONDER_CORPORA",)
"""Read by other parts of the package."""


class ServerSettings(BaseSettings):
    """Settings of the served environment; `PONDER_NUM_QUESTIONS=6` sets `num_questions`.

    The questions come from `mixture`, in the syntax of `Mixture.parse`; what an episode is like
    from the fields that `EnvConfig` has too; the rest guards the server.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, populate_by_name=True, frozen=True)

    mixture: str | None = None
    """Sources, levels and weights, "chain_sum:1-8,gcd:1-4*2,gsm8k=/data/gsm8k.jsonl"; without
    one, every native family at levels 1 to 10."""
    split: Split = "train"
    """`test` serves held-out questions, for evaluation."""
    profile: str = "mixture"
    """Levels within an episode: `mixture`, `rising`, `falling`, or counts: "3x1-3,2x4-6,1x7-10"."""
    num_questions: int = 10
    min_tokens: int = 10
    max_tokens: int = 800
    budget_ratio: float = 4.0
    budget_mode: str = "hard"
    answer_reserve: int = 0
    show_level: bool = False
    reasoning_open: bool = False
    reward: str = "default"
    """Preset of the reward's constants: `default` or `ree`."""
    tokenizer: str = "approx"
    """Counts tokens where neither the client nor `default_tokenizer` names a tokenizer."""
    default_tokenizer: str | None = Field(
        None,
        validation_alias=AliasChoices(
            "PONDER_DEFAULT_TOKENIZER", "REE_DEFAULT_TOKENIZER_NAME", "default_tokenizer"
        ),
    )
    """Stands in for `tokenizer_name` where a client names none, and so sets the budget too."""
    allowed_tokenizers: list[str] = list(EnvConfig().allowed_tokenizers)
    """Tokenizers that a client may name, as JSON: '["Qwen/*"]'."""
    allow_grading_response: bool = True
    """Whether `metadata.grading_response` of an action is judged in the response's stead."""
    allow_step_tokenizer: bool = True
    """Whether `metadata.tokenizer_name` of an action counts the tokens of the step."""
    allow_seed: bool = True
    """Whether a client may choose the seed of its episodes, and so play known ones."""
    allow_questions: bool = True
    """Whether a client may choose the sources and levels of its questions."""
    trust_charged: bool = False
    """Whether `metadata.charged` of an action, the tokens that a trainer sampled, is believed."""

    max_sessions: int = Field(256, ge=1)
    """Sessions at once; one more is told `CAPACITY_REACHED`."""
    idle_seconds: float = Field(900.0, gt=0)
    """A session that says nothing for so long is closed."""
    max_request_bytes: int = Field(1_000_000, ge=1_000)
    """Largest message or body that is read."""
    messages_per_second: float = Field(2_000.0, gt=0)
    """Messages of one session; more are made to wait."""
    token: SecretStr | None = None
    """If given, clients must send `Authorization: Bearer <token>`; /health is open to all. Of
    visible ASCII characters, which every client sends alike."""

    @field_validator("token")
    @classmethod
    def _sendable(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value()):
            raise ValueError(
                "it must be of visible ASCII characters, without spaces, and not empty; give such "
                "a token, or unset it to let everybody in"
            )
        return token

    def env_config(self) -> EnvConfig:
        """Gives the settings of an environment.

        Raises:
            ValueError: If one is out of its range.
        """
        shared = {
            name: getattr(self, name)
            for name in EnvConfig.__dataclass_fields__
            if name not in ("reward", "allowed_tokenizers")
        }
        return EnvConfig(
            **shared,
            reward=RewardConfig.preset(self.reward),
            allowed_tokenizers=tuple(self.allowed_tokenizers),
        )

    def make_mixture(self) -> Mixture:
        """Opens the sources of the questions.

        Raises:
            ValueError: If one is unknown or cannot be read.
        """
        if self.mixture is None:
            return default_mixture({}, split=self.split)
        return Mixture.parse(self.mixture, split=self.split)

    def effective(self) -> dict[str, Any]:
        """Gives every setting, for clients to read, but neither the token nor where files lie."""
        mixture = None if self.mixture is None else _PATH.sub("", self.mixture)
        settings = self.model_dump(mode="json", exclude={"token", "mixture"})
        for name in ("tokenizer", "default_tokenizer"):
            settings[name] = settings[name] and shown_name(settings[name])
        settings["allowed_tokenizers"] = list(map(shown_name, self.allowed_tokenizers))
        return {"mixture": mixture} | settings | {"token": self.token is not None}


def read_settings(**given: Any) -> ServerSettings:
    """Reads the settings of the environment, with what is given put over them.

    Raises:
        ValueError: If one is not of its type or out of its range; the message names the variable.
    """
    try:
        return ServerSettings(**given)
    except ValidationError as error:
        faults = "; ".join(
            f"{_variable(fault['loc'][0])}: {fault['msg']}{_shown(fault)}"
            for fault in error.errors()
        )
        raise ValueError(f"a setting of the server is wrong: {faults}") from None
    except SettingsError:  # It names the field only, and only lists are read as JSON.
        raise ValueError(
            "a setting of the server is wrong: PONDER_ALLOWED_TOKENIZERS must be a list as JSON, "
            f"""such as '["Qwen/*"]', got {quoted(os.environ.get("PONDER_ALLOWED_TOKENIZERS"))}"""
        ) from None


def unknown_variables() -> list[str]:
    """Describes the `PONDER_*` environment variables that are no setting, with a suggestion."""
    known = [_variable(name) for name in ServerSettings.model_fields]
    warnings = []
    for name in sorted(os.environ):
        upper = name.upper()
        if upper.startswith(PREFIX) and upper not in known and upper not in _ELSEWHERE:
            near = difflib.get_close_matches(upper, known, 1)
            instead = f"; did you mean {near[0]}?" if near else ""
            warnings.append(f"{name:.80} is no setting of the server{instead}")
    return warnings


def _variable(field: object) -> str:
    return PREFIX + str(field).upper().removeprefix(PREFIX)


def _shown(fault: Any) -> str:
    """Shows the value, unless it is the token."""
    secret = str(fault["loc"][0]).lower().endswith("token")
    return "" if secret else f", got {quoted(fault['input'])}"
