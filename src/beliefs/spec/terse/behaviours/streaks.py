"""What is done day by day: checking in, and how many days in a row, now and at best."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import key_type, spoken, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.terse.hearing import KEPT, Heard, above, entity_at
from beliefs.spec.terse.writing import added, entity, kept, operation, row
from beliefs.spec.types import Field, Type

_TAIL = (
    r"check-?_?ins?|checks?|days?|sessions?|done|log|logs|complete|completions?|marks?|entries"
    r"|track|"
    r"today|practices?"
)
_NOUN = (
    r"(?:track(?:s|ing)?|for|my|an?|each|of) (?:my |our |the |an? )?(?P<n>habits?|workouts?|goals?|"
    r"routines?|exercises?|practices?|chores?|people|users?|readers?|members?)\b"
)


class _Streak(NamedTuple):
    """The requests of a streak, and the names of what is shown of it."""

    path: str
    checks: Request
    shows: Request
    current: str
    longest: str  # empty where only the current one is wanted


def hear(heard: Heard) -> Callable[[Spec], Spec] | None:
    """A streak is asked for in so many words, or as days in a row."""
    if not re.search(r"(?i)\bstreaks?\b|\bdays? in a row\b|\bconsecutive days\b", heard.whole):
        return None
    shows = heard.named("GET", r"streaks?")
    checks = heard.named("POST|PUT", _TAIL)
    noun = heard.has(_NOUN)
    path = next((above(x.path) for x in (shows, checks) if x is not None and "{" in x.path), "")
    if not path:
        path = heard.collection(noun["n"] if noun is not None else "habit")
    item = f"{path}/{{{heard.key(path)}}}"
    checks = checks or heard.suppose("POST", f"{item}/checkins", "how somebody checks in")
    shows = shows or heard.suppose("GET", f"{item}/streak", "where the streak is")
    streak = _Streak(path, checks, shows, *_names(heard, shows))
    heard.claim(checks)
    heard.claim(shows)
    heard.rows(path, KEPT)
    if heard.brief.request("POST", path) and not heard.told(path.rsplit("/", 1)[-1]):
        heard.fields(path.rsplit("/", 1)[-1], ("name",))
    _taken(heard)
    return lambda spec: _written(spec, streak)


def _names(heard: Heard, shows: Request) -> tuple[str, str]:
    """What is shown of a streak, as an answer or words say it."""
    for one in shows.said:
        for mark in re.findall(r"⟦\d+⟧", one.text):
            names = one.sketch(mark).names
            one.take(mark)
            if names:
                best = next((x for x in names if re.search(r"(?i)long|best|max", x)), "")
                return next((x for x in names if x != best), "current"), best
    told = re.search(r"\b(current_\w+)\b.*?\b((?:longest|best|max)_\w+)\b", heard.whole)
    if told is not None:
        return str(told[1]), str(told[2])
    best_one = re.search(r"(?i)\b(longest|best|record)\b", heard.whole)
    if best_one is None:
        return "streak", ""
    return "current", str(best_one[1]).lower()


def _taken(heard: Heard) -> None:
    heard.take(
        r"(?:marks?|logs?|records?|notes?|checks?(?: off| in)?)(?: (?:it|an?|the|that|they)?(?: "
        r"(?:habit|workout|goal|session|\w+))?)?(?: as)?(?: done| read| finished)?(?: for| on)? ?"
        r"(?:today"
        r"(?: as done)?|each day|every day|daily|once a day)",
        r"\(?(?:only |at most )?(?:once|one)(?: \w+)? (?:per|a|each) day,?(?: \(?409\)?)?\)?"
        r"|\(?409 (?:twice "
        r"on one day|(?:if|when|for|on) [^;.()]*?(?:day|twice|already|again|today)[^;.()]*)\)?|"
        r"(?:a second "
        r"time|twice) (?:on|in) (?:the same|one|a) day[^;.()]*?409",
        r"(?:i |people |they )?(?:want|like|wish) to (?:see|know)",
        r"(?:its |the |their |show )*(?:current|longest|best|record)(?:[_ ]streaks?)?(?:,? and "
        r"(?:the )?"
        r"(?:longest|best|record|current)(?:[_ ]streaks?)?)?(?: streaks?)?(?: in days)?",
        r"(?:for )?how many days in a row|(?:the )?(?:number of )?consecutive days|days in a row",
        r"\bstreaks?\b|\bin days\b|\bonly once per day\b|\bcheck(?:s|ing)? in(?: daily| every "
        r"day)?\b|"
        r"\bdaily\b|\bcheck(?:s|ed)? off (?:an? )?\w+\b|\bfor today\b|\bas done\b|\bonce (?:per"
        r"|a) day\b",
        r"^\W*track(?:s|ing)? (?:my |our |the )?\w+(?=\W)|\bi\b",
    )


def _written(spec: Spec, streak: _Streak) -> Spec:
    of = entity(spec, entity_at(streak.path))
    one = variable(of)
    field = Field(f"{one}_id", key_type(of))
    days = Entity("CheckIn", "check_ins", (field, Field("date", Type("date"))))
    return added(kept(spec, days), _checked(of, days, streak), _shown(of, days, streak))


def _checked(of: Entity, days: Entity, streak: _Streak) -> Operation:
    one, key = variable(of), of.key.name
    mine = f"{days.name}[where .{one}_id = {one}.{key} and .date = day]"
    lines = [
        *row(of, streak.checks),
        "let day = or_else(input.date, today())",
        f'guard count({mine}) = 0 else conflict "That day is checked in already"',
        f"insert {days.name} {{{one}_id: {one}.{key}, date: day}} as made",
        "answer 201 made",
    ]
    date = Input("date", "json", Type("date", nullable=True), required=False)
    said = f"Check in for one {spoken(of).lower()}, today if no date is given."
    return operation(streak.checks, lines, (date,), said, of=of)


def _shown(of: Entity, days: Entity, streak: _Streak) -> Operation:
    one, key = variable(of), of.key.name
    # A streak that ends yesterday still goes on.
    lines = [
        *row(of, streak.shows),
        f"let dates = each(day in {days.name}[where .{one}_id = {one}.{key}]: day.date)",
        "let yesterday = date(later(now(), -86400))",
        "let current = if(today() in dates, streak(dates, today()), streak(dates, yesterday))",
    ]
    shown = f"{streak.current}: current"
    if streak.longest:
        shown += f", {streak.longest}: or_else(most(each(day in dates: streak(dates, day))), 0)"
    lines.append(f"answer 200 {{{shown}}}")
    return operation(streak.shows, lines, (), f"The streak of one {spoken(of).lower()}.", of=of)
