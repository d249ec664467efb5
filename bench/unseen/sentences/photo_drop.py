"""A photo drop: pictures uploaded into albums, given back to the byte, never twice."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("photo-drop", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _bytes(answer: Answer) -> bytes:
    told = _told(answer, "content", "body", "data", "raw")
    return told if isinstance(told, bytes) else str(told).encode()


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


_PNG, _JPEG = "image/png", "image/jpeg"


def _album(service: Service) -> Any:
    made = service.post("/albums", json={"title": "Lena & Tom"}).is_(201).json()
    wanted = {"title": "Lena & Tom", "photo_count": 0, "total_bytes": 0}
    equal({name: made[name] for name in wanted}, wanted, "the album")
    return made["id"]


def _picture(size: int = 300) -> bytes:
    start = b"\x89PNG\r\n\x1a\n\x00\xff" + token_hex(8).encode()
    return start + b"\x00" * (size - len(start))


def _upload(
    service: Service, album: Any, data: bytes, kind: str = _PNG, name: str = "a.png", **form: str
) -> Answer:
    files = {"photo": (name, data, kind)}
    path = f"/albums/{album}/photos"
    return service.post(path, files=files, data=form) if form else service.post(path, files=files)


def _photo(service: Service, album: Any, **more: Any) -> Any:
    return _upload(service, album, _picture(), **more).is_(201).json()["id"]


def _ids(service: Service, album: Any, **params: str) -> list[Any]:
    told = service.get(f"/albums/{album}/photos", params=params).items()
    return [each["id"] for each in told]


@suite.check("a new album has no photos")
def empty(service: Service) -> None:
    album = _album(service)
    equal(_ids(service, album), [], "the photos")
    told = service.get(f"/albums/{album}").is_(200).json()
    equal((told["photo_count"], told["total_bytes"]), (0, 0), "the numbers")
    service.post("/albums", json={}).refused()


@suite.check("an uploaded photo is told with its size, type and digest")
def uploaded(service: Service) -> None:
    album, data = _album(service), _picture(1234)
    answer = _upload(service, album, data, _JPEG, "us two.jpg", caption="Grüße!")
    made = answer.is_(201).json()
    wanted = {"album_id": album, "filename": "us two.jpg", "content_type": _JPEG, "size": 1234}
    wanted |= {"caption": "Grüße!", "sha256": sha256(data).hexdigest()}
    for told in (made, service.get(f"/photos/{made['id']}").is_(200).json()):
        equal({name: told[name] for name in wanted}, wanted, "the photo")
    plain = _upload(service, album, _picture()).is_(201).json()
    expect(plain["caption"] is None, "the caption is null")


@suite.check("the very bytes come back, with their type and as an attachment")
def downloaded(service: Service) -> None:
    album = _album(service)
    for kind, name in ((_PNG, "a.png"), (_JPEG, "b.jpg")):
        data = _picture(5000)
        photo = _upload(service, album, data, kind, name).is_(201).json()["id"]
        answer = service.get(f"/photos/{photo}/file").is_(200)
        expect(_bytes(answer) == data, "the bytes are the same")
        equal(_header(answer, "content-type"), kind, "the content type")
        told = _header(answer, "content-disposition")
        expect(told.startswith("attachment") and name in told, f"an attachment, not {told}")


@suite.check("the numbers of an album follow its photos")
def counted(service: Service) -> None:
    album = _album(service)
    photo = _upload(service, album, _picture(300)).is_(201).json()["id"]
    _upload(service, album, _picture(700)).is_(201)
    told = service.get(f"/albums/{album}").is_(200).json()
    equal((told["photo_count"], told["total_bytes"]), (2, 1000), "the numbers")
    service.delete(f"/photos/{photo}").is_(204)
    told = service.get(f"/albums/{album}").is_(200).json()
    equal((told["photo_count"], told["total_bytes"]), (1, 700), "the numbers")


@suite.check("other types are 415")
def types(service: Service) -> None:
    album = _album(service)
    for kind, name in (("image/gif", "a.gif"), ("text/plain", "a.png"), ("application/pdf", "a")):
        _upload(service, album, _picture(), kind, name).is_(415)
    equal(_ids(service, album), [], "the photos")


@suite.check("more than 1 MiB is 413, 1 MiB is fine")
def sizes(service: Service) -> None:
    album = _album(service)
    _upload(service, album, _picture(1048577)).is_(413)
    equal(_upload(service, album, _picture(1048576)).is_(201).json()["size"], 1048576, "size")


@suite.check("a request without a photo is 400")
def without(service: Service) -> None:
    album = _album(service)
    path = f"/albums/{album}/photos"
    service.post(path, files={"other": ("a.png", _picture(), _PNG)}).is_(400)
    service.post(path).is_(400)
    equal(_ids(service, album), [], "the photos")


@suite.check("the same bytes twice in one album are 409, in another they are fine")
def duplicate(service: Service) -> None:
    album, other, data = _album(service), _album(service), _picture()
    photo = _upload(service, album, data).is_(201).json()["id"]
    told = _upload(service, album, data, _JPEG, "other.jpg").is_(409).json()
    equal(told, {"error": "duplicate", "photo_id": photo}, "the answer")
    _upload(service, other, data).is_(201)
    service.delete(f"/photos/{photo}").is_(204)
    _upload(service, album, data).is_(201)


@suite.check("photos are listed newest first, of one type if wanted")
def listed(service: Service) -> None:
    album, other = _album(service), _album(service)
    a, b, c = (_photo(service, album, kind=each) for each in (_PNG, _JPEG, _PNG))
    _photo(service, other)
    equal(_ids(service, album), [c, b, a], "the photos")
    equal(_ids(service, album, type="png"), [c, a], "the PNGs")
    equal(_ids(service, album, type="jpeg"), [b], "the JPEGs")


@suite.check("a caption is changed, 200 characters at most")
def captioned(service: Service) -> None:
    photo = _photo(service, _album(service), caption="old")
    path = f"/photos/{photo}"
    told = service.patch(path, json={"caption": "c" * 200}).is_(200).json()
    equal(told["caption"], "c" * 200, "the caption")
    service.patch(path, json={"caption": "c" * 201}).is_(400)
    told = service.get(path).is_(200).json()
    equal((told["caption"], told["filename"]), ("c" * 200, "a.png"), "the photo")


@suite.check("a deleted photo is gone, and an album goes with its photos")
def deleted(service: Service) -> None:
    album, other = _album(service), _album(service)
    gone, stays = _photo(service, album), _photo(service, album)
    foreign = _photo(service, other)
    service.delete(f"/photos/{gone}").is_(204)
    service.get(f"/photos/{gone}").is_(404)
    service.get(f"/photos/{gone}/file").is_(404)
    equal(_ids(service, album), [stays], "the photos")
    service.delete(f"/albums/{album}").is_(204)
    service.get(f"/albums/{album}").is_(404)
    service.get(f"/albums/{album}/photos").is_(404)
    service.get(f"/photos/{stays}").is_(404)
    service.get(f"/photos/{foreign}/file").is_(200)


@suite.check("whatever is unknown is 404")
def absent(service: Service) -> None:
    album = _album(service)
    photo = unknown(_photo(service, album))
    album = unknown(album)
    service.get(f"/albums/{album}").is_(404)
    service.delete(f"/albums/{album}").is_(404)
    _upload(service, album, _picture()).is_(404)
    for path in (f"/photos/{photo}", f"/photos/{photo}/file"):
        service.get(path).is_(404)
    service.patch(f"/photos/{photo}", json={"caption": "x"}).is_(404)
    service.delete(f"/photos/{photo}").is_(404)


@suite.check("files outlive a restart")
def kept(service: Service) -> None:
    album, data = _album(service), _picture(999)
    photo = _upload(service, album, data).is_(201).json()["id"]
    service.restart()
    expect(_bytes(service.get(f"/photos/{photo}/file").is_(200)) == data, "the bytes")
    equal(_ids(service, album), [photo], "the photos")
