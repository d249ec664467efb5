"""Requests about whoever asks: `GET /me`, `PATCH /profile`, a new password, settings of one's own.

What answers show or bodies bring that is no value of an account becomes one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import CREATED, Scene, Service
from beliefs.spec.brief.showing import fixed, shown
from beliefs.spec.brief.sketch import SILENT, Sketch
from beliefs.spec.types import Type

_Deed: TypeAlias = Callable[[Scene, list[str]], None]

_SELF = re.compile(
    r"(?i)^(?:me|profile|my-?profile|account|my-?account|whoami|current-?user|self|settings|"
    r"preferences|prefs)$"
)
_NEW = re.compile(r"(?i)^(?:new_?password|password|new)$")
_OLD = re.compile(r"(?i)^(?:old_?password|current_?password|old|current)$")
_WRONG = re.compile(
    r"(?i)\b(?:wrong|incorrect|invalid|does(?: not|n't) match|mismatch\w*|not correct)\b"
)
_WORDS = (
    r"who(?:ever)? (?:is )?(?:asks?|asking|logged[- ]in|am i)|whoami|(?:the |an? )?(?:current|"
    r"authenticated|logged[- ]in|signed[- ]in|calling|own)(?: (?:user|account|caller|person))?"
    r"(?:'s)?|callers?(?:'s)?|accounts?|profiles?|users?(?:'s)?|settings|preferences|myself|me|my|"
    r"their|own|details|data|information|personal"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write what is asked of one's own account."""
    users = service.users
    if users is None:
        return
    own = [x for x in scenes if _is_own(x)]
    for scene in sorted(own, key=lambda each: each.request.method == "GET"):
        names = [n for n, g in scene.given.items() if g.place == "json"]
        if any(map(_OLD.match, names)) or re.search(r"(?i)password", scene.request.tail):
            _password(scene, names)
        elif _SELF.match(scene.request.tail):
            _account(scene, users, names)


def _is_own(scene: Scene) -> bool:
    """Whether a request is about whoever asks, and about no rows."""
    if scene.deed is not None or scene.rows or scene.kind is not None or not scene.needs:
        return False
    return any(_SELF.match(x) or "password" in x.lower() for x in scene.request.segments)


def _account(scene: Scene, users: Kind, names: list[str]) -> None:
    match scene.request.method:
        case "GET":
            scene.deed = _shows(users)
        case "PUT" | "PATCH" | "POST" if names and "password" not in names:
            for name in names:
                given = scene.given[name].held
                start = given.default or "null"
                kept = Held(name, given.type or STRING, start=start, server=True)
                users.fields.setdefault(name, kept)
            scene.deed = _changes(users, names, partial=scene.request.method == "PATCH")
        case "DELETE":
            scene.deed = _leaves()
        case _:
            return
    _made(scene, users)
    for fault in [x for x in scene.told.faults if x.status in {401, 404}]:
        left = heard.rest(fault.cause.text, _WORDS, r"\bnot (?:found|there|logged in)\b|unknown")
        if fault.status == 401 or not left:
            scene.told.faults.remove(fault)
    heard.forget(scene, _WORDS)


def _made(scene: Scene, users: Kind) -> None:
    """Give accounts the moment that they were made, where an answer shows it."""
    sketch = scene.told.answer
    for name in sketch.names if sketch is not None else ():
        if name not in users.fields and CREATED.match(name):
            users.fields[name] = Held(name, Type("datetime"), server=True, start="now()")


def _record(scene: Scene) -> Sketch | None:
    sketch = scene.told.answer
    return sketch if sketch is not None and sketch.form == "record" else None


def _answered(scene: Scene, users: Kind, usual: int) -> None:
    status = scene.told.status or usual
    body = "" if status == 204 else f" {shown(scene, users, 'me', _record(scene))}"
    scene.lines.append(f"answer {status}{body}")


def _shows(users: Kind) -> _Deed:
    def deed(scene: Scene, guards: list[str]) -> None:
        scene.lines += guards
        _answered(scene, users, 200)

    return deed


def _changes(users: Kind, names: list[str], *, partial: bool) -> _Deed:
    def deed(scene: Scene, guards: list[str]) -> None:
        scene.lines += guards
        for name in [x for x in names if users.fields[x].unique]:
            free = f"input.{name} = null or " if partial else ""
            taken = f"count(User[where .{name} = input.{name} and .id != me.id])"
            says = scene.says(409, f"This {name} is taken")
            scene.lines.append(f"guard {free}{taken} = 0 else conflict {says}")
        values = "{" + ", ".join(f"{n}: input.{n}" for n in names) + "}"
        scene.lines.append(f"patch User me {'given(input)' if partial else values}")
        _answered(scene, users, 200)

    return deed


def _leaves() -> _Deed:
    """Somebody goes, with all that is theirs."""

    def deed(scene: Scene, guards: list[str]) -> None:
        kinds = [x for x in scene.service.kinds if x.owner]
        scene.lines += [
            *guards,
            *(f"delete {x.name} where .owner_id = me.id" for x in kinds),
            "delete User where .id = me.id",
        ]
        status = scene.told.status or 204
        if status != 204 and scene.told.answer is not None:
            scene.open.append("what it answers")
        scene.lines.append(f"answer {status}")

    return deed


def _password(scene: Scene, names: list[str]) -> None:
    """A new password for whoever knows the old one."""
    old = next((x for x in names if _OLD.match(x)), "")
    new = next((x for x in names if _NEW.match(x) and x != old), "")
    if not old or not new or len(names) > 2 or scene.request.method == "GET":
        return
    way = "forbidden"
    for each in [x for x in scene.told.faults if _WRONG.search(x.cause.text)]:
        scene.told.faults.remove(each)
        way = STATUS_WAYS.get(each.status, "refused")
        if way == "refused":
            scene.fails("refused", each.status)

    def deed(one: Scene, guards: list[str]) -> None:
        says = one.says(0, "Wrong password")
        one.lines += [
            *guards,
            f"guard check_password(input.{old}, me.password_hash) else {way} {says}",
            f"patch User me {{password_hash: hash_password(input.{new})}}",
        ]
        _plain(one)

    scene.deed = deed
    heard.forget(scene, f"{_WORDS}|passwords?|new|old|current|changes?")


def _plain(scene: Scene) -> None:
    """Answer with no more than words."""
    sketch = _record(scene)
    status = scene.told.status or (200 if sketch is not None else 204)
    if sketch is None or status == 204:
        scene.lines.append(f"answer {status}")
        return
    values = [(n, fixed(scene, n, sketch.part(n) or SILENT)) for n in sketch.names]
    for name, value in values:
        if value is None:
            scene.open.append(f"what {name} is")
    scene.lines.append(f"answer {status} {{{', '.join(f'{n}: {v or 0}' for n, v in values)}}}")
