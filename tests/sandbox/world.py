"""A world worth escaping into: a key, folders, listeners and a process, all open to everybody.

Nothing in it is kept by ordinary permissions, so that whatever stops an attempt is the sandbox.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class World:
    """What attempts are told about, and what they may have left."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.secret = secrets.token_hex(16)
        self.home, self.outside, self.readable = (
            _folder(root, name) for name in ("home", "outside", "readable")
        )
        # With this in the room, root keeps the capability to read what is closed.
        self.closed = _folder(root, "closed")
        self.closed.chmod(0o700)
        self.key = _file(_folder(self.home, ".ssh") / "id_ed25519", self.secret)
        self.victim = _file(self.outside / "victim", "untouched")
        _file(self.readable / "file", "untouched")
        shutil.copy(shutil.which("id") or "/usr/bin/id", self.readable / "id")
        (self.readable / "id").chmod(0o4755)
        self.held = os.open(self.key, os.O_RDONLY)
        os.set_inheritable(self.held, True)  # noqa: FBT003
        self.received: list[str] = []
        self.listeners = list(self._listen())
        self.bystander = self._bystand()
        self.free = _free_port()
        self.over = threading.Event()
        threading.Thread(target=self._call, daemon=True).start()

    def told(self) -> dict[str, Any]:
        """What a program is told, to make it easy."""
        pid = self.bystander.pid
        maps = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")
        names = {name: plug.getsockname() for name, plug in self.listeners}
        return {
            "secret": self.secret,
            "key": str(self.key),
            "home": str(self.home),
            "outside": str(self.outside),
            "readable": str(self.readable),
            "victim": str(self.victim),
            "bystander": pid,
            "address": int(maps.partition("-")[0], 16),
            "daemon": f"import time; time.sleep(20)  # {self.secret}",
            "long": 1.0,
            "tcp": names["tcp"][1],
            "udp": names["udp"][1],
            "unix": names["unix"],
            "abstract": names["abstract"][1:].decode(),
            "abstract-datagrams": names["abstract-datagrams"][1:].decode(),
            "free": self.free,
            "net": Path("/proc/self/ns/net").stat().st_ino,
            "groups": [
                str(path)
                for pattern in ("cgroup.procs", "unified/cgroup.procs", "pids/cgroup.procs")
                for path in Path("/sys/fs/cgroup").glob(pattern)
            ],
        }

    def traces(self) -> list[str]:
        """What an attempt has left behind, each as a sentence; the world is mended."""
        found = [
            f"{path.name} is outside" for path in self.outside.iterdir() if path != self.victim
        ]
        if self.victim.read_text(encoding="utf-8") != "untouched":
            found.append("the victim was written to")
        if (self.readable / "written").exists():
            found.append("the readable folder was written to")
        if self.received:
            found.append("a listener heard the secret")
        if self.bystander.poll() is not None:
            found.append("the bystander is dead")
            self.bystander = self._bystand()
        for pid in self._daemons():
            found.append("a daemon lives on")
            os.kill(pid, 9)
        for path in (*self.outside.iterdir(), self.readable / "written"):
            if path != self.victim:
                path.unlink(missing_ok=True)
        self.victim.write_text("untouched", encoding="utf-8")
        self.received.clear()
        return found

    def _daemons(self) -> Iterator[int]:
        for path in Path("/proc").iterdir():
            if path.name.isdigit():
                with contextlib.suppress(OSError):
                    line = (path / "cmdline").read_text(encoding="utf-8", errors="replace")
                    if f"time.sleep(20)  # {self.secret}" in line and "WORLD" not in line:
                        yield int(path.name)

    def _bystand(self) -> subprocess.Popen[bytes]:
        environment = {"SECRET": self.secret}
        return subprocess.Popen(["sleep", "600"], env=environment, start_new_session=True)

    def _listen(self) -> Iterator[tuple[str, socket.socket]]:
        stream, datagram = socket.SOCK_STREAM, socket.SOCK_DGRAM
        for name, family, kind, place in (
            ("tcp", socket.AF_INET, stream, ("127.0.0.1", 0)),
            ("udp", socket.AF_INET, datagram, ("127.0.0.1", 0)),
            ("unix", socket.AF_UNIX, stream, str(self.root / "unix")),
            ("abstract", socket.AF_UNIX, stream, f"\0{self.secret}"),
            ("abstract-datagrams", socket.AF_UNIX, datagram, f"\0{self.secret}-datagrams"),
        ):
            plug = socket.socket(family, kind)
            plug.bind(place)
            if name == "unix":
                (self.root / "unix").chmod(0o777)
            if name == "tcp":
                plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_FASTOPEN, 5)
            if kind == stream:
                plug.listen()
            threading.Thread(target=self._hear, args=(plug, kind), daemon=True).start()
            yield name, plug

    def _hear(self, plug: socket.socket, kind: int) -> None:
        while True:
            try:
                source = plug.accept()[0] if kind == socket.SOCK_STREAM else plug
                source.settimeout(None if source is plug else 2)
                heard = source.recv(1000).decode(errors="replace")
            except OSError:
                if plug.fileno() < 0:
                    return
                continue
            if self.secret in heard:
                self.received.append(heard)
            if source is not plug:
                source.close()

    def _call(self) -> None:
        """Connect to a port that should never be listened on, again and again."""
        while not self.over.wait(0.05):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.free), 1).close()

    def close(self) -> None:
        """End it."""
        self.over.set()
        self.bystander.kill()
        self.bystander.wait()
        for _, plug in self.listeners:
            with contextlib.suppress(OSError):
                plug.shutdown(socket.SHUT_RDWR)
            plug.close()
        os.close(self.held)


@contextlib.contextmanager
def world() -> Iterator[World]:
    """Make a world, and take it away again."""
    root = Path(tempfile.mkdtemp(prefix="beliefs-world-"))
    root.chmod(0o755)
    one = World(root)
    try:
        yield one
    finally:
        one.close()
        shutil.rmtree(root)


def _folder(parent: Path, name: str) -> Path:
    path = parent / name
    path.mkdir()
    path.chmod(0o777)
    return path


def _file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o666)
    return path


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
