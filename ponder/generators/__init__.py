"""Generators: task families of known difficulty, one file each, addressable without end."""

from ponder.generators.registry import Family, family, names
from ponder.generators.streams import generate, load_generated, stream

__all__ = ["Family", "family", "generate", "load_generated", "names", "stream"]
