"""What the documents show is what the code says and does."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODEL = ROOT / "ponder" / "generators" / "arithmetic" / "chain_sum.py"


def blocks(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.S)


@pytest.mark.parametrize("block", blocks("CONTRIBUTING.md"))
def test_the_walk_through_quotes_the_model_family(block: str) -> None:
    assert block.strip() in MODEL.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", blocks("README.md"))
def test_the_readme_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out
