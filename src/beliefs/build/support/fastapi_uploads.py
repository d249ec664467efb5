"""Files that come in, and files that go out."""

from __future__ import annotations

from typing import Any

from app.files import kept, outgoing
from fastapi import UploadFile
from fastapi.responses import Response


def uploaded(file: UploadFile) -> dict[str, Any]:
    """A file as it is kept."""
    told: dict[str, Any] = kept(file.filename, file.content_type, file.file.read())
    return told


def download(file: dict[str, Any], status: int = 200, *, attached: bool = True) -> Response:
    """A file as it came, under its own name."""
    headers = outgoing(file, attached=attached)
    return Response(file["content"], status, headers, media_type=file["type"])
