"""A conversation that holds a service to its Spec.

Every operation is asked for rightly, at its bounds and wrongly, with keys that are there and keys
that are not, by whoever may and whoever may not; then a walk of requests in an order of chance, a
restart, and everything is read again. The oracle foretells each answer; the first that differs is
the finding.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any, Protocol

from beliefs.judge.asking import Request
from beliefs.judge.carried import picture
from beliefs.judge.comparing import Differs
from beliefs.judge.environment import variables
from beliefs.judge.functions import KEPT, Moment
from beliefs.judge.oracle import Got, Oracle
from beliefs.judge.references import Reference, fitting, mentions, parts, references, telling
from beliefs.judge.sampling import Sampler
from beliefs.judge.world import Row
from beliefs.spec.effects import Call, Insert, Lit
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

_LAX = ("path", "query", "header", "cookie", "form")
_ABSENT: dict[str, Any] = {"integer": 987654, "uuid": "00000000-0000-4000-8000-000000000000"}
_OFTEN, _SOMETIMES = 0.8, 0.35
_PATIENCE = 8
# Seconds by which clocks may differ; rates and lifetimes beyond these are not waited for.
_CLOCKS = 4.0
_MOST_COUNTED = 120
_LONG = 366 * 86400
_WIDE = 4 << 20
_PICTURES = 0.75  # of files, where pictures are wanted


class Candidate(Protocol):
    """A service under examination."""

    def ask(self, request: Request) -> Got:
        """Answer one request."""

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
    walk: int = 60
    oracle: Oracle = field(init=False)
    asked: int = 0
    _sampler: Sampler = field(init=False)
    _used: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    _references: dict[str, dict[str, Reference]] = field(init=False)
    _credentials: list[str] = field(default_factory=list)
    _pictures: bool = field(init=False)
    _passed: float = 0  # seconds that were let pass
    _patient: bool = True  # whether time is let pass where a rate would refuse a request

    def __post_init__(self) -> None:
        """Begin with an oracle of an empty world."""
        self.oracle = Oracle(self.spec)
        self._sampler = Sampler(Random(self.seed))  # noqa: S311 - chance that can be repeated
        self._references = {each.name: references(each) for each in self.spec.operations}
        self._pictures = any(
            isinstance(part, Call) and part.function == "thumbnail"
            for operation in self.spec.operations
            for part in parts(operation.effect)
        )

    def run(self) -> Finding | None:
        """Ask everything; what first differs, or nothing."""
        request = Request("GET", "/")
        try:
            for request in self._requests():
                self._ask(request)
        except Differs as differs:
            return Finding(str(request), str(differs), self.asked)
        return None

    def signed_in(self) -> dict[str, str]:
        """Ask until the service knows somebody; the headers that say who, if there are any."""
        for request in self._requests() if self.spec.identity else ():
            if known := self._known_credentials():
                headers: list[tuple[str, str]] = []
                self._shown(known[0], headers, [])
                return {name.title(): value for name, value in headers}
            self._ask(request)
        return {}

    def _ask(self, request: Request) -> None:
        if self._patient and self.spec.rates and self._refused(request):
            self._pass(max(each.seconds for each in self.spec.rates))
        got = self.candidate.ask(request)
        self.oracle.settle(request, got, self._now)
        self.asked += 1

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

    def _requests(self) -> Iterator[Request]:
        operations = [each for each in self.spec.operations if each.method != "WEBSOCKET"]
        # A service that holds nothing yet is asked first.
        yield from self._looked(operations, most=len(operations))
        yield from self._joined(operations)
        for _ in range(3):
            for operation in operations:
                yield self._right(operation)
        for operation in operations:
            yield from self._tried(operation)
        random = self._sampler.random
        for _ in range(self.walk):
            operation = random.choice(operations)
            yield self._right(operation)
            if operation.method != "GET":
                yield from self._looked(operations)
        yield Request("GET", "/no-such-path")
        yield from self._slashed(operations)
        yield from self._exceeded(operations)
        yield from self._outlived(operations)
        if self.spec.storage != "memory":
            self.candidate.restart()
            self.oracle.forget()
        yield from self._looked(operations, most=len(operations))

    def _joined(self, operations: list[Operation]) -> Iterator[Request]:
        """Let two callers be known, since what is whose shows only between two."""
        for _ in range(_PATIENCE if self.spec.identity else 0):
            for operation in operations:
                if operation.method != "POST" or operation.needs:
                    continue
                made = {part.entity for part in parts(operation.effect) if isinstance(part, Insert)}
                known = self._references[operation.name]
                fresh = {
                    each.name: self._sampler.right(each.type)
                    for each in operation.inputs
                    if each.name in known and known[each.name].entity in made
                }
                yield self._right(operation, fresh)
            if len(self._callers()) > 1:
                return

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
            credential = next(iter(self._callers()), "")
            for _ in range(rate.requests + 2):
                yield self._right(counted[0], credential=credential)
            self._pass(rate.seconds)
            yield self._right(counted[0], credential=credential)
        self._patient = True

    def _outlived(self, operations: list[Operation]) -> Iterator[Request]:
        """What says who somebody is, once its time is over."""
        needing = [each for each in operations if each.needs]
        world = self.oracle.world
        ends = [until - self._now.seconds for _, until in world.signed.values()]
        ends += [
            datetime.fromisoformat(row[each.name]).timestamp() - self._now.seconds
            for entity in self.spec.entities
            for each in entity.fields
            if each.type.kind == "datetime" and entity.key.style == "token"
            for row in world.of(entity.name)
            if row[each.name] is not None
        ]
        held = self._known_credentials()
        if needing and held and ends and 0 < max(ends) < _LONG:
            self._pass(max(ends))
            for each in needing[:_PATIENCE]:
                yield self._right(each, credential=held[-1])
            yield from self._joined(operations)

    def _looked(self, operations: list[Operation], most: int = 2) -> Iterator[Request]:
        reads = [each for each in operations if each.method == "GET"]
        self._sampler.random.shuffle(reads)
        for operation in reads[:most]:
            yield self._right(operation)

    def _tried(self, operation: Operation) -> Iterator[Request]:
        """One operation at its bounds, and wrongly in each way."""
        for given in operation.inputs:
            lax = given.place in _LAX
            if not lax or given.place == "query":
                for value in self._sampler.edges(given.type):
                    yield self._right(operation, {given.name: value})
            if given.place == "file":
                yield self._right(operation, without=given.name)
                continue
            for value in self._sampler.wrong(given.type, lax=lax):
                if given.place != "path" or _fits_path(value):
                    yield self._right(operation, {given.name: value})
            if given.place != "path":
                yield self._right(operation, without=given.name)
            if given.name in self._references[operation.name]:
                yield self._right(operation, {given.name: _absent(given)})
        if any(each.place == "json" for each in operation.inputs):
            yield self._malformed(operation)
        if any(each.place == "json" for each in operation.inputs) and 0 < self.spec.largest < _WIDE:
            yield self._padded(operation, self.spec.largest)
            yield self._padded(operation, self.spec.largest + 1)
        if operation.needs:
            yield self._right(operation, credential="")
            required = [each.name for each in operation.inputs if each.place == "json"]
            if required:
                yield self._right(operation, credential="", without=required[0])
            yield self._right(operation, credential="wrong")
            for credential in self._callers()[:3]:
                yield self._right(operation, credential=credential)

    def _malformed(self, operation: Operation) -> Request:
        right = self._right(operation)
        headers = (*right.headers, ("content-type", "application/json"))
        return Request(right.method, right.path, right.query, headers, text='{"a": ')

    def _padded(self, operation: Operation, size: int) -> Request:
        """A right request whose body has just so many bytes."""
        right = self._right(operation)
        text = json.dumps(right.json)
        headers = (*right.headers, ("content-type", "application/json"))
        text = f"{text[:-1]}{' ' * (size - len(text.encode()))}}}"
        return Request(right.method, right.path, right.query, headers, text=text)

    def _right(
        self,
        operation: Operation,
        instead: dict[str, Any] | None = None,
        *,
        without: str = "",
        credential: str | None = None,
    ) -> Request:
        values = self._values(operation)
        values |= instead or {}
        values.pop(without, None)
        path = operation.path
        query: list[tuple[str, str]] = []
        headers: list[tuple[str, str]] = []
        form: list[tuple[str, str]] = []
        files: list[tuple[str, str, str, bytes]] = []
        text: str | None = None
        fields = any(each.place == "json" for each in operation.inputs)
        body: Any = self._body(operation) if fields else None
        for each in operation.inputs:
            if each.name not in values:
                continue
            value = values[each.name]
            match each.place:
                case "path":
                    path = path.replace(f"{{{each.wire}}}", str(value))
                case "json":
                    body[each.wire] = value
                case "body" if each.type.kind == "string":
                    text = value if isinstance(value, str) else _texted(value)
                case "body":
                    # Written out, since null is a body too.
                    text = json.dumps(value)
                    headers.append(("content-type", "application/json"))
                case "file":
                    many = 2 if each.type.kind == "list" else 1
                    held = self._content(value)
                    files += [(each.wire, self._file_name(), *held)] * many
                case "query":
                    query += [(each.wire, _texted(one)) for one in _several(value)]
                case "header":
                    headers.append((each.wire, _texted(value)))
                case "form":
                    form.append((each.wire, _texted(value)))
                case "cookie":
                    headers.append(("cookie", f"{each.wire}={value}"))
        known = self._known_credentials()
        shown = (
            credential
            if credential is not None
            else self._sampler.random.choice(known)
            if known
            else ""
        )
        if operation.needs and shown:
            self._shown(shown, headers, query)
        return Request(
            operation.method,
            path,
            tuple(query),
            tuple(headers),
            json=body,
            text=text,
            form=tuple(form),
            files=tuple(files),
        )

    def _file_name(self) -> str:
        return "a.txt"

    def _content(self, text: Any) -> tuple[str, bytes]:
        """The type and the bytes of a file: where pictures are wanted, mostly a picture."""
        random = self._sampler.random
        if self._pictures and random.random() < _PICTURES:
            width = random.choice((8, 40, 600))
            return "image/png", picture(width, random.choice((width, width // 2)))
        return "text/plain", str(text).encode()

    def _body(self, operation: Operation) -> dict[str, Any]:  # noqa: ARG002 - hostile ones look
        """What a JSON body holds before its fields are put in."""
        return {}

    def _values(self, operation: Operation) -> dict[str, Any]:
        random = self._sampler.random
        values: dict[str, Any] = {}
        # Inputs that refer to one entity mostly mean the same row of it.
        known = self._references[operation.name]
        rows = {
            name: self.oracle.world.of(name) for name in {each.entity for each in known.values()}
        }
        meant = {name: random.choice(held) for name, held in sorted(rows.items()) if held}
        for each in operation.inputs:
            if not each.required and random.random() < _SOMETIMES:
                continue
            values[each.name] = self._value(operation, each, meant)
        return values

    def _value(self, operation: Operation, given: Input, meant: dict[str, Row]) -> Any:
        random = self._sampler.random
        found = self._references[operation.name].get(given.name)
        if found is not None and found.entity in meant and random.random() < _OFTEN:
            held = meant[found.entity].get(found.field)
            if found.password:
                return str(held).removeprefix(KEPT)
            if held is not None:
                return held
        if given.place == "path" and found is not None and random.random() < _OFTEN:
            return _absent(given)
        used = self._used.setdefault((operation.name, given.name), [])
        if used and random.random() < _SOMETIMES:
            return random.choice(used)
        value = "some text" if given.place == "file" else self._sampler.right(given.type)
        known = telling(operation).get(given.name)
        if known and random.random() < _OFTEN:
            return random.choice(known)
        words = mentions(operation).get(given.name)
        if words and isinstance(value, str) and random.random() < _OFTEN:
            value = f"{value} {random.choice(words)}"
        record = fitting(operation, self.spec)
        if record is not None and given.type.item == Type("json") and random.random() < _OFTEN:
            value = self._records(*record)
        used.append(value)
        return value

    def _records(self, entity: Entity, kind: Type) -> list[dict[str, Any]]:
        """Records that fit, most of them under the key of a row that is there."""
        random, rows = self._sampler.random, self.oracle.world.of(entity.name)
        found: list[dict[str, Any]] = self._sampler.right(Type("list", item=kind, min_length=1))
        for each in found:
            if rows and random.random() < _OFTEN:
                each[entity.key.name] = random.choice(rows)[entity.key.name]
        return found

    def _known_credentials(self) -> list[str]:
        """Texts that the service gave out and that say who somebody is."""
        if self.spec.identity is None:
            return []
        now, world = self._now, self.oracle.world
        texts = {
            value
            for rows in world.rows.values()
            for row in rows
            for value in row.values()
            if isinstance(value, str)
        }
        texts |= set(world.signed) | set(variables(self.spec).values())
        texts |= {
            part.value
            for part in parts(self.spec.identity.who)
            if isinstance(part, Lit) and isinstance(part.value, str)
        }
        return sorted(each for each in texts if self.oracle.who(each, world, now) is not None)

    def _callers(self) -> list[str]:
        """One credential of each caller that is known."""
        now, world = self._now, self.oracle.world
        found: dict[str, str] = {}
        for each in self._known_credentials():
            found.setdefault(str(self.oracle.who(each, world, now)), each)
        return list(found.values())

    def _shown(
        self, credential: str, headers: list[tuple[str, str]], query: list[tuple[str, str]]
    ) -> None:
        identity = self.spec.identity
        assert identity is not None
        match identity.place:
            case "bearer":
                headers.append(("authorization", f"Bearer {credential}"))
            case "header":
                headers.append((identity.name, credential))
            case "cookie":
                headers.append(("cookie", f"{identity.name}={credential}"))
            case "query":
                query.append((identity.name, credential))
            case "basic":
                headers.append(("authorization", f"Basic {credential}"))


def _absent(given: Input) -> Any:
    return _ABSENT.get(given.type.kind, "nobody-has-this")


def _fits_path(value: Any) -> bool:
    return value is not None and str(value) != "" and "/" not in str(value)


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _texted(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
