"""A gateway for text messages: clients with keys and limits, a blocklist, and usage."""

from __future__ import annotations

from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("sms-gateway", "service")

_ADMIN = {"X-Admin-Token": "admin"}


def _client(service: Service, limit: int = 100) -> dict[str, Any]:
    given = {"name": f"c{token_hex(4)}", "limit_per_minute": limit}
    made: dict[str, Any] = (
        service.post("/admin/clients", json=given, headers=_ADMIN).is_(201).json()
    )
    equal({name: made[name] for name in given}, given, "the client")
    return made


def _key(client: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"ApiKey {client['api_key']}"}


def _number() -> str:
    return f"+49{randbelow(10**9):09d}"


def _send(service: Service, client: dict[str, Any], **more: Any) -> Answer:
    given = {"to": _number(), "text": "Your invoice is ready", **more}
    return service.post("/messages", json=given, headers=_key(client))


def _sent(service: Service, client: dict[str, Any], **more: Any) -> Any:
    return _send(service, client, **more).is_(202).json()["id"]


def _status(service: Service, client: dict[str, Any], message: object) -> str:
    told = service.get(f"/messages/{message}", headers=_key(client)).is_(200).json()
    return str(told["status"])


def _deliver(service: Service, message: object) -> Answer:
    return service.post(f"/admin/messages/{message}/deliver", headers=_ADMIN)


def _limited(answer: Answer) -> None:
    equal(answer.is_(429).json(), {"error": "rate limit exceeded"}, "the answer")
    wait = answer.headers.get("retry-after", "")
    expect(wait.isdecimal() and int(wait) <= 60, f"Retry-After is seconds up to 60, not {wait!r}")


