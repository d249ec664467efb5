"""Files in answers: which bytes must come, or what must be in them where nobody can foretell bytes.

An archive, a sheet, a page or a picture is made by a library, and no two make the same bytes. What
is in them can be read back: names and contents, cells, words, a format and a size.
"""

from __future__ import annotations

import io
import re
import struct
import xml.etree.ElementTree as ET
import zipfile
import zlib
from dataclasses import dataclass
from email.message import Message
from typing import Any, Literal
from urllib.parse import unquote

from beliefs.judge.comparing import Differs, learned

Kind = Literal["zip", "xlsx", "pdf", "png"]

TYPES: dict[Kind, str] = {
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "png": "image/png",
}
_PNG = b"\x89PNG\r\n\x1a\n"
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_MOST = 50_000_000


@dataclass(frozen=True, slots=True)
class Made:
    """What must be in a file that the service makes."""

    kind: Kind
    holds: Any


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as an answer: its name, its type, and its bytes or what is in them."""

    name: str
    type: str
    content: bytes | Made


def made(kind: Kind, name: str, holds: Any) -> dict[str, Any]:
    """A file that a function makes, as effects see it; its size is anybody's guess."""
    return {"name": name, "type": TYPES[kind], "size": None, "content": Made(kind, holds)}


def archive(name: str, files: list[dict[str, Any]]) -> dict[str, Any]:
    """An archive of files; where two have one name, the later ones get a number."""
    held: dict[str, bytes] = {}
    for file in files:
        stem, dot, ending = file["name"].rpartition(".")
        told, number = file["name"], 1
        while told in held:
            number += 1
            told = f"{stem}-{number}{dot}{ending}" if stem else f"{file['name']}-{number}"
        held[told] = file["content"]
    return made("zip", name, held)


def sheet(name: str, rows: list[dict[str, Any]], *columns: str) -> dict[str, Any]:
    """A sheet with a header; lists are one cell."""
    cells = [[_cell(row.get(each)) for each in columns] for row in rows]
    return made("xlsx", name, [list(columns), *cells])


def paper(name: str, lines: list[Any]) -> dict[str, Any]:
    """A PDF with these lines; letters that its font lacks are question marks."""
    told = "".join(str("" if each is None else each) for each in lines)
    return made("pdf", name, _plain(told.encode("latin-1", "replace").decode("latin-1")))


def thumbnail(file: dict[str, Any] | None, pixels: int) -> dict[str, Any] | None:
    """A picture made to fit a square; null of what is none."""
    size = picture_size(file["content"]) if file else None
    if size is None:
        return None
    scale = min(1.0, pixels / max(size))
    fitted = [max(1, round(each * scale)) for each in size]
    return made("png", "thumbnail.png", fitted)


def picture_size(content: bytes) -> list[int] | None:
    """Width and height of a PNG picture, the only kind that the judge sends."""
    if not content.startswith(_PNG) or len(content) < 24:
        return None
    return list(struct.unpack("!II", content[16:24]))


def picture(width: int, height: int) -> bytes:
    """A grey PNG picture.

    >>> picture_size(picture(40, 20))
    [40, 20]
    """

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack("!I", len(data)) + name + data + struct.pack("!I", zlib.crc32(name + data))
        )

    head = struct.pack("!IIBBBBB", width, height, 8, 0, 0, 0, 0)
    lines = zlib.compress((b"\0" + b"\x80" * width) * height)
    return _PNG + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def compare(expected: Sent, headers: dict[str, str], body: bytes) -> None:
    """Raise `Differs` where a file is another than expected."""
    kind = headers.get("content-type", "").partition(";")[0]
    if kind != expected.type.partition(";")[0]:
        raise Differs(f"wanted content-type {expected.type}, got {kind}")
    name = attached(headers.get("content-disposition", ""))
    if name != expected.name:
        raise Differs(f"wanted the file name {expected.name!r}, got {name!r}")
    if isinstance(expected.content, bytes):
        if body != expected.content:
            raise Differs(f"wanted {len(expected.content)} other bytes")
        return
    held = _held(expected.content.kind, body)
    if held is None:
        raise Differs("wanted a PNG picture")
    if expected.content.kind == "png":
        # A pixel either way: libraries round differently.
        if not all(
            abs(one - two) <= 1 for one, two in zip(held, expected.content.holds, strict=True)
        ):
            raise Differs(f"wanted a picture of {expected.content.holds}, got {held}")
        return
    learned(expected.content.holds, held, f"the {expected.content.kind}")


