"""Rows as CSV or as a spreadsheet, and rows made of the lines of a CSV text."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.sketch import scalar_of
from beliefs.spec.entities import Entity
from beliefs.spec.features.exchange import import_lines
from beliefs.spec.operations import Place
from beliefs.spec.types import Type

_CSV = re.compile(r"(?i)\bcsv\b|comma[- ]separated")
_SHEET = re.compile(r"(?i)\b(?:excel|xlsx|spreadsheet)\b")
_TOLD = (
    (
        r"(?:answers?|downloads?|returns?|exports?|gives?)? ?(?:them|it|all|every|the)* ?(?:\w+ )?"
        r"(?"
        r":as|in|to) (?:an? )?(?:csv|excel|xlsx|comma[- ]separated)(?: (?:file|sheet|spreadsheet|"
        r"format|text))?"
    ),
    (
        r"(?:downloads? |returns? |answers? )?(?:an? )?(?:csv|excel)(?"
        r": (?:file|spreadsheet|sheet|export))?(?: (?:of|with) (?:all "
        r"|the )*\w+)?"
    ),
    (
        r"(?:with )?(?:the )?(?:columns?|header(?: line| row)?|a header line)(?: are| is|:)? (?"
        r":\w+(?"
        r":,? ?and |, ?|,)?)+"
    ),
    r"\((?:\w+(?:, ?| and )?)+\)",
    (
        r"(?:takes?|accepts?|reads?|with) (?:an? )?(?:csv)(?: (?:text|"
        r"body|file))?(?: with)?"
    ),
    (
        r"(?:adds?|creates?|makes?) (?:an? |the |one )?\w+ (?:for|of|"
        r"per|from) (?:every|each|a)?(?: line| row)?|creates? the \w+"
    ),
    (
        r"(?:and )?(?:returns?|answers?|tells?)? ?how many (?:\w+ )?(?:were |was |are )?(?"
        r":imported|"
        r"added|created|read)?"
    ),
    (
        r"\b(?:csv|excel|xlsx|spreadsheet|imports?|exports?|columns?|"
        r"line|downloads?)\b"
    ),
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write exports and imports, where a path is below a collection or names one."""
    for scene in scenes:
        whole = " ".join(one.whole for one in scene.request.said)
        sheet = bool(_SHEET.search(f"{whole} {scene.request.path}"))
        if scene.deed is not None or not (sheet or _CSV.search(f"{whole} {scene.request.path}")):
            continue
        kind = scene.kind or _of(service, scene, whole)
        if kind is None or not kind.makes:
            continue
        if scene.request.method == "GET":
            _export(scene, kind, whole, sheet=sheet)
        elif scene.request.method == "POST" and not sheet and scene.request.tail != kind.plural:
            if not _import(scene, kind):
                continue
        else:
            continue
        for pattern in _TOLD:
            heard.take(service, [scene], pattern)


def _of(service: Service, scene: Scene, whole: str) -> Kind | None:
    path = "/" + "/".join(scene.request.segments[:-1])
    below = next((x for x in service.kinds if x.path == path), None)
    return below or next(
        (x for x in service.kinds if x.makes and re.search(rf"(?i)\b{x.plural}\b", whole)), None
    )


def _export(scene: Scene, kind: Kind, whole: str, *, sheet: bool) -> None:
    every = [kind.key.name, *(n for n, h in kind.fields.items() if not h.hidden)]
    told = re.search(
        r"(?i)(?:columns?|header(?: line)?)(?: are| is|:)? (?P<c>[\w, ]+)|\((?P<d>\w+(?:, ?\w+)+)"
        r"\)",
        whole,
    )
    named = [x for x in re.findall(r"\w+", (told["c"] or told["d"]) if told else "") if x in every]
    columns = ", ".join(f'"{x}"' for x in named or every)
    rows = f"{kind.name}[where .owner_id = me.id]" if kind.owner else kind.name
    name = kind.plural

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += guards
        if sheet:
            one.lines.append(f'answer 200 content(sheet("{name}.xlsx", {rows}, {columns}))')
        else:
            shown = f'attachment; filename=\\"{name}.csv\\"'
            one.lines.append(
                f'answer 200 as "text/csv" csv({rows}, {columns}) headers '
                f'{{"Content-Disposition": "{shown}"}}'
            )

    scene.deed = deed
    scene.kind = None


def _import(scene: Scene, kind: Kind) -> bool:
    from beliefs.spec.brief.changes import born

    sketch = scene.told.answer
    names = (
        [x.name for x in sketch.parts if isinstance(scalar_of(x.value), int) or x.value.text]
        if sketch is not None and sketch.form == "record"
        else ["imported"]
    )
    if len(names) != 1:
        return False
    file = any(
        re.search(r"(?i)\bupload|multipart|form field", one.whole) for one in scene.request.said
    )
    place: Place = "file" if file else "body"
    scene.given.clear()
    scene.bring(
        "file" if file else "text",
        place,
        Held("text", Type("file") if file else STRING, required=True),
    )
    held = scene.given.pop("file" if file else "text")
    held.held.name = "file" if file else "text"
    scene.given[held.held.name] = held
    scene.consumes = "multipart/form-data" if file else "text/plain"
    text = "decoded(input.file)" if file else "input.text"

    def deed(one: Scene, guards: list[str]) -> None:
        fields = [kind.fields[n].field() for n in kind.brought if n in kind.fields]
        sets = tuple((n, v) for n, v in born(kind).items() if n not in kind.brought)
        sets += (("owner_id", "me.id"),) if kind.owner else ()
        entity = Entity(kind.name, kind.plural, tuple(fields), kind.key)
        one.lines += [
            *guards,
            *import_lines(
                "csv", text, 'malformed "This is no CSV"', entity.name, kind.one, fields, sets
            ),
        ]
        one.lines.append(f"answer {one.told.status or 200} {{{names[0]}: count(lines)}}")

    scene.deed = deed
    return True
