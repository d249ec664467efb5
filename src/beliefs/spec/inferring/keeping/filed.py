"""Values that a row keeps of the file in it: what the file, or the archive, says of itself."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, field_of
from beliefs.spec.documents.uploading import ZIP, coded_part
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding, file_fact
from beliefs.spec.types import Field, Type

DIGESTS = {"sha256", "checksum", "digest", "hash", "contenthash", "filehash", "sha256hash"}
COUNTS = {"entries", "entrycount", "count", "total", "files", "filecount", "numberoffiles"}
SIZES = {"totalsize", "unpackedsize", "uncompressedsize", "totalbytes"}


def of_file(holding: Holding, part: Property) -> Field | None:
    """The field of a value that a file which is brought tells; None where it tells no such one."""
    made = holding.made.properties if holding.made else ()
    coded = any(map(coded_part, holding.routes))
    if not coded and not any(each.shape.type.kind == "file" for each in made):
        return None
    field, name = replace(field_of(part), required=False), plain(part.name)
    if file_fact(part.name) == "size" and field.type.kind == "string":
        return replace(field, type=Type("integer"))  # only its name was told
    if file_fact(part.name) or name in DIGESTS:
        return field
    return field if name in COUNTS | SIZES and looks_inside(holding) else None


def looks_inside(holding: Holding) -> bool:
    """Whether routes below a row look into the archive in it: `GET /archives/{id}/entries`."""
    places = "|".join(re.escape(each[-1]) for each in holding.places if each and each[-1])
    below = re.compile(rf"/(?:{places})/\{{\w+\}}/(?:entries|files|contents?|members)\b")
    said = " ".join(each.words for each in holding.routes)
    return bool(places) and any(
        below.search(each.path) and ZIP.search(f"{said} {each.words} {each.path}")
        for each in holding.siblings
    )
