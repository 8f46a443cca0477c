"""How an observation is put to a language model: the account so far, the budget, the question.

It is `ponder.policies.prompts` for what goes over the wire: the question comes with the form of
its answer, and of the earlier ones only their beginnings are known.
"""

from collections.abc import Sequence

from ponder.budget_env import Observation
from ponder.policies import prompts
from ponder.policies.policy import Turn

SHOWN = 10
"""Answered questions that are recalled, the latest ones."""

Exchange = tuple[str, str]
"""What was put, and what was answered."""


def account(seen: Observation) -> str:
    """Recalls the answered questions, a line each; empty before the first."""
    if not seen.history:
        return ""
    first = max(0, len(seen.history) - SHOWN)
    lines = [
        f"{number}. {entry['tokens_used']} tokens, "
        f"{'right' if entry['was_correct'] else 'wrong'}: {_one_line(entry['question_summary'])}"
        for number, entry in enumerate(seen.history[first:], start=first + 1)
    ]
    return "\n".join(["Answered so far:", *lines])


def turn_of(seen: Observation, earlier: Sequence[Exchange] = ()) -> Turn:
    """Writes an observation as the turn that a policy is shown.

    The last line of a question is taken for the form of its answer, as it is with every family.

    Args:
        seen: What the environment puts.
        earlier: The turns before, of a question that is put in several.
    """
    question, _, answer_format = seen.question.rpartition("\n")
    return Turn(
        question=question or seen.question,
        answer_format=answer_format if question else "",
        remaining_budget=seen.remaining_budget,
        questions_remaining=seen.questions_remaining,
        history=tuple(earlier),
    )


def messages(seen: Observation, earlier: Sequence[Exchange] = ()) -> list[dict[str, str]]:
    """Writes an observation as chat messages, the account before the budget and the question.

    Args:
        seen: What the environment puts.
        earlier: The turns before, of a question that is put in several.
    """
    chat = prompts.messages(turn_of(seen, earlier))
    last = chat[-1]
    recalled = account(seen)
    if recalled:
        chat[-1] = {**last, "content": f"{recalled}\n\n{last['content']}"}
    return chat


def _one_line(text: str) -> str:
    return " ".join(text.split())
