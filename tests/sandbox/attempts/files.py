"""Attempts to read or change files that are not in the room."""

from __future__ import annotations

from tests.sandbox.attempts.escape import BUBBLEWRAP, LANDLOCK, Control, Escape, both

_NOT_THERE = {BUBBLEWRAP: ("is not there", "ENOENT"), LANDLOCK: ("Landlock", "EACCES")}

ESCAPES = (
    Escape(
        "read a key in a home folder",
        "assert open(W['key']).read() == W['secret']; escaped()",
        _NOT_THERE,
    ),
    Escape(
        "read it through a symbolic link",
        "os.symlink(W['key'], 'link'); assert open('link').read() == W['secret']; escaped()",
        _NOT_THERE,
    ),
    Escape(
        "read it by climbing out of the folder",
        "path = '../' * 30 + W['key']\nassert open(path).read() == W['secret']; escaped()",
        _NOT_THERE,
    ),
    Escape(
        "list the folder beside one's own",
        "assert W['outside'] and os.listdir(W['home']); escaped()",
        _NOT_THERE,
    ),
    Escape(
        "write outside",
        "open(W['outside'] + '/written', 'w').write('x')",
        _NOT_THERE,
    ),
    Escape(
        "write outside through a symbolic link",
        "os.symlink(W['outside'], 'out'); open('out/written', 'w').write('x')",
        _NOT_THERE,
    ),
    Escape(
        "move a file out",
        "open('mine', 'w').write('x'); os.rename('mine', W['outside'] + '/moved')",
        {
            BUBBLEWRAP: ("is not there", "ENOENT"),
            LANDLOCK: ("Landlock", "EACCES EXDEV"),
        },
    ),
    Escape(
        "hard link to a file outside, and write to it",
        "os.link(W['victim'], 'linked'); open('linked', 'a').write('x')",
        {
            BUBBLEWRAP: ("is not there", "ENOENT"),
            LANDLOCK: ("Landlock", "EACCES EXDEV"),
        },
        control=Control.PLAIN,
    ),
    Escape(
        "write to a folder that is only to be read",
        "open(W['readable'] + '/written', 'w').write('x')",
        {BUBBLEWRAP: ("read-only mount", "EROFS"), LANDLOCK: ("Landlock", "EACCES")},
    ),
    Escape(
        "write where the room has nothing",
        "last = OSError(errno.ENOENT, '')\n"
        "for place in ('/', '/dev', '/etc', '/home', '/root', '/run', '/run/belief', '/var'):\n"
        "    try:\n"
        "        open(place + '/beliefs-test', 'w').close(); os.unlink(place + '/beliefs-test')\n"
        "        escaped(); return\n"
        "    except OSError as error:\n"
        "        last = error if error.errno != errno.ENOENT else last\n"
        "raise last",
        {BUBBLEWRAP: ("read-only mount", "EROFS EACCES"), LANDLOCK: ("Landlock", "EACCES")},
        control=Control.PLAIN,
    ),
    Escape(
        "change the mode of a file that is only to be read",
        "path = W['readable'] + '/file'\n"
        "before = os.stat(path).st_mode; os.chmod(path, before ^ 0o010)\n"
        "if os.stat(path).st_mode != before: escaped()\n"
        "else: print('STOPPED unchanged', flush=True)",
        {
            BUBBLEWRAP: ("read-only mount", "EROFS"),
            LANDLOCK: ("seccomp: nothing changes", "unchanged"),
        },
        control=Control.PLAIN,
    ),
    Escape(
        "leave a setuid file behind",
        "open('mine', 'w').close(); os.chmod('mine', 0o4755); escaped()",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "make a setuid file in one step",
        "os.close(os.open('mine', os.O_CREAT | os.O_WRONLY, 0o4755)); escaped()",
        both("seccomp", "EPERM"),
    ),
    Escape(
        "gain from a setuid program",
        "import subprocess\n"
        "found = subprocess.run([W['readable'] + '/id', '-u'], capture_output=True, text=True)\n"
        "escaped() if found.stdout == '0\\n' else print('STOPPED', found.stdout)",
        both("no new privileges", ".*"),
        control=Control.APART,
    ),
    Escape(
        "make a device",
        "import stat\nos.mknod('null', stat.S_IFCHR | 0o666, os.makedev(1, 3)); escaped()",
        {BUBBLEWRAP: ("no capability", "EPERM"), LANDLOCK: ("Landlock", "EACCES EPERM")},
        control=Control.PLAIN,
    ),
    Escape(
        "read a device of the machine",
        "names = [n for n in ('/dev/vda', '/dev/sda', '/dev/nvme0n1', '/dev/kmsg')]\n"
        "last = OSError(errno.ENOENT, '')\n"
        "for name in names:\n"
        "    try:\n"
        "        os.read(os.open(name, os.O_RDONLY | os.O_NONBLOCK), 8192); escaped(); return\n"
        "    except OSError as error:\n"
        "        last = error if error.errno != errno.ENOENT else last\n"
        "raise last",
        _NOT_THERE,
        control=Control.IF_ALLOWED,
    ),
    Escape(
        "open a file by its number instead of its name",
        "import ctypes\n"
        "name = ctypes.create_string_buffer(b'\\x80\\0\\0\\0' + bytes(132), 136)\n"
        "mount = ctypes.c_int()\n"
        "folder = os.open('.', os.O_RDONLY)\n"
        "numbers = {'x86_64': (303, 304), 'aarch64': (264, 265)}[os.uname().machine]\n"
        "call(numbers[0], -100, b'.', name, ctypes.byref(mount), 0)\n"
        "call(numbers[1], folder, name, os.O_RDONLY); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "mount a file system",
        "import ctypes\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "os.mkdir('mnt')\n"
        "if libc.mount(b'none', b'mnt', b'tmpfs', 0, None): "
        "raise OSError(ctypes.get_errno(), '')\n"
        "libc.umount2(b'mnt', 2); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "change the root folder",
        "os.mkdir('root'); os.chroot('root'); escaped()",
        both("seccomp", "EPERM"),
        control=Control.PLAIN,
    ),
    Escape(
        "use what the judge has open",
        "for number in range(3, 400):\n"
        "    try:\n"
        "        if os.pread(number, 100, 0).decode(errors='replace') == W['secret']: escaped()\n"
        "    except OSError: pass\n"
        "raise OSError(errno.EBADF, '')",
        both("closed before it starts", "EBADF"),
        control=Control.PLAIN,
    ),
)
