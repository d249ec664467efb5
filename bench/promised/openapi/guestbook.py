"""A guestbook: a page with a form, a host with a cookie, and not too many entries a name."""

from __future__ import annotations

import itertools
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("guestbook", "service")

_count = itertools.count(1)


def _sign(service: Service, **form: Any) -> Answer:
    given = {"name": f"Guest {next(_count)}", "message": "Lovely kippers!", "stars": "5", **form}
    return service.post("/sign", data=given)


def _entry(service: Service, **form: Any) -> Any:
    _sign(service, **form).is_(303)
    return _entries(service)[0]


def _entries(service: Service, **asked: str) -> list[Any]:
    told: list[Any] = service.get("/entries", params=asked).is_(200).json()
    return told


def _login(service: Service) -> dict[str, str]:
    """The header with the cookie of the host; the client itself keeps none."""
    answer = service.post("/login", json={"password": "kippers"}).is_(204)
    cookie = answer.headers.get("set-cookie", "")
    expect(cookie.startswith("session=") and "httponly" in cookie.lower(), "the cookie is set")
    service.client.cookies.clear()
    return {"Cookie": cookie.split(";")[0]}


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("who signs is sent back to the page and stands first in the entries", fresh=True)
def signed(service: Service) -> None:
    equal(_entries(service), [], "at first")
    answer = _sign(service, name="Edna", message="Lovely kippers!", stars="5").is_(303)
    expect(answer.headers.get("location", "").endswith("/"), "Location is /")
    _sign(service, name="Omar", message="Cold room", stars="2").is_(303)
    told = _entries(service)
    equal([each["name"] for each in told], ["Omar", "Edna"], "the names")
    wanted = {"name": "Edna", "message": "Lovely kippers!", "stars": 5, "reply": None}
    equal(told[1], {"id": told[1]["id"], **wanted}, "the entry")


@suite.check("the page shows the entries, escaped, and a form to sign")
def page(service: Service) -> None:
    _sign(service, name="<b>Bo</b>", message="Fish & chips <script>x()</script>").is_(303)
    _sign(service, name="Latest Lou", message="Grand").is_(303)
    answer = service.get("/").is_(200)
    expect(answer.headers.get("content-type", "").startswith("text/html"), "it is text/html")
    text = answer.text
    expect("&lt;b&gt;Bo&lt;/b&gt;" in text, "the name is escaped")
    expect("Fish &amp; chips &lt;script&gt;x()&lt;/script&gt;" in text, "the message is escaped")
    expect("<script>x()" not in text and "<b>Bo</b>" not in text, "nothing of it is HTML")
    expect(text.index("Latest Lou") < text.index("&lt;b&gt;Bo"), "the newest is first")
    expect("<form" in text.lower() and "/sign" in text, "there is a form for /sign")
    for field in ("name", "message", "stars"):
        expect(f'name="{field}"' in text or f"name='{field}'" in text, f"it has the field {field}")


@suite.check("a field that is missing or not valid is 400")
def invalid(service: Service) -> None:
    before = len(_entries(service))
    for wrong in (
        {"name": ""},
        {"name": "n" * 41},
        {"message": ""},
        {"message": "m" * 501},
        {"stars": "0"},
        {"stars": "6"},
        {"stars": "many"},
    ):
        _sign(service, **wrong).is_(400)
    service.post("/sign", data={"name": "Edna", "stars": "5"}).is_(400)
    equal(len(_entries(service)), before, "the number of entries")


@suite.check("entries are chosen by stars and limited", fresh=True)
def chosen(service: Service) -> None:
    for name, stars in (("A", "4"), ("B", "1"), ("C", "4"), ("D", "5")):
        _sign(service, name=name, stars=stars).is_(303)
    names = [each["name"] for each in _entries(service, stars="4")]
    equal(names, ["C", "A"], "with four stars")
    equal([each["name"] for each in _entries(service, limit="2")], ["D", "C"], "the newest two")
    names = [each["name"] for each in _entries(service, stars="4", limit="1")]
    equal(names, ["C"], "the newest with four stars")


@suite.check("a name signs three times within an hour")
def limited(service: Service) -> None:
    for name in ("Zelda", "zelda", "ZELDA"):
        _sign(service, name=name).is_(303)
    answer = _sign(service, name="Zelda").is_(429)
    wait = answer.headers.get("retry-after", "")
    expect(wait.isdecimal() and 0 < int(wait) <= 3600, f"Retry-After is in seconds, not {wait!r}")
    _sign(service, name="Griselda").is_(303)
    signed = [each for each in _entries(service) if each["name"].lower() == "zelda"]
    equal(len(signed), 3, "the entries of Zelda")


@suite.check("only the host removes and answers")
def host_only(service: Service) -> None:
    entry = _entry(service)["id"]
    _error(service.delete(f"/entries/{entry}"), 401)
    _error(service.put(f"/entries/{entry}/reply", json={"reply": "Thanks"}), 401)
    _error(service.post("/login", json={"password": "haddock"}), 401)
    _error(service.delete(f"/entries/{entry}"), 401)
    host = _login(service)
    _error(service.delete(f"/entries/{entry}"), 401)
    _error(service.delete(f"/entries/{entry}", headers={"Cookie": "session=made-up"}), 401)
    service.delete(f"/entries/{entry}", headers=host).is_(204)
    expect(entry not in [each["id"] for each in _entries(service)], "it is gone")
    _error(service.delete(f"/entries/{entry}", headers=host), 404)


@suite.check("the host answers, and the page shows it")
def answered(service: Service) -> None:
    entry = _entry(service, name="Curious Cat")
    host = _login(service)
    path = f"/entries/{entry['id']}/reply"
    told = service.put(path, json={"reply": "Come again <soon>"}, headers=host).is_(200).json()
    equal(told, {**entry, "reply": "Come again <soon>"}, "the entry")
    expect("Come again &lt;soon&gt;" in service.get("/").is_(200).text, "the page shows it")
    service.put(path, json={"reply": "See you"}, headers=host).is_(200)
    equal(_entries(service)[0]["reply"], "See you", "the changed reply")
    for wrong in ({"reply": ""}, {"reply": "r" * 301}, {}):
        _error(service.put(path, json=wrong, headers=host), 400)
    gone = f"/entries/{unknown(entry['id'])}/reply"
    _error(service.put(gone, json={"reply": "Hi"}, headers=host), 404)


@suite.check("after logging out the session is no longer valid")
def out(service: Service) -> None:
    entry = _entry(service)["id"]
    host = _login(service)
    service.post("/logout", headers=host).is_(204)
    _error(service.delete(f"/entries/{entry}", headers=host), 401)


@suite.check("the average is of all entries", fresh=True)
def average(service: Service) -> None:
    told = service.get("/average").is_(200).json()
    equal(told, {"entries": 0, "average": None}, "without entries")
    for stars in ("5", "4", "4"):
        _sign(service, stars=stars).is_(303)
    told = service.get("/average").is_(200).json()
    equal(told, {"entries": 3, "average": 4.3}, "the average")
