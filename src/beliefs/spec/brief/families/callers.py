"""Whoever asks names themselves in a header: what they make is theirs, and so is what they see."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

_WHO = re.compile(
    r"(?i)^(?:user|username|caller|account|owner|customer|client|tenant|member|employee)"
    r"(?:_?(?:id|name|email))?$"
)
_MAKER = re.compile(
    r"(?i)^(?:user|username|caller|account|owner|customer|client|tenant|member|employee|author|creator|"
    r"created_?by)(?:_?(?:id|name|email))?$"
)
_OTHERS = (
    r"\bonly (?:the |its )?(?:author|owner|creator|user|customer|person)s?(?: who [a-z ]+?)? "
    r"(?:may|can)\b.*|"
    r"\b(?:(?:somebody|someone|anybody) else(?:'s)?|an?other (?:user|person|customer|owner|account)"
    r"(?:'s)?|not (?:the )?(?:owner|yours|theirs|mine)|others?|(?:owned by|belongs? to) "
    r"(?:somebody|"
    r"someone|another)\b.*)"
)
_TOLD = (
    (
        r"(?:(?:each|every|all|the) )?(?:requests?|calls?)? ?(?:carr(?:y|ies)|has|have|needs?|"
        r"sends?|"
        r"brings?|must have|requires?) (?:the |a )?(?:request )?headers? "
        r"[`\"⟪]*[A-Z\d][\w-]*[`\"⟫]*(?: header)?"
        r"(?: (?:with|has|holds?|says|names|contains?|tells?|that (?:has|says|names)) (?:the "
        r")?(?:name|id)?"
        r"(?: of)?(?: the)? ?(?:user|caller|account|customer|who(?:ever)? (?:asks|is asking|"
        r"calls))?)?"
    ),
    (
        r"(?:users?|people|callers?|customers?|everybody|everyone|they|each user|every user)? "
        r"?(?:can |"
        r"may )?(?:only )?(?:sees?|changes?|has|have|access(?:es)?|manages?|reads?|edits?|deletes?|"
        r"lists?)?(?: and (?:changes?|edits?|deletes?|manages?))? ?(?:only )?\b(?:their|his|her|"
        r"my|your) "
        r"own\b(?: [a-z]+)?"
    ),
    r"\b(?:my|your)\b(?= [a-z]+)|\bof the (?:user|caller)(?: in the header)?\b",
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Keep whose rows are, and show them to nobody else."""
    for kind in service.kinds:
        making = next((x for x in scenes if x.kind is kind and x.request.method == "POST"), None)
        if making is None or not kind.makes or kind.owner:
            continue
        name = _header(making)
        others = [x for x in scenes if heard.about(x, kind) and x is not making and name in x.given]
        if name and others:
            _owned(service, kind, making, others, name)


def _header(scene: Scene) -> str:
    """The value of a header that says who asks."""
    found = [n for n, g in scene.given.items() if g.place == "header" and _WHO.match(n)]
    return found[0] if len(found) == 1 else ""


def _owned(service: Service, kind: Kind, making: Scene, others: list[Scene], name: str) -> None:
    shown = [n for n in kind.fields if _MAKER.match(n) and n not in kind.brought]
    field = shown[0] if shown else name
    held = kind.fields.setdefault(field, Held(field, STRING, hidden=not shown))
    held.start, held.server = f"(input.{name})", True
    way = _way(service, kind, others)
    for scene in others:
        if scene.row is kind and scene.kind is None:
            says = f"{kind.spoken.capitalize()} not found" if way == "absent" else "Forbidden"
            scene.checks.append(f'guard {kind.one}.{field} = input.{name} else {way} "{says}"')
        elif scene.kind is kind and scene.request.method == "GET" and scene.deed is None:
            scene.deed = _listed(field, name)
    for scene in (making, *others):
        _named(scene, name)
    for pattern in _TOLD:
        while heard.take(service, [making, *others], pattern) is not None:
            pass


def _way(service: Service, kind: Kind, others: list[Scene]) -> str:
    """How rows of others are refused: as forbidden, or as not there."""
    way = "absent"
    for each in heard.faults(service, others, _OTHERS):
        left = heard.rest(
            each.fault.cause.text,
            _OTHERS,
            rf"\b(?:{kind.spoken}|{kind.plural}|is|belongs?|to|owned|by|not found|unknown|no "
            rf"such|or)\b",
        )
        if left or each.fault.status not in {403, 404}:
            heard.put_back(service, each)
        elif each.fault.status == 403:
            way = "forbidden"
    return way


def _named(scene: Scene, name: str) -> None:
    """Refuse who says no name as strangers, where a request says that it does."""
    for line in scene.request.lines:
        if line.name == name:
            line.said.text = ""
    for fault in [x for x in scene.told.faults if x.status == 401]:
        scene.told.faults.remove(fault)
        scene.given[name].held.required = False
        says = scene.says(401, "Not authenticated")
        scene.lines.append(f'guard or_else(input.{name}, "") != "" else unauthenticated {says}')


def _listed(field: str, name: str) -> Callable[[Scene, list[str]], None]:
    """The rows of whoever asks."""

    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        assert scene.kind is not None  # its rows are listed
        scene.lines += guards
        deeds.listing(scene, scene.kind, also=(f".{field} = input.{name}",))

    return deed
