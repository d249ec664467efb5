"""Code that no fault is put into, by named rules.

A rule says of a node of a module's syntax tree that a change there is no change of behaviour, or
one that no caller can notice. Nothing else is excepted: what survives beyond these is a hole in the
judge, and is listed.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

_Parents: TypeAlias = dict[ast.AST, ast.AST]


class Rule(NamedTuple):
    """A name, why it is no behaviour, and whether a node falls under it."""

    name: str
    why: str
    holds: Callable[[ast.AST, _Parents, str], bool]


def excepted(node: ast.AST, parents: _Parents, path: str) -> str:
    """The name of the rule by which no fault is put there; empty if there is none."""
    return next((rule.name for rule in EXCEPTIONS if rule.holds(node, parents, path)), "")


def _above(node: ast.AST, parents: _Parents) -> list[ast.AST]:
    found = [node]
    while found[-1] in parents:
        found.append(parents[found[-1]])
    return found


def _docstring(node: ast.AST, parents: _Parents, path: str) -> bool:  # noqa: ARG001
    above = parents.get(node)
    return isinstance(node, ast.Constant) and isinstance(above, ast.Expr)


def _import(node: ast.AST, parents: _Parents, path: str) -> bool:  # noqa: ARG001
    return any(isinstance(each, ast.Import | ast.ImportFrom) for each in _above(node, parents))


DOCUMENTS = {
    "responses",
    "summary",
    "title",
    "description",
    "json_schema_extra",
    "openapi_extra",
    "response_class",
    "tags",
    "model",
}


def _documentation(node: ast.AST, parents: _Parents, path: str) -> bool:  # noqa: ARG001
    above = _above(node, parents)
    named = any(isinstance(each, ast.keyword) and each.arg in DOCUMENTS for each in above)
    inside = any(
        isinstance(each, ast.FunctionDef) and each.name in {"documented", "answered"}
        for each in above
    )
    called = isinstance(node, ast.Call) and any(each.arg in DOCUMENTS for each in node.keywords)
    only = called and all(
        each.arg in DOCUMENTS
        for each in node.keywords  # type: ignore[attr-defined]
    )
    return named or inside or (only and len(node.args) < 2)  # type: ignore[attr-defined]


def _annotation(node: ast.AST, parents: _Parents, path: str) -> bool:  # noqa: ARG001
    """Types that nothing reads: what functions return, and what names are."""
    above = _above(node, parents)
    for inner, outer in itertools.pairwise(above):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef) and inner is outer.returns:
            return True
        if isinstance(outer, ast.AnnAssign) and inner is outer.annotation:
            kept = any(isinstance(each, ast.ClassDef) for each in above)
            return not kept or not any(isinstance(each, ast.Call) for each in above)
        if isinstance(outer, ast.arg) and inner is outer.annotation:
            return not any(isinstance(each, ast.Call) for each in above)
    return False


# Failures that are told in the words of the table; all others bring words of their own.
_WORDED = {"no_route", "not_allowed", "malformed", "unauthenticated", "rate", "too_large"}
_WORDED |= {"unsupported_type", "not_built"}


def _spare_words(node: ast.AST, parents: _Parents, path: str) -> bool:
    """Words in the table of failures that no answer shows."""
    if path != "app/failures.py" or not isinstance(node, ast.Constant):
        return False
    held, table = parents.get(node), parents.get(parents.get(node, node))
    if not isinstance(held, ast.Tuple) or not isinstance(table, ast.Dict):
        return False
    way = next(key for key, each in zip(table.keys, table.values, strict=True) if each is held)
    named = isinstance(way, ast.Constant) and str(way.value).rpartition(".")[2] in _WORDED
    if node is held.elts[2]:
        return not node.value
    return node is held.elts[1] and not named


def _column_type(node: ast.AST, parents: _Parents, path: str) -> bool:
    """Names of SQL types; what decides how a value is read are JSON, FILE and BOOLEAN."""
    if not path.startswith("app/entities/") or not isinstance(node, ast.Constant):
        return False
    above = parents.get(node)
    return (
        isinstance(above, ast.Dict)
        and node in above.values
        and node.value in {"TEXT", "INTEGER", "REAL"}
    )


EXCEPTIONS: tuple[Rule, ...] = (
    Rule("docstring", "Nobody but a reader sees it.", _docstring),
    Rule("import", "A module that cannot be imported does not start.", _import),
    Rule(
        "documentation",
        "It stands in the OpenAPI document only, which a stage of its own holds to the service.",
        _documentation,
    ),
    Rule("annotation", "Nothing reads it when the service runs.", _annotation),
    Rule(
        "spare words",
        "A failure that brings words of its own never shows those of the table, and a code that "
        "is empty stands in no answer.",
        _spare_words,
    ),
    Rule(
        "column type",
        "SQLite keeps a value as it is under any name of a type that means the same to it.",
        _column_type,
    ),
)
