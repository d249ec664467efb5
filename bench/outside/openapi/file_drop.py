"""Uploads of small text files, each content kept once."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("file-drop", "service")


def _upload(service: Service, text: str, name: str = "notes.txt", part: str = "file") -> Answer:
    line = f"b{token_hex(12)}"
    body = (
        f"--{line}\r\n"
        f'Content-Disposition: form-data; name="{part}"; filename="{name}"\r\n'
        "Content-Type: text/plain\r\n\r\n"
        f"{text}\r\n--{line}--\r\n"
    )
    headers = {"content-type": f"multipart/form-data; boundary={line}"}
    return service.post("/files", content=body, headers=headers)


def _text() -> str:
    return f"some text {token_hex(8)}\n"


@suite.check("an upload is recorded with name, size and hash")
def recorded(service: Service) -> None:
    text = f"Zürich, {token_hex(6)}\nand more"
    made = _upload(service, text, "plan.md").is_(201).json()
    raw = text.encode()
    wanted = {"name": "plan.md", "size": len(raw), "sha256": sha256(raw).hexdigest()}
    equal({name: made[name] for name in wanted}, wanted, "the record")
    equal(service.get(f"/files/{made['id']}").is_(200).json(), made, "the record that is got")


@suite.check("a file is downloaded as it was uploaded")
def downloaded(service: Service) -> None:
    one, two = _text(), _text() + "a,b\n1,2\n"
    first = _upload(service, one).is_(201).json()["id"]
    second = _upload(service, two, "table.csv").is_(201).json()["id"]
    equal(service.get(f"/files/{first}/content").is_(200).text, one, "the first")
    equal(service.get(f"/files/{second}/content").is_(200).text, two, "the second")


@suite.check("the same bytes again are the record of the first upload")
def again(service: Service) -> None:
    text = _text()
    made = _upload(service, text, "first.txt").is_(201).json()
    equal(_upload(service, text, "first.txt").is_(200).json(), made, "the same name")
    equal(_upload(service, text, "other.md").is_(200).json(), made, "another name")
    other = _upload(service, _text(), "first.txt").is_(201).json()
    equal(other["id"] == made["id"], False, "whether other bytes of that name are the same file")


@suite.check("only .txt, .csv and .md are taken")
def kinds(service: Service) -> None:
    for name in ("photo.png", "notes", "txt", "notes.txt.exe"):
        _upload(service, _text(), name).is_(415)
    for name in ("A.TXT", "b.Csv", "c.MD"):
        equal(_upload(service, _text(), name).is_(201).json()["name"], name, "the name")


@suite.check("a file has at most 2048 bytes")
def large(service: Service) -> None:
    start = token_hex(8)
    _upload(service, start.ljust(2049, "x")).is_(413)
    _upload(service, start.ljust(1100, "ä")).is_(413)
    equal(_upload(service, start.ljust(2048, "x")).is_(201).json()["size"], 2048, "the size")


@suite.check("without a part named file it is 422")
def malformed(service: Service) -> None:
    _upload(service, _text(), part="document").is_(422)


@suite.check("a deleted file is gone, and can be uploaded anew")
def deleted(service: Service) -> None:
    text = _text()
    path = f"/files/{_upload(service, text).is_(201).json()['id']}"
    stays = _upload(service, _text()).is_(201).json()["id"]
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.get(f"{path}/content").is_(404)
    service.delete(path).is_(404)
    service.get(f"/files/{stays}").is_(200)
    made = _upload(service, text, "anew.txt").is_(201).json()
    equal(made["name"], "anew.txt", "the name")


@suite.check("a file that is not there is 404")
def absent(service: Service) -> None:
    path = f"/files/{unknown(_upload(service, _text()).is_(201).json()['id'])}"
    service.get(path).is_(404)
    service.get(f"{path}/content").is_(404)
    service.delete(path).is_(404)
