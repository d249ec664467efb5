"""The frame around every page: its head, the way around, and the timeline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.markup import Html, Inside, joined, tag

PAGES = {
    "/": "Beliefs",
    "/contradictions": "Contradictions",
    "/open": "Clarity",
    "/trust": "Trust",
}


class Page(NamedTuple):
    """What a page says."""

    title: str
    main: Html
    path: str = "/"
    """Which of the pages it belongs to."""


def when(moment: datetime | None) -> Html:
    """A moment, as people and programs read it."""
    if moment is None:
        return Html("–")
    return tag("time", f"{moment:%Y-%m-%d %H:%M:%S}", datetime=moment.isoformat())


def later(address: str, waiting: str) -> Html:
    """A part that takes longer: it comes after the page."""
    link = tag("a", "Show it", href=address)
    return tag(
        "div", tag("p", waiting, " ", link, class_="quiet"), data_part=address, aria_live="polite"
    )


def section(heading: str, *inside: Inside) -> Html:
    """A part of a page with its heading."""
    return tag("section", tag("h2", heading), *inside)


def table(heads: Sequence[str], rows: list[tuple[Inside, ...]], class_: str = "") -> Html:
    """A table whose cells know their heads, so that they can stand below each other."""
    head = tag("tr", *(tag("th", name, scope="col") for name in heads))
    body = [
        tag("tr", *(tag("td", cell, data_head=name) for name, cell in zip(heads, row, strict=True)))
        for row in rows
    ]
    made = tag("table", tag("thead", head), tag("tbody", *body), class_=class_ or None)
    return tag("div", made, class_="scroll")


def shell(page: Page, here: Here) -> Html:
    """A whole document."""
    events = None if here.as_of else here.link("/v1/events")
    body = tag(
        "body",
        tag("a", "Skip to content", href="#main", class_="skip"),
        tag("header", _nav(page, here), tag("span", "", id="live"), _timeline(here)),
        tag("main", _then(here), page.main, id="main", tabindex="-1", data_events=events),
        tag("footer", tag("span", "", id="news", role="status")),
    )
    return _document(page.title, body, tag("script", src="/assets/live.js", defer=True))


def bare(title: str, *inside: Inside) -> Html:
    """A document without a way around, for whoever is not let in yet."""
    nav = tag("nav", tag("span", "beliefs", class_="brand"), aria_label="Pages")
    return _document(title, tag("body", tag("header", nav), tag("main", *inside)))


def _document(title: str, body: Html, script: Html | None = None) -> Html:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} · beliefs"),
        tag("link", rel="icon", href="/assets/icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/assets/style.css"),
        script,
    )
    return joined(Html("<!doctype html>"), tag("html", head, body, lang="en"))


def _way_out(here: Here) -> Html | None:
    if not here.signed_in:
        return None
    return tag("form", tag("button", "Sign out"), method="post", action="/sign-out")


def _nav(page: Page, here: Here) -> Html:
    links = [
        tag("a", name, href=here.link(path), aria_current="page" if path == page.path else None)
        for path, name in PAGES.items()
    ]
    where = here.question.scope.namespace
    ledger = None if where == "default" else tag("span", where, class_="ledger")
    return tag(
        "nav",
        tag("span", "beliefs", class_="brand"),
        ledger,
        tag("span", *links, class_="links"),
        _way_out(here),
        id="nav",
        aria_label="Pages",
    )


def _then(here: Here) -> Html | None:
    """That this is not how things are now."""
    if here.as_of is None:
        return None
    return tag("p", "As of ", when(here.as_of), " UTC, not now.", class_="then")


def _timeline(here: Here) -> Html:
    """A form that works by itself; the script puts a slider before it."""
    at = here.as_of
    hidden = [
        tag("input", type="hidden", name=name, value=value)
        for name, value in {**here.kept, **here.rest}.items()
        if name != "as_of"
    ]
    return tag(
        "form",
        *hidden,
        tag("label", "As of", for_="as_of"),
        tag(
            "input",
            id="as_of",
            name="as_of",
            value=at.isoformat() if at else "",
            placeholder="now",
            autocomplete="off",
            spellcheck="false",
            size=32,
        ),
        tag("button", "Go"),
        id="timeline",
        data_stops=here.link("/timeline"),
        method="get",
    )
