"""Short links: made, followed, counted."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from urllib.parse import quote, urlsplit

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("url-shortener", "service")

_REDIRECTS = (301, 302, 303, 307, 308)


def _url() -> str:
    return f"https://example.org/{token_hex(4)}/a%20b?x=1&y={token_hex(2)}#part"


def _shorten(service: Service, url: str) -> str:
    made = service.post("/shorten", json={"url": url}).created()
    code = made["code"]
    expect(isinstance(code, str) and code, "code is a text")
    path = urlsplit(made["short_url"]).path
    expect(path.endswith(f"/{code}"), f"short_url leads to {code}, not to {made['short_url']}")
    return str(code)


def _follow(service: Service, code: str) -> Answer:
    return service.get(f"/{quote(code, safe='')}").is_(*_REDIRECTS)


def _clicks(service: Service, code: str, url: str) -> int:
    told = service.get(f"/stats/{quote(code, safe='')}").is_(200).json()
    equal(told["url"], url, "the url in the statistics")
    clicks: int = told["clicks"]
    return clicks


@suite.check("a short link redirects to its own url, to the letter", fresh=True)
def redirected(service: Service) -> None:
    links = {_shorten(service, url): url for url in (_url(), _url(), "http://example.org/p")}
    equal(len(links), 3, "the number of different codes for three urls")
    for code, url in links.items():
        equal(_follow(service, code).headers.get("location"), url, "location")


@suite.check("every visit counts for its own link, and looking at the statistics does not")
def counted(service: Service) -> None:
    first, second = _url(), _url()
    one, other = _shorten(service, first), _shorten(service, second)
    equal(_clicks(service, one, first), 0, "clicks of a new link")
    for _ in range(3):
        _follow(service, one)
    _follow(service, other)
    equal(_clicks(service, one, first), 3, "clicks after three visits")
    equal(_clicks(service, one, first), 3, "clicks, asked again")
    equal(_clicks(service, other, second), 1, "clicks of the other link")


@suite.check("codes are not given out twice")
def distinct(service: Service) -> None:
    links = {_shorten(service, url): url for url in [_url() for _ in range(25)]}
    equal(len(links), 25, "the number of different codes for 25 urls")


@suite.check("a url shortened again leads there too, and harms no count")
def again(service: Service) -> None:
    url = _url()
    first = _shorten(service, url)
    _follow(service, first)
    second = _shorten(service, url)
    equal(_follow(service, second).headers.get("location"), url, "location")
    equal(_clicks(service, first, url), 1 + (first == second), "clicks")


@suite.check("visits at the same moment are all counted")
def race(service: Service) -> None:
    url = _url()
    code = _shorten(service, url)
    visit: Callable[[], Answer] = lambda: service.get(f"/{code}")  # noqa: E731
    for answer in at_once([visit] * 12):
        answer.is_(*_REDIRECTS)
    equal(_clicks(service, code, url), 12, "clicks after twelve visits at once")


@suite.check("what is no url is refused")
def malformed(service: Service) -> None:
    wrong = ["not a url", "", "http://", "//example.org/x", "javascript:alert(1)", 7, None, ["x"]]
    refuses_malformed(service, "/shorten", {}, *({"url": each} for each in wrong))


@suite.check("unknown codes are 404, and stay so")
def absent(service: Service) -> None:
    code = unknown(_shorten(service, _url()))
    for _ in range(2):
        service.get(f"/{code}").is_(404)
        service.get(f"/stats/{code}").is_(404)


@suite.check("links and counts outlive a restart")
def kept(service: Service) -> None:
    url = _url()
    code = _shorten(service, url)
    _follow(service, code)
    _follow(service, code)
    service.restart()
    equal(_clicks(service, code, url), 2, "clicks after the restart")
    equal(_follow(service, code).headers.get("location"), url, "location")
    equal(_clicks(service, code, url), 3, "clicks after one more visit")
    expect(_shorten(service, _url()) != code, "a new link takes no code that is in use")
