"""Rows of two collections that are joined and parted, and listed from either side."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.brief import deeds
from beliefs.spec.brief.brief import Link
from beliefs.spec.brief.families import covering
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind, type_in_path
from beliefs.spec.brief.lists import narrowed, ordered
from beliefs.spec.brief.scene import Given, Scene, Service
from beliefs.spec.brief.showing import answer, shown
from beliefs.spec.brief.values import Rows

_WORDS = """
    add adds adding added put puts putting join joins joined joining link links linking linked
    attach attaches attached attaching assign assigns assigned assigning enroll enrolls enrolled
    enrolling enrol enrols enrolled connect connects connected register registers registered sign
    signs signed up remove removes removed removing take takes taking taken out drop drops dropped
    detach detaches detached unlink unlinks unlinked part parts unassign unassigns unenroll
    unenrolls delete deletes withdraw withdraws list lists listing all of the other direction way
    side round around same again twice second time nothing changes change happens idempotent no
    effect several many different each both belong belongs to in on at from into there already if
    not it is are already exists exist unknown one 204 200 201 already-linked duplicate duplicates
    membership enrolment enrollment link assignment
    pair relation relationship whose which that a an can be more than
"""
_AGAIN = re.compile(
    r"(?i)\b(?:again|twice|already|second time|idempotent)\b[^.;]*"
    r"\b(?:nothing|no effect|fine|ok|okay|same|not an error|204|200)\b|\bidempotent\b"
)
_TWICE = re.compile(r"(?i)\b(?:already|twice|again|duplicate|exists)\b")
_NOT_IN = re.compile(r"(?i)\b(?:not?|n't|isn't|wasn't|never)\b")


def read(service: Service, scenes: list[Scene]) -> None:
    """Write what requests about joined rows do, by the two collections that their paths name."""
    mine = [x for x in scenes if x.request.link is not None]
    for scene in mine:
        link = scene.request.link
        above, below = _kind(service, link, "above"), _kind(service, link, "below")
        if link is None or above is None or below is None:
            continue
        joins = _joins(service, above, below)
        pair = _Pair(link, above, below, joins)
        pair.take(scene, _names(service, mine))
        scene.deed = pair.deed(scene.request.method)
    if mine:
        names = _names(service, mine)
        about = r"\bmany\b|\bseveral\b|\bmore than one\b|\bbelongs?\b"
        covering.clauses(service.brief.said, about, _WORDS, names, turned=True)
        covering.clauses((y for x in mine for y in x.told.said), r"\w", _WORDS, names, turned=True)


def _names(service: Service, scenes: list[Scene]) -> set[str]:
    return covering.names_of(service, scenes)


def _kind(service: Service, link: Link | None, side: str) -> Kind | None:
    path = getattr(link, side, "")
    return next((x for x in service.kinds if x.path == path), None)


def _joins(service: Service, above: Kind, below: Kind) -> Kind:
    """The rows that say which belong together, the same from either side."""
    for each in service.kinds:
        if each.name in {f"{above.name}{below.name}", f"{below.name}{above.name}"}:
            return each
    made = Kind(f"{above.name}{below.name}", f"{above.path}/{below.plural}", makes=True)
    for kind in (above, below):
        made.fields[_key(kind)] = Held(_key(kind), type_in_path(kind), server=True, of=kind.name)
    service.kinds.append(made)
    return made


def _key(kind: Kind) -> str:
    return f"{kind.spoken.replace(' ', '_')}_id"


class _Pair:
    """Two kinds of rows with the rows that join them."""

    def __init__(self, link: Link, above: Kind, below: Kind, joins: Kind) -> None:
        self.link, self.above, self.below, self.joins = link, above, below, joins
        self.twice = 0  # the status where two rows are joined already; 0 where that is nothing
        self.parted = 404  # where they are not

    def take(self, scene: Scene, names: set[str]) -> None:
        """Hear what becomes of those that are joined already, and of those that are not."""
        whole = " ".join(x.whole for x in scene.request.said)
        joining = scene.request.method in {"PUT", "POST"}
        self.twice = 0 if scene.request.method == "PUT" or _AGAIN.search(whole) else 409
        for fault in list(scene.told.faults):
            cause = fault.cause.text
            if not covering.covered(cause, _WORDS, names, turned=True):
                continue
            if joining and fault.status in {400, 409, 422} and _TWICE.search(cause):
                self.twice = fault.status
            elif joining and fault.status in {404, 422, 400}:
                scene.fails("absent", fault.status)
            elif not joining and fault.status in {404, 409}:
                self.parted = fault.status if _NOT_IN.search(cause) else self.parted
            else:
                continue
            scene.told.faults.remove(fault)
        if not joining and re.search(r"(?i)\b(?:anyway|regardless|idempotent)\b", whole):
            self.parted = 0

    def deed(self, method: str) -> Callable[[Scene, list[str]], None]:
        """What a request does."""
        if method == "GET":
            return self.one if self.link.b else self.listed
        return self.parting if method == "DELETE" else self.joining

    def _read(self, scene: Scene, kind: Kind, name: str, *, body: bool = False) -> None:
        scene.given[name] = Given("json" if body else "path", Held(name, type_in_path(kind)))
        found = f"first({kind.name}[where .{kind.key.name} = input.{name}])"
        scene.lines.append(f"let {kind.one} = {found}")
        absent = f"{kind.spoken.capitalize()} not found"
        scene.lines.append(f"guard {kind.one} != null else absent {scene.says(404, absent)}")

    def _both(self, scene: Scene) -> str:
        self._read(scene, self.above, self.link.a)
        self._read(scene, self.below, self.link.b, body=self.link.brought)
        return f"{self.joins.name}[where {self._together()}]"

    def _together(self) -> str:
        return " and ".join(f".{_key(x)} = {x.one}.{x.key.name}" for x in (self.above, self.below))

    def joining(self, scene: Scene, guards: list[str]) -> None:
        """Join two rows that are there."""
        there = self._both(scene)
        scene.lines += guards
        values = ", ".join(f"{_key(x)}: {x.one}.{x.key.name}" for x in (self.above, self.below))
        insert = f"insert {self.joins.name} {{{values}}} as {self.joins.one}"
        if self.twice:
            way = "conflict" if self.twice == 409 else "refused"
            if way == "refused":
                scene.fails("refused", self.twice)
            scene.lines.append(f'guard count({there}) = 0 else {way} "They are joined already"')
            scene.lines.append(insert)
        else:
            scene.lines += [f"if count({there}) = 0:", f"    {insert}"]
        status = scene.told.status or (201 if scene.request.method == "POST" else 204)
        deeds.done(scene, self._shown(scene, values) if status not in {204, 304} else None, status)

    def _shown(self, scene: Scene, values: str) -> str:
        """What an answer has: one of the rows, with what is below it, or the two keys."""
        sketch = scene.told.answer
        for kind in (self.above, self.below):
            names = {*kind.fields, kind.key.name}
            if sketch is not None and sketch.names and {*sketch.names} <= names:
                return shown(scene, kind, kind.one, sketch)
            back = r"(?i)\b(?:returns?|answers?|gives?|responds?)(?: with| back)* (?:the )?"
            if any(re.search(rf"{back}{kind.spoken}\b", x.whole) for x in scene.request.said):
                return shown(scene, kind, kind.one)
        return f"{{{values}}}"

    def parting(self, scene: Scene, guards: list[str]) -> None:
        """Part two rows."""
        there = self._both(scene)
        scene.lines += guards
        if self.parted:
            way = "absent" if self.parted == 404 else "conflict"
            scene.lines.append(f'guard count({there}) > 0 else {way} "They are not joined"')
        scene.lines.append(f"delete {self.joins.name} where {self._together()}")
        deeds.done(scene, None, 204)

    def one(self, scene: Scene, guards: list[str]) -> None:
        """One row that is joined to the other."""
        there = self._both(scene)
        scene.lines += guards
        scene.lines.append(f'guard count({there}) > 0 else absent "They are not joined"')
        deeds.done(scene, shown(scene, self.below, self.below.one), 200)

    def listed(self, scene: Scene, guards: list[str]) -> None:
        """The rows that are joined to one."""
        scene.kind = self.below
        self._read(scene, self.above, self.link.a)
        scene.lines += guards
        wheres, paging, unread = narrowed(scene, self.below)
        if unread:
            scene.open.append(f"what the parameter {unread} does")
        mine = f".{_key(self.above)} = {self.above.one}.{self.above.key.name}"
        keys = f"each(x in {self.joins.name}[where {mine}]: x.{_key(self.below)})"
        scene.lines.append(f"let joined = {keys}")
        wheres.insert(0, f".{self.below.key.name} in joined")
        every = deeds.pick(self.below.name, wheres, "", [])
        order = ordered(scene, self.below) or scene.service.order.get(self.below.name, "")
        rows = Rows(self.below, deeds.pick(self.below.name, wheres, order, paging))
        deeds.done(scene, answer(scene, rows, scene.told.answer, every), 200)
