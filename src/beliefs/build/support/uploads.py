"""Files that come in, and files that go out."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from fastapi import UploadFile
from fastapi.responses import Response


def uploaded(file: UploadFile) -> dict[str, Any]:
    """A file as it is kept: what is said of it, and its bytes."""
    content = file.file.read()
    kind = file.content_type or "application/octet-stream"
    # A name is a name: whatever folders a browser put before it are not ours.
    name = (file.filename or "file").replace("\\", "/").rsplit("/", 1)[-1]
    return {"name": name, "type": kind, "size": len(content), "content": content}


def download(file: dict[str, Any], status: int = 200) -> Response:
    """A file as it came, under its own name."""
    name: str = file["name"]
    plain = name.isascii() and name.isprintable() and not set(name) & set('"\\')
    told = f'filename="{name}"' if plain else f"filename*=UTF-8''{quote(name)}"
    headers = {"Content-Disposition": f"attachment; {told}", "X-Content-Type-Options": "nosniff"}
    return Response(file["content"], status, headers, media_type=file["type"])
