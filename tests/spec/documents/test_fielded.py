"""Documents whose sentences tell what requests bring, who may ask, and what lists show."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

LOCKER = """
openapi: 3.1.0
info:
  title: Lockers
  version: "1"
  description: |
    People join with POST /register and the JSON fields `email` and `password`. `email` is 5 to 60
    characters long, `password` at least 8. The answer is 201 and `{"email": ...}`. When the email
    is taken the answer is 409. POST /login takes the same fields and gives 200 with
    `{"token": ...}`; a wrong email or password gives 401.

    Every other request needs the header `Authorization: Bearer <token>`, otherwise it is 401.

    PUT /notes/{label} with `{"text": "..."}` keeps a note of whoever asks. It answers
    `{"label": ..., "text": ...}` with 201 when the label is new and with 200 otherwise. `text` is a
    string of at most 200 characters. GET /notes/{label} answers the same object, or 404. GET /notes
    answers with a list of the labels, in alphabetical order.
paths:
  /register: {post: {responses: {"201": {description: see above}}}}
  /login: {post: {responses: {"200": {description: see above}}}}
  /notes: {get: {responses: {"200": {description: see above}}}}
  /notes/{label}:
    put: {responses: {"200": {description: see above}, "201": {description: see above}}}
    get: {responses: {"200": {description: see above}}}
"""


def test_a_description_tells_bodies_and_who_may_ask():
    spec = read_sources((Source("lockers.yaml", LOCKER, "openapi"),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    told = {f"{each.method} {each.path}": each for each in spec.operations}
    for path in ("POST /register", "POST /login"):
        email, password = told[path].inputs
        assert (email.type.min_length, email.type.max_length) == (5, 60)
        assert (password.name, password.type.min_length) == ("password", 8)
        assert not told[path].needs
    put = told["PUT /notes/{label}"]
    text = next(each for each in put.inputs if each.name == "text")
    assert (text.place, text.required, text.type.max_length) == ("json", True, 200)
    assert put.needs == told["GET /notes"].needs == told["GET /notes/{label}"].needs == "caller"


def test_names_are_ones_own_and_a_list_shows_them_alone():
    spec = read_sources((Source("lockers.yaml", LOCKER, "openapi"),))
    effects = {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }
    note = next(each for each in spec.entities if each.name == "Note")
    assert note.key.style == "integer"
    assert ".label = input.label and .user_id = me.id" in effects["PUT /notes/{label}"]
    listed = "each(note in Note[where .user_id = me.id, by .label]: note.label)"
    assert effects["GET /notes"].strip() == f"answer 200 {listed}"
    assert "answer 200 {label: note.label, text: note.text}" in effects["GET /notes/{label}"]


def test_a_sentence_says_the_one_field_that_a_thing_has():
    told = (
        "# Notes\n\nA note has `title` (string, required).\n\n- `POST /notes` → 201 with the note\n"
    )
    spec = read_sources((Source("goal.md", told),))
    assert [each.name for each in spec.entities[0].fields] == ["title"]
    assert [(each.name, each.required) for each in spec.operations[0].inputs] == [("title", True)]
