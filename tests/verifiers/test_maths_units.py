"""Units of measure: each name and its size, by the definitions of 1959 and the SI, and measures."""

from fractions import Fraction
from itertools import combinations

import pytest

from ponder.verifiers.maths.units import unit
from tests.verifiers.test_maths import judge

# The size of each unit in the base unit, which is the first.
SIZES = {
    "meter": {
        "1": "m meter meters metre metres",
        "0.1": "dm decimeter decimeters decimetre",
        "0.01": "cm centimeter centimeters centimetre centimetres",
        "0.001": "mm millimeter millimeters millimetre",
        "1000": "km kilometer kilometers kilometre",
        "0.3048": "ft foot feet",
        "0.0254": "in inch inches",
        "0.9144": "yd yard yards",
        "1609.344": "mi mile miles",
    },
    "kilogram": {
        "1": "kg kilogram kilograms",
        "0.001": "g gram grams",
        "0.000001": "mg milligram milligrams",
        "1000": "tonne tonnes",
        "0.45359237": "lb lbs pound pounds",
        "0.028349523125": "oz ounce ounces",
    },
    "second": {
        "1": "s sec second seconds",
        "60": "min minute minutes",
        "3600": "h hr hrs hour hours",
        "86400": "day days",
        "604800": "wk week weeks",
    },
    "year": {"1": "yr year years", "1/12": "month months"},
    "dollar": {"1": "$ dollar dollars usd", "0.01": "cent cents \N{CENT SIGN}"},
    "euro": {"1": "\N{EURO SIGN} euro euros eur"},
    "gbp": {"1": "\N{POUND SIGN} gbp"},
    "yen": {"1": "\N{YEN SIGN} yen"},
    "degree": {"1": "degree degrees deg", "360": "revolution revolutions"},
    "radian": {"1": "rad radian radians"},
    "celsius": {"1": "celsius"},
    "fahrenheit": {"1": "fahrenheit"},
    "cubic meter": {
        "0.001": "l liter liters litre litres",
        "0.000001": "ml milliliter milliliters millilitre cc",
        "0.003785411784": "gal gallon gallons",
    },
    "meter per second": {"0.44704": "mph", "5/18": "kph"},
    "apple": {"1": "apple apples"},
}
NAMES = [
    (base, Fraction(size), name)
    for base, sizes in SIZES.items()
    for size, names in sizes.items()
    for name in names.split()
]


@pytest.mark.parametrize(("base", "size", "name"), NAMES)
def test_a_unit_has_its_size(base, size, name):
    assert unit(name).powers == unit(base).powers != ()
    assert unit(name).scale == size
    assert unit(name.upper()) == unit(name)
    assert unit(f"{name} {name}") == unit(f"{name}^2") == unit(f"square {name}")
    assert unit(f"{name}/{name}") == unit("")
    if not name.isalpha() or name == "sec":
        return
    gold = rf"3 \text{{ {base}}}"
    assert judge(rf"3/({size}) \text{{ {name}}}", gold, units="convert")
    assert not judge(rf"4/({size}) \text{{ {name}}}", gold, units="convert")
    assert judge(rf"3 \text{{ {name}}}", gold) == (size == 1)
    assert judge("3", gold)
    assert not judge("3", gold, units="require")


@pytest.mark.parametrize(
    ("name", "base"),
    [*((base, base) for base in SIZES if base.isalpha() and base != "gbp"), ("gbp", "sterling")],
)
def test_a_base_unit_is_its_own_measure(name, base):
    assert unit(name) == (1, ((base, 1),))
    assert unit(f"zebra {name} ant^2").powers == tuple(
        sorted([("zebra", 1), (base, 1), ("ant", 2)])
    )


@pytest.mark.parametrize(
    ("gold", "answer"),
    [
        (r"5\text{ m}", r"5\text{ ms}"),
        (r"5\text{ g}", r"5\text{ gs}"),
        (r"5\text{ h}", r"5\text{ hs}"),
        ("5 mg", "5 Mg"),
        ("5 mm", "5 Mm"),
        (r"5\text{ mW}", r"5\text{ MW}"),
        (r"5\text{ MHz}", r"5\text{ mHz}"),
    ],
)
def test_symbols_of_units_have_their_case_and_no_plural(gold, answer):
    assert judge(gold, gold)
    assert not judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        (r"5\text{ m}", r"5000\text{ Mm}", False),
        (r"5000000\text{ m}", r"5\text{ Mm}", True),
        (r"5000\text{ kg}", r"5\text{ Mg}", True),
        (r"5\text{ s}", r"5000\text{ ms}", True),
    ],
)
def test_large_and_small_prefixes_are_told_apart(gold, answer, right):
    assert judge(answer, gold, units="convert") == right


