"""Runs in the sandbox, and never imports `beliefs`: a service that is started again in no time.

Everything that the service imports is imported once. Each start is a fork of this process, with one
module of the service's own in other words where the order says so, and in a folder of its own.
Orders come as a file, since files are what passes every sandbox: a number, the folder to work in,
and the module. `told` answers with the number once the fork is made, `ended` once it is over.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import runpy
import signal
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

_PAUSE = 0.002
_TURN = 1e-6


def main(root: Path) -> None:
    """Take orders until somebody ends this process."""
    sys.path.insert(0, str(root))
    scratch = root / "warm"
    scratch.mkdir()
    os.chdir(scratch)
    (scratch / os.environ["CLOCK_SHIFT"]).write_text("0", encoding="utf-8")
    __import__("app.main")
    if (root / "main.py").exists():
        runpy.run_path(str(root / "main.py"), run_name="warm")
    users = _users(root)
    child, done = 0, -1
    while True:
        order = _order(root)
        if order is None or order["number"] == done:
            if child and _over(child):
                child = 0
                _say(root / "ended", str(done))
            time.sleep(_PAUSE)
            continue
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        done = order["number"]
        child = os.fork()
        if not child:
            _serve(root, order, users)
        _say(root / "told", str(done))


def _order(root: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads((root / "order").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found


def _over(child: int) -> bool:
    return os.waitpid(child, os.WNOHANG) != (0, 0)


def _say(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def _serve(root: Path, order: dict[str, Any], users: dict[str, set[str]]) -> None:
    folder = Path(str(order["folder"]))
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    clock = folder / os.environ["CLOCK_SHIFT"]
    if not clock.exists():
        clock.write_text("0", encoding="utf-8")
    with (folder / "said").open("ab") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    # Threads take turns so often that whoever has no lock is caught.
    sys.setswitchinterval(_TURN)
    try:
        _swap(root, str(order["path"]), str(order["source"]), users)
        runpy.run_path(str(root / "main.py"), run_name="__main__")
    except BaseException as error:  # noqa: BLE001 - whatever ends it is said, and ends it
        os.write(2, repr(error).encode())
    os._exit(1)


def _swap(root: Path, path: str, source: str, users: dict[str, set[str]]) -> None:
    """Put a module in other words in its place, and have whatever uses it imported anew.

    The application itself always is: it opens the data of the folder that this is now.
    """
    stale = _behind(_named(path), users) if path else set()
    for name in stale | {"app.main"}:
        sys.modules.pop(name, None)
        package, _, last = name.rpartition(".")
        vars(sys.modules[package]).pop(last, None)
    if path:
        name = _named(path)
        spec = importlib.util.spec_from_file_location(name, root / path)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        exec(compile(source, path, "exec"), vars(module))  # noqa: S102 - that is what it is for
        package, _, last = name.rpartition(".")
        setattr(_module(package), last, module)


def _module(name: str) -> ModuleType:
    __import__(name)
    return sys.modules[name]


def _named(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _behind(name: str, users: dict[str, set[str]]) -> set[str]:
    """A module and everything that imports it, whether by itself or through others."""
    found, waiting = {name}, [name]
    while waiting:
        fresh = users.get(waiting.pop(), set()) - found
        found |= fresh
        waiting += fresh
    return found


def _users(root: Path) -> dict[str, set[str]]:
    """Which modules of the service import each of them."""
    found: dict[str, set[str]] = {}
    for file in sorted((root / "app").rglob("*.py")):
        name = _named(str(file.relative_to(root)))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "app":
                for each in [node.module, *(f"{node.module}.{it.name}" for it in node.names)]:
                    found.setdefault(str(each), set()).add(name)
    return found


if __name__ == "__main__":
    main(Path.cwd())
