"""Responses of a wanted length, for agents whose thought is mere expense."""

from ponder.budget_env import Observation, TokenCounter, get_counter

WORD = " well"
"""At least one token to every counter, and no answer to anything."""


def counter_of(seen: Observation) -> TokenCounter:
    """Gives the counter that the environment charges by; `approx` where it does not load here."""
    approx = get_counter("approx")
    assert approx is not None
    return get_counter(seen.metadata["tokenizer_name"]) or approx


def answer_line(answer: str) -> str:
    """Writes an answer on a line of its own, as the verifiers look for it first."""
    return f"\n<answer>{answer}</answer>"


def response_of(answer: str, tokens: int, counter: TokenCounter) -> str:
    """Writes filler and then an answer, together `tokens` long.

    Args:
        answer: Comes last, so that a cut loses it.
        tokens: The wanted length; the answer's own where that is more.
        counter: Counts them. A learned tokenizer may merge where filler and answer meet, and so
            count a token or two less.
    """
    line = answer_line(answer)
    thought = max(0, tokens - counter.count(line))
    return counter.truncate(WORD * thought, thought) + line
