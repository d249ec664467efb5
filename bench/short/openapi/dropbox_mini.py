"""Files are dropped, listed, downloaded and removed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("dropbox-mini", "service")

BYTES = bytes(range(256)) * 3


def _drop(
    service: Service, name: str, data: bytes = BYTES, kind: str = "application/pdf", **form: str
) -> Answer:
    return service.post("/files", files={"file": (name, data, kind)}, data=form)


def _id(answer: Answer) -> str:
    told: str = answer.is_(201).json()["id"]
    return told


@suite.check("a dropped file is described")
def dropped(service: Service) -> None:
    told = _drop(service, "plan.pdf").is_(201).json()
    wanted: dict[str, Any] = {
        "name": "plan.pdf",
        "size": 768,
        "content_type": "application/pdf",
        "note": None,
        "sha256": sha256(BYTES).hexdigest(),
    }
    equal({key: told[key] for key in wanted}, wanted, "the file")
    expect(isinstance(told["id"], str), "an id that is a string")
    told = _drop(service, "plan.pdf", note="für Ida").is_(201).json()
    equal(told["note"], "für Ida", "the note")


@suite.check("a file is downloaded as it was")
def downloaded(service: Service) -> None:
    number = _id(_drop(service, "pixel.png", kind="image/png"))
    answer = service.get(f"/files/{number}").is_(200)
    equal(answer.body, BYTES, "the bytes")
    equal(answer.headers["content-type"].split(";")[0], "image/png", "the content type")
    told = answer.headers["content-disposition"]
    expect(told.startswith("attachment") and "pixel.png" in told, f"an attachment, not {told}")


@suite.check("files are listed, newest first, with the sum of sizes", fresh=True)
def listed(service: Service) -> None:
    told = service.get("/files").is_(200).json()
    equal((told["files"], told["total_size"]), ([], 0), "nothing")
    for name, size in (("a.txt", 10), ("b.txt", 20), ("a.txt", 5)):
        _drop(service, name, b"x" * size, "text/plain").is_(201)
    told = service.get("/files").is_(200).json()
    equal(
        [(each["name"], each["size"]) for each in told["files"]],
        [("a.txt", 5), ("b.txt", 20), ("a.txt", 10)],
        "the files",
    )
    equal(told["total_size"], 35, "the total size")
    equal(len({each["id"] for each in told["files"]}), 3, "different ids")


@suite.check("files are found by name", fresh=True)
def found(service: Service) -> None:
    for name in ("Report-2030.doc", "photo.jpg", "old_report.txt"):
        _drop(service, name, b"1234", "text/plain").is_(201)
    told = service.get("/files", params={"name": "REPORT"}).is_(200).json()
    equal(
        [each["name"] for each in told["files"]],
        ["old_report.txt", "Report-2030.doc"],
        "the reports",
    )
    equal(told["total_size"], 8, "their size")
    equal(service.get("/files", params={"name": "zip"}).is_(200).json()["files"], [], "no zip")


@suite.check("a removed file is gone")
def removed(service: Service) -> None:
    number, other = _id(_drop(service, "one.bin")), _id(_drop(service, "two.bin", b"two"))
    service.delete(f"/files/{number}").is_(204)
    for answer in (
        service.get(f"/files/{number}"),
        service.delete(f"/files/{number}"),
        service.get("/files/nosuch"),
    ):
        expect(isinstance(answer.is_(404).json()["error"], str), "an error")
    equal(service.get(f"/files/{other}").is_(200).body, b"two", "the other file")
    names = [each["id"] for each in service.get("/files").is_(200).json()["files"]]
    expect(number not in names and other in names, "the list has only the other")


@suite.check("too large is 413, and no file is 400")
def refused(service: Service) -> None:
    _drop(service, "fits.bin", b"x" * 1048576).is_(201)
    expect(
        isinstance(_drop(service, "large.bin", b"x" * 1048577).is_(413).json()["error"], str),
        "an error",
    )
    expect(
        isinstance(
            service.post("/files", files={"other": ("a", b"a")}).is_(400).json()["error"], str
        ),
        "an error",
    )
    told = service.get("/files", params={"name": "large.bin"}).is_(200).json()
    equal(told["files"], [], "the large files")


@suite.check("files stay after a restart")
def kept(service: Service) -> None:
    number = _id(_drop(service, "stay.bin", b"still here", "text/plain"))
    service.restart()
    equal(service.get(f"/files/{number}").is_(200).body, b"still here", "the bytes")
    told = service.get("/files", params={"name": "stay.bin"}).is_(200).json()
    equal([each["id"] for each in told["files"]], [number], "the list")
