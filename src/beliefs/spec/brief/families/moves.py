"""States that rows go through: which deed leads from which state to which, and what is refused."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import INVALID, STATUS_WAYS
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, UPDATED, Scene, Service
from beliefs.spec.brief.sketch import scalar_of
from beliefs.spec.brief.states import state_field
from beliefs.spec.types import Type
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
    r"forbidden|wrong|not allowed) (?:move|transition|change|state|status)s?|"
    r"(?:the |this |that )?(?:(?:status|state) )?(?:move|transition|change)s? (?:that )?(?:is |"
    r"are )?(?:not "
    r"(?:allowed|possible|permitted|valid)|forbidden|invalid|illegal))\b"
)
# "From every stage but `hired` one can go to `rejected`", "cancelled from any state but done".
_BUT = (
    rf"(?: (?:but|except|other than|besides|apart from) (?P<x>{_W}(?:(?:, | or | and |/){_W})*))?"
)
_EVERY = rf"(?:every|any|all|each)(?: other)?(?: (?:stages?|stat(?:e|us)(?:es)?|steps?|one))?{_BUT}"
_TO_ANY = (
    (
        rf"(?i)\b(?:from|in|at) {_EVERY},? (?:(?:one|it|they|you|a \w+|the \w+) )?(?:can |may |"
        rf"is |be |possible )*"
        rf"(?:go|goes|moved?|moves|changed?|taken)?(?: directly| straight)? ?(?:in)?to "
        rf"(?P<b>{_W})\b"
    ),
    (
        rf"(?i)\b(?:(?:it|they|one|an? \w+|the \w+) )?(?:can|may) (?:also )?be (?P<b>{_W}) "
        rf"(?:from|in|at) {_EVERY}(?: \((?:state|status|stage) \w+\))?"
    ),
    (
        rf"(?i)\b(?P<b>{_W}) (?:is |can be |may be )?(?:possible|allowed|reached|reachable|set) "
        rf"(?:from|in|at) {_EVERY}"
    ),
)
_LOGGED = frozenset({"history", "log", "transitions", "changes", "events", "audit"})
# What is so of states in a row anyhow.
_NEXT = re.compile(
    r"(?i)(?:and )?(?:each|every|a|the) (?:status|state|step) (?:can|may|must|is) "
    r"(?:only )?(?:be )?"
    r"followed (?:only )?by (?:only )?the next(?: one| status| state| step)?|"
    r"(?:only )?(?:one step at a time,?|in (?:exactly )?this order|steps? (?:can(?:not|'t)|"
    r"may not) be "
    r"skipped|no (?:status|state|step)s? (?:can|may) be skipped|forward only|only "
    r"forwards?)\b(?= ?(?:[.;,¦)]|$))"
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
        self.anywhere: list[tuple[frozenset[str], str]] = []  # states that are left by no such way
        self.log: Kind | None = None
        self.refusal: Fault | None = None  # where it tells which states are meant

    def open(self) -> None:
        """Add the ways that lead somewhere from all states but some."""
        for but, target in self.anywhere:
            for each in self.states:
                if each not in but and each != target:
                    self.add(each, target)

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
        told = [way for x in mine for way in _tailed(kind, x)]
        if not mine or not (
            len(told) > 1
            or _ARROW.search(text)
            or _FROM.search(text)
            or re.search(rf"(?i){_ELSE}", text)
        ):
            continue
        if field is None and len(told) < 2 and not re.search(r"(?i)\b(?:status|state)\b", text):
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
        for a, b in told:
            machine.add(a, b)
        for one in [*about, *causes]:
            _anywhere(machine, one)
        general = [one for one in [*about, *causes] if _ways(machine, one)]
        _deeds(machine, mine)
        machine.open()
        if machine.ways:
            _logged(service, scenes, machine)
            _settled(service, scenes, machine, mine, general)


def _tailed(kind: Kind, scene: Scene) -> list[tuple[str, str]]:
    """The ways of a deed whose state its path names: "/ship moves created to shipped"."""
    done = participle(scene.request.tail.split("-")[0].lower())
    row = rf"(?:{re.escape(kind.spoken)}|{re.escape(kind.plural)}|ones?)"
    found: list[tuple[str, str]] = []
    for one in scene.told.said:
        match = one.take(
            r"(?:\b(?:moves?|brings?|turns?|takes?|changes?|sets?|switches|goes|puts?|"
            r"makes?) )?(?:an? |the |it )?"
            rf"(?:from )?(?P<a>{_W}(?:(?:, | or |, or |/)(?:an? )?{_W})*)(?: {row})? "
            rf"(?:in)?to {re.escape(done)}\b"
        )
        if match is not None:
            states = re.split(r", or | or |, |/", re.sub(r"(?i)\ban? ", "", match["a"]).lower())
            found += [(each, done) for each in states if each not in _NONE]
    return found


def _anywhere(machine: _Machine, one: Said) -> None:
    """Take out of a sentence what leads somewhere from every state, or from all but some."""
    for pattern in _TO_ANY:
        while (found := one.take(pattern)) is not None:
            but = re.split(r", | or | and |/", (found["x"] or "").lower())
            machine.anywhere.append((frozenset(filter(None, but)), found["b"].lower()))


_SIDES = {"from": "old", "from_status": "old", "from_state": "old", "old": "old", "before": "old"}
_SIDES |= {"to": "new", "to_status": "new", "to_state": "new", "new": "new", "after": "new"}


def _logged(service: Service, scenes: list[Scene], machine: _Machine) -> None:
    """A request that lists the changes of state of one row, if answers show what each has."""
    kind = machine.kind
    for scene in scenes:
        sketch = scene.told.answer
        record = sketch.listed or (sketch if scene.told.several else None) if sketch else None
        if scene.request.method != "GET" or scene.row is not kind or record is None:
            continue
        names = {x: _SIDES.get(x, "") for x in record.names if x != "id"}
        times = [x for x in names if not names[x] and (CREATED.match(x) or UPDATED.match(x))]
        if scene.request.tail not in _LOGGED or "new" not in names.values():
            continue
        if any(not side and x not in times for x, side in names.items()):
            continue
        log = Kind(f"{kind.name}Change", scene.request.path, parent=kind, makes=True)
        above = {"integer": Type("integer")}.get(kind.key.style, STRING)
        log.fields[log.within] = Held(log.within, above, server=True, of=kind.name)
        for name, side in names.items():
            sort = STRING if side else Type("datetime")
            value = {"old": "was", "new": f"{kind.one}.{machine.field.name}"}.get(side, "now()")
            log.fields[name] = Held(name, sort, server=True, start=value)
        service.kinds.append(log)
        scene.kind = machine.log = log
        return


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
        one.take(_NEXT)
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
    for one in heard.sentences(service, scenes):
        one.take(_NEXT)
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
        elsewhere = each.scenes and not any(x is y for x in each.scenes for y in deeds)
        if left or elsewhere or each.fault.status in {401, 404}:
            heard.put_back(service, each)
            continue
        sketch = each.fault.body
        if sketch is not None and {*sketch.names} & {*_SIDES}:
            machine.refusal = each.fault
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


def _told(machine: _Machine, fault: Fault, value: str) -> str:
    """What a refusal answers that says from where to where somebody wanted."""
    sides = {"old": f"{machine.kind.one}.{machine.field.name}", "new": value}
    parts = fault.body.parts if fault.body is not None else ()
    told = {
        x.name: sides.get(_SIDES.get(x.name, ""), json.dumps(scalar_of(x.value))) for x in parts
    }
    return "{" + ", ".join(f"{name}: {one}" for name, one in told.items()) + "}"


def _changed(machine: _Machine, scene: Scene, guards: list[str], holds: str, value: str) -> None:
    from beliefs.spec.brief import deeds
    from beliefs.spec.brief.showing import shown

    kind = machine.kind
    way, scene.checks = (scene.checks or ["conflict"])[0], []
    deeds.read_rows(scene)
    scene.lines += guards
    if machine.refusal is not None:
        told = _told(machine, machine.refusal, value)
        scene.lines += [f"if not({holds}):", f"    answer {machine.refusal.status} {told}"]
    else:
        scene.lines.append(f'guard {holds} else {way} "This is not possible now"')
    log = machine.log
    if log is not None:
        scene.lines.append(f"let was = {kind.one}.{machine.field.name}")
    scene.lines.append(f"patch {kind.name} {kind.one} {{{machine.field.name}: {value}}}")
    if log is not None:
        values = [f"{log.within}: {kind.one}.{kind.key.name}"]
        values += [f"{n}: {h.start}" for n, h in log.fields.items() if h.start]
        scene.lines.append(f"insert {log.name} {{{', '.join(values)}}} as noted")
    sketch = (
        scene.told.answer
        if scene.told.answer is not None and scene.told.answer.form == "record"
        else None
    )
    deeds.done(scene, shown(scene, kind, kind.one, sketch), 200)
