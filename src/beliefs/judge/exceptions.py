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


_DOCUMENTS = {"responses", "summary", "title", "description", "json_schema_extra", "openapi_extra"}
_DOCUMENTS |= {"response_class", "tags", "model"}
_DOCUMENTERS = {"documented", "answered", "_methods", "openapi", "install"}


def _documentation(node: ast.AST, parents: _Parents, path: str) -> bool:  # noqa: ARG001
    above = _above(node, parents)
    named = any(isinstance(each, ast.keyword) and each.arg in _DOCUMENTS for each in above)
    inside = any(
        isinstance(each, ast.FunctionDef) and each.name in {"documented", "answered"}
        for each in above
    )
    called = isinstance(node, ast.Call) and any(each.arg in _DOCUMENTS for each in node.keywords)
    only = called and all(
        each.arg in _DOCUMENTS
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


EXCEPTIONS: tuple[Rule, ...] = (
    Rule("docstring", "Nobody but a reader sees it.", _docstring),
    Rule("import", "A module that cannot be imported does not start.", _import),
    Rule(
        "documentation",
        "It stands in the OpenAPI document only, which a stage of its own holds to the service.",
        _documentation,
    ),
    Rule("annotation", "Nothing reads it when the service runs.", _annotation),
)
