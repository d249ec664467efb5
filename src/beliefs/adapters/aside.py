"""Off the critical path: reads that are waited for only so long, and writes that nobody waits for.

Each has one thread of its own, so that a write that takes long (a model may be reading) does not
hold up reads. Both threads are daemons: a program that ends does not wait for a store that hangs.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from beliefs.adapters.health import Tally

T = TypeVar("T")


class Asker:
    """A thread that answers questions, for askers who wait no longer than a limit.

    A question that comes while an earlier answer is overdue is not waited for at all: a store that
    hangs costs its host the limit once, and not once for every call.

    >>> Asker(str.upper, seconds=10, tally=Tally()).ask("is it warm?")
    'IS IT WARM?'
    """

    def __init__(self, answer: Callable[[str], str], *, seconds: float, tally: Tally) -> None:
        self._answer = answer
        self._seconds = seconds
        self._tally = tally
        self._changed = threading.Condition()
        self._questions: deque[tuple[str, Future[str]]] = deque()
        self._thread: threading.Thread | None = None
        self._since: float | None = None  # when the thread took up its present question
        self._closed = False

    def ask(self, question: str) -> str:
        """Return the answer, or nothing if it does not come in time."""
        asked = self._put(question)
        if asked is None:
            return ""
        try:
            return asked.result(self._seconds)
        except TimeoutError:
            asked.cancel()  # nobody waits for it any more
            self._tally.count("late")
            return ""

    async def ask_async(self, question: str) -> str:
        """Return the same while the event loop goes on."""
        asked = self._put(question)
        if asked is None:
            return ""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(asked), self._seconds)
        except TimeoutError:
            self._tally.count("late")
            return ""

    def _put(self, question: str) -> Future[str] | None:
        asked: Future[str] = Future()
        with self._changed:
            since = self._since
            overdue = since is not None and time.monotonic() - since > self._seconds
            if not (overdue or self._closed):
                self._questions.append((question, asked))
                self._changed.notify()
                if self._thread is None:
                    self._thread = _daemon(self._run, "beliefs context")
                return asked
        self._tally.count("late")
        return None

    def _run(self) -> None:
        while True:
            with self._changed:
                self._since = None
                self._changed.wait_for(lambda: self._questions or self._closed)
                if not self._questions:
                    return
                question, asked = self._questions.popleft()
                if not asked.set_running_or_notify_cancel():
                    continue
                self._since = time.monotonic()
            asked.set_result(self._answered(question))

    def _answered(self, question: str) -> str:
        try:
            return self._answer(question)
        except BaseException as error:  # noqa: BLE001 - whatever it was, the next one is answered
            self._tally.failed(error)
            return ""

    def close(self) -> None:
        """Answer what was asked, and take no more questions."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Scribe(Generic[T]):
    """A thread that writes down what it is given, in order, and a bounded queue before it.

    When the room is full, what comes next is dropped and counted: what was taken stays taken.

    >>> written: list[str] = []
    >>> scribe = Scribe(written.append, room=10, tally=Tally())
    >>> scribe.put("The cache is warm")
    >>> scribe.flush(10), written
    (True, ['The cache is warm'])
    """

    def __init__(self, write: Callable[[T], object], *, room: int, tally: Tally) -> None:
        self._write = write
        self._room = room
        self._tally = tally
        self._changed = threading.Condition()
        self._queue: deque[T] = deque()
        self._thread: threading.Thread | None = None
        self._writing = False
        self._closed = False

    def put(self, item: T) -> None:
        """Take something to be written, if there is room; return at once."""
        with self._changed:
            taken = len(self._queue) < self._room and not self._closed
            if taken:
                self._queue.append(item)
                self._changed.notify_all()
                if self._thread is None:
                    self._thread = _daemon(self._run, "beliefs observations")
        if not taken:
            self._tally.count("dropped")

    @property
    def waiting(self) -> int:
        """How much is not written yet."""
        with self._changed:
            return len(self._queue) + self._writing

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._queue or self._closed)
                if not self._queue:
                    return
                item = self._queue.popleft()
                self._writing = True
            try:
                self._write(item)
                self._tally.count("observations")
            except BaseException as error:  # noqa: BLE001 - whatever it was, the next is written
                self._tally.failed(error)
            with self._changed:
                self._writing = False
                self._changed.notify_all()

    def flush(self, timeout: float | None) -> bool:
        """Wait until everything is written; return whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not (self._queue or self._writing), timeout)

    def close(self, timeout: float) -> None:
        """Take nothing more, write what is waiting for so long, and drop the rest."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self.flush(timeout):
            return
        with self._changed:
            left = len(self._queue)
            self._queue.clear()
        if left:
            self._tally.count("dropped", left)


def _daemon(run: Callable[[], None], name: str) -> threading.Thread:
    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread
