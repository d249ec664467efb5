"""What a program in the sandbox can reach: folders, network, environment. All else is not there."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from beliefs.errors import InvalidInput

# Folders that hold more than any one program should be given.
_TOO_WIDE = frozenset(
    Path("/", name)
    for name in (
        *("", "bin", "boot", "dev", "etc", "home", "lib", "opt", "private", "proc", "root", "run"),
        *("sbin", "srv", "sys", "tmp", "usr", "var", "Library", "System", "Users"),
    )
)


class Network(enum.StrEnum):
    """What a program can reach over the network."""

    NONE = "none"
    """Nothing but itself."""
    INDEX = "index"
    """The network of the machine, to install from a package index: wheels only, no code is run."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a program runs. Folders keep their own paths; one that is not named does not exist.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     room = Room(write=(folder,)).given(GREETING="hello")
    ...     (room.environment["GREETING"], room.cwd == room.write[0])
    ('hello', True)
    """

    read: tuple[Path, ...] = ()
    """Folders and files that may be read and run, and pipes, which may be written to as well."""
    write: tuple[Path, ...] = ()
    """Folders that may be changed too; what is written there stays. `live` tells where it is while
    a program runs."""
    cwd: Path | None = None
    """Where it starts: by default the first writable folder, else the first readable one."""
    network: Network = Network.NONE
    environment: Mapping[str, str] = field(default_factory=dict)
    """All of it, besides PATH, HOME, TMPDIR and LANG. Nothing is inherited."""

    def __init__(
        self,
        read: Iterable[str | Path] = (),
        write: Iterable[str | Path] = (),
        cwd: str | Path | None = None,
        network: Network = Network.NONE,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        readable = tuple(_real(path) for path in read)
        writable = tuple(_real(path) for path in write)
        for path in writable:
            if not path.is_dir():
                raise InvalidInput(f"{path} is not a folder: name the folder that may be changed.")
        given = dict(environment or {})
        for name, value in given.items():
            if not name or "=" in name or "\0" in name + value:
                raise InvalidInput(f"{name!r} cannot stand in an environment: rename it.")
        put = object.__setattr__
        put(self, "read", readable)
        put(self, "write", writable)
        put(self, "cwd", _start(cwd, readable, writable))
        put(self, "network", Network(network))
        put(self, "environment", MappingProxyType(given))

    def given(self, **environment: str) -> Room:
        """Return the same room with more in its environment."""
        return replace(self, environment={**self.environment, **environment})


def _real(path: str | Path) -> Path:
    """Where a path leads, symbolic links followed now, so that nothing can be swapped later."""
    try:
        real = Path(path).resolve(strict=True)
    except (OSError, RuntimeError):
        raise InvalidInput(f"{path} does not exist: make it before it is put in a room.") from None
    home = Path.home()
    if real in _TOO_WIDE or real == home or real in home.parents:
        raise InvalidInput(f"{real} holds too much to be put in a room: name a folder inside it.")
    return real


def _start(cwd: str | Path | None, read: tuple[Path, ...], write: tuple[Path, ...]) -> Path | None:
    if cwd is None:
        return next((path for path in (*write, *read) if path.is_dir()), None)
    real = _real(cwd)
    if not any(real == path or path in real.parents for path in (*write, *read)):
        raise InvalidInput(f"{real} is in none of the room's folders: start in one of them.")
    return real
