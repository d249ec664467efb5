"""Programs whose pieces do not fit are told as not understood, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from beliefs.spec.entities import Entity, Key
from beliefs.spec.parsing import read
from beliefs.spec.service import blocked
from beliefs.spec.soundness import faults, sound
from tests.build.samples import BOOKMARKS


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("answer 200 other", "other is not bound"),
        ("answer 200 count(Letter)", "there is no Letter"),
        ("delete Letter where true\nanswer 204", "there is no Letter"),
        ("answer 200 input.colour", "there is no input colour"),
        ("answer 200 count(Bookmark[where .colour = 1])", "Bookmark has no colour"),
        ("let one = first(Bookmark)", "it does not end in an answer"),
        ("answer 200 Bookmark[limit or_else(input.url, 20)]", "url is no whole number"),
        ("answer 200 sum(Bookmark)", "a Bookmark is no number"),
        ("answer 200 Bookmark[where .url > true]", "a truth is compared with a url"),
        ("answer 200 Bookmark[where (.url = 1) = input.url]", "a truth is compared with a url"),
    ],
)
def test_what_does_not_fit_is_not_built(program, fault):
    broken = replace(BOOKMARKS.operations[0], effect=read(program))
    spec = replace(BOOKMARKS, operations=(broken, *BOOKMARKS.operations[1:]))
    found = sound(spec)
    assert fault in blocked(found)
    assert f"{broken.method} {broken.path}" in blocked(found)
    assert found.operations[0].effect == ()
    assert found.operations[1:] == spec.operations[1:]
    assert not faults(found)


def test_a_row_that_is_told_apart_by_what_it_is_given_is_given_it():
    made = replace(BOOKMARKS.operations[0], effect=read("insert Box {} as box\nanswer 201 box"))
    box = Entity("Box", "boxes", (), Key("label", "given"))
    spec = replace(BOOKMARKS, entities=(*BOOKMARKS.entities, box), operations=(made,))
    assert "a new Box is given no label" in blocked(sound(spec))


def test_rows_that_no_request_makes_are_not_looked_for():
    without = tuple(each for each in BOOKMARKS.operations if each.method != "POST")
    found = sound(replace(BOOKMARKS, operations=without))
    assert "no request makes a Bookmark" in blocked(found)


def test_what_fits_stays_as_it_is():
    assert not faults(BOOKMARKS)
    assert sound(BOOKMARKS) is BOOKMARKS


def test_a_path_has_no_two_values_of_one_name():
    one = next(each for each in BOOKMARKS.operations if "{id}" in each.path)
    twice = replace(one, path=f"{one.path}/notes/{{id}}")
    assert "two values of one name" in blocked(sound(replace(BOOKMARKS, operations=(twice,))))
