"""A command runs to its end, or to its limit, and what it did is told as it was."""

from __future__ import annotations

import os
import pathlib
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput, SandboxError
from beliefs.sandbox import Finished, Level, Limits, Network, Reason, Room, available, live, run
from beliefs.sandbox.hearing import Heard
from beliefs.sandbox.launch import launched
from beliefs.sandbox.limits import MIB

LEVELS = [probe.level for probe in available() if probe.works]
every_level = pytest.mark.parametrize("level", [*LEVELS, Level.NONE])


def sh(script: str, room: Room | None = None, **options) -> Finished:
    return run(["sh", "-c", script], room or Room(), **options)


@every_level
def test_what_it_says_and_how_it_ends(level):
    found = sh("cat; echo oops >&2; exit 3", stdin=b"\x00\xffhello", level=level)
    assert (found.stdout, found.err, found.exit) == (b"\x00\xffhello", "oops\n", 3)
    assert (found.reason, found.level, found.ok) == (Reason.EXITED, level, False)
    assert found.used.wall > 0
    assert found.used.pids >= 1


@every_level
def test_a_signal_and_an_exit_status_are_not_mistaken_for_each_other(level):
    assert sh("kill -9 $$", level=level).exit == -9
    assert sh("exit 137", level=level).exit == 137


@every_level
def test_a_program_that_is_not_there_or_cannot_be_run(level, tmp_path):
    found = run(["no-such-program"], Room(), level=level)
    assert (found.exit, found.err) == (127, "no-such-program: No such file or directory\n")
    (tmp_path / "text").write_text("not a program", encoding="utf-8")
    assert run([str(tmp_path / "text")], Room(write=[tmp_path]), level=level).exit == 126


@every_level
def test_nothing_of_the_environment_is_inherited(level, monkeypatch):
    monkeypatch.setenv("API_KEY", "secret")
    found = run(["env"], Room(environment={"GIVEN": "yes"}), level=level)
    names = {line.partition("=")[0] for line in found.out.splitlines()}
    assert names - {"PWD", "LC_CTYPE"} == {"PATH", "HOME", "TMPDIR", "LANG", "GIVEN"}


@every_level
def test_what_is_written_stays_and_can_be_written_again(level, tmp_path):
    room = Room(write=[tmp_path])
    assert sh("echo one > notes; mkdir deep; echo x > deep/file", room, level=level).ok
    (tmp_path / "mine").write_text("by the judge", encoding="utf-8")
    assert sh("echo two >> notes; echo y >> deep/file; echo z >> mine", room, level=level).ok
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "one\ntwo\n"


@pytest.mark.parametrize("level", LEVELS)
def test_a_pipe_that_is_named_may_be_spoken_into(level, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    held = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    room = Room(read=[tmp_path, pipe])
    assert sh(f"echo hello > {pipe}; echo no > {tmp_path}/new", room, level=level).exit == 2
    assert os.read(held, 100) == b"hello\n"
    os.close(held)


@every_level
def test_two_may_share_a_folder(level, tmp_path):
    room = Room(write=[tmp_path])
    script = "echo a >> notes; while [ ! -e done ]; do sleep 0.02; done; echo c >> notes"
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(sh, script, room, level=level)
        until = time.monotonic() + 10
        while not live(tmp_path / "notes").exists() and time.monotonic() < until:
            time.sleep(0.01)
        second = sh("echo b >> notes; touch done", room, level=level)
        assert (first.result().err, second.err) == ("", "")
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "a\nb\nc\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands folders over")
def test_a_folder_is_handed_over_and_nothing_else(tmp_path):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "file").touch()
    (inside / "link").symlink_to(outside)
    (inside / "also").hardlink_to(outside / "file")
    assert sh("true", Room(write=[inside])).ok
    owners = [path.lstat().st_uid for path in (inside, inside / "link", outside, outside / "file")]
    assert owners[0] == owners[1] != 0
    assert owners[2:] == [0, 0]


@every_level
def test_home_and_temporary_files_are_there_and_gone(level):
    found = sh('echo x > "$HOME/a"; echo y > "$TMPDIR/b"; cat "$HOME/a" "$TMPDIR/b"', level=level)
    assert found.out == "x\ny\n"
    assert sh('ls "$TMPDIR"', level=level).out == ""


@every_level
def test_a_room_may_be_made_of_folders_that_are_closed_to_others(level, tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "file").write_text("readable", encoding="utf-8")
    (closed / "file").chmod(stat.S_IRUSR)
    closed.chmod(stat.S_IRWXU)
    found = sh(f"cat {closed}/file", Room(read=[closed]), level=level)
    assert found.out == "readable", found.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be dropped")
@every_level
def test_root_is_dropped(level):
    first, second = (sh("id -u; id -G; grep Cap /proc/self/status", level=level) for _ in "ab")
    assert "0" not in first.out.split()[:2]
    assert first.out.split()[0] != second.out.split()[0]  # a user of its own for every run
    if level is Level.BUBBLEWRAP:
        assert {line.split()[1] for line in first.out.splitlines()[2:]} == {"0" * 16}


