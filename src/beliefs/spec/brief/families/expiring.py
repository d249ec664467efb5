"""Rows that end: after a time that callers bring, at a moment that they name, or all alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service, is_time
from beliefs.spec.brief.vocabulary import JOINING
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.types import Type

UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
_UNIT = r"seconds?|secs?|s|minutes?|mins?|hours?|h|days?"
SPAN = re.compile(
    rf"(?i)^(?:(?:expires?|expiry|expiration|valid|validity|lasts?|ttl|good|max_?age|lifetime|"
    rf"life|duration)(?:_?(?:in|for|after))?(?:_?(?P<u>{_UNIT}))?|(?P<v>seconds?|minutes?|hours?|"
    rf"days?)(?:_valid)?)$"
)
_MOMENT = re.compile(
    r"(?i)^(?:expires?(?:_?(?:at|on))?|expiry(?:_?(?:date|time))?|expiration(?:_?(?:date|time))?|"
    r"expire_?date|valid_?(?:until|to|till)|ends?_?(?:at|on)|good_?until|best_?before)$"
)
_ENDS = (
    r"(?i)\bexpir|\bgone\b|\bover\b|\blasts\b|\blast for\b|that many|\bvalid for\b|\btime to live\b"
    r"|\bno longer valid\b"
)
# "Codes expire after 48 hours"; "a link is valid for one day"; "after 7 days it is gone".
_ALL = (
    rf"(?:an? |the |every |each |all |unused |unclaimed )*(?P<who>[a-z]+)?(?: that (?:is|are|was|"
    rf"were) not \w+)? ?(?:(?:automatically |only )*(?:expires?|lasts?|times? out|(?:is|are|stays?|"
    rf"remains?) (?:only )?(?:valid|good|usable|active|available|open|kept)|(?:can|may|must) "
    rf"(?:only )?be "
    rf"(?:used|accepted|redeemed|confirmed|opened|read))) (?:(?:for|after|within|in) )?(?:at "
    rf"most )?"
    rf"(?P<n>{MANY}|an?) ?(?P<u>second|minute|hour|day|week)s?(?: (?:after (?:being |it (?:is|"
    rf"was) |"
    rf"they (?:are|were) )?\w+(?: \w+)?|from (?:now|creation)))?"
)
OVER = (
    r"(?:(?:once|when|after|as soon as) (?:the|that|those|its|these|\w+) ?(?:time|minutes|"
    r"hours|seconds|days)?(?: are| is| have| has)?(?: over| up| passed| elapsed)?|\b(?:an? |"
    r"the )?(?:expired?|outdated|out of date) ?(?:link|one|\w+)?|(?:it |the \w+ )?(?:has |is )?"
    r"(?:already |been )?expired(?: already)?|\bexpires\b|"
    r"afterwards|after that|\bis over\b|(?:after )?expires_in (?:seconds|minutes)|no longer (?"
    r":valid|works?)|too old)"
)


_READ = frozenset({"already", "read", "used", "opened", "viewed"})


class _Life(NamedTuple):
    """When a new row ends, as an expression, and the field that keeps it."""

    until: str
    name: str
    free: bool  # it may never end


def unit(scene: Scene, name: str) -> int:
    """How many seconds one of what a value counts is."""
    found = SPAN.match(_snake(name))
    said = (found["u"] or found["v"]) if found is not None else None
    if said is None:
        ones = [one.whole for one in scene.request.said]
        ones = [x.said.whole for x in scene.request.lines if x.name == name] + ones
        told = re.search(r"(?i)\b(?P<u>second|minute|hour|day)s?\b", " ".join(ones))
        said = told["u"] if told else "second"
    return next(x for n, x in UNITS.items() if n[0] == said[0].lower())


def spans(scene: Scene) -> str:
    """The value that a request is brought as a span of time; empty where it is none."""
    return next((n for n in scene.given if SPAN.match(_snake(n))), "")


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def read(service: Service, scenes: list[Scene], kind: Kind, making: Scene) -> bool:
    """Have rows end; whether anything says that they do."""
    whole = heard.words(service, scenes)
    whole += " ".join(x.said.whole for scene in scenes for x in scene.request.lines)
    life = _brought(kind, making, whole) or _alike(service, scenes, kind)
    if life is None:
        return False
    if life.until:
        shown = life.name in kind.fields and not kind.fields[life.name].hidden
        kind.fields[life.name] = Held(
            life.name,
            Type("datetime", nullable=life.free),
            server=True,
            hidden=not shown,
            start=life.until,
        )
    _ended(service, scenes, kind, life)
    return True


def _brought(kind: Kind, making: Scene, whole: str) -> _Life | None:
    """What callers say: a span, or the moment itself."""
    kept = next((n for n in kind.fields if _MOMENT.match(_snake(n))), "")
    if (name := spans(making)) and (re.search(_ENDS, whole) or kept):
        held = making.given[name].held
        free = held.required is False and held.default is None
        _whole(held)
        until = f"later(now(), input.{name} * {unit(making, name)})"
        until = f"if(input.{name} = null, null, {until})" if free else until
        _known(making, name)
        return _Life(until, kept or "ends_at", free)
    given = making.given.get(kept) if kept else None
    if given is not None and is_time(kind.fields[kept]) and re.search(r"(?i)\bexpired\b", whole):
        return _Life("", kept, given.held.required is False)
    return None


def _whole(held: Held) -> None:
    """A span is a whole number of something, and some of it."""
    kind = held.type
    if kind is None or (
        kind.kind in {"string", "integer"} and kind.minimum is None and kind.above is None
    ):
        held.type = Type("integer", minimum=1, maximum=kind.maximum if kind is not None else None)


def _known(scene: Scene, name: str) -> None:
    """What is said of a span is no more than that."""
    for line in scene.request.lines:
        if line.name == name:
            line.said.take(
                r"(?:(?:how many|number of|time in|lifetime in|in) )?(?:seconds|minutes|hours|"
                r"days)?"
                r"(?: (?:until|after which|before|how long|for which)[^.;]*?(?:is gone|expires?|"
                r"is deleted|is valid|disappears|lasts|can be (?:read|used))[^.;]*)?|time to live"
            )


def _alike(service: Service, scenes: list[Scene], kind: Kind) -> _Life | None:
    """What is said of all rows: "Codes expire after 48 hours"."""
    names = {kind.spoken, kind.plural.replace("_", " "), kind.key.name, kind.spoken.split()[-1]}
    names |= {f"{kind.key.name}s", kind.param, f"{kind.param}s", "it", "they", "link", "links"}
    own = [one for x in scenes if heard.about(x, kind) for one in x.told.said]
    lines = [x.said for s in scenes if heard.about(s, kind) for x in s.request.lines]
    for one in [*service.brief.said, *own, *lines]:
        found = one.has(_ALL)
        who = found["who"].lower() if found is not None and found["who"] else ""
        if found is None or (who not in names and who not in JOINING and who):
            continue
        many = 1 if found["n"].lower() in {"a", "an"} else counted(found["n"])
        seconds = int(many * UNITS[found["u"].lower()])
        one.drop(found)
        kept = next((n for n in kind.fields if _MOMENT.match(_snake(n))), "")
        return _Life(f"later(now(), {seconds})", kept or "ends_at", free=False)
    return None


def _ended(service: Service, scenes: list[Scene], kind: Kind, life: _Life) -> None:
    """Refuse what is over, in all requests or in those that say so."""
    own: tuple[Scene, ...] = ()
    way, says = "absent", "It has expired"
    once = bool(re.search(r"(?i)\bonce\b|\bone[- ]time\b", heard.words(service, scenes)))
    for each in heard.faults(service, scenes, OVER):
        left = heard.rest(
            each.fault.cause.text,
            OVER,
            rf"\b(?:{kind.spoken}|{kind.plural}|{kind.key.name}|{kind.param})s?\b",
            r"\b(?:not found|unknown|no such|does(?:n't| not) exist|missing)\b",
            r"\b(?:link|it|is|gone|over|and|or|GET|paste|links?|minutes|seconds|hours|time|are|the|"
            r"an?|after|once|has|already|been|was)\b",
        )
        left = [
            x for x in left if not (once and x in {"already", "read", "used", "opened", "viewed"})
        ]
        if left or each.fault.status not in {400, 403, 404, 409, 410, 422}:
            heard.put_back(service, each)
            continue
        way = {404: "absent", 410: "gone", 403: "forbidden", 409: "conflict"}.get(
            each.fault.status, "refused"
        )
        if way != "absent":
            own = (*own, *each.scenes)
        for scene in each.scenes:
            if way == "refused":
                scene.fails("refused", each.fault.status)
    for scene in scenes:
        if scene.row is kind and scene.kind is None and (not own or scene in own):
            ends = f"{kind.one}.{life.name}"
            holds = f"{ends} = null or now() < {ends}" if life.free else f"now() < {ends}"
            status = {"absent": 404, "gone": 410, "forbidden": 403, "conflict": 409}.get(way, 400)
            told = scene.says(status, says) if way != "absent" else f'"{says}"'
            scene.checks.append(f"guard {holds} else {way} {told}")
        elif (
            scene.kind is kind and scene.request.method == "GET" and scene.deed is None and not own
        ):
            scene.deed = _still(life)


def _still(life: _Life) -> Callable[[Scene, list[str]], None]:
    """The rows of a list that are not over."""

    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        del guards
        assert scene.kind is not None  # its rows are listed
        holds = f"now() < .{life.name}"
        if life.free:
            holds = f"(.{life.name} = null or {holds})"
        deeds.listing(scene, scene.kind, also=(holds,))

    return deed
