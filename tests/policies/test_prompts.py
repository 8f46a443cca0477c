"""How turns are put to language models."""

from ponder.policies import prompts
from ponder.policies.policy import Turn
from ponder.verifiers import extract

TURN = Turn("What is 2 + 3?", "An integer.", 90, 3, history=(("What is 1 + 1?", "2"),))


def test_chat_alternates_and_ends_with_the_question() -> None:
    chat = prompts.messages(TURN)
    assert [message["role"] for message in chat] == [
        "system",
        *["user", "assistant"] * 2,
        "user",
    ]
    assert chat[3]["content"] == "What is 1 + 1?"
    last = chat[-1]["content"].splitlines()
    assert last[:3] == [
        "90 tokens are left for 3 questions, this one included.",
        "What is 2 + 3?",
        "An integer.",
    ]


def test_the_worked_example_is_in_the_format_that_is_asked_for() -> None:
    found = extract(prompts.EXAMPLE_RESPONSE)
    assert (found.answer, found.how) == ("7", "tag")


def test_base_models_read_the_same_parts_in_the_same_order() -> None:
    text = prompts.plain(TURN)
    parts = [
        prompts.SYSTEM,
        prompts.EXAMPLE_QUESTION,
        prompts.EXAMPLE_RESPONSE,
        "What is 1 + 1?\n2",
        prompts.user_message(TURN),
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.endswith("</answer>.\n")


def test_without_a_budget_there_is_no_budget_line() -> None:
    assert "left" not in prompts.user_message(Turn("What is 2 + 3?", "An integer."))
