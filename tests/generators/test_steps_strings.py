"""The worked steps of the families of strings, words and automata, replayed line by line."""

import itertools
import re
from collections import Counter

from tests.generators.test_oracles_strings import (
    alike,
    distance,
    fewest_palindromes,
    listed,
    recipes,
    rewritings,
    rewritten_once,
    said,
    sample,
    table_of,
)


def test_each_rewriting_takes_one_pair_of_tokens() -> None:
    for task in sample("ab"):
        states = [said(task).split("program? ")[1], *task.steps]
        for before, after in itertools.pairwise(states):
            first = re.search(r"[AB]# #[AB]", before)
            kept = before[: first.start()].split(), before[first.end() :].split()
            put = first[0].split()[::-1] if first[0][0] != first[0][-1] else []
            assert after.split() == [*kept[0], *put, *kept[1]], task.uid


def test_each_change_is_by_the_first_rule_that_fits() -> None:
    for task in sample("string_manipulation"):
        rules = rewritings(said(task))
        text = re.search(r"Starting with (\w+)", said(task))[1]
        for line in task.steps:
            number, text = rewritten_once(text, rules)
            assert line == f"Rule {number}: {text}", task.uid


def test_each_use_of_a_recipe_keeps_the_count() -> None:
    for task in sample("string_synthesis"):
        rules, counts = recipes(said(task))
        for line in task.steps[:-1]:
            number = int(re.match(r"Rule (\d+): ", line)[1])
            assert not any(used <= counts for used, _ in rules[: number - 1]), task.uid
            counts.subtract(rules[number - 1][0])
            counts.update(rules[number - 1][1])
            assert [int(n) for n in re.findall(r"(\d+) [A-Z]", line)] == [
                counts[kind] for kind in sorted(counts)
            ], task.uid


def test_each_word_of_a_search_is_a_neighbour_reached_first() -> None:
    for task in sample("word_ladder"):
        start, *_ = words = task.answer.split(" -> ")
        seen = {start}
        for line in task.steps[:-1]:
            word, new = line.split(": ")
            assert word in seen
            assert all(alike(word, other) and other not in seen for other in listed(new))
            seen.update(listed(new))
        assert seen >= set(words)
        assert seen - {start, words[-1]} <= set(listed(task.question.split("these: ")[1]))


def test_each_letter_leads_where_the_table_says() -> None:
    for task in sample("dfa_run"):
        table = table_of(task.question)
        state, text = re.search(r"starts in (\w) and reads (\w+)\.", said(task)).groups()
        for letter, line in zip(text, task.steps, strict=True):
            assert line == f"{state}, {letter}: {table[state][letter]}", task.uid
            state = table[state][letter]


def test_each_row_of_the_table_holds_distances() -> None:
    for task in sample("edit_distance")[:12]:
        source, target = re.search(r"does (\w+) become (\w+)\?", said(task)).groups()
        for count, line in enumerate(task.steps[:-1]):
            letter, row = line.split(": ")
            assert letter == f"-{source}"[count]
            for end, value in enumerate(row.split()):
                question = f"does {source[:count] or 'x'} become {target[:end] or 'x'}?"
                if count and end:
                    assert distance(question, value), task.uid
                else:
                    assert int(value) == max(count, end)


def test_each_number_tells_the_longest_way_to_it() -> None:
    for task in sample("longest_increasing_subsequence"):
        numbers = list(map(int, listed(task.question.split(": ")[1])))
        told: dict[int, int] = {}
        for place, line in enumerate(task.steps[:-1]):
            found = re.fullmatch(r"To (\d+): (\d+)(?:, after (\d+))?", line)
            below = [n for n in numbers[:place] if n < numbers[place]]
            told = {
                int(m[1]): int(m[2])
                for m in map(re.compile(r"To (\d+): (\d+)").match, task.steps[:place])
            }
            assert int(found[1]) == numbers[place]
            assert int(found[2]) == 1 + max((told[n] for n in below), default=0), task.uid
            assert (found[3] is None) == (not below)
            assert found[3] is None or told[int(found[3])] == int(found[2]) - 1
            told[numbers[place]] = int(found[2])


def test_each_prefix_has_as_few_palindromes_as_told() -> None:
    for task in sample("palindrome_partitioning"):
        text = task.question.split(": ")[1]
        for end, line in enumerate(task.steps[:-1], 1):
            fewest, last = re.fullmatch(rf"First {end}: (\d+), the last (\w+)", line).groups()
            assert int(fewest) == fewest_palindromes(text[:end])
            assert text[:end].endswith(last) and last == last[::-1]
            assert fewest_palindromes(text[: end - len(last)]) == int(fewest) - 1


def test_each_word_is_cut_out_of_what_is_left() -> None:
    for task in sample("ransom_note"):
        note, magazine = re.search(r"Note: (.*) Magazine: (.*)", said(task)).groups()
        left = Counter(magazine.replace(" ", ""))
        for word, line in zip(note.split(), task.steps[1:-1], strict=True):
            without = Counter(word) - left
            left -= Counter(word)
            shown = " ".join(f"{letter}{count}" for letter, count in sorted(left.items()))
            assert line.split("; left: ") == [line.split(";")[0], shown], task.uid
            told = line.split(";")[0].removeprefix(f"{word} lacks ")
            assert told == "nothing" if not without else Counter(told.split()) == without


def test_each_factor_reaches_the_places_that_a_match_of_the_front_does() -> None:
    for task in sample("regex_match")[:20]:
        pattern = re.search(r"of the two\. (\S+) 1\. ", said(task))[1]
        factors = re.findall(r"(?:\w|\[\w+\]|\(\w+\|\w+\))[*+?]?", pattern)
        assert "".join(factors) == pattern
        place = 0
        for line in task.steps[:-1]:
            if found := re.fullmatch(r"(\d+)\. (\w+)", line):
                text, place = found[2], 0
            elif ": " in line:
                front = "".join(factors[: place + 1])
                reached = [end for end in range(len(text) + 1) if re.fullmatch(front, text[:end])]
                assert line == f"{factors[place]}: {', '.join(map(str, reached)) or 'none'}"
                place += 1


def test_each_triple_is_inserted_after_where_it_stands() -> None:
    for task in sample("string_insertion"):
        text = task.question.split("String: ")[1]
        for line in task.steps[:-1]:
            start, end, triple, so_far = re.fullmatch(
                r"(\d+) to (\d+) is (\w+), so (\w+)", line
            ).groups()
            assert text[int(start) - 1 : int(end)] == triple
            assert task.answer.startswith(so_far) and so_far[:-1].endswith(triple)


def test_each_side_of_a_palindrome_gets_half_of_a_letter() -> None:
    for task in sample("palindrome_generation"):
        letters = Counter(listed(task.question.split(": ")[1]))
        for letter, line in zip(sorted(letters), task.steps[:-1], strict=True):
            assert line.startswith(f"{letters[letter]} {letter}: ")
            assert (f"{letter} in the middle" in line) == letters[letter] % 2
            assert line.split()[-1].count(letter) == letters[letter] // 2
