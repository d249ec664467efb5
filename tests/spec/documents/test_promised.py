"""Requests that a goal shows are built as shown, or said not to be."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped
from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec


def _read(text: str) -> Spec:
    return grasped({"sources": [["goal", text, "sentences"]], "told": {}, "answers": {}}).spec


def _effect(spec: Spec, way: str) -> str:
    found = (each.effect for each in spec.operations if f"{each.method} {each.path}" == way)
    return notation.write(next(found))


def test_an_answer_that_sentences_would_lose_is_read_as_a_description():
    spec = _read(
        "Songs have title and artist. POST /songs {title, artist} -> 201 "
        '{"song": {"id": 1, "title": "x", "artist": "y"}}. '
        'GET /songs -> {"songs": [...], "count": 2}.'
    )
    assert _effect(spec, "POST /songs").endswith("answer 201 {song: song}")
    assert _effect(spec, "GET /songs").endswith("answer 200 {songs: found, count: count(found)}")


def test_what_a_call_is_shown_to_bring_is_taken():
    spec = _read(
        "Users by calls: POST /createUser {name, email} -> the user, POST /deleteUser {userId} -> "
        '{"ok": true}.'
    )
    assert "delete User where" in _effect(spec, "POST /deleteUser")


@pytest.mark.parametrize(
    "shown", ['{"total": sum, "by_mood": {"good": 1}}', '{"weather": "sunny", "count": 1}']
)
def test_an_answer_that_nothing_explains_is_in_the_way(shown):
    spec = _read(f"Expenses: amount, category, date. CRUD. GET /stats answers {shown}.")
    assert any(each.rank == "blocking" and "/stats" in each.words for each in spec.unknowns)


def test_a_figure_that_nothing_ever_moves_is_in_the_way() -> None:
    told = """# Ferries

## POST /sailings
Body `{"harbour": "North"}`. 201 with `{"id": 1, "harbour": "North", "aboard": 0}`.

## GET /sailings/{id}
The sailing, or 404.
"""
    spec = read_sources((Source("ferries.md", told),))
    assert "Sailing.aboard" in {each.words for each in spec.unknowns if each.rank == "blocking"}


def test_a_filter_of_nothing_that_is_kept_is_in_the_way() -> None:
    told = """# Shells

## POST /shells
Body `{"name": "Cone"}`. 201 with `{"id": 1, "name": "Cone"}`.

## GET /shells?tide=
All shells.
"""
    spec = read_sources((Source("shells.md", told),))
    assert any("tide" in each.words for each in spec.unknowns if each.rank == "blocking")
