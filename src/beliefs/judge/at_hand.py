"""A command on stage: each question put to it starts it once, in the sandbox."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.judge.command import Command, Ran, Running
from beliefs.judge.scratch import scratch
from beliefs.judge.stage import LIMITS, Copies
from beliefs.judge.unmet import Unmet
from beliefs.sandbox import Limits, Reason, best, run
from beliefs.sandbox.hearing import Heard
from beliefs.sandbox.launch import launched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.judge.program import Program
    from beliefs.judge.stage import Stage
    from beliefs.sandbox import Finished

_RUN_SECONDS = 30.0
_ONCE = Limits(
    memory=LIMITS.memory,
    pids=LIMITS.pids,
    disk=LIMITS.disk,
    cpu=_RUN_SECONDS,
    wall=_RUN_SECONDS,
    output=LIMITS.output,
)

# Runs a neighbour and the command in one room. The neighbour says its port on its first line and
# what it heard on the others; the command is told the port, and all comes back as one document.
_BESIDE = """
import base64, json, os, subprocess, sys
plan = json.load(sys.stdin)
beside = subprocess.Popen([sys.executable, "-I", "-S", "-c", plan["beside"]], env={},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
address = "127.0.0.1:" + beside.stdout.readline().decode().strip()
told = {name: value.replace("{beside}", address) for name, value in plan["env"].items()}
ran = subprocess.run(plan["argv"], env=dict(os.environ, **told), capture_output=True,
                     input=plan["stdin"].encode())
beside.kill()
heard = beside.stdout.read().decode(errors="replace")
text = lambda held: base64.b64encode(held).decode()
told = {"exit": ran.returncode, "out": text(ran.stdout), "err": text(ran.stderr), "heard": heard}
json.dump(told, sys.stdout)
"""


@contextmanager
def at_hand(
    folder: Path, program: Program, environment: Path | None = None
) -> Iterator[Stage[Command]]:
    """A command on stage; what it wrote is gone afterwards."""
    with scratch("stage") as place:
        yield _AtHand(Copies(folder, program, place, environment))


class _AtHand:
    def __init__(self, copies: Copies) -> None:
        self._copies = copies
        self._command: Command | None = None

    def anew(self) -> Command:
        self._command = Command(self._copies.next(), self._run, self._launch)
        return self._command

    def ready(self) -> Command:
        return self._command or self.anew()

    def dead(self) -> str:
        return ""

    def _run(self, words: tuple[str, ...], stdin: str, env: Mapping[str, str], beside: str) -> Ran:
        asked = " ".join((*self._copies.program.start, *words))
        argv = self._copies.words(*words)
        if beside:
            plan = {"beside": beside, "argv": argv, "env": dict(env), "stdin": stdin}
            python = self._copies.words()[0]
            done = self._once([python, "-I", "-c", _BESIDE], {}, json.dumps(plan), asked)
            return _together(asked, done)
        done = self._once(argv, env, stdin, asked)
        return Ran(asked, done.exit, done.out, done.err)

    def _once(self, argv: list[str], env: Mapping[str, str], stdin: str, asked: str) -> Finished:
        done = run(argv, self._copies.room(env), limits=_ONCE, stdin=stdin.encode())
        if done.reason is not Reason.EXITED:
            message = f"{asked} → ended for its {done.reason} (within {_RUN_SECONDS:.0f} s)"
            raise Unmet(message)
        return done

    @contextmanager
    def _launch(self, words: tuple[str, ...], env: Mapping[str, str]) -> Iterator[Running]:
        argv, room = self._copies.words(*words), self._copies.room({"PYTHONUNBUFFERED": "1", **env})
        with launched(argv, room, LIMITS, best()) as one:
            heard = Heard(one, LIMITS)
            listener = threading.Thread(target=heard.listen, args=(None,), daemon=True)
            listener.start()

            def said() -> str:
                held = bytes(heard.output["stdout"]) + bytes(heard.output["stderr"])
                return held.decode(errors="replace")

            try:
                yield Running(" ".join(argv), said, listener.is_alive)
            finally:
                one.dismiss()
                listener.join()  # before the pipes that it reads are closed
                heard.close()


def _together(asked: str, done: Finished) -> Ran:
    try:
        told = json.loads(done.out)
    except ValueError:
        message = f"{asked} → no report of what it did beside its neighbour: {done.err[-300:]}"
        raise Unmet(message) from None
    out, err = (base64.b64decode(told[name]).decode(errors="replace") for name in ("out", "err"))
    heard = tuple(json.loads(line) for line in told["heard"].splitlines())
    return Ran(asked, told["exit"], out, err, heard)
