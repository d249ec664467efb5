"""A film club: tags, votes, and a random pick."""

from __future__ import annotations

import itertools
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("film-club", "service")

_count = itertools.count(1)


def _film(service: Service, title: str = "", **other: Any) -> Any:
    given = {"title": title or f"Film {next(_count)}", "year": 1999, "minutes": 100, **other}
    return service.post("/addFilm", json=given).is_(201).json()


def _do(service: Service, call: str, film: Any, **given: Any) -> Answer:
    return service.post(f"/{call}", json={"filmId": film, **given})


def _titles(service: Service, **asked: str) -> list[str]:
    told = service.get("/listFilms", params=asked).is_(200).json()
    equal(told["count"], len(told["films"]), "count")
    return [each["title"] for each in told["films"]]


def _error(answer: Answer, status: int) -> None:
    expect("error" in answer.is_(status).json(), "an error is said in `error`")


@suite.check("a film is added, with its tags in small letters and in order")
def added(service: Service) -> None:
    given = {"title": "Alien", "year": 1979, "minutes": 117}
    told = _film(service, **given, tags=["Space", "horror", "space"])
    wanted = {**given, "tags": ["horror", "space"], "votes": 0, "watched": False}
    equal(told, {**wanted, "filmId": told["filmId"]}, "the film")
    _error(service.post("/addFilm", json=given), 409)
    told = service.post("/addFilm", json={**given, "year": 2003}).is_(201).json()
    equal(told["tags"], [], "tags that were left out")


@suite.check("a wrong film is 422")
def wrong(service: Service) -> None:
    good = {"title": "Wrong", "year": 1979, "minutes": 117}
    for part in ({"year": 1887}, {"year": "old"}, {"minutes": 0}, {"tags": "space"}):
        _error(service.post("/addFilm", json={**good, **part}), 422)
    for name in good:
        less = {key: value for key, value in good.items() if key != name}
        _error(service.post("/addFilm", json=less), 422)
    expect("Wrong" not in _titles(service), "it was not added")


@suite.check("films are listed by tag, title and length, and sorted", fresh=True)
def listed(service: Service) -> None:
    equal(_titles(service), [], "at first")
    _film(service, "Heat", year=1995, minutes=170, tags=["crime"])
    _film(service, "Fargo", year=1996, minutes=98, tags=["crime", "snow"])
    late = _film(service, "The Heathers", year=1988, minutes=103, tags=["comedy"])["filmId"]
    _do(service, "voteFilm", late, member="Ute").is_(200)
    equal(_titles(service), ["Fargo", "Heat", "The Heathers"], "all by title")
    equal(_titles(service, order="desc"), ["The Heathers", "Heat", "Fargo"], "backwards")
    equal(_titles(service, tag="crime"), ["Fargo", "Heat"], "crime")
    equal(_titles(service, search="HEAT"), ["Heat", "The Heathers"], "with heat")
    equal(_titles(service, maxMinutes="103"), ["Fargo", "The Heathers"], "short ones")
    equal(_titles(service, tag="crime", maxMinutes="100"), ["Fargo"], "short crime")
    equal(_titles(service, sortBy="year"), ["The Heathers", "Heat", "Fargo"], "by year")
    by_votes = _titles(service, sortBy="votes", order="desc")
    equal(by_votes[0], "The Heathers", "the one with most votes")


@suite.check("films are tagged and untagged")
def tagged(service: Service) -> None:
    film = _film(service, tags=["war"])["filmId"]
    equal(_do(service, "tagFilm", film, tag="Epic").is_(200).json()["tags"], ["epic", "war"], "it")
    equal(
        _do(service, "tagFilm", film, tag="epic").is_(200).json()["tags"], ["epic", "war"], "again"
    )
    equal(_do(service, "untagFilm", film, tag="war").is_(200).json()["tags"], ["epic"], "less")
    _error(_do(service, "untagFilm", film, tag="war"), 404)
    _error(service.post("/tagFilm", json={"filmId": film}), 422)


@suite.check("tags are listed with how many films they have", fresh=True)
def tags(service: Service) -> None:
    _film(service, tags=["snow", "crime"])
    _film(service, tags=["crime", "comedy"])
    lone = _film(service, tags=["war"])["filmId"]
    _do(service, "untagFilm", lone, tag="war").is_(200)
    wanted = [("crime", 2), ("comedy", 1), ("snow", 1)]
    told = service.get("/listTags").is_(200).json()
    equal([(each["tag"], each["films"]) for each in told], wanted, "the tags")


@suite.check("a member votes once for a film, and can take the vote back")
def voted(service: Service) -> None:
    film = _film(service)["filmId"]
    equal(_do(service, "voteFilm", film, member="Ann").is_(200).json()["votes"], 1, "votes")
    _error(_do(service, "voteFilm", film, member="Ann"), 409)
    equal(_do(service, "voteFilm", film, member="Bo").is_(200).json()["votes"], 2, "votes")
    equal(_do(service, "unvoteFilm", film, member="Ann").is_(200).json()["votes"], 1, "votes")
    _error(_do(service, "unvoteFilm", film, member="Ann"), 404)
    equal(_do(service, "voteFilm", film, member="Ann").is_(200).json()["votes"], 2, "votes")
    _error(service.post("/voteFilm", json={"filmId": film}), 422)


@suite.check("a member has three votes on films not watched yet")
def three(service: Service) -> None:
    films = [_film(service)["filmId"] for _ in range(5)]
    for film in films[:3]:
        _do(service, "voteFilm", film, member="Cy").is_(200)
    _error(_do(service, "voteFilm", films[3], member="Cy"), 409)
    _do(service, "markWatched", films[0]).is_(200)
    _do(service, "voteFilm", films[3], member="Cy").is_(200)
    _error(_do(service, "voteFilm", films[4], member="Cy"), 409)


@suite.check("a random film is picked of those not watched", fresh=True)
def picked(service: Service) -> None:
    _error(service.get("/pickFilm"), 404)
    one, two = _film(service, tags=["snow"])["filmId"], _film(service, tags=["sun"])["filmId"]
    seen = _film(service, tags=["snow"])["filmId"]
    told = _do(service, "markWatched", seen).is_(200).json()
    equal((told["filmId"], told["watched"]), (seen, True), "the film")
    got = {service.get("/pickFilm").is_(200).json()["filmId"] for _ in range(40)}
    equal(got, {one, two}, "what was picked")
    got = {service.get("/pickFilm", params={"tag": "snow"}).json()["filmId"] for _ in range(8)}
    equal(got, {one}, "what was picked with snow")
    _error(service.get("/pickFilm", params={"tag": "rain"}), 404)


@suite.check("a watched film stays in the list and gets no votes, an unknown one is 404")
def watched(service: Service) -> None:
    film = _film(service, "Solaris")["filmId"]
    _do(service, "markWatched", film).is_(200)
    expect("Solaris" in _titles(service), "it stays in the list")
    _error(_do(service, "voteFilm", film, member="Dee"), 409)
    gone = unknown(film)
    _error(_do(service, "markWatched", gone), 404)
    _error(_do(service, "voteFilm", gone, member="Dee"), 404)
    _error(_do(service, "tagFilm", gone, tag="x"), 404)
