"""What is in a file is compared; its bytes only where somebody brought them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs.judge.carried import Made, Sent, archive, compare, paper, sheet, thumbnail
from beliefs.judge.comparing import Differs
from beliefs.judge.forged import forged
from beliefs.judge.pictures import GREY, Seen, picture

# Without control characters: XML has no place for them.
plain = st.text(st.characters(min_codepoint=32, max_codepoint=0x24F, exclude_characters="\x7f"))
cells = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | plain.filter(str.strip)


def _sent(file: dict[str, Any] | None) -> Sent:
    assert file is not None
    return Sent(file["name"], file["type"], file["content"])


@given(st.lists(st.fixed_dictionaries({"a": cells, "b": cells})))
def test_a_sheet_is_read_as_it_was_written(rows):
    sent = _sent(sheet("rows.xlsx", rows, "a", "b"))
    compare(sent, *forged(sent))


@given(st.lists(plain))
def test_a_paper_is_read_as_it_was_written(lines):
    sent = _sent(paper("lines.pdf", lines))
    compare(sent, *forged(sent))


@given(st.lists(st.tuples(st.sampled_from(["a.txt", "b", "é.png"]), st.binary(max_size=20))))
def test_an_archive_keeps_every_file(files):
    sent = _sent(archive("all.zip", [{"name": name, "content": held} for name, held in files]))
    assert isinstance(sent.content, Made)
    assert sorted(sent.content.holds.values()) == sorted(held for _, held in files)
    compare(sent, *forged(sent))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (sheet("a", [{"n": 1}], "n"), sheet("a", [{"n": 2}], "n")),
        (sheet("a", [{"n": 1}], "n"), sheet("a", [], "n")),
        (sheet("a", [{"n": 1, "m": None}], "n", "m"), sheet("a", [{"n": None, "m": 1}], "n", "m")),
        (sheet("a", [{"n": "1"}], "n"), sheet("a", [{"n": 1}], "n")),
        (paper("a", ["one", "two"]), paper("a", ["two", "one"])),
        (
            archive("a", [{"name": "f", "content": b"1"}]),
            archive("a", [{"name": "f", "content": b"2"}]),
        ),
        (archive("a", []), archive("a", [{"name": "f", "content": b"1"}])),
        (thumbnail({"content": picture(8, 8)}, 9), thumbnail({"content": picture(8, 4)}, 9)),
        (
            {"name": "a", "type": "text/plain", "content": b"1"},
            {"name": "a", "type": "text/plain", "content": b"2"},
        ),
        (paper("a", ["one"]), paper("b", ["one"])),
        (paper("a", ["one"]), {"name": "a", "type": "application/pdf", "content": b"one"}),
        (archive("a", []), {"name": "a", "type": "application/zip", "content": b"PK"}),
        (sheet("a", [], "n"), paper("a", ["n"])),
    ],
)
def test_what_differs_is_seen(right, wrong):
    with pytest.raises(Differs):
        compare(_sent(right), *forged(_sent(wrong)))


def test_a_thumbnail_fits_and_never_grows():
    assert _sent(thumbnail({"content": picture(600, 300)}, 64)).content == Made(
        "png", Seen((64, 32), (GREY,))
    )
    assert _sent(thumbnail({"content": picture(8, 4)}, 64)).content == Made(
        "png", Seen((8, 4), (GREY,))
    )
    assert thumbnail({"content": b"text"}, 64) is None
    assert thumbnail(None, 64) is None


def test_a_pixel_is_forgiven():
    sent = Sent("a.png", "image/png", Made("png", Seen((64, 32), (GREY,))))
    compare(sent, *forged(replace(sent, content=Made("png", Seen((64, 31), (GREY,))))))
    with pytest.raises(Differs):
        compare(sent, *forged(replace(sent, content=Made("png", Seen((64, 30), (GREY,))))))