@suite.check("without clients none are listed, and no number is blocked", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/admin/clients", headers=_ADMIN).items(), [], "the clients")
    equal(service.get("/admin/blocklist", headers=_ADMIN).is_(200).json(), [], "the blocklist")


@suite.check("everything of the administration needs the admin token: 401")
def admin(service: Service) -> None:
    client = _client(service)
    message = _sent(service, client)
    for headers in ({}, {"X-Admin-Token": "guess"}, _key(client)):
        for method, path in (
            ("GET", "/admin/clients"),
            ("POST", f"/admin/clients/{client['id']}/rotate-key"),
            ("DELETE", f"/admin/clients/{client['id']}"),
            ("GET", "/admin/blocklist"),
            ("PUT", f"/admin/blocklist/{_number()}"),
            ("DELETE", f"/admin/blocklist/{_number()}"),
            ("POST", f"/admin/messages/{message}/deliver"),
        ):
            service.ask(method, path, headers=headers).is_(401)
        service.post("/admin/clients", json={"name": "x"}, headers=headers).is_(401)
    equal(_status(service, client, message), "queued", "the status")


@suite.check("a client has a unique name, a limit of 10 unless said, and a key shown once")
def clients(service: Service) -> None:
    name = f"c{token_hex(4)}"
    made = service.post("/admin/clients", json={"name": name}, headers=_ADMIN).is_(201).json()
    equal((made["name"], made["limit_per_minute"]), (name, 10), "name and limit")
    service.post("/admin/clients", json={"name": name}, headers=_ADMIN).is_(409)
    answer = service.get("/admin/clients", headers=_ADMIN).is_(200)
    expect(made["api_key"] not in answer.text, "the list does not show the key")
    told = {each["id"]: each for each in answer.items()}
    equal(told[made["id"]]["name"], name, "the name in the list")
    wrong: list[dict[str, Any]] = [{}, {"name": "x", "limit_per_minute": 0}]
    wrong += [{"name": "x", "limit_per_minute": each} for each in (101, "many", 1.5)]
    for each in wrong:
        service.post("/admin/clients", json=each, headers=_ADMIN).refused()


@suite.check("a client sends with its own key: 401 without, with another, or with an old one")
def keys(service: Service) -> None:
    client = _client(service)
    given = {"to": _number(), "text": "x"}
    for headers in ({}, {"Authorization": f"ApiKey {token_hex(16)}"}):
        service.post("/messages", json=given, headers=headers).is_(401)
        service.get("/messages", headers=headers).is_(401)
        service.get("/usage", headers=headers).is_(401)
    message = _sent(service, client)
    path = f"/admin/clients/{client['id']}/rotate-key"
    new = service.post(path, headers=_ADMIN).is_(200).json()
    expect(new["api_key"] != client["api_key"], "the new key is another")
    _send(service, client).is_(401)
    equal(_status(service, {"api_key": new["api_key"]}, message), "queued", "the status")


@suite.check("a message is accepted with 202, queued, and read back")
def sent(service: Service) -> None:
    client, to = _client(service), _number()
    answer = _send(service, client, to=to, text="Grüße").is_(202).json()
    wanted = {"to": to, "text": "Grüße", "segments": 1, "status": "queued"}
    read = service.get(f"/messages/{answer['id']}", headers=_key(client)).is_(200).json()
    for seen in (answer, read):
        equal({name: seen[name] for name in wanted}, wanted, "the message")
        expect(seen["created_at"], "created_at is there")


@suite.check("a message has a segment for up to 160 characters, two for up to 320, else three")
def segments(service: Service) -> None:
    client = _client(service)
    for length, count in ((1, 1), (160, 1), (161, 2), (320, 2), (321, 3), (480, 3)):
        told = _send(service, client, text="x" * length).is_(202).json()
        equal(told["segments"], count, f"the segments of {length} characters")


@suite.check("recipient and text that break a rule are 422")
def malformed(service: Service) -> None:
    client = _client(service)
    for to in ("4915112345678", "+1234567", "+1234567890123456", "+49 151 1234567", "", None):
        _send(service, client, to=to).is_(422)
    for text in ("", "x" * 481, 7, None):
        _send(service, client, text=text).is_(422)
    for part in ({"to": _number()}, {"text": "x"}):
        service.post("/messages", json=part, headers=_key(client)).is_(422)
    for to in ("+12345678", "+123456789012345"):
        _send(service, client, to=to).is_(202)
    equal(len(service.get("/messages", headers=_key(client)).items()), 2, "the messages")


@suite.check("beyond its limit a client gets 429 with Retry-After; what is refused counts not")
def limited(service: Service) -> None:
    client, other = _client(service, 3), _client(service, 3)
    for _ in range(4):
        _send(service, client, text="").is_(422)
    for _ in range(3):
        _send(service, client).is_(202)
    for _ in range(2):
        _limited(_send(service, client))
    _send(service, other).is_(202)
    equal(len(service.get("/messages", headers=_key(client)).items()), 3, "the messages kept")


@suite.check("the limit holds for many at the same moment")
def race(service: Service) -> None:
    client = _client(service, 2)
    answers = at_once([lambda: _send(service, client)] * 6)
    equal([each.is_(202, 429).status for each in answers].count(202), 2, "messages accepted")


@suite.check("numbers on the blocklist are 403 until they are taken off it")
def blocked(service: Service) -> None:
    client, number = _client(service), _number()
    path = f"/admin/blocklist/{number}"
    service.delete(path, headers=_ADMIN).is_(404)
    service.put(path, headers=_ADMIN).is_(204)
    told = service.get("/admin/blocklist", headers=_ADMIN).is_(200).json()
    expect(number in told, "the number is on the blocklist")
    answer = _send(service, client, to=number).is_(403)
    equal(answer.json(), {"error": "recipient blocked"}, "the answer")
    _send(service, client).is_(202)
    service.delete(path, headers=_ADMIN).is_(204)
    _send(service, client, to=number).is_(202)


@suite.check("messages are cancelled or delivered once, while they are queued: else 409")
def settled(service: Service) -> None:
    client = _client(service)
    gone, done = _sent(service, client), _sent(service, client)
    service.post(f"/messages/{gone}/cancel", headers=_key(client)).is_(200, 204)
    _deliver(service, done).is_(200, 204)
    equal(_status(service, client, gone), "cancelled", "the status")
    equal(_status(service, client, done), "delivered", "the status")
    for message in (gone, done):
        service.post(f"/messages/{message}/cancel", headers=_key(client)).is_(409)
        _deliver(service, message).is_(409)
    equal(_status(service, client, gone), "cancelled", "the status")


@suite.check("a client sees its own messages only, newest first, by status and recipient")
def listed(service: Service) -> None:
    client, other, to = _client(service), _client(service), _number()
    first, second, third = (_sent(service, client, to=each) for each in (to, _number(), to))
    foreign = _sent(service, other, to=to)
    _deliver(service, third).is_(200, 204)

    def ids(**params: str) -> list[Any]:
        told = service.get("/messages", params=params, headers=_key(client)).items()
        return [each["id"] for each in told]

    equal(ids(), [third, second, first], "the messages")
    equal(ids(to=to), [third, first], "those to the number")
    equal(ids(status="queued"), [second, first], "those queued")
    equal(ids(status="queued", to=to), [first], "those of both")
    service.get(f"/messages/{foreign}", headers=_key(client)).is_(404)
    service.post(f"/messages/{foreign}/cancel", headers=_key(client)).is_(404)
    service.get(f"/messages/{unknown(first)}", headers=_key(client)).is_(404)
    _deliver(service, unknown(first)).is_(404)


@suite.check("usage is about the calling client, with all three statuses")
def usage(service: Service) -> None:
    client = _client(service)
    told = service.get("/usage", headers=_key(client)).is_(200).json()
    nothing = {"queued": 0, "delivered": 0, "cancelled": 0}
    equal(told, {"messages": 0, "segments": 0, "by_status": nothing}, "the usage of nothing")
    _sent(service, client, text="x" * 400)
    done, gone = _sent(service, client), _sent(service, client)
    _deliver(service, done).is_(200, 204)
    service.post(f"/messages/{gone}/cancel", headers=_key(client)).is_(200, 204)
    _sent(service, _client(service))
    told = service.get("/usage", headers=_key(client)).is_(200).json()
    wanted = {"queued": 1, "delivered": 1, "cancelled": 1}
    equal(told, {"messages": 3, "segments": 5, "by_status": wanted}, "the usage")


@suite.check("a deleted client can no longer send, and its messages stay")
def deleted(service: Service) -> None:
    client, stays = _client(service), _client(service)
    message = _sent(service, client)
    path = f"/admin/clients/{client['id']}"
    service.delete(path, headers=_ADMIN).is_(204)
    _send(service, client).is_(401)
    ids = [each["id"] for each in service.get("/admin/clients", headers=_ADMIN).items()]
    expect(client["id"] not in ids, "it is not listed")
    expect(stays["id"] in ids, "the other client is")
    _deliver(service, message).is_(200, 204)
    service.delete(path, headers=_ADMIN).is_(404)
    service.post(f"{path}/rotate-key", headers=_ADMIN).is_(404)


@suite.check("clients, messages and the blocklist outlive a restart")
def kept(service: Service) -> None:
    client, number = _client(service), _number()
    message = _sent(service, client)
    service.put(f"/admin/blocklist/{number}", headers=_ADMIN).is_(204)
    service.restart()
    equal(_status(service, client, message), "queued", "the status")
    _send(service, client, to=number).is_(403)
