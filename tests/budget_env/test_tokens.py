import asyncio
import json
import math
import shutil
import sys
import threading
import time
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.budget_env import loading, tokens
from ponder.budget_env.tokens import (
    DEFAULT_ALLOWED,
    KEPT,
    get_counter,
    is_loaded,
    loaded_counter,
    well_formed,
)

APPROX = get_counter("approx")
CHARS = get_counter("chars")
text = st.text(st.characters(codec="utf-8"))


@pytest.fixture(scope="module")
def tokenizer_folder(tmp_path_factory):
    """A real tokenizer, byte-level and without merges: one token a byte."""
    tokenizers = pytest.importorskip("tokenizers")
    transformers = pytest.importorskip("transformers")
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {symbol: place for place, symbol in enumerate(alphabet)}
    inner = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    inner.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = tokenizers.decoders.ByteLevel()
    folder = tmp_path_factory.mktemp("tokenizer")
    transformers.PreTrainedTokenizerFast(tokenizer_object=inner).save_pretrained(folder)
    return str(folder)


@pytest.mark.parametrize(
    ("text", "approx", "chars"),
    [("", 0, 0), ("a", 1, 1), ("abcd", 1, 4), ("abcde", 2, 5), ("é", 1, 1), ("€uro!", 2, 5)],
)
def test_counts_by_hand(text, approx, chars):
    assert APPROX.count(text) == approx
    assert CHARS.count(text) == chars


@given(text)
def test_approx_is_bytes_over_four_rounded_up(text):
    assert APPROX.count(text) == math.ceil(len(text.encode()) / 4)


@pytest.mark.parametrize("counter", [APPROX, CHARS], ids=lambda counter: counter.name)
@given(text=text, limit=st.integers(0, 50))
def test_truncation_gives_the_longest_prefix_within_the_limit(counter, text, limit):
    cut = counter.truncate(text, limit)
    assert text.startswith(cut)
    assert counter.count(cut) <= limit
    if cut != text:
        assert counter.count(text[: len(cut) + 1]) > limit


@given(st.text())
def test_well_formed_text_can_be_encoded_and_keeps_its_length(text):
    clean = well_formed(text)
    clean.encode("utf-8")
    assert len(clean) == len(text)


def test_well_formed_by_hand():
    assert well_formed("a\ud800é") == "a?é"


def test_hub_tokenizer_counts_and_truncates(tokenizer_folder):
    counter = get_counter(tokenizer_folder, [tokenizer_folder])
    assert counter.count("7 + 5 = 12") == 10
    assert counter.count("é = 1") == 6
    assert counter.truncate("7 + 5 = 12", 5) == "7 + 5"
    assert counter.truncate("7 + 5 = 12", 10) == "7 + 5 = 12"
    assert counter.truncate("7 + 5", 0) == ""
    # é is two bytes, so two tokens: half of it is none of it.
    assert counter.truncate("1é", 2) == "1"


def test_hub_tokenizer_is_loaded_once(tokenizer_folder):
    first = get_counter(tokenizer_folder, [tokenizer_folder])
    second = get_counter(tokenizer_folder, [tokenizer_folder])
    assert first.tokenizer is second.tokenizer


@pytest.mark.parametrize(
    "name",
    [
        "somebody/model",
        "/etc",
        "../secrets",
        "Qwen/../../etc",
        "Qwen/..",
        "Qwen/a/b",
        "Qwen",
        "Qwen/",
        "qwen/Qwen3-4B",
        "",
    ],
)
def test_names_off_the_list_are_refused_with_a_warning(name):
    with pytest.warns(UserWarning, match="not on the allow-list"):
        assert get_counter(name, DEFAULT_ALLOWED) is None


