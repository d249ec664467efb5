"""No more than so many: rows of somebody, below a row, under a name; in a minute, or at all."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.heard import Heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import CREATED, Scene, Service, is_time
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.service import Assumption, Rate
from beliefs.spec.types import Type

_NUMBER = MANY
_UNIT = r"(?P<unit>seconds?|minutes?|hours?|days?)"
LIMIT = (
    r"(?:\b(?:at most|no more than|not more than|more than|up to|max(?:imum)?(?: of)?|a maximum "
    rf"of|limited to|limit(?: of| is)?|only)\s+(?P<n>{_NUMBER})"
    rf"|\b(?P<n2>{_NUMBER})\s+(?:\w+\s+)?(?=(?:per|a|an|each|every)\s))"
)
_WINDOW = (
    r"(?:\b(?:per|a|an|every|each|within(?: one| a)?|in (?:one|a)|in any|within any)\s+(?"
    rf"P<many>{_NUMBER}[ -])?{_UNIT}\b)"
)
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_ASKING = r"\b(?:requests?|calls?|times|queries|attempts|tries|hits)\b"
_CLIENT = (
    r"\b(?:(?:each|every|a|an|one|the same|single|any|from|per|by|for)\s+)*(?:client|caller|"
    r"ip(?:[ -]address(?:es)?)?|address|consumer)\b(?: may| can| is allowed)?"
)
_FURTHER = (
    r"\b(?:with )?(?:a |the )?retry-after(?: header)?\b",
    (
        r"(?:the |an?other |any |one |a )?(?:next|further|fourth|third|fifth|sixth|eleventh|"
        r"additional|more|rest|others?|beyond|above|exceeding|exceed\w*|after|over|adding|posting|"
        r"creating|sending|another)\b"
    ),
    r"rate[- ]?limit(?:ed|ing|s)?:?",
    (
        r"too many|asks?|ask|made?|sent|leaves?|posts?|holds?|own|"
        r"there|nobody|no ?one|may|keep|check|can't|contains?|fits?|"
        r"refused|rejected|tries|limit|quota"
    ),
)


class Limit(NamedTuple):
    """So many, in so many seconds; 0 where they are counted for good."""

    many: int
    seconds: int
    whole_day: bool = False


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear of limits to what may be asked or kept."""
    for each in heard.faults(service, scenes, LIMIT):
        if not _read(service, scenes, each):
            heard.put_back(service, each)


def _read(service: Service, scenes: list[Scene], told: Heard) -> bool:
    text = told.fault.cause.text
    found = re.compile(LIMIT, re.IGNORECASE).search(text)
    if found is None:
        return False
    many = counted(found["n"] or found["n2"])
    window = re.compile(_WINDOW, re.IGNORECASE).search(text)
    seconds = 0
    if window is not None:
        seconds = _SECONDS[window["unit"][0].lower()] * (
            counted(window["many"].strip(" -")) if window["many"] else 1
        )
    limit = Limit(many, seconds, bool(window and window["unit"].lower().startswith("day")))
    left = f"{text[: found.start()]} {text[found.end() :]}"
    left = re.sub(f"(?i){_WINDOW}", " ", left, count=1)
    left = re.sub(r"(?i)^\W*to [^,;.]{3,50}, ", " ", left)  # what it is good for
    rows = next(
        (
            x
            for x in service.kinds
            if x.makes
            and re.search(
                rf"(?i)\b(?:{x.plural.replace('_', ' ')}|{x.spoken})\b", f"{found[0]} {left}"
            )
        ),
        None,
    )
    if (
        seconds
        and re.search(f"(?i){_ASKING}", f"{found[0]} {left}")
        and not heard.rest(left, _ASKING, _CLIENT, *_FURTHER, *_names(told))
    ):
        return _rate(service, told, limit)
    rows = _counted(service, found, left) or rows
    return rows is not None and _rows(service, scenes, told, limit, rows, left)


def _names(told: Heard) -> tuple[str, ...]:
    tails = [re.escape(x.request.tail) for x in told.scenes if x.request.tail]
    return (rf"\b(?:{'|'.join(tails)})\b",) if tails else ()


