"""What the documents show is what the code says and does."""

import dataclasses
import json
import re
from pathlib import Path

import pytest

from ponder import load
from ponder.budget_env.settings import ServerSettings
from ponder.trainers.config import TrainConfig
from ponder.verifiers import grade
from ponder.verifiers.checkers import find

ROOT = Path(__file__).parents[1]
MODEL = ROOT / "ponder" / "generators" / "arithmetic" / "chain_sum.py"


def blocks(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.S)


@pytest.mark.parametrize("block", blocks("CONTRIBUTING.md"))
def test_the_walk_through_quotes_the_model_family(block: str) -> None:
    assert block.strip() in MODEL.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("document", "block"),
    [
        (name, block)
        for name in ("README.md", "docs/data.md", "docs/serving.md", "docs/verifying.md")
        for block in blocks(name)
    ],
)
def test_the_code_in_a_document_runs(
    document: str, block: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(block, document, "exec"), {})
    assert capsys.readouterr().out


def judged_examples() -> list[tuple[str, str, str, bool]]:
    """Reads the table of accepted and refused answers: kind, reference, answer, whether right."""
    text = (ROOT / "docs" / "verifying.md").read_text(encoding="utf-8")
    examples = []
    for line in text.splitlines():
        if line.startswith("| `") and line.count("|") == 5:
            kind, gold, accepted, refused = (
                re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|")
            )
            examples += [(kind[0], gold[0], answer, True) for answer in accepted]
            examples += [(kind[0], gold[0], answer, False) for answer in refused]
    return examples


@pytest.mark.parametrize(("kind", "gold", "answer", "right"), judged_examples())
@pytest.mark.parametrize("shape", ["{}", "<answer>{}</answer>", "\\boxed{{{}}}"])
def test_answers_are_judged_as_the_table_says(
    kind: str, gold: str, answer: str, right: bool, shape: str
) -> None:
    assert grade(shape.format(answer), gold, kind=kind).correct is right


def test_every_option_of_the_kinds_is_documented() -> None:
    text = (ROOT / "docs" / "verifying.md").read_text(encoding="utf-8")
    documented: dict[str, set[str]] = {}
    for kinds, option in re.findall(r"^\| (`[^|]+`) \| `(\w+)` \| [^|]+ \|$", text, re.M):
        for kind in re.findall(r"\w+", kinds):
            documented.setdefault(kind, set()).add(option)
    assert len(documented) == 9
    assert documented == {kind: set(find(kind).options) for kind in documented}


def test_the_readme_shows_tasks_as_they_are() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    uids = re.findall(r"`([a-z_]+@[0-9]+/[^`]+/i[0-9]+)`", text)
    assert len(uids) == 3
    for task in map(load, uids):
        lines = [*task.question.splitlines(), f"**{task.answer}**"]
        assert "\n".join(f"> {line}" for line in lines) in text


def test_every_setting_of_training_is_documented() -> None:
    text = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", text, re.M))
    settings = dataclasses.asdict(TrainConfig())
    assert {name: json.loads(value) for name, value in rows.items() if name in settings} == settings


def test_every_setting_of_the_server_is_documented() -> None:
    text = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| `?([^|`]+)`? \| [^|]+ \|$", text, re.M))
    fields = ServerSettings.model_fields
    assert fields.keys() <= rows.keys()
    for name, field in fields.items():
        if name != "allowed_tokenizers":
            assert json.loads(rows[name]) == field.default, name
