"""Rows in an order that requests give, rows that are not shown, and how many there may be."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_PLAYLISTS = """openapi: 3.0.0
info: {title: Playlists}
paths:
  /playlists:
    post:
      description: |
        Starts a playlist. The code must be 3 to 8 capital letters and digits,
        else 422 with {"error": "bad code"}.
      requestBody: {content: {application/json: {example: {code: ABC, title: Rain}}}}
  /playlists/{code}:
    get:
      description: The playlist with its tracks. Archived tracks are not shown. Counts a view.
      responses:
        200:
          description: ok
          content:
            application/json:
              example: {code: ABC, title: Rain, views: 3, tracks: [{id: 1, name: Drip}]}
  /playlists/{code}/tracks:
    post:
      description: Adds a track, no more than five tracks per playlist (409 otherwise).
      requestBody:
        content:
          application/json:
            schema:
              required: [name]
              properties: {name: {type: string}, archived: {type: boolean, default: false}}
  /playlists/{code}/tracks/reorder:
    post:
      description: The tracks in their new order; 409 unless every track is named once.
      requestBody: {content: {application/json: {example: [3, 1, 2]}}}
  /play/{id}:
    get:
      description: The track; 404 if there is none or it is archived.
      responses: {200: {description: ok, content: {application/json: {example: {id: 1, name: a}}}}}
"""


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_rows_keep_the_order_that_a_request_gives_and_new_ones_go_to_the_end():
    source = Source("api.yaml", _PLAYLISTS)
    spec = read_sources((source,), lambda told: understand(told).spec)
    assert faults(spec) == []
    order = _effect(spec, "POST", "/playlists/{code}/tracks/reorder")
    mine = "Track[where .playlist_code = playlist.code]"
    assert f"guard same_items(input.body, each(one in {mine}: one.id)) else conflict" in order
    assert (
        f"for one in {mine}:\n    patch Track one {{position: index(input.body, one.id)}}" in order
    )
    added = _effect(spec, "POST", "/playlists/{code}/tracks")
    assert f"guard count({mine}) < 5 else conflict" in added
    assert f"position: or_else(most(each(one in {mine}: one.position)), -1) + 1" in added
    shown = _effect(spec, "GET", "/playlists/{code}")
    assert "Track[where not(.archived) and .playlist_code = playlist.code, by .position]" in shown
    assert "patch Playlist playlist {views: playlist.views + 1}" in shown
    assert "guard not(track.archived) else absent" in _effect(spec, "GET", "/play/{id}")
    begun = _effect(spec, "POST", "/playlists")
    spelled = 'guard matches(input.code, "[A-Z0-9]{3,8}") else'
    assert f'{spelled} out_of_range "bad code"' in begun
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
