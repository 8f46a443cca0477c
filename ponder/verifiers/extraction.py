r"""Finding the answer in a response.

In this order, recorded in `how`: reasoning is set aside, then the last `<answer>` tag, the
last `\boxed{}` or `\fbox{}`, the last "answer is", "answer:", "correct option is" or `####`, and
else, if lenient, the last line. The order depends on the text alone, never on the right answer,
so that naming several answers earns nothing. A marked answer that is denied ("not", "is wrong",
"Wait, no"), or a box that is part of a computation ("-\boxed{5}"), is none.
"""

import dataclasses
import itertools
import re
from collections.abc import Iterator, Sequence

from ponder.quoting import quoted
from ponder.verifiers import bounds
from ponder.verifiers.phrases import PHRASES, phrase_at
from ponder.verifiers.retractions import computed_with, denied, taken_back
from ponder.verifiers.verdict import Extraction

NOT_TEXT = "The response is not text."
"""The reason of a verdict on anything else."""

REASONING_TAGS = ("think", "reasoning", "[THINK]", "<|channel|>")
"""What stands around reasoning: the tags of a name, or one of `_DELIMITERS`."""

# Mistral's own tokens, and the channels of gpt-oss: all before the final one is reasoning.
_DELIMITERS = {
    "[THINK]": ("[THINK]", "[/THINK]"),
    "<|channel|>": ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
}

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_SPACE = re.compile(r"\s*")
_CLOSERS = ("```", "\\]", "\\)", "$$")
_OPENING_TAGS = ("<answer>", "<Answer>", "<ANSWER>")
_CLOSING_TAGS = ("</answer>", "</Answer>", "</ANSWER>")
_BOXES = ("\\boxed", "\\fbox")
# TeX would take a single digit or command; the number or term that it begins is what is meant.
_UNBRACED = re.compile(
    r"[ \t]{0,4}(?=[-+]?(?:\.?[0-9]|\\(?!boxed|fbox)[A-Za-z]))"
    r"|[ \t]{1,4}(?=[A-Za-z](?:[.,]?[ \t]{0,4}(?:\n|\Z)|[ \t]?(?:\$|\\[)\]])))"
)
_END_OF_TERM = re.compile(r"[\s${}]|\\[\\)\]]")
_SELF_PRAISE = re.compile(
    r"\s{0,4}[*_]{0,2}(?:indeed |also |now |therefore )?(?:"
    r"correct|verified|confirmed|consistent|right(?![ -](?:angle|triangle)))\b"
    r"(?! (?:option|choice|answer))"
)
_BULLET = re.compile(r"[-*+] {1,4}(?=\S[^\n]*\Z)")
_EXCLAIMED = re.compile(r"[$*_]{0,3}[-+]?[0-9][0-9.,]{0,40}(?: [A-Za-z]{1,20}){0,4}[*_]{0,3}!")
_SENTENCE = re.compile(r"\n|\.\s|\u3002")
_CLAUSE = re.compile(r"(?<=[\s,(])(?:because|since|which|as|so(?= [A-Za-z]{2}))\b")
END_OF_SENTENCE = re.compile(f"{_SENTENCE.pattern}|{_CLAUSE.pattern}")
"""Where an explanation of an answer may begin."""
_HEDGE = re.compile(
    r"\b(?:or|but|unless|otherwise|maybe|perhaps|possibly|as (?:well|long))\b", re.IGNORECASE
)
_NOTE = re.compile(r"\s?\((?=[^()0-9]*\s)[^()0-9]{1,200}\)[.!]?\Z")
_COMPUTING = re.compile(
    r"\b(?:hundred|thousand|million|billion|trillion|dozen|minus|plus|times|squared|negative)",
    re.IGNORECASE,
)
_NOT_ANOTHER = re.compile(r",? not [$*\\(-]{0,3}[0-9][0-9.,/]{0,40}[$*\\)]{0,3}[.!]?\Z")
_SMILEYS = r"\s\u2600-\u27bf\u2b50\U0001f300-\U0001faff\ufe0f\u200d"
_EMOJI = re.compile(rf"(?<![{_SMILEYS}])[{_SMILEYS}]{{1,9}}\Z")
_END = re.compile(r"[.!?]\s|\n|\u3002")
_STOP = re.compile(
    r"(?:(?:<\|[a-z_]{2,20}\|>|<(?:end_of_turn|eos|pad)>|</s>|<\uff5c[^<>\uff5c]{2,30}\uff5c>)\s*)+$"
)
_LONGEST_STOP = 200


