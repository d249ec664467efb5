"""Requests that are refused by a guard which has refused none so far.

Whoever sees a row and may not change it hardly ever comes by chance: somebody has to be let in
first, has to be known at that moment, and has to ask for this row of all. The oracle says which
guard would refuse a request, so that one can be looked for without asking anything. Where nothing
that is there is refused so, a write is looked for after which something would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from beliefs.errors import CannotRun
from beliefs.judge.asking import Request
from beliefs.judge.drafting import Drafter
from beliefs.judge.equivalence import by_luck
from beliefs.judge.interpreter import Expected, Refusal
from beliefs.judge.references import parts
from beliefs.judge.world import World
from beliefs.spec.effects import Delete, Guard, Insert, Patch, Table
from beliefs.spec.operations import Operation

_WRITES = (Insert, Patch, Delete)
_TRIES = 3  # to reach a guard: some can never refuse anybody
_BEFORE = 2  # writes that set the stage
_STAGES = 24  # beginnings of it that are thought through
_DRAFTS, _SOME, _FEW = 12, 3, 2  # of a request, each by every caller
_CALLERS = 4
_WELL = 300  # the first status that is no success


class _Drafted(NamedTuple):
    """A request, what was meant by it, what would come of it, and the world after it."""

    request: Request
    said: tuple[str, dict[str, Any]]
    late: dict[str, Any]
    expected: Expected
    world: World


@dataclass(slots=True)
class Refusals:
    """Guards that have refused nobody, and whom they would refuse."""

    drafter: Drafter
    _tries: dict[Refusal, int] = field(init=False)  # so far, of what is not by luck alone
    _credentials: list[str] = field(default_factory=list)  # one of each of some callers

    def __post_init__(self) -> None:
        """Know what may refuse somebody."""
        self._tries = {
            Refusal(operation.name, part): 0
            for operation in self.drafter.spec.operations
            for part in parts(operation.effect)
            if isinstance(part, Guard) and not by_luck(part.holds, operation.effect)
        }

    def requests(self) -> Iterator[Request]:
        """A request that is refused as none was before, after writes that set the stage for it.

        There is none where every guard has refused somebody, or was looked for in vain.
        """
        for operation, refusal in self.left():
            self._tries[refusal] += 1
            asked = False
            for _ in range(_BEFORE + 1):
                with self._thinking():
                    refused = self._refused(operation, refusal, _DRAFTS)
                    drafted = refused or self._stage(operation, refusal)
                if drafted is None:
                    break
                asked = True
                before = self.drafter.oracle.world
                self.drafter.said = drafted.said
                yield drafted.request
                # Keys that nobody could foretell are known now.
                self.drafter.chooser.late = drafted.late | _made(before, self.drafter.oracle.world)
                if refused:
                    break
            if asked:
                return

    def left(self) -> list[tuple[Operation, Refusal]]:
        """Guards that can still be looked for, with what they guard."""
        by_name = {each.name: each for each in self.drafter.spec.operations}
        return [
            (by_name[each.operation], each)
            for each, tries in self._tries.items()
            if tries < _TRIES and each not in self.drafter.oracle.refused
        ]

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        """Draft without asking: of what is not asked, nothing is remembered."""
        self._credentials = self.drafter.callers.one_each()
        self.drafter.callers.random.shuffle(self._credentials)
        world = self.drafter.oracle.world.copied()
        world.asked = {}  # nobody has asked too often: time can be let pass
        chooser = self.drafter.chooser
        with self.drafter.oracle.supposing(world), chooser.forgetting():
            acting = chooser.acting()
            chooser.acting = lambda: acting
            chooser.loyal = chooser.sociable = 1.0
            yield

    def _refused(self, operation: Operation, refusal: Refusal, drafts: int) -> _Drafted | None:
        """A request that a guard refuses, about the rows that were last meant or about any."""
        late = self.drafter.chooser.late
        for at in range(drafts):
            self.drafter.chooser.late = {} if at % 2 else dict(late)
            for each in self._by_everybody(operation):
                if each.expected.refusal == refusal:
                    return each
        self.drafter.chooser.late = late
        return None

    def _stage(self, operation: Operation, refusal: Refusal) -> _Drafted | None:
        """A write that goes well, and after which, or one more, a guard can refuse somebody."""
        read = _read(operation, refusal.guard)
        writers = [each for each in self.drafter.spec.operations if _written(each) & read]
        for _ in range(_STAGES if writers else 0):
            self.drafter.chooser.late = {}
            first = self._write(writers)
            if first is None:
                continue
            with self.drafter.oracle.supposing(first.world):
                if self._refused(operation, refusal, _FEW) is not None:
                    return first
                second = self._write(writers)
            if second is not None:
                with self.drafter.oracle.supposing(second.world):
                    if self._refused(operation, refusal, _FEW) is not None:
                        return first
        return None

    def _write(self, writers: list[Operation]) -> _Drafted | None:
        """A write that goes well, if one of some does; its rows are those that are meant next."""
        chooser = self.drafter.chooser
        writer = self.drafter.callers.random.choice(writers)
        late = chooser.late
        for _ in range(_SOME):
            chooser.late = dict(late)
            for each in self._by_everybody(writer):
                if each.expected.status < _WELL:
                    chooser.late = each.late | _made(self.drafter.oracle.world, each.world)
                    return each
        return None

    def _by_everybody(self, operation: Operation) -> Iterator[_Drafted]:
        """A request as one of the callers makes it, and then as each of the others would."""
        oracle, values = self.drafter.oracle, self.drafter.values(operation)
        late = dict(self.drafter.chooser.late)
        credentials = self._credentials[:_CALLERS] if operation.needs else []
        for credential in (None, *credentials):
            request = self.drafter.right(operation, values, credential=credential)
            try:
                expected, world = next(oracle.foretell(request, self.drafter.callers.now()))
            except CannotRun:
                continue  # on a text that only an answer tells; what is asked will say so
            yield _Drafted(request, self.drafter.said, late, expected, world)


def _written(operation: Operation) -> set[str]:
    return {each.entity for each in parts(operation.effect) if isinstance(each, _WRITES)}


def _read(operation: Operation, guard: Guard) -> set[str]:
    """Entities that an effect has looked at by the time a guard is reached."""
    found: set[str] = set()
    for part in parts(operation.effect):
        found |= {part.entity} if isinstance(part, Table) else set()
        if part == guard:
            return found | {each.entity for each in parts(guard) if isinstance(each, Table)}
    return found


def _made(before: World, after: World) -> dict[str, Any]:
    """The keys of rows that there were not before, by entity."""
    return {
        name: row[row.entity.key.name]
        for name, rows in after.rows.items()
        for row in rows[len(before.of(name)) :]
    }
