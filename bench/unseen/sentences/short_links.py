"""Go-links: made with a key, followed without, counted, and switched off."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("short-links", "service")


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


_KEY = {"X-Api-Key": "go-dev-key"}


def _link(service: Service, **given: str) -> dict[str, Any]:
    body = {"url": "https://example.com/handbook", **given}
    made: dict[str, Any] = service.post("/links", json=body, headers=_KEY).is_(201).json()
    wanted = {"url": body["url"], "clicks": 0, "active": True}
    equal({name: made[name] for name in wanted}, wanted, "the link")
    return made


def _alias() -> str:
    return f"a-{token_hex(4)}"


def _read(service: Service, code: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/links/{code}", headers=_KEY).is_(200).json()
    return told


@suite.check("a service without links lists none", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/links", headers=_KEY).items(), [], "the links")


@suite.check("an alias is the code; without it there is one of 6 letters and digits")
def created(service: Service) -> None:
    alias = _alias()
    equal(_link(service, alias=alias)["code"], alias, "the code")
    codes = [_link(service)["code"] for _ in range(5)]
    for code in codes:
        expect(len(code) == 6 and code.isascii() and code.isalnum(), f"6 of them, not {code}")
    equal(len(set(codes)), 5, "the number of different codes")
    equal(_read(service, codes[0])["code"], codes[0], "the code read back")


@suite.check("everything but following a link needs the key")
def keyed(service: Service) -> None:
    code = _link(service)["code"]
    for headers in ({}, {"X-Api-Key": "wrong"}, {"X-Api-Key": ""}):
        body = {"url": "https://example.com/"}
        service.post("/links", json=body, headers=headers).is_(401)
        service.get("/links", headers=headers).is_(401)
        service.get(f"/links/{code}", headers=headers).is_(401)
        service.patch(f"/links/{code}", json={"active": False}, headers=headers).is_(401)
        service.delete(f"/links/{code}", headers=headers).is_(401)
    expect(_read(service, code)["active"] is True, "it is still active")


@suite.check("following a link is 302 with its Location")
def followed(service: Service) -> None:
    url = f"https://example.com/{token_hex(4)}?a=1&b=%20x"
    for given in ({}, {"alias": _alias()}):
        code = _link(service, url=url, **given)["code"]
        equal(_header(service.get(f"/{code}").is_(302), "location"), url, "the Location")


@suite.check("each time a link is followed is counted, reading it is not")
def counted(service: Service) -> None:
    code, other = _link(service)["code"], _link(service)["code"]
    for _ in range(3):
        service.get(f"/{code}").is_(302)
    _read(service, code)
    equal(_read(service, code)["clicks"], 3, "the clicks")
    equal(_read(service, other)["clicks"], 0, "the clicks of another")


@suite.check("clicks at the same moment are all counted")
def race(service: Service) -> None:
    code = _link(service)["code"]
    for each in at_once([lambda: service.get(f"/{code}")] * 8):
        each.is_(302)
    equal(_read(service, code)["clicks"], 8, "the clicks")


@suite.check("a link that is switched off is 410, without a click, until it is on again")
def switched(service: Service) -> None:
    code = _link(service)["code"]
    path = f"/links/{code}"
    told = service.patch(path, json={"active": False}, headers=_KEY).is_(200).json()
    expect(told["active"] is False, "it is off")
    service.get(f"/{code}").is_(410)
    equal(_read(service, code)["clicks"], 0, "the clicks")
    service.patch(path, json={"active": True}, headers=_KEY).is_(200)
    service.get(f"/{code}").is_(302)


@suite.check("the url can be changed, and stays under the rule")
def changed(service: Service) -> None:
    code = _link(service)["code"]
    path, url = f"/links/{code}", "http://example.org/new"
    service.patch(path, json={"url": url}, headers=_KEY).is_(200)
    equal(_header(service.get(f"/{code}").is_(302), "location"), url, "the Location")
    service.patch(path, json={"url": "ftp://example.org"}, headers=_KEY).is_(422)
    told = _read(service, code)
    equal((told["url"], told["active"]), (url, True), "the link")


@suite.check("an alias that is taken is 409")
def taken(service: Service) -> None:
    alias = _alias()
    _link(service, alias=alias)
    body = {"url": "https://example.org/", "alias": alias}
    service.post("/links", json=body, headers=_KEY).is_(409)
    equal(_read(service, alias)["url"], "https://example.com/handbook", "the url")


@suite.check("links are listed by code, or by clicks", fresh=True)
def listed(service: Service) -> None:
    for alias, clicks in (("mmm", 1), ("aaa", 0), ("zzz", 2)):
        _link(service, alias=alias)
        for _ in range(clicks):
            service.get(f"/{alias}").is_(302)
    told = [each["code"] for each in service.get("/links", headers=_KEY).items()]
    equal(told, ["aaa", "mmm", "zzz"], "by code")
    answer = service.get("/links", params={"sort": "clicks"}, headers=_KEY)
    equal([each["code"] for each in answer.items()], ["zzz", "mmm", "aaa"], "by clicks")


@suite.check("a deleted link is gone, and its alias may be used again")
def deleted(service: Service) -> None:
    alias = _alias()
    _link(service, alias=alias)
    service.delete(f"/links/{alias}", headers=_KEY).is_(204)
    service.get(f"/{alias}").is_(404)
    service.get(f"/links/{alias}", headers=_KEY).is_(404)
    service.delete(f"/links/{alias}", headers=_KEY).is_(404)
    service.patch(f"/links/{alias}", json={"active": True}, headers=_KEY).is_(404)
    _link(service, alias=alias)


@suite.check("a bad url and a bad alias are 422, and so is the alias links")
def malformed(service: Service) -> None:
    before = len(service.get("/links", headers=_KEY).items())
    wrong: list[dict[str, Any]] = [{}, {"url": "example.com"}, {"url": "ftp://example.com"}]
    wrong += [{"url": 7}, {"url": ""}]
    for alias in ("ab", "a" * 31, "Upper", "a_b", "a b", "ä-ö-ü", "links"):
        wrong.append({"url": "https://example.com/", "alias": alias})
    for each in wrong:
        service.post("/links", json=each, headers=_KEY).is_(422)
    equal(len(service.get("/links", headers=_KEY).items()), before, "the number of links")


@suite.check("links outlive a restart with their clicks")
def kept(service: Service) -> None:
    code = _link(service)["code"]
    service.get(f"/{code}").is_(302)
    service.restart()
    equal(_read(service, code)["clicks"], 1, "the clicks")
    service.get(f"/{code}").is_(302)
