"""What a field has when its row is made, where no request brings it."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, typed
from beliefs.spec.documents.names import CREATED, UPDATED
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, snaked, states, words
from beliefs.spec.features import row_keys
from beliefs.spec.inferring.families.slots import is_slot
from beliefs.spec.inferring.keeping.ending import days_from_today, ends_after
from beliefs.spec.inferring.keeping.filed import of_file
from beliefs.spec.inferring.keeping.holdings import (
    OPPOSITES,
    Holding,
    first_state,
)
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.owning import Said
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

ONCE = r"\b(?:nowhere else|only (?:here|once)|never (?:again|shown again|returned again)|just once)"


def begun(holding: Holding, part: Property) -> bool:
    """A value that begins as another one which is brought: a balance as its initial balance."""
    starts = {f"{each}{plain(part.name)}" for each in ("initial", "starting", "opening", "start")}
    brought = holding.made.properties if holding.made is not None else ()
    first = next((each for each in brought if plain(each.name) in starts), None)
    if first is None or part.shape.type.kind not in {"integer", "number", "string"}:
        return False
    zero = "" if first.required or first.default or part.shape.type.kind == "string" else ", 0"
    value = f"input.{first.name}"
    holding.fields[part.name] = Field(part.name, typed(part.shape))
    holding.sets[part.name] = f"or_else({value}{zero})" if zero else value
    if first.name not in holding.shape.names:
        holding.fields.pop(first.name, None)
    return True


def started(holding: Holding, part: Property, kept: Kept, said: Said) -> None:
    """A value that the service itself puts into rows."""
    name, kind = part.name, part.shape.type
    field = Field(name, typed(part.shape), required=False, default=part.default)
    if plain(name) in CREATED | UPDATED:
        now = "today()" if kind.kind == "date" else "now()"
        moment = Type(kind.kind if kind.kind in {"date", "datetime"} else "datetime")
        holding.fields[name] = Field(name, moment)
        holding.sets[name] = now
        if plain(name) in UPDATED:
            holding.touches[name] = now
        return
    if (told := of_file(holding, part)) is not None:
        holding.fields[name] = told
        return
    if until := ends_after(holding, part, kept.contract):
        holding.fields[name] = Field(name, Type("datetime", nullable="null" in until))
        holding.sets[name] = until
        return
    if days := days_from_today(holding, part):
        holding.fields[name] = Field(name, Type("date"))
        holding.sets[name] = f"date(later(now(), {days} * 86400))"
        return
    if _is_secret(holding, part):
        holding.fields[name] = row_keys.secret(name)
        holding.sets[name] = row_keys.MADE
        holding.secret = name
        return
    if kind.kind == "string" and plain(name).endswith("token") and not kind.choices:
        once = rf"(?i)\b{snaked(name).replace('_', '[ _-]')}\b[^.]*{ONCE}"
        hidden = any(re.search(once, each.words) for each in holding.siblings)
        holding.fields[name] = Field(name, Type("string"), hidden=hidden)
        holding.sets[name] = "token(32)"
        return
    source = _slug_source(holding) if plain(name) == "slug" else ""
    if source:
        holding.fields[name] = Field(name, Type("string"))
        taken = f"each(one in {holding.name}: one.{name})"
        holding.sets[name] = f"unique_slug(input.{source}, {taken})"
        return
    own = next((each for each in kind.choices if snaked(each) == holding.word), "")
    if own and len(kind.choices) > 1:
        holding.fields[name] = field
        holding.sets[name] = json.dumps(own)  # what it is called by
        return
    if not field.default:
        ends = kind.kind == "boolean" and _ended(holding, name)
        begins = "true" if ends else _start(part)
        field = replace(field, default=_shown_first(holding, part) or begins)
    verbs = {
        state + end
        for route in holding.routes
        for step in steps(route.path)[-1:]
        if not step.param
        for state in states(snaked(step.name))
        for end in ("at", "on", "date")
    }
    timed = kind.kind in {"date", "datetime"} and not kind.nullable
    if timed and plain(name) not in {plain(each) for each in verbs} and _at_first(holding, name):
        holding.fields[name] = Field(name, Type(kind.kind))
        holding.sets[name] = "today()" if kind.kind == "date" else "now()"
        return
    if not field.default:
        field = replace(field, type=replace(field.type, nullable=True))
    if is_slot(holding, part):
        holding.fields[name] = replace(field, default="", type=replace(kind, nullable=True))
        return
    chosen = f"new rows have {field.default or 'null'}"
    said(Assumption(f"{holding.name}.{name}, which no request brings", chosen))
    holding.fields[name] = field


def _is_secret(holding: Holding, part: Property) -> bool:
    """Whether a text is given out with a new row and wanted by what is done to it."""
    if part.shape.type.kind != "string" or part.shape.type.choices:
        return False
    last = words(part.name)[-1:]
    return last in {("key",), ("token",), ("secret",), ("pin",)} and any(
        {401, 403} & route.statuses
        and any(
            each in {part.name, *last}
            for each in (
                *(route.body.names if route.body is not None else ()),
                *(one.name for one in route.params if one.place == "query"),
            )
        )
        for route in holding.siblings
    )


def _ended(holding: Holding, name: str) -> bool:
    """Whether a deed ends what a truth says: a survey that is closed was open until then."""
    bare = plain(name).removeprefix("is")
    deeds = {
        snaked(step.name)
        for route in holding.siblings
        for step in steps(route.path)[-1:]
        if not step.param
    }
    return any(OPPOSITES.get(each) == bare for each in deeds)


def _at_first(holding: Holding, name: str) -> bool:
    """Whether a moment is that of a row's beginning: no end, no deed that is still to come."""
    drafted = {"status", "state", "published", "draft", "ispublished", "visible"}
    if re.match(r"(?i)publish", name):
        return not any(plain(each) in drafted for each in holding.shape.names)
    later = r"(due|end|expir|clos|finish|complet|deliver|return|cancel|pay|paid|last|next|delet)"
    return not re.search(rf"(?i)^{later}", name)


