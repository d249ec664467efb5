"""Hands do what may have to wait, a few calls at a time, and tell what became of it."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

import pytest

from beliefs.errors import NotFound
from beliefs.serve.hands import Hands


def test_what_a_call_returns_or_raises_reaches_whoever_awaits_it() -> None:
    def refused() -> None:
        raise NotFound("there is no such belief.")

    async def ask() -> None:
        hands = Hands()
        assert await asyncio.gather(*(hands.do(pow, n, 2) for n in range(100))) == [
            n * n for n in range(100)
        ]
        with pytest.raises(NotFound, match="no such belief"):
            await hands.do(refused)

    asyncio.run(ask())


def test_the_loop_goes_on_while_a_call_waits_and_after_nobody_waits_for_it() -> None:
    async def ask() -> None:
        hands, door = Hands(most=1), threading.Event()
        waiting = asyncio.create_task(hands.do(door.wait, 10))
        abandoned = asyncio.create_task(hands.do(lambda: None))
        await asyncio.sleep(0.01)
        abandoned.cancel()
        door.set()
        assert await waiting
        assert await hands.do(pow, 2, 3) == 8

    asyncio.run(ask())


def test_no_more_calls_are_done_at_once_than_there_are_hands() -> None:
    busy, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal busy, most
        with lock:
            busy += 1
            most = max(most, busy)
        time.sleep(0.002)
        with lock:
            busy -= 1

    async def ask() -> None:
        hands = Hands(most=3)
        await asyncio.gather(*(hands.do(work) for _ in range(30)))

    asyncio.run(ask())
    assert most == 3


def test_hands_go_with_their_owner() -> None:
    async def ask() -> None:
        await Hands().do(pow, 2, 2)

    before = set(threading.enumerate())
    asyncio.run(ask())
    gc.collect()
    until = time.monotonic() + 5
    while set(threading.enumerate()) - before:
        assert time.monotonic() < until
        time.sleep(0.01)
