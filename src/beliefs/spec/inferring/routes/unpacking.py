"""ZIP files that are brought: listed, looked into, taken apart; never one that would do harm.

What is in an archive is looked at before it is kept: an entry whose path leads out of its folder
and an archive that would unpack to too much are refused, in so many words or not.
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records
from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.uploading import UNPACKS, ZIP
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.filed import COUNTS, SIZES, looks_inside
from beliefs.spec.inferring.keeping.holdings import Holding, file_fact
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.filing import most_bytes
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.service import Assumption

_LISTS = re.compile(
    r"(?i)\b(?:entries|contents?|files? (?:in|inside|of)|members|names)\b|\blists?\b"
)
_OF_UNPACKING = re.compile(r"(?i)unpack|extract|uncompress|expand|inflat")
_NAMES = re.compile(r"(?i)\b(?:names|paths) of (?:its|the|all|every)\b")
_NAMED = re.compile(
    r"\(([^()]*\b(?:name|path|size)\b[^()]*)\)|\bwith (?:their |its |the )?"
    r"((?:\w+(?:, | and ))*(?:name|path|size)\b(?:(?:, | and )[\w ]+)*)"
)
_FACTS = {
    **dict.fromkeys(("name", "path", "filename", "entry", "file", "entryname"), "path"),
    **dict.fromkeys(("size", "bytes", "uncompressedsize", "uncompressed", "filesize"), "size"),
    **dict.fromkeys(("compressedsize", "compressed", "packedsize", "packed"), "packed"),
}
SAFE = r"(?!/|[A-Za-z]:|(?:.*/)?\.\.(?:/|$))[^\\]+"
MOST = 50_000_000  # bytes that archives unpack to, where nothing else is said


def unpack_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route about what is in an archive; None where it is none."""
    chain = writer.chain(route)
    if route.method == "POST" and (file := zipped(writer, route)):
        holding = writer.kept.at(chain) if chain else None
        own = holding is None or plain(holding.word) not in {"archive", "zip", "bundle", "package"}
        if UNPACKS.search(route.words) and own and (rows := _rows(writer, route)) is not None:
            return [*opened(writer, route, file), *_apart(writer, route, rows, file)]
        answer = _listed(route) if holding is None or len(holding.routes) == 1 else None
        return [*opened(writer, route, file), answer] if answer else None
    if route.method != "GET" or len(chain) < 2:
        return None
    above = chain[:-1]
    holding = writer.kept.at(above) if above[-1].param else None
    if holding is None or not (kept := packed_in(holding)) or not _entries(chain[-1].name):
        return None
    reads = [*writer.above(route, above), f"let entries = zip_entries({holding.variable}.{kept})"]
    if not chain[-1].param:
        answer = _listed(route)
        return [*reads, answer] if answer else None
    way = writer.refuse(route, "absent", "Entry not found", "entry none name", (404,))
    found = f"zip_entry({holding.variable}.{kept}, input.{chain[-1].param})"
    return [*reads[:-1], f"let entry = {found}", f"guard entry != null else {way}", _sent(route)]


def _sent(route: Route) -> str:
    return f"answer {route.good.status if route.good else 200} content(entry)"


def _entries(name: str) -> bool:
    return plain(name) in {"entries", "files", "contents", "members", "content"}


def zipped(writer: Writer, route: Route) -> str:
    """The input that brings an archive to be looked into; empty where none does."""
    files = [each for each in writer.inputs(route) if each.place == "file"]
    if len(files) != 1 or files[0].type.kind != "file":
        return ""
    named = f"{route.words} {files[0].name}"
    looks = _LISTS.search(route.words) or UNPACKS.search(route.words)
    return files[0].name if ZIP.search(named) and looks else ""


def packed_in(holding: Holding) -> str:
    """The field with the archive of a row, where routes below it look into that; else empty."""
    files = [each.name for each in holding.fields.values() if each.type.kind == "file"]
    return files[0] if files and looks_inside(holding) else ""


def opened(writer: Writer, route: Route, file: str) -> list[str]:
    """Statements that look into an archive that came in, and refuse it where they should."""
    ways = (415, 422, 400)
    none = writer.refuse(route, "refused", "This is no ZIP file", "not a zip invalid corrupt", ways)
    unsafe = "A path in the archive is not safe"
    climbs = writer.refuse(route, "refused", unsafe, "unsafe path traversal climb", (422, 400))
    said = [*re.split(r"(?<=[.;])\s+", route.words), *(each.words for each in route.faults)]
    most = most_bytes([each for each in said if _OF_UNPACKING.search(each)])
    large = writer.refuse(
        route, "too_large", "The archive unpacks to too much", "unpack large bomb size", (413,)
    )
    if not most:
        writer.said(Assumption("how much an archive may unpack to", f"{MOST} bytes", route.source))
    return [
        f"let entries = zip_entries(input.{file})",
        f"guard entries != null else {none}",
        f"guard count(entries[where not(matches(.path, {json.dumps(SAFE)}))]) = 0 else {climbs}",
        f"guard sum(each(one in entries: one.size)) <= {most or MOST} else {large}",
    ]


