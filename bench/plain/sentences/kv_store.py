"""A key-value store of JSON values."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("kv-store", "service")


def _put(service: Service, key: str, value: object) -> Answer:
    return service.put(f"/kv/{key}", json={"value": value})


def _key() -> str:
    return f"k.{token_hex(4)}_a-B"


@suite.check("any JSON value is stored and read back")
def stored(service: Service) -> None:
    for value in ("text", 4.5, [1, "b"], {"a": {"b": None}}, True, False, None, 0, ""):
        key = _key()
        wanted = {"key": key, "value": value}
        told = _put(service, key, value).is_(201).json()
        read = service.get(f"/kv/{key}").is_(200).json()
        for each in (told, read):
            equal(each, wanted, "the answer")
            equal(each["value"], value, "the value")


@suite.check("putting again replaces with 200")
def replaced(service: Service) -> None:
    key = _key()
    _put(service, key, None).is_(201)
    equal(_put(service, key, "new").is_(200).json(), {"key": key, "value": "new"}, "the answer")
    equal(service.get(f"/kv/{key}").is_(200).json()["value"], "new", "the value")


@suite.check("a removed key is gone")
def removed(service: Service) -> None:
    key = _key()
    service.get(f"/kv/{key}").is_(404)
    service.delete(f"/kv/{key}").is_(404)
    _put(service, key, 1).is_(201)
    service.delete(f"/kv/{key}").is_(204)
    service.get(f"/kv/{key}").is_(404)
    expect(key not in service.get("/kv").is_(200).json()["keys"], "it is not listed")


@suite.check("keys are listed in order, and by prefix", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/kv").is_(200).json(), {"keys": []}, "no keys")
    for key in ("user.2", "color", "user.1", "my-user"):
        _put(service, key, 1).is_(201)
    wanted = {"keys": ["color", "my-user", "user.1", "user.2"]}
    equal(service.get("/kv").is_(200).json(), wanted, "the keys")
    told = service.get("/kv", params={"prefix": "user"}).is_(200).json()
    equal(told, {"keys": ["user.1", "user.2"]}, "the keys with a prefix")
    equal(service.get("/kv", params={"prefix": "zz"}).is_(200).json(), {"keys": []}, "none")


@suite.check("a bad key or no value is 400")
def malformed(service: Service) -> None:
    for key in ("a%20b", "a$b", "a" * 65):
        _put(service, key, 1).is_(400)
    _put(service, "a" * 64, 1).is_(201)
    key = _key()
    service.put(f"/kv/{key}", json={}).is_(400)
    service.put(f"/kv/{key}", json={"val": 1}).is_(400)
    service.get(f"/kv/{key}").is_(404)


@suite.check("data survives a restart")
def kept(service: Service) -> None:
    key = _key()
    _put(service, key, {"deep": [1]}).is_(201)
    service.restart()
    equal(service.get(f"/kv/{key}").is_(200).json(), {"key": key, "value": {"deep": [1]}}, "it")
