"""What a build is called with: words, files, standard input, each as the source that it is."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import click
import pytest

from beliefs.cli.sources import is_laid_out, wanted_of

GOAL = "A notes API: CRUD with tags."


def _kinds(*texts: str, tmp: Path) -> list[str]:
    files = []
    for at, text in enumerate(texts):
        files.append(tmp / f"{at}.md")
        files[-1].write_bytes(text.encode())
    return [kind for _, _, kind in wanted_of((), tuple(files), (), {})["sources"]]


def test_sentences_in_a_file_are_read_as_in_a_goal(tmp_path):
    told = "# Notes\n\n- GET /notes"
    assert _kinds(GOAL, f"{GOAL}\n\nWith search.\n", told, tmp=tmp_path) == [
        "sentences",
        "sentences",
        "markdown",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Notes",
        "Notes\n=====",
        "1. a note",
        "| a | b |",
        "```json\n{}\n```",
        "Notes:\n\nGET /notes\n  lists them",
        "Notes:\n\n**POST** `/notes`: makes one",
        "Like so:\n\n    curl localhost/notes",
        "* a\n* b",
    ],
)
def test_what_is_laid_out_is_a_description(text):
    assert is_laid_out(text)


@pytest.mark.parametrize(
    "text", [GOAL, "GET-only notes.\nA note has a title - and a text.", "3.5 stars is the most."]
)
def test_what_is_not_laid_out_is_sentences(text):
    assert not is_laid_out(text)


def test_marks_and_line_ends_of_other_systems_are_no_text(tmp_path):
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbf# Notes\r\n\r\n- GET /notes\r\n")
    ((_, text, _),) = wanted_of((), (tmp_path / "a.md",), (), {})["sources"]
    assert text == "# Notes\n\n- GET /notes\n"


def _fails(*goals: str, files: tuple[Path, ...] = ()) -> str:
    with pytest.raises(click.UsageError) as failed:
        wanted_of(goals, files, (), {})
    return failed.value.format_message()


def test_what_cannot_be_read_is_said_with_its_reason(tmp_path, monkeypatch):
    (tmp_path / "bin").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "huge").write_bytes(b"a" * 1_000_001)
    assert "it is no UTF-8" in _fails(files=(tmp_path / "bin",))
    assert "is larger than what is read: at most 1,000,000" in _fails(files=(tmp_path / "huge",))
    assert "The goal is larger" in _fails("a" * 1_000_001)
    assert "no such file" in _fails(files=(tmp_path / "none.md",))
    assert "is a directory" in _fails(files=(tmp_path,))
    assert "Nothing was asked for" in _fails("", " ")
    for held in (b"caf\xe9", b"\x00\xff"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(held), "utf-8"))
        assert _fails("-") == "standard input cannot be read: it is no UTF-8."
