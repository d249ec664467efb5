"""Accounts are opened, sign-in gives a JWT, and the JWT says who it is."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("gatehouse", "service")

PASSWORD = "correct horse 9"


def _email() -> str:
    return f"u{token_hex(5)}@example.com"


def _register(service: Service) -> str:
    email = _email()
    service.post("/register", json={"email": email, "password": PASSWORD}).is_(201)
    return email


def _login(service: Service, email: str) -> str:
    token: str = (
        service.post("/login", json={"email": email, "password": PASSWORD})
        .is_(200)
        .json()["access_token"]
    )
    return token


def _me(service: Service, token: str) -> Answer:
    return service.get("/me", headers={"Authorization": f"Bearer {token}"})


def _decoded(part: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return told


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@suite.check("an account is opened, and does not tell the password")
def opened(service: Service) -> None:
    email = _email()
    answer = service.post("/register", json={"email": email, "password": PASSWORD}).is_(201)
    told = answer.json()
    equal(told["email"], email, "the email")
    expect(isinstance(told["id"], int) and isinstance(told["created_at"], str), "id and created_at")
    expect(PASSWORD not in answer.text and "password" not in told, "no password")


@suite.check("an email is registered once, whatever its case")
def once(service: Service) -> None:
    email = _register(service)
    for each in (email, email.upper()):
        told = service.post("/register", json={"email": each, "password": PASSWORD}).is_(409).json()
        expect(isinstance(told["error"], str), "an error")
    mixed = _email()
    told = (
        service.post("/register", json={"email": mixed.upper(), "password": PASSWORD})
        .is_(201)
        .json()
    )
    equal(told["email"], mixed, "the email in lower case")
    _me(service, _login(service, mixed)).is_(200)


@suite.check("signing in gives a JWT with the claims")
def token(service: Service) -> None:
    email = _register(service)
    told = service.post("/login", json={"email": email, "password": PASSWORD}).is_(200).json()
    equal((told["token_type"], told["expires_in"]), ("bearer", 3600), "the token's type and life")
    parts = told["access_token"].split(".")
    equal(len(parts), 3, "the parts of the JWT")
    equal(_decoded(parts[0])["alg"], "HS256", "the algorithm")
    claims = _decoded(parts[1])
    equal(claims["sub"], email, "sub")
    equal(claims["exp"] - claims["iat"], 3600, "exp - iat")


@suite.check("the token says who I am")
def me(service: Service) -> None:
    first, second = _register(service), _register(service)
    for email in (first, second):
        equal(_me(service, _login(service, email)).is_(200).json()["email"], email, "the email")


@suite.check("wrong email and wrong password are the same 401")
def wrong(service: Service) -> None:
    email = _register(service)
    one = service.post("/login", json={"email": email, "password": "not this one"}).is_(401)
    other = service.post("/login", json={"email": _email(), "password": PASSWORD}).is_(401)
    equal(one.json()["error"], other.json()["error"], "the error")


@suite.check("without a good token it is 401")
def refused(service: Service) -> None:
    service.get("/me").is_(401)
    email, other = _register(service), _register(service)
    head, body, sign = _login(service, email).split(".")
    forged = _encoded(json.dumps({**_decoded(body), "sub": other}).encode())
    none = _encoded(b'{"alg":"none","typ":"JWT"}')
    guessed = _encoded(hmac.new(b"secret", f"{head}.{forged}".encode(), hashlib.sha256).digest())
    for bad in (
        "nonsense",
        f"{head}.{forged}.{sign}",
        f"{none}.{forged}.",
        f"{head}.{forged}.{guessed}",
        f"{head}.{body}.",
    ):
        told = _me(service, bad).is_(401).json()
        expect(isinstance(told["error"], str), "an error")


@suite.check("invalid credentials are 400")
def invalid(service: Service) -> None:
    for body in (
        {"email": _email()},
        {"password": PASSWORD},
        {"email": "nobody", "password": PASSWORD},
        {"email": _email(), "password": "1234567"},
    ):
        told = service.post("/register", json=body).is_(400).json()
        expect(isinstance(told["error"], str), "an error")
    service.post("/register", json={"email": _email(), "password": "12345678"}).is_(201)


@suite.check("accounts survive a restart, without the password in any file")
def kept(service: Service) -> None:
    email = _register(service)
    service.restart()
    equal(_me(service, _login(service, email)).is_(200).json()["email"], email, "the email")
    for path in service.folder.rglob("*"):
        if path.is_file() and path.stat().st_size < 5_000_000:
            expect(PASSWORD.encode() not in path.read_bytes(), f"no password in {path.name}")
