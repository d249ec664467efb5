"""What is done to one row by a verb in its path: states, counters, amounts, members of a list."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import Step, restores
from beliefs.spec.documents.words import plain, singular, snaked, states, undone, words
from beliefs.spec.inferring.families.lending import GIVES_BACK, lent
from beliefs.spec.inferring.families.lining import below_too_lines
from beliefs.spec.inferring.families.logs import event_lines
from beliefs.spec.inferring.families.voices import taken_back, voice_lines
from beliefs.spec.inferring.keeping.formulas import Reading, told_values
from beliefs.spec.inferring.keeping.holdings import OPPOSITES, Holding
from beliefs.spec.inferring.keeping.issuing import issued_lines
from beliefs.spec.inferring.keeping.statements import becomes
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.deeds import Change, brought_day, worded
from beliefs.spec.inferring.routes.following import follow_lines
from beliefs.spec.inferring.routes.members import member, vote
from beliefs.spec.inferring.routes.taking import give_lines
from beliefs.spec.inferring.routes.tallying import (
    COUNTS,
    counted_up,
    given_amount,
    moved_amount,
    moved_whole,
)
from beliefs.spec.inferring.rules.transitions import (
    arrows,
    once_only,
    transition,
    vain,
)
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field

# Words that a row does not outlive what is done to it.
GONE = re.compile(
    r"(?i)\b(?:afterwards|then|after that|thereafter),? (?:it|the \w+) (?:is|will be) "
    r"(?:gone|deleted|removed|dropped|discarded)\b"
    r"|\b(?:it|the \w+) (?:is|will be) (?:gone|deleted|removed|destroyed)(?: for good)? "
    r"(?:afterwards|then|after that)\b"
    r"|\b(?:and|which) (?:deletes|removes|drops|discards) (?:it|the \w+)(?:[.;,]|$)"
)


# What somebody who does something is called by.
_PEOPLE = {"name", "by", "user", "username", "who", "person", "customer", "worker", "email"}


# Deeds that begin what giving back ends.
_LENDS = ("borrow", "lend", "loan", "checkout", "rent", "hire")


# What is known of a loan while it lasts.
_LOANS = (
    "borrower",
    "borrowed_by",
    "borrowedBy",
    "due_date",
    "dueDate",
    "borrowed_at",
    "borrowedAt",
)


def action_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """An effect for a verb behind an item; None when nobody can tell what it does."""
    verb = snaked(chain[-1].name)
    lines = writer.above(route, chain[:-1])
    one = holding.variable
    if GONE.search(route.words):
        from beliefs.spec.inferring.routes.changing import removed_lines

        return [*lines, *removed_lines(writer, route, holding, one)]
    if (back := taken_back(writer, route, holding)) is not None:
        return [*lines, *back, writer.answer(route, Scene(holding, one))]
    change = (
        _undoing(route, verb, holding)
        or _restored(writer, route, holding)
        or _stepped(writer, route, holding)
        or member(writer, route, holding, verb)
        or vote(writer, route, holding, verb)
        or moved_amount(writer, route, holding, verb)
        or worded(writer, route, holding)
        or _state(writer, route, holding, verb)
        or counted_up(holding, singular(verb), one)
        or lent(writer, route, holding, verb)
        or moved_whole(writer, route, holding, verb)
        or given_amount(writer, route, holding)
        or _outcome(writer, route, holding)
    )
    if change is None:
        return None
    issued, told = issued_lines(writer, route, holding, one)
    dated = brought_day(writer, route, holding, change.values)
    values = {**change.values, **dated, **told, **holding.touches}
    values |= _worked(writer, route, holding, values)
    scene = Scene(holding, one, message=f"{holding.spoken} {states(verb)[0].replace('_', ' ')}")
    if route.body is not None and route.body.open and not route.body.properties and values:
        scene.values[""] = f"{one}.{next(iter(values))}"
    for each in writer.inputs(route):
        if each.place != "path":
            scene.values.setdefault(plain(each.name), f"input.{each.name}")
    for name in holding.shown:
        scene.values.pop(plain(name), None)
    if "" in values:
        patched = values.pop("")
        values_ = f"merge({patched}, {made(values)})" if values else patched
    else:
        values_ = made(values)
    patch = [f"patch {holding.name} {one} {values_}"] if values_ != "{}" else []
    from beliefs.spec.inferring.routes.creating import referred_guards
    from beliefs.spec.inferring.rules.guarding import (
        above_guards,
        described_guards,
        references_of,
    )
    from beliefs.spec.inferring.rules.having import having_guards

    named = {name: value for name, value in values.items() if value.startswith("input.")}
    demanded = _states_beside(writer, route, holding, change)
    demanded = demanded or ([] if change.guards else _again(writer, route, holding, values))
    if not change.guards and not demanded:
        demanded = described_guards(writer, route, holding)
    voice = voice_lines(writer, route, holding)
    guards = [*references_of(writer, route, holding, named), *change.guards, *demanded]
    guards = [*above_guards(writer, route, holding, chain[:-1]), *guards]
    guards += having_guards(writer, route, holding)
    guards += referred_guards(writer, route, holding, named, one)
    follows = [*follow_lines(writer, route, holding), *give_lines(writer, route, holding)]
    follows += below_too_lines(writer, route, holding)
    done = [*issued, *patch, *event_lines(writer, route, holding), *voice.kept, *follows]
    if voice.anew:
        done = [f"if {voice.anew}:", *(f"    {each}" for each in done)]
    return [*lines, *guards, *voice.guards, *done, writer.answer(route, scene)]


def _states_beside(writer: Writer, route: Route, holding: Holding, change: Change) -> list[str]:
    """Guards for states that words demand of a row, beside those that a deed looks at already."""
    from beliefs.spec.inferring.rules.guarding import state_guards

    guarded = " ".join(change.guards)
    looked = [each for each in holding.fields if f"{holding.variable}.{each} " in guarded]
    if change.guards and not (change.values and looked):
        return []
    but = (*looked, *change.values) if change.guards else ()
    return state_guards(writer, route, holding, but=but)


def _worked(
    writer: Writer, route: Route, holding: Holding, values: dict[str, str]
) -> dict[str, str]:
    """Values of the row that words work out of what the request brings."""
    if route.body is None:
        return {}
    brought = set(holding.made.names) if holding.made is not None else set()
    kinds = {
        name: each.type
        for name, each in holding.fields.items()
        if each.type.kind in {"integer", "number"} and name not in {*brought, *values}
    }
    reading = Reading(holding, writer.kept, row=holding.variable)
    reading.bring(route.body)
    return dict(told_values(route.words, reading, kinds))


def _again(writer: Writer, route: Route, holding: Holding, values: dict[str, str]) -> list[str]:
    """A guard that a deed was not done before, where the words rule that out."""
    reply = route.reply(409)
    said = " ".join([reply.words if reply else "", *(each.words for each in route.faults)])
    truths = [name for name, value in values.items() if value in {"true", "false"}]
    if not truths or not re.search(r"(?i)\b(already|twice|again|any ?more)\b", said):
        return []
    test = f"{holding.variable}.{truths[0]} != {values[truths[0]]}"
    return once_only(writer, route, holding, test)


def _undoing(route: Route, verb: str, holding: Holding) -> Change | None:
    """A DELETE takes back what the verb did."""
    if route.method != "DELETE":
        return None
    one = holding.variable
    for each in holding.fields.values():
        if each.type.kind == "boolean" and _says(each, verb):
            brought = _along(route, holding)
            return Change({each.name: "false", **brought, **_stamps(holding, verb, "null")}, [])
    for name in COUNTS.get(verb, ()):
        if name in holding.fields:
            return Change({name: f"most([0, {one}.{name} - 1])"}, [])
    return None


def _restored(writer: Writer, route: Route, holding: Holding) -> Change | None:
    """A row that was only marked as deleted is there again."""
    if not holding.gone or not restores(writer.chain(route)):
        return None
    said = f"The {holding.spoken.lower()} is not deleted"
    way = writer.refuse(route, "conflict", said, "not deleted")
    there = f"{holding.variable}.{holding.gone}"
    return Change({holding.gone: "null"}, [f"guard {there} != null else {way}"])


def _stepped(writer: Writer, route: Route, holding: Holding) -> Change | None:
    """Steps that are told for several deeds at once: `open → held → open` for hold and release."""
    alike = [
        each.path
        for each in holding.siblings
        if each.method == route.method and each.words == route.words
    ]
    alike = alike if route.path in alike else [route.path]
    for field in holding.fields.values():
        found = arrows(route.words, field.type.choices) if field.type.choices else []
        verb = snaked(writer.chain(route)[-1].name)
        if found and len(found) == len(alike):
            start, end = found[alike.index(route.path)]
            one = f"{holding.variable}.{field.name}"
            way = writer.refuse(route, "conflict", vain(holding), f"state {start}")
            guard = f"guard {one} = {json.dumps(start)} else {way}"
            values = {field.name: json.dumps(end), **_stamps(holding, verb, "now")}
            values |= _doer(writer, route, holding, verb)
            return Change({**_brought(writer, route, holding), **values}, [guard])
    return None


def _along(route: Route, holding: Holding) -> dict[str, str]:
    """What came along with the deed that is taken back: it goes with it."""
    done = [each for each in holding.siblings if each.path == route.path and each.method == "POST"]
    names = [name for each in done if each.body is not None for name in each.body.names]
    return {
        name: "null"
        for name in names
        if name in holding.fields and not holding.fields[name].required
    }


def _says(field: Field, verb: str) -> bool:
    name = plain(field.name).removeprefix("is").removeprefix("has")
    if name == f"on{plain(verb)}":
        return True
    return name in {plain(each).removeprefix("is") for each in states(verb)}


def _stamps(holding: Holding, verb: str, value: str) -> dict[str, str]:
    """Moments that say when the verb was done."""
    wanted = {plain(each + end) for each in states(verb) for end in ("_at", "_on", "_date")}
    found = {}
    for each in holding.fields.values():
        if plain(each.name) in wanted and each.name not in holding.sets:
            now = "today()" if each.type.kind == "date" else "now()"
            found[each.name] = value if value == "null" else now
    return found


def _doer(writer: Writer, route: Route, holding: Holding, verb: str) -> dict[str, str]:
    """Who did it, where a row says by whom: claimed_by of what somebody claimed."""
    wanted = {plain(f"{each}_by") for each in states(verb)}
    field = next((each for each in holding.fields if plain(each) in wanted), "")
    if not field or field in holding.sets:
        return {}
    given = [
        each
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and not holding.named(each.wire)
    ]
    name = next((each for each in given if plain(each.wire) in _PEOPLE), None)
    if name is not None:
        return {field: f"input.{name.name}"}
    login = writer.accounts.name
    return {field: f"me.{login}"} if writer.needs(route) and login else {}


def _state(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """A state that the verb names: one of the choices of a field, or a truth."""
    one, back = holding.variable, undone(verb)
    brought = {**_brought(writer, route, holding), **_doer(writer, route, holding, verb)}
    if verb.startswith("toggle") or verb == "toggle":
        wanted = verb.removeprefix("toggle").strip("_")
        truths = [
            each
            for each in holding.fields.values()
            if each.type.kind == "boolean"
            and (not wanted or _says(each, wanted) or plain(each.name) == plain(wanted))
        ]
        return Change({truths[0].name: f"not({one}.{truths[0].name})"}, []) if truths else None
    for each in holding.fields.values():
        stated = becomes(route.words, each.name) if plain(each.name) in {"status", "state"} else []
        for state in [snaked(one_) for one_ in stated[:1]] or states(verb):
            choice = next((one_ for one_ in each.type.choices if snaked(one_) == state), "")
            if choice:
                guards = transition(writer, route, holding, each, choice)
                values = {each.name: json.dumps(choice), **_stamps(holding, verb, "now")}
                return Change({**brought, **values}, guards)
    ends = (back, OPPOSITES.get(verb, ""), *(_LENDS if verb in GIVES_BACK else ()))
    for word, value in ((verb, "true"), *((each, "false") for each in ends)):
        for each in holding.fields.values():
            if word and each.type.kind == "boolean" and _says(each, word):
                stamps = _stamps(holding, word, "now" if value == "true" else "null")
                if verb in GIVES_BACK:
                    stamps |= {name: "null" for name in _LOANS if name in holding.fields}
                guards = once_only(writer, route, holding, f"{one}.{each.name} != {value}")
                return Change({**brought, each.name: value, **stamps}, guards)
    if verb in {"borrow", "checkout", "check_out", "return", "checkin", "check_in", "book", "rent"}:
        for each in holding.fields.values():
            if each.type.kind == "boolean" and plain(each.name) in {"available", "isavailable"}:
                value = "true" if verb in GIVES_BACK else "false"
                guards = once_only(writer, route, holding, f"{one}.{each.name} != {value}")
                values = {**brought, each.name: value, **_stamps(holding, verb, "now")}
                if value == "true":
                    values |= {name: "null" for name in _LOANS if name in holding.fields}
                return Change(values, guards)
    stamps = _stamps(holding, verb, "now")
    for each in holding.fields.values():
        free = each.type.kind == "string" and not each.type.choices
        if plain(each.name) in {"status", "state"} and free and states(verb)[0] != verb:
            values = {each.name: json.dumps(states(verb)[0]), **stamps}
            return Change({**brought, **values}, [])
    if not stamps:
        return None
    guards = once_only(writer, route, holding, f"{one}.{next(iter(stamps))} = null")
    return Change({**brought, **stamps}, guards)


def _outcome(writer: Writer, route: Route, holding: Holding) -> Change | None:
    """A state that a row is in then, by what is said of the deed or of its answer.

    "Order what is in the cart", or "the cart, now ordered", where a cart may be `ordered`.
    """
    if route.body is not None:
        return None
    verbs = [words_[0] for each in sentences(route.words) if (words_ := words(each))]
    done = {state for verb in verbs for state in states(verb)}
    answered = route.good.words if route.good else ""
    for field in holding.fields.values():
        for choice in field.type.choices:
            spoken = re.escape(choice).replace("_", "[ _-]")
            now = rf"(?i)\b(?:now|then|is|as) [`\"']?{spoken}\b"
            told = snaked(choice) in done or re.search(now, answered)
            if told and field.default not in {"", json.dumps(choice)}:
                guards = transition(writer, route, holding, field, choice)
                return Change({field.name: json.dumps(choice)}, guards)
    return None


def _brought(writer: Writer, route: Route, holding: Holding) -> dict[str, str]:
    """Fields of the row that the request brings along with the verb."""
    return {
        name: f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"}
        and (name := holding.named(each.wire))
        and name != holding.secret
    }
