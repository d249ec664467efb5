"""Visits are counted by page, uniques by visitor, and none is lost."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("visit-counter", "service")


def _site() -> str:
    return f"s-{token_hex(5)}.org"


def _hit(service: Service, site: str, page: str, visitor: str = "") -> Answer:
    return service.post(f"/hit/{site}/{page}", headers={"X-Visitor": visitor} if visitor else {})


def _stats(service: Service, site: str) -> tuple[Any, list[tuple[Any, ...]]]:
    told = service.get(f"/stats/{site}").is_(200).json()
    equal(told["site"], site, "the site")
    return told["visits"], [
        (each["page"], each["visits"], each["uniques"]) for each in told["pages"]
    ]


@suite.check("hits are counted by page")
def counted(service: Service) -> None:
    site = _site()
    for count in (1, 2, 3):
        equal(
            _hit(service, site, "about").is_(200).json(),
            {"site": site, "page": "about", "visits": count},
            "the answer",
        )
    equal(_hit(service, site, "home").is_(200).json()["visits"], 1, "the visits of another page")
    equal(
        _hit(service, _site(), "about").is_(200).json()["visits"], 1, "the visits of another site"
    )


@suite.check("a visitor is unique once per page")
def uniques(service: Service) -> None:
    site = _site()
    for visitor in ("ann", "bob", "ann", "", ""):
        _hit(service, site, "about", visitor).is_(200)
    _hit(service, site, "home", "ann").is_(200)
    equal(_stats(service, site), (6, [("about", 5, 2), ("home", 1, 1)]), "the statistics")


@suite.check("the most visited page comes first, equal ones by name")
def order(service: Service) -> None:
    site = _site()
    for page in ("zoo", "cat", "ant", "cat", "dog"):
        _hit(service, site, page).is_(200)
    equal(
        _stats(service, site),
        (5, [("cat", 2, 0), ("ant", 1, 0), ("dog", 1, 0), ("zoo", 1, 0)]),
        "the statistics",
    )


@suite.check("a site nobody has visited is 404")
def unknown(service: Service) -> None:
    equal(service.get(f"/stats/{_site()}").is_(404).json(), {"error": "unknown site"}, "the answer")


@suite.check("the badge shows the visits and does not count")
def badge(service: Service) -> None:
    site = _site()
    for wanted in (0, 17):
        for _ in range(wanted):
            _hit(service, site, "about.html").is_(200)
        for _ in range(2):
            answer = service.get(f"/badge/{site}/about.html.svg").is_(200)
            equal(answer.headers["content-type"].split(";")[0], "image/svg+xml", "the content type")
            expect("<svg" in answer.text and "<text" in answer.text, "an SVG picture with text")
            shown = re.search(rf"<text[^>]*>[^<]*\b{wanted}\b", answer.text)
            expect(shown, f"{wanted} as text in {answer.text}")
    equal(_stats(service, site)[0], 17, "the visits")


@suite.check("other names are 400")
def names(service: Service) -> None:
    site = _site()
    for page in ("a%20b", "a_b", "x%3Cy"):
        _hit(service, site, page).is_(400)
    _hit(service, "my_site", "about").is_(400)
    service.get(f"/stats/{site}").is_(404)


@suite.check("no hit is lost when many come at once")
def many(service: Service) -> None:
    site = _site()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: _hit(service, site, "rush", f"v{n % 10}"), range(80)))
    got = sorted(each.is_(200).json()["visits"] for each in answers)
    equal(got, list(range(1, 81)), "the visits that were told")
    equal(_stats(service, site), (80, [("rush", 80, 10)]), "the statistics")


@suite.check("the numbers are kept over a restart")
def kept(service: Service) -> None:
    site = _site()
    _hit(service, site, "about", "ann").is_(200)
    service.restart()
    equal(_hit(service, site, "about", "ann").is_(200).json()["visits"], 2, "the visits")
    equal(_stats(service, site), (2, [("about", 2, 1)]), "the statistics")
