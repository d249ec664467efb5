"""Short links, counted."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("short-links", "service")
URL = "https://example.com/a/long?path=1&b=%C3%A4#part"


def _shorten(service: Service, **given: Any) -> dict[str, Any]:
    return service.post("/links", json={"url": URL, **given}).is_(201).json()


def _follow(service: Service, code: str) -> Answer:
    return service.get(f"/{code}", follow_redirects=False)


@suite.check("a link gets a code of six letters and digits")
def shortened(service: Service) -> None:
    made = [_shorten(service) for _ in range(3)]
    for each in made:
        expect(re.fullmatch(r"[A-Za-z0-9]{6}", each["code"]), f"six letters and digits, not {each['code']!r}")
        equal((each["url"], each["clicks"]), (URL, 0), "the answer")
    told = service.get(f"/links/{made[0]['code']}").is_(200).json()
    equal((told["code"], told["url"], told["clicks"]), (made[0]["code"], URL, 0), "the link")


@suite.check("the code leads to the address")
def followed(service: Service) -> None:
    answer = _follow(service, _shorten(service)["code"]).is_(302)
    equal(answer.headers.get("location"), URL, "the location")


@suite.check("clicks are counted, looks are not")
def counted(service: Service) -> None:
    code, other = _shorten(service)["code"], _shorten(service)["code"]
    for _ in range(3):
        _follow(service, code).is_(302)
        service.get(f"/links/{code}").is_(200)
    equal(service.get(f"/links/{code}").is_(200).json()["clicks"], 3, "the clicks")
    equal(service.get(f"/links/{other}").is_(200).json()["clicks"], 0, "the clicks of another")


@suite.check("a code of one's own works once")
def own(service: Service) -> None:
    code = f"spring-{token_hex(4)}"
    equal(_shorten(service, code=code)["code"], code, "the code")
    _follow(service, code).is_(302)
    service.post("/links", json={"url": "https://example.org/", "code": code}).is_(409)
    equal(service.get(f"/links/{code}").is_(200).json()["url"], URL, "the url")


@suite.check("a code of another form is 400")
def form(service: Service) -> None:
    for code in ("ab", "a" * 31, "Spring", "a b c", "a_bc", "ab/c"):
        service.post("/links", json={"url": URL, "code": code}).is_(400)
    tail = token_hex(15)
    for code in (tail[:3] + "-" + tail[:8], tail):
        _shorten(service, code=code)


@suite.check("an address that is none of the web is 400")
def address(service: Service) -> None:
    for url in ("example.com", "ftp://example.com/", "javascript:alert(1)", ""):
        service.post("/links", json={"url": url}).is_(400)
    service.post("/links", json={}).refused()
    service.post("/links", json={"url": "http://example.com/plain"}).is_(201)


@suite.check("a removed or unknown code is 404")
def removed(service: Service) -> None:
    code = _shorten(service)["code"]
    service.delete(f"/links/{code}").is_(204)
    for each in (code, f"zz{token_hex(2)}"):
        _follow(service, each).is_(404)
        service.get(f"/links/{each}").is_(404)
        service.delete(f"/links/{each}").is_(404)


@suite.check("links and clicks outlive a restart")
def kept(service: Service) -> None:
    code = _shorten(service)["code"]
    _follow(service, code).is_(302)
    _follow(service, code).is_(302)
    service.restart()
    equal(service.get(f"/links/{code}").is_(200).json()["clicks"], 2, "the clicks")
    _follow(service, code).is_(302)
