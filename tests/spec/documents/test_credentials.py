"""What a document says of who may ask: no word of it is lost, whatever of it can be built."""

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import expression
from beliefs.spec.service import Spec


def read(text: str) -> Spec:
    return read_sources((Source("api.md", text),))


def blocking(text: str) -> list[str]:
    return [each.why for each in read(text).unknowns if each.rank == "blocking"]


ROOMS = """# Rooms

## Office

For the office, protected by the header `X-Office-Key` (value from env `OFFICE_KEY`, `desk` if
unset), otherwise `401`.

    POST /rooms   {"name": "blue", "seats": 4}   201
    DELETE /rooms/{id}   204

- `name` is required and unique (`409`). `seats` is an integer from 1 to 20 and 2 when left out.

## Everybody

    GET /rooms
"""


def test_one_section_is_for_whoever_has_the_key():
    spec = read(ROOMS)
    needs = {(each.method, each.path): each.needs for each in spec.operations}
    assert (needs["POST", "/rooms"], needs["DELETE", "/rooms/{id}"]) == ("caller", "caller")
    assert needs["GET", "/rooms"] == ""
    assert spec.identity is not None
    who = expression(spec.identity.who)
    assert '"OFFICE_KEY"' in who
    assert '"desk"' in who
    assert all(each.code != "OFFICE_KEY" for each in spec.failures.stated)


def test_each_sentence_of_a_bullet_is_about_its_own_field():
    made = next(each for each in read(ROOMS).operations if each.method == "POST")
    name, seats = made.inputs
    assert (name.type.kind, name.required) == ("string", True)
    assert (seats.type.minimum, seats.type.maximum, seats.default) == (1, 20, "2")


def test_a_second_credential_is_in_the_way():
    both = ROOMS.replace(
        "    GET /rooms", "Guests show `Authorization: Bearer <token>`.\n\n    GET /rooms"
    )
    (why,) = blocking(both)
    assert why.startswith("nothing gives out what callers would have to show")


def test_a_credential_that_nobody_must_show_is_in_the_way():
    silent = ROOMS.replace("protected by the header", "there is a header")
    assert blocking(silent) == ["nothing says which routes are for whom"]
