"""Files dropped at a printing shop, and links to them that run out."""

from __future__ import annotations

import hashlib
import io
import time
import zipfile
from datetime import datetime
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("file-drop", "service")

_FLYER, _LOGO = b"%PDF-1.4 a flyer\n\x00\xff", bytes(range(256)) * 20
_FILES = [("flyer.pdf", _FLYER, "application/pdf"), ("logo.png", _LOGO, "image/png")]


def _post(service: Service, files: list[tuple[str, bytes, str]], **form: str) -> Answer:
    return service.post("/drops", files=[("files", each) for each in files], data=form)


def _drop(service: Service) -> Any:
    return _post(service, _FILES, note="two-sided").is_(201).json()["id"]


def _share(service: Service, drop: Any, seconds: Any) -> Answer:
    return service.post(f"/drops/{drop}/share", json={"seconds": seconds})


@suite.check("files are dropped with a note, and told with size and hash")
def dropped(service: Service) -> None:
    told = _post(service, _FILES, note="two-sided").is_(201).json()
    files = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data, _ in _FILES
    ]
    wanted = {"id": told["id"], "note": "two-sided", "downloads": 0, "files": files}
    equal(told, wanted, "the drop")
    equal(service.get(f"/drops/{told['id']}").is_(200).json(), wanted, "the drop read")
    equal(_post(service, _FILES[:1]).is_(201).json()["note"], "", "the note if left out")


@suite.check("a file comes back as it was, with its type and name")
def returned(service: Service) -> None:
    drop = _drop(service)
    for name, data, kind in _FILES:
        answer = service.get(f"/drops/{drop}/files/{name}").is_(200)
        expect(answer.body == data, "the bytes are the same")
        equal(answer.headers.get("content-type", "").split(";")[0], kind, "Content-Type")
        how = answer.headers.get("content-disposition", "")
        expect(how.startswith("attachment") and name in how, "it is an attachment with its name")
    service.get(f"/drops/{drop}/files/other.pdf").is_(404)


@suite.check("a form without files or with a name twice is 400, a large file 413")
def refused(service: Service) -> None:
    service.post("/drops", files={"note": (None, "no files")}).is_(400)
    _post(service, [_FILES[0], _FILES[0]]).is_(400)
    large = ("large.bin", b"x" * 200_001, "application/octet-stream")
    _post(service, [_FILES[0], large]).is_(413)
    _post(service, [("just.bin", b"x" * 200_000, "application/octet-stream")]).is_(201)


@suite.check("the note is replaced by plain text")
def noted(service: Service) -> None:
    drop = _drop(service)
    head = {"Content-Type": "text/plain; charset=utf-8"}
    note = "Für Herrn Özil,\nbitte bis Freitag"
    told = service.put(f"/drops/{drop}/note", content=note.encode(), headers=head).is_(200).json()
    equal((told["id"], told["note"]), (drop, note), "the drop")
    equal(service.get(f"/drops/{drop}").is_(200).json()["note"], note, "the note")


@suite.check("a share link gives a zip of all files and counts")
def shared(service: Service) -> None:
    drop = _drop(service)
    told = _share(service, drop, 60).is_(201).json()
    equal(told["url"], f"/s/{told['token']}", "url")
    datetime.fromisoformat(told["expires_at"].replace("Z", "+00:00"))
    for _ in range(2):
        answer = service.get(told["url"]).is_(200)
        kind = answer.headers.get("content-type", "").split(";")[0]
        equal(kind, "application/zip", "Content-Type")
        with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
            got = {name: archive.read(name) for name in archive.namelist()}
        expect(got == {name: data for name, data, _ in _FILES}, "the archive has the files")
    equal(service.get(f"/drops/{drop}").is_(200).json()["downloads"], 2, "downloads")
    service.get(f"/s/{unknown(told['token'])}").is_(404)


@suite.check("a share link runs out")
def expired(service: Service) -> None:
    drop = _drop(service)
    short, long = (_share(service, drop, each).is_(201).json()["url"] for each in (1, 60))
    time.sleep(2.1)
    service.get(short).is_(410)
    service.get(long).is_(200)
    equal(service.get(f"/drops/{drop}").is_(200).json()["downloads"], 1, "downloads")


@suite.check("the seconds of a link are a whole number from 1 to 86400")
def seconds(service: Service) -> None:
    drop = _drop(service)
    for wrong in (0, -5, 86401, 1.5, "long", None):
        _share(service, drop, wrong).is_(400)
    service.post(f"/drops/{drop}/share", json={}).is_(400)
    _share(service, drop, 86400).is_(201)


@suite.check("a deleted drop takes its files and links with it")
def deleted(service: Service) -> None:
    drop, other = _drop(service), _drop(service)
    link = _share(service, drop, 60).is_(201).json()["url"]
    service.delete(f"/drops/{drop}").is_(204)
    for path in (f"/drops/{drop}", f"/drops/{drop}/files/logo.png", link):
        service.get(path).is_(404)
    service.delete(f"/drops/{drop}").is_(404)
    service.get(f"/drops/{other}").is_(200)
    gone = unknown(other)
    service.get(f"/drops/{gone}").is_(404)
    _share(service, gone, 60).is_(404)
