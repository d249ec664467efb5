"""What a file that is brought must be: of a type, no larger than so much, and not there already."""

from __future__ import annotations

import json
import re

from beliefs.spec.documents.clauses import clauses, sentences
from beliefs.spec.documents.contract import Fault, Route
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.values import made
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.documents.writing import Writer

_TYPES = {
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "zip": "application/zip",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "csv": "text/csv",
}
_MEDIA = re.compile(r"\b(?:image|audio|video|text|application)/[\w.+-]*\w")
_ONLY = re.compile(r"(?i)\b415\b|\bonly\b|\bmust be\b|\ballowed\b|\baccepted\b|\bnothing else\b")
_SIZE = re.compile(
    r"(?i)\b(?P<over>(?:more|larger|bigger|greater|longer) than|over|above|exceed\w*)?"
    r"(?P<upto>at most|up to|no (?:more|larger|bigger) than|max(?:imum|\.)?(?: size)?(?: of)?:?|"
    r"limit\w*(?: is| to| of)?:?)?\s*(?P<number>\d+(?:\.\d+)?) ?(?P<unit>bytes?|[kmg]i?b)\b"
)
_UNITS = {"b": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_SAME = re.compile(
    r"(?i)\bsame (?:bytes|files?|contents?|pictures?|photos?|images?|documents?)\b[^.;]*"
    r"\b(?:twice|again|already|before|second time)\b|\b(?:twice|again) the same (?:bytes|file)\b"
)
DIGESTS = {"sha256", "checksum", "digest", "hash", "contenthash", "filehash", "sha256hash"}


def digest_of(holding: Holding) -> str:
    """The field that holds the digest of a file; empty where none does."""
    return next((each for each in holding.fields if plain(each) in DIGESTS), "")


def upload_guards(
    writer: Writer, route: Route, holding: Holding, file: str, parents: list[tuple[str, str]]
) -> list[str]:
    """Statements that refuse files which words rule out."""
    if not file:
        return []
    given = f"input.{file}"
    lines = []
    if types := _types(route):
        among = (415,) if 415 in route.statuses else (422, 400)
        said = f"Only {' and '.join(types)} are taken"
        way = writer.refuse(route, "unsupported_type", said, "type", among)
        listed = ", ".join(json.dumps(each) for each in types)
        lines.append(f"guard {given}.type in [{listed}] else {way}")
    if most := _most(route):
        among = (413,) if 413 in route.statuses else (422, 400)
        said = f"The file is larger than {most} bytes"
        way = writer.refuse(route, "too_large", said, "large", among)
        lines.append(f"guard {given}.size <= {most} else {way}")
    return [*lines, *_once(writer, route, holding, given, parents)]


def _types(route: Route) -> list[str]:
    """The media types that are taken, where a sentence names them and rules out others."""
    for sentence in sentences(route.words):
        if not _ONLY.search(sentence):
            continue
        named = [each.lower() for each in re.findall(r"[A-Za-z]\w+", _MEDIA.sub(" ", sentence))]
        found = [*_MEDIA.findall(sentence), *(_TYPES[each] for each in named if each in _TYPES)]
        found = [each for each in found if not each.endswith("form-data")]
        if found:
            return list(dict.fromkeys(found))
    return []


def _most(route: Route) -> int:
    """The most bytes that a file may have."""
    for sentence in sentences(route.words):
        failing = any(each.status == 413 for each in clauses(sentence))
        for match in _SIZE.finditer(sentence):
            if match["over"] or match["upto"] or failing:
                return int(float(match["number"]) * _UNITS[match["unit"][0].lower()])
    return 0


def _once(
    writer: Writer, route: Route, holding: Holding, given: str, parents: list[tuple[str, str]]
) -> list[str]:
    """The refusal of a file that is there already, in one row above it or anywhere."""
    digest = digest_of(holding)
    said = next((each for each in sentences(route.words) if _SAME.search(each)), "")
    fault = next((each for each in route.faults if _SAME.search(each.words)), None)
    if not said or not digest:
        return []
    holds = [f".{digest} = hash({given})"]
    for link, value in parents:
        above = next((each for each in holding.parents if each.field == link), None)
        if above is not None and re.search(rf"(?i)\b{above.name}\b", said):
            holds.append(f".{link} = {value}")
    find = f"let same = first({holding.name}[where {' and '.join(holds)}])"
    if fault is not None and (body := _shown(fault, holding)):
        return [find, "if same != null:", f"    answer {fault.status} {body}"]
    way = writer.refuse(route, "conflict", "This file is there already", "same twice", (409,))
    return [find, f"guard same = null else {way}"]


def _shown(fault: Fault, holding: Holding) -> str:
    """The body of a refusal that names the row which is there already; empty where none does."""
    told = json.loads(fault.body) if fault.body else {}
    own = {plain(f"{holding.word}_{holding.key.name}"), plain(holding.key.name)}
    own |= {f"existing{each}" for each in own}
    if not isinstance(told, dict) or not own & {plain(each) for each in told}:
        return ""
    return made(
        {
            name: f"same.{holding.key.name}" if plain(name) in own else json.dumps(value)
            for name, value in told.items()
        }
    )


def of_type(holding: Holding, name: str, given: str) -> str:
    """The condition that the file of a row is of a type: `?type=png`."""
    kept = next((each for each in holding.fields if plain(each) in {"contenttype", "mimetype"}), "")
    brings = any(each.type.kind == "file" for each in holding.fields.values())
    if not kept or not brings or singular(plain(name)) not in {"type", "format", "kind"}:
        return ""
    return f'.{kept} = {given} or contains(.{kept}, "/" + {given})'