def extract(
    response: object,
    *,
    lenient: bool = True,
    reasoning_open: bool = False,
    reasoning_tags: Sequence[str] = REASONING_TAGS,
) -> Extraction:
    r"""Finds the answer in a response; total, whatever the response is.

    Everything up to the last closing reasoning tag (`</think>`, `</reasoning>`, `[/THINK]`, the
    start of a final channel) is reasoning, with or without an opener. An
    opener that is never closed means that the response was cut while reasoning; so does an
    `<answer>` or a `\boxed{` without its end. A cut response has no answer.

    Args:
        response: The model's text.
        lenient: Falls back on the last line.
        reasoning_open: Says that the prompt already opened the reasoning.
        reasoning_tags: Names of the tags around reasoning.

    Raises:
        ValueError: If `reasoning_tags` are no list of names.

    >>> extract(r"So we get \boxed{\frac{1}{2}}.").answer
    '\\frac{1}{2}'
    """
    if not isinstance(response, str):
        return Extraction(None, "none", NOT_TEXT, 0)
    if reasoning_tags is not REASONING_TAGS:
        _require_tags(reasoning_tags)
    begin = 0
    if reasoning_open or reasoning_tags is not REASONING_TAGS or _may_hold_reasoning(response):
        begin = _reasoning_end(response, reasoning_open, reasoning_tags)
        if begin < 0:
            return _truncated(response, "The reasoning was never closed.")
    begin = max(begin, len(response) - bounds.RESPONSE_CHARACTERS)
    found = _tagged(response, begin) or _boxed(response, begin) or _phrase(response, begin)
    if found is None and lenient:
        found = _last_line(response, begin)
    if found is None:
        where = f" in the last {len(response) - begin} characters" if begin else ""
        return Extraction(None, "none", f"No answer was found{where}.", len(response))
    if found.answer is not None and len(found.answer) > bounds.ANSWER_CHARACTERS:
        reason = f"The answer is longer than {bounds.ANSWER_CHARACTERS} characters."
        return Extraction(None, "none", reason, len(response))
    return found


def _require_tags(tags: object) -> None:
    if not isinstance(tags, (list, tuple)) or not all(isinstance(tag, str) for tag in tags):
        raise ValueError(
            f"reasoning_tags must be a list of names such as ['think'], got {quoted(tags)}"
        )


def last_paragraph(
    response: str, line: Extraction, reasoning_tags: Sequence[str] = REASONING_TAGS
) -> Extraction | None:
    """Widens a last line to the lines above it, up to a blank line or the end of reasoning.

    Returns:
        None where that adds nothing, or is too long to be an answer.
    """
    reasoning = _reasoning_end(response, False, reasoning_tags)
    start = floor = max(reasoning, line.start - bounds.ANSWER_CHARACTERS)
    for blank in _BLANK_LINE.finditer(response, floor, line.start):
        start = blank.end()
    text = response[start:].strip()
    if start == line.start or text == line.answer or len(text) > bounds.ANSWER_CHARACTERS:
        return None
    return Extraction(text, "paragraph", "The answer is the last paragraph.", start)


def first_sentence(found: Extraction) -> Extraction | None:
    """Narrows what follows a phrase to its first sentence or line; an explanation may follow.

    A single sentence is narrowed to what stands before "because" and the like, a note of words
    in brackets, "not" with another number or an emoji, unless it hedges.

    Returns:
        None for an answer found in another way, or with nothing to leave out.
    """
    if found.answer is None or found.how not in ("phrase", "hash"):
        return None
    first, *rest = _SENTENCE.split(found.answer, maxsplit=1)
    if not rest:
        return _without_reasons(found) if found.how == "phrase" else None
    return dataclasses.replace(found, answer=first.strip())


def _without_reasons(found: Extraction) -> Extraction | None:
    sentence = found.answer or ""
    cut = _EMOJI.search(sentence, max(0, len(sentence) - 12)) or _note(sentence)
    cut = cut or _CLAUSE.search(sentence)
    if cut is None or _HEDGE.search(sentence):
        return None
    bare = sentence[: cut.start()].rstrip(" ,;(-\t\u2013\u2014")
    if not bare or taken_back(bare, sentence, cut.start()):
        return None
    return dataclasses.replace(found, answer=bare)


