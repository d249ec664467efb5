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
from pypdf import PdfReader, PdfWriter

Row = dict[str, Any]
MOST_PIXELS = 50_000_000
LONGEST_FRAME = 655_350  # milliseconds that a GIF can say
ENDINGS = {"png": "png", "jpeg": "jpg", "gif": "gif", "webp": "webp", "bmp": "bmp"}
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


def combined(name: str, files: list[Row]) -> Row | None:
    """The pages of PDF files as one PDF, in their order; None if one of them is none."""
    target = PdfWriter()
    try:
        for each in files:
            for page in PdfReader(io.BytesIO(each["content"])).pages:
                target.add_page(page)
        written = io.BytesIO()
        target.write(written)
    except Exception:  # noqa: BLE001 - whatever trips a reader of PDF, it is no PDF to read
        return None
    return file(name, "application/pdf", written.getvalue())


def pages(of: Row | None) -> list[str] | None:
    """The text of each page of a PDF file; None of what is none."""
    if of is None:
        return None
    try:
        return [each.extract_text().strip() for each in PdfReader(io.BytesIO(of["content"])).pages]
    except Exception:  # noqa: BLE001 - as above
        return None


def opened(of: Row | None) -> Any:
    """A picture that a file holds; None of what is none, or too large to draw."""
    try:
        picture = Image.open(io.BytesIO(of["content"])) if of else None
        if picture is None or picture.width * picture.height > MOST_PIXELS:
            return None
        picture.load()
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return picture


def thumbnail(of: Row | None, pixels: int) -> Row | None:
    """A picture made to fit a square, as PNG; None of what is no picture."""
    picture = opened(of)
    if picture is None:
        return None
    picture.thumbnail((pixels, pixels))
    written = io.BytesIO()
    picture.convert("RGBA").save(written, "PNG")
    return file("thumbnail.png", "image/png", written.getvalue())


def pictured(of: Row, form: str | None, width: int | None, height: int | None) -> Row | None:
    """A picture in another format and size; None of what is no picture, and of what none can be.

    With one of width and height it keeps its proportions, with neither its size.
    """
    picture = opened(of)
    kind = (form or (picture.format if picture else None) or "").lower().replace("jpg", "jpeg")
    if picture is None or kind not in ENDINGS:
        return None
    across, down = picture.size
    if width and height:
        across, down = width, height
    elif width or height:
        scale = width / across if width else (height or 1) / down
        across, down = max(1, round(across * scale)), max(1, round(down * scale))
    if across * down > MOST_PIXELS:
        return None
    picture = picture.convert("RGBA").resize((across, down))
    if kind in {"jpeg", "bmp"}:  # what is seen through there is white
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
        picture = picture.convert("RGB")
    written = io.BytesIO()
    try:
        picture.save(written, kind)
    except (OSError, ValueError):  # larger than the format can say
        return None
    stem = of["name"].rpartition(".")[0] or of["name"]
    return file(f"{stem}.{ENDINGS[kind]}", f"image/{kind}", written.getvalue())


def animated(name: str, files: list[Row], milliseconds: float) -> Row | None:
    """Pictures as a GIF that shows one after the other, in the size of the first, over and over."""
    pictures = [opened(each) for each in files]
    if not pictures or any(each is None for each in pictures):
        return None
    frames = [each.convert("RGB").resize(pictures[0].size) for each in pictures]
    written = io.BytesIO()
    shown = min(max(int(milliseconds), 10), LONGEST_FRAME)
    frames[0].save(written, "GIF", save_all=True, append_images=frames[1:], duration=shown, loop=0)
    return file(name, "image/gif", written.getvalue())
