"""Features say what they do: the effects of a few, as they stand."""

from __future__ import annotations

import pytest

from beliefs.spec.entities import Entity
from beliefs.spec.features import actions, figures, links, ordering, queues, row_keys
from beliefs.spec.features.crud import ALL, crud, keep
from beliefs.spec.features.identity import owned
from beliefs.spec.features.listing import Listing, Paging, listing, searched, tagged
from beliefs.spec.features.resources import Parent, Resource
from beliefs.spec.notation import write
from beliefs.spec.types import Field, Type

_TAGS = Type("list", item=Type("string"))
NOTE = Entity(
    "Note",
    "notes",
    (
        Field("title", Type("string"), unique=True),
        Field("tags", _TAGS, required=False, default="[]"),
    ),
)
NOTES = Resource(NOTE, "/notes")


def test_crud_has_the_operations_of_the_house_in_order():
    ways = [(each.method, each.path) for each in crud(NOTES)]
    assert ways == [
        ("POST", "/notes"),
        ("GET", "/notes"),
        ("GET", "/notes/{id}"),
        ("PUT", "/notes/{id}"),
        ("PATCH", "/notes/{id}"),
        ("DELETE", "/notes/{id}"),
    ]
    assert len(ALL) == len(ways)


def test_a_unique_value_is_free_or_a_conflict_and_free_for_its_own_row():
    create, _, _, replace, change, _ = crud(NOTES)
    taken = 'else conflict "A note with this title already exists"'
    assert f"guard count(Note[where .title = input.title]) = 0 {taken}" in write(create.effect)
    own = "count(Note[where .title = input.title and .id != note.id]) = 0"
    assert f"guard {own} {taken}" in write(replace.effect)
    assert f"guard input.title = null or {own} {taken}" in write(change.effect)


def test_a_nested_row_is_made_within_its_parent():
    board = Entity("Board", "boards", ())
    nested = Resource(NOTE, "/boards/{id}/notes", parent=Parent(board, "id", "board_id"))
    (made,) = crud(nested, ("create",))
    assert write(made.effect).split("\n")[:2] == [
        "let board = first(Board[where .id = input.id])",
        'guard board != null else absent "Board not found"',
    ]


@pytest.mark.parametrize(
    ("wants", "rows"),
    [
        (Listing((tagged("tags"),)), "Note[where input.tag = null or input.tag in .tags]"),
        (
            Listing((searched(NOTE.fields[:1], required=True),), order=(".title down",)),
            "Note[where contains(.title, input.q), by .title down]",
        ),
    ],
)
def test_lists_are_narrowed_and_sorted(wants, rows):
    assert write(listing(NOTES, wants).effect) == f"answer 200 {rows}"


def test_pages_are_cut_from_what_was_found_and_say_how_much_that_is():
    paging = Paging("page", "per_page", "page", envelope="items")
    cut = "found[skip (input.page - 1) * input.per_page, limit input.per_page]"
    counts = "total: count(found), page: input.page, per_page: input.per_page"
    lines = write(listing(NOTES, Listing(paging=paging)).effect).split("\n")
    assert lines == ["let found = Note", f"answer 200 {{items: {cut}, {counts}}}"]


def test_private_rows_are_unseen_by_others_and_public_ones_only_not_theirs_to_change():
    show = crud(owned(NOTES), ("show",))[0]
    assert "first(Note[where .id = input.id and .owner_id = me.id])" in write(show.effect)
    remove = crud(owned(NOTES, private=False), ("remove",))[0]
    assert "guard note.owner_id = me.id else forbidden" in write(remove.effect)


def test_other_features_write_what_they_promise():
    link = links.link()
    assert "answer 307 headers {Location: link.url}" in write(links.follow(link, "/{code}").effect)
    done = actions.transition(NOTES, "/notes/{id}/close", "close", (("status", '"closed"'),))
    assert 'patch Note note {status: "closed"}' in write(done.effect)
    assert "any_of(Note)" in write(figures.random(NOTES, "/random").effect)
    assert "answer 201 note" in write(keep(NOTES).effect)
    assert "place" in write(ordering.reorder(NOTES, "/notes/{id}/move").effect)
    task = queues.task_of("Task", "tasks", (Field("duration", Type("number")),))
    assert "range(count(Task" in "\n".join(queues.passed(task))


def test_a_row_gives_its_secret_out_once_and_is_changed_by_who_shows_it():
    create, _, _, _, change, _ = crud(NOTES)
    made = write(row_keys.given_out(create, NOTE, "edit_key").effect).split("\n")
    assert made[-2].endswith("edit_key: token(32)} as note")
    assert made[-1] == "answer 201 merge(note, {edit_key: note.edit_key})"
    guarded = row_keys.guarded(change, "Note", "edit_key")
    assert write(guarded.effect).split("\n")[2] == (
        "guard same_secret(me.token, note.edit_key) else forbidden"
    )
    assert guarded.needs == "caller"
