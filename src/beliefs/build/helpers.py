"""Of a support module, what a project calls: those functions, what they call, and their imports."""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files


@cache
def support(name: str) -> str:
    """The text of a support module."""
    return files("beliefs.build").joinpath("support", name).read_text(encoding="utf-8")


def excerpt(module: str, wanted: set[str]) -> str:
    """A module with the wanted names and whatever they need, in their own order.

    >>> "def slug" in excerpt("values.py", {"unique_slug"})
    True
    """
    text = support(module)
    tree = ast.parse(text)
    defined = {name: node for node in tree.body for name in _names(node)}
    kept: set[str] = set()
    waiting = sorted(wanted)
    while waiting:
        name = waiting.pop()
        if name in defined and name not in kept:
            kept.add(name)
            waiting += sorted(_mentioned(defined[name]) & defined.keys())
    nodes = [node for node in tree.body if _names(node) & kept]
    mentioned = set().union(*(_mentioned(node) for node in nodes)) if nodes else set()
    lines = text.splitlines()
    head = ast.get_docstring(tree) or ""
    parts = [f'"""{head}"""', *_imports(tree, mentioned)]
    parts += ["\n" + _source(node, lines) for node in nodes]
    return "\n".join(parts) + "\n"


def _names(node: ast.stmt) -> set[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]):
            return {name}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
    return set()


def _mentioned(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _imports(tree: ast.Module, mentioned: set[str]) -> list[str]:
    lines = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None)
            kept = [
                each
                for each in node.names
                if module == "__future__" or (each.asname or each.name.split(".")[0]) in mentioned
            ]
            if kept:
                again = ast.ImportFrom(module, kept, 0) if module else ast.Import(kept)
                lines.append(ast.unparse(again))
    return lines


def _source(node: ast.stmt, lines: list[str]) -> str:
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
    return "\n".join(lines[first - 1 : node.end_lineno])
