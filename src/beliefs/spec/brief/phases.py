"""The values of a status that only its samples tell: "starts as `unread`", "marks it as `read`"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import state_field

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
        named = _named(kind, held, service, scenes)
        if len(named) > 1:
            held.type = replace(held.type or STRING, choices=tuple(named))


def _named(kind: Kind, held: Held, service: Service, scenes: list[Scene]) -> dict[str, None]:
    found: dict[str, None] = {}
    if re.fullmatch(r'"[\w-]+"', held.start):
        found[held.start.strip('"')] = None
    own = [one for x in scenes if kind in (x.kind, x.row) for one in x.told.said]
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


def _is_value(one: Said, mark: str) -> bool:
    return re.fullmatch(r"[A-Za-z][\w-]*", one.quote(mark)) is not None
