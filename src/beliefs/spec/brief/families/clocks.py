"""Times that are worked out: now, by the clocks of zones, and when a cron expression is due."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.sketch import Part, scalar_of
from beliefs.spec.operations import Place
from beliefs.spec.types import Type

# What may be wrong with what is brought, and the words that speak of it.
SORTS = {
    "zone": r"\b(?:time ?)?zones?\b|\btz\b",
    "cron": r"\bcron\b|\bexpressions?\b|\bschedules?\b",
    "time": r"\btimes?\b|\bmoments?\b|\bdates?\b",
    "sum": (
        r"\bexpressions?\b|\bformulas?\b|\bdivi\w*|\bzero\b|\brubbish\b|\bgarbage\b|\bnonsense\b"
    ),
}
SAID = {
    "zone": "There is no such time zone",
    "cron": "This is no valid cron expression",
    "time": "This is no time",
    "sum": "This is not valid",
}


class Worked(NamedTuple):
    """A value of an answer: how it is had, what must be right for it, and what is done before."""

    value: str
    words: tuple[str, ...] = ()  # that say so
    right: tuple[tuple[str, str], ...] = ()  # a sort of thing, and what must not be null
    before: tuple[str, ...] = ()


ZONE = re.compile(r"(?i)^(?:time_?zone|tz|zone)(?:_?name)?$")
_START = re.compile(r"(?i)^(?:from|source|origin)(?:_?(?:tz|zone|timezone))?$")
_END = re.compile(r"(?i)^(?:to|target|dest\w*)(?:_?(?:tz|zone|timezone))?$")
_TIME = re.compile(
    r"(?i)^(?:time|when|moment|at|date_?time|timestamp|local_?time|local|start|start_time)$"
)
_AREA = re.compile(r"\b(?:[A-Z][A-Za-z]+/[A-Z]\w+(?:/\w+)?|UTC)\b")
CRON = re.compile(
    r"(?i)^(?:cron(?:_?(?:expression|expr|string|schedule))?|schedule|expression|expr)$"
)
_AFTER = re.compile(r"(?i)^(?:from|after|start|since|base|at|now)$")
COUNT = re.compile(r"(?i)^(?:count|n|limit|num|number|how_many|runs|times)$")
NOW = (
    r"(?:the )?(?:(?:current|present|server'?s?|actual) )+(?:UTC )?(?:date and time|time|"
    r"moment|timestamp|datetime)(?: in UTC| of the server| of day| there| right now)?(?: "
    r"\(UTC\)|,? "
    r"in ISO(?: 8601)?(?: format)?)?|\b(?:right )?now\b|what time it is(?: now| there)?"
)
_CLOCK = re.compile(
    r"(?i)^(?:now|time|date_?time|current_?time|timestamp|server_?time|utc|utc_?now|iso|local|"
    r"local_?time|converted|result|there|at|when|moment)$"
)
DUE = re.compile(
    r"(?i)^(?:next|next[_-]?(?:run|time|runs|times|run[_-]?at|at|due|occurrences?|execution)|runs|"
    r"times|upcoming|due|due[_-]?at|occurrences)$"
)
_ISO = re.compile(r"\d{4}-\d\d-\d\dT|<[^>]*\b(?:now|time|iso|moment|utc)\b|ISO", re.IGNORECASE)
WORDS = (
    r"(?:time ?zones?|zones?|tz|iana|clocks?|convert(?:s|ed)?|moments?|times?|local|there|utc|"
    r"cron(?:tab)?|expressions?|due|runs?|next|upcoming|occurrences?|schedul\w+|date|helper|desk|"
    r"iso(?: 8601)?|now|current|coming|first|after|start|that|left out|names?|default(?:s|ed)?|"
    r"without|omitted|missing|given|optional|offset|how many)"
)


def clock_value(scene: Scene, part: Part, text: str, given: dict[str, str]) -> Worked | None:
    """A time, where the names of what is brought and of the answer tell one."""
    zones = [n for n in given if ZONE.match(n)]
    ends = [n for n in given if _END.match(n)]
    starts = [n for n in given if _START.match(n)]
    times = [n for n in given if _TIME.match(n)]
    cron = next((n for n in given if CRON.match(n)), "")
    if cron and (re.search(r"(?i)\bcron", f"{cron} {text} {scene.request.path}")):
        return _due(scene, part, given, cron, zones)
    if part.name in zones:
        _zone(scene, part.name, text)
        return Worked(f"input.{part.name}", (rf"\b{WORDS}\b",), ((_sort(part.name)),))
    if not _CLOCK.match(part.name):
        return None
    if len(times) == 1 and starts and ends and starts != times:
        return _across(scene, times[0], starts[0], ends[0])
    zone = next(iter([*zones, *ends]), "")
    if zone and len(times) <= 1:
        _zone(scene, zone, text)
        source = "now()"
        if times and times[0] != zone:
            _typed(scene, times[0], Type("datetime"))
            source = f"input.{times[0]}"
        value = f"in_zone({source}, input.{zone})"
        return Worked(value, (NOW, rf"\b{WORDS}\b"), (("zone", value),))
    sample = scalar_of(part.value)
    timely = isinstance(sample, str) and bool(_ISO.search(sample))
    if not given and (timely or re.search(f"(?i){NOW}", text)):
        return Worked("now()", (NOW, r"\b(?:utc|iso(?: 8601)?|in|with|microseconds?)\b"))
    return None


def _sort(zone: str) -> tuple[str, str]:
    return "zone", f"in_zone(now(), input.{zone})"


def _across(scene: Scene, time: str, start: str, end: str) -> Worked:
    """A time of one zone by the clocks of another."""
    for name in (time, start, end):
        _typed(scene, name, STRING)
    moment = f"from_zone(input.{time}, input.{start})"
    value = f"in_zone({moment}, input.{end})"
    return Worked(
        value,
        (rf"\b{WORDS}\b", r"\b(?:read|from|of|in)\b"),
        (("time", moment), ("zone", value)),
    )


def _place(scene: Scene) -> Place:
    return "query" if scene.request.method == "GET" else "json"


def _typed(scene: Scene, name: str, kind: Type) -> None:
    scene.bring(name, _place(scene), Held(name, kind, required=True))
    held = scene.given[name].held
    held.type = kind
    held.required = True if held.required is None else held.required


_SPARE = (
    r"(?:default(?:s|ed)?|left out|omitted|missing|not given|without|optional|otherwise|none is "
    r"given|else)"
)


def _zone(scene: Scene, name: str, text: str) -> None:
    """A zone that may be left out where words say which one it is then."""
    _typed(scene, name, STRING)
    held = scene.given[name].held
    told = re.search(
        rf"(?i:{_SPARE})[^.;()]*?({_AREA.pattern})|({_AREA.pattern})[^.;()]*?(?i:{_SPARE})", text
    )
    if told is not None:
        held.default, held.required = f'"{told[1] or told[2]}"', False


def many_of(scene: Scene, name: str, text: str) -> None:
    """How many times callers want."""
    scene.bring(name, _place(scene), Held(name, Type("integer", minimum=1, maximum=100)))
    held = scene.given[name].held
    held.type = Type("integer", minimum=1, maximum=100)
    sample = scene.request.query.get(name, "")
    told = re.search(
        rf"(?i)\bdefault(?:s|ing)?(?: is| to|:|=)? (\d+)\b|\b(\d+)(?: runs?| times?)? (?:by "
        rf"default|if "
        rf"(?:{name}|it) (?:is|isn't)|if none|without|when)|\({name}[^()]*?(\d+)[^()]*?default",
        text,
    )
    usual = next((x for x in told.groups() if x), "") if told is not None else ""
    most = re.search(
        rf"(?i)\b(?:{name})\b[^.;]*?\b(?:at most|up to|max(?:imum)?(?: of| is)?)[ :]*(\d+)", text
    )
    if most is not None:
        held.type = Type("integer", minimum=1, maximum=int(most[1]))
    if usual:
        held.default, held.required = usual, False
    elif sample.isdigit():
        held.required = True


def _due(
    scene: Scene, part: Part, given: dict[str, str], cron: str, zones: list[str]
) -> Worked | None:
    text = " ".join(one.whole for one in scene.request.said)
    if part.name == cron:
        return Worked(f"input.{cron}")
    if part.name in zones:
        return Worked(f"input.{part.name}")
    if re.fullmatch(r"(?i)valid|is_valid|ok", part.name):
        return Worked(f'next_run(input.{cron}, now(), "UTC") != null', (rf"\b{WORDS}\b|\bvalid\b",))
    if not DUE.match(part.name):
        return None
    _typed(scene, cron, STRING)
    if zones:
        _zone(scene, zones[0], text)
    start = next((n for n in given if _AFTER.match(n) and n != cron), "")
    if start:
        _typed(scene, start, Type("datetime"))
        if re.search(
            rf"(?i)\b{start}\b[^.;]*{_SPARE}|{_SPARE}[^.;]*\b{start}\b|\bnow by default|"
            rf"default(?:s|ing)?(?: to)? now",
            text,
        ):
            scene.given[start].held.required = False
    begin = "now()"
    if start:
        begin = (
            f"input.{start}"
            if scene.given[start].held.required
            else f"or_else(input.{start}, now())"
        )
    zone = f"input.{zones[0]}" if zones else '"UTC"'
    shown = f"in_zone(at, {zone})" if zones else "at"
    first = f"next_run(input.{cron}, {begin}, {zone})"
    right = (*(((_sort(zones[0])),) if zones else ()), ("cron", first))
    words: tuple[str, ...] = (rf"\b{WORDS}\b",)
    count = next((n for n in given if COUNT.match(n)), "")
    if part.value.form != "list" and not count:
        return Worked(shown.replace("at,", f"{first},") if zones else first, words, right)
    if count:
        many_of(scene, count, text)
        many = f"input.{count}"
    else:
        told = re.search(r"(?i)\bnext (\d+|two|three|five|ten)\b", text)
        many = (
            {"two": "2", "three": "3", "five": "5", "ten": "10"}.get(told[1], told[1])
            if told
            else ""
        )
        if not many:
            return None
        words = (*words, rf"\b{told[1] if told else ''}\b")
    before = runs(f"input.{cron}", begin, zone, many, shown)
    return Worked("runs", words, right, tuple(before))


def runs(cron: str, begin: str, zone: str, many: str, shown: str) -> list[str]:
    """Statements that make `runs`, a list of when something is due next."""
    return [
        f"let at = {begin}",
        "let runs = range(0)",
        f"for step in range({many}):",
        f"    let at = next_run({cron}, at, {zone})",
        "    if at != null:",
        f"        let runs = append(runs, {shown})",
    ]
