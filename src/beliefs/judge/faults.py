"""Faults in code: a module with one of its behaviour lines changed, as a slip would change it.

Each fault is the whole text of a module that differs in one node of its syntax tree. What is no
behaviour (documentation, types, words that the contract leaves open) is left alone, and so is what
no caller could ever notice; every such exception has a name and a reason in `EXCEPTIONS`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

from beliefs.judge.exceptions import DOCUMENTS, excepted
from beliefs.judge.unmet import shorten

_SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One change: where, of which kind, what stood there and what stands there now."""

    path: str
    line: int
    kind: str
    was: str
    now: str
    source: str  # of the whole module
    around: str = ""  # the entry of a table that it is in

    @property
    def short(self) -> str:
        """The line that a verdict shows."""
        return f"{self.path}:{self.line} {self.kind}: {shorten(self.was)} → {shorten(self.now)}"

    def __str__(self) -> str:
        """The lines that a list of survivors shows."""
        return f"{self.path}:{self.line} {self.kind}\n  - {self.was}\n  + {self.now}"


def faults(path: str, text: str) -> Iterator[Fault]:
    """Every fault of a module, from its first line to its last.

    >>> [str(each) for each in faults("app/a.py", "def f(a):\\n    return a < 2\\n")][0]
    'app/a.py:2 comparison\\n  - a < 2\\n  + a <= 2'
    """
    tree = ast.parse(text)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    # Only the statement of the module that a change is in is copied and written anew.
    written = [ast.unparse(each) for each in tree.body]
    inside = {node: at for at, each in enumerate(tree.body) for node in ast.walk(each)}
    for node in ast.walk(tree):
        if excepted(node, parents, path):
            continue
        for kind, other in _changes(node, parents):
            at = inside[node]
            # Whatever has the node in it gets the other instead.
            changed = copy.deepcopy(tree.body[at], {id(node): other})
            anew = ast.unparse(ast.fix_missing_locations(changed))
            source = "\n".join([*written[:at], anew, *written[at + 1 :]])
            line = getattr(node, "lineno", 0)
            around = _entry(node, parents)
            yield Fault(path, line, kind, _short(node), _short(other), source, around)


def _entry(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """The key of the outermost table that a node is in an entry of."""
    found = ""
    while node in parents:
        above = parents[node]
        if isinstance(above, ast.Dict):
            pairs = zip(above.keys, above.values, strict=True)
            key = next((key for key, value in pairs if node in {key, value}), None)
            found = ast.unparse(key) if key is not None else found
        node = above
    return found


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:160]


def _changes(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(left, [op], [right]):
            for each in _SWAPS.get(type(op), ()):
                yield "comparison", ast.Compare(left, [each()], [right])  # type: ignore[list-item]
        case ast.BoolOp(op, values):
            yield "and for or", ast.BoolOp(_SWAPS[type(op)][0](), values)  # type: ignore[arg-type]
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield "part of a condition", rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not(), operand):
            yield "negation", operand
        case ast.BinOp(left, op, right) if type(op) in _SWAPS:
            for each in _SWAPS[type(op)]:
                yield "arithmetic", ast.BinOp(left, each(), right)  # type: ignore[arg-type]
        case ast.If(test, body, orelse):
            yield "condition", ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield "condition", ast.IfExp(test, orelse, body)
        case ast.Constant():
            yield from _constants(node)
        case ast.Return(value) if value is not None and not _is_none(value):
            yield "returned value", ast.Return(ast.Constant(None))
        case ast.Raise():
            yield "lost refusal", ast.Pass()
        case ast.Expr(ast.Call()):
            yield "lost statement", ast.Pass()
        case ast.Expr(ast.Await()):
            yield "lost statement", ast.Pass()
        case ast.AugAssign():
            yield "lost statement", ast.Pass()
        case ast.Assign([ast.Subscript() | ast.Attribute()]):
            yield "lost statement", ast.Pass()
        case ast.With(items, body) if items[0].optional_vars is None:
            yield "lost lock", ast.If(ast.Constant(True), body, [])  # noqa: FBT003 - as it stands
        case ast.Call():
            yield from _calls(node)
        case ast.comprehension(target, source, ifs, is_async):
            for at in range(len(ifs)):
                rest = ifs[:at] + ifs[at + 1 :]
                yield "lost filter", ast.comprehension(target, source, rest, is_async)
        case ast.Dict(keys, values):
            for at in range(len(keys)):
                less = ast.Dict(keys[:at] + keys[at + 1 :], values[:at] + values[at + 1 :])
                yield "lost entry", less
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield "slice", ast.Slice(None, upper, step)
            if upper is not None:
                yield "slice", ast.Slice(lower, None, step)
        case ast.Await(value) if not isinstance(parents.get(node), ast.Expr):
            yield "lost await", value


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _constants(node: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    value = node.value
    if isinstance(value, bool):
        yield "constant", ast.Constant(not value)
    elif isinstance(value, int):
        yield "constant", ast.Constant(value + 1)
        if value > 0:
            yield "constant", ast.Constant(value - 1)
    elif isinstance(value, float):
        yield "constant", ast.Constant(value + 1.0)
    elif isinstance(value, str):
        yield "constant", ast.Constant(_other(value))


def _other(text: str) -> str:
    """Another text; of a name that says its direction, the other direction."""
    return text[1:] if text.startswith("-") and len(text) > 1 else f"{text}x"


def _calls(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    for at, keyword in enumerate(node.keywords):
        if keyword.arg in DOCUMENTS:
            continue
        rest = node.keywords[:at] + node.keywords[at + 1 :]
        yield f"lost {keyword.arg or 'entries'}", ast.Call(node.func, node.args, rest)
    if len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args[:2]):
        first, second, *more = node.args
        if ast.dump(first) != ast.dump(second):
            yield "swapped arguments", ast.Call(node.func, [second, first, *more], node.keywords)
    match node.func, node.args:
        case ast.Name("sorted"), [items, *_]:
            yield "lost order", ast.Call(ast.Name("list", ast.Load()), [items], [])
        case ast.Name("max" | "min" as name), _:
            other = ast.Name("min" if name == "max" else "max", ast.Load())
            yield "least for most", ast.Call(other, node.args, node.keywords)
