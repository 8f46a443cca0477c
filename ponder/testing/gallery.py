"""The gallery: three tasks of every native family, as one Markdown page read off the registry.

`python -m ponder.testing gallery` writes it anew; a test fails while the page is not current.
"""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from ponder.generators.registry import DOMAINS, family, names
from ponder.generators.streams import generate
from ponder.task import Task

DEFAULT_PATH = Path("docs/gallery.md")
LEVELS = (1, 5, 10)
STEPS_SHOWN = 4
WIDEST_BLOCK = 100
"""Lines up to this width keep their layout; GitHub would make the reader scroll to longer ones."""

_HEAD = """# Gallery

{count} families, each with the first task of seed 0 at levels 1, 5 and 10: the question as a model
reads it (without the sentence on the form of the answer), the first {shown} steps of the worked
solution, and the answer. `ponder show ADDRESS` shows a task in full. Written by
`python -m ponder.testing gallery`.
"""

# What Markdown may read as markup; the last two are marks of lists.
_MARKUP = re.compile(r"[\\`*_<>\[\]#|~$&]|^[-+]|(?<=[0-9])[.)](?= )")


def render() -> str:
    """The whole page; the same bytes on any machine."""
    homes = {domain: members for domain in DOMAINS if (members := names(domain))}
    count = sum(map(len, homes.values()))
    parts = [_HEAD.format(count=count, shown=STEPS_SHOWN)]
    for domain, members in homes.items():
        links = ", ".join(f"[{name}](#{name})" for name in members)
        parts.append(f"**{domain.capitalize()}:** {links}\n")
    for domain, members in homes.items():
        parts.append(f"## {domain.capitalize()}\n")
        for name in members:
            parts += _family(name)
    return "\n".join(parts)


def _family(name: str) -> Iterator[str]:
    first_line = family(name).doc.partition("\n")[0]
    yield f"### {name}\n\n{_escaped(first_line)}\n"
    for level in LEVELS:
        yield _task(generate(name, level=level))


def _task(task: Task) -> str:
    lines = quoted(task.question).split("\n")
    question = "\n".join(f"> {line}" if line else ">" for line in lines)
    shown = list(task.steps[:STEPS_SHOWN])
    hidden = len(task.steps) - len(shown)
    if hidden:
        shown.append(f"... ({hidden} more)")
    # An answer of several lines begins on its own, so that its layout holds.
    gap = "\n" if "\n" in task.answer else " "
    worked = fenced("\n".join([*shown, f"Answer:{gap}{task.answer}"]))
    return f"**Level {task.level}**, `{task.uid}`\n\n{question}\n\n{worked}\n"


def quoted(text: str) -> str:
    """Writes text in Markdown that shows it verbatim: narrow lines as laid out, wide ones wrapped.

    A fenced block keeps columns and spaces but does not wrap, a paragraph the other way round.
    """
    runs = itertools.groupby(text.split("\n"), key=lambda line: len(line) > WIDEST_BLOCK)
    return "\n\n".join(
        "\n\n".join(map(_escaped, lines)) if wide else fenced("\n".join(lines))
        for wide, lines in runs
    )


def fenced(text: str) -> str:
    """A fenced block whose fence is longer than any run of backticks inside."""
    runs = re.findall(r"`+", text)
    fence = "`" * max(3, 1 + max(map(len, runs), default=0))
    return f"{fence}text\n{text}\n{fence}"


def _escaped(line: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", line)
