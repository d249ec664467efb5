"""Jobs that workers claim, complete or fail."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("job-queue", "service")


def _add(service: Service, type_: str = "mail", **more: object) -> dict[str, Any]:
    return service.post("/jobs", json={"type": type_, **more}).is_(201).json()


def _claim(service: Service, worker: str = "w1") -> dict[str, Any]:
    return service.post("/jobs/claim", json={"worker": worker}).is_(200).json()


def _fail(service: Service, job: object, error: str = "boom") -> dict[str, Any]:
    return service.post(f"/jobs/{job}/fail", json={"error": error}).is_(200).json()


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a job is queued and read back")
def queued(service: Service) -> None:
    told = _add(service, "mail", payload={"to": "ann", "cc": [1]}, priority=5)
    wanted = {
        "id": told["id"],
        "type": "mail",
        "payload": {"to": "ann", "cc": [1]},
        "priority": 5,
        "state": "queued",
        "attempts": 0,
        "worker": None,
        "error": None,
    }
    _has(told, wanted, "the job")
    _has(service.get(f"/jobs/{told['id']}").is_(200).json(), wanted, "the job read")
    bare = _add(service)
    equal((bare["payload"], bare["priority"]), ({}, 0), "payload and priority by default")


@suite.check("an invalid body is 422", fresh=True)
def malformed(service: Service) -> None:
    for given in (
        {},
        {"type": ""},
        {"type": "mail", "priority": 10},
        {"type": "mail", "priority": -1},
        {"type": "mail", "payload": "text"},
    ):
        service.post("/jobs", json=given).is_(422)
    equal(service.get("/jobs").is_(200).json(), [], "the jobs")
    job = _add(service)["id"]
    for given in ({}, {"worker": ""}):
        service.post("/jobs/claim", json=given).is_(422)
    equal(_claim(service)["id"], job, "the job claimed")
    service.post(f"/jobs/{job}/fail", json={}).is_(422)
    equal(service.get(f"/jobs/{job}").is_(200).json()["state"], "running", "the state")


@suite.check("the most urgent job is claimed first, then the oldest", fresh=True)
def claimed(service: Service) -> None:
    service.post("/jobs/claim", json={"worker": "w1"}).is_(204)
    jobs = [_add(service, priority=priority)["id"] for priority in (0, 3, 9, 3)]
    told = _claim(service, "w7")
    seen = (told["id"], told["state"], told["attempts"], told["worker"])
    equal(seen, (jobs[2], "running", 1, "w7"), "the first job")
    equal([_claim(service)["id"] for _ in range(3)], [jobs[1], jobs[3], jobs[0]], "the next jobs")
    service.post("/jobs/claim", json={"worker": "w1"}).is_(204)
    read = service.get(f"/jobs/{jobs[2]}").is_(200).json()
    equal((read["state"], read["worker"]), ("running", "w7"), "the first job read")


@suite.check("a running job is completed", fresh=True)
def completed(service: Service) -> None:
    job = _add(service)["id"]
    service.post(f"/jobs/{job}/complete").is_(409)
    equal(_claim(service)["id"], job, "the job claimed")
    equal(service.post(f"/jobs/{job}/complete").is_(200).json()["state"], "done", "the state")
    equal(service.get(f"/jobs/{job}").is_(200).json()["state"], "done", "the state read")
    service.post(f"/jobs/{job}/complete").is_(409)
    service.post(f"/jobs/{job}/fail", json={"error": "late"}).is_(409)
    service.post("/jobs/claim", json={"worker": "w1"}).is_(204)


@suite.check("a failed job is tried three times", fresh=True)
def retried(service: Service) -> None:
    job = _add(service)["id"]
    service.post(f"/jobs/{job}/fail", json={"error": "early"}).is_(409)
    for attempt in (1, 2):
        equal(_claim(service)["attempts"], attempt, "the attempts")
        told = _fail(service, job, f"boom {attempt}")
        seen = (told["state"], told["worker"], told["error"], told["attempts"])
        equal(seen, ("queued", None, f"boom {attempt}", attempt), "the job")
    equal(_claim(service)["attempts"], 3, "the attempts")
    told = _fail(service, job, "boom 3")
    equal((told["state"], told["error"], told["attempts"]), ("failed", "boom 3", 3), "the job")
    service.post("/jobs/claim", json={"worker": "w1"}).is_(204)
    service.post(f"/jobs/{job}/complete").is_(409)


@suite.check("jobs are listed by state and type", fresh=True)
def listed(service: Service) -> None:
    jobs = [
        _add(service, type_, priority=priority)["id"]
        for type_, priority in (
            ("mail", 0),
            ("resize", 1),
            ("mail", 2),
            ("mail", 0),
        )
    ]
    _claim(service)
    _claim(service)
    service.post(f"/jobs/{jobs[1]}/complete").is_(200)
    for params, wanted in (
        ({}, jobs),
        ({"state": "queued"}, [jobs[0], jobs[3]]),
        ({"state": "running"}, [jobs[2]]),
        ({"state": "done"}, [jobs[1]]),
        ({"state": "failed"}, []),
        ({"type": "mail"}, [jobs[0], jobs[2], jobs[3]]),
        ({"type": "mail", "state": "running"}, [jobs[2]]),
    ):
        told = service.get("/jobs", params=params).is_(200).json()
        equal([each["id"] for each in told], wanted, f"the jobs for {params}")


@suite.check("an unknown job is 404")
def unknown(service: Service) -> None:
    service.get("/jobs/987654").is_(404)
    service.post("/jobs/987654/complete").is_(404)
    service.post("/jobs/987654/fail", json={"error": "boom"}).is_(404)


@suite.check("jobs survive a restart", fresh=True)
def kept(service: Service) -> None:
    first, second = _add(service, payload={"a": 1})["id"], _add(service)["id"]
    equal(_claim(service, "w5")["id"], first, "the job claimed")
    service.restart()
    told = service.get(f"/jobs/{first}").is_(200).json()
    equal(
        (told["state"], told["worker"], told["payload"]),
        ("running", "w5", {"a": 1}),
        "the first job",
    )
    equal(_claim(service)["id"], second, "the next job")