def _note(sentence: str) -> re.Match[str] | None:
    """Finds a note at the end; of several none, so that narrowing soon comes to an end."""
    bracket = sentence.find("(")
    if bracket > 0 and not _COMPUTING.search(sentence, bracket):
        note = _NOTE.match(sentence, bracket - sentence.startswith(" ", bracket - 1))
        if note:
            return note
    negation = sentence.find(" not ")
    start = negation - sentence.startswith(",", negation - 1)
    return _NOT_ANOTHER.match(sentence, start) if negation > 0 else None


def _may_hold_reasoning(response: str) -> bool:
    """Tells at once most responses without one of `REASONING_TAGS`; too long ones may hold any."""
    return (
        len(response) > bounds.REASONING_CHARACTERS
        or "think>" in response
        or "reasoning>" in response
        or "THINK]" in response
        or "<|channel|>" in response
    )


def _reasoning_end(response: str, reasoning_open: bool, tags: Sequence[str]) -> int:
    """Tells where the reasoning ends; -1 if it never does."""
    length, window = len(response), bounds.REASONING_CHARACTERS
    windows = [(length - window, length), (0, window)] if length > 2 * window else [(0, length)]
    delimiters = [_DELIMITERS.get(tag, (f"<{tag}>", f"</{tag}>")) for tag in tags]
    end = 0
    for start, stop in windows:
        for _, closer in delimiters:
            at = response.rfind(closer, start, stop)
            if at >= 0:
                end = max(end, at + len(closer))
    if reasoning_open and end == 0:
        return -1
    for start, stop in windows:
        if any(response.find(opener, max(end, start), stop) >= 0 for opener, _ in delimiters):
            return -1
    return end


def without_stop(text: str) -> str:
    """Drops the tokens at the end by which a chat template ends a turn.

    >>> without_stop("5.<|im_end|>")
    '5.'
    """
    if not text.endswith(">"):
        return text
    stop = _STOP.search(text, max(0, len(text) - _LONGEST_STOP))
    return text[: stop.start()].rstrip() if stop else text


def _truncated(response: str, reason: str) -> Extraction:
    return Extraction(None, "truncated", reason, len(response))


def _none(response: str, reason: str) -> Extraction:
    return Extraction(None, "none", reason, len(response))


def _unless_taken_back(found: Extraction, said: str, response: str, end: int) -> Extraction:
    """Gives what was found, unless what follows the end of what was said denies it."""
    if taken_back(said, response, end):
        return _none(response, "The answer is taken back right after it.")
    return found


def _tagged(response: str, begin: int) -> Extraction | None:
    if response.find("nswer>", begin) < 0 and response.find("NSWER>", begin) < 0:
        return None
    small = response.find("Answer>", begin) < 0 and response.find("ANSWER>", begin) < 0
    openings = _OPENING_TAGS[:1] if small else _OPENING_TAGS
    start = max([response.rfind(tag, begin) for tag in openings])
    if start < 0:
        return None
    inside = start + len("<answer>")
    end = response.find("</answer>", inside)
    if not small:
        ends = [response.find(tag, inside) for tag in _CLOSING_TAGS]
        end = min((end for end in ends if end >= 0), default=-1)
    if end < 0:
        return _truncated(response, "The answer tag was never closed.")
    text = response[inside:end].strip()
    if denied(text, response, begin, start):
        return _none(response, "The answer is denied.")
    found = Extraction(text, "tag", "The answer is in the answer tag.", start)
    return _unless_taken_back(found, text, response, end + len("</answer>"))


def _boxed(response: str, begin: int) -> Extraction | None:
    """Takes the last box that is not empty: an empty one only echoes an instruction."""
    if response.find("box", begin) < 0:
        return None
    for mark, start in itertools.islice(_marks(response, begin, _BOXES), bounds.MARKS):
        inside, end = _box_at(response, start + len(mark))
        if end < 0:
            return _truncated(
                response, f"The box was not closed within {bounds.ANSWER_CHARACTERS} characters."
            )
        text = response[inside:end].strip()
        if text:
            after = end + response.startswith("}", end)
            if denied(text, response, begin, start):
                return _none(response, "The answer is denied.")
            if computed_with(response, begin, start, after):
                return _none(response, "The box is only a part of what is computed around it.")
            found = Extraction(text, "boxed", "The answer is in the box.", start)
            return _unless_taken_back(found, text, response, after)
    return None


