"""The best of each is kept, and ranks are worked out."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_LAPS = """openapi: 3.0.0
info: {title: Karts}
paths:
  /laps:
    post:
      summary: Record a lap; keeps only each rider's fastest
      requestBody:
        content:
          application/json:
            schema:
              required: [rider, millis]
              properties: {rider: {type: string}, millis: {type: integer}}
      responses:
        200: {description: slower than before}
        201:
          description: a new best
          content: {application/json: {example: {rank: 1, rider: kim, millis: 9, record: true}}}
    get:
      summary: The ranking, ties share a rank without gaps
      responses:
        200:
          description: ok
          content: {application/json: {example: [{rank: 1, rider: kim, millis: 9}]}}
  /laps/{rider}/around:
    get:
      summary: The rider with one lap before and three laps after
      responses:
        200:
          description: ok
          content: {application/json: {example: [{rank: 1, rider: kim, millis: 9}]}}
"""


def test_the_best_of_each_is_kept_and_ranks_are_counted():
    spec = read_sources((Source("k.yaml", _LAPS),), lambda told: understand(told).spec)
    assert faults(spec) == []
    made, ranked, around = (notation.write(each.effect) for each in spec.operations[:3])
    assert "if input.millis < lap.millis:\n    patch Lap lap {millis: input.millis}" in made
    rank = "count(distinct(each(one in Lap[where .millis < lap.millis]: one.millis))) + 1"
    assert f"rank: {rank}" in made
    assert "record: true" in made.split("\n")[3]
    assert made.split("\n")[-1].startswith("answer 200")
    assert "record: false" in made.split("\n")[-1]
    assert "Lap[by .millis, by .rider]" in ranked
    assert "first(Lap[where .rider = input.rider])" in around
    assert "let start = most([0, at_row - 1])" in around
    assert "ranked[skip start, limit at_row + 4 - start]" in around
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
