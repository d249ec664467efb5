"""What a request changes in a row: states it enters, values it sets, numbers it counts up."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held, json_of
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, UPDATED, Scene, is_number, is_time, numbers
from beliefs.spec.brief.states import state, state_field
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import is_plural, lemmas, participle

# What undoes what: the second ends the state that the first begins.
INVERSES = {
    "return": "borrow",
    "unlike": "like",
    "unvote": "vote",
    "unarchive": "archive",
    "unpublish": "publish",
    "unlock": "lock",
    "reopen": "close",
    "deactivate": "activate",
    "disable": "enable",
    "resume": "pause",
    "unpin": "pin",
    "restore": "archive",
    "checkin": "checkout",
    "check-in": "check-out",
    "release": "reserve",
    "uncomplete": "complete",
    "undo": "do",
    "unstar": "star",
    "unfavorite": "favorite",
    "unsubscribe": "subscribe",
    "unblock": "block",
    "unmute": "mute",
    "off": "on",
    "open": "close",
    "unassign": "assign",
}
_MINUS = re.compile(
    r"(?i)withdraw|remove|take|consume|sell|spend|out|use|eat|decrease|decrement|subtract|deduct|"
    r"pay|redeem|drink|dispatch|ship|unlike|downvote"
)
_PLUS = re.compile(
    r"(?i)deposit|add|restock|\bin\b|receive|increase|increment|refill|top-?up|adjust|change|"
    r"credit|earn|deliver|like|upvote|vote|hit|bump|put"
)
_ABOUT = frozenset(
    {
        "quantity",
        "stock",
        "balance",
        "amount",
        "available",
        "points",
        "credit",
        "in_stock",
        "count",
        "value",
        "saved",
    }
)


def changes(scene: Scene, kind: Kind) -> dict[str, str]:
    """New values of a row, by the names of its fields."""
    found: dict[str, str] = {}
    used: set[str] = set()
    for one in scene.told.said:
        _set(scene, one, kind, found, used)
    _brought(scene, kind, found, used)
    _verb(scene, kind, found)
    return found


def _set(scene: Scene, one: Said, kind: Kind, found: dict[str, str], used: set[str]) -> None:
    for name in scene.given:
        if (
            scene.given[name].place == "json" and name in kind.fields
        ):  # brought and set, whatever is said of it
            one.take(
                rf"(?:sets?|saves?|keeps?|stores?) (?:the |its |their )?{re.escape(name)}\b(?! (?"
                r":to|as|=))"
            )
            one.take(
                r"\w+ing (?:it )?(?:again|twice|a second time) (?:just |simply )?(?:overwrites|"
                r"replaces)(?: (?:it|the old (?:one|value)|the \w+))?"
            )
    names = {each: each for each in kind.fields} | {
        each.replace("_", " "): each for each in kind.fields
    }
    where = state_field(kind)
    choice = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    value = (
        r"(?P<v>⟪\d+⟫|-?\d+(?:\.\d+)?|true|false|null|nothing|(?:the )?(?:current )?(?:time|"
        r"date|moment)|now|today|(?:the |this |that |a )?(?:given |new )?[a-z_][\w-]*)"
    )
    counted = (
        r"(?:adds?|adding|counts?|counting|plus)(?: up)? (?P<n>\d+|one|an?|the \w+|that "
        rf"\w+|\w+)?(?: more)? ?(?:to )?(?:the |its |their )?(?P<f>{choice})\b|(?"
        r":increments?|increases?|raises?|bumps?|incrementing) (?:the |its )?(?"
        rf"P<f2>{choice})(?: by (?P<n2>\d+|one|the \w+|\w+))?|(?P<f3>{choice}) (?:goes|go) "
        r"up(?: by (?P<n3>\d+|one|the \w+|\w+))?"
    )
    while (match := one.has(counted)) is not None:
        name = names[(match["f"] or match["f2"] or match["f3"]).lower()]
        step = _step(scene, match["n"] or match["n2"] or match["n3"] or "1", used)
        if step is None or not (is_number(kind.fields[name]) or kind.fields[name].type is None):
            break
        kind.fields[name].type = kind.fields[name].type or Type("integer")
        found[name] = f"{kind.one}.{name} + {step}"
        one.drop(match)
    lowered = (
        r"(?:subtracts?|takes?|removes?|deducts?) (?P<n>\d+|one|the \w+|that \w+|\w+)? ?(?"
        rf":from|off) (?:the |its )?(?P<f>{choice})\b|(?:decrements?|lowers?|decreases?|"
        rf"reduces?) (?:the |its )?(?P<f2>{choice})(?: by (?P<n2>\d+|one|the \w+|\w+))?|(?"
        rf"P<f3>{choice}) (?:goes|go) down(?: by (?P<n3>\d+|one|the \w+|\w+))?"
    )
    while (match := one.has(lowered)) is not None:
        name = names[(match["f"] or match["f2"] or match["f3"]).lower()]
        step = _step(scene, match["n"] or match["n2"] or match["n3"] or "1", used)
        if step is None:
            break
        found[name] = f"{kind.one}.{name} - {step}"
        one.drop(match)
    for pattern in (
        (
            rf"(?:sets?|changes?|updates?|puts?|setting) (?:the |its |their )?(?P<f>{choice}) (?"
            r":to|"
            rf"as|=|into) {value}"
        ),
        (
            rf"(?:the |its |their )?\b(?P<f>{choice}):? (?:becomes?|is now|are now|turns?(?: into)"
            r"?|"
            rf"is set to|is then|now being|being now|changes to|now|set to|:|=) ?{value}"
        ),
        rf"(?:with|now with|and|has) (?:the |its )?(?P<f>{choice}):? (?P<v>true|false|null|⟪\d+⟫)",
    ):
        while (match := one.has(pattern)) is not None:
            name = names[match["f"].lower()]
            told = _value(scene, one, match["v"], kind, name)
            if told is None:
                break
            found[name] = told
            one.drop(match)
    spoken = (
        rf"(?:it|this|that|them|the {re.escape(kind.spoken)}|the \w+|one|an? "
        rf"{re.escape(kind.spoken)})"
    )
    for pattern in (
        (
            rf"(?:marks?|flags?|sets?|ticks?|moves?|puts?|makes?|turns?|switches?) (?:{spoken} )?(?"
            r":off )?(?:as |to |into |back to |back into |in )?(?P<s>⟪\d+⟫|[a-z_]+)"
        ),
        (
            rf"(?:{spoken} )?(?:becomes?|is now|then is|goes? (?:back )?to|turns?|ends up|returns?"
            r" to)"
            r" (?P<s>⟪\d+⟫|[a-z_]+)"
        ),
        r"(?:,|¦|\(|^)\s*(?:and )?(?:now|then) (?P<s>⟪\d+⟫|not [a-z]+|[a-z_]+)",
    ):
        match = one.has(pattern)
        if match is None:
            continue
        word = one.quote(match["s"])
        if where is not None and where.type is not None and word in where.type.choices:
            found[where.name] = json.dumps(word)
            one.drop(match)
        elif (held := state(kind, word, "$")) is not None and (values := entering(kind, held)):
            found.update(values)
            one.drop(match)


def entering(kind: Kind, held: str) -> dict[str, str]:
    """The values that make a state hold, as `state` writes it."""
    if match := re.fullmatch(r"\$\.(\w+) = (\".*\")", held):
        return {match[1]: match[2]}
    if match := re.fullmatch(r"not\(\$\.(\w+)\)", held):
        return {match[1]: "false"}
    if match := re.fullmatch(r"\$\.(\w+) != null", held):
        return {
            match[1]: "today()"
            if (kind.fields[match[1]].type or Type("datetime")).kind == "date"
            else "now()"
        }
    if match := re.fullmatch(r"\$\.(\w+)", held):
        return {match[1]: "true"}
    return {}


def _step(scene: Scene, words: str, used: set[str]) -> str | None:
    low = words.lower().removeprefix("the ").removeprefix("that ")
    if low in {"one", "a", "an", "1", ""}:
        return "1"
    if low.isdigit():
        return low
    if low in scene.given:
        used.add(low)
        return f"input.{low}"
    return None


def _value(scene: Scene, one: Said, words: str, kind: Kind, name: str) -> str | None:
    held = kind.fields[name]
    low = re.sub(r"^(?:the |this |that |a )?(?:given |new )?", "", words.lower())
    if low in {"time", "current time", "now", "moment", "current date", "date", "today"} and (
        is_time(held) or held.type is None
    ):
        return "today()" if held.type is not None and held.type.kind == "date" else "now()"
    if low == "nothing":
        return "null"
    if low in scene.given:
        return f"input.{low}"
    if held.type is not None and held.type.choices:
        return (
            json.dumps(low)
            if low in held.type.choices
            else (json.dumps(one.quote(words)) if one.quote(words) in held.type.choices else None)
        )
    if words.startswith("⟪") or re.fullmatch(r"-?\d+(?:\.\d+)?|true|false|null", low):
        return json_of(words, one)
    return None


def _brought(scene: Scene, kind: Kind, found: dict[str, str], used: set[str]) -> None:
    """What a body brings under the names of fields is set.

    A number besides may be added or taken.
    """
    spare = []
    for name, given in scene.given.items():
        if given.place != "json" or name in used:
            continue
        if any(f"input.{name}" in value for value in found.values()):
            continue
        if name in kind.fields and not _moves(scene, kind, name):
            found.setdefault(name, f"input.{name}")
        else:
            spare.append(name)
    for name in spare:
        if not is_number(scene.given[name].held):
            continue
        about = [x for x in numbers(kind) if x in _ABOUT] or numbers(kind)
        target = name if name in kind.fields else (about[0] if about else None)
        if target is None or target in found:
            continue
        tail = scene.request.tail.replace("-", " ")
        if _MINUS.search(tail) and not _PLUS.search(tail):
            found[target] = f"{kind.one}.{target} - input.{name}"
        elif _PLUS.search(tail):
            found[target] = f"{kind.one}.{target} + input.{name}"


def _moves(scene: Scene, kind: Kind, name: str) -> bool:
    """Whether a number that is brought is how far the field of that name moves."""
    tail = scene.request.tail.replace("-", " ")
    return (
        is_number(kind.fields.get(name))
        and name in _ABOUT
        and bool(
            re.search(
                r"(?i)^(?:withdraw|deposit|restock|consume|take|add|remove|sell|spend|out|in|"
                r"receive|earn|redeem|top ?up|refill|use|deduct|increase|decrease)",
                tail,
            )
        )
    )


def verb_of(tail: str) -> str:
    """The verb that a path ends in: "check-out", "mark_done"."""
    return tail.replace("_", "-").lower().removeprefix("mark-").removeprefix("set-")


def _verb(scene: Scene, kind: Kind, found: dict[str, str]) -> None:
    """What the verb at the end of the path does by itself: the state that it leads to."""
    verb = verb_of(scene.request.tail)
    if not verb:
        return
    states: dict[str, str] = {}
    inverse = undone(verb, scene) or INVERSES.get(verb)
    for word in dict.fromkeys((verb, participle(verb.split("-")[0]), *sorted(lemmas(verb)))):
        held = state(kind, word.replace("-", " "), "$") or state(kind, word.replace("-", "_"), "$")
        if held is not None:
            states = entering(kind, held)
            break
    if not states and inverse:
        held = state(kind, participle(inverse.split("-")[0]), "$") or state(kind, inverse, "$")
        if held is not None:
            states = {
                name: {"true": "false"}.get(value, "null")
                for name, value in entering(kind, held).items()
                if value in {"true", "now()", "today()"}
            }
    if states and inverse:  # whoever had it has it no longer
        found |= dict.fromkeys(scene.service.kept.get((kind.name, inverse), []), "null")
    counter = next(
        (
            n
            for n in (f"{verb}s", f"{verb}_count", f"{verb}d", verb)
            if is_number(kind.fields.get(n))
        ),
        None,
    )
    if counter and counter not in found and counter not in scene.given and not states:
        found[counter] = f"{kind.one}.{counter} + 1"
    done = participle(verb.split("-")[0])
    for name, field in kind.fields.items():
        low = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        if (
            is_time(field)
            and re.fullmatch(
                rf"(?:last_)?(?:{re.escape(done)}|{re.escape(verb)})(?:_at|_on|_date)?", low
            )
            and name not in found
        ):
            found[name] = (
                "today()" if field.type is not None and field.type.kind == "date" else "now()"
            )
    for name, value in states.items():
        found.setdefault(name, value)
    if not found:
        _moment(scene, kind, done, found)


def undone(verb: str, scene: Scene) -> str:
    """The deed that a deed undoes, where there is a request for it."""
    base = INVERSES.get(verb, verb.removeprefix("un"))
    deeds = {verb_of(x.tail) for x in scene.service.brief.requests if x.tail}
    return base if base != verb and base in deeds else ""


def _moment(scene: Scene, kind: Kind, done: str, found: dict[str, str]) -> None:
    """When it was done last, where nothing but that is noted: "records the time"."""
    for one in scene.told.said:
        if one.take(
            r"(?:records?|notes?|stores?|saves?|logs?|remembers?|marks?) (?:the |when it was |"
            r"that it was )?(?:(?:current )?(?:time|date|moment)(?: of (?:it|that|the \w+))?|"
            r"\w+ed)"
        ):
            name = f"last_{done}"
            kind.fields[name] = Held(
                name, Type("datetime", nullable=True), start="null", server=True
            )
            scene.service.assumptions.append(
                Assumption(
                    f"where the moment of {scene.request.path} is kept",
                    f"`{name}` of each {kind.spoken}",
                    scene.request.source,
                )
            )
            found[name] = "now()"
            return


def touched(kind: Kind) -> dict[str, str]:
    """What every change notes: when it was."""
    return {
        n: "now()"
        for n, h in kind.fields.items()
        if UPDATED.match(n) and (h.type is None or is_time(h))
    }


def born(kind: Kind) -> dict[str, str]:
    """What a new row has that no request brings."""
    values: dict[str, str] = {}
    for name, held in kind.fields.items():
        if name in kind.brought or name in (kind.within, kind.key.name):
            continue
        start = held.start.removeprefix("?")
        if start:
            values[name] = start
        elif (CREATED.match(name) or UPDATED.match(name)) and (is_time(held) or held.type is None):
            values[name] = (
                "today()" if held.type is not None and held.type.kind == "date" else "now()"
            )
        elif held.default is not None:
            values[name] = held.default
        elif held.type is not None and held.type.choices and name in {"status", "state"}:
            values[name] = json.dumps(held.type.choices[0])
        else:
            values[name] = _zero(held)
    return values


_COUNTER = re.compile(
    r"(?i)\w*(?:count|counter)|clicks|hits|visits|likes|votes|views|downloads|uses|plays|attempts|"
    r"upvotes|downvotes|stock|balance|score|points|reads|opens|streak|checkins|total"
)


def _zero(held: Held) -> str:
    kind = held.type.kind if held.type is not None else ""
    if is_number(held) and (
        _COUNTER.fullmatch(held.name)
        or (kind == "integer" and not held.of and is_plural(held.name.split("_")[-1]))
    ):
        return "0"
    if held.type is not None and held.type.nullable:
        return "null"
    return {"boolean": "false", "list": "[]"}.get(kind, "null")
