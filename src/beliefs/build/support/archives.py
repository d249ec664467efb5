"""Archives that came in: what is in them. Nothing of it is ever written to a disk."""

from __future__ import annotations

import io
import mimetypes
import struct
import zipfile
import zlib
from typing import Any

MOST = 50_000_000  # bytes that one entry may have
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, ValueError, EOFError, RuntimeError, OSError)
TYPES = mimetypes.MimeTypes()  # the same on every machine


def zip_entries(of: dict[str, Any]) -> list[dict[str, Any]] | None:
    """What a ZIP file says that is in it, without its folders; None if it is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(of["content"])) as held:
            listed = [each for each in held.infolist() if not each.is_dir()]
    except BROKEN:
        return None
    return [
        {
            "path": each.filename,
            "name": each.filename.rsplit("/", 1)[-1],
            "size": each.file_size,
            "packed": each.compress_size,
        }
        for each in listed
    ]


def zip_entry(of: dict[str, Any], path: str) -> dict[str, Any] | None:
    """The file of a path in a ZIP file; None where there is none, or it cannot be unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(of["content"])) as held:
            found = held.getinfo(path)
            if found.is_dir() or found.file_size > MOST:
                return None
            content = held.read(found)  # never more than the size that was looked at
    except (KeyError, *BROKEN):
        return None
    kind = TYPES.guess_type(path)[0] or "application/octet-stream"
    name = path.rsplit("/", 1)[-1]
    return {"name": name, "type": kind, "size": len(content), "content": content}
