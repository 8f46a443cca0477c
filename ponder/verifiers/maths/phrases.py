"""What words say: those that a name cannot hold, scales, and whole answers in words."""

from ponder.verifiers.maths.syntax import REALS, Call, Node
from ponder.verifiers.maths.vocabulary import DENIALS

_CHANGES = """
either is and or because but squared cubed factorial plus minus negative times over divided more
less than about approximately half halves twice thrice double doubled triple tripled halved
reciprocal sqrt thirds quarters fourths fifths sixths sevenths eighths ninths tenths hundredths
thousandths
"""
_DOUBTS = """
anything something but although however rather instead perhaps maybe probably possibly presumably
guess guessed unsure uncertain might could should almost nearly roughly around approximately below
above
"""
NOT_NAMES = DENIALS | frozenset((_CHANGES + _DOUBTS).split())
"""Words before an equals sign that deny, doubt or change what follows."""

SCALES = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "dozen": 12,
}

_NO_SOLUTION = (
    "no solution",
    "no solutions",
    "no real solution",
    "no real solutions",
    "there is no solution",
    "there are no solutions",
    "there is no real solution",
    "there are no real solutions",
    "empty set",
    "the empty set",
    "{}",
)
_ALL_REALS = ("all real numbers", "all reals", "all real x", "all real values of x")
_EMPTY: Node = Call("set", ())
PHRASES = dict.fromkeys(_NO_SOLUTION, _EMPTY) | dict.fromkeys(_ALL_REALS, REALS)
"""What a phrase says where it is the whole answer."""

SYNONYMS = {"true": "yes", "false": "no", "dne": "does not exist"}
