"""No disk takes more than the limit, however fast a program writes, and what it left is kept."""

from __future__ import annotations

import os
import pathlib
import stat
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from beliefs.errors import InvalidInput
from beliefs.sandbox import Finished, Level, Limits, Reason, Room, live, run, start
from beliefs.sandbox.limits import MIB
from beliefs.sandbox.probing import enforcement

pytestmark = pytest.mark.skipif(
    "in memory" not in enforcement()["disk"], reason="this machine gives no place in memory"
)

MOST = 16 * MIB
# Each says how many bytes it has got rid of, as soon as it has.
WRITER = """
import ctypes, mmap, os, sys
BIG = b"x" * 2**20
count = 0
def wrote(size):
    global count
    count += size
    os.write(1, f"{count}\\n".encode())
"""
BURSTS = {
    "into many files": """
for n in range(400):
    file = os.open(f"big{n}", os.O_WRONLY | os.O_CREAT); wrote(os.write(file, BIG)); os.close(file)
""",
    "to the ends of a few files": """
files = [os.open(f"big{n}", os.O_WRONLY | os.O_CREAT | os.O_APPEND) for n in range(30)]
for n in range(400): wrote(os.write(files[n % 30], BIG))
""",
    "by many children": """
for n in range(30):
    if os.fork() == 0:
        file = os.open(f"big{n}", os.O_WRONLY | os.O_CREAT)
        for _ in range(15): os.write(file, BIG)
        os._exit(0)
while True:
    try: os.wait()
    except ChildProcessError: break
""",
    "through mapped memory": """
for n in range(30):
    with open(f"big{n}", "w+b") as file:
        file.truncate(15 * 2**20)
        with mmap.mmap(file.fileno(), 15 * 2**20) as held:
            for at in range(15): held[at * 2**20:(at + 1) * 2**20] = BIG; wrote(2**20)
""",
    "by taking room at once": """
for n in range(30):
    file = os.open(f"big{n}", os.O_WRONLY | os.O_CREAT)
    ctypes.CDLL(None).fallocate(file, 0, ctypes.c_long(0), ctypes.c_long(15 * 2**20))
    os.posix_fallocate(file, 0, 15 * 2**20); wrote(os.fstat(file).st_blocks * 512)
""",
    "into files that are deleted and open": """
held = []
for n in range(400):
    held.append(os.open("gone", os.O_WRONLY | os.O_CREAT)); os.unlink("gone")
    wrote(os.write(held[-1], BIG))
""",
}


def wrote(body: str, folder: pathlib.Path, **options) -> Finished:
    command = ["python3", "-S", "-c", WRITER + body]
    limits = Limits(wall=20.0, disk=MOST, **options)
    return run(command, Room(write=[folder]), limits=limits, level=Level.BUBBLEWRAP)


def on_disk(folder: pathlib.Path) -> int:
    told = subprocess.run(["du", "-s", "-B1", folder], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[0])


@pytest.mark.parametrize("burst", BURSTS)
def test_a_burst_puts_no_more_than_the_limit_anywhere(burst, tmp_path):
    before = on_disk(tmp_path)
    found = wrote(BURSTS[burst], tmp_path)
    assert not found.ok
    assert max(map(int, found.out.split()), default=0) <= MOST
    assert on_disk(tmp_path) - before <= MOST


def test_a_disk_takes_nothing_before_the_end(tmp_path):
    script = "head -c 8000000 /dev/zero > big; touch there; sleep 9"
    room = Room(write=[tmp_path])
    with start(["sh", "-c", SERVES + script], room, level=Level.BUBBLEWRAP) as server:
        until = time.monotonic() + 10
        while not live(tmp_path / "there").exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert live(tmp_path / "big").stat().st_size == 8_000_000
        assert list(tmp_path.iterdir()) == []
        server.kill()
        assert (tmp_path / "big").stat().st_size == 8_000_000
        assert live(tmp_path / "big") == tmp_path / "big"


SERVES = "python3 -m http.server --bind $HOST $PORT >/dev/null 2>&1 &\n"


def test_holes_and_other_names_take_no_room(tmp_path):
    body = """
for n in range(20):
    with open(f"hole{n}", "wb") as file: file.truncate(15 * 2**20)
with open("big", "wb") as file: file.write(BIG * 12)
for n in range(10): os.link("big", f"again{n}")
"""
    before = on_disk(tmp_path)
    assert wrote(body, tmp_path).ok
    assert on_disk(tmp_path) - before <= MOST
    assert (tmp_path / "hole19").stat().st_size == 15 * MIB
    assert (tmp_path / "again9").samefile(tmp_path / "big")


