"""`python -m ponder.testing golden [--file PATH] [NAME ...]` adds missing golden hashes."""

import argparse
import sys
from pathlib import Path

from ponder.generators.registry import family, names
from ponder.testing import golden


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns 1 if an existing entry no longer holds."""
    parser = argparse.ArgumentParser(prog="python -m ponder.testing", description=golden.__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("golden", help="add the hashes of families that have none")
    command.add_argument("names", nargs="*", help="families; all native ones when left out")
    command.add_argument("--file", type=Path, default=golden.DEFAULT_PATH)
    chosen = parser.parse_args(arguments)
    wanted = chosen.names or [name for name in names() if not name.startswith("rg/")]
    known = golden.read(chosen.file)
    entries, changed = golden.add(map(family, wanted), known)
    golden.write(entries, chosen.file)
    for name in sorted(entries.keys() - known.keys()):
        print(f"added {name}")
    for sentence in changed:
        print(sentence, file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
