"""What documents state of failures, orders and spellings is what the Spec says."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

NOTES = "# Notes\n\n- `POST /notes` {title} → 201\n- `GET /notes/{id}` → 200\n"


def read(text: str) -> Spec:
    return read_sources((Source("api.md", NOTES + text),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_two_failures_of_one_status_have_codes_of_their_own():
    spec = read(
        "\n## DELETE /notes/{id}\n409 `LOCKED` when the note is locked.\n\n## PUT /notes/{id}\n"
        'Body: `{"title": "x", "locked": false}`. 409 `TAKEN` if the title exists already.\n\n'
        '## Errors\n\n`{"code": "X", "message": "..."}`; unknown note: 404 `GONE_FISHING`.\n'
    )
    by = {(each.method, fail.code) for each in spec.operations for fail in each.failures}
    assert spec.failures.of("absent").code == "GONE_FISHING"
    assert spec.failures.body == '{"code": "{code}", "message": "{message}"}'
    codes = {code for _, code in by} | {each.code for each in spec.failures.stated}
    assert {"LOCKED", "TAKEN"} <= codes


def test_the_message_of_an_example_is_kept_to_the_letter():
    spec = read('\nUnknown note: 404 with `{"error": "no such note"}`.\n')
    assert 'absent "no such note"' in written(spec, "GET", "/notes/{id}")


def test_a_list_is_in_the_order_that_is_said():
    spec = read("\n## GET /notes\nAll notes, sorted by title (descending).\n")
    assert "by .title down" in written(spec, "GET", "/notes")


def test_words_spell_a_pattern():
    spec = read("\n## POST /codes\n- `code`: string, required, 3-8 uppercase letters\n")
    create = next(each for each in spec.operations if each.path == "/codes")
    assert create.inputs[0].type.pattern == "^[A-Z]{3,8}$"


def test_verbs_are_read_as_things_and_stay_where_they_are():
    text = (
        '# Surveys\n\n### POST /createSurvey\nBody: `{"title": "x"}` → 201 '
        '`{"id": 1, "title": "x"}`\n\n### GET /getSurvey?id=1\n→ 200, 404\n\n'
        '### POST /deleteSurvey\nBody: `{"id": 1}` → 204\n'
    )
    spec = read_sources((Source("api.md", text),))
    assert [each.path for each in spec.operations] == [
        "/createSurvey",
        "/getSurvey",
        "/deleteSurvey",
    ]
    get, delete = spec.operations[1:]
    assert [(each.name, each.place) for each in get.inputs] == [("id", "query")]
    assert [(each.name, each.place) for each in delete.inputs] == [("id", "json")]
    assert "delete Survey" in notation.write(delete.effect)


def test_names_with_hyphens_are_names_and_no_subtraction():
    spec = read(
        '\n## POST /trees\nBody: `{"tree-no": "T-1", "kind": "oak"}` → 201. 409 if the tree-no '
        "exists.\n\n## GET /trees/{tree-no}\n→ 200, 404\n"
    )
    found = [notation.write(each.effect) for each in spec.operations if "/trees" in each.path]
    assert any('at(row, "tree-no") = input.tree_no' in each for each in found)
    assert not any("tree - no" in each for each in found)
