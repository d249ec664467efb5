"""A conversation that holds a service to its Spec.

Every operation is asked for rightly, at its bounds and wrongly, with keys that are there and keys
that are not, by whoever may and whoever may not; then a walk of requests in an order of chance, a
restart, and everything is read again. The oracle foretells each answer; the first that differs is
the finding.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from random import Random
from typing import Any, Protocol

from beliefs.judge.addresses import ADDRESSES, tells_apart
from beliefs.judge.asking import Request
from beliefs.judge.callers import Callers
from beliefs.judge.choosing import Chooser, absent
from beliefs.judge.clockwork import ahead, ends, timely
from beliefs.judge.comparing import Differs
from beliefs.judge.drafting import Drafter
from beliefs.judge.functions import Moment
from beliefs.judge.oracle import Got, Oracle
from beliefs.judge.race import Bunch, racing
from beliefs.judge.references import about, makes, parents, parts, sizes
from beliefs.judge.refusals import Refusals
from beliefs.judge.sampling import Sampler, whole_bounds
from beliefs.judge.world import Row, World
from beliefs.spec.effects import Insert
from beliefs.spec.health import health_paths
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec

_LAX = ("path", "query", "header", "cookie", "form")
_RARELY, _AGAIN, _OFTEN = 0.12, 0.25, 0.7
_RACES, _AT_ONCE = 3, 4
_DECLINED, _REDIRECTED = (400, 403, 409, 410, 423), 300
_STEPS = 8
_FAR = 1 << 12
_BRINKS = 60
_DRAFTS = 3
_UNKNOWN = "none-of-these"
_WEIGHTS = {"GET": 0.3, "DELETE": 0.3, "POST": 1.5}
_ODD = 0.1  # of bodies that may have no other fields: one has
_SELDOM = 0.5  # what others belong to: few of it, so that each has many
_PATIENCE = 8
_SEVERAL = 2  # callers
# Seconds by which clocks may differ; rates and lifetimes beyond these are not waited for.
_CLOCKS = 4.0
_MOST_COUNTED = 120
_LONG = 366 * 86400
_WIDE = 4 << 20


class Candidate(Protocol):
    """A service under examination."""

    def ask(self, request: Request) -> Got:
        """Answer one request."""

    def together(self, requests: Sequence[Request]) -> list[Got]:
        """Answer requests that come at the same moment."""

    def restart(self) -> None:
        """Stop and start again on what was kept."""

    def shift(self, seconds: float) -> None:
        """Let so much time pass."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The first answer that differs, after so many that did not."""

    request: str
    why: str
    after: int


