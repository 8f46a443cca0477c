"""Several runs, or several evaluations, side by side: what differs, and what that changed."""

from ponder.evaluation.side_by_side.folders import kind_of, read_sides, the_kind
from ponder.evaluation.side_by_side.report import Compared, write_side_by_side

__all__ = ["Compared", "kind_of", "read_sides", "the_kind", "write_side_by_side"]
