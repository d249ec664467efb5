"""The dashboard's pages as documents: what they say, and what they never let through."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.errors import Forbidden
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.dashboard.markup import tag
from beliefs.serve.dashboard.pages import SHOWN
from beliefs.serve.guard import LookOnly
from beliefs.serve.rights import Right
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator

EVIL = '</title><script>alert(1)</script><img src=x onerror="alert(1)" class=\''
BEGUN = datetime(2026, 5, 1, tzinfo=UTC)


class Clock:
    """An hour goes by between one write and the next."""

    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> datetime:
        self.now += timedelta(hours=1)
        return self.now


class Looked:
    """A small mind behind a server, and somebody who asks for pages."""

    def __init__(self, client: Beliefs, http: httpx.Client) -> None:
        self.client = client
        self.http = http

    def page(self, path: str, **query: str) -> str:
        answer = self.http.get(path, params=query)
        assert answer.status_code == httpx.codes.OK, answer.text
        return answer.text


@pytest.fixture
def looked() -> Iterator[Looked]:
    with (
        Beliefs(":memory:", clock=Clock()) as client,
        HttpServer(create_app(on_one_store(client))) as server,
        httpx.Client(base_url=server.url, timeout=30) as http,
    ):
        yield Looked(client, http)


def _stated(client: Beliefs, claim: str, **said: Any) -> str:
    return client.add(claim, **said).changes[0].belief_id


class _Elements(HTMLParser):
    """The names of elements and of their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag, *(f"{tag}.{name}" for name, _ in attrs)]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _read(text: str) -> _Elements:
    elements = _Elements()
    elements.feed(text)
    elements.close()
    return elements


@given(st.text(), st.text())
def test_markup_holds_any_text_as_text(text: str, value: str) -> None:
    elements = _read(tag("p", text, title=value))
    assert elements.found == ["p", "p.title"]
    clean = text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()
    assert "".join(elements.text) == clean


def test_every_page_holds_an_evil_claim_as_text(looked: Looked) -> None:
    said = {"agent": EVIL, "source": EVIL, "origin": EVIL, "quote": EVIL, "strength": 9}
    name = _stated(looked.client, EVIL, confidence=0.9, **said)
    looked.client.add(EVIL, confidence=0.9, strength=9, refutes=True)
    other = _stated(looked.client, f"{EVIL} too", choice=EVIL, depends_on=[name])
    looked.client.relate(name, "contradicts", other)
    looked.client.goal(EVIL)
    looked.client.gap(EVIL)
    looked.client.trust.set(agent=EVIL, confidence=0.3)
    looked.client.outcome(name, truth=True, note=EVIL)
    for path in SHOWN:
        for belief in (name, other):
            text = looked.page(path.replace("{belief}", belief))
            elements = _read(text)
            assert "img" not in elements.found, path
            assert not [one for one in elements.found if ".on" in one or one.endswith(".style")]
            assert elements.found.count("script") == ("<html" in text), path
    assert EVIL in "".join(_read(looked.page("/")).text)
    refused = looked.http.get("/", params={"namespace": EVIL, "q": EVIL, EVIL: EVIL})
    assert "<img" not in refused.text
    assert "<img" not in looked.page("/", q=EVIL)


def test_nothing_may_come_from_elsewhere(looked: Looked) -> None:
    for path in ("/", "/assets/live.js", "/assets/style.css", "/belief/" + "0" * 32):
        headers = looked.http.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none';")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_only_read(looked: Looked) -> None:
    _stated(looked.client, "The cache is warm")
    before = looked.client.digest()
    for path in SHOWN:
        answer = looked.http.post(path.replace("{belief}", "0" * 32))
        assert answer.status_code == httpx.codes.METHOD_NOT_ALLOWED
    assert looked.client.digest() == before


def test_a_page_that_is_known_is_not_sent_again(looked: Looked) -> None:
    first = looked.http.get("/")
    again = looked.http.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == httpx.codes.NOT_MODIFIED
    _stated(looked.client, "The cache is warm")
    changed = looked.http.get("/", headers={"if-none-match": first.headers["etag"]})
    assert changed.status_code == httpx.codes.OK


def _followed(looked: Looked, start: str, rel: str) -> list[str]:
    """The text of a page and of those that follow it."""
    pages, address = [], start
    while address:
        text = looked.http.get(address).text
        pages.append(text)
        links = [part for part in text.split("<a ") if f'rel="{rel}"' in part.partition(">")[0]]
        address = links[0].split('href="')[1].split('"')[0].replace("&amp;", "&") if links else ""
    return pages


