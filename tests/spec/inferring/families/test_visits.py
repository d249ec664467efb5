"""Addresses that a path of their own redirects to, with every visit kept and told."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.understanding import understand

_POSTERS = """
openapi: 3.0.3
info: {title: posters, version: '1'}
paths:
  /posters/{slug}:
    put:
      summary: Make a poster, or change where it leads
      parameters: [{name: slug, in: path, required: true, schema: {type: string}}]
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [target]
              properties: {target: {type: string, format: uri}}
      responses:
        '200': {description: changed, content: {application/json: {example: {slug: a, target: 'https://a.example'}}}}
        '201': {description: made, content: {application/json: {example: {slug: a, target: 'https://a.example'}}}}
  /scan/{slug}:
    get:
      description: Somebody scanned the poster; sends them on.
      parameters:
        - {name: slug, in: path, required: true, schema: {type: string}}
        - {name: city, in: query, schema: {type: string, default: unknown}}
      responses:
        '307': {description: 'on the way, with Cache-Control: no-store'}
        '404': {description: no such poster}
  /report/{slug}:
    get:
      description: What came of one poster. places is how many visits there were for each city.
      parameters: [{name: slug, in: path, required: true, schema: {type: string}}]
      responses:
        '200': {description: ok, content: {application/json: {example: {slug: a, visits: 3, places: {Ulm: 2, Bonn: 1}}}}}
        '404': {description: no such poster}
  /report:
    get:
      description: Every poster, fewest visits first, ties by slug.
      parameters: [{name: QUERY, in: query, schema: {type: integer}}]
      responses:
        '200': {description: ok, content: {application/json: {example: [{slug: a, visits: 3}]}}}
"""  # noqa: E501


def _effects(text: str) -> dict[str, str]:
    source = Source("posters.yaml", text, "openapi")
    spec = read_sources((source,), lambda told: understand(told).spec)
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_following_keeps_the_visit_with_what_it_was_brought() -> None:
    followed = _effects(_POSTERS)["GET /scan/{slug}"]
    assert "insert PosterVisit {poster_slug: poster.slug, city: input.city}" in followed
    assert 'answer 307 headers {Location: poster.target, "Cache-Control": "no-store"}' in followed


def test_figures_of_one_are_divided_by_what_is_named() -> None:
    told = _effects(_POSTERS)["GET /report/{slug}"]
    mine = "PosterVisit[where .poster_slug = poster.slug]"
    assert f"visits: count({mine})" in told
    assert f'group({mine}, "city")' in told


def test_all_are_told_in_the_order_of_their_visits() -> None:
    told = _effects(_POSTERS.replace("QUERY", "max_visits"))["GET /report"]
    assert "[where input.max_visits = null or .visits <= input.max_visits" in told
    assert "by .visits, by .slug]" in told


def test_a_query_that_nothing_explains_is_not_passed_over() -> None:
    assert _effects(_POSTERS.replace("QUERY", "weather"))["GET /report"] == ""


def test_figures_that_no_value_of_visits_divides_are_not_made_up() -> None:
    other = _POSTERS.replace("for each city", "under each moon").replace("places", "moons")
    assert _effects(other)["GET /report/{slug}"] == ""
