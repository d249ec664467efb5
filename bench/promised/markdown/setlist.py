"""Setlists of a band: songs in an order, moved about, and printed."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("setlist", "service")


def _song(service: Service, title: str, seconds: int = 180) -> int:
    told = service.post("/songs", json={"title": title, "seconds": seconds}).is_(201).json()
    made: int = told["id"]
    return made


def _setlist(service: Service, name: str = "Summer fete") -> int:
    made: int = service.post("/setlists", json={"name": name}).is_(201).json()["id"]
    return made


def _add(service: Service, setlist: object, song: object, **where: Any) -> Answer:
    return service.post(f"/setlists/{setlist}/songs", json={"song_id": song, **where})


def _move(service: Service, setlist: object, song: object, position: object) -> Answer:
    return service.post(f"/setlists/{setlist}/move", json={"song_id": song, "position": position})


def _order(answer: Answer) -> list[int]:
    return [each["id"] for each in answer.json()["songs"]]


def _four(service: Service) -> tuple[int, list[int]]:
    setlist = _setlist(service)
    songs = [_song(service, title) for title in ("Ash", "Bay", "Cliff", "Dune")]
    for song in songs:
        _add(service, setlist, song).is_(201)
    return setlist, songs


@suite.check("songs are listed by title and searched", fresh=True)
def songs(service: Service) -> None:
    told = (
        service.post("/songs", json={"title": "Riverside", "seconds": 201, "key": "Am"})
        .is_(201)
        .json()
    )
    wanted = {"id": told["id"], "title": "Riverside", "seconds": 201, "key": "Am"}
    equal({key: told[key] for key in wanted}, wanted, "the song")
    equal(
        service.post("/songs", json={"title": "Ash", "seconds": 90}).is_(201).json()["key"],
        None,
        "the key",
    )
    _song(service, "Dry River")
    equal(
        [each["title"] for each in service.get("/songs").items()],
        ["Ash", "Dry River", "Riverside"],
        "all",
    )
    found = service.get("/songs", params={"q": "RIVER"}).items()
    equal([each["title"] for each in found], ["Dry River", "Riverside"], "what was found")


@suite.check("a new setlist has no songs")
def empty(service: Service) -> None:
    given = {"name": "Summer fete", "gig_date": "2026-08-01"}
    told = service.post("/setlists", json=given).is_(201).json()
    wanted = {"id": told["id"], **given, "songs": [], "total_seconds": 0}
    equal({key: told[key] for key in wanted}, wanted, "the setlist")
    shown = service.get(f"/setlists/{told['id']}").is_(200).json()
    equal({key: shown[key] for key in wanted}, wanted, "what is shown")


@suite.check("a song goes to the end, or where it is put")
def put(service: Service) -> None:
    setlist = _setlist(service)
    one, two, three = (
        _song(service, "One", 100),
        _song(service, "Two", 200),
        _song(service, "Three", 305),
    )
    equal(_order(_add(service, setlist, one).is_(201)), [one], "with one song")
    equal(_order(_add(service, setlist, two).is_(201)), [one, two], "with two songs")
    answer = _add(service, setlist, three, position=2).is_(201)
    equal(_order(answer), [one, three, two], "with three songs")
    equal(answer.json()["total_seconds"], 605, "the total")
    equal(answer.json()["songs"][1]["title"], "Three", "the title")
    _add(service, setlist, two).is_(409)
    equal(
        _order(_add(service, setlist, _song(service, "Four"), position=4).is_(201))[:3],
        [one, three, two],
        "then",
    )


@suite.check("a song is moved and the others close up")
def moved(service: Service) -> None:
    setlist, (a, b, c, d) = _four(service)
    equal(_order(_move(service, setlist, a, 3).is_(200)), [b, c, a, d], "down")
    equal(_order(_move(service, setlist, d, 1).is_(200)), [d, b, c, a], "up")
    equal(_order(_move(service, setlist, b, 2).is_(200)), [d, b, c, a], "not at all")
    equal(_order(_move(service, setlist, d, 4).is_(200)), [b, c, a, d], "to the end")
    equal(_order(service.get(f"/setlists/{setlist}").is_(200)), [b, c, a, d], "as it stays")


@suite.check("a song is taken out of a setlist and is still a song")
def taken_out(service: Service) -> None:
    setlist, (a, b, c, d) = _four(service)
    other = _setlist(service)
    _add(service, other, b).is_(201)
    answer = service.delete(f"/setlists/{setlist}/songs/{b}").is_(200)
    equal(_order(answer), [a, c, d], "the songs")
    equal(answer.json()["total_seconds"], 540, "the total")
    service.delete(f"/setlists/{setlist}/songs/{b}").is_(404)
    equal(_order(service.get(f"/setlists/{other}").is_(200)), [b], "the other setlist")


@suite.check("a song in a setlist cannot be deleted")
def kept(service: Service) -> None:
    setlist, (a, *_) = _four(service)
    service.delete(f"/songs/{a}").is_(409)
    service.delete(f"/setlists/{setlist}/songs/{a}").is_(200)
    service.delete(f"/songs/{a}").is_(204)
    service.delete(f"/songs/{a}").is_(404)


@suite.check("the page has the songs in order and their total, escaped")
def page(service: Service) -> None:
    setlist = _setlist(service, "Bar & Grill")
    _add(service, setlist, _song(service, "Rock <&> Roll", 300)).is_(201)
    _add(service, setlist, _song(service, "Ash", 305), position=1).is_(201)
    answer = service.get(f"/setlists/{setlist}/page").is_(200)
    expect(answer.headers["content-type"].startswith("text/html"), "text/html")
    text = answer.text
    expect(re.search(r"<h1[^>]*>\s*Bar &amp; Grill\s*</h1>", text), "the name as h1")
    expect(re.search(r"<ol[\s>]", text), "an ordered list")
    equal(len(re.findall(r"<li[\s>]", text)), 2, "how many li")
    expect("Rock &lt;&amp;&gt; Roll" in text and "<&>" not in text, "the title is escaped")
    expect(text.index("Ash") < text.index("Rock"), "in order")
    expect("10:05" in text, "the total as m:ss")


@suite.check("what is unknown is 404")
def absent(service: Service) -> None:
    setlist, (a, *_) = _four(service)
    lone = _song(service, "Lone")
    service.get(f"/setlists/{unknown(setlist)}").is_(404)
    service.get(f"/setlists/{unknown(setlist)}/page").is_(404)
    _add(service, unknown(setlist), a).is_(404)
    _add(service, setlist, unknown(lone)).is_(404)
    _move(service, setlist, lone, 1).is_(404)
    service.delete(f"/setlists/{setlist}/songs/{lone}").is_(404)


@suite.check("what is wrong in a body is 422")
def wrong(service: Service) -> None:
    for given in (
        {"title": "Ash"},
        {"seconds": 3},
        {"title": "Ash", "seconds": 0},
        {"title": "Ash", "seconds": "3:20"},
    ):
        service.post("/songs", json=given).is_(422)
    service.post("/setlists", json={"gig_date": "2026-08-01"}).is_(422)
    service.post("/setlists", json={"name": "Fete", "gig_date": "saturday"}).is_(422)
    setlist, (a, *_) = _four(service)
    for position in (0, 5, -1, "first"):
        _move(service, setlist, a, position).is_(422)
    new = _song(service, "New")
    for position in (0, 6, "last"):
        _add(service, setlist, new, position=position).is_(422)
    service.post(f"/setlists/{setlist}/songs", json={}).is_(422)
    equal(len(_order(service.get(f"/setlists/{setlist}"))), 4, "how many songs")
