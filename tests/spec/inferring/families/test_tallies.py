"""Choices among what a row offers: one for each name, changed by choosing again, and counted."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

TRIPS = """
openapi: 3.0.3
info: {title: Trips, version: "1"}
paths:
  /trips:
    post:
      requestBody: {content: {application/json: {schema: {required: [title, days], properties: {
        title: {type: string, description: must begin with a- or b-},
        days: {type: array, items: {type: string}}}}}}}
      responses: {"201": {content: {application/json: {schema: {properties: {id: {type: integer},
        title: {type: string}, days: {type: array, items: {type: string}}}}}}}}
  /trips/{id}/wishes:
    post:
      description: A wish of the same guest replaces the earlier one.
      requestBody: {content: {application/json: {schema: &wish {required: [guest, day],
        properties: {guest: {type: string}, day: {type: string}}}}}}
      responses:
        "200": {description: replaced, content: {application/json: {schema: *wish}}}
        "201": {description: new, content: {application/json: {schema: *wish}}}
        "404": {description: no such trip}
        "422": {description: not one of the days}
  /trips/{id}/outcome:
    get:
      responses:
        "200": {content: {application/json: {schema: {properties: {title: {type: string},
          total: {type: integer}, leader: {type: string, description: the day with the most wishes},
          wishes: {type: array, items: {properties: {day: {type: string}, count: {type: integer},
            share: {type: number}}}}}}}}}
        "404": {description: no such trip}
"""


def test_choosing_again_changes_the_choice_and_each_is_counted():
    spec = read_sources((Source("trips.yaml", TRIPS, "openapi"),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    effects = {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }
    wish = effects["POST /trips/{id}/wishes"]
    assert "guard input.day in trip.days else out_of_range" in wish
    assert "let wish = first(Wish[where .trip_id = trip.id and .guest = input.guest])" in wish
    assert "    patch Wish wish {day: input.day}\n    answer 200 wish" in wish.replace(
        "{guest: wish.guest, day: wish.day}", "wish"
    )
    assert wish.rstrip().splitlines()[-1].startswith("answer 201")
    outcome = effects["GET /trips/{id}/outcome"]
    assert "total: count(Wish[where .trip_id = trip.id])" in outcome
    assert "count: count(Wish[where .trip_id = trip.id and .day = choice])" in outcome
    title = spec.operations[0].inputs[0]
    assert title.type.pattern == r"^(?:a\-|b\-)"
