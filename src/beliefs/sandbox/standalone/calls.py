"""System calls that Python has no function for."""

from __future__ import annotations

import ctypes
import os

_PDEATHSIG = 1
_SET_DUMPABLE = 4
_KEEP_CAPABILITIES = 8
_CAPBSET_DROP = 24
_SET_SUBREAPER = 36
_SET_NO_NEW_PRIVS = 38
_CAP_AMBIENT, _RAISE = 47, 2
_CAPABILITY_VERSION = 0x20080522
_READ_SEARCH = 2  # passes through closed folders, and reads
NEW_MOUNTS, NEW_USERS = 0x00020000, 0x10000000

_libc = ctypes.CDLL(None, use_errno=True)


class CallFailed(OSError):
    """The kernel refused a call that the sandbox rests on."""


def call(name: str, number: int, *arguments: object) -> int:
    """Make a system call by its number."""
    result: int = _libc.syscall(*_wide(number, *arguments))
    return _checked(name, result)


def control(name: str, option: int, *arguments: object) -> None:
    """Call prctl."""
    filled = [*arguments, *[0] * (4 - len(arguments))]
    _checked(name, _libc.prctl(ctypes.c_int(option), *_wide(*filled)))


def _wide(*arguments: object) -> list[object]:
    """A bare int would fill half a register, and leave the rest to chance."""
    return [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]


def _checked(name: str, result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise CallFailed(error, f"{name}: {os.strerror(error)}")
    return result


def die_with_parent() -> None:
    """Be killed when the thread that forked this process ends."""
    control("die with parent", _PDEATHSIG, 9)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    control("adopt orphans", _SET_SUBREAPER, 1)


def gain_nothing() -> None:
    """Give up all that a setuid program could ever grant."""
    control("no new privileges", _SET_NO_NEW_PRIVS, 1)


def hide() -> None:
    """Keep processes of the same user out of this one's memory, descriptors and environment."""
    control("hide", _SET_DUMPABLE, 0)


def become(uid: int, *, passing: bool) -> None:
    """Leave root for a user that owns nothing, for good.

    With `passing`, all that is kept is to read what its owner has closed to others: a room may be
    made of folders that only root can enter, and nothing but the room can be reached.
    """
    for capability in range(64):
        if capability == _READ_SEARCH and passing:
            continue
        # Which is the last depends on the kernel.
        if _libc.prctl(_CAPBSET_DROP, *_wide(capability, 0, 0, 0)) < 0:
            break
    if passing:
        control("keep", _KEEP_CAPABILITIES, 1)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    hold_capabilities(passing=passing)


def hold_capabilities(*, passing: bool) -> None:
    """Hold no capability and leave none to be inherited, but for that of passing."""
    kept = 1 << _READ_SEARCH if passing else 0
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _checked("capabilities", _libc.capset(header, (ctypes.c_uint32 * 6)(kept, kept, kept)))
    if passing:
        control("ambient", _CAP_AMBIENT, _RAISE, _READ_SEARCH)


def leave_for_new(namespaces: int) -> None:
    """Leave namespaces for new ones of this process's own."""
    _checked("new namespaces", _libc.unshare(ctypes.c_int(namespaces)))


def enter_namespace(descriptor: int) -> None:
    """Enter an open namespace."""
    _checked("enter a namespace", _libc.setns(ctypes.c_int(descriptor), ctypes.c_int(0)))


def mount(what: str, where: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount something, or change how it is mounted."""
    words = [os.fsencode(word) if word else None for word in (what, where, kind)]
    told = options.encode() if options else None
    _checked(f"mount {where}", _libc.mount(*words, ctypes.c_ulong(flags), told))
