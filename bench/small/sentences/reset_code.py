"""A forgotten password, set anew with a code that is mailed to an outbox."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("reset-code", "service")

_OLD, _NEW = "the old password", "the new password"


def _email() -> str:
    return f"{token_hex(5)}@example.com"


def _account(service: Service) -> str:
    email = _email()
    service.post("/accounts", json={"email": email, "password": _OLD}).is_(201)
    return email


def _login(service: Service, email: str, password: str) -> Answer:
    return service.post("/login", json={"email": email, "password": password})


def _codes(service: Service, email: str) -> list[str]:
    told = service.get("/outbox", params={"email": email}).is_(200).json()
    for each in told:
        equal(each["email"], email, "whom the mail is for")
        expect(isinstance(each["code"], str), "the code is a text")
    return [each["code"] for each in told]


def _forgot(service: Service, email: str) -> str:
    service.post("/forgot", json={"email": email}).is_(202)
    return _codes(service, email)[0]


def _reset(service: Service, email: str, code: str, password: str = _NEW) -> Answer:
    return service.post("/reset", json={"email": email, "code": code, "new_password": password})


def _refused(answer: Answer) -> None:
    equal(answer.is_(400).json(), {"ok": False}, "the answer")


def _other(code: str) -> str:
    """A code that is not this one."""
    return f"{(int(code) + 1) % 10**6:06d}"


@suite.check("an account is made once, with a password of 8 characters")
def accounts(service: Service) -> None:
    email = _email()
    given = {"email": email, "password": "12345678"}
    equal(service.post("/accounts", json=given).is_(201).json(), {"email": email}, "the answer")
    service.post("/accounts", json=given).is_(409)
    service.post("/accounts", json={"email": _email(), "password": "1234567"}).refused()


@suite.check("logging in tells whether email and password match")
def login(service: Service) -> None:
    email = _account(service)
    equal(_login(service, email, _OLD).is_(200).json(), {"ok": True}, "the answer")
    for answer in (_login(service, email, _NEW), _login(service, _email(), _OLD)):
        equal(answer.is_(401).json(), {"ok": False}, "the answer")


@suite.check("a code has six digits, goes to the account alone, and the newest comes first")
def mailed(service: Service) -> None:
    email, other = _account(service), _account(service)
    equal(_codes(service, email), [], "the mails at first")
    first = _forgot(service, email)
    expect(len(first) == 6 and first.isdecimal(), "the code has six digits")
    second = _forgot(service, email)
    equal(_codes(service, email), [second, first], "the codes")
    equal(_codes(service, other), [], "the mails of another")


@suite.check("asking for an account that is not there looks the same, and mails nothing")
def silent(service: Service) -> None:
    email = _email()
    there = service.post("/forgot", json={"email": _account(service)}).is_(202)
    not_there = service.post("/forgot", json={"email": email}).is_(202)
    expect(email not in there.text, "one answer is not about another")
    equal(_codes(service, email), [], "the mails")
    equal(not_there.status, there.status, "the status")


@suite.check("with the code only the new password works from then on")
def reset(service: Service) -> None:
    email = _account(service)
    code = _forgot(service, email)
    _login(service, email, _OLD).is_(200)
    equal(_reset(service, email, code).is_(200).json(), {"ok": True}, "the answer")
    _login(service, email, _NEW).is_(200)
    _login(service, email, _OLD).is_(401)


@suite.check("a code works once")
def once(service: Service) -> None:
    email = _account(service)
    code = _forgot(service, email)
    _reset(service, email, code).is_(200)
    _refused(_reset(service, email, code, "yet another one"))
    _login(service, email, _NEW).is_(200)


@suite.check("only the newest code works, and only for its account")
def newest(service: Service) -> None:
    email, other = _account(service), _account(service)
    old, code = _forgot(service, email), _forgot(service, email)
    if old != code:
        _refused(_reset(service, email, old))
    _refused(_reset(service, other, code))
    _login(service, email, _OLD).is_(200)
    _login(service, other, _OLD).is_(200)
    _reset(service, email, code).is_(200)


@suite.check("a wrong code or a short password is refused and changes nothing")
def wrong(service: Service) -> None:
    email = _account(service)
    code = _forgot(service, email)
    _refused(_reset(service, email, _other(code)))
    _refused(_reset(service, email, code, "1234567"))
    _login(service, email, _OLD).is_(200)
    _login(service, email, "1234567").is_(401)


@suite.check("two wrong codes are forgiven, three are not, until a new one is requested")
def three(service: Service) -> None:
    email = _account(service)
    code = _forgot(service, email)
    for _ in range(2):
        _refused(_reset(service, email, _other(code)))
    _reset(service, email, code).is_(200)
    code = _forgot(service, email)
    for _ in range(3):
        _refused(_reset(service, email, _other(code)))
    _refused(_reset(service, email, code, "a third password"))
    _login(service, email, _NEW).is_(200)
    again = _forgot(service, email)
    _reset(service, email, again, "a third password").is_(200)
    _login(service, email, "a third password").is_(200)
