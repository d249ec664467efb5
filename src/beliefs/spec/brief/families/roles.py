"""Who may do what: "only admins may POST", "(editors only)", "requires the role admin"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.understanding.words import plural, singular

_OTHERS = re.compile(
    r"(?i)(?:,|;|\band\b|\bfor\b|\bto\b)?\s*(?:everybody|everyone|anybody|anyone|all|any|an?|the|"
    r"every)?\s*(?:other|others|else|rest|non-?\w+|(?P<who>\w+))(?: (?:users?|people|roles?|ones?|"
    r"else|callers?))?"
    r"(?: (?:who|that) (?:tries|try|does|do)(?: (?:it|so|this))?)?\s*$"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear which requests only some roles may make."""
    users = service.users
    roles = _roles(service, scenes) if users is not None else ()
    if users is None or not roles:
        return
    names = "|".join(re.escape(x) for role in roles for x in (plural(role), role))
    allowed = (
        r"(?:\b(?:only|just)\s+(?:(?:an?|the|users with the role|users who are|for|by)\s+)"
        rf"*(?P<a>{names})\b(?:(?:,| and| or)+ (?:an? )?(?P<a2>{names})\b)?(?:\s+(?:can|may|"
        rf"could|is|are)(?: allowed to)?)?|\b(?:for|by|to)\s+(?P<b>{names})(?: (?:and|or) (?"
        rf"P<b2>{names}))?(?: only)?\b|\b(?P<c>{names})s?[ -]only\b|\b(?:needs?|requires?)"
        rf"\s+(?:an?|the)?\s*(?:role )?(?P<d>{names})\b(?: role| rights)?)"
    )
    for scene in scenes:
        held = _who(scene, allowed)
        if not held:
            continue
        told = " or ".join(f'me.role = "{each}"' for each in held)
        scene.needs = True
        scene.lines.insert(
            0, f'guard {told} else forbidden "Only for {" and ".join(plural(x) for x in held)}"'
        )
    _others(service, scenes, roles)


def _roles(service: Service, scenes: list[Scene]) -> tuple[str, ...]:
    """The roles that accounts have; the field is one of theirs then."""
    users = service.users
    assert users is not None  # whoever asks looked
    text = heard.words(service, scenes)
    held = users.fields.get("role") or next(
        (h for n, h in users.fields.items() if n.endswith("role")), None
    )
    found: list[str] = []
    for pattern in (
        (
            r"(?i)\broles?\b\W*(?:\w+ )?(?:is |are |can be |may be |one of |either |:|\(|=)+\W*(?"
            r"P<w>[\"'`]?\w+[\"'`]?(?:(?:\s*,\s*(?:or |and )?|\s+or\s+|\s+and\s+|\s*[|/]\s*)[\"'`]?"
            r"\w+[\"'`]?)+)"
        ),
        r"(?i)\b(?P<w>\w+(?:(?:, (?:or |and )?| or | and )\w+)+) roles?\b",
    ):
        if (match := re.search(pattern, text)) is not None:
            words = re.findall(r"\w+", match["w"])
            found = [
                singular(x.lower())
                for x in words
                if x.lower() not in {"or", "and", "default", "optional"}
            ]
            break
    if held is None and not (found and re.search(r"(?i)\broles?\b", text)):
        return ()
    held = held or users.held("role")
    held.type = replace(
        held.type or STRING, choices=tuple(dict.fromkeys(found)) or (held.type or STRING).choices
    )
    return held.type.choices


def _who(scene: Scene, allowed: str) -> list[str]:
    """The roles that may make a request, by what leads to it or is said of it."""
    found: list[str] = []
    compiled = re.compile(allowed, re.IGNORECASE)
    for one in [*scene.told.said, *(fault.cause for fault in scene.told.faults)]:
        match = one.take(compiled) or compiled.search(one.lead)
        if match is None:
            continue
        found += [singular(x.lower()) for k, x in match.groupdict().items() if x]
    return list(dict.fromkeys(found))


def _others(service: Service, scenes: list[Scene], roles: tuple[str, ...]) -> None:
    """What everybody else is answered."""
    names = "|".join(re.escape(x) for role in roles for x in (plural(role), role))
    pattern = (
        rf"(?:\bothers?\b|\belse\b|\bnon-|\b(?:an?|the|every|each)\s+(?:{names})"
        rf"\b.*\btries\b|\b(?:{names})\b|^\W*$)"
    )
    guarded = [x for x in scenes if any("me.role" in each for each in x.lines)]
    for each in heard.faults(service, scenes, pattern):
        left = heard.rest(
            each.fault.cause.text,
            rf"\b(?:{names})\b",
            r"\b(?:creating|deleting|adding|changing|updating|editing|posting|removing|reading)"
            r"\b(?: one| an? \w+)?",
            r"\b(?:others?|else|everybody|everyone|anybody|anyone|rest|non|tries|try|users?|"
            r"people|who|allowed|only)\b",
        )
        if each.fault.status not in {401, 403, 404} or left:
            heard.put_back(service, each)
            continue
        for scene in guarded:
            scene.fails("forbidden", each.fault.status)


def of(users: Kind) -> Held | None:
    """The field that says somebody's role."""
    return users.fields.get("role")
