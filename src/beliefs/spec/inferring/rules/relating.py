"""Rules between a new row and those around it: the row above it, and those before and after it."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.rules.conditions import said_of
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field

_LESS = r"before|earlier than|below|under|less than|lower than|smaller than|fewer than"
_MORE = r"after|later than|above|over|more than|higher than|greater than|larger than|exceeds?"
_SIGNS = re.compile(
    rf"(?i)(?P<must>(?:must|has to|have to|should) (?:always )?(?:be )?)?"
    rf"(?P<same>on or |at or )?\b(?:(?P<less>{_LESS})|(?P<more>{_MORE}))\b"
    r"(?P<equal> or equal to)? (?:the |its |their )*(?:\w+(?:'s)? )?`?(?P<field>\w+)`?"
)
_TIMES = {"date", "datetime"}
_NUMBERS = {"integer", "number"}
# What must not happen to a value as time goes on.
_FALLS = re.compile(
    r"(?i)\b(?:not|never|nor|cannot|no)\b[^.;]*\b(?:smaller|lower|less|below|under|decreas\w*|fall)"
    r"\b[^.;]*\b(?:earlier|previous|preceding|prior|last|latest|before)\b"
)
_RISES = re.compile(
    r"(?i)\b(?:not|never|nor|cannot|no)\b[^.;]*\b(?:larger|higher|greater|more|above|over)\b"
    r"[^.;]*\b(?:later|next|following|after)\b"
)
_GROWS = re.compile(
    r"(?i)\b(?:must|has to|should) (?:always )?(?:be )?(?P<how>at least|no less than|not below|"
    r"greater|higher|larger|more|above)\b[^.;]*\b(?:earlier|previous|preceding|prior|last|latest)\b"
)


def parent_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], parent: Holding
) -> list[str]:
    """A value of a new row against one of the row above: "not before `opened_on`: 422"."""
    lines: list[str] = []
    for said in _told(route):
        for match in _SIGNS.finditer(said):
            theirs = parent.fields.get(parent.named(match["field"]))
            if theirs is None or match["field"] in brought:
                continue
            ours = _beside(said[: match.start()], theirs, holding, brought)
            if not ours:
                continue
            sign = "<" if match["less"] else ">"
            sign += "=" if match["same"] or match["equal"] else ""
            if not match["must"]:
                sign = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}[sign]
            other = f"{parent.variable}.{theirs.name}"
            usual = f"{ours} does not fit {theirs.name}"
            way = writer.refuse(route, "out_of_range", usual, said, (422, 400, 409))
            free = [f"{other} = null"] if not theirs.required else []
            free += [f"{brought[ours]} = null"] if not holding.fields[ours].required else []
            test = " or ".join([*free, f"{brought[ours]} {sign} {other}"])
            lines.append(f"guard {test} else {way}")
    return list(dict.fromkeys(lines))


def _told(route: Route) -> list[str]:
    """Rules about a route, each once."""
    ruled = r"(?i)\b(?:must|has to|have to|should|not|never|cannot|may only)\b"
    found = [each.text for each in said_of(route) if each.failing or re.search(ruled, each.text)]
    return list(dict.fromkeys(found))


def _beside(before: str, theirs: Field, holding: Holding, brought: dict[str, str]) -> str:
    """The brought field that a rule is about: the last one it names, else the only one alike."""
    alike = _TIMES if theirs.type.kind in _TIMES else _NUMBERS
    fits = [
        each
        for each in brought
        if each in holding.fields
        and holding.fields[each].type.kind in alike
        and theirs.type.kind in alike
    ]
    named = [each for each in fits if re.search(rf"(?i)\b{re.escape(each)}\b", before)]
    return named[-1] if named else fits[0] if len(fits) == 1 else ""


def order_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], within: list[str]
) -> list[str]:
    """A number that never falls as time goes on: no less than before, no more than after."""
    said = next((each for each in _told(route) if _FALLS.search(each) or _GROWS.search(each)), "")
    numbers = [
        each
        for each in brought
        if each in holding.fields and holding.fields[each].type.kind in _NUMBERS
    ]
    named = [each for each in numbers if plain(each) in plain(said)]
    if not said or not (named or len(numbers) == 1):
        return []
    value = (named or numbers)[0]
    moment = next(
        (
            each
            for each in brought
            if each in holding.fields and holding.fields[each].type.kind in _TIMES
        ),
        "",
    )
    grows = _GROWS.search(said)
    strict = bool(grows and re.match(r"(?i)greater|higher|larger|more|above", grows["how"]))
    same = "=" if strict else ""
    pairs = [("<", f">{same}")]
    if moment and (_RISES.search(said) or grows):
        pairs.append((">", f"<{same}"))
    usual = f"{value} is out of order"
    way = writer.refuse(route, "out_of_range", usual, f"{said} order", (422, 400, 409))
    lines = []
    for when, wrong in pairs:
        holds = [*within, *([f".{moment} {when} {brought[moment]}"] if moment else [])]
        holds.append(f".{value} {wrong} {brought[value]}")
        rows = f"{holding.name}[where {' and '.join(holds)}]"
        lines.append(f"guard count({rows}) = 0 else {way}")
    return lines
