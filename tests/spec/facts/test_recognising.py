"""One fact in many people's words is one fact, and what only looks like one is none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from beliefs.spec.entities import Entity
from beliefs.spec.facts.recognising import fact_of, facts_in
from beliefs.spec.facts.telling import Fact
from beliefs.spec.facts.terms import Names, names_of
from beliefs.spec.service import Spec
from beliefs.spec.types import Field, Type

# Each line: a fact, a colon, somebody's words for it. The first line of a fact is the plainest.
WORDINGS = (Path(__file__).parent / "wordings.txt").read_text("utf-8").splitlines()
BOOKS = Entity(
    "Book",
    "books",
    (
        *(Field(name, Type("string")) for name in ("title", "author", "isbn", "genre")),
        Field("year", Type("integer")),
        Field("price", Type("number")),
    ),
)


@cache
def _names() -> Names:
    return names_of(Spec("books", "Books", "", (BOOKS,)))


def _told(says: str) -> tuple[Fact, ...]:
    """The facts of a sentence, but for what is mere wording."""
    return tuple(_plain(each) for each in facts_in(says, _names()))


def _plain(fact: Fact) -> Fact:
    if fact.kind == "required" and set(fact.texts[1:]) == {
        "author",
        "isbn",
        "genre",
        "year",
        "price",
    }:
        fact = replace(fact, texts=("rest",))
    asked = fact.asked if fact.kind in {"paging", "between", "search"} else ()
    texts = () if fact.kind == "filter" else tuple(sorted(fact.texts))
    return replace(fact, entity="", asked=asked, texts=texts, fields=tuple(sorted(fact.fields)))


@cache
def _plainest() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in WORDINGS:
        fact, _, says = line.partition(": ")
        found.setdefault(fact, says)
    return found


def test_a_fact_is_the_same_in_all_words():
    others = []
    for line in WORDINGS:
        fact, _, says = line.partition(": ")
        wanted = _told(_plainest()[fact])
        assert wanted, fact
        if _told(says) != wanted:
            others.append(line)
    assert others == []


@pytest.mark.parametrize(
    "says",
    [
        "The isbn need not be unique.",
        "An isbn is unique per author, else 409.",
        "The year must be at least 1450 unless the genre is poetry.",
        "Years between 1 and 1450 are refused.",
        "The list is sorted by title or by year.",
        "The list is sorted by title for librarians.",
        "Titles with more than 120 characters are shortened.",
        "A bad title or a bad author is a 400.",
        "The genre defaults to the genre of the author.",
        "Leave out the price and the year.",
        "Invalid isbns are a 400.",
        "A book that was deleted is a 404.",
        "GET /books?title=x finds all books whose title starts with it.",
        "Books are kept in memory.",
        "The price is optional for admins.",
        "The newest book wins.",
    ],
)
def test_what_says_more_is_no_plain_fact(says):
    assert facts_in(says, _names()) == ()


@pytest.mark.parametrize(
    ("says", "kinds"),
    [
        ("The isbn must be unique, and the price must be greater than 0.", ["unique", "bounds"]),
        ('All errors look like {"error": "…"}, 400 for wrong input.', ["error_body", "invalid"]),
    ],
)
def test_two_facts_in_one_sentence(says, kinds):
    assert [each.kind for each in facts_in(says, _names())] == kinds


@pytest.mark.parametrize(
    ("field", "clause", "kind"),
    [
        ("price", "must be positive", "bounds"),
        ("year", "not before 1450", "bounds"),
        ("title", "up to 50 characters", "length"),
        ("genre", "one of novel, poetry, science", "choices"),
        ("genre", 'defaults to "novel"', "default"),
        ("isbn", "unique", "unique"),
        ("price", "optional", "optional"),
    ],
)
def test_a_clause_at_the_name_of_a_field_is_about_it(field, clause, kind):
    fact = fact_of(field, clause, _names())
    assert fact is not None
    assert (fact.kind, fact.fields) == (kind, (field,))


def test_choices_are_spelled_as_they_stand():
    fact = fact_of("genre", "Possible values: S, M, XL", _names())
    assert fact is not None
    assert fact.texts == ("S", "M", "XL")


@pytest.mark.parametrize(
    ("says", "least"),
    [
        ("Empty title → 400.", 1),
        ("400 for an empty title", 1),
        ("The title must not be empty (400).", 1),
        ("The title must have at least 3 characters, otherwise 400.", 3),
    ],
)
def test_a_status_is_for_what_does_not_fit(says, least):
    [fact] = facts_in(says, _names())
    assert (fact.bounds.least, fact.bounds.most) == (least, None)
