"""The filter as the kernel would run it: every path ends in an answer, and it is the right one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.sandbox.standalone import seccomp

ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS, EAFNOSUPPORT = 0x00050001, 0x00050026, 0x00050061
NOTHING = 0x00050000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


def answer(machine: str, number: int, *arguments: int, **options: bool) -> int:
    return verdict(
        seccomp.program(machine=machine, **options), ARCHITECTURES[machine], number, *arguments
    )


def verdict(
    code: list[seccomp.Instruction], architecture: int, number: int, *arguments: int
) -> int:
    """Run a filter: the few instructions that it is made of."""
    filled = [*arguments, *[0] * (6 - len(arguments))]
    words = {0: number, 4: architecture}
    words |= {16 + 8 * at: value & 0xFFFFFFFF for at, value in enumerate(filled)}
    held, at = 0, 0
    while True:
        operation, yes, no, constant = code[at]
        at += 1
        match operation:
            case 0x20:
                held = words[constant]
            case 0x54:
                held &= constant
            case 0x15:
                at += yes if held == constant else no
            case 0x35:
                at += yes if held >= constant else no
            case 0x45:
                at += yes if held & constant else no
            case 0x06:
                return constant
            case _:
                raise AssertionError(operation)


machines = st.sampled_from(sorted(ARCHITECTURES))
options = st.fixed_dictionaries(
    {name: st.booleans() for name in ("unix", "datagrams", "listening", "signals", "attributes")}
)


@given(
    machines, st.integers(0, 2**32 - 1), st.lists(st.integers(0, 2**64 - 1), max_size=6), options
)
def test_every_call_gets_an_answer(machine, number, arguments, chosen):
    found = answer(machine, number, *arguments, **chosen)
    assert found in {ALLOW, EPERM, ENOSYS, EAFNOSUPPORT, NOTHING}
    if number > 450:
        assert found == ENOSYS


@given(machines, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_another_architecture_is_the_end(machine, other, number):
    if other != ARCHITECTURES[machine]:
        assert verdict(seccomp.program(machine=machine), other, number) == KILL


@pytest.mark.parametrize("machine", sorted(ARCHITECTURES))
def test_what_is_refused_is_refused_whatever_else_is_said(machine):
    place = sorted(ARCHITECTURES, reverse=True).index(machine)
    for name, numbers in seccomp._REFUSED.items():  # noqa: SLF001
        if numbers[place] >= 0:
            assert answer(machine, numbers[place], 1, 2, 3) == EPERM, name


@pytest.mark.parametrize(
    ("number", "arguments", "expected"),
    [
        (56, (0x01200011,), ALLOW),  # clone, as fork does it
        (56, (0x003D0F00,), ALLOW),  # as a thread is made
        (56, (0x10000011,), EPERM),  # with a user namespace
        (435, (), ENOSYS),
        (41, (2, 1 | 0o2000000, 0), ALLOW),  # a TCP socket, close on exec
        (41, (2, 3, 6), EPERM),  # raw
        (41, (2, 1, 262), EPERM),  # multipath
        (41, (16, 3, 0), EAFNOSUPPORT),  # netlink
        (302, (0, 7), ALLOW),  # one's own limits
        (302, (1234, 7), EPERM),
        (16, (0, 0x5401), ALLOW),  # is it a terminal?
        (16, (0, 0x5412), EPERM),  # type on it
        (16, (0, 0xFFFFFFFF_00005412), EPERM),  # the kernel looks at the lower half, too
        (90, (0, 0o755), ALLOW),
        (90, (0, 0o4755), EPERM),
        (44, (3, 0, 0, 0x4000), ALLOW),
        (44, (3, 0, 0, 0x20004000), EPERM),
        (0, (), ALLOW),  # read
        (59, (), ALLOW),  # execve
    ],
)
def test_single_calls(number, arguments, expected):
    assert answer("x86_64", number, *arguments) == expected


def test_what_is_shared_is_guarded_more():
    assert answer("x86_64", 41, 1, 1, unix=False) == EAFNOSUPPORT
    assert answer("x86_64", 53, 1, 1, unix=False) == ALLOW  # a pair, for event loops
    assert answer("x86_64", 53, 1, 2, unix=False) == EPERM
    assert answer("x86_64", 41, 2, 2, datagrams=False) == EPERM
    assert answer("x86_64", 50, listening=False) == EPERM
    assert answer("x86_64", 62, signals=False) == EPERM
    assert answer("x86_64", 90, 0, 0o600, attributes=False) == NOTHING
    assert answer("x86_64", 90, 0, 0o4600, attributes=False) == EPERM
    assert answer("x86_64", 92, attributes=False) == NOTHING
