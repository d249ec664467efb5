"""Thumbnails of the right size, as PNG, kept until thrown away."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from PIL import Image

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("thumb-maker", "service")


def _picture(
    width: int, height: int, kind: str = "PNG", colour: tuple[int, int, int] = (200, 30, 30)
) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, kind)
    return out.getvalue()


def _upload(service: Service, data: bytes, **params: Any) -> Answer:
    return service.post(
        "/thumbnails", params=params, files={"image": ("photo", data, "application/octet-stream")}
    )


def _size(told: dict[str, Any]) -> tuple[int, ...]:
    return tuple(told[name] for name in ("width", "height", "original_width", "original_height"))


def _read(answer: Answer) -> Image.Image:
    equal(answer.is_(200).headers["content-type"], "image/png", "the content type")
    picture = Image.open(BytesIO(answer.body))
    equal(picture.format, "PNG", "the format")
    return picture


@suite.check("a picture is scaled to the width asked for")
def scaled(service: Service) -> None:
    told = _upload(service, _picture(400, 200), width=100).is_(201).json()
    equal(_size(told), (100, 50, 400, 200), "the sizes")
    picture = _read(service.get(f"/thumbnails/{told['id']}"))
    equal(picture.size, (100, 50), "the size of the picture")


@suite.check("the width is 128 unless told")
def default(service: Service) -> None:
    told = _upload(service, _picture(256, 512)).is_(201).json()
    equal(_size(told), (128, 256, 256, 512), "the sizes")
    equal(
        _read(service.get(f"/thumbnails/{told['id']}")).size, (128, 256), "the size of the picture"
    )


@suite.check("a small picture is not enlarged")
def small(service: Service) -> None:
    told = _upload(service, _picture(40, 30), width=200).is_(201).json()
    equal(_size(told), (40, 30, 40, 30), "the sizes")
    equal(_read(service.get(f"/thumbnails/{told['id']}")).size, (40, 30), "the size of the picture")


@suite.check("JPEG and GIF become PNG with the same colour")
def kinds(service: Service) -> None:
    for kind in ("JPEG", "GIF"):
        told = _upload(service, _picture(300, 300, kind, (20, 60, 220)), width=64).is_(201).json()
        picture = _read(service.get(f"/thumbnails/{told['id']}")).convert("RGB")
        equal(picture.size, (64, 64), "the size of the picture")
        pixel: Any = picture.getpixel((32, 32))
        near = all(abs(a - b) < 12 for a, b in zip(pixel, (20, 60, 220), strict=True))
        expect(near, f"about the same colour, not {pixel}")


@suite.check("what is no picture is 415, and a missing one 400")
def wrong(service: Service) -> None:
    told = _upload(service, b"I am not a picture").is_(415).json()
    expect(isinstance(told["detail"], str), "a detail")
    service.post("/thumbnails", files={"photo": ("a.png", _picture(20, 20))}).is_(400)


@suite.check("a width out of range is 400")
def widths(service: Service) -> None:
    for width in (15, 513, 0, -5, "wide"):
        _upload(service, _picture(600, 600), width=width).is_(400)
    for width in (16, 512):
        equal(
            _upload(service, _picture(600, 600), width=width).is_(201).json()["width"],
            width,
            "the width",
        )


@suite.check("a thumbnail thrown away is gone, the other stays")
def gone(service: Service) -> None:
    first = _upload(service, _picture(50, 50)).is_(201).json()["id"]
    second = _upload(service, _picture(60, 60)).is_(201).json()["id"]
    service.delete(f"/thumbnails/{first}").is_(204)
    service.get(f"/thumbnails/{first}").is_(404)
    service.delete(f"/thumbnails/{first}").is_(404)
    equal(_read(service.get(f"/thumbnails/{second}")).size, (60, 60), "the other")
    service.get("/thumbnails/nosuch").is_(404)
