"""The shelf: where the files of the known corpora lie, told by the process or the environment."""

import difflib
import functools
import os
import re
from pathlib import Path

from ponder.generators.corpora.corpus import Corpus
from ponder.generators.corpora.schema import SCHEMAS
from ponder.task import Task

ENVIRONMENT = "PONDER_CORPORA"

_UID = re.compile(r"([a-z0-9_]+)@[0-9a-f]{12}/(?:train|valid|test)/r[0-9]{1,12}")
_places: dict[str, str] = {}


def register(name: str, where: str | Path) -> None:
    """Tells where a corpus lies, for this process; the file is opened when it is first needed.

    Args:
        name: A corpus that Ponder knows, one of `SCHEMAS`.
        where: A path, or the id of a dataset on the hub.

    Raises:
        ValueError: If the corpus is not known.
    """
    _require_known(name)
    _places[name] = str(where)


def registered() -> dict[str, str]:
    """Lists where corpora lie, by name: those of `PONDER_CORPORA`, then those of the process.

    Raises:
        ValueError: If the environment variable is malformed.
    """
    places: dict[str, str] = {}
    for pair in filter(None, os.environ.get(ENVIRONMENT, "").split(",")):
        name, equals, where = pair.strip().partition("=")
        if not equals or not where:
            raise ValueError(
                f"{ENVIRONMENT} must hold NAME=PATH pairs separated by commas, got {pair!r}"
            )
        _require_known(name)
        places[name] = where
    return places | _places


def corpus(name: str) -> Corpus:
    """Opens a registered corpus, or one type of it: `metamathqa` or `metamathqa/GSM_SV`.

    Raises:
        FileNotFoundError: If its file is not there.
        ValueError: If it is not registered, or not usable.
    """
    base, _, kind = name.partition("/")
    places = registered()
    if base not in places:
        _require_known(base)
        raise ValueError(
            f"corpus {base!r} is absent here: call ponder.generators.corpora.register({base!r}, "
            f"PATH), or set {ENVIRONMENT}='{base}=PATH'"
        )
    path = Path(places[base]).expanduser()
    stamp = (path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else None
    opened = _opened(base, places[base], stamp)
    return opened.kind(kind) if kind else opened


def load_corpus_task(uid: str) -> Task:
    """Reads the row that a uid names from its registered corpus.

    Raises:
        FileNotFoundError: If the corpus's file is not there.
        ValueError: If the uid is malformed, or its corpus is absent or differs.
    """
    match = _UID.fullmatch(uid)
    if match is None:
        raise ValueError(
            f"uid must look like 'metamathqa@0123456789ab/train/r41', got {uid[:200]!r}"
        )
    return corpus(match[1]).load(uid)


@functools.cache
def _opened(name: str, where: str, stamp: tuple[int, int] | None) -> Corpus:
    """Opens a corpus once for each state of its file, which `stamp` tells."""
    return Corpus(SCHEMAS[name], where)


def _require_known(name: str) -> None:
    if name not in SCHEMAS:
        close = difflib.get_close_matches(name, SCHEMAS, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise ValueError(f"there is no corpus {name!r}; {hint}known are {sorted(SCHEMAS)}")
