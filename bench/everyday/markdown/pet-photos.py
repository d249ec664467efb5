"""Photos, up and down."""

from __future__ import annotations

from secrets import token_bytes, token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pet-photos", "service")
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0"
MOST = 1_048_576


def _send(service: Service, body: bytes, animal: str, name: str = "a.png", kind: str = "image/png") -> Answer:
    return service.post("/photos", files={"file": (name, body, kind)}, data={"animal": animal})


def _fields(told: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(told[each] for each in ("id", "animal", "filename", "content_type", "size"))


@suite.check("a photo comes back byte for byte")
def back(service: Service) -> None:
    for head, kind, name in ((PNG, "image/png", "rex 1.png"), (JPEG, "image/jpeg", "mia.jpg")):
        body = head + token_bytes(3000)
        made = _send(service, body, "Rex", name, kind).is_(201).json()
        equal(_fields(made)[1:], ("Rex", name, kind, len(body)), "the answer")
        answer = service.get(f"/photos/{made['id']}").is_(200)
        expect(answer.body == body, "the bytes are those sent")
        equal(answer.headers.get("content-type", "").split(";")[0], kind, "the content type")


@suite.check("photos are listed, newest last, and by animal", fresh=True)
def listed(service: Service) -> None:
    equal(service.get("/photos").items(), [], "an empty wall")
    made = [_send(service, PNG + animal.encode(), animal).is_(201).json() for animal in ("Rex", "Mia", "Rex")]
    equal([_fields(each) for each in service.get("/photos").items()], [_fields(each) for each in made], "all")
    told = service.get("/photos", params={"animal": "Rex"}).items()
    equal([each["id"] for each in told], [made[0]["id"], made[2]["id"]], "the photos of Rex")
    equal(service.get("/photos", params={"animal": "Bello"}).items(), [], "the photos of Bello")


@suite.check("only PNG and JPEG are taken")
def kinds(service: Service) -> None:
    before = len(service.get("/photos").items())
    _send(service, b"%PDF-1.4", "Rex", "a.pdf", "application/pdf").is_(415)
    _send(service, b"hello", "Rex", "a.txt", "text/plain").is_(415)
    _send(service, b"GIF89a", "Rex", "a.gif", "image/gif").is_(415)
    equal(len(service.get("/photos").items()), before, "the number of photos")


@suite.check("a megabyte is taken, and not a byte more")
def large(service: Service) -> None:
    body = PNG + b"x" * (MOST - len(PNG))
    made = _send(service, body, "Big").is_(201).json()
    equal(made["size"], MOST, "the size")
    _send(service, body + b"x", "Big").is_(413)


@suite.check("a forgotten file or animal is 400")
def forgotten(service: Service) -> None:
    before = len(service.get("/photos").items())
    service.post("/photos", files={"file": ("a.png", PNG, "image/png")}).is_(400)
    service.post("/photos", files={"other": ("a.png", PNG, "image/png")}, data={"animal": "Rex"}).is_(400)
    equal(len(service.get("/photos").items()), before, "the number of photos")


@suite.check("a deleted photo is gone, and an unknown one is 404")
def deleted(service: Service) -> None:
    animal = f"Cat {token_hex(3)}"
    one, two = (_send(service, PNG + each, animal).is_(201).json()["id"] for each in (b"1", b"2"))
    service.delete(f"/photos/{one}").is_(204)
    service.get(f"/photos/{one}").is_(404)
    service.delete(f"/photos/{one}").is_(404)
    told = service.get("/photos", params={"animal": animal}).items()
    equal([each["id"] for each in told], [two], "what is left")
    expect(service.get(f"/photos/{two}").is_(200).body == PNG + b"2", "the other is there")


@suite.check("photos outlive a restart")
def kept(service: Service) -> None:
    body = JPEG + token_bytes(500)
    made = _send(service, body, "Otto", "otto.jpg", "image/jpeg").is_(201).json()
    service.restart()
    answer = service.get(f"/photos/{made['id']}").is_(200)
    expect(answer.body == body, "the bytes are those sent")
    equal(answer.headers.get("content-type", "").split(";")[0], "image/jpeg", "the content type")
    told = service.get("/photos", params={"animal": "Otto"}).items()
    equal([_fields(each) for each in told], [_fields(made)], "the list")
