"""Independent oracles for the families of arithmetic that `test_oracles_a` does not hold.

An oracle sees the question's text alone and solves it by other means than the family does:
sympy, the standard library's calendars and operators, numpy, or a table written by hand.
"""

import ast
import calendar
import functools
import math
import operator
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from sympy.ntheory.continued_fraction import continued_fraction, continued_fraction_reduce
from sympy.ntheory.modular import crt

from ponder.generators import family, generate
from ponder.task import Task

TASKS = 60
LEVELS = 6


def integers(text: str) -> list[int]:
    """Lists the whole numbers in a text without negative ones."""
    return [int(number) for number in re.findall(r"\d+", text)]


def asked(question: str) -> str:
    """What stands between "What is" and the end of the sentence."""
    return re.match(r"What is (.*?)(?:\?|, written)", question)[1]


def exactly(question: str) -> Fraction:
    """Asks sympy, with decimal numbers read as rational ones."""
    value = sympy.sympify(asked(question).replace("^", "**"), rational=True)
    return Fraction(int(value.p), int(value.q))


def folded(question: str) -> Fraction:
    """Adds the decimal numbers with their signs."""
    numbers = asked(question).replace("- ", "-").replace("+ ", "+").split()
    return Fraction(sum(map(Decimal, numbers)))