def _shown_first(holding: Holding, part: Property) -> str:
    """The truth or the state that the answer to making a row shows, as JSON text."""
    kind = part.shape.type
    for route in holding.routes:
        shape = route.good.shape if route.good and route.method == "POST" else None
        shown = shape.part(part.name) if shape is not None and shape is not part.shape else None
        if shown is None or steps(route.path)[-1].param:
            continue
        if kind.kind == "boolean" and shown.shape.example in {"true", "false"}:
            return shown.shape.example
        if plain(part.name) in {"status", "state"} and kind.kind == "string":
            word = re.fullmatch(r"[a-z][a-z_]*", shown.shape.words)
            told = shown.shape.example or (json.dumps(word[0]) if word else "")
            if told and (not kind.choices or json.loads(told) in kind.choices):
                return told if json.loads(told) not in {"string", "text", "str"} else ""
    return ""


_NULL_AT_FIRST = r"(?i)\bnull (?:until|before|unless|while|as long as|at first|if|when|for)\b"
_NULL_AT_FIRST += r"|\bor null\b"


def _start(part: Property) -> str:
    kind = part.shape.type
    if kind.nullable or re.search(_NULL_AT_FIRST, part.words):
        return ""
    if kind.choices:
        return json.dumps(first_state(kind.choices))
    if kind.kind == "boolean":
        return "true" if plain(part.name) in _TRUE_AT_FIRST else "false"
    if kind.kind in {"integer", "number"}:
        return "1" if plain(part.name) in {"version", "revision", "level"} else "0"
    if kind.kind == "list":
        return "[]"
    if plain(part.name) in {"status", "state"} and kind.kind == "string":
        return part.shape.example
    return ""


_TRUE_AT_FIRST = {"active", "isactive", "enabled", "isenabled", "available", "isavailable"}


def _slug_source(holding: Holding) -> str:
    return next((each for each in ("title", "name", "headline") if each in holding.fields), "")
