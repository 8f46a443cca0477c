"""From a response to a verdict: find the answer, ask the checker."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ponder.quoting import quoted
from ponder.task import Task
from ponder.verifiers import bounds
from ponder.verifiers.checkers import find
from ponder.verifiers.extraction import REASONING_TAGS, extract, first_sentence, last_paragraph
from ponder.verifiers.verdict import Extraction, Judgement, Unreadable, Verdict


def verify(
    task: Task,
    response: str | Sequence[str],
    *,
    partial: bool = False,
    lenient: bool = True,
    reasoning_open: bool = False,
    reasoning_tags: Sequence[str] = REASONING_TAGS,
) -> Verdict:
    """Judges a response to a task. Total: whatever the response is, a verdict comes back.

    Args:
        task: Its checker, facts and reference answer decide.
        response: The model's text, or a list of its turns, of which the last is judged.
        partial: Lets the score lie between 0 and 1 where the checker verifies progress.
        lenient: Falls back on the last line where no answer is marked.
        reasoning_open: Says that the prompt already opened the reasoning.
        reasoning_tags: Names of the tags around reasoning.

    Raises:
        ValueError: If the task itself makes no sense: an unknown checker, an unreadable gold.
    """
    if not isinstance(task, Task):
        raise ValueError(
            f"task must be a Task, got {quoted(task)}; `grade` takes a reference answer"
        )
    question = _Question(task.checker.name, task.answer, task.facts, task.checker.options)
    return question.verdict(response, partial, lenient, reasoning_open, reasoning_tags)


def verify_many(
    tasks: Iterable[Task],
    responses: Iterable[str | Sequence[str]],
    *,
    partial: bool = False,
    lenient: bool = True,
    reasoning_open: bool = False,
    reasoning_tags: Sequence[str] = REASONING_TAGS,
) -> list[Verdict]:
    """Judges each response to the task in the same place; the arguments are those of `verify`.

    Raises:
        ValueError: If there are more of the one than of the other, or a task makes no sense.
    """
    for name, given in (("tasks", tasks), ("responses", responses)):
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise ValueError(f"{name} must be a list, got {quoted(given)}")
    tasks, responses = list(tasks), list(responses)
    if len(tasks) != len(responses):
        raise ValueError(
            f"responses must be as many as tasks, got {len(responses)} for {len(tasks)} tasks; "
            "repeat a task for each of its responses"
        )
    return [
        verify(
            task,
            response,
            partial=partial,
            lenient=lenient,
            reasoning_open=reasoning_open,
            reasoning_tags=reasoning_tags,
        )
        for task, response in zip(tasks, responses, strict=True)
    ]


def grade(
    response: str | Sequence[str],
    gold: str,
    *,
    kind: str | None = None,
    options: Mapping[str, Any] | None = None,
    partial: bool = False,
    lenient: bool = True,
    reasoning_open: bool = False,
    reasoning_tags: Sequence[str] = REASONING_TAGS,
) -> Verdict:
    r"""Judges a response against a reference answer, without a task.

    Args:
        response: The model's text, or a list of its turns, of which the last is judged.
        gold: The reference answer.
        kind: The checker's name; None means `math`, which reads nearly all that can be written.
        options: The checker's options, such as `{"units": "require"}` for the kind `math`.
        partial: As of `verify`, like the other arguments.
        lenient: As of `verify`.
        reasoning_open: As of `verify`.
        reasoning_tags: As of `verify`.

    Raises:
        ValueError: If there is no such checker, it cannot read the gold, or an option is wrong.

    >>> grade("So it is 3/4.\nThe answer is 0.75.", "3/4").correct
    True
    """
    if not isinstance(gold, str):
        raise ValueError(f"gold must be a str, got {gold!r}; write it as text")
    question = _Question(
        DEFAULT_KIND if kind is None else kind, gold, _NOTHING, options or _NOTHING
    )
    return question.verdict(response, partial, lenient, reasoning_open, reasoning_tags)


_NOTHING: Mapping[str, Any] = {}
DEFAULT_KIND = "math"


class _Question:
    """What decides about an answer: a checker, the gold, facts and options."""

    __slots__ = ("checker", "facts", "gold", "options")

    def __init__(
        self, name: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
    ) -> None:
        if not (type(name) is type(gold) is str and type(facts) is type(options) is dict):
            _require_types(name, gold, facts, options)
        if len(gold) > bounds.ANSWER_CHARACTERS:
            raise ValueError(
                f"a reference answer may have {bounds.ANSWER_CHARACTERS} characters, got "
                f"{len(gold)} in {gold[:80]!r}..."
            )
        self.checker = find(name)
        if options:
            self.checker.require_options(options)
        self.gold = gold
        self.facts = facts
        self.options = options

    def verdict(
        self,
        response: str | Sequence[str],
        partial: bool,
        lenient: bool,
        reasoning_open: bool,
        reasoning_tags: Sequence[str],
    ) -> Verdict:
        text = response if isinstance(response, str) else _last_turn(response)
        found = extract(
            text, lenient=lenient, reasoning_open=reasoning_open, reasoning_tags=reasoning_tags
        )
        if found.answer is None:
            return Verdict(0.0, False, None, found.how, found.reason)
        found, judgement, readable = self.judge(found)
        if found.how == "last_line" and not readable and self.checker.multiline:
            wider = last_paragraph(text, found, reasoning_tags)
            if wider is not None and (second := self.judge(wider)[1]).correct:
                found, judgement = wider, second
        score = float(judgement.correct)
        if partial and judgement.progress is not None and not judgement.correct:
            score = judgement.progress
        return Verdict(score, judgement.correct, found.answer, found.how, judgement.reason)

    def judge(self, found: Extraction) -> tuple[Extraction, Judgement, bool]:
        """Asks the checker, and tells whether it could read the answer.

        One that it cannot read, nor its first sentence, is wrong. That depends on the form of
        the reference, such as how many values it has, and never on its value.
        """
        try:
            check = self.checker.check
            return found, check(found.answer or "", self.gold, self.facts, self.options), True
        except Unreadable as why:
            first = first_sentence(found)
            if first is not None:
                return self.judge(first)
            return found, Judgement(False, str(why)), False


def _require_types(name: object, gold: object, facts: object, options: object) -> None:
    for part, value, wanted in (
        ("checker name", name, str),
        ("answer", gold, str),
        ("facts", facts, Mapping),
        ("checker options", options, Mapping),
    ):
        if not isinstance(value, wanted):
            raise ValueError(
                f"a task's {part} must be a {wanted.__name__}, got {str(value)[:80]!r}"
            )


def _last_turn(response: object) -> Any:
    """Gives the last of several turns; anything else as it is, for `extract` to refuse."""
    if isinstance(response, (list, tuple)) and response:
        return response[-1]
    return response
