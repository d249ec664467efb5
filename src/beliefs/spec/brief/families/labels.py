"""Labels of rows: put on, taken off, and counted over all."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.brief import deeds
from beliefs.spec.brief.brief import Labels
from beliefs.spec.brief.families import covering
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind, type_in_path
from beliefs.spec.brief.labelling import one_of
from beliefs.spec.brief.scene import Given, Scene, Service
from beliefs.spec.brief.showing import shown
from beliefs.spec.types import Type

_WORDS = """
    add adds adding added put puts set sets setting attach attaches stick sticks remove removes
    removing removed take takes taken off detach detaches delete deletes drop drops replace replaces
    replaced given new with from to on by of in the a whole all every each any distinct different
    existing known used use uses using most first popular frequent common least alphabetical
    alphabetically sorted ordered order name names count counts counted counting many number how
    often carry carries carrying have has having it them they appears appear times time once twice
    duplicate duplicates duplicated again nothing change changes changing already there no not if
    does do is are that which their its list lists returns updated full back together along there
    row rows idempotent ignored existing 200 201 204 as string strings array descending then at top
    ties tie usage unique plain just only overall across over tagged labelled labeled
"""
_MANY = re.compile(r"(?i)\bhow (?:many|often)\b|\bcounts?\b|\bnumber of\b|\btimes\b|\busage\b")
_MOST = re.compile(
    r"(?i)\bmost (?:used|popular|frequent|common)?\b|\b(?:highest|largest) (?:count|number)?|"
    r"\bdescending\b|\bpopular\w*\b"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write what requests about labels do."""
    mine = [x for x in scenes if x.request.labels is not None]
    for scene in mine:
        labels = scene.request.labels
        kind = next((x for x in service.kinds if labels and x.path == labels.above), None)
        if labels is None or kind is None:
            continue
        held = kind.held(labels.name)
        held.type = held.type if held.type and held.type.kind == "list" else _LIST
        if held.required is not True:
            held.required, held.default = False, held.default or "[]"
        if kind.makes and labels.name not in kind.brought:
            _also_brought(scenes, kind, held)
        scene.deed = _Labelled(labels, kind).deed(scene)
        names = covering.names_of(service, [scene]) | {labels.name, one_of(labels.name)}
        for fault in list(scene.told.faults):
            absent = fault.status in {404, 409} and covering.covered(
                fault.cause.text, _WORDS, names, turned=True
            )
            if absent and scene.request.method == "DELETE":
                scene.told.faults.remove(fault)
        covering.clauses(scene.told.said, r"\w", _WORDS, names, turned=True)


_LIST = Type("list", item=STRING)


def _also_brought(scenes: list[Scene], kind: Kind, held: Held) -> None:
    """Rows may be made with labels, whether that is said or not."""
    for each in scenes:
        if each.request.method == "POST" and each.kind is kind:
            each.given.setdefault(held.name, Given("json", held))


