"""How a delivered program is installed, started and tested: its `.belief/run.json`.

The file is the whole agreement between a builder and a judge. A service reads `PORT` and `HOST`
from its environment; a command takes arguments, standard input and files of its working folder; a
tool server speaks MCP over its standard streams.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from beliefs.errors import InvalidInput, shown

Kind: TypeAlias = Literal["service", "command", "mcp"]

PLACE = Path(".belief") / "run.json"
_KINDS = ("service", "command", "mcp")
_DATABASES = ("", "postgres")


@dataclass(frozen=True, slots=True)
class Program:
    """What to run; `python` at the head of a command means the environment's interpreter.

    >>> Program("command", start=("python", "main.py")).port is None
    True
    """

    kind: Kind
    start: tuple[str, ...]
    install: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    port: int | None = None
    # Which server it wants beside it, at DATABASE_URL; empty where it keeps its data itself.
    database: Literal["", "postgres"] = ""
    python: str = ""  # the version that it is for, where one was asked for
    programs: tuple[str, ...] = ()  # others that it runs, by name


def read(folder: Path) -> Program:
    """The program of a folder, or one sentence on what its run.json lacks."""
    path = folder / PLACE
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        message = f"{path} is missing; a program says there how it is started."
        raise InvalidInput(message) from None
    except ValueError as error:
        message = f"{path} is not JSON: {error}."
        raise InvalidInput(message) from None
    return _checked(told, path)


def write(folder: Path, program: Program) -> None:
    """Leave a program's run.json in its folder, the same bytes for the same program."""
    path = folder / PLACE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{json.dumps(asdict(program), indent=2)}\n", encoding="utf-8")


def _checked(told: object, path: Path) -> Program:
    if not isinstance(told, dict) or told.get("kind") not in _KINDS:
        message = f"{path} needs a kind, one of {', '.join(_KINDS)}."
        raise InvalidInput(message)
    port = told.get("port")
    if not (port is None or (type(port) is int and 0 < port < 2**16)):
        message = f"{path} has the port {shown(port)}; a port is a number from 1 to 65535."
        raise InvalidInput(message)
    start = _words(told, "start", path)
    if not start:
        message = f"{path} needs `start`, a list of words to run."
        raise InvalidInput(message)
    install, test = _words(told, "install", path), _words(told, "test", path)
    database = told.get("database", "")
    if database not in _DATABASES:
        message = f"{path} wants the database {shown(database)}; only postgres can be beside it."
        raise InvalidInput(message)
    python = told.get("python", "")
    # Nothing but a version: a path would name a program, to be run outside of the sandbox.
    if not isinstance(python, str) or not re.fullmatch(r"(\d+(\.\d+){1,2})?", python):
        message = f"{path} is for Python {shown(python)}; a version is text, like 3.12."
        raise InvalidInput(message)
    programs = _words(told, "programs", path)
    return Program(told["kind"], start, install, test, port, database, python, programs)


def _words(told: dict[str, object], name: str, path: Path) -> tuple[str, ...]:
    words = told.get(name, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        message = f"{path} has {name} = {shown(words)}; it takes a list of words."
        raise InvalidInput(message)
    return tuple(words)
