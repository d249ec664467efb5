"""Passwords that were forgotten: a token for the name of an account, and a new password for it."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.expiring import UNITS
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.showing import fixed
from beliefs.spec.brief.sketch import SILENT
from beliefs.spec.entities import Key
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_RESET = re.compile(r"(?i)reset|forgot|recover")
_TOKEN = re.compile(r"(?i)token|code|key")
_NEW = re.compile(r"(?i)password")
_SPAN = re.compile(
    rf"(?i)\b(?:tokens?|codes?|links?|it|they)\b[^.;]*?\b(?P<n>{MANY}|an?) ?(?P<u>second|minute|"
    rf"hour|day)s?\b"
)
_BAD = (
    r"\b(?:invalid|wrong|unknown|expired|already|used|or|and|token|code|reset|key|has|is|been|"
    r"was|no longer"
    r"|valid|not|found)\b"
)
_UNKNOWN = r"\b(?:no|unknown|user|account|email|with|this|that|such|not|found|exist|does)\b"
_WORDS = (
    r"requests?|asks?|sets?|using|uses?|with|resets?|forgotten|forgot|passwords?|tokens?|codes?|new|for|"
    r"account|email|user|valid|once|only|can be used|it|an?|the|of|by|via|has|is|one|expires?|"
    r"after|in|"
    r"minutes?|hours?|days?|single|\d+"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Find the request for a token and the one that uses it."""
    users = service.users
    if users is None:
        return
    asked = [x for x in scenes if x.request.method == "POST" and _about(x) and x.deed is None]
    name = next((n for n in users.fields if n in {"email", "username", "login", "name"}), "")
    first = next((x for x in asked if _brought(x) == [name]), None)
    second = next((x for x in asked if _uses(x)), None)
    if first is None or second is None or not name:
        return
    shown = first.told.answer.names if first.told.answer is not None else ()
    token = next((n for n in shown if _TOKEN.search(n)), "")
    if not token or any(
        n != token and not _TOKEN.search(n) and _word(first, n) is None for n in shown
    ):
        return
    _written(service, first, second, name, token)


def _about(scene: Scene) -> bool:
    return bool(_RESET.search(scene.request.path)) and not scene.rows


def _brought(scene: Scene) -> list[str]:
    return [n for n, g in scene.given.items() if g.place in {"json", "form"}]


def _uses(scene: Scene) -> bool:
    names = _brought(scene)
    return len(names) == 2 and any(map(_NEW.search, names)) and any(map(_TOKEN.search, names))


def _word(scene: Scene, name: str) -> str | None:
    sketch = scene.told.answer
    return fixed(scene, name, (sketch.part(name) if sketch else None) or SILENT)


def _lasts(service: Service, first: Scene, second: Scene) -> int:
    """How long a token is good for, in seconds."""
    ones = [*first.request.said, *second.request.said, *service.brief.said]
    told = next((m for one in ones if (m := _SPAN.search(one.whole)) is not None), None)
    if told is None:
        about = "how long a token for a new password is good for"
        service.assumptions.append(Assumption(about, "one hour", first.request.source))
        return 3600
    many = 1 if told["n"].lower() in {"a", "an"} else counted(told["n"])
    return int(many * UNITS[told["u"].lower()])


def _written(service: Service, first: Scene, second: Scene, name: str, token: str) -> None:
    kind = Kind(
        "PasswordReset", "/password-resets", key=Key("token", "token", length=32), makes=True
    )
    kind.fields["user_id"] = Held("user_id", Type("integer"), server=True)
    kind.fields["ends_at"] = Held("ends_at", Type("datetime"), server=True)
    service.kinds = [x for x in service.kinds if x not in {*first.rows} and x is not first.kind]
    service.kinds.append(kind)
    first.kind = second.kind = None
    first.needs = second.needs = False
    seconds = _lasts(service, first, second)
    given = next(n for n in _brought(second) if _TOKEN.search(n) and not _NEW.search(n))
    new = next(n for n in _brought(second) if _NEW.search(n))
    unknown = _way(
        first, r"\b(?:no|unknown|user|account|email|with|this|that|such|not|found|exist|does)\b"
    )
    bad = _way(second, _BAD, otherwise="refused")

    def give(one: Scene, guards: list[str]) -> None:
        values = [f"{n}: {'reset.token' if n == token else _word(one, n)}" for n in _names(one)]
        one.lines += [
            f"let user = first(User[where .{name} = input.{name}])",
            f'guard user != null else {unknown} "There is no such account"',
            *guards,
            f"insert PasswordReset {{user_id: user.id, ends_at: later(now(), {seconds})}} as reset",
            f"answer {one.told.status or 200} {{{', '.join(values)}}}",
        ]

    def use(one: Scene, guards: list[str]) -> None:
        values = [f"{n}: {_word(one, n) or 'null'}" for n in _names(one)]
        status = one.told.status or 204
        body = f" {{{', '.join(values)}}}" if values and status != 204 else ""
        one.lines += [
            f"let reset = first(PasswordReset[where .token = input.{given}])",
            f'guard reset != null and now() < reset.ends_at else {bad} "The {given} is not valid"',
            *guards,
            "let user = first(User[where .id = reset.user_id])",
            f'guard user != null else {bad} "The {given} is not valid"',
            f"patch User user {{password_hash: hash_password(input.{new})}}",
            "delete PasswordReset where .user_id = user.id",
            f"answer {status}{body}",
        ]

    first.deed, second.deed = give, use
    for scene in (first, second):
        heard.forget(scene, _WORDS)


def _names(scene: Scene) -> tuple[str, ...]:
    return scene.told.answer.names if scene.told.answer is not None else ()


def _way(scene: Scene, known: str, *, otherwise: str = "absent") -> str:
    """How the failure that fits is answered."""
    for fault in [x for x in scene.told.faults if x.status in {400, 401, 403, 404, 410, 422}]:
        if fault.cause.text.strip() and not heard.rest(fault.cause.text, known):
            scene.told.faults.remove(fault)
            way = STATUS_WAYS.get(fault.status, "refused")
            scene.fails(way, fault.status, fault.message)
            return way
    return otherwise
