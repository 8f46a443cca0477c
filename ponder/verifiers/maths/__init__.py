"""Mathematical equivalence of free-form answers, exact and bounded.

An answer is read (`reading`: `notation`, `tokens`, `terms`, `parsing`), its shape is found
(`shapes`, `measures`) and compared with the reference's (`compare`, `parameters`, `quantities`),
its values exactly where possible (`values`: `exact`, `field`, `numeric` at `points`), within the
`budget` of one verdict. `forms` tells what is still to be worked out.
"""

from ponder.verifiers.maths.compare import same
from ponder.verifiers.maths.forms import form_of, lacking
from ponder.verifiers.maths.reading import Reading, layers, plain_number, read, read_layers
from ponder.verifiers.maths.rules import Rules

__all__ = [
    "Reading",
    "Rules",
    "form_of",
    "lacking",
    "layers",
    "plain_number",
    "read",
    "read_layers",
    "same",
]
