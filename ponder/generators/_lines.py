"""Lines of a worked solution, none of them too long."""

import textwrap

_WIDTH = 190


def in_lines(text: str) -> list[str]:
    """Breaks what is too long for one line of a worked solution at its spaces."""
    if len(text) <= _WIDTH:
        return [text]
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
