"""Mutants: small changes of a module's source that some test ought to notice.

The operators: a comparison, an arithmetic operator or `and`/`or` exchanged for its neighbour,
`not` or a minus dropped, a number raised by one, a boolean turned round, a string replaced, a
condition fixed, `break` and `continue` exchanged, a call dropped, `None` returned for a value.

What has no effect on a result, or only on the wording of one, is left alone: docstrings,
annotations, type aliases, `__all__`, the arguments of exceptions, strings that read as a
sentence, and the options of `dataclass` and `lru_cache`.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_EXCHANGED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
_OTHER_STRING = "~"
_UNTYPED = ("annotation", "returns")
_ALIAS = re.compile(r"__\w+__|[A-Z]|[A-Z]\w*[a-z]\w*")
_DECORATORS = ("dataclass", "lru_cache")
_WIDTH = 60


@dataclass(frozen=True)
class Mutant:
    """One change of one module.

    Attributes:
        path: The module's file.
        number: Which of the file's changes it is.
        operator: The kind of change.
        line: Where it is.
        first_line, last_line: The lines of the expression or statement around it; a test that
            runs any of them may run the change.
        at_import: Whether it runs when the module is imported, not when a test calls it.
        before: The code changed, shortened.
        after: What it becomes, shortened.
    """

    path: str
    number: int
    operator: str
    line: int
    first_line: int
    last_line: int
    at_import: bool
    before: str
    after: str

    def __str__(self) -> str:
        """One line for a report."""
        return f"{self.path}:{self.line}  {self.operator}  {self.before}  ->  {self.after}"


@dataclass(frozen=True)
class _Place:
    """A node of a tree and where it hangs."""

    parent: ast.AST
    field: str
    position: int | None
    node: Any
    whole: Any
    """The largest expression around the node, or the statement that it is."""
    at_import: bool

    def put(self, other: ast.AST) -> None:
        if self.position is None:
            setattr(self.parent, self.field, other)
        else:
            getattr(self.parent, self.field)[self.position] = other


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Lists every mutant of a module, in the order of its source."""
    found = []
    for number, (place, operator, other) in enumerate(_changes(ast.parse(source))):
        node, whole = place.node, place.whole if hasattr(place.whole, "lineno") else place.node
        lines = (node.lineno, whole.lineno, whole.end_lineno)
        shown = (_shown(node), _shown(other))
        found.append(Mutant(path, number, operator, *lines, place.at_import, *shown))
    return found


def mutate(source: str, number: int) -> ast.Module:
    """Parses a module with one of its changes made."""
    tree = ast.parse(source)
    place, _, other = next(change for n, change in enumerate(_changes(tree)) if n == number)
    place.put(ast.copy_location(other, place.node))
    return ast.fix_missing_locations(tree)


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."


def _changes(tree: ast.Module) -> Iterator[tuple[_Place, str, ast.AST]]:
    for place in _places(tree, tree, True):
        for operator, other in _operators(place):
            yield place, operator, other


def _places(parent: ast.AST, whole: ast.AST, at_import: bool) -> Iterator[_Place]:
    """Yields every node below a parent that is worth changing, from the top down."""
    for field, value in ast.iter_fields(parent):
        for position, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or field in _UNTYPED or _is_inert(field, node):
                continue
            top = node if isinstance(parent, (ast.stmt, ast.Module, ast.match_case)) else whole
            called = isinstance(parent, ast.FunctionDef) and field == "body"
            place = _Place(parent, field, position, node, top, at_import and not called)
            yield place
            yield from _places(node, top, place.at_import)


def _is_inert(field: str, node: ast.AST) -> bool:
    """Tells a node under which no change could show in a result."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Raise():
            return True
        case ast.Expr(ast.Constant()):
            return True
        case ast.Assign([ast.Name(name)]):
            return _ALIAS.fullmatch(name) is not None and not (len(name) > 1 and name.isupper())
        case ast.Call(ast.Name(name)):
            return name.endswith("Error") or (field == "decorator_list" and name in _DECORATORS)
        case ast.JoinedStr(parts):
            return _is_sentence("".join(str(getattr(part, "value", "")) for part in parts))
        case ast.Constant(str() as text):
            return _is_sentence(text)
    return False


def _is_sentence(text: str) -> bool:
    return " " in text and text[0].isupper() and text.endswith(".")


def _operators(place: _Place) -> Iterator[tuple[str, ast.AST]]:
    """Yields the names of the changes to a node, and what it becomes."""
    node = place.node
    condition = place.field in ("test", "ifs", "guard") and not isinstance(node, ast.Constant)
    match node:
        case ast.Compare(left, operators, sides):
            for index, operator in enumerate(operators):
                changed = [*operators[:index], _exchanged(operator), *operators[index + 1 :]]
                yield "comparison", ast.Compare(left, changed, sides)
        case ast.BinOp(left, operator, right):
            yield "arithmetic", ast.BinOp(left, _exchanged(operator), right)
        case ast.AugAssign(target, operator, value):
            yield "arithmetic", ast.AugAssign(target, _exchanged(operator), value)
        case ast.BoolOp(operator, values):
            yield "logic", ast.BoolOp(_exchanged(operator), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", operand
        case ast.UnaryOp(ast.USub(), operand):
            yield "minus", operand
        case ast.Constant(bool() as value):
            yield "boolean", ast.Constant(not value)
        case ast.Constant(int() | float() as number):
            yield "number", ast.Constant(number + 1)
        case ast.Constant(str() as text) if text != _OTHER_STRING:
            yield "string", ast.Constant(_OTHER_STRING)
        case ast.Break() | ast.Continue():
            yield "jump", _exchanged(node)
        case ast.Expr(ast.Call()):
            yield "call", ast.Pass()
        case ast.Return(value) if not _is_falsy(value):
            yield "return", ast.Return(ast.Constant(None))
    if condition:
        # A loop whose condition always holds would only be a slow way to fail.
        for value in (False,) if isinstance(place.parent, ast.While) else (True, False):
            yield "condition", ast.Constant(value)


def _exchanged(operator: ast.AST) -> Any:
    return _EXCHANGED[type(operator)]()


def _is_falsy(value: ast.expr | None) -> bool:
    """Tells a missing value, `None`, and the constants that a condition takes like it."""
    return value is None or (isinstance(value, ast.Constant) and not value.value)
