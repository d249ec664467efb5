"""What the judge notices of faults in the code of services that were built."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beliefs.build import delivery
from beliefs.build.project import project
from beliefs.judge.goals import goal
from beliefs.judge.power import every, impossible, noticed, sampled
from beliefs.judge.program import Program
from beliefs.judge.serving import serving
from beliefs.judge.unmet import Unmet
from beliefs.spec.understanding import understand
from tests.build.samples import BOOKMARKS

_PROGRAM = Program("service", start=("python", "main.py"))
_NO_LOCK = ("app/store.py", '"BEGIN IMMEDIATE"', '"BEGIN"')
_NO_END = ("app/routes/shared.py", 'if not now < share["expires_at"]', "if False")


@pytest.mark.parametrize("framework", ["fastapi", "flask"])
@pytest.mark.parametrize(
    ("name", "fault"), [("event-system", _NO_LOCK), ("file-vault", _NO_END)], ids=["race", "clock"]
)
def test_a_race_and_a_link_that_never_expires_are_noticed(name, fault, framework, tmp_path):
    spec = replace(understand(goal(name).sentence).spec, framework=framework)
    files = project(spec)
    delivery.write(tmp_path, files)
    path, was, now = fault
    assert was in files[path]
    with serving(tmp_path, _PROGRAM) as stage:
        stage.put(path, files[path].replace(was, now))
        assert noticed(spec, stage)


def test_a_service_is_the_same_warm_as_cold_and_dead_when_it_is_dead(tmp_path):
    delivery.write(tmp_path, project(BOOKMARKS))
    with serving(tmp_path, _PROGRAM) as stage:
        assert noticed(BOOKMARKS, stage) == ""
        stage.put("app/routes/random.py", "raise SystemExit")
        with pytest.raises(Unmet, match="ended by itself"):
            stage.anew(hosted=True)
        stage.put()
        assert stage.anew(hosted=True).get("/health").status == 200
        assert not stage.dead()


def test_a_sample_is_the_same_for_the_same_seed(tmp_path):
    delivery.write(tmp_path, project(BOOKMARKS))
    found = every(tmp_path, BOOKMARKS)
    assert {each.path for each in found} >= {"app/routes/bookmarks.py", "app/main.py"}
    assert sampled(found, 5) == sampled(found, 5) != sampled(found, 5, seed=1)


def test_a_model_that_hides_nothing_and_a_failure_that_cannot_be_are_excused(tmp_path):
    delivery.write(tmp_path, project(BOOKMARKS))
    open_ = every(tmp_path, BOOKMARKS)
    bookmark, *others = BOOKMARKS.entities
    hidden = replace(bookmark.fields[-1], hidden=True)
    fields = (*bookmark.fields[:-1], hidden)
    hiding = replace(BOOKMARKS, entities=(replace(bookmark, fields=fields), *others))
    assert "lost response_model" not in {each.kind for each in open_}
    assert "lost response_model" in {each.kind for each in every(tmp_path, hiding)}
    assert "'unknown_choice'" not in {each.around for each in open_}
    assert "'missing'" in {each.around for each in open_}


def test_a_service_without_choices_cannot_fail_by_them():
    assert "unknown_choice" in impossible(BOOKMARKS)
    assert "missing" not in impossible(BOOKMARKS)
