"""Polls in several styles: a choice that may be changed, who may end them, and how they stand."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

FILMS = """
openapi: 3.0.0
info: {title: which film, version: "1", description: "Whatever is wrong in a request is 422,
  errors look like {\\"message\\": \\"text\\"}"}
paths:
  /rounds:
    post:
      requestBody: {content: {application/json: {schema: {required: [title, films], properties: {
        title: {type: string}, films: {type: array, items: {type: string}}}}}}}
      responses: {"201": {content: {application/json: {schema: {properties: {id: {type: integer},
        title: {type: string}, ended: {type: boolean}, owner_token: {type: string}}}}}}}
  /rounds/{id}:
    get:
      responses: {"404": {description: unknown round}, "200": {content: {application/json: {
        schema: {properties: {id: {type: integer}, title: {type: string},
        ended: {type: boolean}}}}}}}
  /rounds/{id}/pick:
    post:
      description: A second pick of the same person replaces the first one. is_new is true for a
        first pick.
      requestBody: {content: {application/json: {schema: {required: [person, film], properties: {
        person: {type: string}, film: {type: string}}}}}}
      responses:
        "200": {content: {application/json: {schema: {properties: {is_new: {type: boolean}}}}}}
        "404": {description: unknown round or film}
        "409": {description: the round has ended}
  /rounds/{id}/end:
    post:
      requestBody: {content: {application/json: {schema: {required: [owner_token], properties: {
        owner_token: {type: string}}}}}}
      responses:
        "200": {content: {application/json: {schema: {properties: {ended: {type: boolean}}}}}}
        "403": {description: not the owner's token}
        "404": {description: unknown round}
  /rounds/{id}/outcome:
    get:
      description: Highest count first. share is a percentage of all picks, rounded to one decimal.
      responses:
        "404": {description: unknown round}
        "200": {content: {application/json: {schema: {properties: {total: {type: integer},
          picks: {type: array, items: {properties: {film: {type: string}, count: {type: integer},
          share: {type: number}}}}}}}}}
"""
VERBS = """
openapi: 3.0.0
info: {title: dishes, version: "1"}
paths:
  /newSurvey:
    post:
      requestBody: {content: {application/json: {schema: {required: [dishes], properties: {
        dishes: {type: array, items: {type: string}}}}}}}
      responses: {"200": {content: {application/json: {example: {survey_id: 3, edit_key: ab}}}}}
  /choose:
    post:
      description: Who chooses again moves their choice. {"moved": true} if they had chosen before.
      requestBody: {content: {application/json: {schema: {required: [survey_id, guest, dish],
        properties: {survey_id: {type: integer}, guest: {type: string}, dish: {type: string}}}}}}
      responses:
        "200": {content: {application/json: {example: {moved: false}}}}
        "400": {description: the survey has no such dish}
        "404": {description: no such survey}
        "409": {description: the survey is closed}
  /closeSurvey:
    post:
      requestBody: {content: {application/json: {schema: {required: [survey_id, edit_key],
        properties: {survey_id: {type: integer}, edit_key: {type: string}}}}}}
      responses:
        "200": {content: {application/json: {example: {closed: true}}}}
        "401": {description: wrong key}
        "404": {description: no such survey}
  /standings:
    get:
      description: most votes first
      parameters: [{name: survey_id, in: query, required: true, schema: {type: integer}}]
      responses:
        "404": {description: no such survey}
        "200": {content: {application/json: {example: {closed: false, total: 1, standings: [
          {dish: soup, count: 1}]}}}}
"""


def _effects(goal: str) -> tuple[Spec, dict[str, str]]:
    spec = read_sources((Source("api.yaml", goal, "openapi"),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    found = {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}
    return spec, found


@pytest.mark.parametrize(
    ("goal", "route", "offered", "whose", "old", "new"),
    [
        (
            FILMS,
            "POST /rounds/{id}/pick",
            "input.film in the_round.films else absent",
            "Pick[where .round_id = the_round.id and .person = input.person]",
            "is_new: false",
            "is_new: true",
        ),
        (
            VERBS,
            "POST /choose",
            "input.dish in survey.dishes else refused",
            "Choose[where .survey_survey_id = survey.survey_id and .guest = input.guest]",
            "moved: true",
            "moved: false",
        ),
    ],
)
def test_who_chooses_again_changes_their_choice(goal, route, offered, whose, old, new):
    chosen = _effects(goal)[1][route]
    assert f"guard {offered}" in chosen
    assert whose in chosen
    before, _, after = chosen.partition("insert ")
    assert old in before
    assert new in after


def test_who_ends_it_shows_what_only_the_maker_was_told():
    spec, effects = _effects(FILMS)
    assert spec.failures.body == '{"message": "{message}"}'
    assert "owner_token: token(32)" in effects["POST /rounds"]
    assert '"owner_token")' in effects["POST /rounds"]
    assert effects["GET /rounds/{id}"].rstrip().endswith("answer 200 the_round")
    kept = next(each for each in spec.entities if each.name == "Round")
    assert next(each for each in kept.fields if each.name == "owner_token").hidden
    ends = effects["POST /rounds/{id}/end"]
    assert "guard same_secret(input.owner_token, the_round.owner_token) else forbidden" in ends
    assert "patch Round the_round {ended: true}" in ends
    closes = _effects(VERBS)[1]["POST /closeSurvey"]
    assert "guard same_secret(input.edit_key, survey.edit_key) else unauthenticated" in closes


def test_standings_are_sorted_and_rounded_as_told():
    outcome = _effects(FILMS)[1]["GET /rounds/{id}/outcome"]
    assert "[by .count down]" in outcome
    assert "count(Pick[where .round_id = the_round.id]), 1), 0)" in outcome
    standings = _effects(VERBS)[1]["GET /standings"]
    assert "closed: survey.closed" in standings
    assert "[by .count down]" in standings
