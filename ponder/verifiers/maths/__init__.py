"""Mathematical equivalence of free-form answers, exact and bounded.

An answer is read (`reading`: `tokens`, `terms`, `parsing`), its shape is found (`shapes`,
`measures`) and compared with the reference's (`compare`), its values exactly where possible
(`values`: `exact`, `field`, `numeric`).
"""

from ponder.verifiers.maths.compare import Rules, same
from ponder.verifiers.maths.reading import Reading, plain_number, read
from ponder.verifiers.maths.values import seed_of

__all__ = ["Reading", "Rules", "plain_number", "read", "same", "seed_of"]
