"""What libraries make of the files that the judge sends is what it expects; the rest is seen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from beliefs.build.support import made, markup, programs
from beliefs.judge import carried, outside, uploads
from beliefs.judge import markup as expected_markup
from beliefs.judge.carried import Sent, compare
from beliefs.judge.comparing import Differs
from beliefs.judge.papers import written
from beliefs.judge.pictures import FORMATS, moving, picture

RED, BLUE, GREEN = (200, 10, 60), (0, 0, 255), (10, 220, 10)


def _file(content: bytes, name: str = "a.png") -> dict[str, Any]:
    return {"name": name, "type": "", "size": len(content), "content": content}


def _sent(wanted: dict[str, Any] | None, got: dict[str, Any] | None) -> None:
    assert wanted is not None
    assert got is not None
    headers = {
        "content-type": got["type"],
        "content-disposition": f'attachment; filename="{got["name"]}"',
    }
    compare(Sent(wanted["name"], wanted["type"], wanted["content"]), headers, got["content"])


PHOTO = _file(picture(40, 20, RED))
REPORT, NOTE = _file(written(["one (1)", "two"])), _file(written(["three"]))
FILMED = [PHOTO, _file(picture(8, 8, BLUE)), _file(picture(8, 8, GREEN))]


@pytest.mark.parametrize("form", [None, "jpg", *FORMATS])
@pytest.mark.parametrize("size", [(None, None), (10, None), (None, 33), (7, 9)])
def test_a_picture_of_every_format_and_size_is_known(form, size):
    _sent(carried.pictured(PHOTO, form, *size), made.pictured(PHOTO, form, *size))


def test_pdfs_and_gifs_are_known():
    _sent(carried.combined("a", [REPORT, NOTE]), made.combined("a", [REPORT, NOTE]))
    _sent(carried.animated("a", FILMED, 250), made.animated("a", FILMED, 250))
    _sent(carried.animated("a", FILMED[:1], 250), made.animated("a", FILMED[:1], 250))
    assert made.pages(REPORT) == carried.pages_of(REPORT) == ["one (1)", "two"]


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        (carried.combined("a", [REPORT, NOTE]), made.combined("a", [NOTE, REPORT])),
        (carried.combined("a", [REPORT, NOTE]), made.combined("a", [REPORT])),
        (carried.animated("a", FILMED, 250), made.animated("a", FILMED[::-1], 250)),
        (carried.animated("a", FILMED, 250), made.animated("a", FILMED[:2], 250)),
        (carried.animated("a", FILMED, 250), made.animated("a", FILMED, 500)),
        (carried.pictured(PHOTO, "png", 10, None), made.pictured(PHOTO, "png", None, 10)),
        (carried.pictured(PHOTO, "png", 10, 10), made.pictured(FILMED[1], "png", 10, 10)),
        (carried.pictured(PHOTO, "webp", 10, 10), made.pictured(PHOTO, "webp", 10, 13)),
        (carried.pictured(PHOTO, "jpeg", 10, 10), made.pictured(PHOTO, "png", 10, 10)),
    ],
)
def test_what_differs_is_seen(wanted, got):
    with pytest.raises(Differs):
        _sent(wanted, got)


@pytest.mark.parametrize("content", [b"", b"text", b"%PDF-1.4", b"\x89PNG\r\n\x1a\n", b"GIF89a"])
def test_what_is_no_such_file_is_null_to_both(content):
    file = _file(content)
    assert made.pictured(file, "png", 1, 1) is None
    assert carried.pictured(file, "png", 1, 1) is None
    assert made.animated("a", [PHOTO, file], 100) is None
    assert carried.animated("a", [PHOTO, file], 100) is None
    if not content.startswith(b"%PDF"):
        assert made.combined("a", [NOTE, file]) is None
        assert carried.combined("a", [NOTE, file]) is None


@pytest.mark.parametrize(
    "text",
    [
        "<a><b x='1'><c> 2 </c><d/></b><b/></a>",
        "<n:a xmlns:n='u'><n:b><n:c>2</n:c></n:b></n:a>",
        "<a/>",
        "<a>",
        "",
        "\ufeff<?xml version='1.0'?><a><b><c>&lt;</c></b></a>",
        '<!DOCTYPE a [<!ENTITY b "c">]><a><b><c>&b;</c></b></a>',
    ],
)
def test_xml_is_read_alike(text):
    assert markup.read_xml(text) == expected_markup.read_xml(text)


def test_a_document_type_is_refused():
    assert markup.read_xml('<!DOCTYPE a [<!ENTITY b "c">]><a><b><c>&b;</c></b></a>') is None


@pytest.mark.parametrize(
    "arguments",
    [("sort", "-o", "{out}", "{in}"), ("sort", "{in}"), ("false", "{in}"), ("sleep", "30")],
)
def test_a_program_makes_a_file_of_a_file(arguments):
    file, told = _file(b"b\na\n"), ("s", "text/plain", 1, *arguments)
    got = programs.processed(file, *told)
    assert got == outside.processed(file, *told)
    assert (got is None) == ("{out}" not in arguments)


def test_a_file_is_mostly_of_the_kind_that_is_wanted():
    random = Random(0)
    kinds = [uploads.content("x", ("paper", "video"), random)[0] for _ in range(40)]
    assert {"application/pdf", "image/gif", "text/plain"} == set(kinds)
    assert made.opened(_file(moving((8, 8), (RED, BLUE), 100))).n_frames == 2
