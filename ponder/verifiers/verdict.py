r"""What a verifier says: a `Verdict` on a response, a `Judgement` on an answer.

The values of `how`, the way in which the answer was found:

| how | the answer is |
|---|---|
| `tag` | inside the last `<answer>...</answer>` |
| `boxed` | inside the last `\boxed{...}` |
| `phrase` | what follows the last "answer is" or "answer:" |
| `hash` | what follows the last `####` |
| `whole` | the whole response, a single line |
| `last_line` | the last line that is not empty |
| `paragraph` | the last lines without a blank one among them |
| `truncated` | none: reasoning, an answer tag or a box was opened and never closed |
| `none` | none was found |
"""

from dataclasses import dataclass


class Unreadable(Exception):
    """Raised inside the verifiers when text cannot be read; its message is the reason."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A checker's opinion of one answer.

    Attributes:
        correct: Whether the answer is right.
        reason: A short plain sentence.
        progress: Verified progress towards a right answer, 0 to 1; None where undefined.
    """

    correct: bool
    reason: str
    progress: float | None = None


RIGHT = Judgement(True, "The answer agrees with the reference.")
WRONG = Judgement(False, "The answer differs from the reference.")


@dataclass(frozen=True, slots=True)
class Extraction:
    """Where a response holds its answer.

    Attributes:
        answer: The text of the answer; None if there is none.
        how: The way it was found; see the module's table.
        reason: A short plain sentence.
        start: Offset in the response at which the answer's construct begins (the tag, the
            box, the phrase), in characters; the response's length if there is no answer.
    """

    answer: str | None
    how: str
    reason: str
    start: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a whole response.

    Attributes:
        score: 1.0 or 0.0; between them only where partial credit was asked for.
        correct: Whether the answer is right; training and curricula use this.
        extracted: The answer that was judged; None if none was found.
        how: The way it was found; see the module's table.
        reason: A short plain sentence.
    """

    score: float
    correct: bool
    extracted: str | None
    how: str
    reason: str
