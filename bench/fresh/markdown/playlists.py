"""Playlists: tracks with positions without gaps, sums and pages."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("playlists", "service")


def _playlist(service: Service, **more: Any) -> Any:
    given = {"name": f"p{token_hex(5)}", **more}
    return service.post("/playlists", json=given).is_(201).json()["id"]


def _add(service: Service, playlist: Any, title: str, **more: Any) -> Answer:
    given = {"title": title, "artist": "a", "seconds": 100, **more}
    return service.post(f"/playlists/{playlist}/tracks", json=given)


def _track(service: Service, playlist: Any, title: str, **more: Any) -> Any:
    return _add(service, playlist, title, **more).is_(201).json()["id"]


def _read(service: Service, playlist: Any) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/playlists/{playlist}").is_(200).json()
    return told


def _holds(service: Service, playlist: Any, titles: str) -> None:
    tracks = _read(service, playlist)["tracks"]
    equal([each["title"] for each in tracks], list(titles), "the titles")
    equal([each["position"] for each in tracks], [*range(1, len(titles) + 1)], "the positions")


@suite.check("a new playlist is public and empty")
def created(service: Service) -> None:
    name = f"p{token_hex(5)}"
    told = service.post("/playlists", json={"name": name}).is_(201).json()
    wanted = {"name": name, "public": True, "track_count": 0, "total_seconds": 0}
    equal({each: told[each] for each in wanted}, wanted, "the answer")
    seen = _read(service, told["id"])
    wanted = {**wanted, "id": told["id"], "tracks": []}
    equal({each: seen[each] for each in wanted}, wanted, "the playlist")
    service.post("/playlists", json={"name": name}).is_(409)


@suite.check("a playlist that breaks a rule is 422")
def rules(service: Service) -> None:
    for wrong in ({}, {"name": ""}, {"name": "x" * 41}, {"name": "x", "public": "perhaps"}):
        service.post("/playlists", json=wrong).is_(422)
    _playlist(service, name=token_hex(20))


@suite.check("public playlists come by name in pages", fresh=True)
def paged(service: Service) -> None:
    names = [f"list {n:02d}" for n in range(12)]
    for name in names[6:] + names[:6]:
        _playlist(service, name=name)
    hidden = _playlist(service, name="list 00a", public=False)
    for params, items, page in (
        ({}, names[:10], 1),
        ({"page": 2}, names[10:], 2),
        ({"page": 2, "per_page": 5}, names[5:10], 2),
        ({"per_page": 50}, names, 1),
        ({"page": 9}, [], 9),
    ):
        told = service.get("/playlists", params=params).is_(200).json()
        equal([each["name"] for each in told["items"]], items, f"the names for {params}")
        equal((told["total"], told["page"]), (12, page), "the total and the page")
    for wrong in ({"page": 0}, {"per_page": 0}, {"per_page": 51}, {"page": "x"}):
        service.get("/playlists", params=wrong).is_(422)
    equal(_read(service, hidden)["public"], False, "public of the hidden one")


@suite.check("tracks are added at the end or at a position")
def added(service: Service) -> None:
    playlist = _playlist(service)
    told = _add(service, playlist, "c", seconds=3600).is_(201).json()
    wanted = {"title": "c", "artist": "a", "seconds": 3600, "position": 1}
    equal({name: told[name] for name in wanted}, wanted, "the track")
    _track(service, playlist, "e")
    _track(service, playlist, "a", position=1)
    _track(service, playlist, "d", position=3)
    equal(_add(service, playlist, "f", position=5).is_(201).json()["position"], 5, "the position")
    _holds(service, playlist, "acdef")
    for position in (0, 7, -1):
        _add(service, playlist, "x", position=position).is_(422)
    _holds(service, playlist, "acdef")


@suite.check("the playlist counts its tracks and sums their seconds")
def summed(service: Service) -> None:
    playlist, other = _playlist(service), _playlist(service)
    gone = _track(service, playlist, "a", seconds=61)
    _track(service, playlist, "b", seconds=1)
    _track(service, other, "c", seconds=500)
    told = _read(service, playlist)
    equal((told["track_count"], told["total_seconds"]), (2, 62), "the sums")
    service.delete(f"/playlists/{playlist}/tracks/{gone}").is_(204)
    told = _read(service, playlist)
    equal((told["track_count"], told["total_seconds"]), (1, 1), "the sums afterwards")


@suite.check("a track is moved, and the others close up")
def moved(service: Service) -> None:
    playlist = _playlist(service)
    ids = {title: _track(service, playlist, title) for title in "abcd"}
    path = f"/playlists/{playlist}/tracks"
    for title, position, wanted in (("a", 3, "bcad"), ("d", 1, "dbca"), ("b", 2, "dbca")):
        told = service.post(f"{path}/{ids[title]}/move", json={"position": position})
        equal([each["title"] for each in told.is_(200).json()], list(wanted), "the answer")
        _holds(service, playlist, wanted)
    for wrong in ({"position": 0}, {"position": 5}, {"position": "top"}, {}):
        service.post(f"{path}/{ids['a']}/move", json=wrong).is_(422)
    _holds(service, playlist, "dbca")


@suite.check("a removed track leaves no gap")
def removed(service: Service) -> None:
    playlist = _playlist(service)
    ids = [_track(service, playlist, title) for title in "abcd"]
    service.delete(f"/playlists/{playlist}/tracks/{ids[1]}").is_(204)
    _holds(service, playlist, "acd")
    service.delete(f"/playlists/{playlist}/tracks/{ids[1]}").is_(404)


@suite.check("a playlist is full with 15 tracks (409)")
def full(service: Service) -> None:
    playlist = _playlist(service)
    ids = [_track(service, playlist, title) for title in "abcdefghijklmno"]
    _add(service, playlist, "p").is_(409)
    _add(service, playlist, "p", position=1).is_(409)
    service.delete(f"/playlists/{playlist}/tracks/{ids[0]}").is_(204)
    _track(service, playlist, "p")
    _holds(service, playlist, "bcdefghijklmnop")


@suite.check("a track that breaks a rule is 422")
def tracks(service: Service) -> None:
    playlist = _playlist(service)
    for wrong in ({"title": ""}, {"artist": ""}, {"seconds": 0}, {"seconds": 3601}):
        given = {"title": "t", "artist": "a", "seconds": 5, **wrong}
        service.post(f"/playlists/{playlist}/tracks", json=given).is_(422)
    whole = {"title": "t", "artist": "a", "seconds": 5}
    for name in whole:
        part = {each: value for each, value in whole.items() if each != name}
        service.post(f"/playlists/{playlist}/tracks", json=part).is_(422)
    _holds(service, playlist, "")


@suite.check("what is not there is 404, and a track belongs to one playlist")
def absent(service: Service) -> None:
    playlist, other = _playlist(service), _playlist(service)
    track = _track(service, playlist, "a")
    nowhere = unknown(other)
    service.get(f"/playlists/{nowhere}").is_(404)
    _add(service, nowhere, "a").is_(404)
    for path in (
        f"/playlists/{nowhere}/tracks/{track}",
        f"/playlists/{other}/tracks/{track}",
        f"/playlists/{playlist}/tracks/{unknown(track)}",
    ):
        service.post(f"{path}/move", json={"position": 1}).is_(404)
        service.delete(path).is_(404)
    _holds(service, playlist, "a")
