"""Replies as chat templates leave them: reasoning blocks, channels, tokens that end a turn."""

from dataclasses import dataclass

import pytest

from ponder.verifiers import extract, verify

GOLD = "42"


@dataclass(frozen=True)
class Template:
    """How a family of models writes a turn.

    Attributes:
        opener: What begins reasoning in the response; "" where the prompt already holds it.
        closer: What ends it; "" for models without reasoning.
        stop: The token that ends the turn, if it is not left out.
        reasoning_open: Whether the prompt opens the reasoning.
    """

    opener: str
    closer: str
    stop: str
    reasoning_open: bool = False


END = "<\uff5cend\u2581of\u2581sentence\uff5c>"
TEMPLATES = {
    "DeepSeek-R1, opened in the prompt": Template("", "</think>\n\n", END, reasoning_open=True),
    "DeepSeek-R1": Template("<think>\n", "\n</think>\n\n", END),
    "Qwen3": Template("<think>\n", "\n</think>\n\n", "<|im_end|>"),
    "Qwen3 thinking, opened in the prompt": Template("", "\n</think>\n\n", "<|im_end|>", True),
    "Phi-4-reasoning": Template("<think>", "</think>", "<|im_end|>"),
    "Magistral": Template("[THINK]", "[/THINK]", "</s>"),
    "gpt-oss": Template(
        "<|channel|>analysis<|message|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
        "<|return|>",
    ),
    "tagged reasoning": Template("<reasoning>\n", "\n</reasoning>\n", "</s>"),
    "Llama-3": Template("", "", "<|eot_id|>"),
    "Gemma": Template("", "", "<end_of_turn>"),
    "Mistral": Template("", "", "</s>"),
    "Phi-4": Template("", "", "<|im_end|>"),
    "ChatML with padding": Template("", "", "<|im_end|>\n" + "<|endoftext|>" * 6),
}
REASONING = {name: each for name, each in TEMPLATES.items() if each.closer}
PLAIN = {name: each for name, each in TEMPLATES.items() if not each.closer}

FORMS = {
    "tag": "So it is done.\n<answer>{}</answer>",
    "boxed": "So it is done: $\\boxed{{{}}}$.",
    "phrase": "So it is done. The answer is {}.",
    "hash": "So it is done.\n#### {}",
    "last_line": "So it is done.\n\n{}",
    "whole": "{}",
}
THOUGHT = "It may be 41, <answer>41</answer> or \\boxed{{41}}.\nThe answer is {}.\n{}"


def judge(template, text, make_task):
    return verify(make_task("integer", GOLD), text, reasoning_open=template.reasoning_open)


def outcome(verdict):
    return verdict.correct, verdict.how


@pytest.mark.parametrize("how", FORMS)
@pytest.mark.parametrize("name", TEMPLATES)
def test_an_answer_is_found_in_each_form(name, how, make_task):
    template = TEMPLATES[name]
    thought = THOUGHT.format("41", "41") if template.closer else ""
    for stop in ("", template.stop, "\n" + template.stop, template.stop + "\n"):
        before = f"{template.opener}{thought}{template.closer}"
        assert outcome(judge(template, before + FORMS[how].format("42") + stop, make_task)) == (
            True,
            how,
        )
        assert not judge(template, before + FORMS[how].format("41") + stop, make_task).correct


@pytest.mark.parametrize("name", REASONING)
def test_an_answer_in_reasoning_alone_is_none(name, make_task):
    template = REASONING[name]
    thought = template.opener + THOUGHT.format("42", "42") + template.closer
    for after in ("", "\n", template.stop, "I am done.", "\\boxed{41}"):
        assert not judge(template, thought + after, make_task).correct


@pytest.mark.parametrize("name", REASONING)
def test_reasoning_that_never_closes_holds_no_answer(name, make_task):
    template = REASONING[name]
    for form in FORMS.values():
        text = template.opener + form.format("42")
        assert outcome(judge(template, text, make_task)) == (False, "truncated")
        assert outcome(judge(template, text + template.stop, make_task)) == (False, "truncated")


@pytest.mark.parametrize("name", REASONING)
def test_what_closes_last_ends_the_reasoning(name, make_task):
    template = REASONING[name]
    opener, closer = template.opener or "<think>", template.closer
    thought = f"{template.opener}a{closer}"
    again = f"{thought}\\boxed{{41}}{opener}b{closer}\\boxed{{42}}"
    assert outcome(judge(template, again, make_task)) == (True, "boxed")
    twice = f"{thought}\\boxed{{41}}{closer}42"
    assert judge(template, twice, make_task).correct
    reopened = f"{thought}\\boxed{{42}}{opener}b"
    assert outcome(judge(template, reopened, make_task)) == (False, "truncated")


@pytest.mark.parametrize("name", REASONING)
def test_empty_reasoning_is_reasoning(name, make_task):
    template = REASONING[name]
    text = f"{template.opener}{template.closer}42{template.stop}"
    assert outcome(judge(template, text, make_task)) == (True, "whole")


@pytest.mark.parametrize("name", REASONING)
def test_a_closer_without_its_opener_ends_reasoning_too(name, make_task):
    text = f"It is 41, \\boxed{{41}}.{REASONING[name].closer}The answer is 42."
    assert outcome(verify(make_task("integer", GOLD), text)) == (True, "phrase")


def test_reasoning_opened_in_the_prompt_has_to_close(make_task):
    task = make_task("integer", GOLD)
    for form in FORMS.values():
        text = form.format("42")
        assert verify(task, text).correct
        assert verify(task, text, reasoning_open=True).how == "truncated"
        assert verify(task, f"hm</think>{text}", reasoning_open=True).correct


@pytest.mark.parametrize("name", PLAIN)
def test_answer_tags_count_from_the_last(name, make_task):
    template = PLAIN[name]
    for text, expected in (
        ("<answer>41</answer><answer>42</answer>", (True, "tag")),
        ("<answer>42</answer><answer>41</answer>", (False, "tag")),
        ("<answer>42</answer> or <answer>41", (False, "truncated")),
        ("<answer>41</answer> or <answer>42", (False, "truncated")),
        ("<answer>42", (False, "truncated")),
        ("42</answer>", (False, "whole")),
        ("<answer><answer>42</answer></answer>", (True, "tag")),
        ("```\n<answer>42</answer>\n```", (True, "tag")),
        ("<answer>\n```\n42\n```\n</answer>", (True, "tag")),
        ("\\boxed{41} \\boxed{42}", (True, "boxed")),
        ("\\boxed{42} \\boxed{41}", (False, "boxed")),
        ("\\boxed{42} \\boxed{", (False, "truncated")),
    ):
        assert outcome(judge(template, text + template.stop, make_task)) == expected


def test_other_reasoning_tokens_can_be_named():
    response = "[THINK]41[/THINK]42"
    assert extract(response, reasoning_tags=("[THINK]",)).answer == "42"
    assert extract(response, reasoning_tags=("think",)).answer == response
    assert extract("<analysis>41</analysis>42", reasoning_tags=("analysis",)).answer == "42"


@pytest.mark.parametrize(
    "text", ["5 < x <|", "x <|y|> 5", "<|im_start|>5", "a<b>", "</s>5", "<|im_end|>"]
)
def test_only_a_whole_stop_token_at_the_end_is_dropped(text, make_task):
    assert not verify(make_task("text", "5"), text).correct
    assert verify(make_task("text", text), text).correct is (text != "<|im_end|>")
