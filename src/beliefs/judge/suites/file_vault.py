"""A file vault: what went in comes out to the byte, by number or by a link that has not expired."""

from __future__ import annotations

import hashlib
import time
from email.message import Message
from os.path import commonprefix
from secrets import token_bytes, token_hex
from typing import Any
from urllib.parse import urlsplit

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import Unmet, equal, expect

suite: Suite[Service] = Suite("file-vault", "service")

_TRIES = 4
_SECOND = 1.0
_COARSE = 1.3  # a clock of whole seconds may let a link live this much longer


def _put(service: Service, name: str, content: bytes, kind: str = "text/plain") -> Answer:
    return service.post("/files", files={"file": (name, content, kind)})


def _upload(service: Service, name: str, content: bytes, kind: str = "text/plain") -> Any:
    return _put(service, name, content, kind).created()["id"]


def _some(service: Service) -> tuple[Any, bytes]:
    content = token_bytes(200)
    return _upload(service, f"{token_hex(4)}.bin", content, "application/octet-stream"), content


def _name(answer: Answer) -> str:
    header = Message()
    header["content-disposition"] = answer.headers.get("content-disposition", "")
    return header.get_filename("")


def _listed(service: Service) -> dict[str, tuple[str, int]]:
    told = service.get("/files").items("files")
    return {str(each["id"]): (each["filename"], each["size"]) for each in told}


def _share(service: Service, file: Any, seconds: int) -> str:
    """Where a new link leads, without the host."""
    url = service.post(f"/files/{file}/share", json={"expires_in": seconds}).created()["url"]
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _short_lived(service: Service, file: Any) -> tuple[str, float]:
    """A link of one second that was seen to work, and when it was asked for."""
    for _ in range(_TRIES):
        began = time.monotonic()
        link = _share(service, file, 1)
        # A busy machine, or a clock of whole seconds, may use up the second.
        if service.get(link).is_(200, 410).status == 200:
            return link, began
    raise Unmet("wanted: a link of one second works at first")


@suite.check("a new vault is empty", fresh=True)
def empty(service: Service) -> None:
    equal(_listed(service), {}, "the list")


@suite.check("what was uploaded comes back to the byte, with its name and type")
def round_trip(service: Service) -> None:
    mark = token_hex(4)
    given = {
        f"{mark}.png": (bytes(range(256)) * 3, "image/png"),
        f"Jahres {mark} bericht.pdf": (token_bytes(70_000), "application/pdf"),
        f"größe-{mark}.csv": ("ä;ö\r\n1;2\n".encode(), "text/csv"),
        f"{mark}.x": (b"", "application/x-strange"),
    }
    ids = {name: _upload(service, name, *content) for name, content in given.items()}
    equal(len({str(each) for each in ids.values()}), 4, "the number of ids")
    for name, (content, kind) in given.items():
        answer = service.get(f"/files/{ids[name]}/download").is_(200)
        expect(answer.body == content, f"the bytes of {name}")
        told = answer.headers.get("content-type", "")
        expect(told.startswith(kind), f"the type {kind}, not {told}")
        equal(_name(answer), name, "the name in content-disposition")
    wanted = {str(ids[name]): (name, len(content)) for name, (content, _) in given.items()}
    equal(_listed(service), wanted, "the list")


@suite.check("files of one name are two files")
def namesakes(service: Service) -> None:
    name = f"{token_hex(4)}.txt"
    first, second = _upload(service, name, b"first"), _upload(service, name, b"second")
    equal(service.get(f"/files/{first}/download").is_(200).text, "first", "the first file")
    equal(service.get(f"/files/{second}/download").is_(200).text, "second", "the second file")


@suite.check("5 MB are taken, more are refused with 413 and not kept")
def large(service: Service) -> None:
    content = token_bytes(1000) * 5000  # 5 MB in thousands; refused is what exceeds 5 MiB, too
    file = _upload(service, "large.bin", content, "application/octet-stream")
    expect(service.get(f"/files/{file}/download").is_(200).body == content, "the bytes of 5 MB")
    before = _listed(service)
    _put(service, "larger.bin", bytes(5 * 1024 * 1024 + 1)).is_(413)
    equal(_listed(service), before, "the list afterwards")


