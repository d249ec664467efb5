"""Photos of damage: several at once, back byte for byte, as an archive, and shared for a while."""

from __future__ import annotations

import io
import time
import zipfile
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("claim-photos", "service")

_PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
_JPEG = b"\xff\xd8\xff\xe0" + bytes(range(255, -1, -1)) + b"\r\n\x00"


def _claim(service: Service) -> Any:
    given = {"policy_number": "HH-20311", "description": "Burst pipe"}
    return service.post("/claims", json=given).is_(201).json()["id"]


def _send(service: Service, claim: object, *files: tuple[str, bytes, str]) -> Answer:
    return service.post(f"/claims/{claim}/photos", files=[("photos", each) for each in files])


def _two(service: Service) -> tuple[Any, list[Any]]:
    claim = _claim(service)
    sent = _send(
        service, claim, ("wall.png", _PNG, "image/png"), ("floor.jpg", _JPEG, "image/jpeg")
    )
    return claim, [each["id"] for each in sent.is_(201).json()]


@suite.check("a claim is opened")
def opened(service: Service) -> None:
    given = {"policy_number": "AB-00001", "description": "Hail"}
    told = service.post("/claims", json=given).is_(201).json()
    shown = service.get(f"/claims/{told['id']}").is_(200).json()
    for each in (told, shown):
        seen = {key: each[key] for key in ("policy_number", "description", "photo_count")}
        equal(seen, {**given, "photo_count": 0}, "the claim")


@suite.check("a claim without a proper policy number or description is 400")
def mandatory(service: Service) -> None:
    for number in ("HH20311", "hh-20311", "HH-2031", "HH-203111", ""):
        service.post("/claims", json={"policy_number": number, "description": "Hail"}).is_(400)
    service.post("/claims", json={"policy_number": "HH-20311"}).is_(400)
    service.post("/claims", json={"description": "Hail"}).is_(400)


@suite.check("several photos are sent at once")
def sent(service: Service) -> None:
    claim = _claim(service)
    answer = _send(
        service, claim, ("wall.png", _PNG, "image/png"), ("floor.jpg", _JPEG, "image/jpeg")
    )
    told = answer.is_(201).json()
    keys = ("filename", "content_type", "size")
    wanted = [("wall.png", "image/png", len(_PNG)), ("floor.jpg", "image/jpeg", len(_JPEG))]
    equal([tuple(each[key] for key in keys) for each in told], wanted, "what was sent")
    listed = service.get(f"/claims/{claim}/photos").items()
    equal({each["id"] for each in listed}, {each["id"] for each in told}, "what is listed")
    equal(service.get(f"/claims/{claim}").is_(200).json()["photo_count"], 2, "the count")


@suite.check("a photo comes back as it was sent")
def same(service: Service) -> None:
    claim, (png, jpeg) = _two(service)
    for photo, wanted, kind in ((png, _PNG, "image/png"), (jpeg, _JPEG, "image/jpeg")):
        answer = service.get(f"/claims/{claim}/photos/{photo}").is_(200)
        expect(answer.body == wanted, "the same bytes")
        expect(answer.headers["content-type"].startswith(kind), f"the type {kind}")


@suite.check("with a file that is no picture nothing is kept")
def pictures(service: Service) -> None:
    claim = _claim(service)
    _send(service, claim, ("a.png", _PNG, "image/png"), ("b.txt", b"hello", "text/plain")).is_(415)
    _send(service, claim, ("a.gif", b"GIF89a", "image/gif")).is_(415)
    equal(service.get(f"/claims/{claim}/photos").items(), [], "the photos")


@suite.check("a photo is removed")
def removed(service: Service) -> None:
    claim, (first, second) = _two(service)
    service.delete(f"/claims/{claim}/photos/{first}").is_(204)
    service.get(f"/claims/{claim}/photos/{first}").is_(404)
    service.delete(f"/claims/{claim}/photos/{first}").is_(404)
    equal([e["id"] for e in service.get(f"/claims/{claim}/photos").items()], [second], "the rest")
    equal(service.get(f"/claims/{claim}").is_(200).json()["photo_count"], 1, "the count")


@suite.check("the archive has all photos of the claim")
def archived(service: Service) -> None:
    claim, _ = _two(service)
    answer = service.get(f"/claims/{claim}/archive").is_(200)
    expect(answer.headers["content-type"].startswith("application/zip"), "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    expect(held == {"wall.png": _PNG, "floor.jpg": _JPEG}, "both files, with their bytes")


@suite.check("a link shows the claim and its photos")
def shared(service: Service) -> None:
    claim, photos = _two(service)
    link = service.post(f"/claims/{claim}/links", json={"valid_seconds": 3600}).is_(201).json()
    expect(link["url"].endswith(f"/shared/{link['token']}"), "the url ends with the token")
    expect(link["expires_at"], "it is said when the link expires")
    told = service.get(f"/shared/{link['token']}").is_(200).json()
    equal((told["policy_number"], told["description"]), ("HH-20311", "Burst pipe"), "the claim")
    equal({each["id"] for each in told["photos"]}, set(photos), "the photos")
    service.get(f"/shared/{unknown(link['token'])}").is_(404)


@suite.check("a link is 410 when its time is over")
def over(service: Service) -> None:
    claim = _claim(service)
    link = service.post(f"/claims/{claim}/links", json={"valid_seconds": 1}).is_(201).json()
    time.sleep(2.2)
    service.get(f"/shared/{link['token']}").is_(410)
    for wrong in (0, 604801, -5, "soon", None):
        service.post(f"/claims/{claim}/links", json={"valid_seconds": wrong}).is_(400)


@suite.check("unknown claims and photos are 404")
def absent(service: Service) -> None:
    claim, photos = _two(service)
    other = _claim(service)
    never = unknown(claim)
    service.get(f"/claims/{never}").is_(404)
    service.get(f"/claims/{never}/photos").is_(404)
    service.get(f"/claims/{never}/archive").is_(404)
    service.post(f"/claims/{never}/links", json={"valid_seconds": 60}).is_(404)
    _send(service, never, ("a.png", _PNG, "image/png")).is_(404)
    service.get(f"/claims/{claim}/photos/{unknown(photos[1])}").is_(404)
    service.get(f"/claims/{other}/photos/{photos[0]}").is_(404)