def test_names_off_the_list_load_nothing(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.warns(UserWarning, match="not on the allow-list"):
        assert get_counter("somebody/model") is None


def test_allowed_tokenizer_that_does_not_load_warns(tmp_path):
    missing = str(tmp_path / "nothing-here")
    with pytest.warns(UserWarning, match="could not be loaded"):
        assert get_counter(missing, [missing]) is None


def test_tokenizer_without_the_library_warns(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.warns(UserWarning, match="could not be loaded: ModuleNotFoundError"):
        assert get_counter("Qwen/never-loaded-elsewhere", DEFAULT_ALLOWED) is None


def test_code_that_comes_with_a_tokenizer_is_not_run(tokenizer_folder, tmp_path, monkeypatch):
    """The tokenizer's class lies in a file beside it, which leaves a mark when it is run."""
    transformers = pytest.importorskip("transformers")
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path))
    folder, mark = tmp_path / "custom", tmp_path / "mark"
    shutil.copytree(tokenizer_folder, folder)
    (folder / "tokenization_custom.py").write_text(
        f"open({str(mark)!r}, 'w').close()\n"
        "from transformers import PreTrainedTokenizerFast\n"
        "class CustomTokenizer(PreTrainedTokenizerFast): pass\n"
    )
    written = json.loads((folder / "tokenizer_config.json").read_text())
    written["tokenizer_class"] = "CustomTokenizer"
    written["auto_map"] = {"AutoTokenizer": [None, "tokenization_custom.CustomTokenizer"]}
    (folder / "tokenizer_config.json").write_text(json.dumps(written))
    # transformers would ask at the terminal.
    monkeypatch.setattr("builtins.input", lambda prompt: "y")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        get_counter(str(folder), [str(folder)])
    assert not mark.exists()
    transformers.AutoTokenizer.from_pretrained(str(folder), trust_remote_code=True)
    assert mark.exists(), "the folder must be one whose code runs when it is trusted"


def test_a_tokenizer_that_failed_is_not_tried_again(monkeypatch):
    transformers = pytest.importorskip("transformers")
    tries = []

    def fail(name, **options):
        tries.append(name)
        raise OSError("no such name")

    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", fail)
    for _ in range(3):
        with pytest.warns(UserWarning, match="OSError: no such name"):
            assert get_counter("Qwen/not-on-the-hub") is None
    assert tries == ["Qwen/not-on-the-hub"]
    tokens.note_failure("Qwen/not-on-the-hub", "as before", 0.0)
    assert not is_loaded("Qwen/not-on-the-hub")
    with pytest.warns(UserWarning, match="OSError: no such name"):
        get_counter("Qwen/not-on-the-hub")
    assert len(tries) == 2


@pytest.fixture
def nothing_known(monkeypatch):
    monkeypatch.setattr(tokens, "_known", {})


@pytest.fixture
def slow_hub(monkeypatch, nothing_known):
    """A hub that answers when it is told to, and a list of what it was asked."""
    transformers = pytest.importorskip("transformers")
    answer, asked = threading.Event(), []

    def from_pretrained(name, **options):
        asked.append(name)
        assert answer.wait(20)
        return object()

    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", from_pretrained)
    yield answer, asked
    answer.set()


def test_what_is_remembered_is_bounded_and_failures_go_first(monkeypatch, nothing_known):
    transformers = pytest.importorskip("transformers")
    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", lambda *a, **k: object())
    names = [f"Qwen/kept-{number}" for number in range(KEPT)]
    kept = [get_counter(name) for name in names]
    for number in range(40):
        tokens.note_failure(f"Qwen/failed-{number}", "gone")
    assert [get_counter(name) for name in names] == kept
    assert get_counter("Qwen/one-more") is not None
    assert not is_loaded(names[0]) and is_loaded(names[1]) and len(tokens._known) == KEPT


def test_what_is_not_loaded_is_left_out_at_once(slow_hub):
    _, asked = slow_hub
    with pytest.warns(UserWarning, match="could not be loaded"):
        assert loaded_counter("Qwen/slow") is None
    assert not asked


def test_a_load_that_takes_too_long_is_given_up_and_used_when_it_comes(slow_hub, monkeypatch):
    answer, asked = slow_hub
    monkeypatch.setattr(loading, "LIMIT_SECONDS", 0.2)
    names = [f"Qwen/slow-{number}" for number in range(6)]

    async def ask():
        await asyncio.gather(*(loading.prepare(name, DEFAULT_ALLOWED) for name in [*names, *names]))

    begun = time.monotonic()
    asyncio.run(ask())
    assert time.monotonic() - begun < 2
    assert all(is_loaded(name) for name in names)
    with pytest.warns(UserWarning, match=r"it took more than 0\.2 seconds"):
        assert loaded_counter(asked[0]) is None
    answer.set()
    deadline = time.monotonic() + 10
    while not isinstance(tokens._known[asked[0]], tokens.HubCounter):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert loaded_counter(asked[0]).name == asked[0]
    # Those whose turn never came are not loaded for nobody, and no name is loaded twice.
    assert sorted(asked) == sorted(set(asked)) and len(asked) == 2
