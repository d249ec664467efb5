"""What a goal says that all requests of a kind answer, wherever they are."""

from __future__ import annotations

import pytest

from beliefs.build.wanted import grasped
from beliefs.spec import notation
from beliefs.spec.service import Spec


def _read(text: str, kind: str = "sentences") -> Spec:
    name = "goal" if kind == "sentences" else "api.md"
    return grasped({"sources": [[name, text, kind]], "told": {}, "answers": {}}).spec


def _answer(spec: Spec, method: str, path: str) -> str:
    made = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(made.effect).split("\n")[-1].strip()


def _open(spec: Spec) -> list[str]:
    return [each.words for each in spec.unknowns if each.rank != "narrative"]


@pytest.mark.parametrize(
    ("said", "way", "answer"),
    [
        (
            'Create answers 200 with {"ok": true, "pet": <the pet>}.',
            "POST /pets",
            "answer 200 {ok: true, pet: pet}",
        ),
        ("All creates return 200.", "POST /pets", "answer 200 pet"),
        ("Creating returns 200 and the new id.", "POST /pets", "answer 200 {id: pet.id}"),
        ('Creation responds with {"id": ...}.', "POST /pets", "answer 201 {id: pet.id}"),
        ("Updates answer 204 without a body.", "PATCH /pets/{id}", "answer 204"),
        ("Updates return the updated pet with status 202.", "PUT /pets/{id}", "answer 202 pet"),
        (
            'Deletes answer 200 with {"message": "gone"}.',
            "DELETE /pets/{id}",
            'answer 200 {message: "gone"}',
        ),
        ("After deleting return 200 and the deleted pet.", "DELETE /pets/{id}", "answer 200 pet"),
        (
            'Listing answers {"pets": [...], "total": <count>}.',
            "GET /pets",
            "answer 200 {pets: Pet, total: count(Pet)}",
        ),
    ],
)
def test_a_sentence_about_a_kind_of_request_holds_for_all_of_them(said, way, answer):
    spec = _read(f"CRUD for pets with name and species. {said}")
    assert _answer(spec, *way.split(" ")) == answer
    assert _open(spec) == []
    assert {each.name for each in spec.entities[0].fields} == {"name", "species"}


def test_bullets_say_it_too_and_what_is_said_of_one_route_goes_first():
    spec = _read(
        """# Cars

A car has a plate and a color.

- POST /cars
- PATCH /cars/{id}
- DELETE /cars/{id} answers 202

POST returns 200 and the new id. PATCH answers 204. DELETE answers 200 with `{"gone": true}`.
""",
        "markdown",
    )
    assert _answer(spec, "POST", "/cars") == "answer 200 {id: car.id}"
    assert _answer(spec, "PATCH", "/cars/{id}") == "answer 204"
    assert _answer(spec, "DELETE", "/cars/{id}") == "answer 202 car"
    assert any('{"gone": true}' in "".join(each.instead) for each in spec.assumptions)


def test_words_beside_a_route_are_about_that_route_alone():
    spec = _read(
        """# Two

A note has a text. An order has a total (number).

- `POST /notes`: create → 201
- `POST /orders`: create → 202
""",
        "markdown",
    )
    assert _answer(spec, "POST", "/notes") == "answer 201 note"
    assert _answer(spec, "POST", "/orders") == "answer 202 order"


def test_what_no_row_tells_is_listed():
    spec = _read('CRUD for pets with name and species. Create answers {"mood": <how it feels>}.')
    assert _answer(spec, "POST", "/pets") == "answer 201 pet"
    assert _open(spec) == ['Create answers {"mood": <how it feels>}']
