"""The process around a run: starts it inside its limits, watches them, and leaves nothing behind.

It is started by `beliefs.sandbox.launch` and reads a plan from the control pipe. When that pipe
closes, because the caller is done, was interrupted or was killed, every process of the run is
killed. One line for each thing that happens goes to the report pipe:

    ready                                        the server listens
    broken WHY                                   the sandbox failed, not the program
    end REASON EXIT MEMORY PIDS DISK CPU WALL    it is over
"""

from __future__ import annotations

import errno
import marshal
import os
import select
import sys
import time

from . import census, cgroup, disk, porter, shelf
from .calls import adopt_orphans

# typing takes longer to import than all of this does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from .porter import Plan

_KILL, _STOP = 9, 19
_TICK = 0.05
_GRACE = 3.0
# An empty file takes room too: as many are allowed as would fill the disk with a block each.
_PER_FILE, _FEW = 4096, 1024


class Warden:
    """One run, from its start to its last process's end."""

    def __init__(self, plan: Plan, control: int, report: int) -> None:
        self.plan = plan
        self.control = control
        self.report = report
        self.limits = plan["limits"]
        self.parent = os.getppid()
        self.group = cgroup.Group()
        self.clock = census.Clock()
        self.begun = time.monotonic()
        self.peaks = {"memory": 0, "pids": 0, "disk": 0, "cpu": 0.0}
        self.reason = ""
        self.exit: int | None = None
        self.main = 0
        self.orders = -1
        self.heard = b""
        self.entered = False
        self.folders: disk.Watched | shelf.Shelf

    def keep(self) -> None:
        """Run the plan and report how it ended."""
        if self.plan["linux"]:
            adopt_orphans()
            wanted = self.plan["counted"]
            self.group = cgroup.make(self.limits["memory"], self.limits["pids"], wanted)
        try:
            self.folders = self.placed()
            status = self.start()
            self.watch(status)
        finally:
            self.clear()
            self.group.remove()
        wall = time.monotonic() - self.begun
        spent = os.times()
        self.peaks["cpu"] = max(self.peaks["cpu"], spent.children_user + spent.children_system)
        code = -_KILL if self.exit is None else self.exit
        reason = self.reason or "exited"
        peaks = [self.peaks[name] for name in ("memory", "pids", "disk", "cpu")]
        self.tell(f"end {reason} {code} {' '.join(map(str, peaks))} {wall:.6f}")

    def placed(self) -> disk.Watched | shelf.Shelf:
        """Where what the program writes goes: a shelf, or else the disk."""
        most = max(self.limits["disk"] // _PER_FILE, _FEW)
        made = shelf.made(self.plan, most) if self.plan["shelf"] else None
        return made or disk.Watched(self.plan["write"], most)

    def start(self) -> int:
        """Fork what runs, and return the end of the pipe on which its porter speaks."""
        orders, self.orders = os.pipe()
        status, told = os.pipe()
        self.main = os.fork()
        if self.main:
            os.close(orders)
            os.close(told)
            if self.plan["wrap"]:
                text = marshal.dumps(self.plan)
                os.write(self.orders, len(text).to_bytes(4, "big") + text)
            self.let_go()
            return status
        try:
            os.close(self.control)
            os.close(self.report)
            os.close(self.orders)
            if not self.group.join():
                os.write(told, b"uncounted\n")
            _be_killed_first()
            if not self.plan["wrap"]:
                porter.serve(self.plan, orders, told)
            for descriptor in (orders, told):
                os.set_inheritable(descriptor, True)
            argv = [*self.plan["wrap"], str(orders), str(told)]
            os.execve(argv[0], argv, {})
        except BaseException as error:  # noqa: BLE001 - it is told, and nothing is run
            os.write(told, f"broken {error}\n".encode())
        os._exit(70)

    def let_go(self) -> None:
        """Keep nothing open that the program writes to or the judge connects to."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        os.close(nothing)
        if self.plan["listener"] is not None:
            os.close(self.plan["listener"])

    def watch(self, status: int) -> None:
        """Until the program has ended, or has to."""
        poll = select.poll()
        poll.register(status, select.POLLIN)
        poll.register(self.control, select.POLLIN)
        serving = self.plan["port"] is not None and not self.plan["apart"]
        while True:
            for descriptor, _ in poll.poll((0.005 if serving else _TICK) * 1000):
                if descriptor == self.control:
                    order = os.read(self.control, 1)
                    if order != b"T":
                        self.reason = self.reason or "stopped"
                        return
                    self.reason = "stopped"
                    self.pass_on(order)
                elif not self.hear(os.read(status, 4096)):
                    return
            if os.getppid() != self.parent:
                return  # the caller was killed, and somebody else holds its end of the pipe
            if serving and porter.listened_on(self.plan["port"]):
                serving = False
                self.tell("ready")
            if why := self.excess():
                self.reason = why
                return

    def pass_on(self, order: bytes) -> None:
        """Tell the porter; it may have ended meanwhile, and is about to be heard to say so."""
        try:
            os.write(self.orders, order)
        except BrokenPipeError:
            return

    def hear(self, data: bytes) -> bool:
        """What the porter says; false when there is no more to come."""
        self.heard += data
        while b"\n" in self.heard:
            line, _, self.heard = self.heard.partition(b"\n")
            word, _, rest = line.decode(errors="replace").partition(" ")
            if word == "in":
                self.entered = True
            elif word == "uncounted":
                self.group.remove()
                self.group = cgroup.Group()
            elif word == "exit":
                self.exit = int(rest)
            else:
                self.tell(line.decode(errors="replace"))
        if not data and not self.entered:
            self.tell(f"broken {self.plan['level']} did not start")
        return bool(data)

    def excess(self) -> str:
        """Which limit is broken, if one is."""
        pids = self.group.members() or census.descendants(os.getpid())
        peaks, holds = self.peaks, self.group.holds
        # The porter hides from whoever is not root, and holds nothing.
        others = [pid for pid in pids if pid != self.main]
        grown, full = self.folders.grown(others, counted="memory" in holds)
        peaks["disk"] = max(peaks["disk"], grown)
        if "memory" in holds:
            held = self.group.memory_peak()
        else:
            held = census.memory(pids) + (grown if self.folders.in_memory else 0)
        peaks["memory"] = max(peaks["memory"], held)
        peaks["pids"] = max(peaks["pids"], census.threads(pids))
        seconds = self.group.cpu_seconds()
        peaks["cpu"] = self.clock.seconds(pids) if seconds is None else seconds
        if self.group.out_of_memory() or (
            "memory" not in holds and peaks["memory"] > self.limits["memory"]
        ):
            return "memory"
        if "pids" not in holds and peaks["pids"] > self.limits["pids"]:
            return "pids"
        scarce = any(left < disk.SCARCE for left in self.folders.free())
        if full or scarce or peaks["disk"] > self.limits["disk"]:
            return "disk"
        return "cpu" if peaks["cpu"] > self.limits["cpu"] else ""

    def clear(self) -> None:
        """Kill everything: stopped first, so that nothing forks while it is being looked for."""
        if self.entered and not self.reason:
            self.reason = self.excess()  # a short run may have been over before it was looked at
        until = time.monotonic() + _GRACE
        self.group.kill()
        while time.monotonic() < until:
            pids = {*self.group.members(), *census.descendants(os.getpid())}
            for number in (_STOP, _KILL):
                for pid in pids:
                    _signal(pid, number)
            if _buried() and not self.group.members():
                return
            time.sleep(0.002)
        self.tell("broken a process could not be killed")

    def tell(self, line: str) -> None:
        """Report; nobody may be listening any more."""
        try:
            os.write(self.report, line.encode() + b"\n")
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def _buried() -> bool:
    """Whether no child is left, after waiting for those that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def _be_killed_first() -> None:
    """If the machine runs out of memory, let it be by this that it gets some back."""
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:
        pass  # not Linux


def main() -> None:
    """Read the plan and keep the run."""
    control, report = int(sys.argv[1]), int(sys.argv[2])
    text = b""
    length = int.from_bytes(os.read(control, 4), "big")
    while len(text) < length and (more := os.read(control, length - len(text))):
        text += more
    if len(text) < length:
        return  # the caller is gone already
    warden = Warden(marshal.loads(text), control, report)
    try:
        warden.keep()
    except BaseException as error:  # noqa: BLE001 - told to the caller, who raises it
        warden.tell(f"broken {error!r}")
