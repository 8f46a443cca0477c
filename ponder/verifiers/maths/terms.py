r"""From tokens to the tree of one expression, by recursive descent over bounded nesting.

The grammar, in plain text and LaTeX alike:

    sum     = ["+" | "-" | "\pm"] product (("+" | "-" | "\pm") product)*
    product = power (("*" | "/") signed | power)*       side by side means times; a number is a
                                                        factor only after a factorial
    power   = primary ("!" | "%" | degree)* ["^" signed]
    primary = number | symbol | bracket | fraction | root | binomial | function | |sum|
            | (\sum | \prod) _{name=sum}^{sum} product

`1/2x` is read from left to right, as half of x. A function without brackets takes what stands
side by side with it: `\sin 2x \cos x` is `\sin(2x)\cos(x)`. The stricter checkers have a grammar
of their own: it refuses on purpose most of what is read here.
"""

from fractions import Fraction

from ponder.verifiers.cursor import Cursor, Token, written_number
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, call
from ponder.verifiers.maths.vocabulary import INVERSES
from ponder.verifiers.verdict import Unreadable

_FACTORS = frozenset(
    {"name", "open", "frac", "sqrt", "binom", "function", "begin", "empty", "series"}
)
_POSTFIXES = 4
_SIGNS = 16
_ARGUMENT = frozenset({"name", "number", "frac", "sqrt", "binom"})


