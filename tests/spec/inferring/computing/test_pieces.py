"""Pieces of texts that are replaced, choices that name functions, and files that are looked at."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

Parts: TypeAlias = dict[str, dict[str, Any]]
TEXT: Parts = {"text": {"type": "string"}}


def _document(path: str, about: str, brings: Parts, shows: Parts) -> Spec:
    """A service of one request that takes and answers these properties."""
    files = any(each.get("format") == "binary" for each in brings.values())
    media = "multipart/form-data" if files else "application/json"
    body = {"type": "object", "required": list(brings), "properties": brings}
    good = {"schema": {"type": "object", "properties": shows}}
    operation = {
        "summary": about,
        "requestBody": {"content": {media: {"schema": body}}},
        "responses": {"200": {"description": "ok", "content": {"application/json": good}}},
    }
    about_it = {"title": "Tool", "version": "1"}
    told = {"openapi": "3.0.3", "info": about_it, "paths": {path: {"post": operation}}}
    return read_sources((Source("tool.json", json.dumps(told), "openapi"),))


def _answer(spec: Spec) -> str:
    return notation.write(spec.operations[0].effect)


@pytest.mark.parametrize(
    ("about", "value"),
    [
        ("Replaces every vowel with an asterisk", '"[aeiouAEIOU]", "*", 0, 0)'),
        ("All digits but the last four are masked with #", '"[0-9]", "#", 0, 4)'),
        ("Hides all characters except the first and last two with `x`", '"x", 2, 2)'),
        ("Runs of whitespace are replaced by a single space", '"\\\\s+", " ", 0, 0)'),
        ("Strips HTML tags from the text", '"<[^<>]*>", "", 0, 0)'),
        ("Every URL becomes [link]", '"[link]", 0, 0)'),
    ],
)
def test_pieces_are_replaced(about, value):
    assert value in _answer(_document("/clean", about, TEXT, TEXT))


def test_pieces_that_stay_are_not_counted():
    brings = TEXT | {"keep": {"type": "integer"}}
    about = "Masks all but the last `keep` letters with `.`"
    shows = TEXT | {"masked": {"type": "integer"}}
    made = _answer(_document("/hide", about, brings, shows))
    assert '".", 0, input.keep)' in made
    assert "- input.keep, 0)" in made


def test_a_word_that_is_no_sign_is_none():
    made = _document("/hide", "Masks all digits with confetti", TEXT, TEXT)
    assert "replaced_in" not in _answer(made)


def test_a_choice_names_what_is_done():
    brings = TEXT | {"style": {"type": "string", "enum": ["snake", "camel", "kebab"]}}
    made = _answer(_document("/case", "Change the case", brings, {"result": {"type": "string"}}))
    assert 'if(input.style = "camel", cased(input.text, "camel"), cased(' in made


def test_a_choice_behind_a_verb_is_undone_by_it():
    brings = TEXT | {"scheme": {"type": "string", "enum": ["hex", "base64"]}}
    made = _answer(_document("/decode", "Decode it", brings, {"result": {"type": "string"}}))
    assert 'if(input.scheme = "hex", from_hex(input.text), unbase64(input.text))' in made
    assert "guard made != null" in made


def test_files_are_looked_at():
    brings = {"upload": {"type": "string", "format": "binary"}}
    shows = {"filename": {"type": "string"}, "sha256": {"type": "string"}}
    made = _answer(_document("/check", "Checksum of a file", brings, shows))
    assert "{filename: input.upload.name, sha256: hash(input.upload)}" in made
    made = _answer(_document("/n", "Count", brings, {"words": {"type": "integer"}}))
    assert "let words = decoded(input.upload)" in made
    assert "{words: count(words_in(words))}" in made


def test_morse_both_ways():
    made = _answer(_document("/encode", "Text to Morse code", TEXT, {"morse": {"type": "string"}}))
    assert "morse(input.text)" in made
    brings = {"morse": {"type": "string"}}
    made = _answer(_document("/decode", "Morse code to text", brings, TEXT))
    assert "from_morse(input.morse)" in made


def test_a_choice_changes_the_text_that_goes_by_the_same_name():
    brings = TEXT | {"mode": {"type": "string", "enum": ["upper", "lower"]}}
    made = _answer(_document("/convert", "Changes the letters", brings, TEXT))
    assert '{text: if(input.mode = "upper", upper(input.text), lower(input.text))}' in made


def test_figures_of_texts_and_tables():
    shows: Parts = {"reading_time": {"type": "integer", "description": "at 250 words per minute"}}
    made = _answer(_document("/analyse", "How long it takes", TEXT, shows))
    assert "0 - floor(0 - count(words_in(input.text)) / 250)" in made
    brings = {"sheet": {"type": "string", "format": "binary"}}
    shows = {"rows": {"type": "integer"}, "columns": {"type": "array", "items": {"type": "string"}}}
    made = _answer(_document("/look", "What is in a CSV file", brings, shows))
    assert "guard read_csv(words) != null" in made
    assert "{rows: count(read_csv(words)), columns: split(first(lines(words))" in made


def test_a_name_that_ends_like_a_key_is_none():
    made = _answer(_document("/check", "Is it valid JSON?", TEXT, {"valid": {"type": "boolean"}}))
    assert "{valid: is_json(input.text)}" in made
