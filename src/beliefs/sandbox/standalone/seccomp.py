"""A filter over system calls, as the kernel's own byte code.

It refuses what no program under judgement needs and every way out is made of: mounting,
namespaces, tracing, other processes' limits, kernel rings and keys, odd sockets, setuid files.
Calls newer than the table do not exist. libseccomp would save the byte code below and cost a C
library that not every machine has.
"""

from __future__ import annotations

import ctypes
import os
import struct

from .calls import control

# typing takes longer to import than all of this does.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SET_SECCOMP = 22
_FILTER = 2

# What the filter is built from: load a word of (number, architecture, instruction, arguments…),
# compare.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_EPERM, _ENOSYS, _EOPNOTSUPP, _EAFNOSUPPORT = 1, 38, 95, 97

# Numbers of each call on x86-64 and on arm64; -1 where there is none.
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_LAST_KNOWN = 450
_X32 = 0x40000000

_REFUSED = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "ioperm": (173, -1),
    "iopl": (172, -1),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "lookup_dcookie": (212, 18),
    "migrate_pages": (256, 238),
    "modify_ldt": (154, -1),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "nfsservctl": (180, 42),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "semget": (64, 190),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "shmget": (29, 194),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "uselib": (134, -1),
    "userfaultfd": (323, 282),
    "vhangup": (153, 58),
}
# Libraries ask for these first and manage without.
_ABSENT = {
    "clone3": (435, 435),  # its flags lie in memory, where a filter cannot look
    "io_uring_setup": (425, 425),
    "memfd_secret": (447, 447),
    "openat2": (437, 437),  # as clone3
}
# Takes a whole disk in no time, between two looks of the warden; what is written takes longer. The
# C library writes instead.
_FALLOCATE = (285, 47)
_SIGNALS = {
    "kill": (62, 129),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tgkill": (234, 131),
    "tkill": (200, 130),
}
_LISTEN = (50, 201)
# What Landlock leaves alone: owners, times and attributes of any file that is the user's.
_ATTRIBUTES = {
    "chown": (92, -1),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "fremovexattr": (199, 16),
    "fsetxattr": (190, 7),
    "futimesat": (261, -1),
    "lchown": (94, -1),
    "lremovexattr": (198, 15),
    "lsetxattr": (189, 6),
    "removexattr": (197, 14),
    "setxattr": (188, 5),
    "utime": (132, -1),
    "utimensat": (280, 88),
    "utimes": (235, -1),
}
_MODES = ("chmod", "fchmod", "fchmodat")
# Namespaces of any kind: time, cgroup, uts, ipc, user, pid, network; and mounts.
_NEW_NAMESPACES = 0x00000080 | 0x02000000 | 0x04000000 | 0x08000000
_NEW_NAMESPACES |= 0x10000000 | 0x20000000 | 0x40000000 | 0x00020000
_SET_ID = 0o6000
_FAST_OPEN = 0x20000000  # connects without a call to connect
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_UNIX, _INET, _INET6 = 1, 2, 10
_STREAM, _DATAGRAM = 1, 2
_TCP, _UDP = 6, 17

# Which argument names another process, where none but oneself may be named.
_OTHERS = {
    "prlimit64": ((302, 261), 0),
    "sched_setaffinity": ((203, 122), 0),
    "sched_setattr": ((314, 274), 0),
    "sched_setparam": ((142, 118), 0),
    "sched_setscheduler": ((144, 119), 0),
    "setpriority": ((141, 140), 1),
    "ioprio_set": ((251, 30), 1),
}
# Which argument carries the bits that are refused.
_BITS = {
    "clone": ((56, 220), 0, _NEW_NAMESPACES),
    "sendto": ((44, 206), 3, _FAST_OPEN),
    "sendmsg": ((46, 211), 2, _FAST_OPEN),
    "sendmmsg": ((307, 269), 3, _FAST_OPEN),
    "chmod": ((90, -1), 1, _SET_ID),
    "fchmod": ((91, 52), 1, _SET_ID),
    "fchmodat": ((268, 53), 2, _SET_ID),
    "mknod": ((133, -1), 1, _SET_ID),
    "mknodat": ((259, 33), 2, _SET_ID),
    "open": ((2, -1), 2, _SET_ID),
    "openat": ((257, 56), 3, _SET_ID),
    "creat": ((85, -1), 1, _SET_ID),
}
_SOCKET, _SOCKETPAIR, _IOCTL = (41, 198), (53, 199), (16, 29)

Instruction = tuple[int, int, int, int]
"""Code, steps if true, steps if false, constant."""


def supported() -> bool:
    """Whether the numbers of this processor's calls are known."""
    return os.uname().machine in _ARCHITECTURES


