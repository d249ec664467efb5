"""Requests about the row with a value that they bring: `POST /verify {key}`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import state
from beliefs.spec.brief.verbs import done, entering

_NAMES = re.compile(
    r"(?i)(?:^|_)(?:key|token|code|secret|slug|reference|ref|number|pin|hash|email|username)$"
)
_LEAVES = re.compile(r"(?i)^(?:unsubscribe|opt-?out|revoke|remove|delete|cancel|withdraw|leave)$")
_ASKS = re.compile(r"(?i)^(?:verify|validate|check|lookup|look-?up|introspect|test|resolve|find)$")
_YES = re.compile(
    r"(?i)^(?:is_?)?(?:valid|ok|exists|known|active|authentic|genuine|found|success)$"
)
_OVER = re.compile(r"(?i)^(?:is_?)?(?:revoked|disabled|blocked|used|cancell?ed|expired)$")
_WORDS = (
    r"(?:checks?|verif(?:y|ies)|validates?|tests?|looks? up|tells?|says?)|whether|if|valid|"
    r"invalid|correct|known|it|links?|mails?|e-?mails?|confirms?|unsubscribes?|by|a|an|the|in|"
    r"using|with|via"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear which requests are about the row with what they bring."""
    for scene in scenes:
        if scene.deed is not None or scene.rows or scene.kind is not None or scene.lines:
            continue
        found = _named(service, scene)
        if found is not None and scene.request.tail:
            _about(service, scene, *found)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _named(service: Service, scene: Scene) -> tuple[Kind, str, str] | None:
    """The kind, its field, and the value by which a request names one of its rows."""
    for line in scene.request.lines if scene.request.method == "GET" else ():
        if line.role == "query" and _NAMES.search(_snake(line.name)):
            required = not line.optional
            held = Held(line.name, line.type or STRING, required=required, declared=True)
            scene.bring(line.name, "query", held)
    found = []
    for name, given in scene.given.items():
        if given.place not in {"json", "query"} or not _NAMES.search(_snake(name)):
            continue
        for kind in service.kinds:
            own = [n for n in (*kind.fields, kind.key.name) if n == name]
            own = own or [
                n
                for n in (*kind.fields, kind.key.name)
                if _snake(name).endswith(f"_{_snake(n)}") and _NAMES.search(_snake(n))
            ]
            if own and kind.makes:
                found.append((kind, own[0], name))
    return found[0] if len(found) == 1 else None


def _about(service: Service, scene: Scene, kind: Kind, field: str, name: str) -> None:
    tail = scene.request.tail.lower()
    also = [n for n, g in scene.given.items() if g.place == "json" and n != name]
    row = f"first({kind.name}[where .{field} = input.{name}])"
    verb = re.split(r"[-_]", tail)[0]
    held = state(kind, done(verb), "$")
    if _ASKS.match(tail) and not also:
        _asked(scene, kind, row)
    elif also:
        return
    elif _LEAVES.match(tail) and not held:
        _left(service, scene, kind, row)
    elif held and (values := entering(kind, held)):
        _changed(service, scene, kind, row, values)


def _missing(scene: Scene, kind: Kind) -> list[str]:
    """The guard against a value that no row has, as failures say it."""
    way, says = "absent", f"{kind.spoken.capitalize()} not found"
    for fault in [x for x in scene.told.faults if x.status in {400, 401, 403, 404, 410}]:
        known = {w for n in scene.given for w in re.split("_", _snake(n))} | {kind.spoken}
        left = heard.rest(
            fault.cause.text,
            r"\b(?:unknown|invalid|not found|wrong|no such|does(?:n't| not) exist|missing|"
            r"expired)\b",
        )
        if any(x not in known and x.rstrip("s") not in known for x in left):
            continue
        scene.told.faults.remove(fault)
        way = STATUS_WAYS.get(fault.status, "refused")
        scene.fails(way, fault.status, fault.message)
    return [f'guard {kind.one} != null else {way} "{says}"']


def _asked(scene: Scene, kind: Kind, row: str) -> None:
    """Say whether there is such a row, and what it is."""
    sketch = scene.told.answer
    if sketch is None or sketch.form != "record":
        return
    yes = next((n for n in sketch.names if _YES.match(n)), "")
    rest = [n for n in sketch.names if n != yes]
    if not yes or any(n not in {*kind.fields, kind.key.name} for n in rest):
        return
    ended = next(
        (n for n, h in kind.fields.items() if _ends(n) and h.type and h.type.kind == "boolean"), ""
    )
    holds = f"{kind.one} != null" + (f" and not({kind.one}.{ended})" if ended else "")
    values = [f"{yes}: {holds}", *(f"{n}: if({holds}, {kind.one}.{n}, null)" for n in rest)]

    def deed(one: Scene, guards: list[str]) -> None:
        told = dict(y.split(": ", 1) for y in values)
        order = ", ".join(f"{n}: {told[n]}" for n in sketch.names)
        one.lines += [
            *guards,
            f"let {kind.one} = {row}",
            f"answer {one.told.status or 200} {{{order}}}",
        ]

    scene.deed = deed
    heard.forget(scene, _WORDS)


def _ends(name: str) -> bool:
    return bool(
        re.match(r"(?i)^(?:is_?)?(?:revoked|disabled|blocked|used|cancell?ed|expired)$", name)
    )


def _left(service: Service, scene: Scene, kind: Kind, row: str) -> None:
    missing = _missing(scene, kind)

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += [
            f"let {kind.one} = {row}",
            *missing,
            *guards,
            f"delete {kind.name} where .{kind.key.name} = {kind.one}.{kind.key.name}",
        ]
        _ended(one, kind)

    scene.deed = deed
    heard.forget(scene, _WORDS)
    del service


def _changed(service: Service, scene: Scene, kind: Kind, row: str, values: dict[str, str]) -> None:
    missing = _missing(scene, kind)
    scene.rows = [kind]  # what its failures speak of
    told = ", ".join(f"{n}: {v}" for n, v in values.items())

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += [
            f"let {kind.one} = {row}",
            *missing,
            *guards,
            f"patch {kind.name} {kind.one} {{{told}}}",
        ]
        _ended(one, kind)

    scene.deed = deed
    heard.forget(scene, _WORDS)
    del service


def _ended(scene: Scene, kind: Kind) -> None:
    from beliefs.spec.brief.showing import shown

    sketch, status = scene.told.answer, scene.told.status or 204
    if status == 204:
        scene.lines.append("answer 204")
    elif sketch is None or sketch.form != "record":
        scene.lines.append(f"answer {status}")
    else:
        scene.lines.append(f"answer {status} {shown(scene, kind, kind.one, sketch)}")