_OPERATORS = {
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def computed(node: ast.expr) -> int:
    """Works a tree out by Python's own operators."""
    if isinstance(node, ast.Constant):
        return node.value
    return _OPERATORS[type(node.op)](computed(node.left), computed(node.right))


def bitwise(question: str) -> int:
    """Reads the expression as Python does."""
    return computed(ast.parse(asked(question), mode="eval").body)


def in_base(question: str, answer: str) -> int:
    """Reads the answer in the base asked for."""
    return int(answer, 16 if "Answer in hexadecimal" in question else 10)


# --- the calendar ---


def day(text: str) -> date:
    return datetime.strptime(text, "%d %B %Y").date()


def walk(start: date, move: str) -> date:
    """Makes one move by the standard library's calendar."""
    if "weekday" in move or "next" in move:
        number = list(calendar.day_name).index(move.split()[-1])
        ahead = [start + timedelta(days) for days in range(1, 8)]
        return next(found for found in ahead if found.weekday() == number)
    if "last day" in move:
        return start.replace(day=calendar.monthrange(start.year, start.month)[1])
    count, unit, way = move.split()
    signed = int(count) * (1 if way == "forward" else -1)
    if unit in ("days", "weeks"):
        return start + timedelta(**{unit: signed})
    months = 12 * start.year + start.month - 1 + signed * (12 if unit == "years" else 1)
    return start.replace(year=months // 12, month=months % 12 + 1)


def walked(question: str) -> str:
    """Walks from the first date on and answers the question by `datetime` and `calendar`."""
    first, moves, ask = re.match(
        r"Start on (.*?) \(Gregorian calendar\) and go (.*?)\. (.*)", question, re.S
    ).groups()
    start = end = day(first)
    for move in moves.split(", then "):
        end = walk(end, move)
    if "weekday" in ask:
        return end.strftime("%A")
    if "What date" in ask:
        return end.isoformat()
    if "leap years" in ask:
        early, late = sorted((start.year, end.year))
        return str(calendar.leapdays(early, late + 1))
    return str(abs((end - start).days))


_MOMENT = re.compile(
    r"(\d+:\d+(?::\d+)?)( [ap]m)?(?: \(UTC([+-]\d+:\d+)\))?(?: on (\d+ [A-Z]\w+ \d+))?"
)


def moment(found: re.Match[str]) -> datetime:
    """Reads one end of a span, in its time zone; without a date, on some day."""
    clock, half, zone, on = found.groups()
    form = "%I" if half else "%H"
    form += ":%M:%S" if clock.count(":") == 2 else ":%M"
    text = f"{clock}{half or ''} {on or '1 May 2001'} {zone or '+00:00'}"
    return datetime.strptime(text, f"{form}{' %p' if half else ''} %d %B %Y %z")


def spans(question: str) -> str:
    """Subtracts moments of `datetime`."""
    total = timedelta()
    for text in re.split(r"(?:, | and |in all )from ", question)[1:]:
        start, end = map(moment, _MOMENT.finditer(text))
        total += end - start + timedelta(days="next day" in text)
    if question.startswith("How many seconds"):
        return str(total // timedelta(seconds=1))
    minutes = total // timedelta(minutes=1)
    return str(minutes) if "and minutes" not in question else f"{minutes // 60}:{minutes % 60:02d}"


# --- whole numbers ---


def bits(question: str) -> int:
    """Counts characters."""
    digit, number = re.search(r"how many (one|zero)s does (\w+) have", question).groups()
    return f"{int(number, 0):b}".count("1" if digit == "one" else "0")


def multiple(question: str) -> int:
    """Asks `math.lcm`."""
    return math.lcm(*integers(question))


LEGS = {
    **dict.fromkeys(("snakes", "sharks", "salmon", "earthworms"), 0),
    **dict.fromkeys(("dolphins", "eels", "whales", "trout", "tuna"), 0),
    **dict.fromkeys(("ducks", "chickens", "owls", "swans", "parrots"), 2),
    **dict.fromkeys(("eagles", "ostriches", "geese", "penguins"), 2),
    **dict.fromkeys(("cows", "horses", "dogs", "cats", "lizards"), 4),
    **dict.fromkeys(("frogs", "elephants", "rabbits", "tigers", "goats", "sheep"), 4),
    **dict.fromkeys(("ants", "bees", "beetles", "grasshoppers"), 6),
    **dict.fromkeys(("ladybirds", "wasps", "houseflies", "crickets", "fleas"), 6),
    **dict.fromkeys(("spiders", "scorpions", "tarantulas", "harvestmen"), 8),
}


def legs(question: str) -> int:
    """Multiplies by a table of its own."""
    return sum(int(count) * LEGS[kind] for count, kind in re.findall(r"(\d+) (\w+)", question))


def factors(question: str) -> list[int]:
    """Asks sympy."""
    return sorted(sympy.factorint(integers(question)[0], multiple=True))


def rolled(question: str) -> Fraction:
    """Convolves the dice by numpy."""
    told, event = re.match(r"Fair dice with (.*?) sides.*total (.*)\?", question, re.S).groups()
    ways = np.array([1], dtype=np.int64)
    for sides in integers(told):
        ways = np.convolve(ways, [0] + [1] * sides)
    relation, total = event.rsplit(" ", 1)
    totals = np.arange(len(ways))
    kept = {"exactly": operator.eq, "at least": operator.ge, "at most": operator.le}[relation]
    count = int(ways[kept(totals, int(total))].sum())
    return Fraction(count) if "how many" in question else Fraction(count, int(ways.sum()))


def remainders(question: str) -> int:
    """Asks sympy's own theorem."""
    pairs = re.findall(r"remainder (\d+) when divided by (\d+)", question)
    values, divisors = zip(*((int(r), int(d)) for r, d in pairs), strict=True)
    return int(crt(divisors, values)[0])


def terms(question: str) -> list[int] | Fraction:
    """Asks sympy, either way."""
    if question.startswith("Write the fraction"):
        return continued_fraction(sympy.Rational(re.search(r"\d+/\d+", question)[0]))
    value = continued_fraction_reduce(integers(question.split("are ")[1]))
    return Fraction(int(value.p), int(value.q))


def read_terms(question: str, answer: str) -> list[int] | Fraction:
    return Fraction(answer) if "/" in answer else integers(answer)


VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")


def numeral(text: str) -> int:
    """Reads from the right: a sign below the largest so far is subtracted."""
    if text.isdigit():
        return int(text)
    assert ROMAN.fullmatch(text)
    total = largest = 0
    for sign in reversed(text):
        value = VALUES[sign]
        total += value if value >= largest else -value
        largest = max(largest, value)
    return total


def roman(question: str) -> int:
    """Reads each numeral and adds with signs."""
    sign, total = 1, 0
    for word in asked(question).split():
        if word in "+-":
            sign = 1 if word == "+" else -1
        else:
            total += sign * numeral(word)
    return total


# --- how numbers are written, and units ---

NAMES = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


def plain(text: str) -> Fraction:
    """Reads a number in any of the forms."""
    if text.startswith("-"):
        return -plain(text[1:])
    words = text.split()
    if words[-1] in NAMES:
        return Fraction(words[0]) * NAMES[words[-1]]
    if "^" in text:
        return Fraction(words[0]) * 10 ** int(words[2].split("^")[1])
    if "/" in text and len(words) == 2:
        return int(words[0]) + Fraction(words[1])
    percent = text.endswith("%")
    return Fraction(re.sub("[ ,_'%]", "", text)) / (100 if percent else 1)


def pick(question: str) -> str:
    """Compares the numbers as fractions."""
    rows = re.findall(r"^([A-Z])\) (.*)$", question, re.M)
    choose = max if "largest" in question else min
    return choose(rows, key=lambda row: plain(row[1]))[0]


UNITS = {
    **{"km": "1000", "m": "1", "cm": ".01", "mm": ".001"},
    **{"mi": "1609.344", "yd": ".9144", "ft": ".3048", "in": ".0254"},
    **{"t": "1000000", "kg": "1000", "g": "1", "mg": ".001"},
    **{"st": "6350.29318", "lb": "453.59237", "oz": "28.349523125"},
    **{"wk": "604800", "d": "86400", "h": "3600", "min": "60", "s": "1", "ms": ".001"},
    **{"m^3": "1000", "L": "1", "mL": ".001"},
    **{"gal": "3.785411784", "qt": ".946352946", "pt": ".473176473", "cup": ".2365882365"},
    **{"km^2": "1000000", "ha": "10000", "m^2": "1", "cm^2": ".0001"},
    **{"acre": "4046.8564224", "yd^2": ".83612736"},
    **{"GB": "1000000000", "MB": "1000000", "kB": "1000", "B": "1"},
    **{"GiB": "1073741824", "MiB": "1048576", "KiB": "1024"},
}
"""Each unit in the metric unit of its kind, by definition."""


def converted(question: str) -> Fraction:
    """Goes through the metric unit."""
    target, sum_ = re.match(r"How many (\S+) are (.*?)\? Use", question).groups()
    total = Fraction(0)
    for sign, amount, unit in re.findall(r"(^|[+-] )([\d.]+) (\S+)", sum_):
        total += (-1 if "-" in sign else 1) * Fraction(amount) * Fraction(UNITS[unit])
    return total / Fraction(UNITS[target])


def percentages(question: str) -> Fraction:
    """Multiplies by the product of all changes, or divides by it."""
    factor = Fraction(1)
    for way, part in re.findall(r"(rises by|falls by|falls to) (\d+)%", question):
        share = Fraction(int(part), 100)
        factor *= {"rises by": 1 + share, "falls by": 1 - share, "falls to": share}[way]
    if "at first" in question:
        return Fraction(re.search(r"and is ([\d.]+)", question)[1]) / factor
    return Fraction(re.search(r"of ([\d.]+)", question)[1]) * factor


# --- stories ---

_VERBS = "has|have|collects|collect|reads|read|holds|hold|sells|sell|owns|own"
_SHARES = {"half": 2, "a third": 3, "a quarter": 4, "a fifth": 5, "a sixth": 6}
_CLAUSE = re.compile(rf"(?:of ([\w ]+), )?([\w ]+?) (?:{_VERBS}) (.*)")
_ZERO: dict[str, Callable[..., sympy.Expr]] = {
    "Q is N": lambda x, n: x - n,
    "Q is N more than Q": lambda x, n, a: x - a - n,
    "Q is N less than Q": lambda x, n, a: x - a + n,
    "Q is N times Q": lambda x, n, a: x - n * a,
    "Q is twice Q": lambda x, a: x - 2 * a,
    "Q is P of Q": lambda x, p, a: p * x - a,
    "Q is Q plus Q": lambda x, a, b: x - a - b,
    "Q is Q minus Q": lambda x, a, b: x - a + b,
    "Q exceeds Q by Q": lambda a, b, x: a - b - x,
    "adding N to Q gives Q": lambda n, a, x: x - a - n,
    "adding Q to Q gives Q": lambda a, b, x: x - a - b,
    "taking N away from Q leaves Q": lambda n, a, x: x - a + n,
    "taking Q away from Q leaves Q": lambda b, a, x: x - a + b,
    "multiplying Q by N gives Q": lambda a, n, x: x - n * a,
    "dividing Q by N gives Q": lambda a, n, x: n * x - a,
}
"""What is zero where a sentence is true; Q is a quantity, N a number, P a part."""
_PATTERNS = {
    re.compile(
        form.replace("Q", r"(<[\w ]+\|[\w ]+>)")
        .replace("N", r"(\d+)")
        .replace("P", f"({'|'.join(_SHARES)})")
    ): zero
    for form, zero in _ZERO.items()
}


def in_full(sentence: str, owners: set[str]) -> str:
    """Turns "Ben has 5 more stamps than Ada" into "<stamps|ben> is 5 more than <stamps|ada>"."""
    thing, owner, rest = _CLAUSE.fullmatch(sentence).groups()
    if thing:
        return f"<{thing}|{owner}> is {rest}"
    if both := re.fullmatch(r"as many ([\w ]+) as ([\w ]+) and ([\w ]+) together", rest):
        parts = (_CLAUSE.fullmatch(part).groups() for part in both.groups()[1:])
        one, other = (f"<{thing}|{who}>" for _, who, thing in parts)
        return f"<{both[1]}|{owner}> is {one} plus {other}"
    found = re.fullmatch(r"(.+?) (more|fewer|as many) ([\w ]+?) (?:than|as) ([\w ]+)", rest)
    if not found:
        number, thing = rest.split(" ", 1)
        return f"<{thing}|{owner}> is {number}"
    number, how, thing, other = found.groups()
    if whole := _CLAUSE.fullmatch(other):
        other = f"<{whole[3]}|{whole[2]}>"
    else:
        other = f"<{thing}|{other}>" if other in owners else f"<{other}|{owner}>"
    joined = f"{number} of" if number in _SHARES else number
    relation = {"more": f"{number} more than", "fewer": f"{number} less than"}.get(how, joined)
    return f"<{thing}|{owner}> is {relation} {other}"


def zero_of(sentence: str) -> sympy.Expr:
    """Reads a sentence in full as an equation."""
    for pattern, zero in _PATTERNS.items():
        if found := pattern.fullmatch(sentence):
            return zero(
                *(
                    sympy.Symbol(part) if "<" in part else _SHARES.get(part) or int(part)
                    for part in found.groups()
                )
            )
    raise AssertionError(sentence)


def story(question: str) -> int:
    """Solves the sentences as a system of linear equations, in whatever order they come."""
    *told, ask = re.split(r"(?<=\.)\s", question.lower())
    phrase = re.compile(rf"the number of ([\w ]+?) that ([\w ]+?) (?:{_VERBS})(?!\w)")
    told = [phrase.sub(r"<\1|\2>", sentence.rstrip(".")) for sentence in told]
    owners = {found[2] for sentence in told if (found := _CLAUSE.fullmatch(sentence))}
    owners |= set(re.findall(r"\|([\w ]+)>", " ".join(told)))
    told = [s if re.search("<", s) else in_full(s, owners) for s in told]
    zeros = [zero_of(sentence) for sentence in told]
    names = sorted(set().union(*(zero.free_symbols for zero in zeros)), key=str)
    (values,) = sympy.linsolve(zeros, names)
    wanted = re.findall("<.*?>", phrase.sub(r"<\1|\2>", ask))
    if direct := re.fullmatch(rf"how many ([\w ]+) does ([\w ]+) (?:{_VERBS})\?", ask):
        wanted = [f"<{direct[1]}|{direct[2]}>"]
    by_name = dict(zip(map(str, names), values, strict=True))
    return int(sum(by_name[name] for name in wanted))


Reading = Callable[[str, str], object]


def as_fraction(question: str, answer: str) -> Fraction:
    return Fraction(answer)


def as_written(question: str, answer: str) -> str:
    return answer


ORACLES: dict[str, tuple[Callable[[str], object], Reading]] = {
    "basic_arithmetic": (exactly, as_fraction),
    "decimal_arithmetic": (exactly, as_fraction),
    "decimal_chain_sum": (folded, as_fraction),
    "bitwise_arithmetic": (bitwise, in_base),
    "calendar_arithmetic": (walked, as_written),
    "time_intervals": (spans, as_written),
    "count_bits": (bits, as_fraction),
    "lcm": (multiple, as_fraction),
    "leg_counting": (legs, as_fraction),
    "prime_factorization": (factors, lambda _, answer: integers(answer)),
    "power_function": (exactly, as_fraction),
    "dice": (rolled, as_fraction),
    "number_format": (pick, as_written),
    "chinese_remainder": (remainders, as_fraction),
    "continued_fraction": (terms, read_terms),
    "roman_numerals": (roman, lambda _, answer: numeral(answer)),
    "unit_conversion": (converted, as_fraction),
    "percentage_chains": (percentages, as_fraction),
    "word_problem_graph": (story, as_fraction),
}
"""What an answer must be, and how the answer given is read."""


@functools.cache
def sample(name: str) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=41, index=i) for i in range(TASKS)]


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_agrees(name: str) -> None:
    """Another way of solving gives the reference answer."""
    solve, read = ORACLES[name]
    for task in sample(name):
        assert solve(task.question) == read(task.question, task.answer), task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer, written by hand, satisfy the oracle."""
    solve, read = ORACLES[name]
    question, answer = re.search(r"^Q: (.*?)\nA: (.*)$", family(name).doc, re.M | re.S).groups()
    if name != "number_format":
        question = question.replace("\n", " ")
    assert solve(question) == read(question, answer)


@pytest.mark.parametrize("name", ["basic_arithmetic", "decimal_arithmetic", "bitwise_arithmetic"])
def test_every_operator_occurs(name: str) -> None:
    """No operator is so seldom possible that tasks do without it."""
    signs = "+-*/" if name != "bitwise_arithmetic" else "+-*&|^<>"
    for sign in signs:
        assert sum(sign in asked(task.question) for task in sample(name)) >= TASKS // 15, sign


def test_roman_numeral_is_the_one_of_the_answer() -> None:
    """The answer is in the numerals asked for."""
    for task in sample("roman_numerals"):
        assert task.answer.isdigit() == ("ordinary" in task.question), task.uid


def test_dice_counted_in_the_steps_are_those_of_numpy() -> None:
    """Every "n dice, total: ..." line ends in the number of ways of the n smallest dice."""
    for task in sample("dice"):
        sides = integers(re.match(r"Fair dice with (.*?) sides", task.question)[1])
        rows = [np.array([1], dtype=np.int64)]
        for count in sides:
            rows.append(np.convolve(rows[-1], [0] + [1] * count))
        for line in task.steps:
            if found := re.match(r"(\d+) dice, (\d+): .* = (\d+)$", line):
                dice, total, ways = map(int, found.groups())
                assert rows[dice][total] == ways, (task.uid, line)


def test_bits_are_balanced() -> None:
    """No count of ones is much commoner than its share: sixteen counts, a thousand draws."""
    answers = [generate("count_bits", level=1, index=i).answer for i in range(1_000)]
    assert max(map(answers.count, set(answers))) <= 100
