"""States that rows go through: which deed leads from which state to which, and what is refused."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import INVALID, STATUS_WAYS
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import state_field
from beliefs.spec.understanding.words import lemmas, participle

_W = r"[a-z][a-z_]*"
_ARROW = re.compile(
    rf"(?i)\b(?P<a>{_W}(?:(?:, | or |, or |/){_W})*) ?-> ?(?P<b>{_W})(?P<more>(?: ?-> ?{_W})*)"
)
_FROM = re.compile(
    rf"(?i)\bfrom (?P<a>{_W}(?: or {_W})*) (?:on )?to (?P<b>{_W})(?P<more>(?: (?:and then |then )?"
    rf"(?:on )?to {_W})*)(?: or (?:back )?(?:to )?(?P<other>{_W}))?"
)
_ELSE = (
    r"\b(?:everything\b|anything\b|any(?:thing)? ?(?:other|else)(?: (?:move|transition|change|"
    r"order|state|status))?|every(?:thing)? ?(?:other|else)(?: (?:move|transition|change))?|"
    r"all (?:other|else)(?: (?:moves|transitions|changes))?|(?:other|invalid|illegal|"
    r"forbidden|wrong|not allowed) (?:move|transition|change|state|status)s?)\b"
)
_NONE = frozenset(
    [
        "a",
        "an",
        "the",
        "it",
        "one",
        "is",
        "are",
        "be",
        "that",
        "this",
        "order",
        "status",
        "state",
        "from",
        "to",
        "back",
        "and",
        "or",
        "then",
        "who",
        "which",
    ]
)


class _Machine:
    """The states of one kind of row, and the ways between them."""

    def __init__(self, kind: Kind, field: Held) -> None:
        self.kind, self.field = kind, field
        self.ways: list[tuple[str, str]] = []

    def add(self, one: str, other: str) -> None:
        if (one, other) not in self.ways and one not in _NONE and other not in _NONE:
            self.ways.append((one, other))

    @property
    def states(self) -> tuple[str, ...]:
        """Every state, those that the field has first."""
        told = self.field.type.choices if self.field.type is not None else ()
        return tuple(dict.fromkeys([*told, *(x for way in self.ways for x in way)]))


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear of ways between states, and write what the deeds do."""
    for kind in [x for x in service.kinds if x.makes]:
        mine = [
            x
            for x in scenes
            if x.row is kind
            and x.kind is None
            and x.request.method in {"POST", "PUT", "PATCH"}
            and x.request.tail
        ]
        about = [
            *service.brief.said,
            *(one for x in scenes if heard.about(x, kind) for one in x.told.said),
        ]
        causes = [f.cause for x in mine for f in x.told.faults]
        field = state_field(kind)
        text = " ".join(x.text for x in [*about, *causes])
        if not mine or not (
            _ARROW.search(text) or _FROM.search(text) or re.search(rf"(?i){_ELSE}", text)
        ):
            continue
        if field is None and not re.search(r"(?i)\b(?:status|state)\b", text):
            continue
        machine = _Machine(
            kind,
            field
            or kind.held(
                "state"
                if re.search(r"(?i)\bstate\b", text) and not re.search(r"(?i)\bstatus\b", text)
                else "status"
            ),
        )
        general = [one for one in [*about, *causes] if _ways(machine, one)]
        _deeds(machine, mine)
        if machine.ways:
            _settled(service, scenes, machine, mine, general)


def _ways(machine: _Machine, one: Said) -> bool:
    """Take ways out of a sentence."""
    before = len(machine.ways)
    while (found := one.has(_ARROW)) is not None:
        chain = [found["b"], *re.findall(_W, found["more"].replace("->", " "))]
        for each in re.split(r", or | or |, |/", found["a"]):
            machine.add(each.lower(), chain[0].lower())
        for a, b in itertools.pairwise(chain):
            machine.add(a.lower(), b.lower())
        one.drop(found)
    while (found := one.has(_FROM)) is not None:
        chain = [
            found["b"],
            *(
                x
                for x in re.findall(_W, found["more"] or "")
                if x not in {"to", "then", "and", "on"}
            ),
        ]
        for each in found["a"].split(" or "):
            machine.add(each.lower(), chain[0].lower())
            if found["other"]:
                machine.add(each.lower(), found["other"].lower())
        for a, b in itertools.pairwise(chain):
            machine.add(a.lower(), b.lower())
        one.drop(found)
    hit = len(machine.ways) > before
    if hit:
        one.take(
            r"(?:the )?(?:allowed|valid|possible|permitted)(?: (?:moves|changes|transitions|ways))"
            r"?(?: are| is)?:?"
        )
        one.take(
            rf"(?:an? |the )?(?:{machine.kind.spoken}|{re.escape(machine.kind.plural)}|it|they|"
            r"status|state) (?:goes|go|moves?|changes?|can go|may go)"
        )
        one.take(r"\bwith a state machine\b|\bchanges? (?:it|the status)\b")
    return hit


def _deeds(machine: _Machine, mine: list[Scene]) -> None:
    """What a deed says of itself: "makes a new order paid".

    "cancels an order that is new or paid".
    """
    states = "|".join(map(re.escape, machine.states)) or _W
    for scene in mine:
        verb = scene.request.tail.split("-")[0].lower()
        target = next(
            (
                x
                for x in machine.states
                if x in {participle(verb), verb} or lemmas(x) & lemmas(verb)
            ),
            participle(verb),
        )
        for one in scene.told.said:
            if found := one.take(
                rf"(?:makes?|turns?|moves?|sets?|marks?) (?:an? |the |only )?(?P<a>{states}) (?"
                rf":{machine.kind.spoken}|one)(?: (?:as|into|to))? (?P<b>{_W})"
            ):
                machine.add(found["a"].lower(), found["b"].lower())
            elif found := one.take(
                rf"(?:\b\w+s )?(?:an? |the )?(?:{machine.kind.spoken}|one)(?: that| which)? (?:is|"
                rf"are) (?:still )?(?:either )?(?P<a>{_W}(?:(?:, | or |, or ){_W})*)"
            ):
                for each in re.split(r", or | or |, ", found["a"]):
                    machine.add(each.lower(), target)