def test_what_takes_room_on_a_disk_alone_is_counted_there(tmp_path):
    body = """
with open("big", "wb") as file: file.write(BIG * 12)
for n in range(3800): os.mkdir("d" * 200 + str(n))
"""
    before = on_disk(tmp_path)
    found = wrote(body, tmp_path)
    assert (found.exit, found.reason) == (0, Reason.DISK)
    assert on_disk(tmp_path) - before <= MOST


def test_what_lies_too_deep_is_not_kept(tmp_path):
    body = "for n in range(300): os.mkdir('d'); os.chdir('d')\nopen('file', 'w').close()"
    assert wrote(body, tmp_path).reason is Reason.DISK
    assert sum(1 for path in tmp_path.rglob("*")) == 128


def test_what_was_there_is_not_counted_and_may_be_replaced(tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(b"x" * 12 * MIB)
    assert wrote("os.rename('a', 'c'); open('b', 'wb').write(BIG * 14)", tmp_path).ok
    assert {path.name: path.stat().st_size for path in tmp_path.iterdir()} == {
        "b": 14 * MIB,
        "c": 12 * MIB,
    }


def test_what_does_not_fit_is_left_out_and_said(tmp_path):
    # An old file that a larger one should replace, and did not, gives no room to others.
    (tmp_path / "old").write_bytes(b"x" * 12 * MIB)
    for name in "abcd":
        (tmp_path / name).touch()
    before = on_disk(tmp_path)
    body = """
for name in ("a", "b", "old", "c", "d"):
    os.unlink(name)
    with open(name, "wb") as file: file.write(BIG * 16 if name == "old" else BIG * 2 + BIG[::2])
for n in range(3000): os.mkdir("d" * 200 + str(n))
"""
    assert wrote(body, tmp_path).reason is Reason.DISK
    assert on_disk(tmp_path) - before <= MOST


def test_too_much_memory_is_too_much_memory(tmp_path):
    # What is written is held in memory, and counts there.
    body = "held = BIG * 40; open('big', 'wb').write(BIG * 15); import time; time.sleep(0.5)"
    found = wrote(body, tmp_path, memory=48 * MIB)
    assert found.reason is Reason.MEMORY or "MemoryError" in found.err
    assert wrote("held = BIG * 8\nopen('big', 'wb').write(BIG * 8)", tmp_path, memory=48 * MIB).ok


def test_all_kinds_of_files_are_brought_back_as_they_were_left(tmp_path):
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "file").write_text("old")
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone" / "file").touch()
    (tmp_path / "turns").mkdir()
    (tmp_path / "same").write_text("same")
    same = (tmp_path / "same").stat()
    script = """
        umask 022; rm -r gone turns; mv old new; echo file > turns; ln -s /etc/passwd link
        mkfifo pipe; echo secret > closed; chmod 000 closed
        mkdir shut; echo x > shut/file; chmod 500 shut; echo '#!/bin/sh' > tool; chmod 755 tool
        touch -d '2001-02-03 04:05:06 UTC' dated; ln new/file other; printf 'a\\nb' > 'odd
name'
    """
    room = Room(write=[tmp_path])
    for _ in range(2):  # and as they were brought back, too
        found = run(["sh", "-ec", script], room, level=Level.BUBBLEWRAP)
        assert found.ok, found.err
        script = "test -L link; test -p pipe; test -x tool; ls -l other; echo more >> new/file"
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"new", "turns", "link", "pipe", "closed", "shut", "tool", "dated", "other",
                     "odd\nname", "same"}  # fmt: skip
    assert (tmp_path / "link").readlink() == pathlib.Path("/etc/passwd")
    modes = {name: stat.S_IMODE((tmp_path / name).lstat().st_mode) for name in names}
    assert (modes["closed"], modes["shut"], modes["tool"]) == (0, 0o500, 0o755)
    assert (tmp_path / "dated").stat().st_mtime == 981_173_106
    assert (tmp_path / "other").read_text() == "oldmore\n"
    assert (tmp_path / "other").samefile(tmp_path / "new" / "file")
    now = (tmp_path / "same").stat()
    assert (now.st_ino, now.st_mtime_ns) == (same.st_ino, same.st_mtime_ns)
    (tmp_path / "shut").chmod(0o700)


