"""The verdict on a built service: what was held to, in order, and what first fell short.

Examples of the goal are executed literally and outrank everything derived. Then the service is
examined by conversation, from several seeds, each on a fresh start, then in hostile words, and held
to the description that it gives of itself. The tests that the project brings are run too. A stage
that asked nothing is a failure, and so is a service that is no longer up. What comes too late, and
falls short by nothing else, is tried once more; late again, it cannot be told from a busy machine,
and the verdict says so. What such a judge is worth for this very service is tried on copies with a
fault in them: one that goes unnoticed is said, and speaks against the judge alone. Where two judge
at the same time, each has a service of its own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from beliefs.judge.asking import Request
from beliefs.judge.colleague import Colleague
from beliefs.judge.comparing import Differs, learned
from beliefs.judge.conversation import SEEDS, THOROUGH, conversed
from beliefs.judge.description import described
from beliefs.judge.environment import variables
from beliefs.judge.hosting import can_host
from beliefs.judge.own_tests import green
from beliefs.judge.power import SECONDS, UNNOTICED, every, sampled, tried
from beliefs.judge.program import read
from beliefs.judge.security import unsafe
from beliefs.judge.serving import Serving, serving
from beliefs.judge.sheet import Sheet, assisted
from beliefs.judge.tried import Held, Tried
from beliefs.judge.unmet import TooLate, Unmet
from beliefs.judge.wire import Wire
from beliefs.sandbox import Level, best
from beliefs.spec.service import ANY

if TYPE_CHECKING:
    from beliefs.judge.oracle import Got
    from beliefs.spec.service import Example, Spec

Word: TypeAlias = Literal["accepted", "partial", "not accepted", "timed out", "not judged"]
FAULTS = "faults put into it"
OWN_TESTS = "its own tests"
_NO_REQUESTS = (FAULTS, OWN_TESTS)


class _Named(NamedTuple):
    name: str
    hold: Callable[[Serving], Tried]
    doing: str  # for whoever watches


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of judging.

    >>> Verdict("not judged", ()).first_unmet
    ''
    """

    word: Word
    stages: tuple[Held, ...]
    level: Level | None = None  # what kept it in while it was judged; none if it was not

    @property
    def asked(self) -> int:
        """How many requests the service answered; what was asked of faulty copies is none."""
        return sum(each.asked for each in self.stages if each.stage not in _NO_REQUESTS)

    @property
    def tests(self) -> int:
        """How many tests of its own were run."""
        return sum(each.asked for each in self.stages if each.stage == OWN_TESTS)

    @property
    def faults(self) -> int:
        """How many faults were put into copies of it, to see what the judge notices."""
        return sum(each.asked for each in self.stages if each.stage == FAULTS)

    @property
    def unnoticed(self) -> tuple[str, ...]:
        """Those of them that it did not."""
        told = (note for each in self.stages if each.stage == FAULTS for note in each.notes)
        return tuple(note for note in told if note.startswith(UNNOTICED))

    @property
    def sandbox(self) -> dict[str, str] | None:
        """What kept it in, and what that is worth; None if it was not run.

        >>> Verdict("accepted", (), Level.NONE).sandbox
        {'level': 'none', 'means': 'nothing kept it in: it could reach all that is yours'}
        """
        return {"level": str(self.level), "means": self.level.means} if self.level else None

    @property
    def first_unmet(self) -> str:
        """The first thing that fell short; empty when nothing did."""
        return next((f"{each.stage}: {each.unmet}" for each in self.stages if each.unmet), "")


def judge(
    folder: Path,
    spec: Spec,
    *,
    environment: Path | None = None,
    seeds: tuple[int, ...] = (),
    thorough: bool = False,
    tests: Path | None = None,
    begun: Callable[[str, str], None] = lambda _stage, _doing: None,
    told: Callable[[Held], None] = lambda _: None,
    colleague: Colleague | None = None,
) -> Verdict:
    """Hold the service of a folder to its Spec, and the project to its own tests.

    `environment` is what the service runs in, and `tests` what its tests do. `begun` hears of each
    stage as it is taken up, and what is done in it; `told` hears of it as it ends.

    A `thorough` judge holds more conversations, and tries what the service says of itself, and
    every fault that can be put into it, for as long as it takes. A colleague begins with the last
    stage; the verdict is the same.
    """
    seeds = seeds or (THOROUGH if thorough else SEEDS)
    stages = _stages(spec, seeds, partial(_own_tests, folder, tests), thorough=thorough)
    if can_host(read(folder)) and every(folder, spec):
        # Before the last, which whoever judges beside this one has made ready for.
        noticing = partial(_noticing, folder, spec, thorough=thorough)
        stages.insert(-1, _Named(FAULTS, noticing, "faults put into copies of it"))
    sheet = Sheet(stages, told, lambda stage: begun(stage.name, stage.doing))
    with serving(folder, read(folder), environment, variables(spec)) as stage:
        with assisted(sheet, colleague, partial(_elsewhere, folder, spec, environment)):
            _work(sheet, stage)
        _work(sheet, stage)
    held = sheet.counted()
    return Verdict(_word(spec, held), tuple(held), best())


def _work(sheet: Sheet[_Named], stage: Serving) -> None:
    while (number := sheet.take()) is not None:
        sheet.note(number, _timed(sheet.stages[number], stage))


