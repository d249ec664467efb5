"""What must come back for a request: routing, identity, inputs, effect and failure table in one.

An oracle holds the world that the Spec says a service has after the requests so far. `foretell`
gives every answer that would be right; `settle` takes the one that came and moves the world there.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from beliefs.judge.addresses import USUAL
from beliefs.judge.asking import Request, allowed, body_of, read, routed
from beliefs.judge.carried import Sent, compare
from beliefs.judge.comparing import Differs, learned
from beliefs.judge.functions import Moment
from beliefs.judge.interpreter import Expected, Failed, Interpreter, Refusal
from beliefs.judge.moments import moments
from beliefs.judge.world import Row, World, replaced
from beliefs.spec.failures import Failure
from beliefs.spec.health import health_paths
from beliefs.spec.operations import Operation
from beliefs.spec.service import Rate, Spec

# More than a conversation leaves rows: what is drawn at random may be any of them.
_MOST_DRAWS = 1000
_NO_BODY = (204, 304)
_MOST_WORLDS, _FEW_WORLDS = 64, 16
_Ways: TypeAlias = "Mapping[tuple[int, ...], list[World]]"
# How many seconds the clocks of judge and service may be apart.
_CLOCKS = 3.0


@dataclass(frozen=True, slots=True)
class Got:
    """What a service answered."""

    status: int
    headers: dict[str, str]  # names in lower case
    body: bytes


@dataclass(slots=True)
class Oracle:
    """Foretells answers; `base` is how the service is reached."""

    spec: Spec
    base: str = "http://testserver"
    # What the service may hold: one world, until requests at once leave open who was last.
    worlds: list[World] = field(init=False)
    refused: set[Refusal] = field(default_factory=set)  # by what requests have been refused

    def __post_init__(self) -> None:
        """Begin with a service that holds nothing."""
        self.worlds = [World(self.spec)]

    @property
    def world(self) -> World:
        """What the service holds, as far as anybody knows."""
        return self.worlds[0]

    @world.setter
    def world(self, world: World) -> None:
        self.worlds = [world]

    @contextmanager
    def supposing(self, world: World) -> Iterator[None]:
        """Take another world for what the service holds, while something is thought through."""
        held, self.worlds = self.worlds, [world]
        try:
            yield
        finally:
            self.worlds = held

    def foretell(
        self, request: Request, now: Moment, among: World | None = None
    ) -> Iterator[tuple[Expected, World]]:
        """Every right answer, with the world behind it."""
        held = among or self.world
        size = 1
        draw = 0
        while draw < min(size, _MOST_DRAWS):
            world = held.copied()
            sizes: list[int] = []

            def picked(many: int, at: int = draw, seen: list[int] = sizes) -> int:
                seen.append(many)
                return at % many

            yield self._answer(request, now, world, picked), world
            size = max(sizes, default=1)
            draw += 1

    def settle(self, request: Request, got: Got, now: Moment) -> None:
        """Take an answer, if it is a right one; raises `Differs` with the nearest miss if not."""
        self.settle_together([(request, got)], (now,))

    def settle_together(self, asked: list[tuple[Request, Got]], whens: tuple[Moment, ...]) -> None:
        """Take answers to requests sent at once, if they are right in one order or another.

        `whens` are moments at which they may have been made, the likeliest first.
        """
        ways = {tuple(range(len(asked))): self.worlds}
        for _ in asked:
            ways = self._further(ways, asked, whens)
        self.worlds = next(iter(ways.values()))

    def _further(
        self, ways: _Ways, asked: list[tuple[Request, Got]], whens: tuple[Moment, ...]
    ) -> dict[tuple[int, ...], list[World]]:
        """One more of the requests taken: what may be left to take, and what is held then."""
        found: dict[tuple[int, ...], list[World]] = {}
        missed: Differs | None = None
        for left, worlds in ways.items():
            tried: list[tuple[Request, Got]] = []
            for at in left:
                if asked[at] in tried:  # one of two that are the same goes first
                    continue
                tried.append(asked[at])
                try:
                    after = self._after(worlds, *asked[at], whens)
                except Differs as differs:
                    missed = missed or differs
                    continue
                rest = tuple(each for each in left if each != at)
                found[rest] = _distinct([*found.get(rest, []), *after])
        if not found:
            assert missed is not None
            raise missed
        return found

    def _after(
        self, worlds: list[World], request: Request, got: Got, whens: tuple[Moment, ...]
    ) -> list[World]:
        """The worlds that an answer leaves possible."""
        found: list[World] = []
        missed: Differs | None = None
        every = [*_shown(got, whens), *whens]
        for held in worlds:
            for now in every:
                fits = len(found)
                for expected, world in self.foretell(request, now, held):
                    try:
                        learnt = self._compared(request, expected, got)
                        _told_apart(learnt, world)
                    except Differs as differs:
                        missed = missed or differs
                        continue
                    for placeholder, text in learnt.items():
                        world.learn(placeholder, text)
                    found.append(world)
                    if expected.refusal:
                        self.refused.add(expected.refusal)
                    break
                # What one moment leaves may not be what another does: what is over by then, and
                # what not. Of many worlds, the likeliest moment of each is enough.
                if len(found) > fits and len(worlds) > _FEW_WORLDS:
                    break
        if not found:
            assert missed is not None
            raise missed
        return _distinct(found) if len(found) > 1 else found

    def _answer(self, request: Request, now: Moment, world: World, picked: Any) -> Expected:
        if self._preflight(request):
            return Expected(200, headers=self.crossing(request), media="")
        if request.method == "GET" and request.path in health_paths(self.spec):
            return Expected(200, {"status": "ok"})
        try:
            operation, path = routed(self.spec, request)
        except Failed as failed:
            expected = self._failed(failed, ())
            if failed.way == "not_allowed":
                expected.headers["Allow"] = ", ".join(allowed(self.spec, request.path))
            return expected
        try:
            self._count(operation, "address", request.address or USUAL, world, now, picked)
            body = body_of(self.spec, operation, request)
            me = self._caller(operation, request, world, now)
            self._count(operation, "caller", str(_named(me)), world, now, picked)
            brought = read(operation, path, request, body)
        except Failed as failed:
            return self._failed(failed, operation.failures)
        if not operation.effect:
            return self._failed(Failed("not_built", ""), operation.failures)
        interpreter = Interpreter(
            world,
            operation,
            brought.inputs,
            brought.given,
            now,
            base=self.base,
            caller=request.address or USUAL,
            me=me,
            draw=picked,
        )
        return interpreter.answer()

    def _preflight(self, request: Request) -> bool:
        """Whether a browser asks what another origin's page may ask."""
        wants = request.method == "OPTIONS" and request.header("access-control-request-method")
        return bool(wants and request.header("origin")) and bool(self.crossing(request))

    def crossing(self, request: Request) -> dict[str, str]:
        """What a page of another origin is told, if it may ask; where all may, whoever asks."""
        origin = request.header("origin")
        told = "*" if "*" in self.spec.origins else origin
        if not told or told not in self.spec.origins:
            return {}
        return {"Access-Control-Allow-Origin": told}

    def _failed(self, failed: Failed, stated: tuple[Failure, ...]) -> Expected:
        found = self.spec.failures.of(failed.way, stated)
        wait = max(1, math.ceil(failed.wait))
        headers = {"Retry-After": wait} if failed.way == "rate" else {}
        return Expected(found.status, headers=headers, failure=found, message=found.message)

    def _count(
        self, operation: Operation, by: str, who: str, world: World, now: Moment, picked: Any
    ) -> None:
        """Count a request of a caller; it fails when there were too many."""
        counted = [each for each in self.spec.rates if each.by == by and each.counts(operation)]
        held = {each: world.asked.get((each, who), ()) for each in counted}
        if any(_full(each, asked, now.seconds, picked) for each, asked in held.items()):
            waits = [
                asked[-each.requests] + each.seconds - now.seconds
                for each, asked in held.items()
                if len(asked) >= each.requests
            ]
            raise Failed("rate", "", max(waits))
        for each, asked in held.items():
            world.asked[each, who] = (*asked, now.seconds)

    def forget(self) -> None:
        """What a service keeps in memory only is gone with a restart."""
        for world in self.worlds:
            world.asked = {}

    def _caller(
        self, operation: Operation, request: Request, world: World, now: Moment
    ) -> dict[str, Any] | None:
        if operation.needs != "caller":
            return None
        credential = self.credential(request)
        who = self.who(credential, world, now) if credential else None
        if who is None:
            raise Failed("unauthenticated", "")
        return who

    def who(self, credential: str, world: World, now: Moment) -> dict[str, Any] | None:
        """Whose credential this is."""
        identity = self.spec.identity
        assert identity is not None, "an operation needs a caller, and the Spec says no identity"
        empty = Operation("caller", "GET", "/", ())
        asker = Interpreter(world, empty, {}, set(), now)
        found = asker._value(identity.who, {"credential": credential})  # noqa: SLF001
        return found if isinstance(found, dict) else None

    def credential(self, request: Request) -> str:
        """What a request shows of who asks."""
        identity = self.spec.identity
        if identity is None:
            return ""
        headers = {name.lower(): value for name, value in request.headers}
        match identity.place:
            case "bearer":
                kind, _, text = headers.get("authorization", "").partition(" ")
                return text.strip() if kind.lower() == "bearer" else ""
            case "header":
                return headers.get(identity.name.lower(), "")
            case "query":
                return dict(request.query).get(identity.name, "")
            case "cookie":
                pairs = (each.partition("=") for each in headers.get("cookie", "").split("; "))
                return {name: value for name, _, value in pairs}.get(identity.name, "")
            case "basic":
                return headers.get("authorization", "").removeprefix("Basic ")

    def _compared(self, request: Request, expected: Expected, got: Got) -> dict[str, str]:
        if got.status != expected.status and request.method != "WEBSOCKET":
            message = f"wanted status {expected.status}, got {got.status}"
            raise Differs(message)
        found = _headers(expected, got) if request.method != "WEBSOCKET" else {}
        self._crossed(request, got)
        if not expected.media:
            return found
        if request.method == "HEAD" or expected.status in _NO_BODY:
            if got.body:
                message = "wanted no body"
                raise Differs(message)
            return found
        if expected.way is not None:
            return found | self._failure(expected, got)
        if expected.body is None and not got.body:
            return found
        if isinstance(expected.body, Sent):
            compare(expected.body, got.headers, got.body)
            return found
        if request.method == "WEBSOCKET" and isinstance(expected.body, str):
            return found | _text(expected, got)
        if expected.media == "application/json":
            return found | learned(expected.body, _json(got))
        return found | _text(expected, got)

    def _crossed(self, request: Request, got: Got) -> None:
        wanted = self.crossing(request).get("Access-Control-Allow-Origin")
        there = got.headers.get("access-control-allow-origin")
        if wanted != there:
            message = f"wanted Access-Control-Allow-Origin {wanted}, got {there}"
            raise Differs(message)

    def _failure(self, expected: Expected, got: Got) -> dict[str, str]:
        """A failure's body: the template, whatever the words where nobody stated them."""
        found = expected.failure
        assert found is not None
        kind = got.headers.get("content-type", "").partition(";")[0]
        if kind != self.spec.failures.media:
            message = f"wanted content-type {self.spec.failures.media}, got {kind}"
            raise Differs(message)
        template = found.body or self.spec.failures.body
        world = World(self.spec)
        plain = json.loads(template)
        plain = replaced(plain, "{message}", expected.message or world.placeholder("words"))
        plain = replaced(plain, "{field}", world.placeholder("words"))
        plain = replaced(plain, "{code}", found.code)
        told = _json(got)
        learned(filled(plain, told, expected.status), told)
        return {}


