"""The support modules that projects get, and taking out of a project what nothing in it uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias


@cache
def support(name: str) -> str:
    """The text of a support module."""
    return files("beliefs.build").joinpath("support", name).read_text(encoding="utf-8")


def pruned(project: Mapping[str, str]) -> dict[str, str]:
    """The Python files of a project without the definitions that nothing needs.

    What a decorator has registered, what other statements do and what tests define is needed, and
    so is whatever that mentions. A module of which nothing is left goes, too.

    >>> one = {"app/a.py": "def used(): pass\\n\\n\\ndef unused(): pass\\n"}
    >>> pruned(one | {"main.py": "from app import a\\n\\na.used()\\n"})["app/a.py"].rstrip()
    'def used(): pass'
    """
    modules = {path for path in project if path.endswith(".py")}
    parts = {path: _part(path, project[path], modules) for path in sorted(modules)}
    needed: set[_Use] = set()
    waiting = [use for part in parts.values() for use in part.always]
    while waiting:
        path, name = use = waiting.pop()
        if use not in needed:
            needed.add(use)
            waiting += parts[path].uses.get(name, ()) if path in parts else ()
    kept = dict(project)
    for path, part in parts.items():
        gone = [node for name, node in part.defined.items() if (path, name) not in needed]
        if gone and len(gone) == len(part.defined) and not part.acts:
            del kept[path]
        elif gone:
            kept[path] = _without(project[path], gone)
    return kept


_Use: TypeAlias = tuple[str, str]  # the path of a module, and a name in it


class _Part(NamedTuple):
    """A module: its definitions, what each of them uses, what is used in any case."""

    defined: dict[str, ast.stmt]
    uses: dict[str, set[_Use]]
    always: set[_Use]
    acts: bool  # does something when it is imported


def _part(path: str, text: str, modules: set[str]) -> _Part:
    tree = ast.parse(text)
    ours = path.startswith("app/") and path != "app/main.py"
    defined = {name: node for node in tree.body if ours and (name := _defines(node))}
    known: dict[str, _Use] = {name: (path, name) for name in defined}
    named: dict[str, str] = {}  # modules by what they are called here
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    for node in imports:
        for each in node.names:
            whole = _path(f"{node.module}.{each.name}")
            if whole in modules:
                named[each.asname or each.name] = whole
            else:
                known[each.asname or each.name] = (_path(str(node.module)), each.name)
    rest = [node for node in tree.body if node not in defined.values()]
    silent = (ast.Import, ast.ImportFrom, ast.If)
    return _Part(
        defined,
        # What is imported from elsewhere may be imported from here.
        {name: {use} for name, use in known.items()}
        | {name: set(_used(node, known, named)) for name, node in defined.items()},
        {use for node in rest for use in _used(node, known, named)},
        not all(isinstance(node, silent) or _is_docstring(node) for node in rest),
    )


def _used(tree: ast.AST, known: dict[str, _Use], named: dict[str, str]) -> Iterator[_Use]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in named:
                yield named[name], attr
            case ast.Name(id=name) if name in known:
                yield known[name]
            case ast.Call(func=ast.Name(id="cast"), args=[ast.Constant(value=str(kind)), *_]):
                yield from _used(ast.parse(kind), known, named)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _path(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _defines(node: ast.stmt) -> str:
    """The name that a statement defines, and does nothing else."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return "" if _registered(node) else name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return "" if name.startswith("__") else name
    return ""


def _registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a decorator hands a definition to somebody: `@router.get(…)`, not `@dataclass`."""
    calls = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return any(isinstance(each, ast.Attribute) for each in calls)


def _without(text: str, gone: list[ast.stmt]) -> str:
    """A text without some of its statements and the comments right above them."""
    lines = text.splitlines(keepends=True)
    for node in sorted(gone, key=lambda each: -each.lineno):
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        while first > 1 and lines[first - 2].startswith("#"):
            first -= 1
        del lines[first - 1 : node.end_lineno]
    return "".join(lines)