def packed_facts(holding: Holding) -> dict[str, str]:
    """What a row keeps of the archive in it: how many entries it has, how large, or which."""
    found = {}
    for name, each in holding.fields.items():
        if plain(name) in COUNTS and each.type.kind in {"integer", "number", "json"}:
            found[name] = "count(entries)"
        elif plain(name) in SIZES and each.type.kind in {"integer", "number"}:
            found[name] = "sum(each(one in entries: one.size))"
        elif plain(name) in COUNTS and each.type.kind == "list":
            item = each.type.item
            found[name] = _items([one.name for one in item.fields] if item else [])
    return {name: value for name, value in found.items() if value}


def _items(names: list[str]) -> str:
    """A record, or the path, of each entry; empty where a name is none of theirs."""
    if not names:
        return "each(one in entries: one.path)"
    facts = {each: _FACTS.get(plain(each), "") for each in names}
    if not all(facts.values()):
        return ""
    told = made({name: f"one.{fact}" for name, fact in facts.items()})
    return f"each(one in entries: {told})"


def _listed(route: Route) -> str | None:
    """The answer that lists entries, as its shape or the words about it say."""
    good = route.good
    status = good.status if good is not None and not good.usual else 200  # nothing was made
    shape = good.shape if good is not None else None
    if shape is None and (spans := records(route.words)):
        shown = sample(route.words[slice(*spans[0])], brought=False)
        shape = shown.shape if shown is not None else None
    bare = shape is not None and is_list(shape) and (shape.item is None or not shape.item.names)
    if (shape is None or bare) and _NAMES.search(route.words):
        return f"answer {status} {_items([])}"
    if shape is None or bare:
        found = _NAMED.search(route.words)
        told = (found[1] or found[2]) if found else "name, size"
        named = re.findall(r"(?:un)?compressed[ _]size|\w+", told)
        items = _items([re.sub(" ", "_", each) for each in named if each not in {"and", "the"}])
        return f"answer {status} {items}" if items else None
    body = _value(shape)
    return f"answer {status} {body}" if body else None


def _value(shape: Shape) -> str:
    if is_list(shape):
        return _items(list(shape.item.names) if shape.item is not None else [])
    if not is_record(shape):
        return ""
    values = {}
    for each in shape.properties:
        if is_list(each.shape):
            values[each.name] = _value(each.shape)
        elif plain(each.name) in COUNTS:
            values[each.name] = "count(entries)"
        elif plain(each.name) in SIZES:
            values[each.name] = "sum(each(one in entries: one.size))"
        else:
            values[each.name] = ""
    return made(values) if values and all(values.values()) else ""


def _rows(writer: Writer, route: Route) -> Holding | None:
    """What keeps a row for each file of an archive: what is answered, else what words name."""
    shown = unwrapped(route.good.shape)[0] if route.good else None
    like = writer.kept.like(shown.item) if shown is not None and is_list(shown) else None
    held = [
        each
        for each in writer.kept.holdings
        if any(field.type.kind == "file" for field in each.fields.values())
    ]
    return like if like in held else held[0] if len(held) == 1 else None


def _apart(writer: Writer, route: Route, holding: Holding, file: str) -> list[str]:
    values = {}
    for name, each in holding.fields.items():
        if each.type.kind == "file":
            values[name] = "part"
        elif fact := file_fact(name):
            values[name] = f"part.{fact}"
    hidden = [json.dumps(each.name) for each in holding.fields.values() if each.hidden]
    row = f"drop({', '.join([holding.variable, *hidden])})" if hidden else holding.variable
    broken = writer.refuse(route, "refused", "The archive is broken", "corrupt broken", (422, 400))
    return [
        f"let whole = input.{file}",  # what is kept of it may go by the same name
        "let kept = []",
        "for one in entries:",
        "    let part = zip_entry(whole, one.path)",
        f"    guard part != null else {broken}",
        f"    insert {holding.name} {made(values)} as {holding.variable}",
        f"    let kept = append(kept, {row})",
        writer.answer(route, Scene(holding, rows="kept", values={"count": "count(kept)"}), 201),
    ]