@suite.check("a deleted file is gone, and so are its links; no other is")
def deleted(service: Service) -> None:
    (gone, _), (stays, content) = _some(service), _some(service)
    link = _share(service, gone, 60)
    service.get(link).is_(200)
    service.delete(f"/files/{gone}").done()
    service.get(f"/files/{gone}/download").is_(404)
    service.get(link).is_(404, 410)
    service.delete(f"/files/{gone}").is_(404)
    expect(str(gone) not in _listed(service), "a deleted file is not listed")
    expect(service.get(f"/files/{stays}/download").is_(200).body == content, "the other's bytes")


@suite.check("a link downloads its own file, with its name and type")
def shared(service: Service) -> None:
    name = f"{token_hex(4)} a.txt"
    file, other = _upload(service, name, b"mine"), _upload(service, "o.txt", b"other")
    for link, wanted in (
        (_share(service, file, 60), b"mine"),
        (_share(service, other, 60), b"other"),
    ):
        equal(service.get(link).is_(200).body, wanted, "what the link downloads")
    answer = service.get(_share(service, file, 60))
    equal(_name(answer), name, "the name in content-disposition")
    expect(answer.headers.get("content-type", "").startswith("text/plain"), "the type text/plain")


@suite.check("a link cannot be guessed")
def unguessable(service: Service) -> None:
    file, _ = _some(service)
    links = [_share(service, file, 60) for _ in range(3)]
    equal(len(set(links)), 3, "the number of different links")
    start = len(commonprefix(links))  # noqa: RUF071 - characters are meant
    end = len(commonprefix([each[::-1] for each in links]))  # noqa: RUF071
    tokens = [each[start : len(each) - end] for each in links]
    expect(all(len(each) >= 8 for each in tokens), f"more than {tokens} tells links apart")
    name = next(iter(_listed(service)[str(file)]))
    for known in (str(file), name):
        for digest in ("md5", "sha1", "sha256"):
            told = hashlib.new(digest, str(known).encode(), usedforsecurity=False).hexdigest()
            expect(not any(told[:16] in each for each in links), f"no link is {digest} of {known}")
    middle = (start + len(links[0]) - end) // 2
    wrong = "b" if links[0][middle] == "a" else "a"
    service.get(links[0][:middle] + wrong + links[0][middle + 1 :]).is_(400, 401, 403, 404)


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"/files/{unknown(_some(service)[0])}"
    service.get(f"{path}/download").is_(404)
    service.delete(path).is_(404)
    service.post(f"{path}/share", json={"expires_in": 60}).is_(404)


@suite.check("an upload without a file and a link without a time are refused")
def malformed(service: Service) -> None:
    before = _listed(service)
    service.post("/files").refused()
    service.post("/files", files={"other": ("a.txt", b"a", "text/plain")}).refused()
    equal(_listed(service), before, "the list")
    file, _ = _some(service)
    refuses_malformed(service, f"/files/{file}/share", {"expires_in": "soon"}, {"expires_in": {}})
    answer = service.post(f"/files/{file}/share", json={"expires_in": -5})
    if answer.is_(200, 201, 400, 422).status in {200, 201}:
        service.get(urlsplit(answer.json()["url"]).path).is_(410)


@suite.check("files and links outlive a restart, and no name leads out of the vault")
def kept(service: Service) -> None:
    names = ["main.py", "../main.py", "../../main.py", "/etc/hostname", "..", "a/../../b.txt"]
    kept_ = []
    for name in names:
        content = token_bytes(64)
        if (answer := _put(service, name, content)).is_(200, 201, 400, 422).status in {200, 201}:
            kept_.append((answer.json()["id"], content))
    file, content = _some(service)
    kept_.append((file, content))
    long = _share(service, file, 60)
    short, began = _short_lived(service, file)
    listed = _listed(service)
    service.restart()
    equal(_listed(service), listed, "the list afterwards")
    for each, wanted in kept_:
        expect(service.get(f"/files/{each}/download").is_(200).body == wanted, "the bytes")
    time.sleep(max(0.0, began + _SECOND + 0.1 - time.monotonic()))
    while (answer := service.get(short)).status == 200 and time.monotonic() < began + 1 + _COARSE:
        time.sleep(0.05)
    answer.is_(410)
    expect(service.get(long).is_(200).body == content, "the bytes of a link of a minute")
    service.get(short).is_(410)