@pytest.mark.parametrize("unit", ["METERS", "Meter", "meters", "m"])
def test_words_of_units_have_no_case(unit):
    assert judge(f"5 {unit}", r"5\text{ m}")


@pytest.mark.parametrize(("first", "second"), list(combinations(SIZES, 2)))
def test_units_of_two_kinds_are_never_the_same(first, second):
    for units in ("ignore", "require", "convert"):
        assert not judge(rf"3 \text{{ {second}}}", rf"3 \text{{ {first}}}", units=units)


@pytest.mark.parametrize("name", ["cm", "foot", "gallon", "mph", "apple"])
@pytest.mark.parametrize(
    ("prefix", "power"), [("square", 2), ("sq", 2), ("cubic", 3), ("cu", 3), ("", 1)]
)
def test_prefixes_are_powers(name, prefix, power):
    written = unit(f"{prefix} {name}")
    assert written == unit(f"{name}^{power}")
    assert written.scale == unit(name).scale ** power
    assert [each for _, each in written.powers] == [n * power for _, n in unit(name).powers]
    assert unit(f"{prefix} {name} {name}") == unit(f"{name}^{power + 1}")
    assert unit(f"kg per {prefix} {name}") == unit(f"kg {name}^-{power}")


@pytest.mark.parametrize(
    "word",
    "unit units of a an the long wide tall high old away total".split(),  # noqa: SIM905
)
def test_silent_words_are_no_units(word):
    assert unit(word) == unit("")
    assert unit(f"{word} meters {word}") == unit("m")
    assert judge(rf"5 \text{{ meters {word}}}", r"5 \text{ m}", units="require")
    assert not judge("5 meters up", r"5 \text{ m}", units="require")


