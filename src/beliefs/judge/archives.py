"""Archives that are sent to a service, and what the judge itself finds in them."""

from __future__ import annotations

import io
import mimetypes
import zipfile
from random import Random
from typing import Any

_TYPES = mimetypes.MimeTypes()
_CLIMBS = ("../outside.txt", "/etc/outside.txt")


def packed(random: Random) -> bytes:
    """An archive of a few files, now and then with one whose path leads out of its folder."""
    names = ["a.txt", f"notes {random.randrange(99)}.md", "docs/b.json", "empty.bin"]
    told = {each: random.randbytes(random.randrange(40)) for each in names[: random.randint(0, 4)]}
    if random.random() < 0.2:
        told[random.choice(_CLIMBS)] = b"out"
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in told.items():
            target.writestr(name, content)
    return held.getvalue()


def zip_entries(file: dict[str, Any] | None) -> list[dict[str, Any]] | None:
    """What is in an archive, as effects see it; null of what is none."""
    held = _held(file)
    if held is None:
        return None
    return [
        {
            "path": each.filename,
            "name": each.filename.split("/")[-1],
            "size": each.file_size,
            "packed": each.compress_size,
        }
        for each in held.infolist()
        if not each.filename.endswith("/")
    ]


def zip_entry(file: dict[str, Any] | None, path: str) -> dict[str, Any] | None:
    """One file of an archive; null where it has none of that path."""
    held = _held(file)
    if held is None or path not in held.namelist() or path.endswith("/"):
        return None
    content = held.read(path)
    kind = _TYPES.guess_type(path)[0] or "application/octet-stream"
    name = path.rpartition("/")[-1]
    return {"name": name, "type": kind, "size": len(content), "content": content}


def _held(file: dict[str, Any] | None) -> zipfile.ZipFile | None:
    try:
        return zipfile.ZipFile(io.BytesIO(file["content"])) if file else None
    except zipfile.BadZipFile:
        return None
