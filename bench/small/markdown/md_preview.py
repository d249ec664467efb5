"""A little Markdown, rendered to HTML, and pages that are saved."""

from __future__ import annotations

import re
from secrets import token_hex

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("md-preview", "service")

_REQUIRED = {"error": "markdown is required"}


def _tight(html: str) -> str:
    """Without the line breaks between tags, which are free."""
    return re.sub(r">\s*\n\s*<", "><", html.strip())


def _is(service: Service, markdown: str, html: str) -> None:
    told = service.post("/render", json={"markdown": markdown}).is_(200).json()
    equal(list(told), ["html"], "the names in the answer")
    equal(_tight(told["html"]), _tight(html), f"the HTML of {markdown!r}")


@suite.check("pair 1: a heading, bold and italic")
def first(service: Service) -> None:
    wanted = "<h1>Hello</h1><p>This is <strong>bold</strong> and this is <em>italic</em>.</p>"
    _is(service, "# Hello\n\nThis is **bold** and this is *italic*.", wanted)


@suite.check("pair 2: smaller headings, a list, a link and code")
def second(service: Service) -> None:
    wanted = "<h2>Shopping</h2><ul><li>milk</li><li>eggs</li></ul><h3>Links</h3>"
    wanted += '<p>See <a href="https://example.com">our page</a> or run <code>make</code>.</p>'
    given = "## Shopping\n\n- milk\n- eggs\n\n### Links\n\n"
    given += "See [our page](https://example.com) or run `make`."
    _is(service, given, wanted)


@suite.check("pair 3: HTML is shown, never executed")
def third(service: Service) -> None:
    wanted = "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>"
    _is(service, "<script>alert(1)</script> & more", wanted)
    _is(service, "# a <b>\n\n- <i>", "<h1>a &lt;b&gt;</h1><ul><li>&lt;i&gt;</li></ul>")


@suite.check("pair 4: paragraphs are separated by an empty line")
def fourth(service: Service) -> None:
    _is(service, "one\n\ntwo", "<p>one</p><p>two</p>")
    _is(service, "one\n\ntwo\n\nthree", "<p>one</p><p>two</p><p>three</p>")
    _is(service, "**a** b\n\n*c*", "<p><strong>a</strong> b</p><p><em>c</em></p>")


@suite.check("pair 5: without markdown it is 400 with its message")
def fifth(service: Service) -> None:
    told = service.post("/render", json={"text": "wrong field"}).is_(400).json()
    equal(told, _REQUIRED, "the answer")
    told = service.put("/pages/x", json={"text": "wrong field"}).is_(400).json()
    equal(told, _REQUIRED, "the answer")


@suite.check("pair 6: a page is saved and served as HTML")
def saved(service: Service) -> None:
    name = f"p{token_hex(4)}"
    told = service.put(f"/pages/{name}", json={"markdown": "# Welcome"}).is_(200).json()
    equal(told, {"name": name, "url": f"/pages/{name}"}, "the answer")
    answer = service.get(f"/pages/{name}").is_(200)
    expect(answer.headers["content-type"].startswith("text/html"), "the page is HTML")
    expect("<h1>Welcome</h1>" in answer.text, "the page is the rendered one")


@suite.check("a second PUT replaces the page, and no other")
def replaced(service: Service) -> None:
    one, other = f"p{token_hex(4)}", f"p{token_hex(4)}"
    service.put(f"/pages/{one}", json={"markdown": "old"}).is_(200)
    service.put(f"/pages/{other}", json={"markdown": "other"}).is_(200)
    service.put(f"/pages/{one}", json={"markdown": "new *ä*"}).is_(200)
    text = service.get(f"/pages/{one}").is_(200).text
    expect("<p>new <em>ä</em></p>" in text and "old" not in text, "the page is the new one")
    expect("<p>other</p>" in service.get(f"/pages/{other}").is_(200).text, "the other is as it was")


@suite.check("a page that is not there is 404 with its message")
def absent(service: Service) -> None:
    told = service.get(f"/pages/nothing-{token_hex(4)}").is_(404).json()
    equal(told, {"error": "page not found"}, "the answer")