@pytest.mark.parametrize("start", ["/", "/?order=oldest"])
def test_pages_show_every_belief_once(looked: Looked, start: str) -> None:
    for part in range(3):
        looked.client.add([f"Probe {part * 40 + one:03} is green" for one in range(40)])
    pages = _followed(looked, start, "next")
    assert len(pages) == 3
    for one in range(120):
        assert "".join(pages).count(f"Probe {one:03} is green") == 1


def test_a_search_finds_by_words(looked: Looked) -> None:
    looked.client.add(["The cache is warm", "The disk is full"])
    text = looked.page("/", q="cache")
    assert "The cache is warm" in text
    assert "The disk is full" not in text


def test_a_page_shows_the_state_as_of_a_moment(looked: Looked) -> None:
    name = _stated(looked.client, "The cache is warm", confidence=0.9, strength=8)
    then = looked.client.get(name).created
    looked.client.retract(name, "somebody restarted it")
    looked.client.add("The disk is full")
    past = looked.page("/", as_of=then.isoformat())
    assert "The cache is warm" in past
    assert "The disk is full" not in past
    assert "The cache is warm" not in looked.page("/")
    assert "somebody restarted it" in looked.page(f"/belief/{name}")
    assert "restarted" not in looked.page(f"/belief/{name}", as_of=then.isoformat())
    stops = json.loads(looked.page("/timeline"))["stops"]
    assert stops[0] == then.isoformat()
    assert len(stops) == 3


def test_links_stay_in_the_ledger_and_at_the_moment(looked: Looked) -> None:
    other = looked.client._beside(namespace="lab")  # noqa: SLF001
    name = _stated(other, "The rig is calibrated")
    moment = other.get(name).created.isoformat()
    text = looked.page("/", namespace="lab", as_of=moment)
    assert "The rig is calibrated" in text
    links = [part.split('"')[0] for part in text.split('href="')[1:]]
    pages = [link for link in links if not link.startswith(("/assets", "#"))]
    assert all("namespace=lab" in link and "as_of=" in link for link in pages)
    assert "The rig is calibrated" not in looked.page("/")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/belief/" + "0" * 32, 404),
        ("/belief/what", 422),
        ("/?as_of=yesterday", 422),
        ("/?page=0", 422),
        ("/?page=21", 422),
        ("/?cursor=1&order=oldest", 422),
        ("/?status=odd", 422),
        ("/?colour=red", 422),
        ("/?q=a&q=b", 422),
    ],
)
def test_what_cannot_be_shown_is_said(looked: Looked, path: str, status: int) -> None:
    answer = looked.http.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert 'class="note"' in answer.text


class _Nobody:
    """A guard that lets nobody in."""

    def check(self, authorization: str | None, *, namespace: str | None, right: Right) -> None:
        assert right is Right.READ
        raise Forbidden(f"{authorization or 'nobody'} may not read {namespace}.")


def test_what_only_shows_cannot_be_written_to() -> None:
    with (
        Beliefs(":memory:") as client,
        HttpServer(create_app(on_one_store(client), guard=LookOnly())) as server,
        Beliefs(server.url) as looking,
    ):
        client.add("The cache is warm")
        assert looking.count() == 1
        with pytest.raises(Forbidden):
            looking.add("The cache is cold")
        assert client.count() == 1


def test_a_guard_stands_before_every_page() -> None:
    with (
        Beliefs(":memory:") as client,
        HttpServer(create_app(on_one_store(client), guard=_Nobody())) as server,
        httpx.Client(base_url=server.url) as http,
    ):
        client.add("The cache is warm")
        for path in SHOWN:
            answer = http.get(path.replace("{belief}", client.list()[0].id))
            assert answer.status_code == httpx.codes.FORBIDDEN
            assert "nobody may not read default." in answer.text
            assert "The cache is warm" not in answer.text


STYLE = files("beliefs.serve.dashboard").joinpath("assets/style.css").read_text(encoding="utf-8")


def _light(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [
        *((ink, paper, 4.5) for ink in ("ink", "quiet", "accent") for paper in ("paper", "card")),
        *((name, f"{name}-back", 4.5) for name in ("warn", "bad", "good")),
        *((line, "card", 3.0) for line in ("c1", "c2", "c3", "c4", "accent", "ink", "rail")),
    ],
)
def test_colours_stand_out(scheme: int, ink: str, paper: str, least: float) -> None:
    block = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[scheme]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
    darker, lighter = sorted((_light(colours[ink]), _light(colours[paper])))
    assert (lighter + 0.05) / (darker + 0.05) >= least
