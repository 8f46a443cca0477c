"""The example of the document on the study prints what the document says."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[3] / "docs" / "study.md"


def test_the_example_prints_what_the_document_shows(capsys: pytest.CaptureFixture[str]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8").split("## The oracle and the gap")[1]
    code, shown = re.search(r"```python\n(.*?)```\n\n((?:    [^\n]*\n)+)", text, re.S).groups()
    exec(compile(code, str(DOCUMENT), "exec"), {})
    printed = capsys.readouterr().out
    assert printed == re.sub(r"^    ", "", shown, flags=re.M)
