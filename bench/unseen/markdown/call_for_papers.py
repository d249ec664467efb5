"""A call for papers: accounts with roles, talks with a status, votes and a ranking."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("call-for-papers", "service")

_PASSWORD = "correct horse"


class _User:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.email = f"u{token_hex(4)}@example.org"
        given = {"email": self.email, "password": _PASSWORD, "name": "N"}
        told = service.post("/auth/register", json=given).is_(201).json()
        self.id, self.role = told["id"], told["role"]
        expect(_PASSWORD not in str(told), "the password is not told")
        given = {"email": self.email, "password": _PASSWORD}
        told = service.post("/auth/login", json=given).is_(200).json()
        equal(told["token_type"].lower(), "bearer", "the token type")
        self.headers = {"Authorization": f"Bearer {told['access_token']}"}

    def get(self, path: str, **more: Any) -> Answer:
        return self.service.get(path, headers=self.headers, **more)

    def post(self, path: str, given: Any = None) -> Answer:
        if given is None:
            return self.service.post(path, headers=self.headers)
        return self.service.post(path, json=given, headers=self.headers)

    def put(self, path: str, given: Any) -> Answer:
        return self.service.put(path, json=given, headers=self.headers)

    def patch(self, path: str, given: Any) -> Answer:
        return self.service.patch(path, json=given, headers=self.headers)

    def talk(self, **more: Any) -> int:
        given = {"title": f"Talk {token_hex(4)}", "abstract": "About.", "minutes": 20, **more}
        made = self.post("/talks", given).is_(201).json()
        wanted = {**given, "speaker_id": self.id, "status": "submitted"}
        equal({name: made[name] for name in wanted}, wanted, "the talk")
        told: int = made["id"]
        return told

    def ids(self, **params: str) -> list[int]:
        return sorted(each["id"] for each in self.get("/talks", params=params).items())

    def status(self, talk: int) -> str:
        told: str = self.get(f"/talks/{talk}").is_(200).json()["status"]
        return told


def _team(service: Service) -> tuple[_User, _User, _User]:
    """An organiser, a reviewer and a speaker, of a service without accounts."""
    organiser, reviewer, speaker = (_User(service) for _ in range(3))
    path = f"/users/{reviewer.id}/role"
    organiser.put(path, {"role": "reviewer"}).is_(200, 204)
    return organiser, reviewer, speaker


@suite.check("the first account is an organiser, later ones are speakers", fresh=True)
def roles(service: Service) -> None:
    first, second, third = (_User(service) for _ in range(3))
    equal([first.role, second.role, third.role], ["organiser", "speaker", "speaker"], "roles")
    told = second.get("/me").is_(200).json()
    equal((told["id"], told["email"], told["role"]), (second.id, second.email, "speaker"), "me")


@suite.check("an e-mail address registers once, in any case; a password has 8 characters")
def registered(service: Service) -> None:
    user = _User(service)
    for email in (user.email, user.email.upper()):
        given = {"email": email, "password": _PASSWORD, "name": "x"}
        told = service.post("/auth/register", json=given).is_(409).json()
        expect("detail" in told, "there is a detail")
    given = {"email": f"{token_hex(4)}@example.org", "password": "1234567", "name": "x"}
    service.post("/auth/register", json=given).is_(422)
    service.post("/auth/register", json={"password": _PASSWORD, "name": "x"}).is_(422)


@suite.check("wrong credentials are 401, and so is everything without a token")
def credentials(service: Service) -> None:
    user = _User(service)
    given = {"email": user.email, "password": "wrong horse"}
    expect("detail" in service.post("/auth/login", json=given).is_(401).json(), "a detail")
    given = {"email": f"{token_hex(4)}@example.org", "password": _PASSWORD}
    service.post("/auth/login", json=given).is_(401)
    for headers in ({}, {"Authorization": "Bearer no.such.token"}):
        for path in ("/me", "/talks", "/talks/ranking"):
            service.get(path, headers=headers).is_(401)
        talk = {"title": "A talk", "abstract": "x", "minutes": 20}
        service.post("/talks", json=talk, headers=headers).is_(401)


@suite.check("only organisers change roles, and the new role counts at once", fresh=True)
def promoted(service: Service) -> None:
    organiser, speaker, other = (_User(service) for _ in range(3))
    talk = other.talk()
    speaker.put(f"/users/{speaker.id}/role", {"role": "organiser"}).is_(403)
    speaker.get(f"/talks/{talk}").is_(404)
    organiser.put(f"/users/{speaker.id}/role", {"role": "boss"}).is_(422)
    organiser.put(f"/users/{speaker.id}/role", {"role": "reviewer"}).is_(200, 204)
    equal(speaker.get("/me").is_(200).json()["role"], "reviewer", "the role")
    speaker.get(f"/talks/{talk}").is_(200)
    organiser.put(f"/users/{unknown(other.id)}/role", {"role": "reviewer"}).is_(404)


@suite.check("speakers see their own talks, reviewers and organisers all", fresh=True)
def seen(service: Service) -> None:
    organiser, reviewer, speaker = _team(service)
    other = _User(service)
    mine, foreign = speaker.talk(), other.talk(minutes=45)
    equal(speaker.ids(), [mine], "those of a speaker")
    for each in (organiser, reviewer):
        equal(each.ids(), sorted([mine, foreign]), "all")
        each.get(f"/talks/{foreign}").is_(200)
    speaker.get(f"/talks/{foreign}").is_(404)
    organiser.post(f"/talks/{mine}/accept").is_(200, 201, 204)
    equal(organiser.ids(status="accepted"), [mine], "the accepted ones")
    equal(organiser.ids(status="submitted"), [foreign], "the submitted ones")


@suite.check("a talk is changed by its speaker while it is submitted", fresh=True)
def changed(service: Service) -> None:
    organiser, reviewer, speaker = _team(service)
    talk = speaker.talk()
    path = f"/talks/{talk}"
    speaker.patch(path, {"title": "Better title"}).is_(200)
    told = speaker.get(path).is_(200).json()
    equal((told["title"], told["abstract"]), ("Better title", "About."), "the talk")
    for each in (organiser, reviewer):
        each.patch(path, {"title": "Hijacked"}).is_(403)
    _User(service).patch(path, {"title": "Hijacked"}).is_(403, 404)
    speaker.patch(path, {"title": "abcd"}).is_(422)
    organiser.post(f"{path}/reject").is_(200, 201, 204)
    speaker.patch(path, {"title": "Too late"}).is_(409)
    equal(speaker.get(path).is_(200).json()["title"], "Better title", "the title")


@suite.check("organisers accept and reject what is submitted, once", fresh=True)
def decided(service: Service) -> None:
    organiser, reviewer, speaker = _team(service)
    one, two = speaker.talk(), speaker.talk()
    for each in (reviewer, speaker):
        each.post(f"/talks/{one}/accept").is_(403)
        each.post(f"/talks/{one}/reject").is_(403)
    organiser.post(f"/talks/{one}/accept").is_(200, 201, 204)
    organiser.post(f"/talks/{two}/reject").is_(200, 201, 204)
    equal([speaker.status(one), speaker.status(two)], ["accepted", "rejected"], "the status")
    for talk in (one, two):
        organiser.post(f"/talks/{talk}/accept").is_(409)
        organiser.post(f"/talks/{talk}/reject").is_(409)


@suite.check("a speaker withdraws what is submitted or accepted", fresh=True)
def withdrawn(service: Service) -> None:
    organiser, reviewer, speaker = _team(service)
    fresh, accepted, rejected = speaker.talk(), speaker.talk(), speaker.talk()
    organiser.post(f"/talks/{accepted}/accept").is_(200, 201, 204)
    organiser.post(f"/talks/{rejected}/reject").is_(200, 201, 204)
    reviewer.post(f"/talks/{fresh}/withdraw").is_(403)
    for talk in (fresh, accepted):
        speaker.post(f"/talks/{talk}/withdraw").is_(200, 201, 204)
        equal(speaker.status(talk), "withdrawn", "the status")
        speaker.post(f"/talks/{talk}/withdraw").is_(409)
    speaker.post(f"/talks/{rejected}/withdraw").is_(409)


@suite.check("reviewers and organisers vote 1 to 5, not on their own talk", fresh=True)
def voted(service: Service) -> None:
    organiser, reviewer, speaker = _team(service)
    talk, own = speaker.talk(), reviewer.talk()
    speaker.put(f"/talks/{talk}/vote", {"score": 5}).is_(403)
    reviewer.put(f"/talks/{own}/vote", {"score": 5}).is_(403)
    for score in (0, 6, "good", None):
        reviewer.put(f"/talks/{talk}/vote", {"score": score}).is_(422)
    reviewer.put(f"/talks/{talk}/vote", {"score": 1}).is_(200, 201, 204)
    organiser.put(f"/talks/{talk}/vote", {"score": 5}).is_(200, 201, 204)
    reviewer.put(f"/talks/{unknown(talk)}/vote", {"score": 3}).is_(404)


@suite.check("the ranking is by average, of submitted talks with votes", fresh=True)
def ranked(service: Service) -> None:
    organiser, reviewer, speaker = _team(service)
    third = _User(service)
    organiser.put(f"/users/{third.id}/role", {"role": "reviewer"}).is_(200, 204)
    good, best, unvoted, gone = (speaker.talk() for _ in range(4))
    for user, score in ((organiser, 4), (reviewer, 5), (third, 4)):
        user.put(f"/talks/{good}/vote", {"score": score}).is_(200, 201, 204)
    reviewer.put(f"/talks/{best}/vote", {"score": 1}).is_(200, 201, 204)
    reviewer.put(f"/talks/{best}/vote", {"score": 5}).is_(200, 201, 204)
    reviewer.put(f"/talks/{gone}/vote", {"score": 5}).is_(200, 201, 204)
    organiser.post(f"/talks/{gone}/reject").is_(200, 201, 204)
    for user in (reviewer, speaker):
        user.get("/talks/ranking").is_(403)
    told = organiser.get("/talks/ranking").items()
    equal([each["id"] for each in told], [best, good], "the ranking")
    equal([each["votes"] for each in told], [1, 3], "the votes")
    equal([float(each["average"]) for each in told], [5.0, 4.33], "the averages")


@suite.check("a talk that breaks a rule is 422, an unknown one 404")
def malformed(service: Service) -> None:
    user = _User(service)
    right = {"title": "A talk", "abstract": "x", "minutes": 20}
    wrong: list[dict[str, Any]] = [{"title": "abcd"}, {"title": "t" * 121}, {"abstract": ""}]
    for each in [*wrong, {"minutes": 30}, {"minutes": "long"}, {"title": None}]:
        told = user.post("/talks", {**right, **each}).is_(422).json()
        expect("detail" in told, "there is a detail")
    for left in right:
        user.post("/talks", {name: right[name] for name in right if name != left}).is_(422)
    user.talk(title="t" * 120)
    path = f"/talks/{unknown(user.talk(title='abcde'))}"
    expect("detail" in user.get(path).is_(404).json(), "there is a detail")
    user.patch(path, {"title": "Another"}).is_(404)
    user.post(f"{path}/withdraw").is_(404)
