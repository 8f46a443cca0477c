r"""From tokens to the exact tree, by recursive descent over bounded nesting.

The grammar, in plain text and LaTeX alike:

    sum     = product (("+" | "-") product)*
    product = signed (("*" | "/") signed | power)*        side by side means times
    signed  = ["+" | "-"] power
    power   = primary "%"* ["^" signed]                   to the right: 2^3^2 is 2^9
    primary = number | variable | "(" sum ")" | \frac{sum}{sum} | \sqrt[n]{sum}

A number is never read as a factor of what stands before it ("3 5" is refused, not 15), except
that an integer and a proper fraction side by side are a mixed number.
"""

from ponder.verifiers import bounds
from ponder.verifiers.cursor import Cursor, Token, written_number
from ponder.verifiers.syntax import (
    DecimalNumber,
    Integer,
    MixedNumber,
    Negation,
    Node,
    Percent,
    Power,
    Product,
    Root,
    Sum,
    Variable,
)
from ponder.verifiers.tokens import tokenize
from ponder.verifiers.verdict import Unreadable

_CLOSING = {"(": ")", "[": "]", "{": "}"}


def parse(text: str) -> Node:
    """Reads mathematical text as a tree.

    Raises:
        Unreadable: If it is not one expression, or is beyond the bounds.
    """
    parser = _Parser(tokenize(text))
    node = parser.sum()
    if parser.here.kind != "end":
        raise Unreadable(f"The answer goes on with {parser.here.text!r} after an expression.")
    return node


class _Parser(Cursor):
    """Reads tokens from left to right, one method for each rule of the grammar."""

    def sum(self) -> Node:
        self.down()
        terms = [self.product()]
        while True:
            if self.skip("op", "+"):
                terms.append(self.product())
            elif self.skip("op", "-"):
                terms.append(Negation(self.product()))
            else:
                break
        self.up()
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def product(self) -> Node:
        negative = self._sign()
        factors, divisors = [self.power()], []
        while True:
            if self.skip("op", "*"):
                factors.append(self.signed())
            elif self.skip("op", "/"):
                divisors.append(self.signed())
            elif self.here.kind in ("var", "open", "frac", "sqrt"):
                factors.append(self.power())
            else:
                break
        node = factors[0]
        if divisors or len(factors) > 1:
            node = Product(tuple(factors), tuple(divisors))
        return Negation(node) if negative else node

    def signed(self) -> Node:
        negative = self._sign()
        node = self.power()
        return Negation(node) if negative else node

    def _sign(self) -> bool:
        negative = self.skip("op", "-")
        if not negative:
            self.skip("op", "+")
        if self.here.text in ("+", "-"):
            raise Unreadable("The expression has two signs in a row.")
        return negative

    def power(self) -> Node:
        node = self.primary()
        mixed = isinstance(node, MixedNumber)
        while self.skip("op", "%"):
            node = Percent(node)
        if not self.skip("op", "^"):
            return node
        if mixed:
            raise Unreadable("A mixed number needs brackets before an exponent.")
        self.down()
        exponent = self.signed()
        self.up()
        return Power(node, exponent)

    def primary(self) -> Node:
        token = self.take()
        if token.kind == "int":
            return self._mixed(token) or Integer(int(token.text))
        if token.kind == "decimal":
            return DecimalNumber(written_number(token.text))
        if token.kind == "var":
            return Variable(token.text)
        if token.kind == "open":
            return self._until(_CLOSING[token.text])
        if token.kind == "frac":
            numerator = self._argument()
            return Product((numerator,), (self._argument(),))
        if token.kind == "sqrt":
            return self._root(latex=token.text.startswith("\\"))
        raise Unreadable(f"The expression has {token.text!r} where a number was expected.")

    def _until(self, closing: str) -> Node:
        node = self.sum()
        self.expect("close", closing)
        return node

    def _mixed(self, whole: Token) -> Node | None:
        r"""Reads `1 1/2` or `1\frac{1}{2}` whose integer was just taken."""
        following = self.tokens[self.at : self.at + 3]
        kinds = [token.kind for token in following]
        if kinds == ["int", "op", "int"] and following[1].text == "/":
            numerator, denominator = int(following[0].text), int(following[2].text)
            self.at += 3
        elif kinds[0] == "frac":
            start = self.at
            self.at += 1
            above, below = self._argument(), self._argument()
            if not (isinstance(above, Integer) and isinstance(below, Integer)):
                self.at = start
                return None
            numerator, denominator = above.value, below.value
        else:
            return None
        if not 0 < numerator < denominator:
            raise Unreadable("A mixed number needs a proper fraction.")
        return MixedNumber(int(whole.text), numerator, denominator)

    def _root(self, *, latex: bool) -> Node:
        index = 2
        if self.here.text == "[":
            self.at += 1
            written = self._until("]")
            if not isinstance(written, Integer) or not 2 <= written.value <= bounds.ROOT_INDEX:
                raise Unreadable(f"A root's index must be from 2 to {bounds.ROOT_INDEX}.")
            index = written.value
        if self.here.text == "(":
            self.at += 1
            return Root(self._until(")"), index)
        if not latex and self.here.kind == "int":
            return Root(Integer(int(self.take().text)), index)
        return Root(self._argument(), index)

    def _argument(self) -> Node:
        r"""Reads a LaTeX argument: a group in braces, or the single sign `\frac12` takes."""
        token = self.take()
        if token.text == "{":
            return self._until("}")
        if token.kind == "var":
            return Variable(token.text)
        if token.kind != "int":
            raise Unreadable("A fraction or root lacks its argument.")
        if len(token.text) == 1:
            return Integer(int(token.text))
        if len(token.text) == 2 and self.tokens[self.at - 2].kind == "frac":
            self.at -= 1
            self.tokens[self.at] = Token("int", token.text[1])
            return Integer(int(token.text[0]))
        raise Unreadable("A fraction or root needs braces around its argument.")
