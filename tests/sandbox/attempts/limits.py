"""Attempts to use more than the limits, by one process or by many."""

from __future__ import annotations

from beliefs.sandbox import Level, Limits
from tests.sandbox.attempts.escape import BUBBLEWRAP, LANDLOCK, Control, Escape, both

MIB = 1024 * 1024
_ROOMY = Limits(wall=30.0, memory=2048 * MIB, disk=1024 * MIB, pids=600, cpu=30.0, output=64 * MIB)


def disk(landlock: str, signs: str = "disk") -> dict[Level, tuple[str, str]]:
    """Stopped by the size of a file system in memory, and by something else on the disk itself."""
    return {
        BUBBLEWRAP: ("a file system of that size", f"ENOSPC disk {signs}"),
        LANDLOCK: (landlock, signs),
    }


ESCAPES = (
    Escape(
        "fork without end",
        "import time\n"
        "for _ in range(300):\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(30); os._exit(0)\n"
        "escaped(); os.kill(0, 9)",
        {
            BUBBLEWRAP: ("a number of processes of its own", "EAGAIN pids"),
            LANDLOCK: ("number of processes, or the warden", "EAGAIN pids"),
        },
        control=Control.WIDER,
        limits=Limits(wall=20.0, pids=40),
        wider=_ROOMY,
    ),
    Escape(
        "start threads without end",
        "import _thread, time\n"
        "_thread.stack_size(65536)\n"
        "try:\n"
        "    for _ in range(300): _thread.start_new_thread(time.sleep, (30,))\n"
        "except RuntimeError: raise OSError(errno.EAGAIN, '')\n"
        "escaped(); os._exit(0)",
        {
            BUBBLEWRAP: ("a number of processes of its own", "EAGAIN pids"),
            LANDLOCK: ("number of processes, or the warden", "EAGAIN pids"),
        },
        control=Control.WIDER,
        limits=Limits(wall=20.0, pids=40),
        wider=_ROOMY,
    ),
    Escape(
        "fill the memory",
        "held = []\nfor _ in range(20): held.append(bytearray(b'x') * (16 * 2**20))\nescaped()",
        both("cgroup, or the warden", "memory MemoryError"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, memory=128 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the memory with many children",
        "import time\n"
        "children = []\n"
        "for _ in range(12):\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        held = bytearray(b'x') * (24 * 2**20)\n"
        "        time.sleep(0.7); os._exit(0)\n"
        "    children.append(child)\n"
        "if all(os.waitpid(c, 0)[1] == 0 for c in children): escaped()\n"
        "else: time.sleep(5)",
        both("cgroup, or the warden", "memory"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, memory=160 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the memory with files that have no name",
        "import time\n"
        "held = [os.memfd_create('x') for _ in range(20)]\n"
        "for file in held: os.write(file, b'x' * (16 * 2**20))\n"
        "time.sleep(0.3); escaped()",
        both("cgroup, or the warden", "memory disk MemoryError"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, memory=128 * MIB, disk=128 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk",
        "import time\n"
        "for n in range(20):\n"
        "    open(f'big{n}', 'wb').write(b'x' * (8 * 2**20)); time.sleep(0.02)\n"
        "escaped()",
        disk("the warden measures its folders"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk with one file",
        "with open('big', 'wb') as file:\n"
        "    for _ in range(20): file.write(b'x' * (8 * 2**20))\n"
        "escaped()",
        disk("a largest size for files", "EFBIG"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk with files that are deleted and kept open",
        "import time\n"
        "held = []\n"
        "for n in range(20):\n"
        "    held.append(open('gone', 'w+b')); os.unlink('gone')\n"
        "    held[-1].write(b'x' * (8 * 2**20)); held[-1].flush(); time.sleep(0.02)\n"
        "time.sleep(0.2); escaped()",
        disk("the warden looks at what is open"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk where no path is short enough to name it",
        "import time\n"
        "for _ in range(30): os.mkdir('d' * 200); os.chdir('d' * 200)\n"
        "for n in range(20):\n"
        "    open(f'big{n}', 'wb').write(b'x' * (8 * 2**20)); time.sleep(0.02)\n"
        "time.sleep(0.3); escaped()",
        disk("the warden goes by open folders"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk with files that are deleted and only mapped",
        "import ctypes, time\n"
        "libc = ctypes.CDLL(None)\n"
        "libc.mmap.restype, libc.mmap.argtypes = ctypes.c_void_p, [ctypes.c_long] * 6\n"
        "for n in range(20):\n"
        "    with open('gone', 'w+b') as file:\n"
        "        os.unlink('gone'); file.write(b'x' * (8 * 2**20)); file.flush()\n"
        "        if libc.mmap(0, 4096, 1, 1, file.fileno(), 0) == 2**64 - 1: raise MemoryError\n"
        "    time.sleep(0.02)\n"
        "time.sleep(0.3); escaped()",
        disk("the warden looks at what is mapped"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk with deleted files that are under way between two sockets",
        "import socket, time\n"
        "here, there = socket.socketpair()\n"
        "for n in range(20):\n"
        "    with open('gone', 'w+b') as file:\n"
        "        os.unlink('gone'); file.write(b'x' * (8 * 2**20)); file.flush()\n"
        "        socket.send_fds(here, [b'x'], [file.fileno()])\n"
        "    time.sleep(0.02)\n"
        "time.sleep(0.3); escaped()",
        disk("the warden counts what is free"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "make the looks slow with files, and fill the disk in between",
        "for n in range(4000): os.mknod(f'small{n}', 0o100600)\n"
        "for n in range(60):\n"
        "    with open(f'big{n}', 'wb') as file:\n"
        "        os.posix_fallocate(file.fileno(), 0, 16 * 2**20)\n"
        "escaped()",
        disk("seccomp: what is taken has to be written; the warden"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the disk with empty files",
        "import time\n"
        "for n in range(40_000): os.mknod(f'empty{n}', 0o100600)\n"
        "time.sleep(0.3); escaped()",
        disk("the warden counts files"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the folder for temporary files",
        "import time\n"
        "for n in range(20):\n"
        "    open(f\"{os.environ['TMPDIR']}/{n}\", 'wb').write(b'x' * (8 * 2**20))\n"
        "    time.sleep(0.02)\n"
        "escaped()",
        {
            BUBBLEWRAP: ("a /tmp of that size", "ENOSPC"),
            LANDLOCK: ("the warden measures its folders", "disk"),
        },
        control=Control.WIDER,
        limits=Limits(wall=20.0, disk=32 * MIB),
        wider=_ROOMY,
    ),
    Escape(
        "fill the folder for shared memory",
        "for n in range(20): open(f'/dev/shm/{n}', 'wb').write(b'x' * (8 * 2**20))\nescaped()",
        {
            BUBBLEWRAP: ("a /dev/shm of that size", "ENOSPC"),
            LANDLOCK: ("Landlock", "EACCES"),
        },
        limits=Limits(wall=20.0, disk=32 * MIB),
        control=Control.WIDER,
        wider=_ROOMY,
    ),
    Escape(
        "use up the processor with many children",
        "import time\n"
        "for _ in range(2):\n"
        "    if os.fork() == 0: break\n"
        "while time.process_time() < 0.5: pass\n"
        "escaped()",
        both("the warden sums their seconds", "cpu"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, cpu=0.4),
        wider=_ROOMY,
    ),
    Escape(
        "flood the output",
        "for _ in range(64): sys.stdout.write('x' * 2**16); sys.stderr.write('y' * 2**16)\n"
        "escaped()",
        both("killed at so many bytes", "output"),
        control=Control.WIDER,
        limits=Limits(wall=20.0, output=MIB),
        wider=_ROOMY,
    ),
)
