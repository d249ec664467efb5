"""Files in answers: which bytes must come, or what must be in them where nobody can foretell bytes.

An archive, a sheet, a page or a picture is made by a library, and no two make the same bytes. What
is in them can be read back: names and contents, cells, the words of pages, and of pictures the
format, the size and the colours.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from email.utils import collapse_rfc2231_value
from typing import Any, Literal

from beliefs.judge.archives import zip_entries, zip_entry
from beliefs.judge.comparing import Differs, learned
from beliefs.judge.papers import pages
from beliefs.judge.pictures import FORMATS, Format, Seen, read

Kind = Literal["zip", "xlsx", "pdf"] | Format

TYPES: dict[Kind, str] = {
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "bmp": "image/bmp",
}
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


def combined(name: str, files: list[dict[str, Any]]) -> dict[str, Any] | None:
    """One PDF of all pages of several; null when one of them is none."""
    held = [pages(each["content"]) for each in files]
    told = [page for each in held for page in each or ()]
    return None if None in held else made("pdf", name, [_plain(each) for each in told])


def pages_of(file: dict[str, Any] | None) -> list[str] | None:
    """The text of each page of a PDF; null of what is none."""
    held = pages(file["content"]) if file else None
    return None if held is None else [each.strip() for each in held]


def thumbnail(file: dict[str, Any] | None, pixels: int) -> dict[str, Any] | None:
    """A picture made to fit a square; null of what is none."""
    given = read("png", file["content"]) if file else None
    if given is None:
        return None
    scale = min(1.0, pixels / max(given.size))
    return made("png", "thumbnail.png", given._replace(size=_scaled(given, scale)))


def pictured(
    file: dict[str, Any], form: str | None, width: int | None, height: int | None
) -> dict[str, Any] | None:
    """A picture in another format and size; null of what is none. The judge sends PNG alone."""
    given = read("png", file["content"])
    kind = next((each for each in FORMATS if each == (form or "png").lower()), None)
    kind = "jpeg" if (form or "").lower() == "jpg" else kind
    if given is None or kind is None:
        return None
    size = given.size
    if width and height:
        size = (width, height)
    elif width or height:
        size = _scaled(given, width / size[0] if width else (height or 1) / size[1])
    stem = file["name"].rpartition(".")[0] or file["name"]
    shown = given.colours if kind in {"png", "gif", "bmp"} else ()
    return made(kind, f"{stem}.{'jpg' if kind == 'jpeg' else kind}", Seen(size, shown))


def animated(name: str, files: list[dict[str, Any]], delay: float) -> dict[str, Any] | None:
    """A GIF of pictures, in the size of the first; null when one is none."""
    given = [read("png", each["content"]) for each in files]
    shown = [each.colours[0] for each in given if each is not None]
    if not given or given[0] is None or len(shown) < len(given):
        return None
    # Where two alike follow each other, one of them is shown for longer.
    others = [each for at, each in enumerate(shown) if not at or each != shown[at - 1]]
    hundredths = min(max(int(delay), 10), 655_350) // 10 if len(others) == len(shown) else 0
    hundredths = 0 if len(shown) == 1 else hundredths
    return made("gif", name, Seen(given[0].size, tuple(others), hundredths))


def _scaled(given: Seen, scale: float) -> tuple[int, int]:
    width, height = (max(1, round(each * scale)) for each in given.size)
    return width, height


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
    held, wanted = _held(expected.content.kind, body), expected.content.holds
    if isinstance(wanted, Seen):
        if held is None or not wanted.alike(_lasting(held, wanted)):
            raise Differs(f"wanted a picture, {expected.type}, of {wanted}, got {held}")
        return
    if isinstance(wanted, str):
        held = "".join(held)
    learned(wanted, held, f"the {expected.content.kind}")


def _lasting(held: Seen, wanted: Seen) -> Seen:
    """A picture without how long it is shown, where that cannot be foretold."""
    return held if wanted.delay else held._replace(delay=0)


def attached(disposition: str) -> str:
    """The file name of a Content-Disposition.

    >>> attached('attachment; filename="a b.txt"'), attached("attachment; filename*=UTF-8''%C3%A9")
    ('a b.txt', 'é')
    """
    message = Message()
    message["content-disposition"] = disposition
    name = message.get_param("filename", "", "content-disposition")
    return collapse_rfc2231_value(name or "")


def _held(kind: Kind, body: bytes) -> Any:
    try:
        match kind:
            case "zip":
                return _unzipped(body)
            case "xlsx":
                return _cells(_unzipped(body))
            case "pdf":
                return _words(body)
            case _:
                return read(kind, body)
    except (zipfile.BadZipFile, ET.ParseError, KeyError, ValueError):
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


def _words(body: bytes) -> list[str]:
    """The letters of each page of a PDF in the order in which they are drawn."""
    held = pages(body)
    if held is None:
        raise ValueError(body[:8])
    return [_plain(each) for each in held]


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text)


# What makes files, or looks into them, by the names that effects call it by.
FILES: dict[str, Callable[..., Any]] = {
    "archive": archive,
    "sheet": sheet,
    "paper": paper,
    "thumbnail": thumbnail,
    "combined": combined,
    "pages": pages_of,
    "pictured": pictured,
    "animated": animated,
    "zip_entries": zip_entries,
    "zip_entry": zip_entry,
}
