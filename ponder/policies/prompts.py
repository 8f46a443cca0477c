"""How a turn is put to a language model: chat messages, or plain text for base models."""

from ponder.policies.policy import Turn

SYSTEM = (
    "You solve problems. Reason briefly, then write the final answer between <answer> and "
    "</answer>."
)
REMINDER = "Write the final answer between <answer> and </answer>."
"""Said again at the end of the question: small models forget what the system message said."""
EXAMPLE_QUESTION = "Anna has 12 apples and gives 5 of them away. How many are left?\nAn integer."
EXAMPLE_RESPONSE = "12 - 5 = 7\n<answer>7</answer>"


def budget_line(turn: Turn) -> str:
    """States the tokens and questions left; empty outside of budget episodes.

    >>> budget_line(Turn("What is 2 + 3?", remaining_budget=90, questions_remaining=3))
    '90 tokens are left for 3 questions, this one included.'
    """
    if turn.remaining_budget is None or turn.questions_remaining is None:
        return ""
    if turn.questions_remaining == 1:
        return f"{turn.remaining_budget} tokens are left for this last question."
    return (
        f"{turn.remaining_budget} tokens are left for {turn.questions_remaining} questions, "
        "this one included."
    )


def user_message(turn: Turn) -> str:
    """Writes the question with its answer format, in episodes the budget line, and the tags."""
    parts = (budget_line(turn), turn.question, turn.answer_format, REMINDER)
    return "\n".join(part for part in parts if part)


def messages(turn: Turn) -> list[dict[str, str]]:
    """Writes a turn as chat messages: one worked example, the turns before it, the question."""
    exchanges = [(f"{EXAMPLE_QUESTION}\n{REMINDER}", EXAMPLE_RESPONSE), *turn.history]
    chat = [{"role": "system", "content": SYSTEM}]
    for question, response in exchanges:
        chat.append({"role": "user", "content": question})
        chat.append({"role": "assistant", "content": response})
    chat.append({"role": "user", "content": user_message(turn)})
    return chat


def plain(turn: Turn) -> str:
    """Writes a turn for a base model that has no chat template."""
    exchanges = [(EXAMPLE_QUESTION, EXAMPLE_RESPONSE), *turn.history]
    earlier = "".join(f"{question}\n{response}\n\n" for question, response in exchanges)
    return f"{SYSTEM}\n\n{earlier}{user_message(turn)}\n"