class Terms(Cursor):
    """Reads expressions; brackets and matrices are left to the parser of whole answers."""

    def __init__(self, tokens: list[Token]) -> None:
        """Starts at the first token."""
        super().__init__(tokens)
        self.depth = -1  # The sum outside all brackets is on no level.
        self.bars: list[int] = []
        self.currency = ""
        self.signs = 0

    def bracket(self, opening: str) -> Node:
        """Reads what follows an opening bracket."""
        raise NotImplementedError

    def matrix(self, environment: str) -> Node:
        r"""Reads what follows a `\begin`."""
        raise NotImplementedError

    def sum(self) -> Node:
        """Reads a sum."""
        self.down()
        node = self._leading()
        while True:
            token = self.here
            if self.skip("operator", "+"):
                node = _plus(node, self.product())
            elif self.skip("operator", "-"):
                node = _plus(node, call("neg", self.product()))
            elif self.skip("sign"):
                node = self._both(token.text, node)
            else:
                break
        self.up()
        return node

    def _leading(self) -> Node:
        token = self.here
        if self.skip("sign"):
            return self._both(token.text, Number(Fraction(0)))
        negative = self._sign()
        node = self.product()
        return call("neg", node) if negative else node

    def _both(self, sign: str, left: Node) -> Node:
        self.signs += 1
        if self.signs > _SIGNS:
            raise Unreadable("The answer holds many signs that stand for two values.")
        return call(sign, left, self.product())

    def _sign(self) -> bool:
        negative = self.skip("operator", "-")
        if not negative:
            self.skip("operator", "+")
        if self.here.kind == "operator" and self.here.text in "+-":
            raise Unreadable("The answer has two signs in a row.")
        return negative

    def product(self) -> Node:
        """Reads a product."""
        factors: list[Node] = [self.power()]
        divisors: list[Node] = []
        while True:
            if self.skip("operator", "*"):
                factors.append(self.signed())
            elif not (self.currency and self.is_price()) and self.skip("operator", "/"):
                divisors.append(self.signed())
            elif self._goes_on():
                factors.append(self.power())
            else:
                break
        return quotient(factors, divisors)

    def is_price(self) -> bool:
        r"""Tells, after a currency sign, the `/` of `\$10/\text{hr}`, which divides no number."""
        return self.here.text == "/" and self.tokens[self.at + 1].kind == "word"

    def _goes_on(self) -> bool:
        """Tells whether what follows is a factor side by side with what was read."""
        kind = self.here.kind
        if kind == "bar":
            return not self._in_bars()
        if kind == "number":
            return self.tokens[self.at - 1].kind == "factorial"
        return kind in _FACTORS and self.tokens[self.at + 1].kind != "mod"

    def _in_bars(self) -> bool:
        return bool(self.bars) and self.bars[-1] == self.depth

    def signed(self) -> Node:
        """Reads a power with or without a sign."""
        negative = self._sign()
        node = self.power()
        return call("neg", node) if negative else node

    def power(self) -> Node:
        """Reads a primary with its factorials, percent and degree signs, and its exponent."""
        mixed = self.here.kind == "number"
        node = self._postfix(self.primary())
        if not self.skip("operator", "^"):
            return node
        if mixed and isinstance(node, Call) and node.head == "+":
            raise Unreadable("A mixed number needs brackets before an exponent.")
        node = call("^", node, self._exponent())
        return self._postfix(node)

    def _postfix(self, node: Node) -> Node:
        for _ in range(_POSTFIXES):
            if self.skip("factorial"):
                if self.here.kind == "factorial":
                    raise Unreadable("The answer holds a double factorial.")
                node = call("!", node)
            elif self.skip("percent"):
                node = call("percent", node)
            elif self.skip("degree"):
                node = call("degree", node)
            else:
                return node
        raise Unreadable("The answer holds a long row of signs.")

    def _exponent(self) -> Node:
        # What follows braces is no part of the exponent: 2^{3}! is the factorial of 8.
        if self.skip("open", "{"):
            return self.bracket("{")
        self.down()
        exponent = self.signed()
        self.up()
        return exponent

    def primary(self) -> Node:
        """Reads the smallest part of an expression."""
        token = self.take()
        match token.kind:
            case "number":
                return self._mixed(token) or number(token.text)
            case "repeating":
                return _repeating(token.text)
            case "name":
                return Symbol(token.text)
            case "base":
                return call("base", *(Symbol(part) for part in token.text.split("_")))
            case "open":
                return self.bracket(token.text)
            case "begin":
                return self.matrix(token.text)
            case "empty":
                return Call("set", ())
            case "currency":
                if self.currency:
                    raise Unreadable("The answer holds two currency signs.")
                self.currency = token.text.removeprefix("\\")
                return self.primary()
            case "series":
                return self._series(token.text)
            case "bar":
                return self._absolute()
            case "frac":
                return call("/", self.argument(), self.argument())
            case "binom":
                return call("binom", self.argument(), self.argument())
            case "sqrt":
                return self._root(latex=token.text == "latex")
            case "function":
                return self._function(token.text)
        raise Unreadable(f"The answer has {token.text!r} where a number was expected.")

    def _absolute(self) -> Node:
        self.bars.append(self.depth + 1)
        inner = self.sum()
        self.expect("bar", "|")
        self.bars.pop()
        return call("abs", inner)

    def _mixed(self, whole: Token) -> Node | None:
        r"""Reads the fraction in `1 1/2` or `1\frac{1}{2}`, whose integer was just taken."""
        if not whole.text.isdigit():
            return None
        start = self.at
        part = self._proper()
        if part is None:
            self.at = start
            return None
        if not 0 < part < 1 or not int(whole.text):
            raise Unreadable("A mixed number needs an integer above 0 and a proper fraction.")
        return call("+", number(whole.text), Number(part))

    def _proper(self) -> Fraction | None:
        kinds = [token.kind for token in self.tokens[self.at : self.at + 3]]
        if kinds == ["number", "operator", "number"] and self.tokens[self.at + 1].text == "/":
            above, below = number(self.tokens[self.at].text), number(self.tokens[self.at + 2].text)
            self.at += 3
        elif self.skip("frac"):
            above, below = self.argument(), self.argument()  # type: ignore[assignment]
        else:
            return None
        if not (isinstance(above, Number) and isinstance(below, Number)):
            return None
        if below.value == 0:
            raise Unreadable("The answer divides by zero.")
        return above.value / below.value

    def argument(self) -> Node:
        r"""Reads a LaTeX argument: a group in braces, or the one sign that `\frac12` takes."""
        token = self.take()
        if token.kind == "open":
            return self.bracket(token.text)
        if token.kind == "number" and token.text.isdigit():
            if len(token.text) > 1:
                self.at -= 1
                self.tokens[self.at] = Token("number", token.text[1:])
            return number(token.text[0])
        if token.kind in ("name", "sqrt"):
            self.at -= 1
            return self.primary()
        raise Unreadable("A fraction or a root lacks its argument.")

    def _root(self, *, latex: bool) -> Node:
        index: Node = Number(Fraction(2))
        if latex and self.here == ("open", "["):
            self.at += 1
            index = self.bracket("root")
        if self.here.kind == "open":
            radicand = self.argument()
        else:
            self.down()
            whole = self.here.kind == "number"
            radicand = number(self.take().text) if whole else self.argument()
            self.up()
        return call("root", radicand, index)

    def _function(self, head: str) -> Node:
        base = self._base() if head == "log" else None
        exponent = self._exponent() if self.skip("operator", "^") else None
        if base is None and head == "log" and exponent is not None:
            base = self._base()
        parts = self._operands(head)
        if isinstance(exponent, Call) and exponent == call("neg", Number(Fraction(1))):
            if head not in INVERSES:
                raise Unreadable("The answer holds the inverse of an unknown function.")
            head, exponent = INVERSES[head], None
        if base is not None:
            parts = (*parts, base)
        node = _applied(head, parts)
        return node if exponent is None else call("^", node, exponent)

    def _base(self) -> Node | None:
        return self.argument() if self.skip("under") else None

    def _series(self, operation: str) -> Node:
        r"""Reads `\sum_{k=1}^{5} k`: its index, both ends, and the product that follows."""
        self.down()
        self.expect("under", "_")
        self.expect("open", "{")
        if self.here.kind != "name":
            raise Unreadable("The answer holds a sum or a product without its index.")
        index = Symbol(self.take().text)
        self.expect("relation", "=")
        low = self.sum()
        self.expect("close", "}")
        self.expect("operator", "^")
        high = self.argument()
        body = self.product()
        self.up()
        return call("series", Symbol(operation), index, low, high, body)

    def _operands(self, head: str) -> tuple[Node, ...]:
        if self.here.kind == "open" and self.here.text in "([{":
            inner = self.bracket(self.take().text)
            if isinstance(inner, Call) and inner.head in ("()", "[]"):
                return inner.parts
            return (inner,)
        self.down()
        if self.here.kind in ("function", "bar"):
            inner = self.power()
        else:
            negative = self._sign()
            factors = [self.power()]
            while self.here.kind in _ARGUMENT:
                factors.append(self.power())
            inner = quotient(factors, [])
            inner = call("neg", inner) if negative else inner
        self.up()
        return (inner,)


