"""Independent oracles for the families of strings, words and automata.

An oracle sees a question and an answer as text and tells whether the answer is right, by other
means than the family's: regular expressions, networkx, sympy, counters, or search. Questions are
read with all white space alike.
"""

import bisect
import functools
import itertools
import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import networkx as nx
import pytest
import sympy

from ponder.generators import family, generate
from ponder.generators._common_words import COMMON_WORDS
from ponder.generators.algorithmic import _ladders, ab, dfa_run
from ponder.generators.algorithmic._letters import renamed
from ponder.task import Task

TASKS = 40
LEVELS = 6


def listed(text: str) -> list[str]:
    """Splits at commas."""
    return text.split(", ")


def numbered(question: str) -> dict[int, str]:
    """Reads the last lines `1. this 2. that`."""
    return {int(number): text for number, text in re.findall(r"(\d+)\. (\S+)(?= |$)", question)}


def chosen(question: str, fits: Callable[[str], bool]) -> str:
    """Names the numbered strings that fit."""
    return ", ".join(str(number) for number, text in numbered(question).items() if fits(text))


def tokens_left(question: str, answer: str) -> bool:
    """Rewrites the last pair that faces each other, where the family takes the first."""
    text = question.split("program? ")[1]
    rules = {"A# #A": "", "B# #B": "", "A# #B": "#B A#", "B# #A": "#A B#"}
    while pairs := list(re.finditer(r"[AB]# #[AB]", text)):
        pair = pairs[-1]
        text = f"{text[: pair.start()]}{rules[pair[0]]}{text[pair.end() :]}"
        text = " ".join(text.split())
    return text == answer


def swaps(question: str, answer: str) -> bool:
    """Counts the ones out of place, for every alternating string with as many ones."""
    text = question.split("? ")[1]
    goals = [("01" * len(text))[start:][: len(text)] for start in (0, 1)]
    goals = [goal for goal in goals if goal.count("1") == text.count("1")]
    out = [sum(a > b for a, b in zip(text, goal, strict=True)) for goal in goals]
    return min(out) == int(answer)


def primes(question: str, answer: str) -> bool:
    """Asks sympy."""
    start, end = map(int, re.findall(r"\d+", question))
    return len(list(sympy.primerange(start, end + 1))) == int(answer)


def anagrams(question: str, answer: str) -> bool:
    """Compares every two words as counts of letters."""
    words = listed(question.split("alone: ")[1])
    group = {word: i for i, part in enumerate(answer.split("; ")) for word in listed(part)}
    return sorted(group) == sorted(words) and all(
        (Counter(u) == Counter(v)) == (group[u] == group[v])
        for u, v in itertools.combinations(words, 2)
    )


def isomorphic(question: str, answer: str) -> bool:
    """Pairs the letters: as many different pairs as different letters on either side."""
    given = re.search(r'"(\w+)"', question)[1]
    fits = lambda text: len(set(zip(given, text, strict=True))) == len(set(given)) == len(set(text))  # noqa: E731
    return chosen(question, fits) == answer


def letters_counted(question: str, answer: str) -> bool:
    """Splits the text at the letter."""
    letter, text = re.fullmatch(r".* letter (\w) occur in these words\? (.*)", question).groups()
    return len(text.split(letter)) - 1 == int(answer)


def filtered(question: str, answer: str) -> bool:
    """Compares the numbers as fractions."""
    asked, numbers = question.split(": ")
    low, high = Fraction(-1000), Fraction(1000)
    for word, bound in re.findall(r"(less than|greater than|between|and) (-?[\d.]+)", asked):
        if word in ("less than", "and"):
            high = Fraction(bound)
        else:
            low = Fraction(bound)
    wanted = [n for n in listed(numbers) if (low < Fraction(n) < high) == asked.startswith("Keep")]
    return wanted == listed(answer)


def palindrome(question: str, answer: str) -> bool:
    """Compares the letters' counts, and the text with its reverse."""
    letters = listed(question.split(": ")[1])
    return Counter(letters) == Counter(answer) and list(answer) == list(reversed(answer))


@functools.cache
def fewest_palindromes(text: str) -> int:
    """Tries every palindrome at the front."""
    if not text:
        return 0
    fronts = [end for end in range(1, len(text) + 1) if text[:end] == text[:end][::-1]]
    return 1 + min(fewest_palindromes(text[end:]) for end in fronts)


def partitioned(question: str, answer: str) -> bool:
    """Counts the pieces that are needed, by recursion from the front."""
    text, pieces = question.split(": ")[1], listed(answer)
    legal = "".join(pieces) == text and all(piece == piece[::-1] for piece in pieces)
    return legal and len(pieces) == fewest_palindromes(text)


def lacking(question: str, answer: str) -> bool:
    """Subtracts counters."""
    note, magazine = re.search(r"Note: (.*) Magazine: (.*)", question).groups()
    left = Counter(note.replace(" ", "")) - Counter(magazine.replace(" ", ""))
    return sorted(left.elements()) == listed(answer)


