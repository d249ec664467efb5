"""A film club: films in envelopes and pages, ratings by members, screenings with seats."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("film-club", "service")

_FILMS = "/api/v1/films"
_SCREENINGS = "/api/v1/screenings"
_NO_DOCUMENT = ("{", "[]", "null", "")


def _document(**more: Any) -> dict[str, Any]:
    given = {"title": f"t{token_hex(5)}", "year": 1999, "director": "d", "genres": ["drama"]}
    return {**given, **more}


def _data(answer: Answer, *statuses: int) -> Any:
    told = answer.is_(*(statuses or (200,))).json()
    expect(told["success"] is True, "a successful answer says so")
    return told["data"]


def _error(answer: Answer, status: int, message: str = "") -> None:
    told = answer.is_(status).json()
    expect(told["success"] is False, "an error says that it is none of success")
    expect(isinstance(told["error"], str), "an error has a message")
    if message:
        equal(told["error"], message, "the message of the error")


def _film(service: Service, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = _data(service.post(_FILMS, json=_document(**more)), 201)
    return made


def _ids(service: Service, **params: Any) -> list[Any]:
    return [each["id"] for each in _data(service.get(_FILMS, params=params))]


def _rate(service: Service, film: dict[str, Any], member: str, stars: object) -> Answer:
    return service.put(f"{_FILMS}/{film['id']}/ratings/{member}", json={"stars": stars})


def _screening(service: Service, film: object, seats: int = 5) -> dict[str, Any]:
    given = {"film_id": film, "starts_at": "2031-05-06T20:00:00", "seats": seats}
    made: dict[str, Any] = _data(service.post(_SCREENINGS, json=given), 201)
    return made


def _attend(service: Service, screening: dict[str, Any], member: str = "") -> Answer:
    given = {"member": member or f"m{token_hex(4)}"}
    return service.post(f"{_SCREENINGS}/{screening['id']}/attendees", json=given)


@suite.check("an empty list is an envelope with its pagination", fresh=True)
def empty(service: Service) -> None:
    told = service.get(_FILMS).is_(200).json()
    equal((told["success"], told["data"]), (True, []), "success and data")
    page = {name: told["pagination"][name] for name in ("page", "limit", "total")}
    equal(page, {"page": 1, "limit": 20, "total": 0}, "the pagination")


@suite.check("lists are paged, 20 at a time unless said, and never more than 50", fresh=True)
def paged(service: Service) -> None:
    made = {_film(service)["id"] for _ in range(23)}
    told = service.get(_FILMS).is_(200).json()
    equal(len(told["data"]), 20, "the films on a page")
    equal(told["pagination"], {"page": 1, "limit": 20, "total": 23, "pages": 2}, "pagination")
    told = service.get(_FILMS, params={"page": 3, "limit": 10}).is_(200).json()
    equal(len(told["data"]), 3, "the films on the last page")
    equal(told["pagination"], {"page": 3, "limit": 10, "total": 23, "pages": 3}, "pagination")
    pages = [_ids(service, page=page, limit=10) for page in (1, 2, 3)]
    equal(len([each for page in pages for each in page]), 23, "the films on all pages")
    equal({each for page in pages for each in page}, made, "the films on all pages")
    equal(len(_ids(service, limit=50)), 23, "the films on a page of 50")
    _error(service.get(_FILMS, params={"limit": 51}), 400)


@suite.check("a film is created, read, replaced and shows its ratings")
def films(service: Service) -> None:
    given = _document(genres=["drama", "war"])
    made = _data(service.post(_FILMS, json=given), 201)
    wanted = {**given, "id": made["id"], "average_rating": None, "ratings_count": 0}
    path = f"{_FILMS}/{made['id']}"
    for seen in (made, _data(service.get(path))):
        equal({name: seen[name] for name in wanted}, wanted, "the film")
    new = _document(year=1888, director="e", genres=[])
    _data(service.put(path, json=new))
    seen = _data(service.get(path))
    equal({name: seen[name] for name in new}, new, "the film replaced")
    plain = {name: value for name, value in _document().items() if name != "genres"}
    equal(_data(service.post(_FILMS, json=plain), 201)["genres"], [], "genres when left out")


@suite.check('the same title and year is 409 "Film already exists"')
def unique(service: Service) -> None:
    made = _film(service)
    twin = _document(title=made["title"], director="other")
    _error(service.post(_FILMS, json=twin), 409, "Film already exists")
    _film(service, title=made["title"], year=2000)


@suite.check("films are filtered by genre, years and a part of title or director")
def filtered(service: Service) -> None:
    genre = f"g{token_hex(4)}"
    years = {
        year: _film(service, year=year, genres=["x", genre])["id"] for year in range(1990, 1994)
    }
    equal(sorted(_ids(service, genre=genre)), sorted(years.values()), "those of the genre")
    told = _ids(service, genre=genre, year_from=1991, year_to=1992)
    equal(sorted(told), sorted([years[1991], years[1992]]), "those of the years")
    mark = token_hex(5)
    titled = _film(service, title=f"The {mark} Days")["id"]
    directed = _film(service, director=f"Van {mark}")["id"]
    equal(sorted(_ids(service, search=mark.upper())), sorted([titled, directed]), "those found")
    equal(_ids(service, search=f"the {mark}"), [titled], "those found by title")


@suite.check("films are sorted by title, year or rating, in either order")
def ordered(service: Service) -> None:
    genre = f"g{token_hex(4)}"
    a = _film(service, title=f"b{genre}", year=1950, genres=[genre])
    b = _film(service, title=f"a{genre}", year=1970, genres=[genre])
    c = _film(service, title=f"c{genre}", year=1960, genres=[genre])
    for film, stars in ((a, 3), (b, 5), (c, 1)):
        _rate(service, film, "m", stars).is_(201)
    wanted = {"title": [b, a, c], "year": [a, c, b], "rating": [c, a, b]}
    for sort, films_ in wanted.items():
        ids = [each["id"] for each in films_]
        equal(_ids(service, genre=genre, sort=sort), ids, f"by {sort}")
        equal(_ids(service, genre=genre, sort=sort, order="asc"), ids, f"by {sort} asc")
        equal(_ids(service, genre=genre, sort=sort, order="desc"), ids[::-1], f"by {sort} desc")
    _error(service.get(_FILMS, params={"sort": "colour"}), 400)


@suite.check("a member has one rating per film: 201 at first, 200 when it is changed")
def rated(service: Service) -> None:
    film, other = _film(service), _film(service)
    path = f"{_FILMS}/{film['id']}"
    _rate(service, film, "m1", 5).is_(201)
    _rate(service, film, "m2", 4).is_(201)
    _rate(service, film, "m3", 1).is_(201)
    _rate(service, film, "m3", 4).is_(200)
    seen = _data(service.get(path))
    equal((seen["average_rating"], seen["ratings_count"]), (4.3, 3), "average and count")
    told = sorted((each["member"], each["stars"]) for each in _data(service.get(f"{path}/ratings")))
    equal(told, [("m1", 5), ("m2", 4), ("m3", 4)], "the ratings")
    service.delete(f"{path}/ratings/m1").is_(204)
    _error(service.delete(f"{path}/ratings/m1"), 404, "Rating not found")
    seen = _data(service.get(path))
    equal((seen["average_rating"], seen["ratings_count"]), (4, 2), "average and count")
    equal(_data(service.get(f"{_FILMS}/{other['id']}"))["ratings_count"], 0, "another film's count")
    for wrong in (0, 6, 2.5, "good", None):
        _error(_rate(service, film, "m9", wrong), 400)


@suite.check("a deleted film is gone, and its ratings and screenings with it")
def deleted(service: Service) -> None:
    film, stays = _film(service), _film(service)
    screening = _screening(service, film["id"])
    path = f"{_FILMS}/{film['id']}"
    answer = service.delete(path).is_(204)
    equal(answer.body, b"", "the body of a 204")
    _error(service.get(path), 404, "Film not found")
    _error(service.get(f"{_SCREENINGS}/{screening['id']}"), 404)
    _error(service.get(f"{path}/ratings"), 404)
    _data(service.get(f"{_FILMS}/{stays['id']}"))


@suite.check("a screening has its seats, and each member one of them")
def screened(service: Service) -> None:
    screening = _screening(service, _film(service)["id"], 2)
    path = f"{_SCREENINGS}/{screening['id']}"
    _attend(service, screening, "m1").is_(201)
    _error(_attend(service, screening, "m1"), 409, "Already registered")
    seen = _data(service.get(path))
    equal((seen["attendees"], seen["seats_left"], seen["seats"]), (["m1"], 1, 2), "the screening")
    expect(seen["starts_at"].startswith("2031-05-06T20:00"), "starts_at is what was given")
    _attend(service, screening, "m2").is_(201)
    _error(_attend(service, screening, "m3"), 409, "Screening is full")
    service.delete(f"{path}/attendees/m1").is_(204)
    _error(service.delete(f"{path}/attendees/m1"), 404)
    _attend(service, screening, "m3").is_(201)
    seen = _data(service.get(path))
    equal((sorted(seen["attendees"]), seen["seats_left"]), (["m2", "m3"], 0), "the screening")


@suite.check("many who want the last seats at the same moment: as many get one as there are")
def race(service: Service) -> None:
    screening = _screening(service, _film(service)["id"], 2)
    answers = at_once([lambda: _attend(service, screening)] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 2, "the seats taken")
    equal(_data(service.get(f"{_SCREENINGS}/{screening['id']}"))["seats_left"], 0, "seats left")


@suite.check("what is not there is 404 in the form of an error")
def absent(service: Service) -> None:
    film = _film(service)["id"]
    path = f"{_FILMS}/{unknown(film)}"
    _error(service.get(path), 404, "Film not found")
    _error(service.put(path, json=_document()), 404, "Film not found")
    _error(service.delete(path), 404, "Film not found")
    _error(_rate(service, {"id": unknown(film)}, "m", 3), 404)
    given = {"film_id": unknown(film), "starts_at": "2031-05-06T20:00:00", "seats": 5}
    _error(service.post(_SCREENINGS, json=given), 404)
    screening = unknown(_screening(service, film)["id"])
    _error(service.get(f"{_SCREENINGS}/{screening}"), 404)
    _error(_attend(service, {"id": screening}), 404)


@suite.check("everything invalid is 400 in the form of an error")
def malformed(service: Service) -> None:
    for body in _NO_DOCUMENT:
        headers = {"content-type": "application/json"}
        _error(service.post(_FILMS, content=body, headers=headers), 400)
    for name in ("title", "year", "director"):
        part = {each: value for each, value in _document().items() if each != name}
        _error(service.post(_FILMS, json=part), 400)
    faults: list[dict[str, Any]] = [{"year": 1887}, {"year": 2101}, {"year": "old"}]
    for wrong in [*faults, {"genres": 7}, {"title": []}]:
        _error(service.post(_FILMS, json=_document(**wrong)), 400)
    film = _film(service, year=2100)
    _error(service.put(f"{_FILMS}/{film['id']}", json=_document(year=1)), 400)
    right = {"film_id": film["id"], "starts_at": "2031-05-06T20:00:00", "seats": 5}
    for wrong in ({"seats": 0}, {"seats": 201}, {"starts_at": "tonight"}):
        _error(service.post(_SCREENINGS, json=right | wrong), 400)
    _error(service.get(_FILMS, params={"page": 0}), 400)


@suite.check("films, ratings and attendees outlive a restart")
def kept(service: Service) -> None:
    film = _film(service)
    _rate(service, film, "m1", 2).is_(201)
    screening = _screening(service, film["id"])
    _attend(service, screening, "m1").is_(201)
    service.restart()
    equal(_data(service.get(f"{_FILMS}/{film['id']}"))["average_rating"], 2, "the average")
    equal(_data(service.get(f"{_SCREENINGS}/{screening['id']}"))["attendees"], ["m1"], "attendees")