def _applied(head: str, parts: tuple[Node, ...]) -> Node:
    if head == "cbrt":
        return call("root", *parts, Number(Fraction(3)))
    wanted = (1, 2) if head == "log" else (2,) if head == "binom" else (1,)
    if len(parts) not in wanted:
        raise Unreadable(f"The answer gives {head} {len(parts)} arguments.")
    if head == "exp":
        return call("^", Symbol("e"), *parts)
    return Call(head, parts)


def _plus(left: Node, right: Node) -> Call:
    # A bracketed sum may be joined too: it has the same value.
    if isinstance(left, Call) and left.head == "+":
        return Call("+", (*left.parts, right))
    return call("+", left, right)


def quotient(factors: list[Node], divisors: list[Node]) -> Node:
    """Makes a product over a product, as flat as can be."""
    above = factors[0] if len(factors) == 1 else Call("*", tuple(factors))
    if not divisors:
        return above
    return call("/", above, divisors[0] if len(divisors) == 1 else Call("*", tuple(divisors)))


def number(text: str) -> Number:
    """Reads a written number."""
    if text.isdigit():
        return Number(Fraction(int(text)))
    return Number(written_number(text), decimal=True)


def _repeating(text: str) -> Number:
    """Reads `0.1|6`, whose digits after the bar go on for ever."""
    written, _, period = text.partition("|")
    whole, _, places = written.partition(".")
    scale = 10 ** len(places)
    period_value = Fraction(int(period), (10 ** len(period) - 1) * scale)
    return Number(Fraction(int(whole + places or "0"), scale) + period_value)
