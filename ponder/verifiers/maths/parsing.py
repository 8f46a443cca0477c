r"""From the text of an answer to its tree: lists of relations between expressions.

    answer   = relation (("," | ";" | "and" | "or") relation)*
    relation = side (("=" | "<" | ">" | "\le" | "\ge" | "\ne" | "\in") side)*
    side     = sum (("\cup" | "\cap" | "\setminus") sum)* ["\pmod" sum] [unit] | words

A side that only gives a name (`x`, `f(x)`, "Area", `\angle ABC`) before an equals sign becomes
one symbol. Words after an expression are its unit.
"""

from fractions import Fraction

from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, call
from ponder.verifiers.maths.terms import Terms
from ponder.verifiers.maths.tokens import Token, tokenize
from ponder.verifiers.maths.vocabulary import NO_UNIT, SCALES
from ponder.verifiers.verdict import Unreadable

_CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}", "<": ">", "root": "]"}
_ROUNDING = ("floor", "ceiling")
_MATRICES = frozenset({"pmatrix", "bmatrix", "matrix", "Bmatrix", "smallmatrix", "array"})
_NAME_TOKENS = 12
_UNIT_WORDS = 4


def parse(text: str) -> Node:
    """Reads the text of an answer as a tree.

    Raises:
        Unreadable: If it is no mathematics, or is beyond the bounds.
    """
    parser = _Parser(tokenize(text))
    node = parser.answer()
    if parser.here.kind != "end":
        raise Unreadable(f"The answer goes on with {parser.here.text!r}.")
    return node


class _Parser(Terms):
    """Reads answers."""

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
        if ":" in words:
            return Call("ratio", tuple(items))
        return Call("list", tuple(items))

    def relation(self) -> Node:
        """Reads sides with relations between them."""
        sides = [self._name() or self.side()]
        operators: list[str] = []
        while self.here.kind == "relation":
            operators.append(self.take().text)
            sides.append(self.side())
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

    def _name(self) -> Node | None:
        """Reads a side that names what follows: a lone name, `f(x)`, or words."""
        end = self.at
        while self.tokens[end].kind in ("name", "word", "open", "close", "separator"):
            end += 1
        span = self.tokens[self.at : end]
        if not span or self.tokens[end] != ("relation", "=") or len(span) > _NAME_TOKENS:
            return None
        lone = len(span) == 1 and span[0].kind in ("name", "word")
        if NO_UNIT.intersection(token.text for token in span):
            raise Unreadable("The answer denies or hedges an equation.")
        if lone or _is_function(span) or _is_word(span):
            self.at = end
            return Symbol("".join(token.text for token in span))
        return None

    def side(self) -> Node:
        """Reads an expression with its modulus or unit, or a few words."""
        if self.here.kind == "word":
            return self._words()
        self.currency = False
        node = self.sum()
        while self.here.kind == "join":
            head = self.take().text
            right = self.sum()
            if isinstance(node, Call) and node.head == head == "cup":
                node = Call(head, (*node.parts, right))
            elif isinstance(node, Call) and node.head in ("cup", "cap", "setminus"):
                raise Unreadable("The answer mixes operations on sets without brackets.")
            else:
                node = call(head, node, right)
        return self._modulus(self._measured(node))

    def _measured(self, node: Node) -> Node:
        """Reads what stands after an expression: `million`, `percent`, a unit."""
        currency = self.currency
        words = self._unit()
        while words and words[0] in SCALES:
            node = call("*", node, Number(Fraction(SCALES[words.pop(0)])))
        if words == ["percent"]:
            return call("percent", node)
        unit = "$" if currency else " ".join(words)
        return call("unit", node, Symbol(unit)) if unit else node

    def _words(self) -> Node:
        words = []
        while self.here.kind in ("word", "name"):
            words.append(self.take().text)
        return call("text", Symbol(" ".join(words)))

    def _unit(self) -> list[str]:
        r"""Reads `cm`, `square units`, `\text{m}/\text{s}`, `\text{cm}^2`."""
        words: list[str] = []
        while self.here.kind == "word" or (words and self.here == ("operator", "/")):
            words += self.take().text.split()
            if self.skip("operator", "^"):
                group = self.skip("open", "{")
                words.append(f"^{self.take().text}")
                if group:
                    self.expect("close", "}")
        if len(words) > _UNIT_WORDS or NO_UNIT.intersection(words):
            raise Unreadable("The answer goes on with words after an expression.")
        return [word.rstrip(".") for word in words]

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
        """Reads what follows an opening bracket, up to its end."""
        self.down()
        self.bars.append(-1)
        node = self._rounding(opening) if opening in _ROUNDING else self._bracket(opening)
        self.bars.pop()
        self.up()
        return node

    def _rounding(self, head: str) -> Node:
        inner = self.sum()
        self.expect("close", head)
        return call(head, inner)

    def _bracket(self, opening: str) -> Node:
        closing = _CLOSING[opening]
        if opening == "\\{" and self.skip("close", closing):
            return Call("set", ())
        inner = self.answer()
        if (opening == "{" and self.skip("choose")) or (opening == "(" and self.skip("choose")):
            inner = call("binom", inner, self.sum())
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

    def matrix(self, environment: str) -> Node:
        r"""Reads what follows a `\begin`, up to its `\end`."""
        if environment not in _MATRICES:
            raise Unreadable(f"The answer holds the environment {environment!r}.")
        self.down()
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
        self.up()
        return Call("matrix", tuple(rows))


def _is_function(span: list[Token]) -> bool:
    """Tells `f(x)` and `f(x, y)`."""
    kinds = "".join(token.kind[0] for token in span)
    return kinds in ("nonc", "nonsnc", "nonsnsnc") and span[1].text == "("


def _is_word(span: list[Token]) -> bool:
    r"""Tells words and points: "Area", `\angle ABC`, "AB", "P(A)"."""
    names = [token.text for token in span if token.kind == "name"]
    if any(token.kind == "separator" for token in span):
        return False
    return any(token.kind == "word" for token in span) or (
        len(names) == len(span) and all(name.isupper() for name in names)
    )