@every_level
def test_the_tree_is_held_without_groups_too(level):
    # Six processes of 40 MB: none is large.
    code = """
import os, time
for _ in range(6):
    if os.fork() == 0: break
held = bytearray(b"x") * (40 * 2**20)
time.sleep(5)
"""
    found = warded(["python3", "-S", "-c", code], Limits(memory=128 * MIB), level)
    assert found.reason is Reason.MEMORY
    assert found.used.wall < 4
    many = warded(
        ["sh", "-c", "for i in 1 2 3 4 5 6; do sleep 5 & done; wait"], Limits(pids=4), level
    )
    assert many.reason is Reason.PIDS or "fork" in many.err
    marker = f"88{time.monotonic_ns()}.5"
    script = f"(setsid sleep {marker} &) ; sleep 0.2"
    assert warded(["sh", "-c", script], Limits(), level).ok
    assert _count(marker) == 0


def warded(argv: list[str], limits: Limits, level: Level) -> Finished:
    with launched(argv, Room(), limits, level, groups=False) as one:
        heard = Heard(one, limits)
        heard.listen(until=None)
    return heard.finished(level)


@pytest.mark.parametrize("level", LEVELS)
def test_a_failure_of_the_sandbox_is_not_the_programs(level):
    with launched(["sleep", "5"], Room(), Limits(), level) as one:
        heard = Heard(one, Limits())
        heard.listen(until=time.monotonic() + 0.4)
        one.process.kill()
        heard.listen(until=None)
    with pytest.raises(SandboxError, match="its warden was killed"):
        heard.finished(level)


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has it")
def test_a_level_that_is_not_there_says_so():
    with pytest.raises(SandboxError, match="at level seatbelt"):
        sh("true", level=Level.SEATBELT)


def test_many_at_once():
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: sh(f"echo {n}").out, range(8)))
    assert found == [f"{n}\n" for n in range(8)]


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (lambda _: Room(read=["/"]), "holds too much"),
        (lambda _: Room(write=[pathlib.Path.home()]), "holds too much"),
        (lambda _: Room(write=["/tmp"]), "holds too much"),  # noqa: S108 - refused
        (lambda path: Room(read=[path / "no"]), "does not exist"),
        (lambda path: Room(write=[path / "file"]), "is not a folder"),
        (lambda path: Room(write=[path], cwd="/usr/bin"), "in none of the room's folders"),
        (lambda _: Room(environment={"A=B": "c"}), "cannot stand in an environment"),
        (lambda _: Room(environment={"A": "\0"}), "cannot stand in an environment"),
        (lambda _: run([], Room()), "at least one word"),
        (lambda _: run(["a\0b"], Room()), "at least one word"),
        (lambda _: Limits(memory=-1), "a number above zero; memory is -1"),
        (lambda _: Limits(wall=float("nan")), "a number above zero; wall is nan"),
    ],
)
def test_what_cannot_be_asked_for(ask, answer, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(InvalidInput, match=answer):
        ask(tmp_path)


def test_a_rooms_links_are_followed_once(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    room = Room(write=[tmp_path / "link"])
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to("/etc")
    assert room.write == ((tmp_path / "real").resolve(),)
    assert (room.cwd, room.network) == (room.write[0], Network.NONE)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    words=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), max_size=4),
    data=st.binary(max_size=200_000),
)
def test_arguments_and_bytes_arrive_as_they_are(words, data):
    code = "import os, sys; os.write(2, ascii(sys.argv[1:]).encode()); os.write(1, b'%d:' % 1)\n"
    code += "while data := os.read(0, 65536): sys.stdout.buffer.write(data)"
    found = run(["python3", "-S", "-X", "utf8", "-c", code, *words], Room(), stdin=data)
    assert (found.err, found.stdout) == (ascii(words), b"1:" + data)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("end", ["kill", "interrupt"])
def test_a_caller_that_is_ended_leaves_no_process(level, end):
    marker = f"77{os.getpid()}.{time.monotonic_ns()}"
    # Whoever runs the tests in the background has interrupts ignored, and so would its children.
    code = f"""
import signal
from beliefs.sandbox import Level, Room, run
signal.signal(signal.SIGINT, signal.default_int_handler)
script = "sleep {marker} & setsid sleep {marker} & sleep {marker}"
run(["sh", "-c", script], Room(), level=Level({str(level)!r}))
"""
    caller = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    until = time.monotonic() + 10
    while _count(marker) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    assert _count(marker) >= 3
    caller.send_signal(9 if end == "kill" else 2)
    caller.wait(10)
    until = time.monotonic() + 5
    while _count(marker) and time.monotonic() < until:
        time.sleep(0.01)
    assert _count(marker) == 0


def _count(marker: str) -> int:
    found = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += path.read_bytes().split(b"\0")[:2] == [b"sleep", marker.encode()]
        except OSError:
            continue
    return found
