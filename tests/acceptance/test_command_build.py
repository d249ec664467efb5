"""`belief build` and what is around it: killed, resumed, interrupted, run, tested, cleaned up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import psutil
import pytest

from beliefs.build.experience import experience
from beliefs.sandbox import Level, available, best
from tests.acceptance.command import Command

GOAL = "An API with FastAPI: GET /time gives the current UTC time in ISO 8601 under the key time."
RUNS = "A text API: POST /sorted runs the body through `no-such-tool -u` and returns its output."
STAGES = ("understand", "write", "install", "examine", "deliver")

# The command, killed when a stage has done its work and nobody has noted it yet.
KILLED = """
import os, signal, sys
from beliefs.build import stages
from beliefs.cli import main
name = sys.argv.pop(1)
stage = getattr(stages, name)
def killed(*given):
    stage(*given)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(stages, name, killed)
main()
"""


# The command, with a mistake of ours in a stage.
BROKEN = """
from beliefs.build import stages
from beliefs.cli import main
def broken(*given):
    raise ZeroDivisionError("nought")
stages.write = broken
main()
"""

# The command, where no level of the sandbox works.
OPEN = """
from beliefs.cli import main
from beliefs.sandbox import probing
probing._ORDER = ()
main()
"""
LANDLOCK = OPEN.replace("= ()", "= (probing.Level.LANDLOCK,)")

# A network with nothing in it but loopback: whoever wants to go further is counted by the kernel,
# whichever process it is. One attempt of our own at the end shows that it counts.
ALONE = """
import fcntl, json, pathlib, socket, struct, subprocess, sys
up = struct.pack("16sh14s", b"lo", 0x49, b"")
fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0x8914, up)
def attempts():
    lines = pathlib.Path("/proc/net/snmp").read_text().splitlines()
    names, counts = (each.split() for each in lines if each.startswith("Ip:"))
    old = int(dict(zip(names, counts))["OutNoRoutes"])
    new = pathlib.Path("/proc/net/snmp6").read_text().split()
    return old + int(new[new.index("Ip6OutNoRoutes") + 1])
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
seen = attempts()
try:
    socket.create_connection(("192.0.2.1", 80), 1)
except OSError:
    pass
