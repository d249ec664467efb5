"""The first process inside: it gives up what it can, starts the program, and tells how it ended.

The program is its child, so that its exit status is exact and can be told over a pipe that the
program does not have. For a server it also tells when the port is listened on, and carries
connections to it.
"""

from __future__ import annotations

import marshal
import os
import resource
import select
import time

from . import landlock, seccomp
from .calls import become, die_with_parent, gain_nothing, hide, hold_capabilities

# typing takes longer to import than all of this does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Plan = dict[str, Any]

_LOOK = 0.005
_KILL, _TERM = 9, 15
_LISTENING = "0A"
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")


def enter() -> None:
    """Start as the command of bubblewrap or Seatbelt: the plan comes first on the control pipe."""
    import sys

    control, status = int(sys.argv[1]), int(sys.argv[2])
    with os.fdopen(os.dup(control), "rb", buffering=0) as pipe:
        length = int.from_bytes(pipe.read(4), "big")
        text = b""
        while len(text) < length and (more := pipe.read(length - len(text))):
            text += more
    serve(marshal.loads(text), control, status)


def serve(plan: Plan, control: int, status: int) -> None:
    """Run the program of a plan; never returns."""
    try:
        _tell(status, "in")
        if plan["linux"]:
            gain_nothing()
            if plan["uid"] is not None:
                become(plan["uid"], passing=plan["passing"])
            # A change of user would have undone these.
            die_with_parent()
            hide()
        child = os.fork()
        if child == 0:
            _become_program(plan, control, status)
        _let_go(plan)
        code = _attend(plan, child, control, status)
    except Exception as error:  # noqa: BLE001 - it is told, and is not the program's
        _tell(status, f"broken {error}")
        os._exit(70)
    _tell(status, f"exit {code}")
    os._exit(0)


def _become_program(plan: Plan, control: int, status: int) -> None:
    try:
        os.close(control)
        if plan["listener"] is not None:
            os.close(plan["listener"])
        _limit(plan)
        os.umask(0o022)
        if plan["linux"]:
            die_with_parent()
            _confine(plan)
    except BaseException as error:  # noqa: BLE001 - a program that is not confined is not started
        _tell(status, f"broken {error}")
        os._exit(70)
    try:
        os.chdir(plan["cwd"])
        os.set_inheritable(status, False)
        os.closerange(3, status)
        os.closerange(status + 1, 65536)
        os.execvpe(plan["argv"][0], plan["argv"], plan["environment"])
    except OSError as error:
        os.write(2, f"{plan['argv'][0]}: {error.strerror}\n".encode())
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)


def _limit(plan: Plan) -> None:
    for name, most in plan["rlimits"].items():
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is None:
            continue  # not every system counts everything
        _, hard = resource.getrlimit(which)
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (value, value))


def _confine(plan: Plan) -> None:
    """As the last step: what comes after must be allowed."""
    level, network = plan["level"], plan["network"] == "index"
    if level == "none":
        return
    hold_capabilities(passing=plan["passing"])
    if level == "landlock":
        devices = _DEVICES[:-1]
        landlock.confine(
            plan["read"], plan["write"], devices=devices, port=plan["port"], network=network
        )
    apart = level == "bubblewrap" and not network
    signals = level == "bubblewrap" or landlock.version() >= landlock.SIGNALS
    # Where the machine's network is shared, its abstract Unix sockets would be too, and whoever
    # listens without having bound a port would get one.
    filters = seccomp.program(
        unix=apart,
        datagrams=apart or network,
        listening=apart or plan["port"] is not None,
        signals=signals,
        attributes=level == "bubblewrap",
    )
    seccomp.apply(filters)


def _let_go(plan: Plan) -> None:
    """Hold on to nothing of the program's: its readers wait until the last holder has closed."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    if plan["level"] != "bubblewrap" and plan["listener"] is not None:
        os.close(plan["listener"])


def _attend(plan: Plan, child: int, control: int, status: int) -> int:
    poll = select.poll()
    poll.register(control, select.POLLIN)
    gone = _pidfd(child)
    if gone is not None:
        poll.register(gone, select.POLLIN)
    relay = None
    if plan["listener"] is not None and plan["level"] == "bubblewrap":
        import socket

        from .relay import Relay

        relay = Relay(socket.socket(fileno=plan["listener"]), plan["port"], poll)
    waiting = plan["port"] is not None and plan["level"] == "bubblewrap"
    while True:
        pause = _LOOK if waiting or gone is None else None
        events = poll.poll(None if pause is None else pause * 1000)
        for descriptor, event in events:
            if descriptor == control:
                _obey(child, os.read(control, 1))
            elif relay and descriptor != gone:
                relay.take(descriptor, event)
        ended, result = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(result)
        if waiting and listened_on(plan["port"]):
            waiting = False
            _tell(status, "ready")


def _obey(child: int, order: bytes) -> None:
    if order == b"T":
        os.kill(child, _TERM)
    else:
        os.kill(child, _KILL)
        time.sleep(0)


def _pidfd(child: int) -> int | None:
    try:
        return os.pidfd_open(child)
    except (AttributeError, OSError):
        return None


def listened_on(port: int) -> bool:
    """Whether any socket of this network listens on a port; asking does not disturb the server."""
    sought = f":{port:04X}"
    looked = False
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, encoding="ascii") as lines:
                looked = True
                for line in lines:
                    parts = line.split(None, 4)
                    if parts[3] == _LISTENING and parts[1].endswith(sought):
                        return True
        except OSError:
            continue
    return False if looked else _answers(port)


def _answers(port: int) -> bool:
    """Where the kernel has no such tables, connecting tells."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as plug:
        return plug.connect_ex(("127.0.0.1", port)) == 0


def _tell(status: int, line: str) -> None:
    os.write(status, line.replace("\n", " ").encode(errors="replace") + b"\n")
