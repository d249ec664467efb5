"""What the service is told by its environment."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_KEPT = Path(os.environ.get("DATABASE_PATH", "data.db")).with_suffix(".secret")


def _kept() -> str:
    """A secret of this installation's own, made once."""
    if not _KEPT.exists():
        _KEPT.touch(mode=0o600)
        _KEPT.write_text(secrets.token_hex(32), encoding="utf-8")
    return _KEPT.read_text(encoding="utf-8")


# Signs tokens. Set SECRET_KEY where several machines share them.
SECRET = os.environ.get("SECRET_KEY") or _kept()
