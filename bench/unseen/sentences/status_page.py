"""A status page: components as bad as their open incidents, told in JSON and in HTML."""

from __future__ import annotations

import base64
import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("status-page", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _text(answer: Answer) -> str:
    told = _told(answer, "text", "content", "body")
    return told.decode() if isinstance(told, bytes) else str(told)


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


_ADMIN = {"Authorization": "Basic " + base64.b64encode(b"admin:changeme").decode()}


def _component(service: Service, name: str = "") -> str:
    name = name or f"C {token_hex(4)}"
    made = service.post("/api/components", json={"name": name}, headers=_ADMIN).is_(201).json()
    equal(made["name"], name, "the name of the component")
    told: str = made["slug"]
    return told


def _open(service: Service, impact: str, *components: str, title: str = "Down") -> Any:
    given = {"title": title, "impact": impact, "components": list(components), "message": "Hm."}
    made = service.post("/api/incidents", json=given, headers=_ADMIN).is_(201).json()
    equal((made["title"], made["impact"]), (title, impact), "the incident")
    equal((made["state"], made["components"]), ("investigating", list(components)), "it")
    equal([each["message"] for each in made["updates"]], ["Hm."], "the updates")
    return made["id"]


def _update(service: Service, incident: Any, state: str, message: str = "News") -> Answer:
    given = {"state": state, "message": message}
    return service.post(f"/api/incidents/{incident}/updates", json=given, headers=_ADMIN)


def _states(service: Service) -> dict[str, str]:
    told = service.get("/api/status").is_(200).json()
    return {each["slug"]: each["state"] for each in told["components"]}


def _overall(service: Service) -> str:
    told: str = service.get("/api/status").is_(200).json()["overall"]
    return told


def _ids(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/api/incidents", params=params).items()]


@suite.check("a page without components is operational", fresh=True)
def empty(service: Service) -> None:
    told = service.get("/api/status").is_(200).json()
    wanted = {"overall": "operational", "components": [], "incidents": []}
    equal({name: told[name] for name in wanted}, wanted, "the status")
    equal(_ids(service), [], "the incidents")


@suite.check("a slug is made from the name, and taken once", fresh=True)
def slugs(service: Service) -> None:
    for name, slug in (("Web App", "web-app"), ("API", "api"), ("E-Mail & SMS", "e-mail-sms")):
        equal(_component(service, name), slug, "the slug")
    service.post("/api/components", json={"name": "WEB app"}, headers=_ADMIN).is_(409)
    wanted = dict.fromkeys(("web-app", "api", "e-mail-sms"), "operational")
    equal(_states(service), wanted, "the components")


@suite.check("admin calls need the password, public ones do not")
def guarded(service: Service) -> None:
    slug = _component(service)
    incident = _open(service, "minor", slug)
    wrong = {"Authorization": "Basic " + base64.b64encode(b"admin:guess").decode()}
    for headers in ({}, wrong, {"Authorization": "Bearer changeme"}):
        service.post("/api/components", json={"name": "x"}, headers=headers).is_(401)
        service.delete(f"/api/components/{slug}", headers=headers).is_(401)
        given = {"title": "x", "impact": "minor", "components": [slug], "message": "x"}
        service.post("/api/incidents", json=given, headers=headers).is_(401)
        given_ = {"state": "resolved", "message": "x"}
        path = f"/api/incidents/{incident}"
        service.post(f"{path}/updates", json=given_, headers=headers).is_(401)
    service.get(f"/api/incidents/{incident}").is_(200)
    service.get("/").is_(200)


@suite.check("a component is as bad as the worst of its open incidents", fresh=True)
def worst(service: Service) -> None:
    a, b, c = (_component(service) for _ in range(3))
    minor = _open(service, "minor", a, b)
    equal(_states(service), {a: "degraded", b: "degraded", c: "operational"}, "the states")
    equal(_overall(service), "degraded", "overall")
    critical = _open(service, "critical", a)
    major = _open(service, "major", b)
    wanted = {a: "major_outage", b: "partial_outage", c: "operational"}
    equal(_states(service), wanted, "the states")
    equal(_overall(service), "major_outage", "overall")
    _update(service, critical, "resolved").is_(201)
    equal(_states(service)[a], "degraded", "the state of a")
    equal(_overall(service), "partial_outage", "overall")
    for each in (minor, major):
        _update(service, each, "resolved").is_(201)
    equal(_overall(service), "operational", "overall")


@suite.check("an incident goes forward, may skip or stay, and never goes back")
def forward(service: Service) -> None:
    slug = _component(service)
    one = _open(service, "minor", slug)
    for state in ("identified", "identified", "monitoring", "resolved"):
        told = _update(service, one, state).is_(201).json()
        equal(told["state"], state, "the state")
    equal(len(told["updates"]), 5, "the number of updates")
    two = _open(service, "minor", slug)
    _update(service, two, "monitoring").is_(201)
    for state in ("identified", "investigating"):
        _update(service, two, state).is_(409)
    told = service.get(f"/api/incidents/{two}").is_(200).json()
    equal((told["state"], len(told["updates"])), ("monitoring", 2), "the incident")


@suite.check("nothing is added to a resolved incident (409)")
def resolved(service: Service) -> None:
    one = _open(service, "minor", _component(service))
    _update(service, one, "resolved", "Fixed").is_(201)
    for state in ("resolved", "monitoring"):
        _update(service, one, state).is_(409)
    told = service.get(f"/api/incidents/{one}").is_(200).json()["updates"]
    seen = [(each["state"], each["message"]) for each in told]
    equal(seen, [("investigating", "Hm."), ("resolved", "Fixed")], "the updates")
    expect(all(isinstance(each["at"], str) for each in told), "each has a time")


@suite.check("incidents are listed newest first, open or resolved if wanted", fresh=True)
def listed(service: Service) -> None:
    slug = _component(service)
    a, b, c = (_open(service, "minor", slug) for _ in range(3))
    _update(service, b, "resolved").is_(201)
    _update(service, a, "monitoring").is_(201)
    equal(_ids(service), [c, b, a], "the incidents")
    equal(_ids(service, state="open"), [c, a], "the open ones")
    equal(_ids(service, state="resolved"), [b], "the resolved ones")
    told = service.get("/api/status").is_(200).json()["incidents"]
    equal({each["id"] for each in told}, {a, c}, "those in the status")


@suite.check("a component is deleted (204), but not with open incidents (409)")
def deleted(service: Service) -> None:
    slug = _component(service)
    path = f"/api/components/{slug}"
    incident = _open(service, "minor", slug)
    service.delete(path, headers=_ADMIN).is_(409)
    _update(service, incident, "resolved").is_(201)
    service.delete(path, headers=_ADMIN).is_(204)
    expect(slug not in _states(service), "it is gone")
    service.delete(path, headers=_ADMIN).is_(404)


@suite.check("the page is HTML with components, their states and open incidents", fresh=True)
def page(service: Service) -> None:
    slug = _component(service, "Web App")
    _component(service, "Billing")
    _open(service, "major", slug, title="Logins fail")
    gone = _open(service, "minor", slug, title="Old story")
    _update(service, gone, "resolved").is_(201)
    answer = service.get("/").is_(200)
    expect(_header(answer, "content-type").startswith("text/html"), "it is text/html")
    told = _text(answer)
    for each in ("Web App", "Billing", "Logins fail"):
        expect(each in told, f"{each} is on the page")
    seen = re.sub(r"[\s_-]+", " ", told.lower())
    for each in ("partial outage", "operational"):
        expect(each in seen, f"{each} is on the page")
    expect("Old story" not in told, "a resolved incident is not on the page")


@suite.check("names and titles are escaped on the page", fresh=True)
def escaped(service: Service) -> None:
    slug = _component(service, "<b>Bold</b> & Co")
    _open(service, "minor", slug, title="<script>alert(1)</script>")
    told = _text(service.get("/").is_(200))
    expect("<script>alert" not in told and "<b>Bold" not in told, "no tags from outside")
    expect("&lt;script&gt;alert(1)" in told, "the title is shown as text")


@suite.check("unknown ids and slugs are 404")
def absent(service: Service) -> None:
    incident = unknown(_open(service, "minor", _component(service)))
    service.get(f"/api/incidents/{incident}").is_(404)
    _update(service, incident, "resolved").is_(404)
    service.delete(f"/api/components/{token_hex(8)}", headers=_ADMIN).is_(404)


@suite.check("bad input is 422, an unknown component of an incident too")
def malformed(service: Service) -> None:
    slug = _component(service)
    before = len(_ids(service))
    right: dict[str, Any] = {"title": "x", "impact": "minor", "message": "x"}
    right["components"] = [slug]
    wrong: list[dict[str, Any]] = [{**right, "impact": "huge"}, {**right, "components": 7}]
    wrong += [{**right, "components": [slug, token_hex(8)]}]
    for left in ("title", "impact", "components", "message"):
        wrong.append({name: right[name] for name in right if name != left})
    for each in wrong:
        service.post("/api/incidents", json=each, headers=_ADMIN).is_(422)
    equal(len(_ids(service)), before, "the number of incidents")
    service.post("/api/components", json={}, headers=_ADMIN).is_(422)
    incident = _open(service, "minor", slug)
    _update(service, incident, "solved").is_(422)
    path = f"/api/incidents/{incident}/updates"
    service.post(path, json={"message": "x"}, headers=_ADMIN).is_(422)
