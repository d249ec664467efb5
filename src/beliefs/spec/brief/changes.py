"""What a request changes in a row: states it enters, values it sets, numbers it counts up."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.becoming import Changes
from beliefs.spec.brief.held import Held, json_of, named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning.around import scope_of
from beliefs.spec.brief.meaning.scope import Focus
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, UPDATED, Scene, is_number, is_time, numbers
from beliefs.spec.brief.states import state, state_field
from beliefs.spec.brief.tallies import tallied, unless
from beliefs.spec.brief.verbs import by_verb, entering
from beliefs.spec.understanding.words import is_plural

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
    by_verb(scene, kind, found)
    for one in scene.told.said:
        unless(one, kind, found)
        one.take(_STAYS)
    tallied(scene.service, kind, found)
    return found


# Nothing else changes, which is so anyhow.
_STAYS = (
    r"(?:and |but )?(?:the |its |all |any )?(?:it|rest|everything else|(?:other )?[a-z_]+) "
    r"(?:stays?|remains?|is left|are left|keeps?) (?:as (?:it|they) (?:is|was|are|were)|unchanged|"
    r"the same|untouched|alone)"
)


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
    told = Changes(scope_of(scene), Focus(kind, kind.one))
    if told.take(one):
        found |= told.values
        used |= {each for each in told.used if each not in kind.fields}
        for name in told.values:
            kind.fields[name].type = kind.fields[name].type or named(name)
    where = state_field(kind)
    while (match := one.has(_with(kind))) is not None:
        found[match["f"]] = json_of(match["v"], one) or "null"
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


def _with(kind: Kind) -> str:
    """What a row is said to have then: "with done true"."""
    names = "|".join(sorted(map(re.escape, kind.fields), key=len, reverse=True)) or "(?!)"
    return (
        rf"(?:with|now with|and|has|now being|being now|now) (?:the |its )?(?P<f>{names}):? "
        r"(?:now )?(?P<v>true|false|null|⟪\d+⟫)"
    )


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
