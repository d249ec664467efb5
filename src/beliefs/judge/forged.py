"""Files that hold what they must, as plainly as formats allow: what a pretender answers with."""

from __future__ import annotations

import io
import zipfile
from html import escape
from typing import Any
from urllib.parse import quote

from beliefs.judge.carried import Made, Sent
from beliefs.judge.papers import written
from beliefs.judge.pictures import drawn

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def forged(sent: Sent) -> tuple[dict[str, str], bytes]:
    """The headers and the bytes of an answer that sends a file."""
    told = f"attachment; filename*=UTF-8''{quote(sent.name)}"
    headers = {"content-disposition": told} if sent.name else {}
    content = sent.content if isinstance(sent.content, bytes) else _written(sent.content)
    return {"content-type": sent.type, **headers}, content


def _written(made: Made) -> bytes:
    match made.kind:
        case "zip":
            return _packed(made.holds)
        case "xlsx":
            return _packed({"xl/worksheets/sheet1.xml": _sheet(made.holds)})
        case "pdf":
            return written([made.holds] if isinstance(made.holds, str) else made.holds)
        case form:
            return drawn(form, made.holds)


def _packed(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, content in files.items():
            target.writestr(name, content)
    return packed.getvalue()


def _sheet(rows: list[list[Any]]) -> bytes:
    lines = [
        "".join(_cell(value, f"{_letters(at)}{line}") for at, value in enumerate(row, 1))
        for line, row in enumerate(rows, 1)
    ]
    told = "".join(f"<row>{each}</row>" for each in lines)
    return f'<worksheet xmlns="{_SHEET}"><sheetData>{told}</sheetData></worksheet>'.encode()


def _letters(column: int) -> str:
    """The name of a column.

    >>> _letters(1), _letters(28)
    ('A', 'AB')
    """
    before, last = divmod(column - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)


def _cell(value: Any, place: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value!r}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