def inserted(question: str, answer: str) -> bool:
    """Replaces by one regular expression, which goes on behind each match too."""
    rules, text = re.search(r"become\? (.*) String: (\w+)", question).groups()
    put = dict(rule.split() for rule in listed(rules))
    return re.sub("|".join(put), lambda found: found[0] + put[found[0]], text) == answer


Rewriting = Callable[[str], str]


def rewritings(question: str) -> list[Rewriting]:
    """Reads the rules as substitutions of regular expressions."""
    anchored = {"starts with": "^{}", "ends with": "{}$", "contains": "{}"}
    found: list[Rewriting] = []
    for where, old, new in re.findall(
        r"it (starts with|ends with|contains) (\w+), replace .*?by (\w+)", question
    ):
        sign = re.compile(anchored[where].format(old))
        found.append(functools.partial(sign.sub, new, count=1))
    return [*found, lambda text: text[1:] + text[0]]


def rewritten_once(text: str, rules: list[Rewriting]) -> tuple[int, str]:
    """Uses the first rule that changes the text; the last is for want of another."""
    for number, rule in enumerate(rules, 1):
        if rule(text) != text or number == len(rules):
            return number, rule(text)
    raise AssertionError


def manipulated(question: str, answer: str) -> bool:
    """Lets regular expressions do the changes."""
    text, times = re.search(r"Starting with (\w+), do this (\d+) times", question).groups()
    rules = rewritings(question)
    for _ in range(int(times)):
        text = rewritten_once(text, rules)[1]
    return text == answer


def recipes(question: str) -> tuple[list[tuple[Counter[str], Counter[str]]], Counter[str]]:
    """Reads what each rule uses and makes, and the counts in the beginning."""

    def amounts(text: str) -> Counter[str]:
        return Counter({kind: int(count) for count, kind in re.findall(r"(\d+) ([A-Z])", text)})

    rules = re.findall(
        r"((?:\d+ [A-Z](?: and )?)+) (?:give|make) ((?:\d+ [A-Z](?: and )?)+)", question
    )
    start = amounts(re.search(r"There are (.*?)\.", question)[1])
    return [(amounts(used), amounts(made)) for used, made in rules], start


def in_order(counts: Counter[str]) -> str:
    return ", ".join(str(counts[kind]) for kind in sorted(counts))


def taken_apart(question: str, answer: str) -> bool:
    """Uses one rule at a time, at random, while any can be used."""
    rules, counts = recipes(question)
    rng = random.Random(question)
    while usable := [rule for rule in rules if rule[0] <= counts]:
        used, made = rng.choice(usable)
        counts.subtract(used)
        counts.update(made)
    return in_order(counts) == answer


def put_together(question: str, answer: str) -> bool:
    """Uses the first of all rules that can be used."""
    rules, counts = recipes(question)
    while usable := [rule for rule in rules if rule[0] <= counts]:
        used, made = usable[0]
        counts.subtract(used)
        counts.update(made)
    return in_order(counts) == answer


def alike(one: str, other: str) -> bool:
    return sum(a != b for a, b in zip(one, other, strict=True)) == 1


def ladder(question: str, answer: str) -> bool:
    """Asks networkx how far the goal is, and looks at every step."""
    start, goal, words = re.fullmatch(
        r"Change (\w+) into (\w+), .* one of these: (.*)", question
    ).groups()
    graph = nx.Graph()
    graph.add_edges_from(
        pair for pair in itertools.combinations([start, goal, *listed(words)], 2) if alike(*pair)
    )
    path = answer.split(" -> ")
    ends = path[0] == start and path[-1] == goal
    return (
        ends
        and nx.is_path(graph, path)
        and len(path) == 1 + nx.shortest_path_length(graph, start, goal)
    )


def reverse_order(question: str, answer: str) -> bool:
    """Puts the answer's words back."""
    return list(reversed(listed(answer))) == listed(question.split(": ")[1])


def sorted_words(question: str, answer: str) -> bool:
    """Compares neighbours, letter by letter."""
    found = listed(answer)
    pairs = itertools.pairwise([list(map(ord, word)) for word in found])
    falling = "reverse" in question
    rises = all((right < left) if falling else (left < right) for left, right in pairs)
    return rises and Counter(found) == Counter(listed(question.split(": ")[1]))


def distance(question: str, answer: str) -> bool:
    """Asks networkx for the cheapest way through the grid of prefixes."""
    source, target = re.search(r"does (\w+) become (\w+)\?", question).groups()
    graph = nx.DiGraph()
    for i, j in itertools.product(range(len(source) + 1), range(len(target) + 1)):
        graph.add_edge((i, j), (i + 1, j), weight=1)
        graph.add_edge((i, j), (i, j + 1), weight=1)
        if i < len(source) and j < len(target):
            graph.add_edge((i, j), (i + 1, j + 1), weight=int(source[i] != target[j]))
    ends = (0, 0), (len(source), len(target))
    return nx.dijkstra_path_length(graph, *ends) == int(answer)


