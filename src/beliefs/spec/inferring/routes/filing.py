"""Files that come in and go out: their types, how large they may be, and how they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.uploading import many_files
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.bundles import bundled, named_twice
from beliefs.spec.inferring.keeping.ending import end_of
from beliefs.spec.inferring.keeping.holdings import Holding, file_fact
from beliefs.spec.inferring.writing import Scene, Writer

_BYTES = {"b": 1, "byte": 1, "kb": 1024, "kib": 1024, "mb": 1024**2, "mib": 1024**2}
_SIZE = re.compile(r"(?i)\b(\d[\d_,]*(?:\.\d+)?) ?(bytes?|[km]i?b)\b")
_MOST = re.compile(
    r"(?i)\b(?:not|no|never) (?:more|larger|bigger|greater) than\b|\bat most\b|\bup to\b|\bmax\w*|"
    r"\b(?:larger|bigger|greater|more) than\b|\bover\b|\bexceed\w*|\blimit\w*|\babove\b|≤|<="
)
_MEDIA = re.compile(r"\b(?:image|application|text|audio|video)/[\w.+-]*\w")
_NAMED = {
    **dict.fromkeys(("jpeg", "jpg"), "image/jpeg"),
    **{each: f"image/{each}" for each in ("png", "gif", "webp", "bmp")},
    "pdf": "application/pdf",
    "zip": "application/zip",
    "csv": "text/csv",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "svg": "image/svg+xml",
}
_EMPTY = re.compile(
    r"(?i)\bempty (?:file|upload|picture|image|photo|document)|file (?:is|was) empty"
)
# A file that says it is a picture and is none.
_BROKEN = re.compile(
    r"(?i)\b(?:no|not an?) (?:readable |valid |real )?(?:picture|image|photo)\b"
    r"(?! (?:is|was) (?:sent|given))[^.;]*\b(?:read|opened|decoded|valid|readable)\b|"
    r"\b(?:no|not an?) (?:valid|readable|real) (?:picture|image|photo)\b|"
    r"\b(?:picture|image|photo) (?:that )?(?:cannot|can't|can not) be (?:read|opened|decoded)\b"
)
_INLINE = re.compile(
    r"(?i)\binline\b|\b(?:show\w*|display\w*|opens?|rendered) in (?:the|a) browser"
)


def file_guards(writer: Writer, route: Route) -> list[str]:
    """Guards that a file that comes in is of a type and a size that words let through."""
    found = [each for each in writer.inputs(route) if each.place == "file"]
    if len(found) != 1:
        return []
    file = f"input.{found[0].name}"
    if found[0].type.kind == "list" and not many_files(route):
        guards = _guards(writer, route, "part")
        return [f"for part in {file}:", *(f"    {each}" for each in guards)] if guards else []
    guards = _guards(writer, route, file)
    if found[0].required:
        return guards
    return [each.replace("guard ", f"guard {file} = null or ", 1) for each in guards]


def there_guard(writer: Writer, route: Route, holding: Holding, name: str) -> list[str]:
    """The guard that a row has its file, where it may be without one."""
    if name not in holding.fields or holding.fields[name].required:
        return []
    said = f"The {holding.spoken.lower()} has no {name.replace('_', ' ')}"
    way = writer.refuse(route, "absent", said, f"no {name} without none", (404,))
    return [f"guard {holding.variable}.{name} != null else {way}"]


def unlike_names(writer: Writer, route: Route) -> list[str]:
    """The guard that files of one request have names of their own, where words say so."""
    lists = [e.name for e in writer.inputs(route) if e.place == "file" and e.type.kind == "list"]
    if len(lists) != 1 or not named_twice(route):
        return []
    way = writer.refuse(
        route, "refused", "Two files have the same name", "same name twice", (400, 409, 422)
    )
    names = f"distinct(each(part in input.{lists[0]}: part.name))"
    return [f"guard count({names}) = count(input.{lists[0]}) else {way}"]


def _guards(writer: Writer, route: Route, file: str) -> list[str]:
    said = list(_said(route))
    lines = []
    among = (415,) if 415 in route.statuses else (400, 422)
    endings = endings_in(said)
    types = [] if endings else _types(route, said)
    if endings:
        told = f"The name of the file must end in {', '.join(f'.{each}' for each in endings)}"
        way = writer.refuse(route, "unsupported_type", told, "content type", among)
        pattern = json.dumps(f".*\\.({'|'.join(endings)})")
        lines.append(f"guard matches(lower({file}.name), {pattern}) else {way}")
    if types:
        allowed = f"[{', '.join(json.dumps(each) for each in types)}]"
        told = f"The file must be one of {', '.join(types)}"
        way = writer.refuse(route, "unsupported_type", told, "content type", among)
        lines.append(f"guard {file}.type in {allowed} else {way}")
    if any(_BROKEN.search(each) for each in said):
        told = "The file is no picture that can be read"
        way = writer.refuse(route, "refused", told, "no picture image read", (400, 415, 422))
        lines.append(f"guard thumbnail({file}, 16) != null else {way}")
    if any(_EMPTY.search(each) for each in said):
        way = writer.refuse(route, "refused", "The file is empty", "empty file", (400, 422))
        lines.append(f"guard {file}.size > 0 else {way}")
    most = most_bytes(said)
    if most:
        told = f"The file is larger than {most} bytes"
        way = writer.refuse(route, "too_large", told, "large size", (413, 400, 422))
        lines.append(f"guard {file}.size <= {most} else {way}")
    return lines


def sent_lines(writer: Writer, route: Route, file: str) -> list[str]:
    """How a file is sent: to be saved under its name, or only where a parameter asks for that."""
    status = route.good.status if route.good else 200
    asked = next((each for each in route.params if _attaches(each)), None)
    if asked is None:
        way = "inline" if _INLINE.search(route.words) else "content"
        return [f"answer {status} {way}({file})"]
    return [
        f"if input.{writer.name(asked.name)}:",
        f"    answer {status} content({file})",
        f"answer {status} inline({file})",
    ]


def bundled_lines(writer: Writer, route: Route) -> list[str] | None:
    """One file of the list that a row keeps, by its name: `GET /drops/{id}/files/{name}`."""
    chain = writer.chain(route)
    above = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    name = bundled(above) if above is not None else ""
    if route.method != "GET" or above is None or not name or not chain[-1].param:
        return None
    if chain[-1].name and not same_thing(chain[-1].name, name):
        return None
    if file_fact(chain[-1].param) != "name" and plain(chain[-1].param) != "file":
        return None
    way = writer.refuse(route, "absent", "File not found", "file", (404,))
    found = f"{above.variable}.{name}[where .name = input.{chain[-1].param}]"
    return [
        *writer.above(route, chain[:-1]),
        f"let file = first({found})",
        f"guard file != null else {way}",
        *sent_lines(writer, route, "file"),
    ]


def linked_lines(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """The file of the row that a row leads to: a link that was shared; None where there is none."""
    for link in holding.parents:
        above = writer.kept.of(link.name)
        kept = above.fields.values() if above is not None else ()
        file = next((each.name for each in kept if each.type.kind == "file"), "")
        if above is not None and file:
            found = f".{above.key.name} = {holding.variable}.{link.field}"
            return [
                *ended_guard(writer, route, holding),
                f"let {above.variable} = first({above.name}[where {found}])",
                f"guard {above.variable} != null else {writer.absent(route, above)}",
                *sent_lines(writer, route, f"{above.variable}.{file}"),
            ]
    return None


def behind_lines(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """The row that a row leads to, where that is what is shown: a link to a note; else None."""
    shape = route.good.shape if route.good else None
    said = f"{route.words} {route.good.words if route.good else ''}"
    for link in holding.parents:
        above = writer.kept.of(link.name)
        if above is None or above is holding:
            continue
        noun = re.escape(above.word.replace("_", " "))
        told = re.match(rf"(?i)[\W\d]*(?:\w+ )?(?:the|its) {noun}\b(?! (?:id|of)\b)", said)
        names = shape.names if shape is not None else ()
        kept = {plain(each) for each in (*above.shown, *above.computed, *above.shape.names)}
        mine = {plain(each) for each in (*holding.fields, holding.key.name, *holding.computed)}
        shown = [plain(each) for each in names]
        if names and not (
            all(each in kept for each in shown) and not all(n in mine for n in shown)
        ):
            continue
        if not names and told is None:
            continue
        found = f".{above.key.name} = {holding.variable}.{link.field}"
        return [
            *ended_guard(writer, route, holding),
            f"let {above.variable} = first({above.name}[where {found}])",
            f"guard {above.variable} != null else {writer.absent(route, above)}",
            writer.answer(route, Scene(above, above.variable)),
        ]
    return None


def ended_guard(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """The guard that a link has not ended."""
    ends = f"{holding.variable}.{end_of(holding)}"
    if not end_of(holding):
        return []
    said = f"The {holding.spoken.lower()} has expired"
    way = writer.refuse(route, "gone", said, "expired", (410, 404, 403))
    return [f"guard {ends} = null or now() < {ends} else {way}"]


def _attaches(param: Param) -> bool:
    """Whether a parameter makes a file one that is saved."""
    truth = param.place == "query" and param.shape.type.kind == "boolean"
    return truth and bool(re.search(r"(?i)\battachment\b|content-disposition", param.shape.words))


def _said(route: Route) -> Iterator[str]:
    """Every sentence about a route, its file, and how it fails."""
    parts = route.body.properties if route.body is not None else ()
    yield from sentences(route.words)
    yield from (each.words for each in parts if each.shape.type.kind == "file")
    yield from (each.words for each in route.replies)
    yield from (each.words for each in route.faults)


def most_bytes(said: list[str]) -> int:
    """The most bytes that a file may have; 0 where nothing says so.

    >>> most_bytes(["not more than 100 KB (102400 bytes)"]), most_bytes(["larger than 2 MB is 413"])
    (102400, 2097152)
    """
    for text in said:
        sizes = [
            int(float(number.replace(",", "").replace("_", "")) * _BYTES[unit.lower().rstrip("s")])
            for number, unit in _SIZE.findall(text)
        ]
        if sizes and _MOST.search(text):
            return sizes[-1]
    return 0


def endings_in(said: list[str]) -> list[str]:
    """What the names of files may end in, where a sentence says so.

    >>> (
    ...     endings_in(["Only names that end in .txt or .MD are taken."]),
    ...     endings_in(["It ends in .txt."]),
    ... )
    (['txt', 'md'], [])
    """
    for text in said:
        ends = re.search(r"(?i)\bend(?:s|ing)? (?:in|with|on)\b|\bextensions?\b|\bsuffix", text)
        ruled = re.search(
            r"(?i)\bonly\b|\bmust\b|\ballowed\b|\baccepted\b|\b(?:415|400|422)\b", text
        )
        found = re.findall(r"(?<![\w.])\.([A-Za-z]\w{1,4})\b", text)
        if ends and ruled and found:
            return list(dict.fromkeys(each.lower() for each in found))
    return []


def _types(route: Route, said: list[str]) -> list[str]:
    """The types that files may have, where some are refused.

    >>> _types(Route("POST", "/", words="Only PNG and JPEG."), ["Only PNG and JPEG."])
    ['image/png', 'image/jpeg']
    """
    rule = re.compile(r"(?i)\bonly\b|\bmust be\b|\ballowed\b|\baccepted\b|\b415\b|\botherwise\b")
    ruled = [each for each in said if rule.search(each)]
    refused = [each for each in said if 415 in route.statuses]
    for text in (*ruled, *refused):
        shown = [each for each in _MEDIA.findall(text) if each != "multipart/form-data"]
        bare = re.sub(r"[\w-]+\.\w+", " ", text.lower())  # photo.png is a name
        names = [_NAMED[each] for each in re.findall(r"\w+", bare) if each in _NAMED]
        if shown or names:
            return list(dict.fromkeys(shown or names))
    return []