def _counted(service: Service, found: re.Match[str], left: str) -> Kind | None:
    """The kind of row that the number counts: the word behind it."""
    behind = re.match(
        r"\s*(?:of (?:his|her|their) (?:own )?)?(?P<w>[a-z]+(?:[ -][a-z]+)?)",
        left[found.start() :].lower(),
    )
    if behind is None:
        return None
    return next(
        (
            x
            for w in (behind["w"], behind["w"].split()[0])
            if (x := service.kind(w)) is not None and x.makes
        ),
        None,
    )


def _rate(service: Service, told: Heard, limit: Limit) -> bool:
    """No more than so many requests of one address: of one request, or of all."""
    path, method = (
        (told.scenes[0].request.path, told.scenes[0].request.method)
        if len(told.scenes) == 1
        else ("", "")
    )
    service.rates.append(Rate(limit.many, limit.seconds, path, "address", method))
    for scene in told.scenes:
        scene.fails("rate", told.fault.status)
    return True


def _rows(
    service: Service, scenes: list[Scene], told: Heard, limit: Limit, rows: Kind, left: str
) -> bool:
    """No more than so many rows: of somebody, below a row, or with the same value of a field."""
    makers = [x for x in scenes if x.kind is rows and x.request.method == "POST"]
    if not makers:
        return False
    taken = [
        rf"\b(?:{re.escape(rows.plural.replace('_', ' '))}|{re.escape(rows.spoken)})\b",
        *_FURTHER,
    ]
    users = (
        r"(?:each|every|per|any|one|a|an|the same|single|for)?\s*(?:registered |logged[- ]in )"
        r"?\b(?:users?|accounts?|persons?|people|members?|callers?|somebody|someone)\b"
    )
    wheres: list[str] = []
    if rows.owner and re.search(f"(?i){users}", left):
        wheres.append(".owner_id = me.id")
        taken.append(users)
    elif rows.parent is not None and re.search(
        rf"(?i)\b(?:{rows.parent.spoken}|{rows.parent.plural})\b", left
    ):
        wheres.append(f".{rows.within} = {rows.parent.one}.{rows.parent.key.name}")
        taken.append(rf"\b(?:{rows.parent.spoken}|{rows.parent.plural})\b")
    for name in rows.fields:
        spoken = rf"(?:{re.escape(name)}|{re.escape(name.replace('_', ' '))})"
        same = (
            r"(?:with|under|for|from|by|of|per)?\s*(?:(?:the same|each|every|one|a|the|single)"
            rf"\s+)?\b{spoken}s?\b"
        )
        if re.search(rf"(?i)(?:\b(?:same|per|each|every|one|a)\s+{spoken}\b)", left):
            wheres.append(f".{name} = input.{name}")
            taken.append(same)
    if heard.rest(left, *taken):
        return False
    if limit.seconds:
        wheres.append(_since(service, rows, limit))
    way = STATUS_WAYS.get(told.fault.status, "refused")
    condition = f"[where {' and '.join(wheres)}]" if wheres else ""
    for scene in makers:
        if way in {"refused", "rate"}:
            scene.fails(way, told.fault.status)
        scene.checks.append(
            f'guard count({rows.name}{condition}) < {limit.many} else {way} "No more than '
            f'{limit.many} {rows.plural.replace("_", " ")}"'
        )
    return True


def _since(service: Service, rows: Kind, limit: Limit) -> str:
    """That a row was made within the last so many seconds, or on this day."""
    made = next(
        (
            n
            for n, h in rows.fields.items()
            if CREATED.match(n) and n not in rows.brought and (is_time(h) or h.type is None)
        ),
        None,
    )
    if made is None:
        made = "made_at"
        rows.fields[made] = Held(made, Type("datetime"), server=True, hidden=True, start="now()")
    if limit.whole_day and limit.seconds == _SECONDS["d"]:
        service.assumptions.append(Assumption("what a day is", "a day of the calendar, in UTC"))
        return f"date(.{made}) = today()"
    return f".{made} > later(now(), -{limit.seconds})"