def _settled(
    service: Service, scenes: list[Scene], machine: _Machine, mine: list[Scene], general: list[Said]
) -> None:
    kind, field = machine.kind, machine.field
    states = machine.states
    start = _start(service, scenes, machine, states)
    field.type = replace(field.type or STRING, choices=states)
    field.server, field.start, field.required, field.default = True, json.dumps(start), None, None
    for scene in scenes:
        if scene.kind is kind and scene.request.method == "POST":
            scene.given.pop(field.name, None)
            kind.brought = [x for x in kind.brought if x != field.name]
    for scene in mine:
        _written(machine, scene)
    deeds = [x for x in mine if x.deed is not None]
    causes = rf"{_ELSE}|^[\W¦]*(?:(?:and|or|changes? (?:it|the status))[\W¦]*)*$"
    for each in heard.faults(service, scenes, causes):
        left = heard.rest(
            each.fault.cause.text,
            _ELSE,
            r"\b(?:refused|rejected|allowed|changes? (?:it|the status)|is|are|not)\b",
        )
        if left:
            heard.put_back(service, each)
            continue
        for scene in deeds:
            scene.checks.append(STATUS_WAYS.get(each.fault.status, "refused"))
            if each.fault.status not in STATUS_WAYS:
                scene.fails("refused", each.fault.status)
    unknown = (
        rf"\b{field.name}\b.*\b(?:not exist|unknown|invalid|no such|not one)|\b(?:unknown|"
        rf"invalid)\b.*\b{field.name}\b|another {field.name}"
    )
    for each in heard.faults(service, scenes, unknown):
        for scene in deeds:
            if field.name in scene.given and each.fault.status in {400, 422}:
                for way in INVALID:
                    scene.fails(way, each.fault.status)


def _start(
    service: Service, scenes: list[Scene], machine: _Machine, states: tuple[str, ...]
) -> str:
    """The state of a new row."""
    choice = "|".join(map(re.escape, states))
    held = machine.field
    for value in (held.start, held.default or ""):
        if value.strip('"') in states:
            return value.strip('"')
    first = None
    names = rf"(?:{machine.field.name}|status|state)"
    for pattern in (
        (
            rf"(?:with |in |the )*{names},? (?:which )?(?:is |of |starts? (?:out )?(?:as|with|at) "
            r"|=|"
            rf": )?(?:⟪\d+⟫|(?P<s>{choice}))(?: at first| initially| first| by default)?"
        ),
        rf"(?:starts?|begins?)(?: out)? (?:as|in|with|at) (?P<s>{choice})",
        rf"(?P<s>{choice}) (?:at first|initially|by default)",
        (
            rf"(?:makes?|creates?|adds?) (?:an? )(?P<s>{choice}) (?"
            rf":{machine.kind.spoken}|one)"
        ),
    ):
        for one in heard.sentences(service, scenes):
            found = one.has(pattern)
            if found is not None and found["s"]:
                one.drop(found)
                first = first or found["s"].lower()
    for one in heard.sentences(service, scenes):
        one.take(rf"{names}:? ?(?:{choice})(?:(?:, (?:or |and )?| or | and )(?:{choice}))+")
    return first or machine.ways[0][0]


def _written(machine: _Machine, scene: Scene) -> None:
    """What a deed does: it leads to its state, or to the one that the body names."""
    kind, field = machine.kind, machine.field
    verb = scene.request.tail.split("-")[0].lower()
    if field.name in scene.given or scene.request.tail == field.name:
        scene.given.pop(field.name, None)
        scene.bring(
            field.name,
            "json",
            Held(field.name, replace(field.type or STRING, nullable=False), required=True),
        )
        holds = " or ".join(
            f'({kind.one}.{field.name} = "{a}" and input.{field.name} = "{b}")'
            for a, b in machine.ways
        )
        scene.deed = lambda one, guards: _changed(
            machine, one, guards, holds, f"input.{field.name}"
        )
        return
    targets = [b for _, b in machine.ways]
    target = next(
        (x for x in targets if x in {participle(verb), verb} or lemmas(x) & lemmas(verb)), None
    )
    if target is None:
        target = next(
            (b for _, b in machine.ways if any(b in f"{one.whole}" for one in scene.told.said)),
            None,
        )
    if target is None:
        return
    sources = [a for a, b in machine.ways if b == target]
    holds = " or ".join(f'{kind.one}.{field.name} = "{a}"' for a in sources)
    scene.deed = lambda one, guards: _changed(machine, one, guards, holds, json.dumps(target))


def _changed(machine: _Machine, scene: Scene, guards: list[str], holds: str, value: str) -> None:
    from beliefs.spec.brief import deeds
    from beliefs.spec.brief.showing import shown

    kind = machine.kind
    way, scene.checks = (scene.checks or ["conflict"])[0], []
    deeds.read_rows(scene)
    scene.lines += guards
    scene.lines.append(f'guard {holds} else {way} "This is not possible now"')
    scene.lines.append(f"patch {kind.name} {kind.one} {{{machine.field.name}: {value}}}")
    sketch = (
        scene.told.answer
        if scene.told.answer is not None and scene.told.answer.form == "record"
        else None
    )
    deeds.done(scene, shown(scene, kind, kind.one, sketch), 200)