def increasing(question: str, answer: str) -> bool:
    """Plays patience: as many piles as the longest increasing subsequence has numbers."""
    numbers, found = (list(map(int, listed(text))) for text in (question.split(": ")[1], answer))
    piles: list[int] = []
    for number in numbers:
        place = bisect.bisect_left(piles, number)
        piles[place : place + 1] = [number]
    places = [numbers.index(number) for number in found]
    return places == sorted(places) and found == sorted(set(found)) and len(found) == len(piles)


def matched(question: str, answer: str) -> bool:
    """Asks Python's own regular expressions."""
    pattern = re.search(r"of the two\. (\S+) 1\. ", question)[1]
    return chosen(question, lambda text: re.fullmatch(pattern, text) is not None) == answer


def table_of(question: str) -> dict[str, dict[str, str]]:
    """Reads where each letter leads, by state."""
    return {
        state: dict(re.findall(r"(\w) leads to (\w)", row))
        for state, row in re.findall(r"In (\w): (.*?)\.", question)
    }


def ran(question: str, answer: str) -> bool:
    """Composes the letters' functions from the last to the first, and only then asks the start."""
    table = table_of(question)
    start, text = re.search(r"starts in (\w) and reads (\w+)\.", question).groups()
    ends = {state: state for state in table}
    for letter in reversed(text):
        ends = {state: ends[led[letter]] for state, led in table.items()}
    return ends[start] == answer


ORACLES: dict[str, Callable[[str, str], bool]] = {
    "ab": tokens_left,
    "binary_alternation": swaps,
    "count_primes": primes,
    "dfa_run": ran,
    "edit_distance": distance,
    "group_anagrams": anagrams,
    "isomorphic_strings": isomorphic,
    "letter_counting": letters_counted,
    "longest_increasing_subsequence": increasing,
    "number_filtering": filtered,
    "palindrome_generation": palindrome,
    "palindrome_partitioning": partitioned,
    "ransom_note": lacking,
    "regex_match": matched,
    "string_insertion": inserted,
    "string_manipulation": manipulated,
    "string_splitting": taken_apart,
    "string_synthesis": put_together,
    "word_ladder": ladder,
    "word_sequence_reversal": reverse_order,
    "word_sorting": sorted_words,
}


def said(task: Task) -> str:
    return " ".join(task.question.split())


@functools.cache
def sample(name: str, count: int = TASKS) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=41, index=i) for i in range(count)]


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_agrees(name: str) -> None:
    for task in sample(name):
        assert ORACLES[name](said(task), task.answer), task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_refuses_the_answer_to_another_task(name: str) -> None:
    """An oracle that nods at everything would prove nothing."""
    tasks = sample(name)
    others = [other for task, other in itertools.pairwise(tasks) if task.answer != other.answer]
    refused = 0
    for task, other in itertools.pairwise(tasks):
        if task.answer != other.answer:
            try:
                refused += not ORACLES[name](said(task), other.answer)
            except (ValueError, KeyError):
                refused += 1
    assert refused == len(others) > TASKS // 2


@pytest.mark.parametrize("name", ORACLES)
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer, written by hand, satisfy the oracle."""
    question, answer = re.search(r"^Q: (.*)\nA: (.*)$", family(name).doc, re.M | re.S).groups()
    assert ORACLES[name](" ".join(question.split()), answer)


@pytest.mark.parametrize("level", range(1, 21))
def test_a_ladder_takes_the_stated_number_of_steps(level: int) -> None:
    for index in range(3):
        task = generate("word_ladder", level=level, seed=5, index=index)
        assert task.answer.count(" -> ") == level // 2 + 3
        assert ladder(said(task), task.answer)


@pytest.mark.parametrize("seed", range(10))
def test_keys_do_not_see_names(seed: int) -> None:
    """A program of tokens in a mirror, and a machine with its states renamed, are the same."""
    rng = random.Random(seed)
    program = "".join(rng.choices("abxy", k=10))
    mirrored = program[::-1].translate(str.maketrans("abxy", "xyab"))
    swapped = program.translate(str.maketrans("abxy", "bayx"))
    assert ab._canonical(program) == ab._canonical(mirrored) == ab._canonical(swapped)
    states = "PQRSTU"
    new = dict(zip(states, rng.sample(states, 6), strict=True))
    leads = {letter: dict(zip(states, rng.sample(states, 6), strict=True)) for letter in "ab"}
    other = {letter: {new[s]: new[t] for s, t in led.items()} for letter, led in leads.items()}
    assert dfa_run._canonical(leads, "P") == dfa_run._canonical(other, new["P"])


def test_patterns_are_numbered_by_first_letters() -> None:
    assert renamed("level 5 eve") == "abcba 5 bcb"


def test_common_words_are_plain() -> None:
    assert len(set(COMMON_WORDS)) == len(COMMON_WORDS) > 3_000
    assert all(re.fullmatch("[a-z]{3,5}", word) for word in COMMON_WORDS)
    near = _ladders.neighbours()
    assert len(near) > 1_000
    assert all(alike(word, other) for word, others in near.items() for other in others)
