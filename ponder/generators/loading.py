"""Any task by its uid, be it generated or a row of a corpus."""

import re

from ponder.generators.streams import load_generated
from ponder.quoting import quoted
from ponder.task import Task

# A generated uid ends in its index, a corpus row's in its row number.
_ROW = re.compile(r"/r[0-9]+$")


def load(uid: str) -> Task:
    """Gives the task of a uid, byte for byte as it was.

    Args:
        uid: Of a generated task, `countdown@1/train/L3/s7/i0`, or of a row of a registered corpus,
            `metamathqa@0123456789ab/train/r41`.

    Raises:
        FileNotFoundError: If a corpus's file is not there.
        ValueError: If the uid is malformed, of a version that no longer generates, or of a corpus
            that is absent or differs.

    >>> load("chain_sum@1/train/L2/s7/i0").level
    2
    """
    if not isinstance(uid, str):
        raise ValueError(f"uid must be a string, got {quoted(uid)}")
    if _ROW.search(uid):
        from ponder.generators.corpora import load_corpus_task

        return load_corpus_task(uid)
    try:
        return load_generated(uid)
    except RecursionError:
        raise ValueError(f"uid holds knobs nested too deep: {uid[:80]!r}") from None