def test_nothing_is_written_through_a_link_or_another_name(tmp_path):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    for folder in (outside, inside):
        folder.mkdir()
    (outside / "file").write_text("untouched")
    (inside / "also").hardlink_to(outside / "file")
    (inside / "sub").mkdir()
    (inside / "sub" / "file").write_text("in a folder")
    script = f"""
        rm also; echo theirs > also; mv sub away; ln -s {outside} sub; echo theirs > away/file
    """
    room = Room(write=[inside])
    assert run(["sh", "-c", script], room, level=Level.BUBBLEWRAP).ok
    assert (inside / "also").read_text() == "theirs\n"
    assert (inside / "sub").is_symlink()
    assert {path.name: path.read_text() for path in outside.iterdir()} == {"file": "untouched"}
    assert run(["sh", "-c", "rm sub; mv away sub"], room, level=Level.BUBBLEWRAP).ok
    assert (inside / "sub" / "file").read_text() == "theirs\n"


def test_what_somebody_else_puts_there_meanwhile_stays(tmp_path):
    (tmp_path / "old").write_text("old")
    with start(["sh", "-c", f"{SERVES} echo x > theirs; sleep 9"], Room(write=[tmp_path])):
        (tmp_path / "mine").write_text("mine")
        (tmp_path / "old").write_text("changed")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "mine": "mine",
        "old": "changed",
        "theirs": "x\n",
    }


def test_who_runs_beside_another_has_the_same_folders(tmp_path):
    (tmp_path / "inner").mkdir()
    with start(["sh", "-c", f"{SERVES} sleep 9"], Room(write=[tmp_path])):
        with pytest.raises(InvalidInput, match="the same writable folders"):
            run(["true"], Room(write=[tmp_path / "inner"]), level=Level.BUBBLEWRAP)
        assert run(["touch", "file"], Room(write=[tmp_path]), level=Level.BUBBLEWRAP).ok
        assert not (tmp_path / "file").exists()
    assert (tmp_path / "file").exists()


def test_two_folders_are_one_room(tmp_path):
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    (folders[1] / "old").write_text("old")
    room = Room(write=[*folders, tmp_path / "a"])
    script = f"cp {folders[1]}/old new; head -c 9000000 /dev/zero > big; cp big {folders[1]}/big"
    found = run(["sh", "-c", script], room, limits=Limits(disk=MOST), level=Level.BUBBLEWRAP)
    assert found.reason is Reason.DISK
    assert (folders[0] / "new").read_text() == "old"
    assert sum(map(on_disk, folders)) <= MOST + 3 * 4096


@pytest.mark.parametrize("who", ["caller", "warden"])
def test_nothing_is_left_of_one_that_was_killed(who, tmp_path):
    code = f"""
import pathlib, time
from beliefs.sandbox import Limits, Room, Level, live
from beliefs.sandbox.launch import launched
room = Room(write=[{str(tmp_path)!r}])
with launched(["sh", "-c", "touch new; sleep 60"], room, Limits(), Level.BUBBLEWRAP) as one:
    while not live(pathlib.Path({str(tmp_path)!r}, "new")).exists(): time.sleep(0.01)
    print(one.process.pid, flush=True)
    one.process.wait()
"""
    (tmp_path / "old").touch()
    mounts = len(mounted())
    caller = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert caller.stdout is not None
    warden = int(caller.stdout.readline())
    until = time.monotonic() + 10
    assert [*sleepers(tmp_path)]
    os.kill(caller.pid if who == "caller" else warden, 9)
    caller.wait(15)
    caller.stdout.close()
    while [*sleepers(tmp_path)] and time.monotonic() < until:
        time.sleep(0.01)
    assert [*sleepers(tmp_path)] == []
    assert len(mounted()) == mounts
    assert (tmp_path / "old").exists()
    assert (tmp_path / "new").exists() == (who == "warden")


def mounted() -> list[str]:
    return pathlib.Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()


def sleepers(folder: pathlib.Path) -> Iterator[str]:
    """Processes that have a folder mounted, or work in it."""
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if str(folder) in (path / "mountinfo").read_text(encoding="utf-8"):
                yield path.name
        except OSError:
            continue


def opened() -> int:
    return sum(1 for _ in pathlib.Path("/proc/self/fd").iterdir())


def test_nothing_stays_open(tmp_path):
    before = opened()
    for _ in range(3):
        assert run(["touch", "file"], Room(write=[tmp_path]), level=Level.BUBBLEWRAP).ok
    assert opened() == before
