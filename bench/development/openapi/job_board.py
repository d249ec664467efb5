"""A job board: drafts, published and closed jobs, and applications for them."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("job-board", "service")

_JOBS = "/api/jobs"


def _document(**more: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"title": f"t{token_hex(4)}", "company": "c", "description": "d"}
    return {**given, "remote": False, "salary_min": 100, "salary_max": 200, **more}


def _job(service: Service, *, published: bool = True, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = service.post(_JOBS, json=_document(**more)).is_(201).json()
    if published:
        service.post(f"{_JOBS}/{made['id']}/publish").is_(200)
    return made


def _read(service: Service, job: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"{_JOBS}/{job['id']}").is_(200).json()
    return told


def _found(service: Service, **params: Any) -> list[int]:
    told = service.get(_JOBS, params={"limit": 100, **params}).is_(200).json()
    return [each["id"] for each in told["results"]]


def _apply(service: Service, job: dict[str, Any], email: str = "", **more: Any) -> Answer:
    given = {"name": "n", "email": email or f"{token_hex(5)}@example.org", **more}
    return service.post(f"{_JOBS}/{job['id']}/applications", json=given)


@suite.check("an empty board finds nothing", fresh=True)
def empty(service: Service) -> None:
    told = service.get(_JOBS).is_(200).json()
    equal((told["results"], told["count"]), ([], 0), "results and count")


@suite.check("a job is created as a draft and read back; what may be left out has its default")
def created(service: Service) -> None:
    given = _document(remote=True)
    made = service.post(_JOBS, json=given).is_(201).json()
    wanted = {**given, "id": made["id"], "status": "draft", "applications_count": 0}
    for seen in (made, _read(service, made)):
        equal({name: seen[name] for name in wanted}, wanted, "the job")
    plain = {"title": "abc", "company": "c", "salary_min": 5, "salary_max": 5}
    made = service.post(_JOBS, json=plain).is_(201).json()
    expect(made["remote"] is False, "remote is false unless given")


@suite.check("only published jobs are found, newest first")
def published(service: Service) -> None:
    mark = f"m{token_hex(4)}"
    draft = _job(service, published=False, title=mark)
    first, second, closed = (_job(service, title=mark) for _ in range(3))
    service.post(f"{_JOBS}/{closed['id']}/close").is_(200)
    equal(_found(service, q=mark), [second["id"], first["id"]], "what is found")
    equal(_read(service, draft)["status"], "draft", "the status of the draft")
    equal(_read(service, first)["status"], "published", "the status")
    equal(_read(service, closed)["status"], "closed", "the status of the closed one")


@suite.check("a job goes from draft to published to closed, and no other way (409)")
def lifecycle(service: Service) -> None:
    path = f"{_JOBS}/{_job(service, published=False)['id']}"
    service.post(f"{path}/close").is_(409)
    equal(service.post(f"{path}/publish").is_(200).json()["status"], "published", "the status")
    service.post(f"{path}/publish").is_(409)
    service.put(path, json=_document(title="changed")).is_(200)
    equal(service.post(f"{path}/close").is_(200).json()["status"], "closed", "the status")
    service.post(f"{path}/close").is_(409)
    service.post(f"{path}/publish").is_(409)
    service.put(path, json=_document()).is_(409)
    equal(service.get(path).is_(200).json()["title"], "changed", "the title")


@suite.check("jobs are searched by a part of title or company, by remote and by salary")
def searched(service: Service) -> None:
    mark = token_hex(5)
    titled = _job(service, title=f"Chief {mark} Officer", salary_max=900)["id"]
    firm = _job(service, company=f"The {mark} Group", remote=True, salary_max=500)["id"]
    equal(sorted(_found(service, q=mark.upper())), sorted([titled, firm]), "what is found")
    equal(_found(service, q=f"chief {mark}"), [titled], "what is found by title")
    equal(_found(service, q=mark, remote="true"), [firm], "what is remote")
    equal(_found(service, q=mark, remote="false"), [titled], "what is not remote")
    equal(sorted(_found(service, q=mark, min_salary=500)), sorted([titled, firm]), "from 500")
    equal(_found(service, q=mark, min_salary=501), [titled], "from 501")


@suite.check("pages go by offset and limit, and count says how many match altogether", fresh=True)
def paged(service: Service) -> None:
    made = [_job(service)["id"] for _ in range(27)][::-1]
    told = service.get(_JOBS).is_(200).json()
    equal([each["id"] for each in told["results"]], made[:25], "the first page")
    equal(told["count"], 27, "the count")
    told = service.get(_JOBS, params={"offset": 20, "limit": 5}).is_(200).json()
    equal([each["id"] for each in told["results"]], made[20:25], "a page")
    equal(told["count"], 27, "the count")
    for wrong in ({"limit": 0}, {"limit": 101}, {"offset": -1}):
        service.get(_JOBS, params=wrong).refused()


@suite.check("a PUT replaces the content of a job")
def replaced(service: Service) -> None:
    job, other = _job(service), _job(service)
    new = _document(title="replaced", description=None, remote=True, salary_max=300)
    service.put(f"{_JOBS}/{job['id']}", json=new).is_(200)
    seen = _read(service, job)
    equal({name: seen[name] for name in new}, new, "the job")
    equal(seen["status"], "published", "the status")
    equal(_read(service, other)["title"], other["title"], "the title of another job")


@suite.check("a published job takes applications, one per email address in whatever case")
def applied(service: Service) -> None:
    job, other = _job(service), _job(service)
    email = f"{token_hex(5)}@example.org"
    made = _apply(service, job, email).is_(201).json()
    wanted = {"job_id": job["id"], "name": "n", "cover_letter": "", "status": "received"}
    equal({name: made[name] for name in wanted}, wanted, "the application")
    equal(made["email"].lower(), email, "the email")
    for again in (email, email.upper().replace("EXAMPLE.ORG", "example.org")):
        _apply(service, job, again).is_(409)
    second = _apply(service, job, cover_letter="x" * 5000).is_(201).json()
    _apply(service, other, email).is_(201)
    told = service.get(f"{_JOBS}/{job['id']}/applications").is_(200).json()
    equal([each["id"] for each in told], [made["id"], second["id"]], "the applications in order")
    equal(_read(service, job)["applications_count"], 2, "applications_count")


@suite.check("drafts and closed jobs take no applications (409)")
def unpublished(service: Service) -> None:
    draft, closed = _job(service, published=False), _job(service)
    service.post(f"{_JOBS}/{closed['id']}/close").is_(200)
    for job in (draft, closed):
        _apply(service, job).is_(409)
        equal(_read(service, job)["applications_count"], 0, "applications_count")


@suite.check("one address at the same moment applies once")
def race(service: Service) -> None:
    job, email = _job(service), f"{token_hex(5)}@example.org"
    answers = at_once([lambda: _apply(service, job, email)] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 1, "applications taken")


@suite.check("an application is decided once, and the list shows those of a status")
def decided(service: Service) -> None:
    job = _job(service)
    yes, no, open_ = (_apply(service, job).is_(201).json()["id"] for _ in range(3))
    for id_, status in ((yes, "accepted"), (no, "rejected")):
        told = service.patch(f"/api/applications/{id_}", json={"status": status}).is_(200).json()
        equal(told["status"], status, "the status")
        for again in ("accepted", "rejected"):
            service.patch(f"/api/applications/{id_}", json={"status": again}).is_(409)
    service.patch(f"/api/applications/{open_}", json={"status": "received"}).is_(422)
    for status, wanted in (("accepted", yes), ("rejected", no), ("received", open_)):
        told = service.get(f"{_JOBS}/{job['id']}/applications", params={"status": status})
        equal([each["id"] for each in told.is_(200).json()], [wanted], f"those {status}")


@suite.check("a deleted job is gone with its applications")
def deleted(service: Service) -> None:
    gone, stays = _job(service), _job(service)
    application = _apply(service, gone).is_(201).json()["id"]
    service.delete(f"{_JOBS}/{gone['id']}").is_(204)
    service.get(f"{_JOBS}/{gone['id']}").is_(404)
    service.get(f"{_JOBS}/{gone['id']}/applications").is_(404)
    service.patch(f"/api/applications/{application}", json={"status": "accepted"}).is_(404)
    _read(service, stays)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    job = _job(service)
    application = _apply(service, job).is_(201).json()["id"]
    nowhere = {"id": unknown(job["id"])}
    path = f"{_JOBS}/{nowhere['id']}"
    for answer in (
        service.get(path),
        service.put(path, json=_document()),
        service.delete(path),
        service.post(f"{path}/publish"),
        service.post(f"{path}/close"),
        service.get(f"{path}/applications"),
        _apply(service, nowhere),
        service.patch(f"/api/applications/{unknown(application)}", json={"status": "accepted"}),
    ):
        answer.is_(404)


@suite.check("a body that breaks a rule is 422")
def malformed(service: Service) -> None:
    refuses_malformed(service, _JOBS)
    for name in ("title", "company", "salary_min", "salary_max"):
        part = {each: value for each, value in _document().items() if each != name}
        service.post(_JOBS, json=part).is_(422)
    for wrong in (
        {"title": "ab"},
        {"title": "t" * 101},
        {"company": ""},
        {"salary_min": -1},
        {"salary_min": 201},
        {"salary_max": "much"},
        {"remote": "perhaps"},
    ):
        service.post(_JOBS, json=_document(**wrong)).is_(422)
    job = _job(service)
    service.put(f"{_JOBS}/{job['id']}", json=_document(salary_max=99)).is_(422)
    _apply(service, job, "nobody").is_(422)
    for more in ({"name": ""}, {"cover_letter": "x" * 5001}):
        _apply(service, job, **more).is_(422)
    service.post(f"{_JOBS}/{job['id']}/applications", json={"name": "n"}).is_(422)
    equal(_read(service, job)["applications_count"], 0, "applications_count")
