"""Documents about people: who asks by a header, codes for passwords, tokens among values."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

TASKS = """# Tasks

Every request has the header `X-User-Id` with the id of the user. Without it the answer is 401.

## POST /users
`{ "name": string }` → 201 `{ "id": int, "name": string }`

## POST /tasks
`{ "title": string, "from": string, "to": string }` → 201 `{ "id": int, "title": string,
"from": string, "to": string, "owner_id": int }`. 400 if from and to are the same.

## GET /tasks
The caller's own tasks.
"""

RESET = """# Accounts

## POST /accounts
`{ "email": string, "password": string }` → 201 `{ "id": int, "email": string }`

## POST /forgot
`{ "email": string }` → 202. Makes a one-time code of 8 characters that expires after one hour.

## POST /reset
`{ "code": string, "password": string }` → 204. 404 for an unknown code, 410 if it was used or
has expired.
"""


def read(text: str) -> tuple[Spec, dict[str, str]]:
    spec = read_sources((Source("people.md", text),))
    effects = {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }
    return spec, effects


def test_whoever_names_themselves_by_a_key_owns_what_they_make():
    spec, effects = read(TASKS)
    assert "x_user_id" not in effects["POST /users"]
    assert "owner_id: me.id" in effects["POST /tasks"]
    assert "guard me != null else unauthenticated" in effects["POST /tasks"]
    assert "Task[where .owner_id = me.id]" in effects["GET /tasks"]
    assert spec.identity is None


def test_two_values_that_must_differ_are_told_apart():
    _, effects = read(TASKS)
    assert "guard input.from != input.to else refused" in effects["POST /tasks"]


def test_a_code_that_nobody_is_shown_is_made_all_the_same():
    _, effects = read(RESET)
    assert "code: code(8)" in effects["POST /forgot"]
    assert "later(now(), 3600)" in effects["POST /forgot"]
    assert effects["POST /forgot"].splitlines()[-1] == "answer 202"
    assert "guard reset != null else absent" in effects["POST /reset"]
    assert "reset.expires_at > now() else gone" in effects["POST /reset"]


def test_a_name_in_the_path_that_nothing_looks_at_is_no_service():
    spec, _ = read('# Odd\n\n## GET /rooms/{room}/health\n`{ "status": string }`\n')
    assert [each.rank for each in spec.unknowns] == ["blocking"]
