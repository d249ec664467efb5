"""Descriptions in Markdown as many people write them are read wholly, and answer as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec.brief.layout import blocks
from beliefs.spec.brief.reading import read
from beliefs.spec.refusing import refusing
from tests.spec.brief.asking import family, unmet

_HERE = Path(__file__).parent
DOCUMENTS = {
    each.stem: family(each.read_text("utf-8")) for each in (_HERE / "documents").glob("*.txt")
}
EACH = sorted(f"{name}/{at}" for name, told in DOCUMENTS.items() for at in range(len(told.goals)))


@pytest.mark.parametrize("document", EACH)
def test_a_document_is_read_wholly_and_answers_as_it_says(document: str) -> None:
    name, _, at = document.partition("/")
    text, talk = DOCUMENTS[name].goals[int(at)], DOCUMENTS[name].talks[int(at)]

    spec = read(text, "api.md", "markdown")

    assert [x.words for x in spec.unknowns if x.rank != "narrative"] == []
    assert not unmet(spec, talk)


def test_lines_in_bold_are_headings_and_rules_are_nothing() -> None:
    told = blocks("Title\n=====\n\n---\n\n**Fields:**\n\n- one\n\n***\n\n__Notes__\n")
    assert [(each.sort, each.text) for each in told] == [
        ("heading", "Title"),
        ("heading", "Fields"),
        ("item", "one"),
        ("heading", "Notes"),
    ]


def test_what_is_unique_among_some_only_is_listed_where_nobody_knows_which() -> None:
    text = (
        '# Tags\n\n`POST /tags`\n\nBody: `{"name": "string (required, unique among tags whose '
        'owner is asleep)"}`\n\n`GET /tags` lists all.\n'
    )
    spec = read(text, "api.md", "markdown")
    assert any("asleep" in each.words for each in spec.unknowns if each.rank == "material")


def test_a_description_that_is_read_wholly_goes_before_one_that_passes_words_over() -> None:
    text, talk = DOCUMENTS["notes_table"].goals[0], DOCUMENTS["notes_table"].talks[0]
    spec = grasped(wanted([("api.md", text, "markdown")])).spec
    assert not unmet(spec, talk)


def test_what_may_come_later_is_no_request_and_told_as_such() -> None:
    text = (
        "# Tags\n\n- `POST /tags` {name} → 201\n- `GET /tags`\n\n## Future work\n\n"
        "`DELETE /tags/{id}` must need an admin token.\n"
    )
    spec = read(text, "api.md", "markdown")
    assert [(each.method, each.path) for each in spec.operations] == [
        ("POST", "/tags"),
        ("GET", "/tags"),
    ]
    assert [(each.rank, each.words) for each in spec.unknowns] == [
        ("narrative", "`DELETE /tags/{id}` must need an admin token.")
    ]


def test_failures_of_all_leave_those_of_one_request_their_codes_and_words() -> None:
    for name in ("verb_calls", "event_wire"):
        text, talk = DOCUMENTS[name].goals[0], DOCUMENTS[name].talks[0]
        spec = refusing(read(text, "api.md", "markdown"), [("api.md", text, "markdown")])
        assert not unmet(spec, talk)


def test_a_rule_is_not_held_to_since_another_one_answers_with_its_status() -> None:
    text = (_HERE / "rooms.md").read_text("utf-8")
    spec = refusing(read(text, "api.md", "markdown"), [("api.md", text, "markdown")])
    assert any("overlaps" in x.words for x in spec.unknowns if x.rank != "narrative")
