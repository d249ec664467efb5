"""Files that the service makes: archives, sheets, pages, pictures."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from fpdf import FPDF
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from PIL import Image, UnidentifiedImageError

Row = dict[str, Any]
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def file(name: str, kind: str, content: bytes) -> Row:
    """A file like one that was uploaded."""
    return {"name": name, "type": kind, "size": len(content), "content": content}


def archive(name: str, files: list[Row]) -> Row:
    """Files as one; where two have one name, the later ones get a number."""
    held: set[str] = set()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for each in files:
            stem, dot, ending = each["name"].rpartition(".")
            told, number = each["name"], 1
            while told in held:
                number += 1
                told = f"{stem}-{number}{dot}{ending}" if stem else f"{each['name']}-{number}"
            held.add(told)
            target.writestr(told, each["content"])
    return file(name, "application/zip", packed.getvalue())


def sheet(name: str, rows: list[Row], *columns: str) -> Row:
    """Rows as an Excel sheet, with a header."""
    book = Workbook(write_only=True)
    page = book.create_sheet()
    page.append(list(columns))
    for row in rows:
        page.append([as_cell(page, row.get(each)) for each in columns])
    written = io.BytesIO()
    book.save(written)
    return file(name, SHEET, written.getvalue())


def as_cell(page: Any, value: Any) -> Any:
    """A value as a cell: lists by semicolons, and text never as a formula."""
    if isinstance(value, list):
        value = ";".join(map(str, value))
    if value is None or isinstance(value, bool | int | float):
        return value
    cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", str(value)))
    cell.data_type = "s"
    return cell


def paper(name: str, lines: list[Any]) -> Row:
    """Lines as a PDF, the first one as its heading."""
    page = FPDF()
    page.add_page()
    for number, line in enumerate(lines):
        page.set_font("Helvetica", "B" if number == 0 else "", 16 if number == 0 else 11)
        text = str("" if line is None else line).encode("latin-1", "replace").decode("latin-1")
        page.multi_cell(0, 8, text, new_x="LMARGIN", new_y="NEXT")
    return file(name, "application/pdf", bytes(page.output()))


def thumbnail(of: Row | None, pixels: int) -> Row | None:
    """A picture made to fit a square, as PNG; None of what is no picture."""
    try:
        picture = Image.open(io.BytesIO(of["content"])) if of else None
        if picture is None:
            return None
        picture.thumbnail((pixels, pixels))
        written = io.BytesIO()
        picture.convert("RGBA").save(written, "PNG")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return None
    return file("thumbnail.png", "image/png", written.getvalue())