def attached(disposition: str) -> str:
    """The file name of a Content-Disposition.

    >>> attached('attachment; filename="a b.txt"'), attached("attachment; filename*=UTF-8''%C3%A9")
    ('a b.txt', 'é')
    """
    message = Message()
    message["content-disposition"] = disposition
    name = message.get_param("filename", "", "content-disposition")
    return unquote(name[2]) if isinstance(name, tuple) else str(name)


def _held(kind: Kind, body: bytes) -> Any:
    try:
        match kind:
            case "zip":
                return _unzipped(body)
            case "xlsx":
                return _cells(_unzipped(body))
            case "pdf":
                return _words(body)
            case "png":
                return list(struct.unpack("!II", body[16:24])) if body.startswith(_PNG) else None
    except (zipfile.BadZipFile, ET.ParseError, KeyError, ValueError, struct.error):
        raise Differs(f"wanted a file of type {TYPES[kind]}, got {body[:20]!r}") from None


def _unzipped(body: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(body)) as archive_:
        if sum(each.file_size for each in archive_.infolist()) > _MOST:
            raise ValueError(_MOST)
        return {each: archive_.read(each) for each in archive_.namelist()}


def _cells(files: dict[str, bytes]) -> list[list[Any]]:
    """The rows of the first sheet; cells that are left out are null."""
    shared: list[str] = []
    if "xl/sharedStrings.xml" in files:
        root = ET.fromstring(files["xl/sharedStrings.xml"])  # noqa: S314 - of a sandbox
        shared = ["".join(part.text or "" for part in each.iter(f"{_SHEET}t")) for each in root]
    root = ET.fromstring(files["xl/worksheets/sheet1.xml"])  # noqa: S314
    rows = [
        {_column(cell.get("r", "")): _read(cell, shared) for cell in row}
        for row in root.iter(f"{_SHEET}row")
    ]
    width = max((max(row, default=0) for row in rows), default=0)
    return [[row.get(at) for at in range(1, width + 1)] for row in rows]


def _column(place: str) -> int:
    """The number of a cell's column.

    >>> _column("A1"), _column("AB12")
    (1, 28)
    """
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _read(cell: ET.Element, shared: list[str]) -> Any:
    value = cell.find(f"{_SHEET}v")
    if cell.get("t") == "inlineStr":
        return "".join(part.text or "" for part in cell.iter(f"{_SHEET}t")) or None
    if value is None or value.text is None:
        return None
    match cell.get("t", "n"):
        case "s":
            return shared[int(value.text)]
        case "b":
            return value.text == "1"
        case "n":
            return float(value.text)
    return value.text


def _cell(value: Any) -> Any:
    """A value as a cell holds it: numbers as numbers, nothing as nothing."""
    if value is None or value in ("", []):
        return None
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return float(value)
    return ";".join(map(str, value)) if isinstance(value, list) else str(value)


def _words(body: bytes) -> str:
    """The letters of a PDF in the order in which they are drawn, without white space."""
    if not body.startswith(b"%PDF-"):
        raise ValueError(body[:8])
    told = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", body, re.DOTALL):
        try:
            drawn = zlib.decompress(stream)
        except zlib.error:
            drawn = stream
        told += re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", drawn, re.DOTALL)
    text = re.sub(rb"\\(.)", rb"\1", b"".join(told), flags=re.DOTALL)
    return _plain(text.decode("latin-1"))


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text)
