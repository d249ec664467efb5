"""The locked set covers what projects ask for, each with its hashes; it can be moved."""

from __future__ import annotations

import re

import pytest

from beliefs.build import locking, packaging
from beliefs.build.locking import NEEDED, constraints, locked, pinned, refresh
from beliefs.errors import CannotInstall


def test_everything_that_a_project_may_ask_for_is_locked():
    known = {each.name: each for each in pinned(constraints())}
    for each in NEEDED:
        assert known[each.partition("[")[0]].hashes
    # Whoever is needed is in the set, and so is whoever needs it.
    assert {name for each in known.values() for name in each.needed_by} <= set(known)


def test_a_lock_has_versions_and_hashes_of_all_that_is_reached_and_nothing_else():
    text = packaging.requirements({"flask", "waitress"})
    lines = [each for each in text.splitlines() if not each.startswith("#")]
    names = [each.split("==")[0] for each in lines if not each.startswith(" ")]
    assert names == sorted(locked({"flask", "waitress"}))
    assert {"werkzeug", "jinja2", "click"} <= set(names)
    assert all(
        re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?|[\w.=-]+ .*\\", each) for each in lines
    )
    assert "://" not in text
    more = packaging.requirements_dev({"flask", "waitress"}, {"pytest"})
    assert more.startswith("-r requirements.txt\n")
    assert "pytest==" in more
    assert "flask==" not in more


def test_the_set_is_moved_for_this_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path))
    shipped = constraints()
    place = refresh()
    assert place == tmp_path / "constraints.txt"
    assert constraints() == place.read_text(encoding="utf-8")
    names = {each.name for each in pinned(constraints())}
    assert names >= {each.partition("[")[0] for each in NEEDED}
    assert "://" not in constraints()
    place.unlink()
    assert constraints() == shipped


def test_what_cannot_be_resolved_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(locking, "NEEDED", ("fastapi==0.0.0.0",))
    with pytest.raises(CannotInstall, match="could not be resolved anew"):
        refresh(tmp_path / "constraints.txt")
    assert not (tmp_path / "constraints.txt").exists()
