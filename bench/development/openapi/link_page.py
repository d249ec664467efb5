"""Pages of links: claimed by a handle, changed with a key, visited and clicked."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("link-page", "service")


def _page(service: Service) -> tuple[str, dict[str, str]]:
    """The path of a new page, and the header that its changes need."""
    handle = f"h_{token_hex(4)}"
    made = service.post("/pages", json={"handle": handle, "title": "My band"}).is_(201).json()
    equal((made["handle"], made["title"]), (handle, "My band"), "handle and title")
    return f"/pages/{handle}", {"Edit-Key": made["edit_key"]}


def _add(service: Service, page: str, key: dict[str, str], **more: Any) -> dict[str, Any]:
    given = {"label": f"l{token_hex(3)}", "url": f"https://example.org/{token_hex(3)}?a=1"}
    answer = service.post(f"{page}/links", json={**given, **more}, headers=key)
    made: dict[str, Any] = answer.is_(201).json()
    wanted = {**given, "hidden": False, **more, "clicks": 0}
    equal({name: made[name] for name in wanted}, wanted, "the link")
    return made


def _links(service: Service, page: str) -> list[Any]:
    return [each["id"] for each in service.get(page).is_(200).json()["links"]]


def _stats(service: Service, page: str, key: dict[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"{page}/stats", headers=key).is_(200).json()
    return told


def _go(service: Service, id_: object) -> Answer:
    return service.get(f"/go/{id_}", follow_redirects=False)


def _says(answer: Answer, status: int, message: str) -> None:
    equal(answer.is_(status).json(), {"message": message}, "the answer")


@suite.check("a page is claimed by its handle and shown without links", fresh=True)
def claimed(service: Service) -> None:
    page, key = _page(service)
    answer = service.get(page).is_(200)
    told = answer.json()
    equal((told["title"], told["links"]), ("My band", []), "title and links")
    equal(f"/pages/{told['handle']}", page, "the handle")
    expect(key["Edit-Key"] not in answer.text, "the edit key is not shown to visitors")


@suite.check('a handle that is taken is 409 "handle taken", one that breaks the rule 400')
def handles(service: Service) -> None:
    page, _ = _page(service)
    again = {"handle": page.rpartition("/")[2], "title": "x"}
    _says(service.post("/pages", json=again), 409, "handle taken")
    for wrong in ("a", "a" * 21, "My_band", "my-band", "my band", ""):
        answer = service.post("/pages", json={"handle": wrong, "title": "x"})
        _says(answer, 400, "invalid handle")
    for handle in (token_hex(1), token_hex(10)):
        service.post("/pages", json={"handle": handle, "title": "x"}).is_(201)


@suite.check("links are added at the end, and hidden ones are left out")
def links(service: Service) -> None:
    page, key = _page(service)
    first, hidden, last = (_add(service, page, key, hidden=each) for each in (False, True, False))
    told = service.get(page).is_(200).json()["links"]
    seen = [(each["id"], each["label"], each["url"]) for each in told]
    wanted = [(each["id"], each["label"], each["url"]) for each in (first, last)]
    equal(seen, wanted, "the links that visitors see")
    service.patch(f"{page}/links/{hidden['id']}", json={"hidden": False}, headers=key).is_(200, 204)
    equal(_links(service, page), [each["id"] for each in (first, hidden, last)], "the links")


@suite.check("a url begins with http:// or https://, a page has at most 10 links")
def link_rules(service: Service) -> None:
    page, key = _page(service)
    for wrong in ("ftp://example.org", "example.org", "javascript:alert(1)", ""):
        answer = service.post(f"{page}/links", json={"label": "x", "url": wrong}, headers=key)
        _says(answer, 400, "invalid url")
    _add(service, page, key, url="http://example.org/")
    made = [_add(service, page, key) for _ in range(9)]
    more = {"label": "x", "url": "https://example.org/"}
    _says(service.post(f"{page}/links", json=more, headers=key), 409, "too many links")
    equal(len(_links(service, page)), 10, "the number of links")
    service.delete(f"{page}/links/{made[0]['id']}", headers=key).is_(204)
    _add(service, page, key)


@suite.check("every change needs the edit key of that page: 403")
def guarded(service: Service) -> None:
    page, key = _page(service)
    _, other = _page(service)
    link = _add(service, page, key)["id"]
    given = {"label": "x", "url": "https://example.org/"}
    for headers in ({}, {"Edit-Key": "x"}, other):
        service.post(f"{page}/links", json=given, headers=headers).is_(403)
        service.patch(f"{page}/links/{link}", json={"label": "x"}, headers=headers).is_(403)
        service.delete(f"{page}/links/{link}", headers=headers).is_(403)
        service.put(f"{page}/order", json={"ids": [link]}, headers=headers).is_(403)
        service.get(f"{page}/stats", headers=headers).is_(403)
        service.delete(page, headers=headers).is_(403)
    equal(_links(service, page), [link], "the links")


@suite.check("a link is changed and deleted")
def changed(service: Service) -> None:
    page, key = _page(service)
    link, other = _add(service, page, key), _add(service, page, key)
    path = f"{page}/links/{link['id']}"
    service.patch(path, json={"label": "new"}, headers=key).is_(200, 204)
    service.patch(path, json={"url": "https://example.org/new"}, headers=key).is_(200, 204)
    told = {each["id"]: each for each in service.get(page).is_(200).json()["links"]}
    seen = told[link["id"]]
    equal((seen["label"], seen["url"]), ("new", "https://example.org/new"), "label and url")
    equal(told[other["id"]]["label"], other["label"], "the label of another link")
    service.delete(path, headers=key).is_(204)
    equal(_links(service, page), [other["id"]], "the links")
    _go(service, link["id"]).is_(404)


@suite.check("a new order names all links once: else 400 and the order stays")
def ordered(service: Service) -> None:
    page, key = _page(service)
    other, other_key = _page(service)
    a, b, c = (_add(service, page, key)["id"] for _ in range(3))
    foreign = _add(service, other, other_key)["id"]
    for order in ([b, c, a], [c, a, b]):
        service.put(f"{page}/order", json={"ids": order}, headers=key).is_(200)
        equal(_links(service, page), order, "the order")
    for wrong in ([a, b], [a, b, c, c], [a, b, unknown(c)], [a, b, c, foreign], []):
        answer = service.put(f"{page}/order", json={"ids": wrong}, headers=key)
        _says(answer, 400, "invalid order")
    equal(_links(service, page), [c, a, b], "the order")


@suite.check("go redirects with 302 to the url; unknown and hidden links are 404")
def redirected(service: Service) -> None:
    page, key = _page(service)
    link, hidden = _add(service, page, key), _add(service, page, key, hidden=True)
    equal(_go(service, link["id"]).is_(302).headers.get("location"), link["url"], "the location")
    _go(service, hidden["id"]).is_(404)
    _go(service, unknown(hidden["id"])).is_(404)


@suite.check("visits and clicks are counted, links with most clicks first")
def counted(service: Service) -> None:
    page, key = _page(service)
    a, b, c = (_add(service, page, key) for _ in range(3))
    hidden = _add(service, page, key, hidden=True)["id"]
    for link, times in ((a, 1), (b, 3), (c, 2)):
        for _ in range(times):
            _go(service, link["id"]).is_(302)
    _go(service, hidden).is_(404)
    for _ in range(4):
        service.get(page).is_(200)
    told = _stats(service, page, key)
    equal((told["visits"], told["clicks"]), (4, 6), "visits and clicks")
    seen = [(each["id"], each["label"], each["clicks"]) for each in told["links"]]
    wanted = [(each["id"], each["label"], count) for each, count in ((b, 3), (c, 2), (a, 1))]
    equal([each for each in seen if each[0] != hidden], wanted, "the clicks per link")
    other, other_key = _page(service)
    equal(_stats(service, other, other_key)["visits"], 0, "the visits of another page")


@suite.check("a deleted page is gone with its links")
def deleted(service: Service) -> None:
    page, key = _page(service)
    link = _add(service, page, key)["id"]
    stays, _ = _page(service)
    service.delete(page, headers=key).is_(204)
    service.get(page).is_(404)
    _go(service, link).is_(404)
    service.get(stays).is_(200)


@suite.check("what is not there is 404, what is no document is refused")
def absent(service: Service) -> None:
    page, key = _page(service)
    link = unknown(_add(service, page, key)["id"])
    service.get(f"/pages/no_{token_hex(4)}").is_(404)
    service.patch(f"{page}/links/{link}", json={"label": "x"}, headers=key).is_(404)
    service.delete(f"{page}/links/{link}", headers=key).is_(404)
    refuses_malformed(service, "/pages", {"handle": token_hex(4)}, {"title": "x"})
    for wrong in ({"label": "x"}, {"url": "https://example.org/"}):
        service.post(f"{page}/links", json=wrong, headers=key).refused()
