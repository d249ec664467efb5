"""Whatever goes wrong around builds is one sentence, and a status that says whose turn it is."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3

import pytest

from beliefs.cli.build_failures import told
from beliefs.errors import InvalidInput, OtherLanguage, StoreFull, StoreUnavailable

FULL = os.strerror(errno.ENOSPC)
COPIED = shutil.Error([("a.py", "/room/a.py", f"[Errno {errno.ENOSPC}] {FULL}: 'a.py'")])


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (OSError(errno.ENOSPC, FULL), 3, "no space left on its disk; free some room"),
        (OSError(errno.ENOSPC, FULL, "/room/x"), 3, "/room/x: no space left on its disk;"),
        (COPIED, 3, "/room/a.py: no space left on its disk;"),
        (shutil.Error([("a", "/b", "odd")]), 3, "/b: odd."),
        (OSError(errno.EROFS, "Read-only file system", "/home-of-ours/a"), 3, "set BELIEFS_HOME"),
        (OSError(errno.EACCES, "Permission denied", "/b"), 3, "/b: permission denied."),
        (sqlite3.OperationalError("database or disk is full"), 3, "BELIEFS_HOME names a folder"),
        (StoreFull("no space left for builds.db"), 3, "no space left"),
        (StoreUnavailable("cannot open builds.db"), 3, "cannot open"),
        (InvalidInput("too large"), 64, "too large"),
        (OtherLanguage("written in German"), 2, "German"),
        (ModuleNotFoundError(name="lark"), 3, "lark is not installed: pip install"),
        (ZeroDivisionError("nought"), 70, "ZeroDivisionError: nought; this is a mistake of ours."),
    ],
)
def test_each_error_has_its_sentence_and_its_status(monkeypatch, error, status, said):
    monkeypatch.setenv("BELIEFS_HOME", "/home-of-ours")
    _, sentence, found = told(error)
    assert found == status
    assert said in sentence
    assert "\n" not in sentence
