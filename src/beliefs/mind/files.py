"""Files: where beliefs are kept when nothing else is said, and exports written whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from beliefs.errors import InvalidInput, StoreUnavailable, shown
from beliefs.ledger.text import clean


def home() -> Path:
    """The folder where beliefs are kept when nothing else is said."""
    return Path(os.environ.get("BELIEFS_HOME") or Path.home() / ".beliefs")


def default_file() -> Path:
    """The file in that folder, which is made if it is not there."""
    try:
        home().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(
            f"cannot make the folder {home()}: {error.strerror}; check BELIEFS_HOME."
        ) from None
    return home() / "beliefs.db"


def address_of(url: object) -> str:
    """The path or URL of a store, as text."""
    if not isinstance(url, str | os.PathLike):
        raise InvalidInput(f"a store must be named by a path or a URL, not {shown(url)}.")
    address = os.fspath(url)
    if not isinstance(address, str):
        raise InvalidInput(f"a store must be named by text, not {shown(address)}.")
    return clean(address, "the name of a store")


def read_file(path: str | os.PathLike[str]) -> list[str]:
    """The lines of an export in a file."""
    try:
        return Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"cannot read an export from {shown(path)}: {shown(str(error))}; check the path."
        ) from None


def write_file(path: Path, lines: Iterable[str]) -> None:
    """Write all or nothing: a file that was there stays until the new one is whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise StoreUnavailable(
            f"cannot write an export to {shown(str(path))}: {error.strerror}; check the path."
        ) from None
    finally:
        beside.unlink(missing_ok=True)
