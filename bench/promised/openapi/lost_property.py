"""A lost property office: handed in by form, searched, claimed and given back."""

from __future__ import annotations

import struct
import zlib
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("lost-property", "service")

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x20\x80\xc0" * width) * height)
    return _SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def _hand_in(service: Service, photo: bytes = b"", /, **other: str) -> Answer:
    given = {"description": "Black umbrella", "line": "12", "found_on": "2026-02-03", **other}
    files: dict[str, Any] = {key: (None, value) for key, value in given.items()}
    if photo:
        files["photo"] = ("photo.png", photo, "image/png")
    return service.post("/api/items", files=files)


def _item(service: Service, photo: bytes = b"", **other: str) -> int:
    made: int = _hand_in(service, photo, **other).is_(201).json()["id"]
    return made


def _act(service: Service, item: object, action: str) -> Answer:
    given = {"json": {"name": "Kim"}} if action == "claim" else {}
    return service.post(f"/api/items/{item}/{action}", **given)


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["message"], str), "an error is said in `message`")


def _found(service: Service, **params: str) -> list[int]:
    return [each["id"] for each in service.get("/api/items", params=params).is_(200).json()]


@suite.check("something is handed in, without a photo")
def handed_in(service: Service) -> None:
    told = _hand_in(service).is_(201).json()
    wanted = {
        "id": told["id"],
        "description": "Black umbrella",
        "line": "12",
        "found_on": "2026-02-03",
        "state": "stored",
        "claimed_by": None,
        "has_photo": False,
    }
    equal({key: told[key] for key in wanted}, wanted, "the item")
    shown = service.get(f"/api/items/{told['id']}").is_(200).json()
    equal({key: shown[key] for key in wanted}, wanted, "what is shown")
    _error(service.get(f"/api/items/{told['id']}/photo"), 404)
    _error(service.get(f"/api/items/{told['id']}/thumbnail"), 404)


@suite.check("a photo comes back as it was sent")
def photo(service: Service) -> None:
    sent = _png(200, 100)
    told = _hand_in(service, sent).is_(201).json()
    equal(told["has_photo"], True, "has_photo")
    answer = service.get(f"/api/items/{told['id']}/photo").is_(200)
    expect(answer.body == sent, "the same bytes")
    expect(answer.headers["content-type"].startswith("image/png"), "image/png")


@suite.check("a thumbnail fits into 64 by 64 and keeps the proportions")
def thumbnail(service: Service) -> None:
    for given, wanted in (((200, 100), (64, 32)), ((100, 400), (16, 64)), ((40, 30), (40, 30))):
        made = _item(service, _png(*given))
        answer = service.get(f"/api/items/{made}/thumbnail").is_(200)
        expect(answer.headers["content-type"].startswith("image/png"), "image/png")
        expect(answer.body.startswith(_SIGNATURE), "a PNG")
        equal(struct.unpack(">II", answer.body[16:24]), wanted, f"the size for {given}")


@suite.check("what is missing or wrong is 400")
def wrong(service: Service) -> None:
    for other in (
        {"description": "ab"},
        {"description": "x" * 201},
        {"line": "Tram"},
        {"line": "1234"},
        {"found_on": "monday"},
    ):
        _error(_hand_in(service, **other), 400)
    _error(
        service.post("/api/items", files={"line": (None, "12"), "found_on": (None, "2026-02-03")}),
        400,
    )
    _error(_hand_in(service, b"this is no picture"), 400)


@suite.check("items are searched, latest first", fresh=True)
def searched(service: Service) -> None:
    old = _item(service, found_on="2026-01-05")
    new = _item(service, description="Umbrella red and black", found_on="2026-03-01", line="7A")
    hat = _item(service, description="Red hat", found_on="2026-02-01")
    equal(_found(service), [new, hat, old], "all")
    equal(_found(service, q="black umbrella"), [new, old], "two words")
    equal(_found(service, q="RED"), [new, hat], "one word")
    equal(_found(service, line="12"), [hat, old], "of a line")
    equal(_found(service, since="2026-02-01"), [new, hat], "since then")
    equal(_found(service, q="umbrella", line="7A", since="2026-01-01"), [new], "of all of them")


@suite.check("an item is claimed and given back")
def returned(service: Service) -> None:
    made = _item(service)
    _error(_act(service, made, "return"), 409)
    told = _act(service, made, "claim").is_(200).json()
    equal((told["state"], told["claimed_by"]), ("claimed", "Kim"), "when claimed")
    _error(_act(service, made, "claim"), 409)
    equal(_act(service, made, "return").is_(200).json()["state"], "returned", "the state")
    for action in ("claim", "reject", "return"):
        _error(_act(service, made, action), 409)


@suite.check("a rejected item is stored again")
def rejected(service: Service) -> None:
    made = _item(service)
    _error(_act(service, made, "reject"), 409)
    _act(service, made, "claim").is_(200)
    told = _act(service, made, "reject").is_(200).json()
    equal((told["state"], told["claimed_by"]), ("stored", None), "the item")
    _act(service, made, "claim").is_(200)
    _error(service.post(f"/api/items/{_item(service)}/claim", json={}), 400)


@suite.check("items are found by state", fresh=True)
def states(service: Service) -> None:
    one, two, three = _item(service), _item(service), _item(service)
    _act(service, two, "claim").is_(200)
    _act(service, three, "claim").is_(200)
    _act(service, three, "return").is_(200)
    equal(
        [_found(service, state=each) for each in ("stored", "claimed", "returned")],
        [[one], [two], [three]],
        "them",
    )


@suite.check("statistics count by line and state", fresh=True)
def counted(service: Service) -> None:
    equal(service.get("/api/statistics").is_(200).json(), [], "at first")
    _item(service, line="9")
    _item(service, line="12")
    claimed = _item(service, line="7A")
    _item(service, line="7A")
    _act(service, claimed, "claim").is_(200)
    wanted = [
        {"line": "7A", "total": 2, "stored": 1, "claimed": 1, "returned": 0},
        {"line": "12", "total": 1, "stored": 1, "claimed": 0, "returned": 0},
        {"line": "9", "total": 1, "stored": 1, "claimed": 0, "returned": 0},
    ]
    equal(service.get("/api/statistics").is_(200).json(), wanted, "then")


@suite.check("no such item is 404")
def absent(service: Service) -> None:
    never = unknown(_item(service))
    for path in ("", "/photo", "/thumbnail"):
        _error(service.get(f"/api/items/{never}{path}"), 404)
    for action in ("claim", "reject", "return"):
        _error(_act(service, never, action), 404)
