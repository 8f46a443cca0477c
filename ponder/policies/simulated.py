"""The scripted policy of the command line: an evaluation can be tried without any model."""

from collections.abc import Iterable

from ponder.policies.agents.scripted import TOKENS_A_LEVEL, saturating
from ponder.policies.policy import Turn
from ponder.policies.scripted import ScriptedPolicy
from ponder.randomness import stream
from ponder.task import Task


def simulated(tasks: Iterable[Task]) -> ScriptedPolicy:
    """Makes a policy that thinks for 6 to 36 tokens a level, and knows these tasks alone.

    It is right with probability 0.95 (1 - 2^(-tokens / (12 level))).

    Args:
        tasks: All that it will be asked.
    """
    known = {task.question: task for task in tasks}
    return ScriptedPolicy(known, accuracy=saturating, tokens=_tokens)


def _tokens(turn: Turn, level: int) -> int:
    share = stream("simulated tokens", turn.question).uniform(0.5, 3)
    return max(1, round(share * TOKENS_A_LEVEL * level))
