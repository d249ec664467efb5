"""Short links: made, followed, counted, kept."""

from __future__ import annotations

import re
from secrets import token_hex

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("linklet", "service")

URL = "https://example.com/news?issue=4&from=mail"


def _alias() -> str:
    return "a-" + token_hex(5)


def _new(service: Service, **more: str) -> str:
    code: str = service.post("/links", json={"url": URL, **more}).is_(201).json()["code"]
    return code


@suite.check("a link without alias has a code of six letters or digits")
def made(service: Service) -> None:
    told = service.post("/links", json={"url": URL}).is_(201).json()
    expect(re.fullmatch("[A-Za-z0-9]{6}", told["code"]), f"a code of six, not {told['code']}")
    equal((told["url"], told["clicks"], told["last_click"]), (URL, 0, None), "the link")
    expect(len({_new(service) for _ in range(5)}) == 5, "different codes")


@suite.check("an alias becomes the code, once")
def alias(service: Service) -> None:
    name = _alias()
    equal(_new(service, alias=name), name, "the code")
    service.post("/links", json={"url": "http://other.example", "alias": name}).is_(409)
    equal(service.get(f"/links/{name}").is_(200).json()["url"], URL, "the url")


@suite.check("following redirects and counts, showing does not count")
def followed(service: Service) -> None:
    code = _new(service)
    for count in (1, 2, 3):
        answer = service.get(f"/go/{code}", follow_redirects=False).is_(302)
        equal(answer.headers["location"], URL, "the Location")
        for _ in range(2):
            told = service.get(f"/links/{code}").is_(200).json()
            equal(told["clicks"], count, "the clicks")
            expect(
                isinstance(told["last_click"], str) and "T" in told["last_click"],
                "when it was last followed",
            )


@suite.check("what is not there is 404")
def missing(service: Service) -> None:
    service.get("/links/no-such-link").is_(404)
    service.get("/go/no-such-link", follow_redirects=False).is_(404)
    service.delete("/links/no-such-link").is_(404)


@suite.check("a removed link is gone")
def removed(service: Service) -> None:
    code = _new(service)
    service.delete(f"/links/{code}").is_(204)
    service.get(f"/links/{code}").is_(404)
    service.get(f"/go/{code}", follow_redirects=False).is_(404)


@suite.check("bad urls and aliases are 422")
def wrong(service: Service) -> None:
    for body in (
        {},
        {"url": "example.com"},
        {"url": "ftp://example.com/x"},
        {"url": "javascript:alert(1)"},
        {"url": URL, "alias": "ab"},
        {"url": URL, "alias": "a" * 21},
        {"url": URL, "alias": "Has Space"},
        {"url": URL, "alias": "UPPER"},
    ):
        service.post("/links", json=body).is_(422)
    _new(service, alias=token_hex(10))


@suite.check("links and clicks survive a restart")
def kept(service: Service) -> None:
    code = _new(service)
    service.get(f"/go/{code}", follow_redirects=False).is_(302)
    service.restart()
    told = service.get(f"/links/{code}").is_(200).json()
    equal((told["url"], told["clicks"]), (URL, 1), "the link")
