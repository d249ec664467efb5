"""Pictures, uploaded and given back to the byte."""

from __future__ import annotations

from secrets import token_bytes
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("picture-box", "service")

_START = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff\xe0",
    "image/gif": b"GIF89a",
}


def _picture(kind: str = "image/png", size: int = 500) -> bytes:
    start = _START[kind]
    return start + token_bytes(size - len(start))


def _upload(
    service: Service, data: bytes, kind: str = "image/png", name: str = "a.png", **form: str
) -> Answer:
    return service.post("/pictures", files={"file": (name, data, kind)}, data=form)


def _ids(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/pictures", params=params).is_(200).json()]


@suite.check("without pictures none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/pictures").is_(200).json(), [], "the pictures")


@suite.check("an uploaded picture is told with title, file name, type and size")
def uploaded(service: Service) -> None:
    data = _picture("image/jpeg", 1234)
    made = _upload(service, data, "image/jpeg", "cat.jpg", title="My cät").is_(201).json()
    wanted = {"id": made["id"], "title": "My cät", "filename": "cat.jpg"}
    wanted |= {"type": "image/jpeg", "size": 1234}
    equal({name: made[name] for name in wanted}, wanted, "the picture")
    listed = [each for each in service.get("/pictures").is_(200).json() if each["id"] == made["id"]]
    equal([{name: each[name] for name in wanted} for each in listed], [wanted], "it in the list")


@suite.check("without a title the file name is the title")
def untitled(service: Service) -> None:
    made = _upload(service, _picture(), name="dog.png").is_(201).json()
    equal((made["title"], made["filename"]), ("dog.png", "dog.png"), "title and file name")


@suite.check("a picture is given back byte for byte with its type")
def downloaded(service: Service) -> None:
    for kind in _START:
        data = _picture(kind)
        id_ = _upload(service, data, kind).is_(201).json()["id"]
        answer = service.get(f"/pictures/{id_}").is_(200)
        expect(answer.body == data, f"the bytes of an {kind} are those uploaded")
        equal(answer.headers["content-type"].split(";")[0], kind, "the content type")


@suite.check("with download=true it is an attachment with the original file name")
def attachment(service: Service) -> None:
    data = _picture()
    id_ = _upload(service, data, name="holiday.png").is_(201).json()["id"]
    answer = service.get(f"/pictures/{id_}", params={"download": "true"}).is_(200)
    header = answer.headers.get("content-disposition", "")
    expect(header.startswith("attachment"), "it is an attachment")
    expect("holiday.png" in header, "it has the file name")
    expect(answer.body == data, "the bytes are those uploaded")


@suite.check("the latest upload is listed first, and one type where it is asked for", fresh=True)
def listed(service: Service) -> None:
    kinds = ["image/png", "image/gif", "image/png"]
    ids = [_upload(service, _picture(kind), kind).is_(201).json()["id"] for kind in kinds]
    equal(_ids(service), ids[::-1], "all pictures")
    equal(_ids(service, type="image/png"), [ids[2], ids[0]], "those of one type")
    equal(_ids(service, type="image/jpeg"), [], "those of a type without any")


@suite.check("what is no picture is 415, what is too large 413")
def kinds(service: Service) -> None:
    before = len(_ids(service))
    _upload(service, b"hello", "text/plain", "a.txt").is_(415)
    _upload(service, b"%PDF-1.4", "application/pdf", "a.pdf").is_(415)
    _upload(service, _picture(size=102401)).is_(413)
    equal(len(_ids(service)), before, "the number of pictures")
    equal(_upload(service, _picture(size=102400)).is_(201).json()["size"], 102400, "the size")


@suite.check("no file, an empty one or a long title is 400")
def malformed(service: Service) -> None:
    before = len(_ids(service))
    _upload(service, b"").is_(400)
    _upload(service, _picture(), title="t" * 81).is_(400)
    other = {"other": ("a.png", _picture(), "image/png")}
    service.post("/pictures", files=other).is_(400)
    equal(len(_ids(service)), before, "the number of pictures")
    _upload(service, _picture(), title="t" * 80).is_(201)


@suite.check("a deleted picture is gone, and what is not there is 404")
def deleted(service: Service) -> None:
    id_ = _upload(service, _picture()).is_(201).json()["id"]
    keep = _upload(service, _picture()).is_(201).json()["id"]
    service.delete(f"/pictures/{id_}").is_(204)
    service.get(f"/pictures/{id_}").is_(404)
    service.delete(f"/pictures/{id_}").is_(404)
    expect(id_ not in _ids(service), "it is not listed")
    service.get(f"/pictures/{keep}").is_(200)
    service.get(f"/pictures/{unknown(keep)}").is_(404)
