"""The lines of worked solutions of searches, each checked by an independent reading of it."""

import itertools
import re
from collections.abc import Iterator

from tests.generators.test_oracles_search import (
    edges_of,
    events_of,
    layers_of,
    listed,
    said,
    sample,
    things_of,
    words_of,
)


def test_each_column_fits_or_cannot() -> None:
    for task in sample("cryptarithm"):
        *tops, below = words_of(task.question)
        columns = list(itertools.zip_longest(*map(reversed, (*tops, below))))
        first = {word[0] for word in (*tops, below)}
        tried: list[dict[str, int]] = []
        for line in task.steps[:-1]:
            if line.startswith("A longer sum"):
                assert len(tops) == 2 and line.endswith(f": {below[0]} = 1.")
                tried = [{below[0]: 1}]
                continue
            place, told = re.fullmatch(r"Column (\d+): (.*?)\.?", line).groups()
            tried = tried[: int(place)]
            known = {name: digit for found in tried for name, digit in found.items()}
            column = [name for name in columns[int(place) - 1] if name]
            carry = carried(columns[: int(place) - 1], known)
            fits = [
                found
                for found in completions(column, known, first)
                if (sum(found[name] for name in column[:-1]) + carry - found[column[-1]]) % 10 == 0
            ]
            if told == "nothing fits":
                assert not fits, task.uid
            elif not told.startswith("the carry"):
                found = {name: int(d) for name, d in re.findall(r"([A-Z]) = (\d)", told)}
                assert known | found in fits, task.uid
                tried.append(found)


def carried(columns: list[tuple[str | None, ...]], known: dict[str, int]) -> int:
    """Adds up columns from the right; gives the last carry."""
    carry = 0
    for *tops, _ in columns:
        carry = (carry + sum(known[name] for name in tops)) // 10
    return carry


def completions(
    column: list[str], known: dict[str, int], first: set[str]
) -> Iterator[dict[str, int]]:
    """Yields all ways to give the other letters of a column digits of their own."""
    new = [name for name in dict.fromkeys(column) if name not in known]
    for digits in itertools.permutations(set(range(10)) - set(known.values()), len(new)):
        found = known | dict(zip(new, digits, strict=True))
        if all(found.get(name) != 0 for name in first):
            yield found


def test_each_colour_is_barred_by_a_neighbour() -> None:
    line_of = re.compile(r"(Back to )?(\w+): (?:(not .*); )?(?:(so|try) (\w+)|none is left)")
    for task in sample("graph_color"):
        joined = {frozenset(edge) for edge in edges_of(task.question)}
        given: dict[str, str] = {}
        for back, node, barred, word, colour in filter(
            None, (found and found.groups() for found in map(line_of.fullmatch, task.steps))
        ):
            if back:
                later = list(given).index(node)
                given = dict(list(given.items())[:later])
            elsewhere = dict(re.findall(r"not (\w+) \((\w+)\)", barred or ""))
            for other, near in elsewhere.items():
                assert frozenset((node, near)) in joined and given[near] == other, task.uid
            left = {"red", "green", "blue"} - elsewhere.keys()
            assert (len(left) == 1) == (word == "so") and (not left) == (word is None)
            assert word is None or colour in left
            if word:
                given[node] = colour
        assert ", ".join(f"{node}: {given[node]}" for node in sorted(given)) == task.answer


def test_each_number_of_moves_reaches_what_is_told() -> None:
    for task in sample("jugs"):
        told: dict[int, list[tuple[int, ...]]] = {}
        for count, states in re.findall(r"^(\d+): (.*)$", "\n".join(task.steps), re.M):
            for state in listed(states):
                told.setdefault(int(count), []).append(tuple(map(int, state.split())))
        layers = layers_of(said(task))
        assert [sorted(told[count]) for count in sorted(told)] == layers[:-1], task.uid


def test_each_front_holds_the_choices_that_none_beats() -> None:
    for task in sample("knapsack")[:12]:
        things, limit = things_of(task.question)
        for count, name in enumerate(things, 1):
            lines = [line for line in task.steps if line.startswith(f"Up to {name}: ")]
            pairs = [pair for line in lines for pair in line.split(": ")[1].split()]
            sums = {
                tuple(map(sum, zip((0, 0), *chosen, strict=True)))
                for some in range(count + 1)
                for chosen in itertools.combinations(list(things.values())[:count], some)
            }
            best = {
                (weight, worth)
                for weight, worth in sums
                if weight <= limit
                and not any(
                    w <= weight and v >= worth and (w, v) != (weight, worth) for w, v in sums
                )
            }
            assert pairs == [f"{weight}:{worth}" for weight, worth in sorted(best)], task.uid


def test_each_event_is_added_to_the_best_before_it() -> None:
    for task in sample("interval_scheduling"):
        events = events_of(task.question)
        ended: list[tuple[int, int]] = [(0, 0)]
        for line in task.steps[:-1]:
            name, start, end, before, pay, best = re.fullmatch(
                r"(\w+), (\d+) to (\d+): (\d+) \+ (\d+) = \d+, best (\d+)", line
            ).groups()
            assert events[name] == (int(start), int(end), int(pay))
            assert int(before) == max(worth for over, worth in ended if over <= int(start))
            ended.append((int(end), int(before) + int(pay)))
            assert int(best) == max(worth for _, worth in ended), task.uid
        assert [over for over, _ in ended] == sorted(over for over, _ in ended)
