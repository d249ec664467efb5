"""Roles in descriptions: who gets which, whom a route is for, who sees what others own."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_CLINIC = """# Clinic requests

## Accounts

1.1 `POST /auth/register` takes `{"email", "password", "name"}` and answers `201` with
`{"id", "email", "name", "role"}`. The password (10 characters or more) is never shown.
1.2 The first account is an `admin`. All others are a `patient`.
1.3 `POST /auth/login` takes `{"email", "password"}` and answers `200 {"token": "<jwt>"}`.
1.4 All other endpoints need `Authorization: Bearer <jwt>`, otherwise `401`.
1.5 `PUT /users/{id}/role` with `{"role": "patient" | "nurse" | "admin"}`: admins only.

## Requests

2.1 `POST /requests` with `{"subject", "minutes"}` files a request. `subject` has 3 to 80
characters, `minutes` is 15 or 30. Answer: `201` with `id`, both fields, `patient_id`,
and `status` = `filed`.
2.2 `GET /requests`: patients see their own requests, nurses and admins see all.
2.3 `POST /requests/{id}/cancel`: its patient only; from `filed` or `confirmed` to `cancelled`,
otherwise `409`.
2.4 `POST /requests/{id}/confirm`: nurses and admins only (`403`); only from `filed` (`409`).
2.5 `PUT /requests/{id}/rating` with `{"points": 1..10}`: nurses and admins (`403` for patients).
2.6 `GET /requests/best`: admins only. List of `{"id", "subject", "ratings", "average"}` of the
filed requests that have at least one rating, best average first.
"""


def _effects() -> dict[str, str]:
    spec = read_sources((Source("clinic.md", _CLINIC),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_the_first_account_has_another_role_than_those_that_come_later() -> None:
    made = _effects()["POST /auth/register"]
    assert 'role: if(count(User) = 0, "admin", "patient")' in made
    assert "let user = first(User[where .id = input.id])" in _effects()["PUT /users/{id}/role"]


def test_a_route_is_for_one_role_for_several_or_for_whom_a_row_belongs_to() -> None:
    effects = _effects()
    assert 'guard me.role = "admin"' in effects["PUT /users/{id}/role"]
    assert 'guard me.role in ["nurse", "admin"]' in effects["POST /requests/{id}/confirm"]
    cancelled = effects["POST /requests/{id}/cancel"]
    assert "me.role =" not in cancelled
    assert "guard request.patient_id = me.id else forbidden" in cancelled
    assert 'request.status = "filed" or request.status = "confirmed"' in cancelled


def test_some_roles_see_what_others_own() -> None:
    seen = 'me.role in ["nurse", "admin"] or .patient_id = me.id'
    assert seen in _effects()["GET /requests"]


def test_everybody_rates_once_and_again_in_its_place() -> None:
    effects = _effects()
    rated = effects["PUT /requests/{id}/rating"]
    assert "patch Rating rating {points: input.points}" in rated
    assert "[where .ratings > 0, by .average down]" in effects["GET /requests/best"]


def test_numbers_are_one_of_those_that_are_listed() -> None:
    assert "guard input.minutes in [15, 30] else" in _effects()["POST /requests"]
