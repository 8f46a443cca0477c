"""HTML for the report: escaping, tables, cards, and the page around them.

Text from a model is hostile. All text is escaped, what is invisible or reorders text is written
out, and the page forbids scripts and requests by its own policy besides.
"""

import html
import re
from collections.abc import Iterable, Sequence

MOST_CHARACTERS = 4_000
MOST_IN_A_CELL = 400

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)

_CSS = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f6f7f9; color: #202124;
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 15px; font-weight: 600; margin: 0 0 10px; color: #5f6368;
  overflow-wrap: anywhere; }
h2 { font-size: 19px; margin: 0 0 4px; }
.headline { font-size: 21px; line-height: 1.45; margin: 0 0 8px; text-wrap: pretty; }
.about { color: #5f6368; margin: 0 0 10px; max-width: 90ch; }
.headline + .headline { font-size: 17px; color: #3c4043; }
section, .cards > div { background: #fff; border: 1px solid #e3e5e8; border-radius: 10px; }
section { padding: 20px 24px; margin-top: 18px; }
.cards { display: grid; gap: 12px; margin-top: 20px;
  grid-template-columns: repeat(auto-fit, minmax(215px, 1fr)); }
.cards > div { padding: 13px 16px; }
.cards .name { color: #5f6368; font-size: 13px; }
.cards .value { font-size: 25px; font-weight: 650; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
.cards .value small { font-size: 16px; font-weight: 400; color: #5f6368; }
.cards .change { font-size: 13px; color: #3c4043; }
p.note { color: #5f6368; margin: 0 0 12px; max-width: 80ch; }
p.missing { margin: 12px 0 0; padding: 10px 14px; background: #f1f3f4; border-radius: 6px;
  color: #5f6368; }
p.warning { margin: 12px 0 0; padding: 10px 14px; background: #fff4e0; border-radius: 6px;
  border-left: 4px solid #E69F00; }
figure { margin: 8px 0 0; overflow-x: auto; }
svg { display: block; width: 100%; min-width: 620px; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
  font-size: 14px; margin-top: 8px; }
th { text-align: left; color: #5f6368; font-weight: 600; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid #eceff1; vertical-align: top; }
details { margin-top: 12px; }
summary { cursor: pointer; color: #1a5fb4; }
.transcript { border-top: 1px solid #e3e5e8; padding-top: 14px; margin-top: 16px; }
.transcript h3 { font-size: 15px; margin: 0 0 6px; }
.question { margin: 0 0 8px; white-space: pre-wrap; overflow-wrap: anywhere;
  unicode-bidi: isolate; }
.pair { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); }
.answer { min-width: 0; border: 1px solid #e3e5e8; border-top: 3px solid #9aa0a6;
  border-radius: 6px; padding: 8px 12px; }
.answer.before { border-top-color: #0072B2; }
.answer.after, .answer.measured { border-top-color: #D55E00; }
.answer .meta { font-size: 13px; color: #5f6368; }
.right, .wrong { font-weight: 650; }
.right { color: #00664a; } .wrong { color: #a33b00; }
pre { margin: 6px 0 0; font: 13px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono",
  monospace; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow: auto;
  unicode-bidi: isolate; }
.turn { display: grid; gap: 4px 18px; grid-template-columns: minmax(150px, 210px) 1fr;
  border-top: 1px solid #eceff1; padding: 9px 0; }
.turn .meta { font-size: 13px; color: #5f6368; }
.turn .question { margin: 0; font-size: 13px; color: #3c4043; }
.turn pre { line-height: 1.75; }
.bars div { height: 15px; padding-left: 4px; margin-top: 3px; font-size: 11px; line-height: 15px;
  white-space: nowrap; color: #202124; border-left: 3px solid; }
.bars .own { background: #f3c3a3; border-color: #D55E00; }
.bars .oracle { background: #b3d4ea; border-color: #0072B2; }
.part { padding: 1px 2px; border-left: 2px solid; }
.part.odd { background: #fdebc8; border-color: #E69F00; }
.part.even { background: #dcedf9; border-color: #56B4E9; }
.part.end { border: 1px solid #9aa0a6; border-radius: 3px; }
.part sub { color: #5f6368; font-size: 10px; margin-left: 3px; }
footer { margin-top: 22px; color: #80868b; font-size: 13px; }
@media print { body { background: #fff; } section { break-inside: avoid; } }
"""


def escape(value: object) -> str:
    r"""Makes any text safe to stand anywhere in a page, and shows what is invisible in it.

    >>> print(escape("<b>\u202e"))
    &lt;b&gt;\u202e
    """
    return html.escape(visible(value), quote=True)


def visible(value: object) -> str:
    r"""Writes out what is invisible in a text, reorders it, or drives a terminal.

    >>> print(visible("red: \x1b[31m"))
    red: \u001b[31m
    """
    return _INVISIBLE.sub(lambda match: f"\\u{ord(match[0]):04x}", str(value))


def shorten(text: str, most: int = MOST_CHARACTERS) -> str:
    """Leaves out the middle of a long text and says how much that is."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half:,} characters left out ...]\n{text[-half:]}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Writes a table; every cell is escaped, and shortened where it is no cell's length."""
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>"
        + "".join(f"<td>{escape(shorten(str(cell), MOST_IN_A_CELL))}</td>" for cell in row)
        + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><tr>{first}</tr>{body}</table></div>'


def section(title: str, note: str, *content: str) -> str:
    """Writes a titled block; `content` is HTML, the rest is text."""
    about = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{about}{''.join(content)}</section>"


def card(name: str, value: str, below: str) -> str:
    """Writes a figure to be seen first, with what is to be said below it."""
    return (
        f'<div><div class="name">{escape(name)}</div><div class="value">{escape(value)}</div>'
        f'<div class="change">{escape(below)}</div></div>'
    )


def figure(svg: str) -> str:
    """Places a figure."""
    return f"<figure>{svg}</figure>"


def missing(text: str) -> str:
    """Says that a part is not there."""
    return f'<p class="missing">{escape(text)}</p>'


def warning(text: str) -> str:
    """Says what a reader must know before trusting the numbers."""
    return f'<p class="warning">{escape(text)}</p>'


def details(title: str, content: str, *, opened: bool = False) -> str:
    """Folds HTML away under a title."""
    start = "<details open>" if opened else "<details>"
    return f"{start}<summary>{escape(title)}</summary>{content}</details>"


def page(title: str, body: str) -> str:
    """Writes the whole document: no scripts, no requests."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_CSS}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )
