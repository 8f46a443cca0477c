r"""From the text of an answer to its tree: lists of relations between expressions.

    answer   = relation (("," | ";" | "and" | "or") relation)*
    relation = side (("=" | "<" | ">" | "\le" | "\ge" | "\ne" | "\in") side)*
    side     = sum (("\cup" | "\cap" | "\setminus") sum)* ["\pmod" sum] [unit] | words

A side that only gives a name (`x`, `f(x)`, "Area", `\angle ABC`) before an equals sign becomes
one symbol. Words after an expression are its unit.
"""

import re
from fractions import Fraction

from ponder.verifiers import bounds
from ponder.verifiers.cursor import Token
from ponder.verifiers.maths.approximations import exact_side
from ponder.verifiers.maths.naming import is_function, is_length, is_word
from ponder.verifiers.maths.phrases import NOT_NAMES, SCALES
from ponder.verifiers.maths.shapes import definition_name
from ponder.verifiers.maths.syntax import REALS, Call, Node, Number, Symbol, call
from ponder.verifiers.maths.terms import Terms, number
from ponder.verifiers.maths.tokens import tokenize
from ponder.verifiers.maths.units import LETTERS, part_of
from ponder.verifiers.maths.vocabulary import FUNCTIONS, GAMMA, NOT_UNITS
from ponder.verifiers.maths.writing_out import determinant, write_out
from ponder.verifiers.verdict import Unreadable

_CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}", "<": ">", "root": "]"}
_ROUNDING = ("floor", "ceiling")
_MATRICES = frozenset({"pmatrix", "bmatrix", "matrix", "Bmatrix", "smallmatrix", "array"})
_SUCH_THAT = (Token("separator", ":"), Token("bar", "|"))
_COSTLY = (frozenset(FUNCTIONS.values()) | {"root"}) - {"abs", "floor", "ceiling"}
_GAMMA_COST = 6
_NAME_TOKENS = 12
_NAME_KINDS = frozenset({"name", "word", "open", "close", "separator", "bar"})
_EQUALS = (Token("relation", "="), Token("relation", "approx"))
_NUMBER_IN_UNIT = re.compile(r"(?<![a-z^0-9-])-?[0-9]")
_UNIT_PARTS = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_UNIT_WORDS = 6
_ROUNDINGS = 4


def parse(text: str) -> Node:
    """Reads the text of an answer as a tree.

    Raises:
        Unreadable: If it is no mathematics, or is beyond the bounds.
    """
    parser = _Parser(tokenize(text))
    node = parser.answer()
    if parser.here.text == "over":
        node = parser.stacked(node)
    if parser.here.kind != "end":
        raise Unreadable(f"The answer goes on with {parser.here.text!r}.")
    if any(token.kind == "series" for token in parser.tokens):
        _require_moderate(node)
        node = write_out(node)
    _require_moderate(node)
    return node


def _require_moderate(node: Node) -> None:
    """Bounds the height of a tree, and the time that evaluations of a whole answer may take."""
    cost, level = 0, [node]
    for _ in range(bounds.MATHS_HEIGHT):
        cost += sum(map(_cost, level))
        level = [part for each in level if isinstance(each, Call) for part in each.parts]
        if not level:
            break
    else:
        raise Unreadable(f"The answer has operations more than {bounds.MATHS_HEIGHT} deep.")
    if cost > bounds.MATHS_FUNCTIONS:
        raise Unreadable(f"The answer has more than {bounds.MATHS_FUNCTIONS} functions.")


def _cost(node: Node) -> int:
    if not isinstance(node, Call):
        return 0
    if node.head in GAMMA:
        return 0 if all(isinstance(part, Number) for part in node.parts) else _GAMMA_COST
    if node.head == "^":
        return 0 if isinstance(node.parts[1], Number) else 1
    return int(node.head in _COSTLY)


class _Parser(Terms):
    """Reads answers."""

    in_determinant = False
    roundings = 0

    def answer(self) -> Node:
        """Reads one relation or a list of them."""
        items, words = [self.relation()], set()
        while self.here.kind == "separator":
            word = self.take().text
            if self.here.kind == "separator" and word != self.here.text:
                word = self.take().text
            words.add(word)
            items.append(self.relation())
        if len(items) == 1:
            return items[0]
        relations = any(isinstance(item, Call) and item.head == "compare" for item in items)
        if relations and len(words) == 1 and words <= {"and", "or"}:
            return Call(words.pop(), tuple(items))
        names = set(map(definition_name, items)) if "or" in words else set()
        if len(names) > 1 and "" not in names:
            return Call("or", tuple(items))
        if ":" in words:
            return Call("ratio", tuple(items))
        return Call("list", tuple(items))

    def relation(self) -> Node:
        """Reads sides with relations between them."""
        sides = [self._name() or self.side()]
        operators: list[str] = []
        while self.here.kind == "relation":
            operator, start = self.take().text, self.at
            side = self.side()
            if operator == "approx":
                self._require_few_roundings(sides[-1])
                exact = exact_side(sides[-1], side, self.tokens[start : self.at])
                if exact is not None:
                    sides[-1] = exact
                    continue
                operator = "="
            operators.append(operator)
            sides.append(side)
        if not operators:
            return sides[0]
        if set(operators) == {"="}:
            return Call("=", tuple(sides))
        if operators == ["in"]:
            return call("in", *sides)
        if "in" in operators:
            raise Unreadable("The answer holds a chain of memberships.")
        parts: list[Node] = [sides[0]]
        for operator, side in zip(operators, sides[1:], strict=True):
            parts += (Symbol(operator), side)
        return Call("compare", tuple(parts))

    def _require_few_roundings(self, exact: Node) -> None:
        """Bounds the work of an answer's approximations, which are evaluated as they are read."""
        self.roundings += 1
        if self.roundings > _ROUNDINGS:
            raise Unreadable(f"The answer has more than {_ROUNDINGS} approximations.")
        _require_moderate(exact)

    def _name(self) -> Node | None:
        """Reads a side that names what follows: a lone name, `f(x)`, or words."""
        end = self.at
        while self.tokens[end].kind in _NAME_KINDS:
            end += 1
        if self.tokens[end].kind != "relation":
            return None
        span = self.tokens[self.at : end]
        if (
            not span
            or span[0].text == "pi"
            or self.tokens[end] not in _EQUALS
            or len(span) > _NAME_TOKENS
        ):
            return None
        lone = len(span) == 1 and span[0].kind in ("name", "word")
        if NOT_NAMES.intersection(token.text for token in span):
            raise Unreadable("The answer denies or hedges an equation.")
        if lone or is_function(span) or is_word(span) or is_length(span):
            self.at = end
            return Symbol("".join(token.text for token in span))
        return None

    def side(self) -> Node:
        """Reads an expression with its modulus or unit, or a few words."""
        if self.here.kind == "word":
            return self._words()
        self.currency = ""
        node, joined = self.sum(), ""
        while self.here.kind == "join":
            head = self.take().text
            right = self.sum()
            if joined and (head != joined or head == "setminus"):
                raise Unreadable("The answer mixes operations on sets without brackets.")
            if joined == "cup" and isinstance(node, Call):
                node = Call(head, (*node.parts, right))
            else:
                node = call(head, node, right)
            joined = head
        return self._modulus(self._measured(node))

    def _measured(self, node: Node) -> Node:
        """Reads what stands after an expression: `million`, `percent`, a unit."""
        if self.here.kind == "currency" and not self.currency:
            self.currency = self.take().text.removeprefix("\\")
        currency = self.currency
        if not currency and self.here.kind != "word":
            return node
        if currency and self.is_price():
            self.take()
        words = self._unit()
        while words and words[0] in SCALES:
            node = _scaled(node, SCALES[words.pop(0)])
        if words == ["percent"] and not currency:
            return call("percent", node)
        _require_unit(words)
        unit = currency or " ".join(words)
        return call("unit", self._compound(node, unit), Symbol(unit)) if unit else node

    def _compound(self, whole: Node, unit: str) -> Node:
        """Reads the `30 min` of `2 hr 30 min`, and of `2 hr and 30 min`, as a part of the 2."""
        start = self.at
        self.skip("separator", "and")
        if self.here.kind == "number" and isinstance(whole, Number):
            rest = number(self.take().text)
            words = self._unit()
            scale = part_of(unit, " ".join(words)) if words else None
            if scale is not None:
                _require_unit(words)
                return Number(whole.value + rest.value * scale)
        self.at = start
        return whole

    def _words(self) -> Node:
        words = []
        while self.here.kind in ("word", "name"):
            words.append(self.take().text)
        return call("text", Symbol(" ".join(words)))

    def _unit(self) -> list[str]:
        r"""Reads `cm`, `square units`, `\text{m}/\text{s}`, `\text{cm}^2`."""
        words: list[str] = []
        while self.here.kind == "word" or (words and self._unit_goes_on()):
            words += self.take().text.split()
            if self.skip("operator", "^"):
                group = self.skip("open", "{")
                sign = "-" if self.skip("operator", "-") else ""
                words.append(f"^{sign}{self.take().text}")
                if group:
                    self.expect("close", "}")
        if len(words) > _UNIT_WORDS:
            raise Unreadable("The answer goes on with words after an expression.")
        return [word.rstrip(".") for word in words]

    def _unit_goes_on(self) -> bool:
        here = self.here
        return here == ("operator", "/") or (here.kind == "name" and here.text in LETTERS)

    def _modulus(self, node: Node) -> Node:
        if self.here.kind == "open" and self.tokens[self.at + 1].kind == "mod":
            closing = _CLOSING[self.take().text]
            self.take()
            modulus = self.sum()
            self.expect("close", closing)
            return call("mod", node, modulus)
        if self.skip("mod"):
            return call("mod", node, self.sum())
        return node

    def bracket(self, opening: str) -> Node:
        """Reads what follows an opening bracket, up to its end; the sum inside is a level."""
        self.bars.append(-1)
        node = self._rounding(opening) if opening in _ROUNDING else self._bracket(opening)
        self.bars.pop()
        return node

    def _rounding(self, head: str) -> Node:
        inner = self.sum()
        self.expect("close", head)
        return call(head, inner)

    def _bracket(self, opening: str) -> Node:
        closing = _CLOSING[opening]
        if opening == "\\{" and self.skip("close", closing):
            return Call("set", ())
        braces = opening == "\\{" or (opening == "{" and self._relates())
        if braces and (self._is_builder() or self._such_that()):
            node = self._builder()
            self.expect("close", closing)
            return node
        inner = self.answer()
        if opening == "{" or (opening == "(" and self.here.text == "choose"):
            inner = self.stacked(inner)
        token = self.take()
        ends = (")", "]") if opening in ("(", "[") else (closing,)
        if token.kind not in ("close", "relation") or token.text not in ends:
            raise Unreadable(f"The answer lacks a {closing!r}.")
        items = inner.parts if isinstance(inner, Call) and inner.head == "list" else (inner,)
        if opening == "\\{" or (opening == "{" and len(items) > 1):
            return Call("set", items)
        if len(items) == 1:
            if token.text != closing:
                raise Unreadable("The answer holds a bracket that does not fit its other.")
            return inner
        return Call(opening + token.text, items)

    def stacked(self, above: Node) -> Node:
        r"""Reads the rest of `10 \choose 3` and of `3 \over 4`, whose first part was read."""
        token = self.here
        if not self.skip("choose"):
            return above
        return call("binom" if token.text == "choose" else "/", above, self.sum())

    def _relates(self) -> bool:
        """Tells whether a relation stands before the end of the bracket that is open."""
        depth = 0
        for token in self.tokens[self.at :]:
            depth += (token.kind == "open") - (token.kind == "close")
            if depth < 0 or token.kind == "relation":
                return depth >= 0
        return False

    def _is_builder(self) -> bool:
        r"""Tells `\{x : x > 2\}`, `{x | x > 2}`: an opened brace with a name before a bar."""
        at = self.at
        if self.tokens[at] == ("open", "("):
            ends = range(at, min(at + _NAME_TOKENS, len(self.tokens)))
            at = next((end for end in ends if self.tokens[end] == ("close", ")")), at)
        elif self.tokens[at].kind != "name":
            return False
        if self.tokens[at + 1] == ("relation", "in") and self.tokens[at + 2].kind == "name":
            at += 2
        return self.tokens[at + 1] in _SUCH_THAT

    def _such_that(self) -> int:
        r"""Finds the bar of `\{2k | k \in \mathbb{Z}\}`, before a domain; 0 if there is none."""
        depth = 0
        for at in range(self.at, len(self.tokens) - 3):
            token = self.tokens[at]
            depth += (token.kind == "open") - (token.kind == "close")
            if depth < 0:
                break
            if not depth and token in _SUCH_THAT and self.tokens[at + 1].kind == "name":
                return at if self.tokens[at + 2] == ("relation", "in") else 0
        return 0

    def _builder(self) -> Node:
        r"""Reads `x \in \mathbb{R} : x > 2` as the variable, or its membership, and conditions."""
        bar = 0 if self._is_builder() else self._such_that()
        if bar:
            self.tokens[bar] = _SUCH_THAT[0]
        element = self.sum() if bar else self.primary()
        if self.skip("relation", "in"):
            domain = Symbol(self.take().text)
            element = element if domain == REALS else call("in", element, domain)
        self.take()
        condition = self.answer()
        if isinstance(condition, Call) and condition.head == "list":
            condition = Call("and", condition.parts)
        return call("where", element, condition)

    def matrix(self, environment: str) -> Node:
        r"""Reads what follows a `\begin`, up to its `\end`."""
        if environment not in _MATRICES and environment != "vmatrix":
            raise Unreadable(f"The answer holds the environment {environment!r}.")
        if environment == "vmatrix":
            if self.in_determinant:
                raise Unreadable("The answer holds a determinant in a determinant.")
            self.in_determinant = True
        self.bars.append(-1)
        if environment == "array" and self.skip("open", "{"):
            while self.take() != ("close", "}"):
                pass
        rows: list[Node] = []
        while self.here.kind != "finish":
            cells = [self.sum()]
            while self.skip("column"):
                cells.append(self.sum())
            rows.append(Call("row", tuple(cells)))
            if not self.skip("row"):
                break
        if self.take() != ("finish", environment):
            raise Unreadable("The answer holds a matrix without its end.")
        self.bars.pop()
        if environment == "vmatrix":
            self.in_determinant = False
            return determinant(rows)
        return Call("matrix", tuple(rows))


def _scaled(node: Node, scale: int) -> Node:
    """Reads `5 million` as one number."""
    match node:
        case Number(value):
            return Number(value * scale)
        case Call("neg", (Number(value),)):
            return call("neg", Number(value * scale))
    return call("*", node, Number(Fraction(scale)))


def _require_unit(words: list[str]) -> None:
    """Refuses words after a number that may change it."""
    text = " ".join(words)
    if _NUMBER_IN_UNIT.search(text) or not NOT_UNITS.isdisjoint(_UNIT_PARTS.findall(text)):
        raise Unreadable("The answer goes on with words after an expression.")
