"""Rows that have a cron expression: it is checked, and when they are due next is worked out."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.clocks import (
    COUNT,
    CRON,
    DUE,
    SAID,
    SORTS,
    WORDS,
    ZONE,
    many_of,
    runs,
)
from beliefs.spec.brief.held import STRING
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.service import Assumption

_WRONG = r"\b(?:invalid|bad|wrong|malformed|unknown|not (?:a )?valid|no such|nonsense|broken)\b"


def read(service: Service, scenes: list[Scene]) -> None:
    """Check expressions and zones that rows are brought, and show when rows are due."""
    for kind in service.kinds:
        mine = [x for x in scenes if heard.about(x, kind)]
        cron = next((n for n in kind.fields if CRON.match(n)), "")
        if not cron or not re.search(r"(?i)\bcron", f"{cron} {heard.words(service, mine)}"):
            continue
        zone = next((n for n in kind.fields if ZONE.match(n)), "")
        for name in filter(None, (cron, zone)):
            kind.fields[name].type = kind.fields[name].type or STRING
        _guarded(service, mine, kind, cron, zone)
        _shown(service, mine, kind, cron, zone)
        for scene in mine:
            heard.forget(scene, WORDS)


def _guarded(service: Service, mine: list[Scene], kind: Kind, cron: str, zone: str) -> None:
    ways: dict[str, str] = {}
    for each in heard.faults(service, mine, rf"{_WRONG}.*|.*\bn[o']t\b.*|^\W*$"):
        text = each.fault.cause.text
        named = [x for x in ("cron", "zone") if re.search(f"(?i){SORTS[x]}", text)]
        left = heard.rest(text, _WRONG, *SORTS.values(), WORDS, r"\bvalid\b")
        if not named or left or each.fault.status not in {400, 422}:
            heard.put_back(service, each)
            continue
        ways |= dict.fromkeys(named, "refused")
        for scene in each.scenes or mine:
            scene.fails("refused", each.fault.status)
    for scene in mine:
        for sort, name in (("cron", cron), ("zone", zone)):
            given = scene.given.get(name)
            if not name or given is None or given.place != "json":
                continue
            right = (
                f'next_run(input.{name}, now(), "UTC")'
                if sort == "cron"
                else f"in_zone(now(), input.{name})"
            )
            spare = given.partial or given.held.required is False
            free = f"input.{name} = null or " if spare else ""
            way = ways.get(sort, "out_of_range")
            scene.checks.append(f'guard {free}{right} != null else {way} "{SAID[sort]}"')


def _shown(service: Service, mine: list[Scene], kind: Kind, cron: str, zone: str) -> None:
    """When a row is due next, under the name that answers have for it, or at a path of its own."""
    where = f'or_else($.{zone}, "UTC")' if zone else '"UTC"'
    due = f"next_run($.{cron}, now(), {where})"
    shown = {
        n
        for s in mine
        if s.told.answer is not None
        for n in (s.told.answer.listed or s.told.answer).names
    } | {n for n in kind.fields if n not in kind.brought}
    for name in shown:
        if DUE.match(name) and name not in kind.brought:
            service.derived[kind.name, name] = due
            kind.fields.pop(name, None)
    for scene in mine:
        asks = scene.request.method == "GET" and DUE.match(scene.request.tail)
        if asks and scene.row is kind and scene.deed is None:
            _next(scene, kind, f"{kind.one}.{cron}", where.replace("$", kind.one), bool(zone))


_SEVERAL = (
    r"(?i)\bnext (?:(?P<n>\d+|two|three|five|ten) )?(?:runs|(?:run )?times|occurrences|"
    r"executions)"
)
_WORDS_OF_NUMBERS = {"two": "2", "three": "3", "five": "5", "ten": "10"}


def _next(scene: Scene, kind: Kind, cron: str, where: str, zoned: bool) -> None:
    """When one row is due next: once, or as often as words or callers say."""
    sketch = scene.told.answer
    if sketch is not None and sketch.form == "record" and len(sketch.names) != 1:
        return
    text = " ".join(one.whole for one in scene.request.said)
    count = next((n for n in scene.request.query if COUNT.match(n)), "")
    told = re.search(_SEVERAL, text)
    if not count and (told is None or not told["n"]):
        name = sketch.names[0] if sketch is not None and sketch.names else "next_run"
        if sketch is None:
            about = f"what GET {scene.request.path} answers"
            chosen = Assumption(about, '{"next_run": "…"}', scene.request.source)
            scene.service.assumptions.append(chosen)
        lines = [f"answer {scene.told.status or 200} {{{name}: next_run({cron}, now(), {where})}}"]
    else:
        many = f"input.{count}"
        if count:
            many_of(scene, count, text)
        elif told is not None:
            many = _WORDS_OF_NUMBERS.get(told["n"], told["n"])
        shown = f"in_zone(at, {where})" if zoned else "at"
        named = sketch is not None and sketch.form == "record"
        body = f"{{{sketch.names[0]}: runs}}" if sketch is not None and named else "runs"
        lines = [*runs(cron, "now()", where, many, shown), f"answer 200 {body}"]
    taken = rf"\b(?:{told['n'] if told is not None and told['n'] else '(?!)'})\b"
    heard.take(scene.service, [scene], taken)

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(one)
        one.lines += [*guards, *lines]

    scene.deed = deed
