"""Bundles of text files, given back merged or zipped."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("text-bundle", "service")

_TWO = {"intro.txt": b"Hello\n", "chapter1.txt": b"It was a dark night.\n"}


def _upload(service: Service, *files: tuple[str, bytes]) -> Answer:
    parts = [("files", (name, data, "text/plain")) for name, data in files]
    return service.post("/uploads", files=parts)


def _bundle(service: Service, files: dict[str, bytes]) -> str:
    return str(_upload(service, *files.items()).is_(201).json()["bundle"])


def _kind(answer: Answer) -> str:
    return str(answer.headers["content-type"].split(";")[0])


@suite.check("an upload tells its bundle and its files in the order they were sent")
def uploaded(service: Service) -> None:
    files = {"z.txt": b"four", "a.md": "Grüße\n".encode(), "empty.txt": b""}
    made = _upload(service, *files.items()).is_(201).json()
    wanted = [{"name": name, "size": len(data)} for name, data in files.items()]
    equal(made["files"], wanted, "the files")
    expect(isinstance(made["bundle"], str) and made["bundle"], "the bundle has an id")
    equal(service.get(f"/bundles/{made['bundle']}").is_(200).json(), made, "the bundle read")


@suite.check("every upload is a bundle of its own")
def apart(service: Service) -> None:
    one, other = _bundle(service, _TWO), _bundle(service, {"b.txt": b"b"})
    expect(one != other, "the ids are different")
    told: Any = service.get(f"/bundles/{other}").is_(200).json()
    equal([each["name"] for each in told["files"]], ["b.txt"], "the files of the other")


@suite.check("merged, each file comes after a line with its name")
def merged(service: Service) -> None:
    answer = service.get(f"/bundles/{_bundle(service, _TWO)}/merged").is_(200)
    equal(_kind(answer), "text/plain", "the content type")
    wanted = b"=== intro.txt ===\nHello\n=== chapter1.txt ===\nIt was a dark night.\n"
    equal(answer.body, wanted, "the merged file")


@suite.check("merged, a file without a newline at its end gets one")
def newline(service: Service) -> None:
    files = {"b.txt": "ä\nb".encode(), "a.txt": b"c\n\n", "c.md": b"# d"}
    answer = service.get(f"/bundles/{_bundle(service, files)}/merged").is_(200)
    wanted = "=== b.txt ===\nä\nb\n=== a.txt ===\nc\n\n=== c.md ===\n# d\n".encode()
    equal(answer.body, wanted, "the merged file")


@suite.check("zipped, the files are unchanged under their names")
def zipped(service: Service) -> None:
    files = _TWO | {"no-newline.md": "ä\r\nb".encode()}
    bundle = _bundle(service, files)
    answer = service.get(f"/bundles/{bundle}/zip").is_(200)
    equal(_kind(answer), "application/zip", "the content type")
    header = answer.headers.get("content-disposition", "")
    expect(f"{bundle}.zip" in header, "it is saved under the name of the bundle")
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        told = {name: archive.read(name) for name in archive.namelist()}
    equal(told, files, "what is in the archive")


@suite.check("no files, or a name twice, is 400")
def malformed(service: Service) -> None:
    _upload(service, ("a.txt", b"a"), ("a.txt", b"b")).is_(400)
    service.post("/uploads", files={"other": ("a.txt", b"a", "text/plain")}).is_(400)


@suite.check("another kind of name is 415")
def kinds(service: Service) -> None:
    _upload(service, ("a.exe", b"a")).is_(415)
    _upload(service, ("a.txt", b"a"), ("noending", b"b")).is_(415)


@suite.check("a deleted or unknown bundle is 404 everywhere")
def absent(service: Service) -> None:
    bundle, keep = _bundle(service, _TWO), _bundle(service, _TWO)
    service.delete(f"/bundles/{bundle}").is_(204)
    for gone in (bundle, unknown(keep)):
        for path in ("", "/merged", "/zip"):
            service.get(f"/bundles/{gone}{path}").is_(404)
        service.delete(f"/bundles/{gone}").is_(404)
    service.get(f"/bundles/{keep}").is_(200)