def _box_at(response: str, after: int) -> tuple[int, int]:
    """Gives where the content of a box starts and ends; an end of -1 if it is not closed."""
    opening = after
    while response.startswith(" ", opening):
        opening += 1
    if response.startswith("{", opening):
        return opening + 1, closing_brace(response, opening)
    unbraced = _UNBRACED.match(response, after)
    if unbraced is None:
        return after, after
    inside = end = unbraced.end()
    while stop := _END_OF_TERM.search(response, end, inside + bounds.ANSWER_CHARACTERS + 2):
        if stop[0] != "{":
            return inside, inside + len(response[inside : stop.start()].rstrip(".,;:"))
        end = closing_brace(response, stop.start()) + 1
        if not end:
            return inside, -1
    return inside, min(len(response), inside + bounds.ANSWER_CHARACTERS + 2)


def closing_brace(text: str, opening: int) -> int:
    """Finds the brace that closes the one at `opening`; -1 if none does within the bounds."""
    depth = 0
    limit = opening + bounds.ANSWER_CHARACTERS + 2
    for match in _BRACE.finditer(text, opening, limit):
        brace = match[0]
        if brace == "{":
            depth += 1
        elif brace == "}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1


def _phrase(response: str, begin: int) -> Extraction | None:
    """Takes the paragraph that follows the last phrase, so that a grid may follow it.

    One that only calls the answer correct counts where no other comes before it.
    """
    praise = None
    for mark, at in itertools.islice(_marks(response, begin, PHRASES), bounds.MARKS):
        start, inside = phrase_at(response, begin, mark, at)
        if start < 0:
            continue
        praised = _SELF_PRAISE.match(response, inside)
        if praised and praise:
            continue
        text, inside = _paragraph(response, inside)
        if not text.strip(".!?*_ "):
            continue
        if mark == "####":
            found = Extraction(text, "hash", "The answer follows '####'.", start)
        else:
            found = Extraction(text, "phrase", "The answer follows the word 'answer'.", start)
        end = _END.search(text)
        said = text[: end.start()] if end else text
        found = _unless_taken_back(found, said, response, inside + len(said))
        if not praised:
            return found
        praise = found
    return praise


def _paragraph(response: str, inside: int) -> tuple[str, int]:
    """Reads up to a blank line, without a bullet or an exclamation mark of one lone line."""
    space = _SPACE.match(response, inside)
    broken = "\n" in space[0] if space else False
    inside = space.end() if space else inside
    limit = inside + bounds.ANSWER_CHARACTERS + 1
    blank = _BLANK_LINE.search(response, inside, limit)
    text = response[inside : blank.start() if blank else limit].rstrip()
    bullet = _BULLET.match(text) if broken else None
    if bullet:
        text, inside = text[bullet.end() :], inside + bullet.end()
    return (text[:-1] if _EXCLAIMED.fullmatch(text) else text), inside


def _marks(response: str, begin: int, marks: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yields the places of several marks, from the last to the first."""
    places = {mark: at for mark in marks if (at := response.rfind(mark, begin)) >= 0}
    while places:
        mark = max(places, key=places.__getitem__) if len(places) > 1 else next(iter(places))
        at = places.pop(mark)
        yield mark, at
        before = response.rfind(mark, begin, at)
        if before >= 0:
            places[mark] = before


def _last_line(response: str, begin: int) -> Extraction | None:
    text = without_stop(response[begin:].rstrip() if begin else response.rstrip())
    start = text.rfind("\n") + 1
    for _ in range(bounds.UNWRAPPINGS):
        if text[start:].strip() in _CLOSERS:
            text = text[:start].rstrip()
            start = text.rfind("\n") + 1
    line = text[start:].strip()
    if not line:
        return None
    if not text[:start].strip():
        return Extraction(line, "whole", "The answer is the whole response.", begin + start)
    bullet = _BULLET.match(line) if text[:start].rstrip(" \n*").endswith(":") else None
    line = line[bullet.end() :] if bullet else line
    return Extraction(line, "last_line", "The answer is the last line.", begin + start)
