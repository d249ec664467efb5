"""The values of a status that only its samples tell: "starts as `unread`", "marks it as `read`"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import state_field
from beliefs.spec.brief.verbs import verb_of
from beliefs.spec.understanding.words import is_verb, participle

_ENTERED = re.compile(
    r"(?i)\b(?:marks?|sets?|moves?|puts?|turns?|becomes?|is now|now|to|as|starts? (?:as|at|with)|"
    r"begins? (?:as|at|with)) (?:it |that |the \w+ )?(?:as |to |into )?(?P<m>⟪\d+⟫)"
)


def learn_phases(service: Service, scenes: list[Scene]) -> None:
    """Give a status of which no choices are told those that the sentences name.

    Where they name some.
    """
    for kind in service.kinds:
        held = state_field(kind)
        if (
            held is None
            or held.name in kind.brought
            or (held.type or STRING).choices
            or (held.type or STRING).kind != "string"
        ):
            continue
        if not held.start and (sample := _sample(kind, held, scenes)):
            held.start, held.server = sample, True
        named = _named(kind, held, service, scenes)
        if len(named) > 1:
            held.type = replace(held.type or STRING, choices=tuple(named))


def _sample(kind: Kind, held: Held, scenes: list[Scene]) -> str:
    """What the answer to a new row shows in its status: what new rows are."""
    for each in scenes:
        sketch = each.told.answer if each.kind is kind and each.request.method == "POST" else None
        part = sketch.part(held.name) if sketch is not None else None
        if part is not None and re.fullmatch(r'"[\w-]+"', part.text):
            return part.text
    return ""


def _named(kind: Kind, held: Held, service: Service, scenes: list[Scene]) -> dict[str, None]:
    found: dict[str, None] = {}
    if re.fullmatch(r'"[\w-]+"', held.start):
        found[held.start.strip('"')] = None
    own = [one for x in scenes if kind in (x.kind, x.row) for one in x.told.said]
    if found:
        found |= dict.fromkeys(_entered(kind, scenes))
    for one in [*own, *service.brief.said]:
        found |= dict.fromkeys(
            re.findall(rf"[?&]{re.escape(held.name)}=([A-Za-z][\w-]*)", one.whole)
        )
        found |= {
            one.quote(each["m"]): None
            for each in _ENTERED.finditer(one.text)
            if _is_value(one, each["m"])
        }
    return found


def _entered(kind: Kind, scenes: list[Scene]) -> list[str]:
    """The states that deeds lead to, by their paths and by what rows become."""
    found = []
    for each in scenes:
        about = each.row is kind or f"/{each.request.segments[0]}" == kind.path
        if each.kind is not None or each.request.method == "GET" or not about:
            continue
        becomes = next((m for x in each.told.said if (m := x.has(_BECOMES)) is not None), None)
        tail = verb_of(each.request.tail).split("-")[0]
        if becomes is not None:
            found.append(becomes["s"].lower())
        elif is_verb(tail) and not any(g.place == "json" for g in each.given.values()):
            found.append(participle(tail))
    return found


_BECOMES = re.compile(r"(?i)\bbecomes? (?P<s>[a-z_]+)\b(?=[\s.,;]|$)")


def _is_value(one: Said, mark: str) -> bool:
    return re.fullmatch(r"[A-Za-z][\w-]*", one.quote(mark)) is not None
