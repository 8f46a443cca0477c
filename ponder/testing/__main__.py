"""`python -m ponder.testing golden [--file PATH] [NAME ...]` adds missing golden hashes.

`python -m ponder.testing gallery [--file PATH]` writes docs/gallery.md anew.
"""

import argparse
import sys
from pathlib import Path

from ponder.generators.registry import family, names
from ponder.testing import gallery, golden


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns 1 if an existing golden entry no longer holds."""
    parser = argparse.ArgumentParser(prog="python -m ponder.testing", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    hashes = commands.add_parser("golden", help="add the hashes of families that have none")
    hashes.add_argument("names", nargs="*", help="families; all native ones when left out")
    hashes.add_argument("--file", type=Path, default=golden.DEFAULT_PATH)
    page = commands.add_parser("gallery", help="write the page of examples of all native families")
    page.add_argument("--file", type=Path, default=gallery.DEFAULT_PATH)
    chosen = parser.parse_args(arguments)
    if chosen.command == "gallery":
        chosen.file.write_bytes(gallery.render().encode("utf-8"))
        return 0
    return _golden(chosen.names, chosen.file)


def _golden(wanted: list[str], file: Path) -> int:
    wanted = wanted or [name for name in names() if not name.startswith("rg/")]
    known = golden.read(file)
    entries, changed = golden.add(map(family, wanted), known)
    golden.write(entries, file)
    for name in sorted(entries.keys() - known.keys()):
        print(f"added {name}")
    for sentence in changed:
        print(sentence, file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
