"""The gallery shows every native family, verbatim, and is the one that the code gives now."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ponder.generators.registry import names
from ponder.testing import gallery
from ponder.testing.__main__ import main

PAGE = Path(__file__).parents[2] / gallery.DEFAULT_PATH
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
MARKUP = "\\`*_{}<>[]()#+-.!|~$&=:;'\"0aé"

narrow = st.text(st.sampled_from(MARKUP + " "), max_size=40).map(lambda text: f"a{text}")
# A wide line is a paragraph, in which spaces at the ends, or several on end, do not show.
words = st.lists(st.text(st.sampled_from(MARKUP), min_size=1, max_size=9), min_size=1, max_size=9)
wide = words.map(lambda some: " ".join(some * gallery.WIDEST_BLOCK))


def shown(markdown: str) -> list[str]:
    """What a reader of the page sees of it, by another parser: blocks and paragraphs."""
    texts = []
    for token in PARSER.parse(markdown):
        if token.type == "fence":
            texts.append(token.content.removesuffix("\n"))
        elif token.type == "inline":
            assert {child.type for child in token.children or []} <= {"text", "text_special"}
            texts.append("".join(child.content for child in token.children or []))
    return texts


@given(st.lists(narrow | wide, min_size=1, max_size=4))
def test_quoted_text_is_shown_as_it_is(lines: list[str]) -> None:
    assert "\n".join(shown(gallery.quoted("\n".join(lines)))) == "\n".join(lines)


def test_the_page_has_every_native_family_and_links_to_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in names():
        assert (f"\n### {name}\n" in text) is (f"[{name}](#{name})" in text)
        native = not name.startswith("rg/")
        assert (f"\n### {name}\n" in text) is native, "run: python -m ponder.testing gallery"


def test_the_page_is_current(tmp_path: Path) -> None:
    now = tmp_path / "gallery.md"
    assert main(["gallery", "--file", str(now)]) == 0
    assert PAGE.read_bytes() == now.read_bytes(), "run: python -m ponder.testing gallery"
