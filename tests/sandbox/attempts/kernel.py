"""Attempts on the kernel: namespaces, keys, rings, and settings of the machine."""

from __future__ import annotations

from tests.sandbox.attempts.escape import BUBBLEWRAP, LANDLOCK, Control, Escape, both


def _calls(x86: int, arm: int, arguments: str) -> str:
    numbers = f"{{'x86_64': {x86}, 'aarch64': {arm}}}[os.uname().machine]"
    return f"import ctypes\ncall({numbers}, {arguments}); escaped()"


ESCAPES = (
    Escape(
        "make a user namespace, to be root in it",
        _calls(272, 97, "0x10000000"),
        both("seccomp", "EPERM"),
    ),
    Escape(
        "make one along with a child",
        "number = {'x86_64': 56, 'aarch64': 220}[os.uname().machine]\n"
        "if call(number, 0x10000000 | 17, 0, 0, 0, 0) == 0: os._exit(0)\n"
        "os.wait(); escaped()",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "make one where no filter can look (clone3)",
        "import struct\n"
        "wish = struct.pack('=8Q', 0x10000000, 0, 0, 0, 17, 0, 0, 0)\n"
        "if call(435, wish, 64) == 0: os._exit(0)\n"
        "os.wait(); escaped()",
        both("seccomp", "ENOSYS"),
    ),
    Escape(
        "enter another process's namespaces",
        "number = {'x86_64': 308, 'aarch64': 268}[os.uname().machine]\n"
        "call(number, call(434, W['bystander'], 0), 0x40000000); escaped()",
        {BUBBLEWRAP: ("is not there", "ESRCH"), LANDLOCK: ("seccomp", "EPERM")},
        control=Control.PLAIN,
    ),
    Escape(
        "load a program into the kernel",
        _calls(321, 280, "0, bytes([2,0,0,0,4,0,0,0,4,0,0,0,1,0,0,0]) + bytes(100), 116"),
        both("seccomp", "EPERM"),
        control=Control.IF_ALLOWED,
    ),
    Escape(
        "watch the machine's events",
        _calls(298, 241, "bytes([1,0,0,0,112,0,0,0]) + bytes(104), 0, -1, -1, 0"),
        both("seccomp", "EPERM"),
        control=Control.IF_ALLOWED,
    ),
    Escape("handle page faults", _calls(323, 282, "1"), both("seccomp", "EPERM")),
    Escape(
        "go round the filter by a ring of requests",
        _calls(425, 425, "4, ctypes.create_string_buffer(120)"),
        both("seccomp", "ENOSYS"),
    ),
    Escape(
        "leave a key in the kernel",
        _calls(248, 217, "b'user', b'beliefs-test', b'x', 1, -2"),
        both("seccomp", "EPERM"),
    ),
    Escape(
        "leave shared memory behind",
        "import ctypes\n"
        "numbers = {'x86_64': (29, 31), 'aarch64': (194, 195)}[os.uname().machine]\n"
        "call(numbers[1], call(numbers[0], 0, 4096, 0o1600), 0, 0); escaped()",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "leave a message queue behind",
        "import ctypes\n"
        "numbers = {'x86_64': (68, 71), 'aarch64': (186, 187)}[os.uname().machine]\n"
        "call(numbers[1], call(numbers[0], 0, 0o1600), 0, 0); escaped()",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "set the clock",
        "import time\ntime.clock_settime(time.CLOCK_REALTIME, time.time() + 60); escaped()",
        both("seccomp", "EPERM"),
        control=Control.NOT_SAFE,
    ),
    Escape(
        "rename the machine",
        "import socket\nsocket.sethostname(socket.gethostname()); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "change a setting of the kernel",
        "path = '/proc/sys/vm/swappiness'\n"
        "text = open(path).read(); open(path, 'w').write(text); escaped()",
        {
            BUBBLEWRAP: ("not root, read-only mount", "EACCES EROFS"),
            LANDLOCK: ("Landlock", "EACCES"),
        },
        control=Control.PLAIN,
    ),
    Escape(
        "leave one's group of counted processes",
        "last = OSError(errno.ENOENT, '')\n"
        "for path in W['groups']:\n"
        "    try:\n"
        "        open(path, 'w').write('0'); escaped(); return\n"
        "    except OSError as error: last = error\n"
        "raise last",
        {BUBBLEWRAP: ("is not there", "ENOENT"), LANDLOCK: ("Landlock", "EACCES")},
        control=Control.IF_ALLOWED,
    ),
    Escape(
        "call the kernel by its 32-bit door",
        "import ctypes, mmap\n"
        "if os.uname().machine != 'x86_64': raise OSError(errno.ENOSYS, '')\n"
        "code = mmap.mmap(-1, 4096, prot=7)\n"
        "code.write(bytes.fromhex('53b814000000cd805bc3'))\n"
        "door = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))\n"
        "if door() == os.getpid(): escaped()",
        both("seccomp", "exit-31 exit-11 ENOSYS"),
    ),
)
