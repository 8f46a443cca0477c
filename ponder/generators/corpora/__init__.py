"""Corpora: published sets of problems behind the same interface as the generators."""

from ponder.generators.corpora.corpus import Corpus
from ponder.generators.corpora.schema import SCHEMAS, Schema
from ponder.generators.corpora.shelf import (
    ENVIRONMENT,
    corpus,
    load_corpus_task,
    register,
    registered,
)

__all__ = [
    "ENVIRONMENT",
    "SCHEMAS",
    "Corpus",
    "Schema",
    "corpus",
    "load_corpus_task",
    "register",
    "registered",
]
