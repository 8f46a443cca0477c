"""Each checker: every harmless rendering is right, every mutation wrong, any text is judged."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.verifiers import checkers, grade, verify
from tests.verifiers.conftest import built_in_checkers

WRAPPINGS = [
    "{}",
    "  {}  ",
    "\n{}\n",
    "{}.",
    "${}$",
    "$${}$$",
    "\\({}\\)",
    "\\[{}\\]",
    "**{}**",
    "`{}`",
    "\\boxed{{{}}}",
    "So \\boxed{{{}}}.",
    "$\\boxed{{{}}}$",
    "<answer>{}</answer>",
    "<answer>\n{}\n</answer>",
    "<answer>\\boxed{{{}}}</answer>",
    "The answer is {}.",
    "The answer is: {}",
    "Therefore, the final answer is ${}$.",
    "**Answer:** {}",
    "Answer: {}",
    "**Final Answer**\n\n{}",
    "The answer is **{}**.",
    "**Answer: {}**",
    "**The answer is {}.**",
    "*Answer*: {}",
    "The answer is $\\boxed{{{}}}$.",
    "The answer is \n\\[\n{}\n\\]",
    "#### {}",
    "<think>no: 0, B, x</think>\n{}",
    "0, B, x</think>The answer is {}.",
    "I try 7 first.\n\nThen I am done.\n\n{}",
    "```\n{}\n```",
    "The answer is:\n\n{}\n\nLet me know if more is wanted.",
    "The final answer is {}. I hope it is correct.",
]

RIGHT = {
    "increasing_subsequence": [
        "[2, 4, 5, 8]",
        "2 4 5 8",
        "2; 4; 5; 8",
        "2, 4, 5 and 8",
        "x = 2, 4, 5, 8",
    ],
    "palindrome": ["stets", "STETS", "s t e t s", "s, t, e, t, s", '"tsest"', "[t, s, e, s, t]"],
    "palindromes": [
        "aba cc",
        "aba | cc",
        "aba|cc",
        '["aba", "cc"]',
        "aba + cc",
        "ABA, CC",
        "aba\ncc",
    ],
    "partition": [
        "tone; cheap, peach; stud, dust",
        "[[dust, stud], [peach, cheap], [tone]]",
        '[["stud", "dust"], ["cheap", "peach"], ["tone"]]',
        "(dust, stud), (peach, cheap) and (tone)",
        r"\{dust, stud\}, \{peach, cheap\}, \{tone\}",
        "dust, stud\ncheap, peach\ntone",
        "1. dust, stud\n2. cheap, peach\n3. tone",
        "- dust, stud\n- cheap and peach\n- tone",
        "Dust stud; peach cheap; tone;",
        r"\text{dust, stud} \\ \text{peach, cheap} \\ \text{tone}",
        r"\begin{array}{ll} dust & stud \\ peach & cheap \\ tone \end{array}",
    ],
    "coloring": [
        "D is green, C is blue, B is green, A is red",
        "A = blue; B = red; C = green; D = red",
        "a: green\nb: blue\nc: red\nd: blue",
        "- **A**: red\n- **B**: green\n- **C**: blue\n- **D**: green",
        '{"A": "red", "B": "blue", "C": "green", "D": "blue"}',
        "A -> red, B -> green, C -> blue, D -> green",
        "A: Red, B: GREEN, C: blue and D: green",
        r"\begin{aligned} A &: \text{red} \\ B &: \text{green} \\ C &: \text{blue} \\"
        r" D &: \text{green} \end{aligned}",
        r"\{A: \text{red}, \\ B: \text{green}, \\ C: \text{blue}, \\ D: \text{green}\}",
        r"A \to red, B \rightarrow \text{green}, C\mapsto blue, \text{D} \longrightarrow green",
    ],
    "pours": [
        "Pour B into A, empty A, pour B into A, fill B and pour B into A",
        "1. Pour B into A\n2. Empty A\n3. Pour B into A\n4. Fill B\n5. Pour B into A",
        "pour B->A; empty A; pour B->A; fill B; pour B->A",
        '["pour B -> A", "empty A", "pour B -> A", "fill B", "pour B -> A"]',
        "pour b to a, empty a, pour b to a, fill b, pour b to a",
        "pour jug B into jug A, then empty jug A, then pour from B into A, then fill the jug B, "
        "and then pour jug B into A",
        "Pour B into A. Empty A. Pour B into A. Fill B. Pour B into A.",
        "pour B \N{RIGHTWARDS ARROW} A, empty A, pour B into A, fill B, pour B into A",
        r"\text{pour B into A} \\ \text{empty A} \\ \text{pour B into A} \\ \text{fill B} \\"
        r" \text{pour B into A}",
    ],
    "selection": ["C, A", "[A, C]", "{c, a}", "A and C", "A C", "A; C", '["A", "C"]', "B, C"],
    "antiderivative": [
        "5ln|x| + x^2*e^(2x) - 3e^(2x)",
        r"(x^2 - 3)e^{2x} + 5\ln|x| + C",
        r"F(x) = 5\log|x| - (3 - x^2)\exp(2x) - 7c",
        "5ln|4x| + (x^2 - 3)(e^x)^2",
        "(x^2 - 3)e^(2x) + 5ln|3 - 2 - x/2 - 1|",
        r"\int f(x)\,dx = (x^2-3)e^{2x} + \frac{5}{2}\ln(x^2) + k",
        "(x^2 - 3)e^(2x) + 5ln(x) + C, where C is a constant",
        "(x^2 - 3)e^(2x) + (10ln|x| + C)/2 - sqrt(2)",
    ],
    "integer": [
        "1,234",
        "1{,}234",
        r"1\,234",
        "+1234",
        "1234.0",
        "01234",
        "x = 1234",
        "= 1234",
        "A: 1234",
        "Total: 1,234",
        "1000 + 234 = 1234",
        "So 617*2 = 1,000 + 234 = 1234",
        "$1,234",
        r"\$1234",
        r"1234\text{ cm}",
        r"1234^\circ",
        "1234%",
        r"\text{total} = 1234",
        "f(3) = 1234",
        "E[X] = 1234",
        r"\det A = 1234",
    ],
    "rational": [
        r"-\frac{3}{4}",
        "P(B|red) = -3/4",
        r"P(B \mid \text{red}) = -\frac{3}{4}",
        r"\frac{-3}{4}",
        r"-\dfrac34",
        "-0.75",
        "-6/8",
        "- 3/4",
        "x = -3/4",
        "\N{MINUS SIGN}3/4",
        "-75%",
        r"-\tfrac{3}{4}",
        "3/-4",
        "(-3)/4",
    ],
    "decimal": [
        "3.1416",
        "3.14159",
        "3.1411",
        "3.1426",
        "3.1416000",
        "x = 3.142",
        "3.142e0",
        r"31.416 \times 10^{-1}",
        "314.16%",
    ],
    "text": [
        "Hello World",
        '"hello world"',
        "'hello world'",
        "\N{LEFT DOUBLE QUOTATION MARK}hello world\N{RIGHT DOUBLE QUOTATION MARK}",
        r"\text{hello world}",
    ],
    "choice": [
        "b",
        "(B)",
        "B.",
        "B)",
        "(b) blue ball",
        "B: Blue Ball",
        "blue ball",
        "Option B",
        "**B**: blue ball",
        r"\textbf{(B)}",
        r"\text{B}",
        '"blue ball"',
    ],
    "sequence": [
        "[5, -1, 12]",
        "5 -1 12",
        "5,-1,12",
        "(5; -1; 12)",
        "[5; -1, 12]",
        "[5;-1,12]",
        "5\n-1\n12",
        "5, -1, and 12",
        r"\left(5, -1, 12\right)",
        "x = [5, -1, 12]",
        r"\{5, -1, 12\}",
        r"\begin{pmatrix} 5 & -1 & 12 \end{pmatrix}",
        r"\begin{array}{c} 5 \\ -1 \\ 12 \end{array}",
        "<5, -1, 12>",
        "5, -1, 12,",
    ],
    "math": [r"\sqrt{117}", "3*sqrt(13)", r"x = 3\sqrt{13}", r"\frac{39}{\sqrt{13}}"],
    "multiset": ["41, 2, 2", "[2, 41, 2]", "2 and 2 and 41", "2 2 41", "{2; 2; 41}"],
    "set": ["11, 7, 3", "{7, 3, 11}", r"\{11, 3, 7\}", "7, 3 and 11", "3 7 11", "x = {3, 7, 11}"],
    "grid": [
        "1,2,3\n4,5,6",
        "[[1, 2, 3], [4, 5, 6]]",
        "[1, 2, 3]\n[4, 5, 6]",
        "123\n456",
        "|1|2|3|\n|4|5|6|",
        "| 1 | 2 | 3 |\n|---|---|---|\n| 4 | 5 | 6 |",
        '[["1", "2", "3"],\n ["4", "5", "6"]]',
        r"\begin{pmatrix} 1 & 2 & 3 \\ 4 & 5 & 6 \end{pmatrix}",
        r"\begin{array}{ccc}1&2&3\\4&5&6\end{array}",
        r"\begin{array}{l} \text{1 2 3} \\ \text{4 5 6} \end{array}",
        r"\text{1 2 3} \\ \text{4 5 6}",
        r"1\;2\;3 \\ 4\;5\;6",
        r"\text{1, 2, 3} \\ \text{4, 5, 6}",
        r"\begin{array}{l}\text{1, 2, 3} \\ \text{4, 5, 6}\end{array}",
        r"\text{1, 2, 3} \\[2pt] \text{4, 5, 6}",
        "1 2 3; 4 5 6",
        "[('1', 2, 3), ('4', 5, 6)]",
    ],
    "assignment": [
        "Avery is a knight, Riley is a knave, Zoey is a knight",
        "zoey: knight\nriley: knave\navery: knight",
        "Zoey = knight; Riley = knave; Avery = knight",
        "- **Zoey**: knight\n- **Riley**: knave\n- **Avery**: knight",
        "1. Zoey is a knight\n2. Riley is a knave\n3. Avery is a knight",
        '{"Zoey": "knight", "Riley": "knave", "Avery": "knight"}',
        "Zoey is a knight. Riley is a knave. Avery is a knight.",
        "Zoey is a knight and Riley is a knave and Avery is a knight",
    ],
    "path": [
        "A->B->C->D",
        "A, B, C, D",
        "A B C D",
        "[A, B, C, D]",
        "(A, B, C, D)",
        "a -> b -> c -> d",
        "A \N{RIGHTWARDS ARROW} B \N{RIGHTWARDS ARROW} C \N{RIGHTWARDS ARROW} D",
        r"A \to B \to C \to D",
        r"A \rightarrow B \rightarrow C \rightarrow D",
        "Path: A -> B -> C -> D",
        '["A", "B", "C", "D"]',
    ],
    "expression": [
        "3 + 5 + 8",
        "(5-3)*8/1",
        "8*(5-3) = 16",
        r"8 \times (5 - 3)",
        "8(5-3)",
        r"\frac{8 \cdot (5 - 3)}{1}",
        "8\N{MULTIPLICATION SIGN}(5\N{MINUS SIGN}3)",
    ],
    "polynomial": [
        "x**2 + 2*x*y - 3",
        "-3 + 2xy + x^2",
        "x^{2}+2yx-3",
        r"x^2 + 2 \cdot x y - 3",
        "P = x^2 + 2xy - 3",
        r"x^2 + 2\mathrm{x}y - 3",
        "f(x, y) = x^2 + 2xy - 3",
        r"f\left(x\right) = x^2 + 2xy - 3",
        "x*x + 2*x*y - 3",
        r"x^2 + \frac{4}{2}xy - 3",
        "x\N{SUPERSCRIPT TWO} + 2xy \N{MINUS SIGN} 3",
    ],
}
WRONG = {
    "increasing_subsequence": [
        "2, 4, 8",
        "2, 4, 5, 9",
        "7, 9, 8",
        "1, 2, 4, 5, 8",
        "2, 4, 5, 6, 8",
        "8, 5, 4, 2",
        "2, 4, 4, 5, 8",
        "2, 4, 5, 8, 8",
        "2, 4, 5, 8 or 2, 4, 5",
        "4",
        "not 2, 4, 5, 8",
        "2, 4, 5, 2^3",
    ],
    "palindrome": [
        "tests",
        "stet",
        "ses",
        "sttets",
        "stetss",
        "staats",
        "stets or tsest",
        "not stets",
        "stets stets",
        "stets (or so)",
    ],
    "palindromes": [
        "aba, c, c",
        "abacc",
        "ab, acc",
        "aba",
        "cc, aba",
        "aba, cc, cc",
        "aba, cc or aba, c, c",
        "not aba, cc",
        "aba, , cc, d",
        "2",
    ],
    "partition": [
        "dust, stud; peach; cheap; tone",
        "dust, stud; peach, cheap, tone",
        "dust, stud, peach, cheap, tone",
        "dust, stud; peach, cheap",
        "dust, stud; dust, stud; peach, cheap; tone",
        "dust, dust, stud; peach, cheap; tone",
        "dust, stud; peach, cheap; tone; note",
        "dust, stud; peach, cheap; tone or dust; stud",
        "not dust, stud; peach, cheap; tone",
        "[[dust, stud], [peach, cheap], [tone], [tone]]",
        "[[dust, stud], [peach, cheap]], tone?",
        "3",
    ],
    "coloring": [
        "A: red, B: green, C: blue, D: blue",
        "A: red, B: green, C: red, D: green",
        "A: red, B: green, C: blue",
        "A: red, B: green, C: blue, D: yellow",
        "A: red, B: green, C: blue, D: green, E: red",
        "A: red, B: green, C: blue, D: green, D: green",
        "A: red, B: green, C: blue, D: green or blue",
        "A: red, B: green, C: blue, D: not red",
        "It is not true that A: red, B: green, C: blue, D: green",
        "red, green, blue, green",
        "A, C: red, B: green, D: green",
    ],
    "pours": [
        "fill B, pour B into A, empty A, pour B into A, fill B, pour B into A",
        "pour B into A, empty A, pour B into A, fill B",
        "pour B into A, empty A, pour B into A, fill B, pour B into C",
        "pour B into A, empty A, pour B into A, fill B, pour B into B",
        "pour A into B, empty A, pour B into A, fill B, pour B into A",
        "pour B into A, empty A, pour B into A, fill B, pour 1 from B into A",
        "pour B into A, empty A, pour B into A, fill B, do not pour B into A",
        "pour B into A, empty A, pour B into A, fill B, pour B into A or empty A",
        "pour B into A, empty A, pour B into A, fill B, pour B into A, fill A, empty A",
        "It is not pour B into A, empty A, pour B into A, fill B, pour B into A",
        "5",
        "4",
        "fill B",
        "fill",
        "fill A+999999999",
        "pour " + "to" * 9000 + "!",
    ],
    "selection": [
        "A",
        "A, D",
        "B, E",
        "A, B",
        "A, C, D",
        "A, A, C",
        "A, C, F",
        "A, C or B, C",
        "not A, C",
        "all but B, D, E",
        "none",
        "13",
        "A, B, C, D, E",
    ],
    "antiderivative": [
        "(x^2 - 3)e^(2x) + 4ln|x| + C",
        "(x^2 - 3)e^(2x) + 5ln|x| + Cx",
        "(x^2 - 3)e^(2x) + 5ln|x| + nan",
        "(x^2 - 3)e^(2x) + 5ln|x| + inf",
        "(x^2 - 3)e^(2x) + 5ln|x + 1|",
        "(x^2 - 3)e^(2x) + xln|2x| - xln|x| + 5ln|x|",
        "(x^2 - 3)e^(2x) + 5ln|0x|",
        "1e400",
        "e^(900)",
        "5ln|t|e^(t^99)",
        "(x^2 - 3)e^(2x) + 5ln|x| + 7 cm",
        "(x^2 - 3)e^(2x) + 5ln|x| + x/1000",
        "(t^2 - 3)e^(2t) + 5ln|t| + C",
        "(2x^2 + 2x - 6)e^(2x) + 5/x",
        r"\int (2x^2 + 2x - 6)e^{2x} + 5/x \,dx",
        "Integral((2*x^2 + 2*x - 6)*exp(2*x) + 5/x, x)",
        "(x^2 - 3)e^(2x) + 5ln|x| + C = 0",
        "(x^2 - 3)e^(2x) + 5ln|x|, x",
        "(x^2 - 3)e^(2x) + 5ln|x| or 0",
        "not (x^2 - 3)e^(2x) + 5ln|x|",
        "C",
    ],
    "integer": [
        "1235",
        "-1234",
        "1234.9",
        "1233.9999999",
        "12345",
        "1,2,34",
        "12,34",
        "1234 or 1235",
        "1234, 1235",
        "1234 1235",
        "It is not 1234",
        "not 1234",
        "1234 junk 7",
        "0x4d2",
        "0b10011010010",
        "1e999999999",
        "nan",
        "inf",
        "1000+234",
        "2468/2",
        "617*2",
        "1234 = 1235",
        "1235 = 1234",
        "x = 1235 or x = 1234",
        "x != 1234",
        "1234.0.0",
        "--1234",
        "int('1234')",
        "1_234",
        "1234e0e0",
        "-(-1234)",
        "1234..",
        "=> 1234",
        "1234.5",
        "1200 + 35 = 1234",
        "between 1233 and 1235",
        "1234?",
        "12$34",
        "1 or x = 1234",
        "It is not true that the answer is 1234",
        "[1234, 7]",
        "1234 (or 1235)",
        "The answer is not 1234.",
        "either 7 or 1234",
        "1.234",
        "1.234e3 m",
    ],
    "rational": [
        "3/4",
        "-4/3",
        "-3/5",
        "-0.7500001",
        "-1/2-1/4",
        "-3/4 or 3/4",
        "-3/4, 3/4",
        "-3/0",
        "not -3/4",
        "-(1 - 1/4)",
        "-3*(1/4)",
        "1e999999999",
        "nan",
        "-inf",
        "-75",
        "-3/4 junk 7",
        r"\frac{-3}{4} + 0",
        "-3//4",
        "-3/4/1",
        "-(-(-3/4))",
    ],
    "decimal": [
        "3.1405",
        "3.1427",
        "3.2",
        "3",
        "-3.1416",
        "22/7",
        "-(-3.1416)",
        r"1.5708 \times 2^1",
        r"0.31416 \times 10^{2/2}",
        "3.1416 or 2.7",
        "3.1416, 2.7",
        "pi",
        "nan",
        "inf",
        "1e999999999",
        "1e-999999999",
        "not 3.1416",
        "3,1416",
        "3.1416 junk 7",
        "2+1.1416",
        "about 3.1416 or 3.2",
    ],
    "text": [
        "hello",
        "world hello",
        "hello worlds",
        "hello world junk",
        "not hello world",
        "hello world or goodbye",
        "helloworld",
        "== hello world",
        "=> hello world",
        "hello world..",
        "hello world, hello",
        '"hello" world',
    ],
    "choice": [
        "A",
        "C",
        "D",
        "AB",
        "A or B",
        "A, B",
        "B, A",
        "not B",
        "B. red ball",
        "D. red ball",
        "red ball",
        "It is not B",
        "B but also A",
        "every choice",
        "1",
        "ball",
        "A blue ball",
        "blue ball or red ball",
    ],
    "sequence": [
        "5, 12, -1",
        "5, -1",
        "5, -1, 12, 12",
        "5.9, -1, 12",
        "5, -1, 13",
        "4.1, -0.1, 12.9",
        "5, -1, 12 or 12, -1, 5",
        "not 5, -1, 12",
        "5 -1 + 12",
        "5, -1; 12",
        "5; -1, 12; 12",
        "[5, [-1, 12]]",
        "5, -1, nan",
        "5, -1, 12, ...",
        "5, , 12",
        "5, -1, 10+2",
    ],
    "math": [r"3\sqrt{14}", r"-3\sqrt{13}", "10.8167", r"13\sqrt{3}", "x^2 = 117", ""],
    "multiset": [
        "2, 41",
        "2, 41, 41",
        "2, 2, 2, 41",
        "164",
        "2 * 2 * 41 * 1",
        "2, 2, 40",
        "2, 2, 41.5",
    ],
    "set": [
        "3, 7",
        "3, 7, 7, 11",
        "3, 7, 12",
        "3, 7, 7",
        "3, 7, 11, 13",
        "3, 7 or 11",
        "all but 3, 7, 11",
        "not x = 3, 7, 11",
        "1 or y = 3, 7, 11",
    ],
    "grid": [
        "1 2 3\n4 5 7",
        "1 2 3\n4 5",
        "1 2 3 4 5 6",
        "1 2 3",
        "1 2 3\n4 5 6\n7 8 9",
        "4 5 6\n1 2 3",
        "1 2 3\n4 5 6 7",
        "1 2 _\n4 5 6",
        "[[1, 2, 3]]",
        "1 2 3\n4 5 6.0",
        "1 2 3; 4 5 7",
        "1 2; 3 4; 5 6",
        r"\text{1, 2} \\ \text{3, 4, 5, 6}",
    ],
    "assignment": [
        "Zoey is a knave, Riley is a knave, and Avery is a knight",
        "Zoey is a knight, and Riley is a knave",
        "It is not true that Zoey is a knight, Riley is a knave, and Avery is a knight",
        "Zoey is not a knave, Riley is a knave, and Avery is a knight",
        "Zoey is a knight, Zoey is a knave, Riley is a knave, and Avery is a knight",
        "Zoey is a knight, Zoey is a knight, Riley is a knave, and Avery is a knight",
        "Zoey is a knight or a knave, Riley is a knave, and Avery is a knight",
        "Zoey is a knight, Riley is a knave, and Avery is a knight or so",
        "Zoey is a knight, Riley is a knave, Avery is a knight, and Tom is a knave",
        "knight, knave, knight",
        "It is false that: Zoey is a knight, Riley is a knave, and Avery is a knight",
    ],
    "path": [
        "A -> C -> D",
        "A -> B -> D",
        "B -> C -> D",
        "A -> B -> C",
        "D -> C -> B -> A",
        "A -> B -> A -> B -> C -> D",
        "A -> B -> X -> D",
        "4",
        "not A -> B -> C -> D",
        "A -> B -> C -> D or A -> C -> D",
        "A -> B -> C -> D -> C -> D",
        "A+999999999",
    ],
    "expression": [
        "16",
        "8 + 8",
        "4*4",
        "3 + 5 + 9",
        "3 + 5",
        "8*(5-3) = 17",
        "2^4",
        "8*(5-3)!",
        "8*(5-3) or 3+5+8",
        "3 5 8",
        "(3+5+8)*S.Zero + 0x10",
        "8*2",
        "3*5+1*1",
        "8*(5-3) + 0",
        "8 * 5 - 3",
        "8//1*(5-3)",
        "35-8",
        "8*(5-3)/(1-1)",
        "16.0",
        "x + 8*(5-3) - x",
        "9**9**9**9",
        "__import__('os').system('true')",
        "8 1/3 + 5",
        "8*(5-3)%",
    ],
    "polynomial": [
        "x^2 + 2xy + 3",
        "x^2 + 2x - 3",
        "x^2 + 2xy",
        "x(x + 2y) - 3",
        "x^2 + xy + xy - 3",
        "x^2 + 2xy - 3 + z - z",
        "x^2 + 2xy - 3 + (0z)%",
        "x^2 + 2xy - 3 + 0z^2",
        "x^2 + 2xy - 3 - 0z",
        "expand(x^2 + 2xy - 3)",
        "x^2 + 2xy - 3 or 0",
        "x^2 + 2xy - 3 = 0",
        "not x^2 + 2xy - 3",
        "x^2.5 + 2xy - 3",
        "x^2 + 2xy - 3.1",
        "x^2 + 2xy - 3, x",
        "(x^2 + 2xy - 3)^1*(1)^2 + 0*w",
        "1e999999999",
    ],
}


def _pairs(table):
    return [(kind, answer) for kind, answers in table.items() for answer in answers]


def test_every_registered_checker_is_tested_here():
    assert set(RIGHT) == set(WRONG) == set(built_in_checkers())


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_the_gold_is_right_in_every_wrapping(kind, wrapping, make_task):
    task = make_task(kind)
    verdict = verify(task, wrapping.format(task.answer))
    assert (verdict.score, verdict.correct) == (1.0, True), verdict


@pytest.mark.parametrize(("kind_", "answer"), _pairs(RIGHT))
def test_other_writings_are_right(kind_, answer, make_task):
    for response in (answer, f"\\boxed{{{answer}}}", f"<answer>{answer}</answer>"):
        verdict = verify(make_task(kind_), response)
        assert (verdict.score, verdict.correct) == (1.0, True), verdict


@pytest.mark.parametrize(("kind_", "answer"), _pairs(WRONG))
def test_mutations_are_wrong(kind_, answer, make_task):
    for response in (answer, f"\\boxed{{{answer}}}", f"<answer>{answer}</answer>",
                     f"The answer is {answer}.", f"I think:\n\n{answer}"):  # fmt: skip
        verdict = verify(make_task(kind_), response)
        assert (verdict.score, verdict.correct) == (0.0, False), verdict
        assert verdict.reason.endswith(".")
        assert len(verdict.reason) < 200


HOSTILE = [
    "",
    " ",
    ".",
    "$",
    "$$",
    "()",
    "[]",
    "{}",
    "\\",
    "=",
    "-",
    "0",
    "1",
    "nan",
    "None",
    "null",
    "True",
    "9**9**9**9",
    "1E+999999999",
    "1e-999999999",
    "factorial(10**7)",
    "__import__('os')",
    "exit()",
    "'" * 3000,
    "(" * 9000 + "1" + ")" * 9000,
    "[" * 9000 + "]" * 9000,
    "," * 15000,
    " " * 15000 + "x",
    "-" * 15000 + "x",
    "A+999999999",
    '{"a":' * 3000 + "1" + "}" * 3000,
    "\u00ac" * 2000 + "P",
    "\ud800",
    "\x00",
    "1" * 19000,
    "1/" * 9000 + "1",
    "^" * 10000,
    "x^" * 3000 + "2",
    "\\frac" * 3000,
    "\\sqrt" * 3000 + "2",
    "**" * 9000,
    "and " * 4000,
    "x is a " * 2500,
    "A -> " * 3000 + "D",
]


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_judged_wrong(kind, hostile, make_task):
    for response in (hostile, f"\\boxed{{{hostile}}}", f"<answer>{hostile}</answer>"):
        verdict = verify(make_task(kind), response)
        assert (verdict.score, verdict.correct) == (0.0, False)


@settings(max_examples=60)
@given(
    response=st.one_of(
        st.text(),
        st.text(alphabet=st.sampled_from("0123456789+-*/^()[]{},;:=.\\ \nxyABCD>|&$_%'\"!")),
        st.lists(
            st.sampled_from(
                ["knight", "Zoey", " is a ", "A", " -> ", "B", "\\frac", "{", "}", "1", "and", ",",
                 "\\boxed{", "<answer>", "</answer>", "the answer is ", "\n", "```", "x", "^", "|"]
            )
        ).map("".join),
    )
)  # fmt: skip
def test_any_text_gives_a_verdict(kind, response, make_task):
    task = make_task(kind)
    for partial in (True, False):
        verdict = verify(task, response, partial=partial)
        assert 0.0 <= verdict.score <= 1.0
        assert partial or verdict.score == float(verdict.correct)
        assert isinstance(verdict.reason, str)


@settings(max_examples=60)
@given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
def test_integers_are_equal_only_to_themselves(make_task, gold, other):
    task = make_task("integer", str(gold))
    assert verify(task, f"\\boxed{{{gold:,}}}").correct
    assert verify(task, f"\\boxed{{{other}}}").correct == (gold == other)
    assert not verify(task, f"{gold} or {other}").correct
    assert not verify(task, f"{gold}.9").correct


@settings(max_examples=60)
@given(st.fractions(), st.fractions())
def test_rationals_are_equal_only_to_themselves(make_task, gold, other):
    task = make_task("rational", str(gold))
    above, below = gold.numerator * 6, gold.denominator * 6
    assert verify(task, rf"\boxed{{\frac{{{above}}}{{{below}}}}}").correct
    assert verify(task, f"{other}").correct == (gold == other)


@settings(max_examples=60)
@given(st.lists(st.integers(-99, 99), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_order_and_count_matter_as_each_kind_says(make_task, values, rng: random.Random):
    shuffled = values[:]
    rng.shuffle(shuffled)
    gold, answer = str(values), f"The answer is {shuffled}."
    assert verify(make_task("sequence", gold), answer).correct == (values == shuffled)
    assert verify(make_task("multiset", gold), answer).correct
    assert not verify(make_task("multiset", gold), str([*values, values[0]])).correct
    unique = str(sorted(set(values)))
    assert verify(make_task("set", unique), answer).correct == (len(set(values)) == len(values))


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=4))
def test_grids_are_read_in_every_layout(make_task, rows):
    gold = "\n".join(" ".join(map(str, row)) for row in rows)
    task = make_task("grid", gold, {"rows": len(rows), "columns": 3})
    for separator in (" ", ", ", " | ", ""):
        layout = "\n".join(separator.join(map(str, row)) for row in rows)
        assert verify(task, f"The answer is:\n{layout}").correct
    assert verify(task, str(rows)).correct


def test_options_change_what_is_right(make_task):
    lowest = make_task("rational", "3/4", {"lowest_terms": True})
    assert verify(lowest, r"\frac34").correct
    assert not any(verify(lowest, answer).correct for answer in ("6/8", "0.75", "75%", "-3/-4"))
    assert verify(make_task("rational", "2", {"lowest_terms": True}), "2").correct
    for answer in ("4/2", "2/1", "2.0", "1 2/2"):
        assert not verify(make_task("rational", "2", {"lowest_terms": True}), answer).correct
    mixed = make_task("rational", "3/2", {"lowest_terms": True})
    assert verify(mixed, "1 1/2").correct
    assert not verify(mixed, "1 2/4").correct
    assert verify(make_task("rational", "3/2"), "1 2/4").correct
    assert not verify(make_task("text", "Ab", {"case": True}), "ab").correct
    assert verify(make_task("text", "Ab", {"case": True}), "The answer is Ab.").correct
    assert verify(make_task("polynomial", "x^2-1", {}), "(x-1)(x+1)").correct
    yes = make_task("choice", "yes", {"choices": ["yes", "no"], "labels": False})
    assert verify(yes, "Yes.").correct
    assert not any(verify(yes, answer).correct for answer in ("no", "yes or no", "A", "Yes, no"))
    any_walk = {"optimal": False}
    assert verify(make_task("path", options=any_walk), "A -> C -> D").correct
    assert not verify(make_task("path", options=any_walk), "A -> D").correct


def test_expressions_use_all_numbers_only_if_told(make_task):
    some, all_ = {"use_all": False}, {"use_all": True}
    assert verify(make_task("expression", options=some), "8*(5-3)").correct
    assert not verify(make_task("expression", options=all_), "8*(5-3)").correct
    assert verify(make_task("expression", options=all_), "8*(5-3)*1").correct
    negative = {"numbers": [-3, 8], "target": 5}
    assert verify(make_task("expression", facts=negative), "8 + (-3)").correct


@pytest.mark.parametrize("answer", ["-3 * -5", "(-3) * (-5)", "-3 * (-5)", "-5(-3)"])
def test_a_factor_with_a_minus_is_another_number(make_task, answer):
    facts = {"numbers": [3, 5], "target": 15}
    assert verify(make_task("expression", facts=facts), "5 * 3").correct
    assert not verify(make_task("expression", facts=facts), answer).correct


def test_sequences_of_other_kinds(make_task):
    fractions = make_task("sequence", "1/2, 3", {"of": "rational"})
    assert verify(fractions, r"\frac12, 3").correct
    assert verify(fractions, "[0.5, 3]").correct
    thousands = make_task("sequence", "2, 1234", {"of": "integer"})
    assert verify(thousands, "2; 1,234").correct
    words = make_task("sequence", "red ball, blue", {"of": "text"})
    assert verify(words, "['Red ball', 'blue']").correct
    assert not verify(words, "blue, red ball").correct
    assert verify(words, "<answer>red ball\nblue</answer>").correct
    signs = make_task("sequence", "#A B# a_1", {"of": "text"})
    assert verify(signs, r"\boxed{\text{\#A B\# a\_1}}").correct
    assert verify(signs, r"\boxed{\#A\ B\#\ a\_1}").correct
    assert not verify(signs, r"\boxed{A\# B\# a\_1}").correct
    assert verify(make_task("sequence", "-95.0, 47.29", {"of": "decimal"}), "[-95, 47.29]").correct
    assert not verify(
        make_task("sequence", "-95.0, 47.29", {"of": "decimal"}), "-94.1, 48.1"
    ).correct


def test_directed_edges_lead_one_way(make_task):
    facts = {"edges": [["u", "v"], ["v", "w"]], "directed": True, "start": "u", "goal": "w"}
    assert verify(make_task("path", "u -> v -> w", facts=facts), "u, v, w").correct
    assert not verify(make_task("path", "u -> v -> w", facts=facts), "u, v, u, v, w").correct


@pytest.mark.parametrize(
    ("kind_", "gold", "options", "facts", "named"),
    [
        ("integer", "abc", {}, {}, "gold"),
        ("rational", "1/0", {}, {}, "gold"),
        ("decimal", "1.5", {"tolerance": "-1"}, {}, "tolerance"),
        ("decimal", "1.5", {"tolerance": "1e999999999"}, {}, "tolerance"),
        ("choice", "D", {"choices": ["a1", "b1"]}, {}, "gold"),
        ("choice", "maybe", {"choices": ["yes", "no"], "labels": False}, {}, "gold"),
        ("set", "1, 1", {}, {}, "gold"),
        ("sequence", "1, 2", {"of": "int"}, {}, "of"),
        ("grid", "1 2\n3", {}, {}, "gold"),
        ("grid", "1 2\n3 4", {"rows": 3, "columns": 2}, {}, "gold"),
        ("grid", "1 2\n3 4", {"columns": 3}, {}, "gold"),
        ("assignment", "a: b", {"values": ["b"]}, {}, "names"),
        ("assignment", "a: c", {"values": ["b"]}, {"names": ["a"]}, "gold"),
        ("path", "A", {}, {"edges": []}, "goal"),
        ("path", "A -> B", {}, {"edges": [], "start": "A", "goal": "B"}, "gold"),
        ("expression", "1", {}, {"numbers": [1]}, "target"),
        ("polynomial", "1/x", {}, {}, "gold"),
        ("partition", "a, b; a", {}, {}, "gold"),
        ("palindrome", "aba", {}, {"letters": "aabb"}, "gold"),
        ("palindrome", "aba", {}, {"letters": 5}, "letters"),
        ("palindromes", "aba", {}, {"text": "abac"}, "gold"),
        ("palindromes", "aba", {}, {}, "text"),
        ("increasing_subsequence", "2, 1", {}, {"numbers": [2, 1]}, "gold"),
        ("increasing_subsequence", "2", {}, {"numbers": ["2"]}, "numbers"),
        ("coloring", "A: red, B: red", {"values": ["red"]}, {"names": ["A", "B"]}, "edges"),
        ("coloring", "A: x, B: x", {"values": ["x"]}, {"names": "AB", "edges": ["AB"]}, "names"),
        ("coloring", "a: x", {"values": ["x"]}, {"names": ["a"], "edges": [["a", "b"]]}, "edges"),
        ("coloring", "a: x", {"values": ["x"]}, {"names": ["a"], "edges": [["a", "a"]]}, "gold"),
        ("coloring", "a: x", {"values": ["x"]}, {"names": ["a"], "edges": [5]}, "edges"),
        ("pours", "fill A", {}, {"target": 4}, "jugs"),
        ("pours", "fill A", {}, {"jugs": {"A": "4"}, "target": 4}, "jugs"),
        ("pours", "fill A", {}, {"jugs": {"A": 4}}, "target"),
        ("pours", "fill A", {}, {"jugs": {"A": 4}, "start": {"B": 1}, "target": 4}, "start"),
        ("pours", "fill A", {}, {"jugs": {"A": 4}, "start": {"A": 5}, "target": 4}, "start"),
        ("pours", "fill A", {}, {"jugs": {"A": 4}, "target": 3}, "gold"),
        ("selection", "A", {}, {}, "worth"),
        ("selection", "A", {}, {"worth": {"A": -1}}, "worth"),
        ("selection", "B", {}, {"worth": {"A": 1}}, "gold"),
        ("selection", "A", {}, {"worth": {"A": 1}, "limit": 5}, "weight"),
        ("selection", "A", {}, {"worth": {"A": 1}, "weight": {"A": 6}, "limit": 5}, "gold"),
        ("selection", "A", {}, {"worth": {"A": 1}, "weight": {}, "limit": 5}, "limit"),
        ("selection", "A", {}, {"worth": {"A": 1}, "clashes": [3]}, "clashes"),
    ],
)
def test_a_task_that_makes_no_sense_is_an_error_that_names_the_fault(
    kind_, gold, options, facts, named, make_task
):
    with pytest.raises(ValueError, match=named):
        verify(make_task(kind_, gold, options, facts), "1")


def test_an_unknown_checker_suggests_a_known_one(make_task):
    with pytest.raises(ValueError, match="did you mean 'integer'"):
        verify(make_task("intger", "5", {}, {}), "5")


def test_a_name_is_registered_once():
    with pytest.raises(ValueError, match="registered already"):
        checkers.register("integer")(lambda *_: None)
    own = checkers.find("integer").check
    assert checkers.register("integer")(own) is own


def test_grids_may_hold_any_sign(make_task):
    for rows in ([".#.", "##."], ["--", "-*"], ["_X_", "O__"], ["A.", ".."]):
        for separator in (" ", "", ","):
            gold = "\n".join(separator.join(row) for row in rows)
            task = make_task("grid", gold, {"rows": 2, "columns": len(rows[0])})
            for response in (gold, f"The answer is:\n{gold}", f"<answer>\n{gold}.\n</answer>"):
                assert verify(task, response).correct, response
            assert not verify(task, gold.replace(rows[0][0], "?", 1)).correct


def test_choices_may_be_numbers(make_task):
    task = make_task("choice", "B", {"choices": ["5", "7", "12"]})
    for answer in ("7", "B", "(B) 7", "The answer is 7."):
        assert verify(task, answer).correct
    for answer in ("5", "2", "(A) 7", "7 or 12"):
        assert not verify(task, answer).correct


def test_a_name_before_a_list_is_no_element(make_task):
    task = make_task("sequence", "a: 1, b: 2", {"of": "text"})
    assert verify(task, "[a: 1, b: 2]").correct
    assert not verify(task, "c: 1, b: 2").correct


def test_marks_that_are_neither_seen_nor_heard_are_dropped(make_task):
    marks = [0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202D), *range(0x2060, 0x206A)]
    marks.append(0xFEFF)
    beside = [0xAC, 0xAE, 0x61B, 0x61D, 0x2010, 0x202D, 0x202E, 0x206A, 0xFEFE, 0xFF00]
    task = make_task("integer")
    assert [mark for mark in marks if not verify(task, f"12{chr(mark)}34").correct] == []
    assert [sign for sign in beside if verify(task, f"12{chr(sign)}34").correct] == []


def test_an_equation_has_so_many_sides_and_no_more(make_task):
    number, polynomial = make_task("integer"), make_task("polynomial", "x", {})
    assert verify(number, "=".join(["1234"] * 13)).correct
    assert not verify(number, "=".join(["1234"] * 14)).correct
    assert verify(polynomial, "=".join(["x"] * 7)).correct
    assert not verify(polynomial, "=".join(["x"] * 8)).correct


@pytest.mark.parametrize("kind_", ["sequence", "multiset", "set"])
def test_an_empty_list_has_several_names(kind_, make_task):
    task = make_task(kind_, "[]")
    empty = ["[]", "{}", "()", "\\emptyset", "\\varnothing", "\N{EMPTY SET}", "None", "empty"]
    assert [verify(task, answer).correct for answer in empty] == [True] * len(empty)
    assert not verify(task, "0").correct
    assert not verify(make_task(kind_, "0"), "[]").correct


def test_letters_need_no_choices(make_task):
    task = make_task("choice", "Z", {})
    assert [verify(task, answer).correct for answer in ("Z", "(z)", "Z.")] == [True] * 3
    assert [verify(task, answer).correct for answer in ("A", "Y", "Z or A")] == [False] * 3
    for gold in ("[", "@", "AB", ""):
        with pytest.raises(ValueError, match="gold"):
            verify(make_task("choice", gold, {}), "A")


def test_words_need_no_choices(make_task):
    task = make_task("choice", "maybe", {"labels": False})
    assert verify(task, "Maybe").correct
    assert not verify(task, "no").correct


def test_a_letter_may_stand_for_a_choice_that_is_a_letter(make_task):
    task = make_task("choice", "A", {"choices": ["B", "A"]})
    assert verify(task, "A").correct
    assert verify(task, "(A) B").correct
    assert not verify(task, "B").correct


def test_the_shape_of_a_grid_is_its_golds_where_none_is_given(make_task):
    task = make_task("grid", "1 2 3\n4 5 6", {})
    assert verify(task, "123\n456").correct
    assert not verify(task, "1 2\n3 4\n5 6").correct
    with pytest.raises(ValueError, match="gold"):
        verify(make_task("grid", "", {}), "1")


def test_edges_lead_both_ways_and_weigh_one_where_nothing_else_is_said(make_task):
    facts = {"edges": [["u", "v"], ["w", "v"], ["u", "w", 3]], "start": "u", "goal": "w"}
    task = make_task("path", "u -> v -> w", facts=facts)
    assert verify(task, "u, v, w").correct
    direct = verify(task, "u, w", partial=True)
    assert (direct.score, direct.correct) == (2 / 3, False)


def test_the_lightest_of_parallel_edges_counts(make_task):
    edges = [["u", "v", 5], ["u", "v", "1/2"], ["u", "v", 7], ["v", "w", 1], ["u", "w", 3]]
    task = make_task("path", "u -> v -> w", facts={"edges": edges, "start": "u", "goal": "w"})
    assert verify(task, "u, w", partial=True).score == 0.5


def test_a_walk_may_stay_where_it_starts(make_task):
    facts = {"edges": [["New York", "Rome", 1]], "start": "New York", "goal": "New York"}
    task = make_task("path", "New York", facts=facts)
    assert verify(task, "New York").correct
    assert not verify(task, "New York -> Rome").correct
    assert not verify(task, "Rome").correct
    detour = verify(task, "New York -> Rome -> New York", partial=True)
    assert (detour.score, detour.correct) == (0.0, False)


def test_a_walk_lighter_than_the_reference_earns_nothing(make_task):
    edges = [["u", "v", 1], ["v", "w", 1], ["u", "w", 3]]
    task = make_task("path", "u -> w", facts={"edges": edges, "start": "u", "goal": "w"})
    lighter = verify(task, "u, v, w", partial=True)
    assert (lighter.score, lighter.correct) == (0.0, False)


def test_a_choice_of_less_worth_makes_progress(make_task):
    task = make_task("selection")
    for answer, worth in (("A, D", 10), ("B", 8), ("none", 0)):
        verdict = verify(task, answer, partial=True)
        assert (verdict.score, verdict.correct) == (worth / 13, False)
    free = make_task("selection", "A, B, E", facts={"worth": {"A": 8, "B": 8, "E": 6}})
    assert verify(free, "E, B, A").correct
    assert verify(free, "B, A", partial=True).score == 16 / 22


def test_more_moves_than_needed_make_progress(make_task):
    task = make_task("pours")
    slow = "fill B, pour B into A, empty A, pour B into A, fill B, pour B into A"
    assert verify(task, slow, partial=True).score == 5 / 6
    assert verify(task, "fill A, pour B into A", partial=True).score == 0
    empty = make_task("pours", slow, facts={"jugs": {"A": 3, "B": 5}, "target": 4})
    assert verify(empty, slow).correct
    assert not verify(empty, task.answer).correct


def test_a_checker_is_of_one_line_unless_it_says_so():
    lines = {name: checkers.find(name).multiline for name in built_in_checkers()}
    several = {
        *("assignment", "coloring", "grid", "increasing_subsequence", "multiset", "palindromes"),
        *("partition", "path", "pours", "selection", "sequence", "set", "text"),
    }
    assert {name for name, multiline in lines.items() if multiline} == several


def test_a_name_like_no_other_gets_no_suggestion():
    with pytest.raises(ValueError, match=r"no checker 'zzz'; registered are \['antiderivative'"):
        checkers.find("zzz")


@pytest.mark.parametrize(
    ("gold", "answer", "correct"),
    [
        (r"\text{Evelyn}", "Evelyn", True),
        (r"\text{Evelyn}", r"\mathrm{evelyn}", True),
        ("Evelyn", r"\text{Evelyn}", True),
        (r"\text{June 20}", "June 20", True),
        (r"\text{Evelyn}", "Eve", False),
        (r"\text{}", "", False),
        ("", r"\text{a}", False),
    ],
)
def test_a_font_is_harmless_on_either_side_of_a_text(gold, answer, correct):
    assert grade(f"<answer>{answer}</answer>", gold, kind="text").correct is correct


OPTIONS = [
    ("integer", {"tolerance": "1"}, "the checker 'integer' has no option 'tolerance'; it has none"),
    ("math", {"unit": "require"}, "the checker 'math' has no option 'unit'; it has .*'units'"),
    ("math", {"units": "yes"}, "option 'units' must be 'ignore' or 'require' or 'convert'"),
    ("math", {"units": ["ignore"]}, "option 'units' must be"),
    ("math", {"form": "simple"}, "option 'form' must be 'worked_out' or 'any'"),
    ("math", {"tolerance": 0.1}, "option 'tolerance' must be a decimal string"),
    ("decimal", {"tolerance": "1%"}, "option 'tolerance' must be a decimal string"),
    ("decimal", {"tolerance": "-1"}, "option 'tolerance' must be a decimal string of at least 0"),
    ("rational", {"lowest_terms": "false"}, "option 'lowest_terms' must be true or false"),
    ("text", {"case": 1}, "option 'case' must be true or false"),
    ("sequence", {"of": "word"}, "option 'of' must be 'integer' or 'rational' or"),
]


@pytest.mark.parametrize(("checker", "options", "message"), OPTIONS)
def test_an_option_that_is_not_there_or_makes_no_sense_is_named(checker, options, message):
    with pytest.raises(ValueError, match=message):
        grade("5", "5", kind=checker, options=options)