def program(
    *,
    unix: bool = True,
    datagrams: bool = True,
    listening: bool = True,
    signals: bool = True,
    attributes: bool = True,
    machine: str | None = None,
) -> list[Instruction]:
    """The filter: which sockets there are, and whether to listen, signal, and change attributes.

    Without `attributes`, changing a file's mode, owner or times succeeds and changes nothing:
    programs that copy files do so in passing, and a filter cannot see whose files they are.

    >>> len(program(machine="x86_64")) > len(program(machine="aarch64")) > 100
    True
    """
    place, architecture = _ARCHITECTURES[machine or os.uname().machine]
    code: list[Instruction] = [
        (_LOAD, 0, 0, 4),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, 0),
        # Newer than the table, or of another way to number calls: not there.
        (_AT_LEAST, 0, 1, _LAST_KNOWN + 1),
        (_RETURN, 0, 0, _ERRNO | _ENOSYS),
    ]
    plain = [(numbers[place], _EPERM) for numbers in _REFUSED.values()]
    plain += [(numbers[place], _ENOSYS) for numbers in _ABSENT.values()]
    plain.append((_FALLOCATE[place], _EOPNOTSUPP))
    if not signals:
        plain += [(numbers[place], _EPERM) for numbers in _SIGNALS.values()]
    if not attributes:
        plain += [(numbers[place], 0) for numbers in _ATTRIBUTES.values()]
    if not listening:
        plain.append((_LISTEN[place], _EPERM))
    for number, error in plain:
        if number >= 0:
            code += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | error)]
    for numbers, body in _looked_into(unix, datagrams, attributes):
        if numbers[place] >= 0:
            code += [(_EQUAL, 0, len(body), numbers[place]), *body]
    code.append((_RETURN, 0, 0, _ALLOW))
    return code


def _looked_into(
    unix: bool, datagrams: bool, attributes: bool
) -> Iterator[tuple[tuple[int, int], list[Instruction]]]:
    """Calls that are decided by their arguments; each piece ends with an answer."""
    for numbers, index in _OTHERS.values():
        yield numbers, [_argument(index), *_answer(_EQUAL, [0], hit=_ALLOW, miss=_EPERM)]
    for name, (numbers, index, bits) in _BITS.items():
        refused = [(_ANY_BIT, 0, 1, bits), (_RETURN, 0, 0, _ERRNO | _EPERM)]
        answer = _ALLOW if attributes or name not in _MODES else _ERRNO
        yield numbers, [_argument(index), *refused, (_RETURN, 0, 0, answer)]
    terminal = [(_EQUAL, 1, 0, _TIOCSTI), (_EQUAL, 0, 1, _TIOCLINUX)]
    yield (
        _IOCTL,
        [_argument(1), *terminal, (_RETURN, 0, 0, _ERRNO | _EPERM), (_RETURN, 0, 0, _ALLOW)],
    )
    families = [_INET, _INET6, *([_UNIX] if unix else [])]
    kinds = [_STREAM, *([_DATAGRAM] if datagrams else [])]
    protocols = [0, _TCP, *([_UDP] if datagrams else [])]
    yield (
        _SOCKET,
        [
            _argument(0),
            *_must(families, _EAFNOSUPPORT),
            _argument(1),
            (_AND, 0, 0, 0xF),  # the rest are flags
            *_must(kinds, _EPERM),
            _argument(2),
            *_answer(_EQUAL, protocols, hit=_ALLOW, miss=_EPERM),
        ],
    )
    # A pair of datagram sockets could be pointed at others afterwards.
    pairs = [_STREAM, *([_DATAGRAM, 5] if unix else [])]
    yield (
        _SOCKETPAIR,
        [_argument(1), (_AND, 0, 0, 0xF), *_answer(_EQUAL, pairs, hit=_ALLOW, miss=_EPERM)],
    )


def _argument(index: int) -> Instruction:
    return (_LOAD, 0, 0, 16 + 8 * index)


def _must(values: Sequence[int], error: int) -> list[Instruction]:
    """Go on if what is loaded is one of the values."""
    last = len(values)
    tests = [(_EQUAL, last - at, 0, value) for at, value in enumerate(values)]
    return [*tests, (_RETURN, 0, 0, _ERRNO | error)]


def _answer(code: int, values: Sequence[int], *, hit: int, miss: int) -> list[Instruction]:
    tests = [(code, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [*tests, (_RETURN, 0, 0, _ERRNO | miss), (_RETURN, 0, 0, hit)]


def packed(code: Iterable[Instruction]) -> bytes:
    """The filter as the kernel reads it."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def apply(code: Iterable[Instruction]) -> None:
    """Put this process and all it starts under the filter, for good."""
    text = packed(code)
    held = ctypes.create_string_buffer(text, len(text))

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]

    whole = Program(len(text) // 8, ctypes.addressof(held))
    control("seccomp", _SET_SECCOMP, _FILTER, ctypes.byref(whole))
