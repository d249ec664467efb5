"""Pictures in base64: measured, made small, and packed."""

from __future__ import annotations

import base64
import io
import itertools
import zipfile
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect
from PIL import Image

suite: Suite[Service] = Suite("badges", "service")

_count = itertools.count(1)


def _picture(width: int, height: int, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (200, 30, 90)).save(out, kind)
    return out.getvalue()


def _post(service: Service, name: str, data: bytes) -> Answer:
    image = base64.b64encode(data).decode()
    return service.post("/badges", json={"name": name, "image": image})


def _badge(service: Service, width: int, height: int, kind: str = "PNG", name: str = "") -> Any:
    data = _picture(width, height, kind)
    return _post(service, name or f"badge {next(_count)}", data).is_(201).json()["id"]


def _names(service: Service, **asked: str) -> list[str]:
    return [each["name"] for each in service.get("/badges", params=asked).is_(200).json()]


def _kind(answer: Answer) -> str:
    return str(answer.is_(200).headers.get("content-type", "")).split(";")[0]


@suite.check("a badge is measured")
def measured(service: Service) -> None:
    for kind, size in (("png", (120, 80)), ("jpeg", (33, 50))):
        data = _picture(*size, kind.upper())
        told = _post(service, f"measured {kind}", data).is_(201).json()
        wanted = {"id": told["id"], "name": f"measured {kind}", "format": kind}
        wanted |= {"width": size[0], "height": size[1], "bytes": len(data)}
        equal(told, wanted, "the badge")
        equal(service.get(f"/badges/{told['id']}").is_(200).json(), wanted, "the badge read")


@suite.check("what is no picture or has a bad name is 400, a name twice 409")
def refused(service: Service) -> None:
    good = base64.b64encode(_picture(20, 20)).decode()
    text = base64.b64encode(b"just some text, no picture").decode()
    out = io.BytesIO()
    Image.new("RGB", (20, 20)).save(out, "GIF")
    gif = base64.b64encode(out.getvalue()).decode()
    for wrong in (
        {"name": "x", "image": "%%% no base64 %%%"},
        {"name": "x", "image": text},
        {"name": "x", "image": gif},
        {"name": "x"},
        {"name": "", "image": good},
        {"name": "n" * 41, "image": good},
        {"image": good},
    ):
        service.post("/badges", json=wrong).is_(400)
    service.post("/badges", json={"name": "twice", "image": good}).is_(201)
    service.post("/badges", json={"name": "twice", "image": good}).is_(409)


@suite.check("a picture of more than 50000 bytes is 413")
def large(service: Service) -> None:
    data = _picture(20, 20)
    _post(service, "large", data + bytes(50_001 - len(data))).is_(413)
    expect("large" not in _names(service), "it is not kept")


@suite.check("the picture comes back byte for byte")
def returned(service: Service) -> None:
    for kind in ("png", "jpeg"):
        data = _picture(41, 17, kind.upper())
        badge = _post(service, f"returned {kind}", data).is_(201).json()["id"]
        answer = service.get(f"/badges/{badge}/image")
        equal(_kind(answer), f"image/{kind}", "Content-Type")
        expect(answer.body == data, "the bytes are the same")


@suite.check("badges are listed by name, by format and by width", fresh=True)
def listed(service: Service) -> None:
    _badge(service, 100, 40, "PNG", "swimming")
    _badge(service, 99, 40, "PNG", "knots")
    _badge(service, 140, 40, "JPEG", "cooking")
    equal(_names(service), ["cooking", "knots", "swimming"], "all")
    equal(_names(service, format="png"), ["knots", "swimming"], "png")
    equal(_names(service, min_width="100"), ["cooking", "swimming"], "wide ones")
    equal(_names(service, format="png", min_width="100"), ["swimming"], "wide png")


@suite.check("a thumbnail is a PNG with the longer side of that size")
def thumbnails(service: Service) -> None:
    wide, tall = _badge(service, 200, 100), _badge(service, 80, 160, "JPEG")
    small = _badge(service, 24, 12)
    for badge, asked, wanted in (
        (wide, {}, (32, 16)),
        (wide, {"size": "48"}, (48, 24)),
        (tall, {"size": "128"}, (64, 128)),
        (small, {"size": "64"}, (24, 12)),
    ):
        answer = service.get(f"/badges/{badge}/thumbnail", params=asked)
        equal(_kind(answer), "image/png", "Content-Type")
        picture = Image.open(io.BytesIO(answer.body))
        equal((picture.format, picture.size), ("PNG", wanted), f"thumbnail {asked}")
    for size in ("15", "129", "big"):
        service.get(f"/badges/{wide}/thumbnail", params={"size": size}).is_(400)


@suite.check("all pictures are in the archive, called by their id", fresh=True)
def packed(service: Service) -> None:
    one, two = _badge(service, 30, 30), _badge(service, 31, 31, "JPEG")
    gone = _badge(service, 32, 32)
    service.delete(f"/badges/{gone}").is_(204)
    answer = service.get("/badges.zip")
    equal(_kind(answer), "application/zip", "Content-Type")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        got = {name: archive.read(name) for name in archive.namelist()}
    equal(sorted(got), sorted([f"{one}.png", f"{two}.jpg"]), "the names")
    expect(got[f"{one}.png"] == _picture(30, 30), "the bytes are the same")


@suite.check("the numbers are of all badges", fresh=True)
def stats(service: Service) -> None:
    wanted: dict[str, Any] = {"badges": 0, "total_bytes": 0, "by_format": {"png": 0, "jpeg": 0}}
    equal(service.get("/stats").is_(200).json(), {**wanted, "widest": None}, "without badges")
    _badge(service, 60, 20, "PNG", "first aid")
    _badge(service, 50, 90, "PNG", "knots")
    size = len(_picture(60, 20)) + len(_picture(50, 90))
    wanted = {"badges": 2, "total_bytes": size, "by_format": {"png": 2, "jpeg": 0}}
    equal(service.get("/stats").is_(200).json(), {**wanted, "widest": "first aid"}, "the numbers")


@suite.check("a badge that is deleted or never was is 404")
def absent(service: Service) -> None:
    badge = _badge(service, 20, 20)
    service.delete(f"/badges/{badge}").is_(204)
    service.delete(f"/badges/{badge}").is_(404)
    for gone in (badge, unknown(badge)):
        for part in ("", "/image", "/thumbnail"):
            service.get(f"/badges/{gone}{part}").is_(404)
