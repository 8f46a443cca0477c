"""Printing what others wrote: a model's or an endpoint's text must not drive the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from ponder.evaluation.markup import visible


class _Harmless(Console):
    """Writes control characters out wherever a plain string is printed, in tables as well."""

    def render_str(self, text: str, **options: Any) -> Text:
        return super().render_str(visible(text), **options)


def say(text: str) -> None:
    """Prints a line with what drives a terminal, or is no text, written out."""
    print(visible(text))


def console() -> Console:
    """Gives a console for standard output that prints strings as they are, but for controls."""
    return _Harmless(highlight=False, markup=False, emoji=False)
