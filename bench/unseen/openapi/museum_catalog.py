"""A museum's catalogue of artists and artworks, in envelopes like those of JSON:API."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("museum-catalog", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


def _send(service: Service, path: str, body: str | bytes, kind: str) -> Answer:
    """POST a body that is not JSON."""
    raw = body.encode() if isinstance(body, str) else body
    try:
        return service.post(path, content=raw, headers={"Content-Type": kind})
    except TypeError:
        return service.post(path, data=raw, headers={"Content-Type": kind})


_ARTISTS, _ARTWORKS = "/api/artists", "/api/artworks"


def _artist(service: Service, **attributes: Any) -> dict[str, Any]:
    given = {"name": f"a{token_hex(4)}", **attributes}
    body = {"data": {"type": "artists", "attributes": given}}
    made: dict[str, Any] = service.post(_ARTISTS, json=body).is_(201).json()["data"]
    equal(made["type"], "artists", "the type")
    expect(isinstance(made["id"], str), "the id is a string")
    equal({name: made["attributes"][name] for name in given}, given, "the attributes")
    return made


def _body(artist: str, **attributes: Any) -> dict[str, Any]:
    given = {"title": f"t{token_hex(4)}", "year": 1900, "medium": "oil", **attributes}
    related = {"artist": {"data": {"type": "artists", "id": artist}}}
    return {"data": {"type": "artworks", "attributes": given, "relationships": related}}


def _artwork(service: Service, artist: str, **attributes: Any) -> dict[str, Any]:
    body = _body(artist, **attributes)
    made: dict[str, Any] = service.post(_ARTWORKS, json=body).is_(201).json()["data"]
    return made


def _failed(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()["errors"]
    expect(isinstance(told, list) and len(told) > 0, "there are errors")
    equal(told[0]["status"], str(status), "the status in the error")


def _ids(answer: Answer) -> list[str]:
    return [each["id"] for each in answer.is_(200).json()["data"]]


@suite.check("an empty catalogue has empty data and a total of 0", fresh=True)
def empty(service: Service) -> None:
    for path in (_ARTISTS, _ARTWORKS):
        told = service.get(path).is_(200).json()
        equal((told["data"], told["meta"]["total"]), ([], 0), f"the list at {path}")


@suite.check("an artist is created with a Location and read back")
def artist(service: Service) -> None:
    attributes = {"name": f"a{token_hex(4)}", "born": 1876, "died": 1907}
    body = {"data": {"type": "artists", "attributes": attributes}}
    answer = service.post(_ARTISTS, json=body).is_(201)
    made = answer.json()["data"]
    expect(_header(answer, "location").endswith(f"/artists/{made['id']}"), "the Location")
    read = service.get(f"{_ARTISTS}/{made['id']}").is_(200).json()["data"]
    equal((read["type"], read["id"]), ("artists", made["id"]), "type and id")
    equal({name: read["attributes"][name] for name in attributes}, attributes, "attributes")


@suite.check("answers are application/vnd.api+json, and requests may be")
def media(service: Service) -> None:
    body = b'{"data": {"type": "artists", "attributes": {"name": "Vera"}}}'
    answer = _send(service, _ARTISTS, body, "application/vnd.api+json").is_(201)
    for each in (answer, service.get(_ARTISTS).is_(200)):
        kind = _header(each, "content-type")
        expect(kind.startswith("application/vnd.api+json"), f"vnd.api+json, not {kind}")


@suite.check("artists are listed by name, with their number", fresh=True)
def artists(service: Service) -> None:
    made = {name: _artist(service, name=name)["id"] for name in ("Munch", "Arp", "Klee")}
    told = service.get(_ARTISTS).is_(200).json()
    equal([each["id"] for each in told["data"]], [made[n] for n in sorted(made)], "the artists")
    equal(told["meta"]["total"], 3, "the total")


@suite.check("a PATCH changes the attributes that are given")
def patched(service: Service) -> None:
    made = _artist(service, born=1900)
    path = f"{_ARTISTS}/{made['id']}"
    body = {"data": {"type": "artists", "id": made["id"], "attributes": {"died": 1950}}}
    told = service.patch(path, json=body).is_(200).json()["data"]["attributes"]
    equal((told["born"], told["died"]), (1900, 1950), "born and died")
    read = service.get(path).is_(200).json()["data"]["attributes"]
    equal((read["name"], read["died"]), (made["attributes"]["name"], 1950), "the artist")
    body["data"]["attributes"] = {"died": 1899}
    _failed(service.patch(path, json=body), 422)


@suite.check("an artwork has its artist, and is not on display unless said")
def artwork(service: Service) -> None:
    owner = _artist(service)["id"]
    made = _artwork(service, owner, title="Girl", year=1904)
    equal(made["relationships"]["artist"]["data"], {"type": "artists", "id": owner}, "artist")
    for told in (made, service.get(f"{_ARTWORKS}/{made['id']}").is_(200).json()["data"]):
        wanted = {"title": "Girl", "year": 1904, "medium": "oil", "on_display": False}
        equal({name: told["attributes"][name] for name in wanted}, wanted, "attributes")
        equal((told["type"], told["id"]), ("artworks", made["id"]), "type and id")


@suite.check("the artworks of an artist, oldest first")
def of_artist(service: Service) -> None:
    owner, other = _artist(service)["id"], _artist(service)["id"]
    made = {year: _artwork(service, owner, year=year)["id"] for year in (1910, 1890, 1900)}
    _artwork(service, other)
    told = _ids(service.get(f"{_ARTISTS}/{owner}/artworks"))
    equal(told, [made[year] for year in (1890, 1900, 1910)], "the artworks")


@suite.check("artworks are filtered and sorted", fresh=True)
def filtered(service: Service) -> None:
    owner = _artist(service)["id"]
    b = _artwork(service, owner, title="B", year=1920, on_display=True)["id"]
    a = _artwork(service, owner, title="A", year=1910, medium="print")["id"]
    c = _artwork(service, owner, title="C", year=1900, medium="print", on_display=True)["id"]
    for params, wanted in (
        ({}, [a, b, c]),
        ({"sort": "-title"}, [c, b, a]),
        ({"sort": "year"}, [c, a, b]),
        ({"sort": "-year"}, [b, a, c]),
        ({"filter[medium]": "print"}, [a, c]),
        ({"filter[on_display]": "true"}, [b, c]),
        ({"filter[on_display]": "false"}, [a]),
        ({"filter[on_display]": "true", "filter[medium]": "print"}, [c]),
    ):
        answer = service.get(_ARTWORKS, params=params)
        equal(_ids(answer), wanted, f"the artworks of {params}")
        equal(answer.json()["meta"]["total"], len(wanted), "the total")


@suite.check("artworks come in pages of 20 unless said otherwise", fresh=True)
def paged(service: Service) -> None:
    owner = _artist(service)["id"]
    made = [_artwork(service, owner, title=f"T{n:02d}")["id"] for n in range(23)]
    equal(_ids(service.get(_ARTWORKS)), made[:20], "the first page")
    params = {"page[number]": 2, "page[size]": 10}
    answer = service.get(_ARTWORKS, params=params)
    equal(_ids(answer), made[10:20], "the second page of ten")
    equal(answer.json()["meta"]["total"], 23, "the total")
    equal(_ids(service.get(_ARTWORKS, params={"page[number]": 2})), made[20:], "the rest")


@suite.check("deleting an artist deletes the artworks too")
def deleted(service: Service) -> None:
    owner, other = _artist(service)["id"], _artist(service)["id"]
    work, stays = _artwork(service, owner)["id"], _artwork(service, other)["id"]
    service.delete(f"{_ARTISTS}/{owner}").is_(204)
    _failed(service.get(f"{_ARTISTS}/{owner}"), 404)
    _failed(service.get(f"{_ARTWORKS}/{work}"), 404)
    service.get(f"{_ARTWORKS}/{stays}").is_(200)
    service.delete(f"{_ARTWORKS}/{stays}").is_(204)
    _failed(service.get(f"{_ARTWORKS}/{stays}"), 404)
    service.get(f"{_ARTISTS}/{other}").is_(200)


@suite.check("what is not there is 404 with errors")
def absent(service: Service) -> None:
    owner = _artist(service)["id"]
    work = unknown(_artwork(service, owner)["id"])
    gone = str(unknown(owner))
    body = {"data": {"type": "artists", "id": gone, "attributes": {"born": 1}}}
    _failed(service.get(f"{_ARTISTS}/{gone}"), 404)
    _failed(service.patch(f"{_ARTISTS}/{gone}", json=body), 404)
    _failed(service.delete(f"{_ARTISTS}/{gone}"), 404)
    _failed(service.get(f"{_ARTISTS}/{gone}/artworks"), 404)
    _failed(service.get(f"{_ARTWORKS}/{work}"), 404)
    _failed(service.delete(f"{_ARTWORKS}/{work}"), 404)
    _failed(service.post(_ARTWORKS, json=_body(gone)), 404)


@suite.check("a wrong type is 409, a wrong attribute 422, with errors")
def malformed(service: Service) -> None:
    owner = _artist(service)["id"]
    total = service.get(_ARTWORKS).is_(200).json()["meta"]["total"]
    body: dict[str, Any] = {"data": {"type": "painters", "attributes": {"name": "x"}}}
    _failed(service.post(_ARTISTS, json=body), 409)
    wrong: list[dict[str, Any]] = [{}, {"name": ""}, {"name": "x", "born": "long ago"}]
    for each in [*wrong, {"name": "x", "born": 1900, "died": 1899}]:
        body = {"data": {"type": "artists", "attributes": each}}
        _failed(service.post(_ARTISTS, json=body), 422)
    body = _body(owner)
    body["data"]["type"] = "artists"
    _failed(service.post(_ARTWORKS, json=body), 409)
    for each in ({"medium": "chalk"}, {"year": "old"}, {"title": None}, {"on_display": "maybe"}):
        _failed(service.post(_ARTWORKS, json=_body(owner, **each)), 422)
    body = _body(owner)
    del body["data"]["relationships"]
    _failed(service.post(_ARTWORKS, json=body), 422)
    told = service.get(_ARTWORKS).is_(200).json()["meta"]["total"]
    equal(told, total, "the number of artworks")
