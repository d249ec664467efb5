"""Cron expressions: kept with a row or brought, checked, and when they are due next."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import spoken, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.terse.hearing import Heard, above, entity_at
from beliefs.spec.terse.writing import added, entity, fails, guarded, operation, row
from beliefs.spec.types import Type

_NEXT = r"next(?:[-_]?(?:runs?|times?|run[-_]times?))?|upcoming|runs"
_CRON = re.compile(
    r"(?i)^(?:cron(?:[_-]?(?:expression|expr|string|schedule))?|schedule|expression|expr)$"
)
_ZONE = re.compile(r"(?i)^(?:time_?zone|tz|zone)$")
_INVALID = (
    r"(?:an? |the )?(?:invalid|bad|wrong|malformed|unknown)(?: cron)?(?: expressions?| strings?|"
    r" schedules?)?|cron \w+ that (?:make no sense|(?:is|are) (?:not valid|invalid))"
)


class _Due(NamedTuple):
    """A request for when something runs next."""

    request: Request
    many: int  # 1 for the next one alone
    counted: bool  # whether callers say how many
    expression: str  # the parameter that has it; empty where a row does


class _Scheduler(NamedTuple):
    path: str  # empty where nothing is kept
    due: _Due | None
    checks: Request | None
    status: int


def hear(heard: Heard) -> Callable[[Spec], Spec] | None:
    """Who speaks of cron wants expressions that are right, and to know when they are due."""
    if not re.search(r"(?i)\bcron\b", heard.whole):
        return None
    asked = heard.named("GET|POST", _NEXT)
    checks = heard.named("GET|POST", r"validate|check|valid")
    noun = heard.has(r"\b(?P<n>jobs?|schedules?|reminders?|tasks?|backups?|reports?)\b(?= (?:with"
                     r"|have|has|that)|"
                     r" \(| runs?)")  # fmt: skip
    kept = heard.brief.request("POST", "/jobs")
    path = above(asked.path) if asked is not None and "{" in asked.path else ""
    if not path and noun is not None and checks is None:
        path = heard.collection(noun["n"])
    if not path and asked is None and checks is None and kept is None:
        return None
    due = _due(heard, path, asked)
    status = heard.status(_INVALID) or heard.status(r"reject\w*|refus\w*", 422)
    for each in (due.request if due is not None else None, checks):
        if each is not None:
            heard.claim(each)
    if path and not (heard.brief.request("POST", path) and heard.brief.request("GET", path)):
        heard.rows(path)
    if path and not any(_CRON.match(each) for each in heard.told(path.rsplit("/", 1)[-1])):
        heard.fields(path.rsplit("/", 1)[-1], ("name", "cron"))
    _taken(heard)
    told = _Scheduler(path, due, checks, status)
    return lambda spec: _written(spec, told)


def _due(heard: Heard, path: str, asked: Request | None) -> _Due | None:
    several = heard.many(r"(?:the )?next MANY (?:runs?|run times|times|occurrences|executions)")
    if asked is None:
        if not path:
            return None
        one = heard.suppose("GET", f"{path}/{{{heard.key(path)}}}/next", "where the next run is")
        return _Due(one, several or 1, counted=False, expression="")
    count = "count" in asked.query or "n" in asked.query or "limit" in asked.query
    plural = re.search(r"(?i)\b(?:run times|runs|times|executions|occurrences)\b", heard.whole)
    expression = next((x for x in asked.query if _CRON.match(x)), "") if not path else ""
    if not path and not expression:
        expression = "expression"
    return _Due(asked, several or (5 if plural or count else 1), count, expression)


def _taken(heard: Heard) -> None:
    for one in heard.sentences():  # it only says what a field is, in the middle of others
        one.text = re.sub(r"(?i)\s*\(cron(?: \w+)?\)", "", one.text)
    heard.take(
        r"(?:for )?(?:the )?next(?: \w+)? ?(?:runs?|run times?|times?|occurrences)",
        r"(?:show |and )?when (?:each|every|an?|the|it)? ?\w* ?(?:runs?|is due|will run|is) next"
        r"|when is the "
        r"next run(?: of each(?: \w+)?)?",
        r"(?:with|takes|an|the) ?(?:an |a )?expression|says? (?:whether|if) (?:it|an "
        r"expression)[^.;¦]*|"
        r"(?:whether|if) (?:it|an expression) is (?:a )?valid(?: cron expression)?|⟦\d+⟧",
        r"\brejects?\b(?: cron strings?)?(?: that make no sense)?(?: with)?|\bvalid\b",
        rf"{_INVALID}",
    )


def _written(spec: Spec, told: _Scheduler) -> Spec:
    of = entity(spec, entity_at(told.path)) if told.path else None
    names = [each.name for each in of.fields] if of is not None else []
    cron = next((each for each in names if _CRON.match(each)), "")
    zone = next((each for each in names if _ZONE.match(each)), "")
    if of is not None and cron:
        spec = guarded(spec, of.name, lambda one: _guards(one, cron, zone), told.status)
    made: list[Operation] = []
    if told.due is not None and (cron or told.due.expression):
        made.append(_runs(of, told.due, cron, zone, told.status))
    if told.checks is not None:
        made.append(_validity(told.checks))
    return added(spec, *made)


def _guards(one: Operation, cron: str, zone: str) -> list[str]:
    """Nothing is kept that is no cron expression, or in no zone that there is."""
    brought = {each.name: each for each in one.inputs}
    lines = []
    for name, right, said in (
        (cron, f'next_run(input.{cron}, now(), "UTC") != null', "no valid cron expression"),
        (zone, f"in_zone(now(), input.{zone}) != null", "no known time zone"),
    ):
        if name and name in brought:
            spare = "" if brought[name].required else f"input.{name} = null or "
            lines.append(f'guard {spare}{right} else refused "{name} is {said}"')
    return lines


def _runs(of: Entity | None, due: _Due, cron: str, zone: str, status: int) -> Operation:
    inputs: list[Input] = []
    lines: list[str] = []
    expression = f"input.{due.expression}"
    where = '"UTC"'
    if due.expression:
        place = "query" if due.request.method == "GET" else "json"
        inputs.append(Input(due.expression, place, Type("string")))  # type: ignore[arg-type]
        right = f'next_run({expression}, now(), "UTC") != null'
        lines.append(f'guard {right} else refused "This is no valid cron expression"')
    elif of is not None:
        lines += row(of, due.request)
        expression = f"{variable(of)}.{cron}"
        where = f"{variable(of)}.{zone}" if zone else where
    shown = f"in_zone(at, {where})" if zone and not due.expression else "at"
    if due.many == 1 and not due.counted:
        lines.append(f"let at = next_run({expression}, now(), {where})")
        lines.append(f"answer 200 {{next: {shown}}}")
    else:
        count = str(due.many)
        if due.counted:
            name = next(each for each in ("count", "n", "limit") if each in due.request.query)
            kind = Type("integer", minimum=1, maximum=100)
            inputs.append(Input(name, "query", kind, required=False, default=count))
            count = f"input.{name}"
        lines += [
            "let at = now()",
            "let runs = range(0)",
            f"for step in range({count}):",
            f"    let at = next_run({expression}, at, {where})",
            "    if at != null:",
            f"        let runs = append(runs, {shown})",
            "answer 200 runs",
        ]
    said = f"When one {spoken(of).lower()} runs next." if of is not None else "When it is due next."
    failures = fails(status) if due.expression else ()
    return operation(due.request, lines, tuple(inputs), said, of=of, failures=failures)


def _validity(request: Request) -> Operation:
    place = "query" if request.method == "GET" else "json"
    name = next((each for each in request.query if _CRON.match(each)), "expression")
    lines = [f'answer 200 {{valid: next_run(input.{name}, now(), "UTC") != null}}']
    given = Input(name, place, Type("string"))  # type: ignore[arg-type]
    return operation(request, lines, (given,), "Whether a cron expression is valid.")
