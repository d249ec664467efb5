"""Documents in Markdown with versions, differences, and no lost edits."""

from __future__ import annotations

import re

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("house-rules", "service")

_ONE = "# Laundry room\n\nOpen from 7 to 22."
_TWO = "# Laundry room\n\nOpen from 7 to 20."


def _put(service: Service, slug: str, text: str, match: str = "") -> Answer:
    headers = {"Content-Type": "text/markdown", **({"If-Match": match} if match else {})}
    return service.put(f"/documents/{slug}", content=text.encode(), headers=headers)


def _reads(answer: Answer, text: str) -> None:
    expect(answer.headers["content-type"].startswith("text/markdown"), "text/markdown")
    equal(answer.is_(200).text.strip(), text, "the text")


@suite.check("a document is written for the first time and read")
def written(service: Service) -> None:
    answer = _put(service, "laundry-room", _ONE).is_(201)
    equal(answer.json(), {"slug": "laundry-room", "version": 1}, "the answer")
    equal(answer.headers["etag"], '"1"', "the ETag")
    answer = service.get("/documents/laundry-room")
    _reads(answer, _ONE)
    equal(answer.headers["etag"], '"1"', "the ETag when read")


@suite.check("with the current ETag it is not sent again")
def unmodified(service: Service) -> None:
    _put(service, "cached", _ONE).is_(201)
    service.get("/documents/cached", headers={"If-None-Match": '"1"'}).is_(304)
    _put(service, "cached", _TWO, '"1"').is_(200)
    service.get("/documents/cached", headers={"If-None-Match": '"1"'}).is_(200)
    service.get("/documents/cached", headers={"If-None-Match": '"2"'}).is_(304)


@suite.check("a document is changed by who has read the current version")
def changed(service: Service) -> None:
    _put(service, "changed", _ONE).is_(201)
    answer = _put(service, "changed", _TWO, '"1"').is_(200)
    equal(answer.json(), {"slug": "changed", "version": 2}, "the answer")
    equal(answer.headers["etag"], '"2"', "the ETag")
    _reads(service.get("/documents/changed"), _TWO)


@suite.check("an edit of an old version, or of none, changes nothing")
def guarded(service: Service) -> None:
    _put(service, "guarded", _ONE).is_(201)
    _put(service, "guarded", _TWO).is_(428)
    _put(service, "guarded", _TWO, '"2"').is_(412)
    _put(service, "guarded", _TWO, '"1"').is_(200)
    _put(service, "guarded", _ONE, '"1"').is_(412)
    _reads(service.get("/documents/guarded"), _TWO)
    equal(len(service.get("/documents/guarded/versions").items()), 2, "how many versions")


@suite.check("the history has every version, newest first")
def history(service: Service) -> None:
    _put(service, "history", "short").is_(201)
    _put(service, "history", "something longer", '"1"').is_(200)
    told = service.get("/documents/history/versions").is_(200).json()
    equal([(each["version"], each["size"]) for each in told], [(2, 16), (1, 5)], "the versions")
    expect(all(each["saved_at"] for each in told), "when they were saved")
    _reads(service.get("/documents/history/versions/1"), "short")
    _reads(service.get("/documents/history/versions/2"), "something longer")


@suite.check("a difference has the lines that changed")
def differ(service: Service) -> None:
    _put(service, "differ", "# Bins\n\nPaper\nGlass\nRest").is_(201)
    _put(service, "differ", "# Bins\n\nPaper\nPlastic\nMetal\nRest", '"1"').is_(200)
    told = service.get("/documents/differ/diff", params={"from": 1, "to": 2}).is_(200).json()
    wanted = {"from": 1, "to": 2, "removed": ["Glass"], "added": ["Plastic", "Metal"]}
    equal(told, wanted, "forwards")
    told = service.get("/documents/differ/diff", params={"from": 2, "to": 1}).is_(200).json()
    equal((told["removed"], told["added"]), (["Plastic", "Metal"], ["Glass"]), "backwards")
    told = service.get("/documents/differ/diff", params={"from": 2, "to": 2}).is_(200).json()
    equal((told["removed"], told["added"]), ([], []), "with itself")
    service.get("/documents/differ/diff", params={"from": 1}).is_(400)


@suite.check("the current version is rendered, and HTML does not get through")
def rendered(service: Service) -> None:
    text = (
        "# Garden\n\nNo **barbecue** and *no* drums.\n\n- keys\n- hose\n\n<script>alert(1)</script>"
    )
    _put(service, "garden", text).is_(201)
    answer = service.get("/documents/garden/html").is_(200)
    expect(answer.headers["content-type"].startswith("text/html"), "text/html")
    page = answer.text
    expect("<h1" in page and "Garden</h1>" in page, "a heading")
    expect("<strong>barbecue</strong>" in page or "<b>barbecue</b>" in page, "something bold")
    expect("<em>no</em>" in page or "<i>no</i>" in page, "something in italics")
    expect("<ul" in page and len(re.findall(r"<li[\s>]", page)) == 2, "a list of two")
    expect("<script>" not in page and "&lt;script&gt;" in page, "the script comes out as text")


@suite.check("all documents are listed by slug", fresh=True)
def listed(service: Service) -> None:
    _put(service, "pets", _ONE).is_(201)
    _put(service, "bikes-2", _ONE).is_(201)
    _put(service, "pets", _TWO, '"1"').is_(200)
    wanted = [{"slug": "bikes-2", "version": 1}, {"slug": "pets", "version": 2}]
    equal(service.get("/documents").is_(200).json(), wanted, "the documents")


@suite.check("what does not exist is 404")
def absent(service: Service) -> None:
    _put(service, "present", _ONE).is_(201)
    for path in ("", "/html", "/versions", "/diff?from=1&to=2"):
        service.get(f"/documents/never{path}").is_(404)
    service.get("/documents/present/versions/2").is_(404)
    service.get("/documents/present/diff", params={"from": 1, "to": 7}).is_(404)


@suite.check("a slug with other signs, or an empty text, is 400")
def invalid(service: Service) -> None:
    _put(service, "Laundry", _ONE).is_(400)
    _put(service, "laundry_room", _ONE).is_(400)
    _put(service, "empty", "").is_(400)
    service.get("/documents/empty").is_(404)