class _Labelled:
    """A kind of row with the list of its labels."""

    def __init__(self, labels: Labels, kind: Kind) -> None:
        self.labels, self.kind, self.name = labels, kind, labels.name

    def deed(self, scene: Scene) -> Callable[[Scene, list[str]], None]:
        """What a request does."""
        method = scene.request.method
        if not self.labels.a:
            return self.counted
        if method == "GET":
            return self.listed
        if method == "DELETE":
            return self.taken_off if self.labels.one else self.emptied
        if method in {"PUT", "PATCH"} and not self.labels.one:
            return self.replaced
        return self.put_on

    def _row(self, scene: Scene, guards: list[str]) -> str:
        kind, name = self.kind, self.labels.a
        scene.given[name] = Given("path", Held(name, type_in_path(kind)))
        found = f"first({kind.name}[where .{kind.key.name} = input.{name}])"
        scene.lines.append(f"let {kind.one} = {found}")
        absent = f"{kind.spoken.capitalize()} not found"
        scene.lines.append(f"guard {kind.one} != null else absent {scene.says(404, absent)}")
        scene.lines += guards
        return f"{kind.one}.{self.name}"

    def _done(self, scene: Scene, value: str, status: int) -> None:
        kind = self.kind
        scene.lines.append(f"patch {kind.name} {kind.one} {{{self.name}: {value}}}")
        sketch = scene.told.answer
        if sketch is not None and sketch.names == (self.name,):
            body = f"{{{self.name}: {kind.one}.{self.name}}}"
        elif sketch is not None and sketch.form == "list":
            body = f"{kind.one}.{self.name}"
        else:
            body = shown(scene, kind, kind.one)
        deeds.done(scene, body, status)

    def _one(self, scene: Scene) -> str:
        """What brings a label: the path, else the one name of the body."""
        if self.labels.one:
            scene.given[self.labels.one] = Given("path", Held(self.labels.one, STRING))
            return f"input.{self.labels.one}"
        body = scene.told.body
        name = body.names[0] if body is not None and len(body.names) == 1 else one_of(self.name)
        several = name == self.name
        for each in [n for n, g in scene.given.items() if g.place == "json"]:
            del scene.given[each]
        filled = Type("list", item=STRING) if several else Type("string", min_length=1)
        scene.given[name] = Given("json", Held(name, filled, required=True))
        return f"input.{name}"

    def put_on(self, scene: Scene, guards: list[str]) -> None:
        """One label more, or several; none of them twice."""
        own = self._row(scene, guards)
        one = self._one(scene)
        several = one == f"input.{self.name}"
        joined = f"flat([{own}, {one}])"
        self._done(scene, f"distinct({joined})" if several else f"with({own}, {one})", 200)

    def replaced(self, scene: Scene, guards: list[str]) -> None:
        """Other labels in the place of all."""
        self._row(scene, guards)
        for each in [n for n, g in scene.given.items() if g.place == "json"]:
            del scene.given[each]
        scene.given[self.name] = Given("json", Held(self.name, _LIST, required=True))
        self._done(scene, f"input.{self.name}", 200)

    def taken_off(self, scene: Scene, guards: list[str]) -> None:
        """One label less; it must be there."""
        own = self._row(scene, guards)
        one = self._one(scene)
        label = one_of(self.name)
        missing = scene.says(404, f"{self.kind.spoken.capitalize()} has no such {label}")
        scene.lines.append(f"guard {one} in {own} else absent {missing}")
        self._done(scene, f"without({own}, {one})", 204)

    def emptied(self, scene: Scene, guards: list[str]) -> None:
        """No label any more."""
        self._row(scene, guards)
        self._done(scene, "[]", 204)

    def listed(self, scene: Scene, guards: list[str]) -> None:
        """The labels of one row."""
        own = self._row(scene, guards)
        deeds.done(scene, own, 200)

    def counted(self, scene: Scene, guards: list[str]) -> None:
        """Every label once, with how many rows have it where that is asked for."""
        scene.lines += guards
        kind, label = self.kind, one_of(self.name)
        whole = " ".join(x.whole for x in scene.request.said)
        sketch = scene.told.answer
        record = (sketch.rows or sketch) if sketch is not None else None
        names = record.names if record is not None else ()
        mine = "owner_id = me.id" if kind.owner and scene.needs else ""
        rows = f"{kind.name}[where .{mine}]" if mine else kind.name
        if not names and not _MANY.search(whole) and not _MOST.search(whole):
            every = f"flat(each(x in {rows}: x.{self.name}))"
            spread = f"each(y in distinct({every}): {{{label}: y}})"
            scene.lines.append(f"let every = {spread}")
            deeds.done(scene, f"each(x in every[by .{label}]: x.{label})", 200)
            return
        spread = f"flat(each(x in {rows}: each(y in x.{self.name}: {{{label}: y}})))"
        first = next((x for x in names if not _NUMBER.search(x)), label)
        count = next((x for x in names if _NUMBER.search(x) or x == kind.plural), "count")
        if {*names} - {first, count}:
            scene.open.append(f"what {' and '.join(sorted({*names} - {first, count}))} is")
        line = f"{{{first}: g.key, {count}: count(g.items)}}"
        scene.lines.append(f'let every = each(g in group({spread}, "{label}"): {line})')
        order = f"by .{count} down, by .{first}" if _MOST.search(whole) else f"by .{first}"
        listing = f"every[{order}]"
        if sketch is not None and sketch.form == "record" and sketch.names == (self.name,):
            listing = f"{{{self.name}: {listing}}}"
        deeds.done(scene, listing, 200)


_NUMBER = re.compile(r"(?i)count|number|total|uses?$|usage|times|many|\bn\b")
