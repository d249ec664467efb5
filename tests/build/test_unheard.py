"""Sentences of documents that nothing was made of are listed, wherever they stand."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.service import Spec

_PAGES = """# Pages

### POST /pages

Body: `{"title": "A", "text": "b", "author": "Mo"}`. Answers 201 with the page. %s

### GET /pages

Lists all pages.
"""
_TREES = """openapi: 3.0.0
info: {title: Trees, version: "1"}
paths:
  /trees:
    post:
      summary: Plants a tree
      description: >-
        %s
      requestBody:
        content: {application/json: {example: {kind: oak, height: 2.5}}}
      responses:
        "201":
          description: planted
          content: {application/json: {example: {id: 1, kind: oak, height: 2.5}}}
"""


@pytest.fixture(autouse=True)
def _at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("BELIEFS_HOME", str(tmp_path))


def _read(text: str, kind: str) -> Spec:
    return grasped(wanted([("told", text, kind)])).spec


@pytest.mark.parametrize(
    "said",
    [
        "The author gets an e-mail.",
        "Titles are stored in upper case.",
        "A title that contains bad words is refused with 400.",
        "Pages older than a year are dropped.",
    ],
)
def test_what_is_asked_for_in_a_section_and_not_built_is_told(said):
    unmet = [
        each.words for each in _read(_PAGES % said, "markdown").unknowns if each.rank == "material"
    ]
    assert unmet == [said]


def test_what_is_asked_for_in_a_description_and_not_built_is_told():
    said = "The gardener is notified by telephone."
    (unknown,) = _read(_TREES % said, "openapi").unknowns
    assert (unknown.rank, unknown.words, unknown.source) == ("material", said, "told:8")


@pytest.mark.parametrize(
    "said",
    [
        "The title is trimmed.",
        "`title` must not be longer than 80 characters.",
        "The answer has all fields of the page and its id.",
    ],
)
def test_what_is_heard_or_usual_is_not_listed(said):
    assert not _read(_PAGES % said, "markdown").unknowns


@pytest.mark.parametrize(
    "said",
    ["Wolves howl.", "Titles must rhyme!", 'Wizards see {"moon": "full"} every night.'],
)
def test_what_is_short_or_shows_a_record_is_told_too(said):
    for text, kind in ((_PAGES % said, "markdown"), (_TREES % said.replace('"', "'"), "openapi")):
        told = [each.words.replace("'", '"').rstrip(".!") for each in _read(text, kind).unknowns]
        assert said.rstrip(".!") in told


@pytest.mark.parametrize(
    "said",
    [
        "Titles are unique.",
        'Without a title it answers 400 {"error": "no title"}.',
        "Authors optional.",
    ],
)
def test_what_is_short_or_shows_a_record_and_has_an_effect_is_not_told(said):
    unmet = [each.words for each in _read(_PAGES % said, "markdown").unknowns]
    assert said.rstrip(".") not in {each.rstrip(".") for each in unmet}
