"""Rows carried out and in: as CSV, JSON, a spreadsheet or all of these in an archive."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.carrying import carried_in
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.lists import parameters
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_CSV = re.compile(r"(?i)\bcsv\b|comma[- ]separated")
_SHEET = re.compile(r"(?i)\b(?:excel|xlsx|spreadsheet)\b")
_ZIP = re.compile(r"(?i)\bzip\b|\.zip\b")
_JSON = re.compile(r"(?i)\bexport|\bdump\b|\bbackup\b|\bjson (?:file|download)|as\.json$")
_WORDS = (
    r"csv|excel|xlsx|spreadsheet|sheet|zip|archive|imports?|imported|importing|exports?|"
    r"exported|columns?|header|line|lines|rows?|"
    r"download(?:s|ed|able)?|comma[- ]separated|file|files|text|text/csv|format|containing|"
    r"contains?|everything|whole|served|"
    r"gives me|attachment|named|called|with|same|two|three|application/\S+|workbook|openpyxl|"
    r"it|in it|of all of them|array|first"
)
_COLUMNS = re.compile(
    r"(?i)(?:columns?|header(?: line| row)?)(?: are| is|:)?(?: ⟪\d+⟫)? ?(?P<c>[\w, ]+)|"
    r"\((?P<d>\w+(?:, ?\w+)+)\)|\bwith (?P<e>\w+(?:, \w+)*,? and \w+)"
)


_ALL_OF_IT = r"(?:the |my |our )?(?:whole|entire|complete) \w+"


def read(service: Service, scenes: list[Scene]) -> None:
    """Write exports and imports, where a path is below a collection or names one."""
    for scene in scenes:
        whole = " ".join([*(one.whole for one in scene.request.said), scene.request.media])
        about = f"{whole} {scene.request.path}"
        forms = [n for n, x in (("zip", _ZIP), ("sheet", _SHEET), ("csv", _CSV)) if x.search(about)]
        exports = (
            scene.request.method == "GET"
            and scene.request.tail
            and _JSON.search(f"{whole} {scene.request.tail}")
        )
        imports = scene.request.method == "POST" and re.search(r"(?i)\bimport", about)
        if (
            scene.deed is not None
            or not (forms or exports or imports)
            or (scene.told.answer is not None and not forms and not imports)
        ):
            continue
        kind = scene.kind or _of(service, scene, whole)
        if kind is None or not kind.makes or kind in scene.rows:
            continue
        if scene.request.method == "GET":
            _export(service, scenes, scene, kind, whole, forms[0] if forms else "json")
        elif scene.request.method == "POST" and scene.request.tail != kind.plural:
            if "sheet" in forms or not carried_in(
                service, scenes, scene, kind, "csv" if "csv" in forms else "json"
            ):
                continue
        else:
            continue
        for one in scene.told.said:
            one.take(
                r"(?:and )?(?:returns?|answers?|tells?)? ?how many (?:\w+ )?(?:were |was |are "
                r")?(?:imported|added|created|read|there are)?"
            )
            one.take(_ALL_OF_IT)
        heard.forget(scene, rf"{_WORDS}|{kind.plural}|{kind.spoken}|[\w-]+\.(?:csv|xlsx|json|zip)")


def _of(service: Service, scene: Scene, whole: str) -> Kind | None:
    path = "/" + "/".join(scene.request.segments[:-1])
    below = next((x for x in service.kinds if x.path == path), None)
    making = [x for x in service.kinds if x.makes]
    return (
        below
        or next((x for x in making if re.search(rf"(?i)\b{x.plural}\b", whole)), None)
        or (making[0] if len(making) == 1 and not scene.rows else None)
    )


def _columns(kind: Kind, whole: str) -> list[str]:
    every = [kind.key.name, *(n for n, h in kind.fields.items() if not h.hidden)]
    quoted = list(re.findall(r"[`\"]((?:\w+, ?)+\w+)[`\"]", whole))
    named: list[str] = []
    for text in [
        *quoted,
        *(next((y for y in x.groups() if y), "") for x in _COLUMNS.finditer(whole)),
    ]:
        found = [x for x in re.findall(r"\w+", text) if x in every]
        named = found if len(found) > len(named) else named
    return named or every


def _export(
    service: Service, scenes: list[Scene], scene: Scene, kind: Kind, whole: str, form: str
) -> None:
    named = _columns(kind, whole)
    columns = ", ".join(f'"{x}"' for x in named)
    choices = _choices(service, scenes, scene, whole)
    rows = _rows(scene, kind)
    told = re.search(
        r"(?<![\w/])(?P<n>[A-Za-z][\w-]*)\.(?:csv|xlsx|zip)\b",
        re.sub(r"(?:GET|POST) \S+", " ", whole),
    )
    name = told["n"] if told is not None else kind.plural
    table = f"csv({rows}, {columns})"
    shown = json.dumps(f'attachment; filename="{name}.csv"')
    answers = {
        "csv": f'answer 200 as "text/csv" {table} headers {{"Content-Disposition": {shown}}}',
        "sheet": f'answer 200 content(sheet("{name}.xlsx", {rows}, {columns}))',
        "json": f"answer 200 {rows}",
    }
    if form == "zip":
        answers["zip"] = (
            f'answer 200 content(archive("{name}.zip", '
            f"[{_packed(kind, whole, table, rows, columns)}]))"
        )
    lines = [answers[form]]
    if choices:
        lines = []
        for choice in choices[1:]:
            lines += [f'if input.format = "{choice}":', f"    {answers[_FORMS[choice]]}"]
        lines.append(answers[_FORMS[choices[0]]])

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += [*guards, *lines]

    scene.deed = deed
    scene.kind = None


def _rows(scene: Scene, kind: Kind) -> str:
    """All rows, or those that callers ask for."""
    from beliefs.spec.brief.deeds import pick
    from beliefs.spec.brief.lists import narrowed, ordered

    scene.asked = {n: x for n, x in parameters(scene).items() if n in scene.request.query}
    scene.asked.pop("format", None)
    wheres, _, unread = narrowed(scene, kind)
    if unread:
        scene.open.append(f"what the parameter {unread} does")
    if kind.owner:
        wheres.insert(0, ".owner_id = me.id")
    order = ordered(scene, kind) or scene.service.order.get(kind.name, "")
    return pick(kind.name, wheres, order, [])


_FORMS = {"csv": "csv", "json": "json", "xlsx": "sheet", "excel": "sheet"}


def _choices(service: Service, scenes: list[Scene], scene: Scene, whole: str) -> list[str]:
    """The formats that callers choose between, the usual one first."""
    if "format" not in parameters(scene):
        return []
    sample = scene.request.query.get("format", "")
    found = [
        x for x in re.findall(r"csv|json|xlsx|excel", f"{sample} {whole}".lower()) if x in _FORMS
    ]
    every = list(dict.fromkeys(found))
    usual = re.search(
        (
            r"(?i)`?\b(csv|json|xlsx)\b`?,? \(?(?:is |the |as )*default|default(?: is| to|s to|:)* "
            r"`?(csv|json|xlsx)"
        ),
        whole,
    )
    first = (usual[1] or usual[2]).lower() if usual is not None else (every[0] if every else "csv")
    choices = [first, *(x for x in every if x != first)]
    if len(choices) < 2:
        return []
    free = usual is not None or "format" not in scene.request.query
    kind = Type("string", choices=tuple(choices))
    scene.bring("format", "query", Held("format", kind, required=False, default=f'"{first}"'))
    scene.given["format"].held.type = kind
    if not free:
        scene.given["format"].held.required = False
    for each in heard.faults(service, [scene], r"\b(?:other|unknown|unsupported|invalid|else)\b"):
        if each.fault.status in {400, 404, 406, 415, 422}:
            scene.fails("unknown_choice", each.fault.status, each.fault.message)
        else:
            heard.put_back(service, each)
    heard.take(service, [scene], r"\((?:the )?default\)|\bdefault\b")
    return choices


def _packed(kind: Kind, whole: str, table: str, rows: str, columns: str) -> str:
    """The files of an archive: those that words name, else one with all rows as CSV."""
    names = re.findall(r"(?<![\w/.])([\w-]+\.(?:csv|json|xlsx))\b", whole) or [f"{kind.plural}.csv"]
    made = {
        "csv": lambda n: f'from_base64(base64({table}), "{n}", "text/csv")',
        "json": lambda n: f'from_base64(base64(json({rows})), "{n}", "application/json")',
        "xlsx": lambda n: f'sheet("{n}", {rows}, {columns})',
    }
    return ", ".join(made[n.rsplit(".", 1)[1]](n) for n in dict.fromkeys(names))