SAME = [
    ("m/s", "meters per second"),
    ("m/s^2", "m s^-2"),
    ("kg*m/s^2", "kg.m.s^-2"),
    ("km/h", "kph"),
    ("mile per hour", "mph"),
    ("kg m", "m kg"),
    ("m s/s", "m"),
    ("degrees celsius", "celsius"),
    ("degree fahrenheit", "fahrenheit"),
    ("degrees", "degree"),
    ("glasses", "glasse"),
    ("inches", "in"),
    ("cups", "cup"),
    ("cm\\ s", "cm s"),
    ("cm~s", "s cm"),
    ("cm~2", "cm"),
]
OTHERS = [
    ("m/s", "m s"),
    ("m/s^2", "m/s"),
    ("m/s/s", "m"),
    ("m/s kg", "m/s/kg"),
    ("m^8", "m^9"),
    ("m^2", "m^3"),
    ("m^12", "m^9"),
    ("m^-12", "m^-9"),
    ("m^-8", "m^-9"),
    ("degrees celsius", "degrees"),
    ("degrees cel", "cel"),
    ("us", "u"),
    ("cups", "cu"),
    ("square m", "m"),
    ("", "m"),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_a_unit_can_be_written_in_two_ways(first, second):
    assert unit(first) == unit(second)
    assert unit(f"{first} kelvin") == unit(f"kelvin {second}")


@pytest.mark.parametrize(("first", "second"), OTHERS)
def test_units_that_look_alike_are_two(first, second):
    assert unit(first) != unit(second)


def test_a_long_unit_is_a_name():
    assert unit("m " * 39 + "kg") == unit("kg" + " m" * 39)
    long = "m " * 39 + "kg "
    assert unit(long) == (1, ((long, 1),))


# Each gold with its unit, the answers that have it, and those that have another.
MEASURES = {
    r"5 \text{ cm}^2": (
        ["5 sq cm", "5 square centimeters", r"5\,\mathrm{cm}^{2}", r"5 \text{cm^2}"],
        ["5 cm", "5 cm^3", "5 cubic cm", "5 m^2", "5 cm/2", "5 cm^{-2}"],
    ),
    r"5 \text{ cm}^{-1}": ([r"5 \text{ per cm}", r"5/\text{cm}"][:1], ["5 cm", "5 cm^1"]),
    r"12 \text{ m/s}": (
        ["12 m/s", r"12 \text{m}/\text{s}", "12 meters per second"],
        ["12 m s", "12 m/h", "12 m/s^2", "12 s/m", "13 m/s", "12 g/s", "12 m"],
    ),
    r"12 \text{ m}^2": (["12 m^2", "12m^2", "12 m m"][:2], ["12 m^3", "12 s^2", "12 m"]),
    r"12 \text{ m}^3": (["12 m^3"], ["12 m^2", "12 m^4"]),
    r"12 \text{ g/m}^3": (["12 g/m^3"], ["12 g/m^2", "12 m^3/g", "12 g"]),
    r"-12 \text{ m}": (["-12 m", "-12m", "-(12 m)", "-(24/2) m"], ["12 m", "-12 s", "-12 g"]),
    r"12 \text{ L}": (["12L", "12 L", "12 liters"], ["12 m", "12 mL", "12 h"]),
    r"12 \text{ h}": (["12h", "12 hours"], ["12 s", "12 m"]),
    r"12 \text{ g}": (["12g", "12 grams"], ["12 s", "12 kg"]),
    r"12 \text{ s}": (["12s", "12 sec"], ["12 m", "12 min"]),
    r"90^\circ": (
        ["90\u00b0", "90 degrees", r"90^{\circ}", r"90 \degree", "90 deg", r"(45+45)^\circ"],
        ["90 rad", "90 %", "90 revolutions", "91^\\circ", "-90^\\circ"],
    ),
    r"-90^\circ": (["-90\N{DEGREE SIGN}", "-(90^\\circ)", "-90 degrees"], ["90^\\circ", "-90 s"]),
    r"25^\circ\text{C}": (
        [r"25^\circ C", "25 celsius", "25 degrees Celsius", r"25^\circ \text{ celsius}"],
        [r"25^\circ F", r"25^\circ\text{F}", r"25^\circ\text{K}", "25 degrees", r"26^\circ C"],
    ),
    r"25^\circ\text{F}": (
        [r"25^\circ F", "25 degrees Fahrenheit", r"25^\circ \text{ fahrenheit}"],
        [r"25^\circ C", "25 celsius", "25^\\circ", r"-25^\circ F"],
    ),
    r"\$5": (["$5 dollars$", "5 USD", r"\$5.00", r"5\$"], ["5 cents", "\u20ac5", "\u00a35"]),
    "\u20ac5": (["5 euros", "5\u20ac", r"5\text{ eur}"], [r"\$5", "5 yen"]),
    "\u00a35": ([r"5\text{ GBP}", "5\u00a3"], ["\u20ac5", "6 GBP"]),
    "\u00a55": ([r"5\text{ yen}", "5\u00a5"], [r"\$5"]),
    r"\$3 \text{ million}": ([r"\$3000000", "3,000,000 dollars"], [r"\$3", "3 million"]),
    r"6 \text{ apples}": (["6 apples", "6 apple", "(2*3) apples"], ["6 pears", "6 apples/day"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold, (same, _) in MEASURES.items() for answer in same]
)
def test_a_measure_is_the_same(gold, answer):
    assert judge(answer, gold, units="require")
    assert judge(answer, gold, units="convert")


@pytest.mark.parametrize("measure", ["5 cm", r"5^\circ", r"5\%", "5 m"])
def test_signs_around_a_measure_are_its_values(measure):
    assert judge(f"-(-({measure}))", measure, units="require")
    assert judge(f"-({measure})", f"-{measure}", units="require")
    assert not judge(f"-(-({measure}))", f"-{measure}", units="require")


@pytest.mark.parametrize(
    ("gold", "answer"),
    [(gold, answer) for gold, (_, others) in MEASURES.items() for answer in others],
)
def test_another_measure_is_refused(gold, answer):
    assert judge(f"{gold} ", gold, units="require")
    assert not judge(answer, gold, units="require")


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("5", "5 m", True),
        ("5", "5 m^2", True),
        ("5", "5 m/s", True),
        ("5", "5 m s", False),
        ("5", "5 m^4", False),
        ("5", "5 m^{-2}", False),
        ("5", "5 m/s^4", False),
        ("5", "5 m/2", False),
        ("5", "5 k", False),
        ("5", "m", False),
        ("5", "5/s", False),
        ("5", "-5 m", False),
        ("-5", "-5 m", True),
        ("-5", "-5 k", False),
        ("5", "5 m/(s g)", False),
        ("5m", "5", False),
        ("5m", "5s", False),
        ("5m", r"5 \text{ m}", True),
        ("5m", r"5 \text{ cm}", False),
        ("5m+1", r"5 \text{ m}", False),
        ("5x", r"5 \text{ x}", False),
        ("5", r"500\%", False),
        (r"500\%", "5", True),
        (r"500\%", "500", True),
        (r"500\%", "500 percent", True),
        ("500 percent", r"500\%", True),
        ("500 percent", "5", True),
        ("500 percent", "50", False),
        (r"-500\%", "-5", True),
        (r"-500\%", "5", False),
        (r"-500\%", "-500", True),
        (r"-500\%", "500", False),
        (r"-500\%", r"-(500\%)", True),
        ("500", r"5\%", False),
        (r"500\%", "50000", False),
        (r"5\%", "0.05", True),
        (r"5\%", r"0.05\%", False),
        (r"5\%", "500", False),
        ("1/5", "20 percent", True),
        ("1/5", "20 percent of x", False),
        ("5", "2.5 2 cm", False),
    ],
)
def test_letters_percent_and_numbers(gold, answer, right):
    assert judge(answer, gold) == right


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("1.50", "1.504", True),
        ("1.50", "1.505", True),
        ("1.50", "1.506", False),
        ("1.50", "1.495", True),
        ("1.50", "1.494", False),
        ("-1.50", "-1.504", True),
        ("-1.50", "1.504", False),
        ("3/2", "1.504", False),
        ("1.50 cm", "1.504 cm", True),
        ("1.50 cm", "15.01 mm", True),
        ("1.50 cm", "15.1 mm", False),
        (r"1.50\%", r"1.504\%", True),
        (r"1.50\%", r"1.506\%", False),
        (r"1.50^\circ", r"1.504^\circ", True),
        ("1.50", r"\sqrt{2.25}", True),
        ("1.50", r"\sqrt{2.26}", False),
        ("1.50", r"\frac{301}{200}", True),
        ("1.50", "x", False),
        ("2", "2.001", False),
    ],
)
def test_a_decimal_may_be_near(gold, answer, right):
    assert judge(answer, gold, tolerance="0.005", units="convert") == right


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        (r"2 \text{ m}^2", r"20000 \text{ cm}^2", True),
        (r"2 \text{ m}^2", r"200 \text{ cm}^2", False),
        (r"2 \text{ m}^2", r"2000000 \text{ cm}^3", False),
        (r"90 \text{ km/h}", r"25 \text{ m/s}", True),
        (r"90 \text{ km/h}", r"1.5 \text{ km/min}", True),
        (r"1 \text{ m/s}", "3.6 kph", True),
        (r"1 \text{ gal}", "231 cubic inches", True),
        (r"1 \text{ L}", "1000 cubic centimeters", True),
        (r"2 \text{ years}", "24 months", True),
        (r"2 \text{ years}", "730 days", False),
        (r"1 \text{ lb}", "16 oz", True),
        (r"1 \text{ revolution}", r"360^\circ", True),
        (r"\$1.25", "125 cents", True),
        (r"\$1.25", "125", False),
        (r"5280 \text{ ft}", "1 mile", True),
        (r"5 \text{ m}", "500 cm", True),
        (r"5 \text{ m}", "5 cm", False),
        (r"5\text{ m}", "0.005 km", True),
    ],
)
def test_units_are_converted(gold, answer, right):
    assert judge(answer, gold, units="convert") == right
    assert not judge(answer, gold, units="require")
    assert not judge(answer, gold) or not any(map(str.isalpha, answer.replace("circ", "")))


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        (r"5\text{ sec}", "5 seconds"),
        ("5 EUR", "\u20ac5"),
        ("5 GBP", "\u00a35"),
        ("5 yen", "\u00a55"),
        ("5 yr", "5 years"),
        ("5 wk", "5 weeks"),
        ("5 gal", "5 gallons"),
        ("5 cc", "5 ml"),
        ("5 dm", r"5 \text{ dm}"),
        ("5 years old", "5 years"),
    ],
)
def test_short_names_of_units(answer, gold):
    assert judge(answer, gold, units="require")


@pytest.mark.parametrize(
    ("gold", "answer"),
    [
        ("5", "5 cm"),
        ("5", "5zzzz"),
        ("x = 5, y = -2", "x = 5, y = -2 apples"),
        ("2^n - 6", "2^n - 6 cm"),
        (r"5\text{ cm}", "5"),
        ("5", r"5^\circ"),
    ],
)
def test_a_unit_that_the_reference_lacks_may_be_refused(gold, answer):
    assert judge(answer, gold, units="ignore")
    assert not judge(answer, gold, units="refuse")
    assert judge(gold, gold, units="refuse")