def _shown(got: Got, whens: tuple[Moment, ...]) -> list[Moment]:
    """When an answer was made, if it shows that: between the moments that it may have been."""
    seconds = [each.seconds for each in whens]
    told = moments(got.body.decode("utf-8", errors="replace"))
    within = sorted({each for each in told if min(seconds) <= each <= max(seconds)})
    return [Moment(each) for each in within[-2:]]


def _distinct(worlds: list[World]) -> list[World]:
    """Worlds that differ in more than when something was."""
    others: list[World] = []
    for world in worlds:
        # Mostly they share their rows, and are compared at once.
        if not any(world.rows == each.rows and world.last == each.last for each in others):
            others.append(world)
    if len(others) == 1:
        return others
    found: dict[Any, World] = {}
    for world in others:
        found.setdefault(world.but_for_moments(), world)
    return list(found.values())[:_MOST_WORLDS]


def filled(plain: Any, told: Any, status: int) -> Any:
    """A failure's body with its status, and with the faults that came: lists are worded freely."""
    if isinstance(plain, dict):
        there = told if isinstance(told, dict) else {}
        return {name: filled(each, there.get(name), status) for name, each in plain.items()}
    if plain == "{errors}":
        return told if isinstance(told, list) else []
    if plain == "{fields}":
        return told if isinstance(told, dict) else {}
    if plain == "{status}":
        return status
    return plain.replace("{status}", str(status)) if isinstance(plain, str) else plain


