"""Numbered places: the lowest free one goes to a new row, and deeds free it again."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

_LOCKERS = """Locker room API. There are 12 lockers.
POST /rentals {"member": "Bo", "kind": "day"} -> 201 {"code": "07", "member": "Bo", "kind": "day",
"locker": 1, "state": "active"} where code is a unique string of 2 digits, kind is day or night,
locker is the lowest free one, 503 if all lockers are taken.
POST /rentals/{code}/end sets state to "ended" and releases the locker, 409 if it has ended already.
GET /rentals/{code}.
GET /rentals lists the active ones, by locker.
GET /rentals/available -> {"available": 11, "taken": 1}."""


def _read(text: str) -> Spec:
    return read_sources((Source("goal", text, "sentences"),), lambda told: understand(told).spec)


def _effects(spec: Spec) -> dict[str, str]:
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_the_lowest_free_place_is_given_or_refused() -> None:
    spec = _read(_LOCKERS)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    made = _effects(spec)["POST /rentals"]
    assert 'each(one in Rental[where .state != "ended"]: one.locker)' in made
    assert "range(12)" in made
    assert [each.status for each in spec.operations[0].failures] == [503]


def test_figures_of_places_are_worked_out() -> None:
    held = 'count(Rental[where .state != "ended"])'
    told = _effects(_read(_LOCKERS))["GET /rentals/available"]
    assert told == f"answer 200 {{available: 12 - {held}, taken: {held}}}"


def test_a_key_of_digits_is_counted() -> None:
    made = _effects(_read(_LOCKERS))["POST /rentals"]
    assert 'code: replace("#" + text(100 + counted), "#1", "")' in made


def test_lists_keep_to_the_state_that_words_name() -> None:
    told = _effects(_read(_LOCKERS))["GET /rentals"]
    assert told == 'answer 200 Rental[where .state = "active", by .locker]'


def test_choices_without_quotes_are_choices() -> None:
    kind = _read(_LOCKERS).entities[0].field("kind")
    assert kind is not None
    assert kind.type.choices == ("day", "night")
