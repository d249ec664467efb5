"""Files are packed into a ZIP, and ZIPs are listed."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("zip-me", "service")

BYTES = bytes(range(256)) * 20


def _zip(service: Service, *files: tuple[str, bytes], **form: str) -> Answer:
    given = [("files", (name, data, "application/octet-stream")) for name, data in files]
    return service.post("/zip", files=given, data=form)


def _packed(answer: Answer) -> list[tuple[str, bytes]]:
    equal(
        answer.is_(200).headers["content-type"].split(";")[0], "application/zip", "the content type"
    )
    with ZipFile(BytesIO(answer.body)) as packed:
        return [(name, packed.read(name)) for name in packed.namelist()]


def _called(answer: Answer) -> str:
    told = answer.is_(200).headers["content-disposition"]
    expect(told.startswith("attachment"), f"a download, not {told}")
    return told


@suite.check("files are packed with their names and bytes")
def packed(service: Service) -> None:
    files = [("a.txt", b"hello"), ("photo.jpg", BYTES), ("empty.txt", b"")]
    equal(sorted(_packed(_zip(service, *files))), sorted(files), "what is in the archive")
    equal(_packed(_zip(service, ("one.txt", b"1"))), [("one.txt", b"1")], "a single file")


@suite.check("the archive is a download with the name asked for")
def named(service: Service) -> None:
    expect("archive.zip" in _called(_zip(service, ("a.txt", b"a"))), "archive.zip")
    expect("photos.zip" in _called(_zip(service, ("a.txt", b"a"), name="photos")), "photos.zip")
    expect(
        "my-files_2.zip" in _called(_zip(service, ("a.txt", b"a"), name="my-files_2")),
        "my-files_2.zip",
    )


@suite.check("the same name twice gets a number")
def twice(service: Service) -> None:
    got = _packed(_zip(service, ("a.txt", b"1"), ("a.txt", b"2"), ("b.txt", b"x"), ("a.txt", b"3")))
    wanted = {"a.txt": b"1", "a (2).txt": b"2", "b.txt": b"x", "a (3).txt": b"3"}
    equal(len(got), 4, "how many are in the archive")
    equal(dict(got), wanted, "what is in the archive")


@suite.check("no files, or a bad name, is 400")
def wrong(service: Service) -> None:
    answer = service.post("/zip", files={"other": ("a.txt", b"a")}).is_(400)
    equal(answer.json(), {"error": "no files"}, "the error")
    for name in ("a/b", "../x", "two words", "x.zip"):
        _zip(service, ("a.txt", b"a"), name=name).is_(400)


@suite.check("a ZIP is listed, without its folders")
def listed(service: Service) -> None:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as made:
        made.writestr("z.txt", "x" * 1000)
        made.writestr("docs/", "")
        made.writestr("docs/a.txt", "twelve bytes")
    told = (
        service.post("/unzip", files={"file": ("my.zip", out.getvalue(), "application/zip")})
        .is_(200)
        .json()
    )
    got = [(each["name"], each["size"]) for each in told["entries"]]
    equal(got, [("z.txt", 1000), ("docs/a.txt", 12)], "the entries")
    equal(told["total_size"], 1012, "the total size")


@suite.check("what was packed can be listed")
def both(service: Service) -> None:
    data = _zip(service, ("a.txt", b"hello"), ("b.bin", BYTES)).is_(200).body
    told = (
        service.post("/unzip", files={"file": ("x.zip", data, "application/zip")}).is_(200).json()
    )
    equal(
        {each["name"]: each["size"] for each in told["entries"]},
        {"a.txt": 5, "b.bin": len(BYTES)},
        "the entries",
    )


@suite.check("what is not a ZIP is 415")
def not_zip(service: Service) -> None:
    for data in (b"hello", BYTES):
        answer = service.post("/unzip", files={"file": ("my.zip", data, "application/zip")}).is_(
            415
        )
        equal(answer.json(), {"error": "not a zip file"}, "the error")
