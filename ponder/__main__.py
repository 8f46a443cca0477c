"""Runs the command line: `python -m ponder`."""

from ponder.cli.app import main

if __name__ == "__main__":
    main()
