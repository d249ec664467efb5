"""Sentences about who may ask, how often, and how, and what they come to."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.notation import write
from beliefs.spec.operations import Operation
from beliefs.spec.service import Rate, Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand


def _spec(goal: str) -> Spec:
    spec = understand(goal).spec
    assert spec.unknowns == ()
    assert faults(spec) == []
    return spec


def _operation(spec: Spec, method: str, path: str) -> Operation:
    return next(each for each in spec.operations if (each.method, each.path) == (method, path))


@pytest.mark.parametrize(
    ("said", "place", "name", "variable"),
    [
        (
            "Requests need the header X-API-Key equal to the environment variable API_KEY",
            "header",
            "X-API-Key",
            "API_KEY",
        ),
        (
            "API key in the query parameter api_key, from the environment variable NOTES_KEY",
            "query",
            "api_key",
            "NOTES_KEY",
        ),
        (
            "Bearer token auth: the token is the environment variable TOKEN",
            "bearer",
            "Authorization",
            "TOKEN",
        ),
    ],
)
def test_a_key_from_the_environment_lets_in(said, place, name, variable):
    spec = _spec(f'A notes API. {said}, else 401 {{"error": "invalid api key"}}.')
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == (place, name)
    assert f'env("{variable}")' in notation.expression(spec.identity.who)
    assert spec.failures.of("unauthenticated").message == "invalid api key"
    open_ = [each.path for each in spec.operations if not each.needs]
    assert open_ == []


def test_tokens_are_renewed_as_long_as_is_said():
    spec = _spec(
        "A notes API: register, POST /auth/login returns access_token (15 minutes) and "
        "refresh_token (7 days); POST /auth/refresh rotates the refresh token. "
        "Each user sees only their own notes."
    )
    login = notation.write(_operation(spec, "POST", "/auth/login").effect)
    renew = notation.write(_operation(spec, "POST", "/auth/refresh").effect)
    assert "sign({user_id: user.id, login: login}, 900)" in login
    assert "refresh_token: renewal.token" in login
    assert "later(now(), 604800)" in renew
    assert "delete Renewal where .token = renewal.token" in renew


def test_a_session_is_a_cookie_that_logging_out_takes_away():
    spec = _spec("A todo API with Flask where login sets a session cookie and logout clears it.")
    assert spec.identity is not None
    assert spec.identity.place == "cookie"
    assert "HttpOnly" in notation.write(_operation(spec, "POST", "/login").effect)
    assert "Max-Age=0" in notation.write(_operation(spec, "POST", "/logout").effect)


def test_only_admins_and_everybody():
    spec = _spec(
        "A product API with JWT login: everybody can read products, only admins can delete."
    )
    assert not _operation(spec, "GET", "/products").needs
    delete = notation.write(_operation(spec, "DELETE", "/products/{id}").effect)
    assert delete.startswith('guard me.role = "admin" else forbidden')


def test_other_peoples_rows_are_forbidden_where_that_is_said():
    spec = _spec("A notes API with login; other people's notes are 403.")
    shown = notation.write(_operation(spec, "GET", "/notes/{id}").effect)
    assert "guard note.owner_id = me.id else forbidden" in shown


def test_members_share():
    spec = _spec(
        "A task board API with JWT auth: boards are shared, members only. "
        "POST /boards/{id}/members adds a member by email."
    )
    added = _operation(spec, "POST", "/boards/{id}/members")
    assert [each.name for each in added.inputs] == ["id", "email"]
    assert "BoardMember" in notation.write(_operation(spec, "GET", "/boards").effect)


@pytest.mark.parametrize(
    ("said", "rate"),
    [
        ("at most 5 requests a minute per client, then 429", Rate(5, 60)),
        ("Rate limit 100 requests per hour per IP", Rate(100, 3600)),
    ],
)
def test_rates(said, rate):
    assert _spec(f"A bookmark API, {said}.").rates == (rate,)


def test_bodies_have_a_largest_size():
    spec = _spec("A notes API: request bodies larger than 10 KB are refused with 413.")
    assert spec.largest == 10 * 1024


def test_changes_need_the_tag_that_was_seen():
    spec = _spec("A notes API. PUT needs If-Match with the ETag: 428 without, 412 if stale.")
    put = notation.write(_operation(spec, "PUT", "/notes/{id}").effect)
    assert "else precondition_required" in put
    assert "tagged(input.if_match, etag(note)) else precondition" in put
    assert "if_match" not in notation.write(_operation(spec, "DELETE", "/notes/{id}").effect)


def test_where_a_row_is_which_methods_there_are_and_who_else_may_ask():
    spec = _spec(
        "A notes API: CRUD. GET /notes/{id} sends an ETag and answers 304 to If-None-Match. "
        'POST answers 201 with a Location header. CORS for "https://app.example". '
        "OPTIONS /notes lists the allowed methods. HEAD /notes/{id} too."
    )
    assert "answer 304" in notation.write(_operation(spec, "GET", "/notes/{id}").effect)
    assert "Location" in notation.write(_operation(spec, "POST", "/notes").effect)
    options = notation.write(_operation(spec, "OPTIONS", "/notes").effect)
    assert "GET, HEAD, OPTIONS, POST" in options
    assert spec.origins == ("https://app.example",)


def test_paths_end_as_they_are_written():
    spec = _spec("A notes API: POST /notes/, GET /notes/, GET /notes/{id}/.")
    assert not {"/notes", "/notes/{id}"} & {
        each.path for each in spec.operations if each.method in {"GET", "POST"}
    }


def test_failures_say_what_the_goal_says():
    spec = _spec(
        'A notes API: invalid input gives 400 {"error": "bad input"}, '
        'unknown notes give 404 {"error": "no such note"}.'
    )
    assert spec.failures.body == '{"error": "{message}"}'
    told = {way: spec.failures.of(way) for way in ("missing", "absent")}
    assert (told["missing"].status, told["missing"].message) == (400, "bad input")
    assert told["absent"].message == "no such note"


@pytest.mark.parametrize(
    ("said", "short", "long"),
    [
        ("access tokens valid for 15 minutes and refresh tokens valid for 7 days", 900, 604800),
        ("refresh tokens live for 14 days, access tokens for 5 minutes", 300, 1209600),
    ],
)
def test_each_token_lives_as_long_as_is_said_of_it(said, short, long):
    goal = f"Songs API with JWT login: {said}. Songs have a title. The signing key is read from "
    spec = understand(f"{goal} the env variable SONGS_KEY.").spec
    login = str(write(next(each.effect for each in spec.operations if each.name == "login")))
    assert f"sign({{user_id: user.id, login: login}}, {short})" in login
    assert f"later(now(), {long})" in login
    assert (spec.secret, spec.unknowns) == ("SONGS_KEY", ())


@pytest.mark.parametrize(
    ("said", "place", "name"),
    [
        ("with opaque tokens in the query parameter ticket", "query", "ticket"),
        (". Tokens are opaque and sent in the header X-Session", "header", "X-Session"),
    ],
)
def test_opaque_tokens_are_kept_and_shown_where_the_goal_says(said, place, name):
    spec = understand(f"Register and login API for songs with title {said}.").spec
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name, spec.secret) == (place, name, "")
    assert [each.plural for each in spec.entities] == ["songs", "users", "sessions"]
    assert spec.unknowns == ()


def test_people_log_in_with_what_is_said():
    spec = _spec(
        "A cellar API: register and login with username and password. Bottles have a name."
    )
    assert [each.name for each in _operation(spec, "POST", "/login").inputs] == [
        "username",
        "password",
    ]


def test_a_cookie_is_called_as_said():
    spec = _spec("A todo API with login, cookie session named todo_sid and logout.")
    assert spec.identity is not None
    assert (spec.identity.place, spec.identity.name) == ("cookie", "todo_sid")
    assert "todo_sid=; Max-Age=0" in notation.write(_operation(spec, "POST", "/logout").effect)


def test_admins_do_to_what_is_anybodys_only_what_is_said():
    spec = understand(
        "Blog API with JWT login: anyone can read posts, only the author may edit or delete their "
        "post, admins may delete any post."
    ).spec
    role = 'me.role = "admin"'
    assert role in notation.write(_operation(spec, "DELETE", "/posts/{id}").effect)
    assert role not in notation.write(_operation(spec, "PUT", "/posts/{id}").effect)


def test_two_kinds_of_accounts_are_not_made_one():
    spec = understand(
        "Market API: POST /buyers/signup and POST /sellers/signup with email and password, POST "
        "/buyers/login and POST /sellers/login return a token. Sellers POST /products {name}."
    ).spec
    assert "POST /sellers/login" in {
        each.words for each in spec.unknowns if each.rank == "blocking"
    }
