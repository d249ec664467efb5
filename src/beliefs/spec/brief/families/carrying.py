"""Rows made of the lines of a CSV text, or of a list of records: all of them, or those that fit."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held, named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.entities import Entity
from beliefs.spec.features.exchange import import_lines
from beliefs.spec.operations import Place
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_DONE = re.compile(
    r"(?i)^(?:imported|created|added|inserted|count|saved|accepted|ok|stored|success(?:ful)?|"
    r"number)$"
)
_NOT = re.compile(r"(?i)^(?:skipped|ignored|rejected|failed|invalid|not_imported|bad)$")
_ERRORS = re.compile(
    r"(?i)^(?:errors|failures|problems|rejected|skipped_lines|bad_lines|invalid|failed|lines)$"
)
_AT = re.compile(r"(?i)^(?:index|position|i)$")
_LINE = re.compile(r"(?i)^(?:line|row|line_number|row_number|lineno)$")
_SAYS = re.compile(r"(?i)^(?:message|error|reason|msg|detail|why)$")
_SKIPS = (
    r"(?i)\bskip|\bignor|\brejected\b|\bthe others are\b|\bothers? (?:still|are)\b|"
    r"\breported\b|\bbad (?:lines|rows|entries)\b|\bleft out\b"
)
_WORDS = (
    r"(?:bad|invalid|wrong|broken|incomplete|faulty) (?:lines?|rows?|entries|ones|records)|"
    r"lines? (?:that|which|where)|rows? (?:that|which|where)|"
    r"skips?|skipped|ignored?|ignores|reported|by their|index|indexes|not created|not "
    r"imported|the others are|others|are not|lines?|isn't|aren't|is no|"
    r"not a number|a number|missing|without|lacks?|lacking|tells me|counted|counts?|valid|"
    r"fit|fits|does not|don't|that|are|imported|created|added|still|"
    r"for (?:every|each|a) (?:line|row|entry|record)|reads?|takes?|accepts?|json|csv|array|"
    r"list|uploads?|body|raw|whole|one|per|as|separated"
)


def carried_in(service: Service, scenes: list[Scene], scene: Scene, kind: Kind, form: str) -> bool:
    """Write an import; whether its answer is understood."""
    sketch = scene.told.answer
    if sketch is not None and sketch.form != "record":
        return False
    parts = _parts(scene, sketch)
    if parts is None:
        return False
    text = " ".join(one.whole for one in scene.request.said)
    spares = bool(re.search(_SKIPS, text)) or any(x != "done" for x in parts.values())
    source = _brought(scene, text, form)
    unique = [n for n, h in kind.fields.items() if h.unique]
    twice = (
        unique
        if re.search(r"(?i)\bduplicate|\bsame\b|\balready (?:there|exist|known|in)", text)
        else []
    )
    heard.forget(scene, rf"{_WORDS}|{'|'.join(map(re.escape, kind.fields))}")
    if not spares and form == "csv":
        scene.deed = lambda one, guards: _whole(one, guards, kind, source, parts)
    else:
        scene.deed = lambda one, guards: _each(
            one, guards, kind, source, parts, form, twice, sketch, spares=spares
        )
    return True


def _parts(scene: Scene, sketch: Sketch | None) -> dict[str, str] | None:
    """What each value of the answer is; None where one of them is something else."""
    if sketch is None:
        about = f"what POST {scene.request.path} answers"
        scene.service.assumptions.append(Assumption(about, '{"imported": 1}', scene.request.source))
        return {"imported": "done"}
    found: dict[str, str] = {}
    for part in sketch.parts:
        listed = part.value.form == "list"
        if listed and _ERRORS.match(part.name):
            found[part.name] = "errors"
        elif not listed and _DONE.match(part.name):
            found[part.name] = "done"
        elif not listed and (_NOT.match(part.name) or _ERRORS.match(part.name)):
            found[part.name] = "skipped"
        elif not listed and part.name in {"total", "lines", "rows", "read"}:
            found[part.name] = "total"
        else:
            return None
    return found


def _brought(scene: Scene, text: str, form: str) -> str:
    """Bring what is imported, as it comes: an upload, the body as text, a list in JSON."""
    file = re.search(r"(?i)\bupload|multipart|form field", text)
    if form == "json" and not file:
        inner = next(
            (
                n
                for n, g in scene.given.items()
                if g.place == "json" and (g.held.type or STRING).kind == "list"
            ),
            "",
        )
        if inner:
            return f"input.{inner}"
        scene.given = {n: g for n, g in scene.given.items() if g.place == "path"}
        scene.told.body = None
        scene.open = [x for x in scene.open if x != "what it does with a body that is no record"]
        scene.bring("rows", "body", Held("rows", Type("list", item=Type("json")), required=True))
        return "input.rows"
    scene.given = {n: g for n, g in scene.given.items() if g.place == "path"}
    name, place = ("file", "file") if file else ("text", "body")
    kept: Place = "file" if place == "file" else "body"
    scene.bring(name, kept, Held(name, Type("file") if file else STRING, required=True))
    scene.consumes = "multipart/form-data" if file else "text/plain"
    return "decoded(input.file)" if file else "input.text"


def _sets(kind: Kind) -> list[tuple[str, str]]:
    from beliefs.spec.brief.changes import born

    sets = [(n, v) for n, v in born(kind).items() if n not in kind.brought]
    return [*sets, ("owner_id", "me.id")] if kind.owner else sets


def _whole(scene: Scene, guards: list[str], kind: Kind, source: str, parts: dict[str, str]) -> None:
    """All lines, or none where one does not fit."""
    from beliefs.spec.brief import deeds

    deeds.read_rows(scene)
    fields = [kind.fields[n].field() for n in kind.brought if n in kind.fields]
    entity = Entity(kind.name, kind.plural, tuple(fields), kind.key)
    refuse = 'malformed "This is no CSV"'
    made = import_lines("csv", source, refuse, entity.name, kind.one, fields, tuple(_sets(kind)))
    told = ", ".join(f"{name}: count(lines)" for name in parts)
    scene.lines += [*guards, *made, f"answer {scene.told.status or 200} {{{told}}}"]


def _each(
    scene: Scene,
    guards: list[str],
    kind: Kind,
    source: str,
    parts: dict[str, str],
    form: str,
    twice: list[str],
    sketch: Sketch | None,
    *,
    spares: bool,
) -> None:
    """The lines that fit; the others are counted, or told one by one."""
    from beliefs.spec.brief import deeds

    deeds.read_rows(scene)
    names = [n for n in kind.brought if n in kind.fields]
    given = ", ".join(f"{n}: {_cell(kind, n)}" for n in names)
    value = f"{{{given}}}" if form == "csv" else "line"
    fields = ", ".join(f'"{n}"' for n in names)
    same = " and ".join(f"count({kind.name}[where .{n} = fit.{n}]) = 0" for n in twice)
    sets = ", ".join(f"{n}: {v}" for n, v in _sets(kind))
    row = f"merge(fit, {{{sets}}})" if sets else "fit"
    reads = [
        f"let lines = read_csv({source})",
        'guard lines != null else malformed "This is no CSV"',
    ]
    within = [f"let lines = {source}"]
    failing = ["    else:", "        let errors = append(errors, " + _told(sketch) + ")"]
    if not spares:
        failing = ["    else:", '        guard false else out_of_range "One of them does not fit"']
    scene.lines += [
        *guards,
        *(reads if form == "csv" else within),
        "let errors = range(0)",
        "let place = 0",
        "for line in lines:",
        f'    let fit = fitted({value}, "{kind.name}", {fields})',
        f"    if fit != null{f' and {same}' if same else ''}:",
        f"        insert {kind.name} {row} as {kind.one}",
        *failing,
        "    let place = place + 1",
    ]
    values = {
        "done": "count(lines) - count(errors)",
        "skipped": "count(errors)",
        "errors": "errors",
        "total": "count(lines)",
    }
    told = ", ".join(f"{name}: {values[what]}" for name, what in parts.items())
    scene.lines.append(f"answer {scene.told.status or 200} {{{told}}}")


def _cell(kind: Kind, name: str) -> str:
    """What a line has under a name, as its type wants it; nothing where it is empty."""
    sort = (kind.fields[name].type or named(name)).kind
    cell = f"line.{name}"
    if sort in {"integer", "number"}:
        cell = f"number({cell})"
    elif sort == "boolean":
        cell = f'lower(or_else({cell}, "")) in ["true", "yes", "1"]'
    if kind.fields[name].required is not False:
        return cell if sort != "string" else f'if(trim(or_else({cell}, "")) = "", null, {cell})'
    return f'if(or_else(line.{name}, "") = "", null, {cell})'


def _told(sketch: Sketch | None) -> str:
    """What is told of a line that does not fit, as an answer shows it."""
    listed = (
        next((x.value for x in sketch.parts if x.value.form == "list"), None) if sketch else None
    )
    record = listed.rows if listed is not None else None
    if record is None:
        return "place"
    values = []
    for part in record.parts:
        if _AT.match(part.name):
            values.append(f"{part.name}: place")
        elif _LINE.match(part.name):
            values.append(f"{part.name}: place + {2 if part.name.startswith('line') else 1}")
        elif _SAYS.match(part.name):
            values.append(f'{part.name}: "It does not fit"')
        else:
            values.append(f"{part.name}: line.{part.name}")
    return "{" + ", ".join(values) + "}"
