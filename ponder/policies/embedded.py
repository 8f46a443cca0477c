"""The embedded policy: a char-level Llama of 0.65 million parameters that learns on a laptop.

It reads a question with the tokens and questions left in front of it, and writes worked lines
followed by a tagged answer. How it may work is a menu of styles that trade tokens for accuracy,
so that there is an allocation to learn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ponder.policies.policy import Turn
from ponder.quoting import quoted
from ponder.task import Task

if TYPE_CHECKING:
    from transformers import LlamaForCausalLM, PreTrainedTokenizerFast

OPEN, CLOSE, PAD, UNKNOWN = "<answer>", "</answer>", "<pad>", "<unk>"
CHARACTERS = "\n" + "".join(chr(code) for code in range(32, 127))
CONTEXT = 1024
LAYERS = 3

STYLES: tuple[str, ...] = ("direct", "fold3", "fold2", "fold1", "check")
"""From cheap to dear: the answer alone; three, two or one operations a line; one, done twice."""

_OPERATIONS = {"fold3": 3, "fold2": 2, "fold1": 1, "check": 1}
_SPACED_OPERATOR = re.compile(r" ([-+*/=]) ")
_STEP = re.compile(r"(\S+)( \S \S+) = (\S+)")


def build_tokenizer() -> PreTrainedTokenizerFast:
    """Builds the tokenizer: one token a printable ASCII character, one for each answer tag."""
    from tokenizers import Tokenizer
    from tokenizers.decoders import Fuse
    from tokenizers.models import BPE
    from transformers import PreTrainedTokenizerFast

    special = [PAD, UNKNOWN, OPEN, CLOSE]
    vocabulary = {token: place for place, token in enumerate([*special, *CHARACTERS])}
    tokenizer = Tokenizer(BPE(vocab=vocabulary, merges=[], unk_token=UNKNOWN))
    tokenizer.decoder = Fuse()
    tokenizer.add_special_tokens(special)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token=PAD, unk_token=UNKNOWN, eos_token=CLOSE
    )


def build_model(seed: int, vocabulary: int) -> LlamaForCausalLM:
    """Builds the untrained network, from a seed of its own.

    Two settings are not the usual ones, for a reason that was measured: on texts of some hundred
    characters, rotary embeddings of a short base and weights of a wider start learn to copy from
    the question in a few hundred steps instead of thousands (docs/embedded.md).
    """
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=128,
        intermediate_size=384,
        num_hidden_layers=LAYERS,
        num_attention_heads=8,
        max_position_embeddings=CONTEXT,
        tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": 30.0},
        initializer_range=0.08,
        bos_token_id=None,
        eos_token_id=3,
        pad_token_id=0,
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return LlamaForCausalLM(config)


def render(turn: Turn) -> str:
    r"""Writes a turn for the embedded policy: the budget line in brackets, then the question.

    Spaces around operators go, so that the question is spelled as the worked lines are: copying
    from it is then the first thing that a small transformer learns.

    >>> render(Turn("What is 2 + 3?", remaining_budget=90, questions_remaining=3))
    '[90/3=30]What is 2+3?\n'
    """
    budget = ""
    if turn.remaining_budget is not None and turn.questions_remaining:
        share = turn.remaining_budget // turn.questions_remaining
        budget = f"[{turn.remaining_budget}/{turn.questions_remaining}={share}]"
    question = _SPACED_OPERATOR.sub(r"\1", turn.question)
    return f"{budget}{question}\n"


def trace(task: Task, style: str) -> str:
    """Writes a worked answer to a task in one of the styles.

    Raises:
        ValueError: If the style is not on the menu.
    """
    if style not in STYLES:
        raise ValueError(f"style must be one of {STYLES}, got {quoted(style)}")
    lines: list[str] = []
    if style != "direct":
        lines = _fold(task.steps, _OPERATIONS[style])
        if style == "check":
            lines = lines * 2
    return "".join(f"{line}\n" for line in lines) + f"{OPEN}{task.answer}{CLOSE}"


def _fold(steps: Sequence[str], operations: int) -> list[str]:
    """Folds steps that each go on from the last one's result, some operations a line.

    >>> _fold(["8 + 13 = 21", "21 - 5 = 16", "16 + 4 = 20"], 2)
    ['8+13-5=16', '16+4=20']
    """
    lines = []
    for first in range(0, len(steps), operations):
        matches = [_STEP.fullmatch(step) for step in steps[first : first + operations]]
        parts = [match.groups() for match in matches if match]
        if len(parts) < len(matches):
            raise ValueError(f"steps must read 'a + b = c' to be folded, got {steps[first]!r}")
        work = parts[0][0] + "".join(part[1] for part in parts) + "=" + parts[-1][2]
        lines.append(work.replace(" ", ""))
    return lines
