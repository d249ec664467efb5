"""Attempts on other processes: to see them, stop them, look into them, or outlive the run."""

from __future__ import annotations

from beliefs.sandbox import Limits
from tests.sandbox.attempts.escape import BUBBLEWRAP, LANDLOCK, Control, Escape, both

_QUICK = Limits(wall=0.6)
_LANDLOCK_PROC = ("Landlock", "EACCES")

ESCAPES = (
    Escape(
        "signal another process",
        "os.kill(W['bystander'], 0); os.kill(W['bystander'], 10)",
        {BUBBLEWRAP: ("is not there", "ESRCH"), LANDLOCK: ("Landlock", "EPERM")},
        control=Control.PLAIN,
    ),
    Escape(
        "kill everything",
        "os.kill(-1, 9)",
        {
            BUBBLEWRAP: ("nothing else is there", "exit-9 ESRCH"),
            LANDLOCK: ("Landlock", "exit0 EPERM ESRCH"),
        },
        control=Control.NOT_SAFE,
    ),
    Escape(
        "trace another process",
        "import ctypes\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "libc.ptrace.argtypes = [ctypes.c_long] * 4\n"
        "if libc.ptrace(16, W['bystander'], 0, 0): raise OSError(ctypes.get_errno(), '')\n"
        "os.waitpid(W['bystander'], 0x40000000); libc.ptrace(17, W['bystander'], 0, 0); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "read another process's memory",
        "import ctypes\n"
        "buffer = ctypes.create_string_buffer(8)\n"
        "Piece = ctypes.c_size_t * 2\n"
        "here = Piece(ctypes.addressof(buffer), 8); there = Piece(W['address'], 8)\n"
        "number = {'x86_64': 310, 'aarch64': 270}[os.uname().machine]\n"
        "call(number, W['bystander'], ctypes.byref(here), 1, ctypes.byref(there), 1, 0); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "read another process's environment",
        "assert W['secret'] in open(f\"/proc/{W['bystander']}/environ\").read(); escaped()",
        {BUBBLEWRAP: ("is not there", "ENOENT"), LANDLOCK: _LANDLOCK_PROC},
        control=Control.PLAIN,
    ),
    Escape(
        "see what else runs",
        "assert any(n == str(W['bystander']) for n in os.listdir('/proc')); escaped()",
        {BUBBLEWRAP: ("is not there", "exit1"), LANDLOCK: _LANDLOCK_PROC},
    ),
    Escape(
        "look at the files of the first process",
        "assert open('/proc/1/root' + W['key']).read() == W['secret']; escaped()",
        {BUBBLEWRAP: ("is not there", "ENOENT EACCES"), LANDLOCK: _LANDLOCK_PROC},
        control=Control.IF_ALLOWED,
    ),
    Escape(
        "look at the files of another process",
        "path = f\"/proc/{W['bystander']}/root{W['key']}\"\n"
        "assert open(path).read() == W['secret']; escaped()",
        {BUBBLEWRAP: ("is not there", "ENOENT"), LANDLOCK: _LANDLOCK_PROC},
        control=Control.PLAIN,
    ),
    Escape(
        "speak on the sandbox's own pipes",
        "parent = os.getppid()\n"
        "for name in os.listdir(f'/proc/{parent}/fd'):\n"
        "    os.readlink(f'/proc/{parent}/fd/{name}')\n"
        "escaped()",
        {BUBBLEWRAP: ("the porter is not to be looked into", "EACCES"), LANDLOCK: _LANDLOCK_PROC},
        control=Control.PLAIN,
    ),
    Escape(
        "lower another process's limits",
        "import resource\n"
        "resource.prlimit(W['bystander'], resource.RLIMIT_CORE, (0, 0)); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "slow another process down",
        "os.setpriority(os.PRIO_PROCESS, W['bystander'], 5); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "raise one's own limits",
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_CPU, (10, 10))\n"
        "try: resource.setrlimit(resource.RLIMIT_CPU, (20, 20)); escaped()\n"
        "except ValueError: raise OSError(errno.EPERM, '')",
        both("no capability", "EPERM"),
        control=Control.IF_ALLOWED,
    ),
    Escape(
        "leave a daemon behind",
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        for number in (1, 2, 15): __import__('signal').signal(number, 1)\n"
        "        os.closerange(0, 3)\n"
        "        os.execv(sys.executable, [sys.executable, '-S', '-c', W['daemon']])\n"
        "    os._exit(0)\n"
        "os.wait(); print('STOPPED later', flush=True)",
        {
            BUBBLEWRAP: ("its processes end with its first", "later"),
            LANDLOCK: ("the warden adopts and kills it", "later"),
        },
        control=Control.PLAIN,
    ),
    Escape(
        "sleep for ever and take no signal",
        "import signal, time\n"
        "for number in (1, 2, 3, 10, 12, 13, 14, 15): signal.signal(number, signal.SIG_IGN)\n"
        "time.sleep(W['long']); escaped()",
        both("killed at its time limit", "wall"),
        control=Control.WIDER,
        limits=_QUICK,
        wider=Limits(wall=10.0),
    ),
    Escape(
        "type on the terminal",
        "import fcntl\nfcntl.ioctl(os.open('/dev/tty', os.O_RDWR), 0x5412, b'x'); escaped()",
        {
            BUBBLEWRAP: ("has no terminal, and seccomp", "ENXIO EPERM"),
            LANDLOCK: ("Landlock, and seccomp", "EACCES ENXIO EPERM"),
        },
        control=Control.APART,
    ),
)
