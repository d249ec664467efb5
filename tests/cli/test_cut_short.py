"""An interrupt, or the end of the time, is obeyed once, and wherever it comes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from beliefs.cli.cut_short import OutOfTime, cut_short


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGALRM)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def _interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)


class _Finalised:
    def __del__(self) -> None:
        _interrupt()


def _interrupted_in_a_finaliser() -> None:
    with cut_short(None):
        _Finalised()
        time.sleep(10)


def test_an_interrupt_in_a_finaliser_is_not_lost():
    with pytest.raises(KeyboardInterrupt):
        _interrupted_in_a_finaliser()


def test_an_interrupt_that_somebody_keeps_is_raised_when_asked_for():
    with cut_short(None) as raise_lost:
        raise_lost()
        with pytest.raises(KeyboardInterrupt):
            _interrupt()
        with pytest.raises(KeyboardInterrupt):
            raise_lost()


def test_interrupts_after_the_first_do_not_disturb():
    with cut_short(None):
        with pytest.raises(KeyboardInterrupt):
            _interrupt()
        _interrupt()
    _interrupt()


def test_time_is_over_once():
    with pytest.raises(OutOfTime), cut_short(0.01):
        time.sleep(10)


def test_what_was_not_cut_short_leaves_signals_as_they_were():
    def mine(_number: int, _frame: object) -> None: ...

    signal.signal(signal.SIGINT, mine)
    with cut_short(60):
        pass
    assert signal.getsignal(signal.SIGINT) is mine
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
