"""Short links that redirect and count clicks."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("shortener", "service")

URL = "https://example.com/some/page?a=1&b=2"


def _shorten(service: Service, **more: str) -> dict[str, Any]:
    return service.post("/links", json={"url": URL, **more}).is_(201).json()


def _code() -> str:
    return f"my-{token_hex(4)}"


@suite.check("a link gets a code of 6 letters and digits")
def made(service: Service) -> None:
    codes = set()
    for _ in range(3):
        told = _shorten(service)
        expect(
            re.fullmatch("[A-Za-z0-9]{6}", told["code"]) is not None,
            "the code has 6 letters or digits",
        )
        equal(told, {"code": told["code"], "url": URL, "clicks": 0}, "the link")
        codes.add(told["code"])
    equal(len(codes), 3, "the number of different codes")


@suite.check("a code can be chosen, but only once")
def chosen(service: Service) -> None:
    code = _code()
    equal(_shorten(service, code=code), {"code": code, "url": URL, "clicks": 0}, "the link")
    service.post("/links", json={"url": "https://example.org", "code": code}).is_(409)
    equal(service.get(f"/links/{code}").is_(200).json()["url"], URL, "the url")


@suite.check("a bad code is 400")
def malformed(service: Service) -> None:
    for code in ("ab", "a" * 21, "with space", "semi;colon", "under_score"):
        service.post("/links", json={"url": URL, "code": code}).is_(400)
    long = token_hex(10)
    equal(_shorten(service, code=long)["code"], long, "a code of 20 characters")


@suite.check("a url without http is 400")
def unlinked(service: Service) -> None:
    for url in ("example.com", "ftp://example.com/file", "javascript:alert(1)", ""):
        service.post("/links", json={"url": url}).is_(400)
    service.post("/links", json={}).is_(400)
    service.post("/links", json={"url": "http://example.com/"}).is_(201)


@suite.check("a code redirects to its url")
def redirected(service: Service) -> None:
    code = _shorten(service)["code"]
    equal(service.get(f"/{code}").is_(302).headers["location"], URL, "the location")
    service.get(f"/no-{token_hex(4)}").is_(404)


@suite.check("redirects are counted, looking is not")
def counted(service: Service) -> None:
    code, other = _shorten(service)["code"], _shorten(service)["code"]
    for _ in range(3):
        service.get(f"/{code}").is_(302)
    for _ in range(2):
        told = service.get(f"/links/{code}").is_(200).json()
        equal(told, {"code": code, "url": URL, "clicks": 3}, "the link")
    equal(service.get(f"/links/{other}").is_(200).json()["clicks"], 0, "clicks of the other")
    service.get(f"/links/no-{token_hex(4)}").is_(404)


@suite.check("a deleted link stops working")
def deleted(service: Service) -> None:
    code = _shorten(service)["code"]
    service.delete(f"/links/{code}").is_(204)
    service.get(f"/{code}").is_(404)
    service.get(f"/links/{code}").is_(404)
    service.delete(f"/links/{code}").is_(404)
