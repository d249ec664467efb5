"""What the verb at the end of a path does by itself: `/close`, `/toggle`, `/reset`, `/like`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.becoming import counters, flags, turned
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning.scope import Focus
from beliefs.spec.brief.scene import Scene, is_number, is_time
from beliefs.spec.brief.states import state
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import lemmas, participle

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


def verb_of(tail: str) -> str:
    """The verb that a path ends in: "check-out", "mark_done"."""
    return tail.replace("_", "-").lower().removeprefix("mark-").removeprefix("set-")


def by_verb(scene: Scene, kind: Kind, found: dict[str, str]) -> None:
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
        found |= plain(kind, verb, _amount(scene))
    if not found:
        _moment(scene, kind, done, found)


_TURNING = frozenset("toggle flip switch invert".split())  # noqa: SIM905
_UP = frozenset("increment inc increase plus up bump hit click visit tick count tally".split())  # noqa: SIM905
_DOWN = frozenset("decrement dec decrease minus down".split())  # noqa: SIM905
_AGAIN = frozenset("reset clear zero".split())  # noqa: SIM905


def plain(kind: Kind, verb: str, amount: str = "1") -> dict[str, str]:
    """What a verb does to the values that it can be about, whatever rows are: `/toggle`, `/reset`.

    >>> from beliefs.spec.brief.held import Held
    >>> lamp = Kind("Lamp", "/lamps", fields={"on": Held("on", Type("boolean"))})
    >>> plain(lamp, "toggle"), plain(lamp, "paint")
    ({'on': 'not(lamp.on)'}, {})
    """
    first, _, rest = verb.partition("-")
    focus, named = Focus(kind, kind.one), rest.replace("-", "_")
    if first in _TURNING:
        own = [x for x in kind.fields if turned(focus, x) and not kind.fields[x].hidden]
        own = [named] if named in own else [x for x in own if x in flags(kind)] or own
        return {own[0]: turned(focus, own[0])} if len(own) == 1 else {}
    many = counters(kind)
    if first in _AGAIN:
        own = [named] if named in many else many
        return {x: kind.fields[x].start.removeprefix("?") or "0" for x in own}
    if first in _UP | _DOWN:
        own = (
            [named]
            if named in many
            else many or [x for x in kind.fields if is_number(kind.fields[x])]
        )
        sign = "+" if first in _UP else "-"
        return {own[0]: f"{kind.one}.{own[0]} {sign} {amount}"} if len(own) == 1 else {}
    return {}


def _amount(scene: Scene) -> str:
    """How far a number moves that a deed moves: as its body says, else by one."""
    brought = [n for n, g in scene.given.items() if g.place == "json" and is_number(g.held)]
    return f"input.{brought[0]}" if len(brought) == 1 else "1"


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
