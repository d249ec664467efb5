"""Files as they are kept, and the headers that they go out with."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote


def kept(name: str | None, kind: str | None, content: bytes) -> dict[str, Any]:
    """A file as it is kept: what is said of it, and its bytes."""
    # A name is a name: whatever folders a browser put before it are not ours.
    plain = (name or "file").replace("\\", "/").rsplit("/", 1)[-1]
    told = {"name": plain, "type": kind or "application/octet-stream", "size": len(content)}
    return {**told, "content": content}


def outgoing(file: dict[str, Any], *, attached: bool = True) -> dict[str, str]:
    """The headers of a download: its own name, and nothing guessed from what is in it."""
    unguessed = {"X-Content-Type-Options": "nosniff"}
    if not attached:
        return unguessed
    name: str = file["name"]
    plain = name.isascii() and name.isprintable() and not set(name) & set('"\\')
    told = f'filename="{name}"' if plain else f"filename*=UTF-8''{quote(name)}"
    return {"Content-Disposition": f"attachment; {told}", **unguessed}
