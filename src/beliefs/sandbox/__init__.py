"""Running code that nobody trusts: generated programs are installed, started and judged here.

Nothing that runs here can harm the machine, read what is the user's, or outlive its run. A `Room`
says what a program can reach, `Limits` how much it may use, and a `Level` what keeps it in:
bubblewrap, else Landlock with seccomp, else Seatbelt on macOS, else nothing is run. Which of them
this machine gives, `belief doctor` prints; what each of them stops is in docs/sandbox.md.

A command, until it ends:

    from beliefs.sandbox import Limits, Room, run, start

    room = Room(read=[project, venv], write=[data], cwd=project)
    done = run(["python", "main.py", "--help"], room, limits=Limits(wall=5))
    done.exit, done.out, done.err, done.reason, done.used, done.level

A server, over HTTP, stopped and started again on what it has stored:

    with start([python, "main.py"], room.given(CLOCK_SHIFT="86400")) as server:
        with server.client() as http:               # an httpx.Client that reaches it
            http.post("/notes", json={"text": "hello"})
        server.stop()                               # SIGTERM; kill() is a power cut
    with start([python, "main.py"], room) as server, server.client() as http:
        http.get("/notes")

What a program does is never raised, only returned; `SandboxError` means that the sandbox failed,
and `NeverServed` that a server did not come up. It knows nothing of beliefs.
"""

from __future__ import annotations

from beliefs.sandbox.finished import Finished, Reason
from beliefs.sandbox.level import Level
from beliefs.sandbox.limits import Limits, Used
from beliefs.sandbox.probing import Probe, available, best
from beliefs.sandbox.room import Network, Room
from beliefs.sandbox.running import run
from beliefs.sandbox.serving import Served, start
from beliefs.sandbox.shelves import live

__all__ = [
    "Finished",
    "Level",
    "Limits",
    "Network",
    "Probe",
    "Reason",
    "Room",
    "Served",
    "Used",
    "available",
    "best",
    "live",
    "run",
    "start",
]