def _headers(expected: Expected, got: Got) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in expected.headers.items():
        there = got.headers.get(name.lower())
        if there is None:
            message = f"wanted the header {name}"
            raise Differs(message)
        if name == "Retry-After":
            _near(value, there)
            continue
        if name == "Allow":
            there = ", ".join(sorted(re.split(r",\s*", there)))
        found |= learned(str(value), there, f"the header {name}")
    if expected.status not in _NO_BODY and expected.way is None and expected.body is not None:
        kind = got.headers.get("content-type", "").partition(";")[0]
        wanted = "content-type" in {name.lower() for name in expected.headers}
        if not wanted and not isinstance(expected.body, Sent) and kind != expected.media:
            message = f"wanted content-type {expected.media}, got {kind}"
            raise Differs(message)
    return found


def _near(seconds: float, told: str) -> None:
    if not told.isdigit() or int(told) < 1 or abs(int(told) - seconds) > _CLOCKS:
        message = f"wanted Retry-After near {seconds:.0f}, got {told!r}"
        raise Differs(message)


def _full(rate: Rate, asked: tuple[float, ...], now: float, picked: Any) -> bool:
    """Whether one request more is too many; near the end of a window, it may be either."""
    if len(asked) < rate.requests:
        return False
    age = now - asked[-rate.requests]
    if abs(age - rate.seconds) < _CLOCKS:
        return bool(picked(2))
    return age < rate.seconds


def _named(me: dict[str, Any] | None) -> Any:
    return me[me.entity.key.name] if isinstance(me, Row) else me


def _told_apart(found: dict[str, str], world: World) -> None:
    """Other values have other tags."""
    for placeholder, text in found.items():
        if "etag:" in placeholder and text in world.tags.values():
            message = f"the ETag {text} was that of another value"
            raise Differs(message)


def _text(expected: Expected, got: Got) -> dict[str, str]:
    if isinstance(expected.body, bytes):
        if expected.body != got.body:
            message = "wanted other bytes"
            raise Differs(message)
        return {}
    return learned(str(expected.body), got.body.decode("utf-8", errors="replace"))


def _json(got: Got) -> Any:
    try:
        return json.loads(got.body)
    except ValueError:
        message = f"wanted JSON, got {got.body[:80]!r}"
        raise Differs(message) from None