print(json.dumps([done.returncode, done.stdout, done.stderr, seen, attempts()]))
"""


class Built(NamedTuple):
    belief: Command
    folder: Path
    resumed: list[dict[str, Any]]
    asked_for_traces: bool


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Iterator[Built]:
    """A service whose build was killed once in every stage."""
    home = tmp_path_factory.mktemp("machine")
    belief, folder = Command(home), home / "clock"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0)
        # Who has these set for programs of their own does not send us anything.
        belief.environment |= {
            "LANGSMITH_TRACING": "true",
            "LANGCHAIN_TRACING_V2": "true",
            "LANGSMITH_API_KEY": "none",
            "LANGSMITH_ENDPOINT": f"http://127.0.0.1:{listener.getsockname()[1]}",
        }
        begin = ("build", "--goal", GOAL, "--output", str(folder))
        for stage in STAGES:
            words = begin if stage == STAGES[0] else ("resume",)
            argv = [sys.executable, "-c", KILLED, stage, *words]
            done = subprocess.run(argv, env=belief.environment, capture_output=True, check=False)
            assert done.returncode == -signal.SIGKILL, (stage, done.stderr.decode())
        answer = belief.run("resume", str(folder), "--json")
        assert answer.status == 0, answer
        try:
            listener.accept()
            sent = True
        except BlockingIOError:
            sent = False
    yield Built(belief, folder, [json.loads(line) for line in answer.out.splitlines()], sent)
    shutil.rmtree(home, ignore_errors=True)


def test_a_build_killed_in_every_stage_comes_to_the_same(built, tmp_path):
    *stages, whole = built.resumed
    assert [each["stage"] for each in stages] == ["deliver"]
    assert set(whole["seconds"]) >= {"understand", "write", "install", "judge", "deliver"}
    assert whole["verdict"] == "accepted"
    assert whole["shares"].keys() == whole["seconds"].keys()
    assert sum(whole["shares"].values()) == pytest.approx(1, abs=0.01)
    assert whole["tests"] == 2
    assert whole["sandbox"] == {"level": str(best()), "means": best().means}
    plain = built.belief.run(
        "build", GOAL, "--emit-only", "--output", str(tmp_path / "b"), "--json"
    )
    assert plain.status == 1
    unjudged = json.loads(plain.out.splitlines()[-1])
    assert (unjudged["tree"], unjudged["sandbox"]) == (whole["tree"], None)
    # Author and date are fixed: not only the trees are the same, but the commits.
    heads = {
        subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=each)
        for each in (built.folder, tmp_path / "b")
    }
    assert len(heads) == 1
    assert {path.name for path in (built.folder / ".belief").iterdir()} == {
        "assumptions.json",
        "provenance.json",
        "run.json",
        "spec.json",
        "verdict.json",
    }
    assert "no build to resume" in built.belief.fails(64, "resume")


def test_where_a_project_comes_from_is_kept_beside_it(built):
    told = {
        name: json.loads((built.folder / ".belief" / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("provenance", "verdict")
    }
    assert told["verdict"]["sandbox"] == {"level": str(best()), "means": best().means}
    assert told["verdict"]["tests"] == 2
    assert set(told["provenance"]["beliefs"]) == {"choices", "p_accept"}
    assert set(told["provenance"]["versions"]) == {"beliefs", "code", "constraints", "python"}
    stated = told["provenance"]["p_accept"]
    assert 0 < stated["p"] == told["verdict"]["p_accept"] == built.resumed[-1]["p_accept"] < 1
    plan = built.belief.json("build", GOAL, "--dry-run")
    assert (plan["p_accept"], plan["routes"][0]) == (stated, "GET /time")
    assert {"main.py", "README.md", "start.sh"} <= set(plan["files"])
    # The verdict counts for what was built; of a build that was not judged there is none.
    with experience(Path(built.belief.environment["BELIEFS_HOME"])) as known:
        assert known.known["A judge accepts services with: the framework fastapi"].alpha >= 2


@pytest.mark.parametrize(
    ("program", "more", "said"),
    [
        (OPEN, ["--unsafe"], "sandbox: none (nothing kept it in: it could reach all"),
        (LANDLOCK, [], "one allowed loopback port for a server)"),
    ],
)
def test_what_kept_it_in_is_said(built, tmp_path, program, more, said):
    if program is LANDLOCK and Level.LANDLOCK not in [
        one.level for one in available() if one.works
    ]:
        pytest.skip("this kernel has no Landlock")
    words = ["build", GOAL, "--output", str(tmp_path / "said"), "--quiet", *more]
    argv = [sys.executable, "-c", program, *words]
    done = subprocess.run(argv, env=built.belief.environment, capture_output=True, check=False)
    assert done.returncode == 0, done
    assert said in done.stdout.decode()


def test_no_trace_of_a_build_is_sent(built):
    assert not built.asked_for_traces


def test_a_build_goes_nowhere_but_loopback(built, tmp_path):
    # Root keeps its own user namespace: the sandbox drops to users that must exist in it.
    kept = [] if os.geteuid() == 0 else ["--map-current-user", "--keep-caps"]
    alone = ["unshare", *kept, "--net"]
    if not shutil.which("unshare") or subprocess.run([*alone, "true"], check=False).returncode:
        pytest.skip("this machine makes no network of its own for a process")
    argv = [*built.belief.program, "build", GOAL, "--offline", "--output", str(tmp_path / "e")]
    done = subprocess.run(
        [*alone, sys.executable, "-c", ALONE, *argv],
        env=built.belief.environment,
        capture_output=True,
        check=True,
    )
    status, out, err, seen, after = json.loads(done.stdout)
    assert status == 0, out + err
    assert (seen, after) == (0, 1)


def test_an_interrupted_build_leaves_no_process_and_can_be_resumed(built, tmp_path):
    # Judged for as long as it takes, so that it is still under way when it is interrupted.
    argv = [*built.belief.program, "build", GOAL, "--output", str(tmp_path / "c"), "--json"]
    with subprocess.Popen(
        [*argv, "--thorough"],
        env=built.belief.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout is not None
        while json.loads(run.stdout.readline()).get("stage") != "install":
            pass
        me = psutil.Process(run.pid)
        until = time.monotonic() + 30
        while not (started := me.children(recursive=True)) and time.monotonic() < until:
            time.sleep(0.01)
        assert "under way" in built.belief.fails(64, "resume")
        for _ in range(3):  # people are impatient
            run.send_signal(signal.SIGINT)
            time.sleep(0.2)
        assert run.wait(30) == 130
    gone, alive = psutil.wait_procs(started, timeout=10)
    assert gone
    assert not alive
    shutil.rmtree(tmp_path / "c")  # what is gone cannot be judged: it is said, not passed over
    assert built.belief.run("resume").status == 64


def test_edges_have_a_status_and_write_nothing(built, tmp_path):
    out = ("--output", str(tmp_path / "d"))
    fails = built.belief.fails
    assert "German" in fails(2, "build", "Baue eine API mit FastAPI für Notizen und Kontakte", *out)
    assert "not empty" in fails(64, "build", GOAL, "--output", str(built.folder))
    assert "No such option" in fails(64, "build", GOAL, "--colour")
    assert "Nothing was asked" in fails(64, "build", "--goal", "-")
    assert "out of time" in fails(4, "build", GOAL, "--timeout", "0.01", *out)
    assert "Python 3.99 is not on this machine" in fails(3, "build", GOAL, "--python", "3.99", *out)
    assert "runs no-such-tool, which" in fails(3, "build", RUNS, *out)
    argv = [sys.executable, "-c", BROKEN, "build", GOAL, *out]
    done = subprocess.run(argv, env=built.belief.environment, capture_output=True, check=False)
    assert (done.returncode, b"nought" in done.stderr) == (70, True)
    assert b"this is a mistake of ours" in done.stderr
    for words in (["build", GOAL, *out], ["test", str(built.folder)]):
        argv, empty = [sys.executable, "-c", OPEN, *words], tmp_path / "home"
        told = {**built.belief.environment, "BELIEFS_HOME": str(empty)}
        done = subprocess.run(argv, env=told, capture_output=True, check=False)
        assert (done.returncode, b"would keep a program in" in done.stderr) == (3, True)
        assert not (empty / "environments").exists()
    refused = built.belief.run("build", "--goal", "-", "--quiet", *out, stdin="A game of chess.")
    assert refused.status == 2
    assert not (tmp_path / "d").exists()
    instead = built.belief("build", GOAL, "--dry-run", "--framework", "Django")
    assert "the framework Django: FastAPI takes its place" in instead


def test_what_was_built_runs_until_it_is_interrupted(built):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    argv = [*built.belief.program, "run", str(built.folder), "--port", str(port)]
    with subprocess.Popen(argv, env=built.belief.environment, stderr=subprocess.DEVNULL) as run:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                answer = httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        assert answer.json() == {"status": "ok"}
        run.send_signal(signal.SIGINT)
        run.wait(30)
    assert not psutil.pid_exists(run.pid)


def test_its_own_tests_are_run_and_can_fail(built, tmp_path):
    assert built.belief.json("test", str(built.folder))["passed"]
    broken = tmp_path / "broken"
    shutil.copytree(built.folder, broken)
    for test in (broken / "tests").glob("test_*.py"):
        test.write_text("def test_it():\n    assert False\n", encoding="utf-8")
    assert built.belief.run("test", str(broken)).status == 1
    for test in (broken / "tests").glob("test_*.py"):
        test.unlink()
    assert built.belief.run("test", str(broken)).status == 1


def test_builds_are_listed_and_what_none_uses_is_cleaned_away(built):
    listed = {each["folder"]: each for each in built.belief.json("builds")}
    assert listed[str(built.folder)]["verdict"] == "accepted"
    assert listed[str(built.folder)]["kept"]
    assert built.belief.json("clean") == {"removed": [], "freed": 0}
    for folder in listed:
        shutil.rmtree(folder, ignore_errors=True)
    cleaned = built.belief.json("clean")
    assert len(cleaned["removed"]) == 2  # to run it, and to test it
    assert cleaned["freed"] > 0
    assert not any(Path(each).exists() for each in cleaned["removed"])