def _elsewhere(folder: Path, spec: Spec, environment: Path | None, named: _Named) -> Held:
    with serving(folder, read(folder), environment, variables(spec)) as stage:
        return _timed(named, stage)


def _stages(
    spec: Spec, seeds: tuple[int, ...], own: Callable[[Serving], Tried], *, thorough: bool
) -> list[_Named]:
    stages: list[_Named] = []
    if any(each.status is not None or each.answer for each in spec.examples):
        name = "examples of the goal"
        stages.append(_Named(name, partial(_examples, spec), name))
    stages += [
        _Named(
            f"conversation {seed + 1}",
            partial(_examined, spec, seed),
            f"conversation {at} of {len(seeds)}",
        )
        for at, seed in enumerate(seeds, 1)
    ]
    # The shortest in the middle, where two who judge meet: it is for whoever is there first.
    stages.append(_Named(OWN_TESTS, own, OWN_TESTS))
    stages.append(_Named("hostile words", partial(_unsafe, spec), "hostile words"))
    described = partial(_described, spec, thorough=thorough)
    stages.append(_Named("its own description", described, "OpenAPI, by schemathesis"))
    return stages


def _word(spec: Spec, stages: list[Held]) -> Word:
    if any(each.late for each in stages):  # the last: what is behind it does not count
        return "timed out"
    if not stages or any(each.unmet or not each.asked for each in stages):
        return "not accepted"
    holes = any(not each.effect for each in spec.operations)
    return "partial" if holes else "accepted"


def _timed(named: _Named, stage: Serving) -> Held:
    began = time.monotonic()
    came = _came(named, stage)
    if came.late:  # the service, or the machine: once more from the start, sandbox and all
        stage.end()
        first, came = came.unmet, _came(named, stage)
        came = replace(came, notes=(*came.notes, f"tried twice, since it was too late: {first}"))
    seconds = round(time.monotonic() - began, 3)
    return Held(named.name, came.asked, came.unmet, seconds, came.notes, came.late)


def _came(named: _Named, stage: Serving) -> Tried:
    try:
        came = named.hold(stage)
        return replace(came, unmet=came.unmet or stage.dead())
    except TooLate as late:
        dead = stage.dead()
        return Tried(1, dead or str(late), late=not dead)
    except Unmet as short:
        return Tried(1, str(short))


def _own_tests(folder: Path, environment: Path | None, _stage: Serving) -> Tried:
    return green(folder, environment)


def _unsafe(spec: Spec, stage: Serving) -> Tried:
    return unsafe(spec, stage.anew(hosted=True))


def _described(spec: Spec, stage: Serving, *, thorough: bool) -> Tried:
    return described(spec, stage.anew, thorough=thorough)


def _examined(spec: Spec, seed: int, stage: Serving) -> Tried:
    # The first is restarted as anybody would do it, sandbox and all.
    return conversed(spec, stage.anew(hosted=seed != SEEDS[0]), seed)


def _noticing(folder: Path, spec: Spec, stage: Serving, *, thorough: bool) -> Tried:
    """What this judge would notice; what it would not is said, and is no fault of the service."""
    found = every(folder, spec)
    power = tried(stage, spec, found) if thorough else tried(stage, spec, sampled(found), SECONDS)
    return Tried(power.tried, notes=power.told())


def _examples(spec: Spec, stage: Serving) -> Tried:
    wire = Wire(stage.anew())
    held = 0
    for example in spec.examples:
        # All are asked, since one may need what another left; some say nothing of the answer.
        got = wire.ask(_asked(example))
        if unmet := _shortfall(example, got):
            asked = f"{example.method} {example.path}"
            return Tried(held + 1, f"{asked} → {got.status} {got.body[:200]!r}; {unmet}")
        held += example.status is not None or bool(example.answer)
    return Tried(held)


def _asked(example: Example) -> Request:
    path, _, query = example.path.partition("?")
    pairs = tuple(
        (name, value)
        for name, _, value in (each.partition("=") for each in query.split("&") if each)
    )
    try:
        body = json.loads(example.body) if example.body else None
    except ValueError:
        return Request(example.method, path, pairs, example.headers, text=example.body)
    return Request(example.method, path, pairs, example.headers, json=body)


def _shortfall(example: Example, got: Got) -> str:
    if example.status is not None and got.status != example.status:
        return f"wanted {example.status}"
    if not example.answer:
        return ""
    try:
        wanted = json.loads(example.answer)
    except ValueError:
        return (
            ""
            if example.answer.strip() == got.body.decode(errors="replace").strip()
            else "wanted the text shown"
        )
    try:
        came = json.loads(got.body)
        learned(_filled(wanted, came), came)
    except (Differs, ValueError) as differs:
        return str(differs)
    return ""


def _filled(wanted: Any, came: Any) -> Any:
    """What an example wants, with what came wherever it leaves a value open."""
    if wanted == ANY and came is not None:
        return came
    if isinstance(wanted, dict) and isinstance(came, dict):
        return {name: _filled(each, came.get(name)) for name, each in wanted.items()}
    if isinstance(wanted, list) and isinstance(came, list) and len(wanted) == len(came):
        return [_filled(one, other) for one, other in zip(wanted, came, strict=True)]
    return wanted