@dataclass(slots=True)
class Examination:
    """One examination; the same seed asks the same of the same answers."""

    spec: Spec
    candidate: Candidate
    seed: int = 0
    clock: Callable[[], float] = time.time
    walk: int = 80
    wrongly: bool = True  # whether inputs are tried at their bounds and beyond
    sampling: type[Sampler] = Sampler
    addresses: tuple[str, ...] = ADDRESSES  # that requests come from, where it matters
    oracle: Oracle = field(init=False)
    asked: int = 0
    _sampler: Sampler = field(init=False)
    _chooser: Chooser = field(init=False)
    _timely: bool = field(init=False)
    _apart: bool = field(init=False)  # whether it matters where requests come from
    _callers: Callers = field(init=False)
    _drafter: Drafter = field(init=False)
    _refusals: Refusals = field(init=False)
    # Values that went well, as many of them as ever did, by operation.
    _well: dict[str, dict[str, Any]] = field(default_factory=dict)
    _passed: float = 0  # seconds that were let pass
    _longest: float = 0  # seconds that an answer took
    _patient: bool = True  # whether time is let pass where a rate would refuse a request

    def __post_init__(self) -> None:
        """Begin with an oracle of an empty world."""
        self.oracle = Oracle(self.spec)
        self._timely = timely(self.spec)
        self._apart = len(self.addresses) > 1 and tells_apart(self.spec)
        chance = Random(self.seed)  # noqa: S311 - chance that can be repeated
        self._equip(self.sampling(chance), Drafter)

    def _equip(self, sampler: Sampler, drafter: type[Drafter]) -> None:
        """Take what values are made with, and what makes requests of them."""
        self._sampler = sampler
        self._callers = Callers(self.spec, self.oracle, sampler.random, lambda: self._now)
        self._chooser = Chooser(self.spec, sampler, self._callers.rows)
        self._drafter = drafter(self.spec, self.oracle, self._chooser, self._callers)
        self._refusals = Refusals(self._drafter)

    def run(self) -> Finding | None:
        """Ask everything; what first differs, or nothing."""
        request: Request | Bunch = Request("GET", "/")
        try:
            for drafted in self._requests():
                request = self._addressed(drafted)
                self._ask(request)
        except Differs as differs:
            return Finding(str(request), str(differs), self.asked)
        return None

    def _addressed(self, request: Request | Bunch) -> Request | Bunch:
        """A request from one of several addresses; what is sent at once comes from one."""
        if isinstance(request, Bunch) or not self._apart or not self._patient or request.address:
            return request
        if request.method == "WEBSOCKET":
            return request
        return replace(request, address=self._sampler.random.choice(self.addresses))

    def signed_in(self) -> dict[str, str]:
        """Ask until the service knows somebody; the headers that say who, if there are any."""
        for request in self._requests() if self.spec.identity else ():
            if known := self._callers.known():
                headers, _ = self._callers.shown(known[0])
                # As the description spells it: the tool that takes it away looks for that.
                return {name.title() if name.islower() else name: each for name, each in headers}
            self._ask(request)
        return {}

    def _ask(self, request: Request | Bunch) -> None:
        asked = request.requests if isinstance(request, Bunch) else (request,)
        if self._patient and self.spec.rates and any(self._refused(each) for each in asked):
            self._pass(max(each.seconds for each in self.spec.rates))
        before = self._now
        if isinstance(request, Bunch):
            got = self.candidate.together(asked)
        else:
            got = [self.candidate.ask(request)]
        pairs = list(zip(asked, got, strict=True))
        self.oracle.settle_together(pairs, self._whens(before, asked[0]))
        self.asked += len(asked)
        if all(each.status in _DECLINED for each in got):
            self._chooser.late.clear()  # there is no more to be had of these rows
        elif len(asked) == 1 and got[0].status < _REDIRECTED:
            name, values = self._drafter.said
            if len(values) >= len(self._well.get(name, ())):
                self._well[name] = values

    def _held(self, request: Request, when: Moment) -> World:
        """What there would be after a request, had it been answered then."""
        return next(world for _, world in self.oracle.foretell(request, when))

    def _whens(self, before: Moment, asked: Request) -> tuple[Moment, ...]:
        """When an answer may have been made, by the clock of whoever made it.

        Something may be over by now that was not when it was asked, or one thing of several; and
        what began while it was answered may be over a little before the judge, who saw the answer
        only, thinks it is.
        """
        now = self._now
        if not self._timely:
            return (now,)
        self._longest = max(self._longest, now.seconds - before.seconds)
        later = Moment(now.seconds + self._longest)
        held = partial(self._held, asked)
        return now, before, later, *ends(self.spec, self.oracle.worlds, held, before, later)

    @property
    def _now(self) -> Moment:
        return Moment(self.clock() + self._passed)

    def _pass(self, seconds: float) -> None:
        """Let time pass, for the service and for whoever examines it."""
        self._passed += seconds + _CLOCKS
        self.candidate.shift(self._passed)

    def _refused(self, request: Request) -> bool:
        told = self.oracle.foretell(request, self._now)
        return any(expected.way == "rate" for expected, _ in told)

    # What is asked, lazily: each request is made from the world that the answers before it left.

    def _requests(self) -> Iterator[Request | Bunch]:
        operations = list(self.spec.operations)
        # A service that holds nothing yet is asked first.
        yield from self._looked(operations, most=len(operations))
        yield from self._joined(operations)
        for _ in range(3):
            for operation in operations:
                yield from self._back(operations, operation)
                yield self._drafter.right(operation)
        for operation in operations:
            yield from self._back(operations, operation)
            yield from self._tried(operation)
        random = self._sampler.random
        owners = parents(operations)
        weights = [
            _SELDOM if any(makes(each, name) for name in owners) else _WEIGHTS.get(each.method, 1.0)
            for each in operations
        ]
        steps = max(self.walk, _STEPS * len(operations)) if self.walk else 0
        for step in range(steps):
            if self._timely and random.random() < _RARELY:
                self._wait()
                # Whoever asks first sees to all that is over by now: not always a write.
                yield from self._looked(operations, most=random.randint(0, 1))
            # What nobody was refused for by then, hardly anybody will be by chance.
            if 2 * step >= steps and self._refusals.left():
                yield from self._two(operations)
                requests = self._refusals.requests()
                if (refused := next(requests, None)) is not None:
                    yield refused
                    yield from requests
                    continue
            # Writes, mostly: what they left is looked at anyway.
            operation = random.choices(operations, weights)[0]
            held = list(self.oracle.world.rows.items())
            yield from self._back(operations, operation)
            right = self._promising(operation)
            yield right
            yield from self._other_choices(operation)
            if random.random() < _AGAIN:
                yield from self._brink(operation)
            if operation.method != "GET":
                yield from self._looked(about(operation, operations))
                if random.random() < _AGAIN:  # what may be done once may not be done twice
                    yield right
            if operation.method == "DELETE" and random.random() < _OFTEN:
                yield from self._renewed(dict(held), operations)
        for operation in operations if self.walk else ():
            yield from self._surely_a_brink(operation)
        for operation in racing(operations) if self.walk else ():
            for _ in range(_RACES):
                # Where nobody has shown yet who was last, nobody is sent after the same again.
                if len(self.oracle.worlds) == 1:
                    yield Bunch(tuple(self._at_once(operation)))
                yield from self._looked(about(operation, operations))
        yield from (Request("GET", path) for path in health_paths(self.spec))
        yield Request("GET", "/no-such-path")
        yield from self._slashed(operations)
        yield from self._other_methods(operations)
        yield from self._from_elsewhere(operations)
        yield from self._exceeded(operations)
        yield from self._outlived(operations)
        if self.spec.storage != "memory":
            self.candidate.restart()
            self.oracle.forget()
        yield from self._looked(operations, most=len(operations))

    def _promising(self, operation: Operation) -> Request:
        """A right request, every other time one that is not refused: that would change nothing."""
        request = self._drafter.right(operation)
        for _ in range(self._sampler.random.choice((0, _DRAFTS))):
            if self._goes_well(request):
                break
            request = self._drafter.right(operation)
        return request

    def _goes_well(self, request: Request) -> bool:
        expected, _ = next(self.oracle.foretell(request, self._now))
        return expected.status < _REDIRECTED

    def _brink(self, operation: Operation) -> Iterator[Request]:
        """The first number that the rows do not allow, where there is one, and the last they do."""
        name, said = self._drafter.said
        known = self._chooser.known[operation.name]
        numbers = [each for each in _numbers(operation) if each.name not in known]
        if name != operation.name or not numbers:
            return
        asked = self._sampler.random.choice(numbers)
        self._drafter.right(operation, on=said)
        said = self._drafter.said[1]
        least, most = whole_bounds(asked.type)
        if asked.type.maximum is None and asked.type.below is None:
            most = least + _FAR

        def right(number: int) -> Request:
            return self._drafter.right(operation, {**said, asked.name: number})

        if not self._goes_well(right(least)) or self._goes_well(right(most)):
            return
        while most - least > 1:
            middle = (least + most) // 2
            least, most = (middle, most) if self._goes_well(right(middle)) else (least, middle)
        yield right(most)
        yield right(least)

    def _surely_a_brink(self, operation: Operation) -> Iterator[Request]:
        """A brink, if any of some requests that go well has one; trying costs no request."""
        for _ in range(_BRINKS if _numbers(operation) else 0):
            goes = self._goes_well(self._drafter.right(operation))
            if goes and (found := list(self._brink(operation))):
                yield from found
                return

    def _other_choices(self, operation: Operation) -> Iterator[Request]:
        """What was just said, with something that cannot be chosen."""
        name, values = self._drafter.said
        chosen = [each for each in operation.inputs if each.type.choices and each.name in values]
        if name == operation.name and chosen and self._sampler.random.random() < _RARELY:
            wrong = {self._sampler.random.choice(chosen).name: _UNKNOWN}
            yield self._drafter.right(operation, wrong, on=values)

    def _renewed(
        self, held: dict[str, list[Row]], operations: list[Operation]
    ) -> Iterator[Request]:
        """Make what was just deleted once more: nothing of the old one may come back with it."""
        for entity, rows in held.items():
            gone = [row for row in rows if row not in self.oracle.world.of(entity)]
            makers = [each for each in operations if makes(each, entity)]
            if gone and makers:
                maker = self._sampler.random.choice(makers)
                names = {each.name for each in maker.inputs if each.place in {"json", "form"}}
                yield self._drafter.right(
                    maker, {name: gone[0][name] for name in names & gone[0].keys()}
                )
                yield from self._looked(about(maker, operations))

    def _wait(self) -> None:
        """Let time pass, as far as the candidate can tell."""
        now = self._now.seconds
        self._passed += ahead(self.spec, self.oracle.world, now, self._sampler.random)
        self.candidate.shift(self._passed)

    def _at_once(self, operation: Operation) -> Iterator[Request]:
        """The same several times, and others that are after the same."""
        right = self._drafter.values(operation)
        paths = {each.name for each in operation.inputs if each.place == "path"}
        kept = {name: value for name, value in right.items() if name in paths}
        credentials = self._callers.one_each() if operation.needs else []
        for at in range(_AT_ONCE):
            whose = credentials[at % len(credentials)] if credentials else None
            yield self._drafter.right(operation, kept if at % 2 else right, credential=whose)

    def _joined(self, operations: list[Operation]) -> Iterator[Request]:
        """Let two callers be known, since what is whose shows only between two."""
        for _ in range(_PATIENCE if self.spec.identity else 0):
            for operation in operations:
                if operation.method != "POST" or operation.needs:
                    continue
                made = {part.entity for part in parts(operation.effect) if isinstance(part, Insert)}
                known = self._chooser.known[operation.name]
                fresh = {
                    each.name: self._sampler.right(each.type)
                    for each in operation.inputs
                    if each.name in known and known[each.name].entity in made
                }
                yield self._drafter.right(operation, fresh)
            if len(self._callers.one_each()) >= _SEVERAL:
                return

    def _two(self, operations: list[Operation]) -> Iterator[Request]:
        """Let two callers be known again, where a guard that refused none may need them."""
        needing = any(each.needs for each, _ in self._refusals.left())
        if needing and len(self._callers.one_each()) < _SEVERAL:
            yield from self._joined(operations)

    def _slashed(self, operations: list[Operation]) -> Iterator[Request]:
        """A path with a slash more, or less, is another path."""
        paths = {each.path for each in operations}
        for each in operations[:1]:
            path = each.path[:-1] if each.path.endswith("/") else f"{each.path}/"
            if path and path not in paths and "{" not in path:
                yield Request(each.method, path)

    def _exceeded(self, operations: list[Operation]) -> Iterator[Request]:
        """Every rate to its end, one request beyond it, and one when its time is over."""
        self._patient = False
        for rate in self.spec.rates:
            counted = [each for each in operations if rate.counts(each)]
            counted.sort(key=lambda each: (each.method != "GET", bool(each.needs)))
            if not counted or rate.requests > _MOST_COUNTED:
                continue
            self._pass(max(each.seconds for each in self.spec.rates))
            credential = next(iter(self._callers.one_each()), "")
            for _ in range(rate.requests + 2):
                yield self._drafter.right(counted[0], credential=credential)
            if self._apart:  # others have not asked too often
                right = self._drafter.right(counted[0], credential=credential)
                yield replace(right, address=self.addresses[-1])
            self._pass(rate.seconds)
            yield self._drafter.right(counted[0], credential=credential)
        self._patient = True

    def _outlived(self, operations: list[Operation]) -> Iterator[Request]:
        """What says who somebody is, once its time is over."""
        needing = [each for each in operations if each.needs]
        world = self.oracle.world
        left = [until - self._now.seconds for _, until in world.signed.values()]
        left += [
            datetime.fromisoformat(row[each.name]).timestamp() - self._now.seconds
            for entity in self.spec.entities
            for each in entity.fields
            if each.type.kind == "datetime" and entity.key.style == "token"
            for row in world.of(entity.name)
            if row[each.name] is not None
        ]
        held = self._callers.known()
        if needing and held and left and 0 < max(left) < _LONG:
            self._pass(max(left))
            for each in needing[:_PATIENCE]:
                yield self._drafter.right(each, credential=held[-1])
            yield from (
                self._drafter.right(each) for each in operations if self._looks_up_token(each)
            )
            yield from self._joined(operations)

    def _looks_up_token(self, operation: Operation) -> bool:
        tokens = {each.name for each in self.spec.entities if each.key.style == "token"}
        return any(each.entity in tokens for each in self._chooser.known[operation.name].values())

    def _back(self, operations: list[Operation], operation: Operation) -> Iterator[Request]:
        """Let callers be known again, where they have all left."""
        if operation.needs and not self._callers.anybody():
            yield from self._joined(operations)

    def _other_methods(self, operations: list[Operation]) -> Iterator[Request]:
        """HEAD where there is GET, and methods that a path does not have."""
        asked = [each for each in operations if each.method != "WEBSOCKET"]
        for each in [each for each in asked if each.method == "GET"][:2]:
            yield replace(self._drafter.right(each), method="HEAD")
        for each in asked[:2]:
            yield from (Request(method, each.path) for method in ("OPTIONS", "PATCH"))

    def _from_elsewhere(self, operations: list[Operation]) -> Iterator[Request]:
        """What pages of other origins ask."""
        reads = [each for each in operations if each.method == "GET" and "{" not in each.path]
        for origin in self.spec.origins and ("https://elsewhere.example", *self.spec.origins):
            for each in reads[:1]:
                asking = "https://page.example" if origin == "*" else origin
                right = self._drafter.right(each)
                yield replace(right, headers=(*right.headers, ("origin", asking)))
                if origin in self.spec.origins:
                    wanted = ("access-control-request-method", "GET")
                    yield Request("OPTIONS", each.path, headers=(("origin", asking), wanted))

    def _looked(self, operations: list[Operation], most: int = 2) -> Iterator[Request]:
        reads = [each for each in operations if each.method == "GET"]
        self._sampler.random.shuffle(reads)
        for operation in reads[:most]:
            yield self._drafter.right(operation)

    def _tried(self, operation: Operation) -> Iterator[Request]:
        """One operation at its bounds, and wrongly in each way."""
        if operation.method == "WEBSOCKET":
            yield from (self._drafter.right(operation) for _ in range(3))
            return
        if self.wrongly and operation.inputs:
            for _ in range(_PATIENCE):
                if operation.name not in self._well:
                    yield self._drafter.right(operation)
            for given in operation.inputs:
                yield from self._bounds(operation, given)
        for _ in range(2):
            if crossed := self._chooser.crossed(operation, self.oracle.world):
                yield self._drafter.right(operation, crossed)
        if any(_is_json(each) for each in operation.inputs):
            yield self._drafter.malformed(operation)
        if any(each.place == "json" for each in operation.inputs) and 0 < self.spec.largest < _WIDE:
            yield self._drafter.padded(operation, self.spec.largest)
            yield self._drafter.padded(operation, self.spec.largest + 1)
        if operation.needs:
            yield self._drafter.right(operation, credential="")
            required = [each.name for each in operation.inputs if each.place == "json"]
            if required:
                yield self._drafter.right(operation, credential="", without=required[0])
            yield self._drafter.right(operation, credential="wrong")
            for credential in self._callers.one_each()[:3]:
                yield self._drafter.right(operation, credential=credential)
            known = self._callers.known()
            for credential in [each for each in self._callers.ever if each not in known][-2:]:
                yield self._drafter.right(operation, credential=credential)

    def _bounds(self, operation: Operation, given: Input) -> Iterator[Request]:
        """One input at its bounds and beyond, in what went well before: else all is well."""
        well = self._well.get(operation.name)
        lax = given.place in _LAX
        if not lax or given.place == "query":
            for value in self._sampler.edges(given.type):
                yield self._drafter.right(operation, {given.name: value}, on=well)
        if given.place == "file":
            yield self._drafter.right(operation, without=given.name, on=well)
            for size in sizes(operation):
                yield self._drafter.right(operation, {given.name: "x" * size}, on=well)
            return
        for value in self._sampler.wrong(given.type, lax=lax):
            if given.place != "path" or _fits_path(value):
                yield self._drafter.right(operation, {given.name: value}, on=well)
        if given.place != "path":
            yield self._drafter.right(operation, without=given.name, on=well)
        if given.name in self._chooser.known[operation.name]:
            yield self._drafter.right(operation, {given.name: absent(given)}, on=well)


def _is_json(given: Input) -> bool:
    return given.place == "json" or (given.place == "body" and given.type.kind != "string")


def _fits_path(value: Any) -> bool:
    return value is not None and str(value) != "" and "/" not in str(value)


def _numbers(operation: Operation) -> list[Input]:
    """Whole numbers of a body, which rows may set a bound to."""
    whole = [each for each in operation.inputs if each.type.kind == "integer"]
    return [each for each in whole if each.place == "json" and not each.type.choices]
