"""What a service finds in the archives that the judge sends is what the judge expects."""

from __future__ import annotations

import io
import re
import zipfile
from random import Random
from typing import Any

import pytest

from beliefs.build.support import archives as built
from beliefs.judge import archives
from beliefs.spec.inferring.routes.unpacking import SAFE


def _file(content: bytes) -> dict[str, Any]:
    return {"name": "a.zip", "type": "application/zip", "size": len(content), "content": content}


@pytest.mark.parametrize("seed", range(20))
def test_both_find_the_same(seed: int) -> None:
    file = _file(archives.packed(Random(seed)))
    listed = archives.zip_entries(file)
    assert listed is not None
    assert built.zip_entries(file) == listed
    for each in listed:
        assert built.zip_entry(file, each["path"]) == archives.zip_entry(file, each["path"])
    assert built.zip_entry(file, "no-such.txt") is None


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04", b"PK\x05\x06" + bytes(10)])
def test_what_is_no_archive_has_no_entries(content: bytes) -> None:
    assert built.zip_entries(_file(content)) is None
    assert archives.zip_entries(_file(content)) is None


def test_an_entry_that_would_be_too_large_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("bomb", bytes(100_000))
    monkeypatch.setattr(built, "MOST", 99_999)
    assert built.zip_entry(_file(held.getvalue()), "bomb") is None


@pytest.mark.parametrize("path", ["../a", "a/../../b", "/etc/a", "C:/a", "a\\b", "..", "a/.."])
def test_paths_that_lead_elsewhere_are_not_safe(path: str) -> None:
    assert not re.fullmatch(SAFE, path)


@pytest.mark.parametrize("path", ["a.txt", "docs/a.txt", "a..b", "..a/b", "two words.md"])
def test_other_paths_are(path: str) -> None:
    assert re.fullmatch(SAFE, path)
