"""Documents in other languages are refused and told so; foreign data in English is no reason."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.build.wanted import understood, wanted
from beliefs.errors import OtherLanguage
from beliefs.spec.documents.language import foreign
from beliefs.spec.understanding.reading import likeliest

SAID = {  # what is said of the whole, and of four requests to it
    "German": (
        "Eine kleine Schnittstelle für Notizen.",
        "Legt eine neue Notiz an, der Titel ist Pflicht",
        "Alle Notizen auflisten",
        "Eine Notiz holen, 404 wenn es sie nicht gibt",
        "Notiz löschen",
    ),
    "French": (
        "Une petite interface pour gérer des notes.",
        "Crée une nouvelle note, le titre est obligatoire",
        "Renvoie la liste de toutes les notes",
        "Renvoie une note, 404 si elle est introuvable",
        "Supprime la note",
    ),
    "Spanish": (
        "Una API sencilla para guardar notas.",
        "Crea una nota nueva, el título es obligatorio",
        "Devuelve todas las notas",
        "Devuelve una nota, 404 si no existe",
        "Elimina la nota",
    ),
    "Italian": (
        "Una piccola API per le note.",
        "Crea una nuova nota, il titolo è obbligatorio",
        "Restituisce tutte le note",
        "Restituisce una nota, 404 se non esiste",
        "Elimina la nota",
    ),
    "Portuguese": (
        "Uma API simples para guardar notas.",
        "Cria uma nova nota, o título é obrigatório",
        "Retorna todas as notas",
        "Retorna uma nota, 404 se não existe",
        "Apaga a nota",
    ),
    "Dutch": (
        "Een kleine API voor notities.",
        "Maakt een nieuwe notitie aan, de titel is verplicht",
        "Geeft alle notities terug",
        "Geeft één notitie terug, 404 als die niet bestaat",
        "Verwijdert de notitie",
    ),
    "Polish": (
        "Proste API do notatek.",
        "Tworzy nową notatkę, tytuł jest wymagany",
        "Zwraca wszystkie notatki",
        "Zwraca notatkę, 404 jeśli nie istnieje",
        "Usuwa notatkę",
    ),
    "a language in Cyrillic letters": (
        "Простой сервис для заметок.",
        "Создаёт новую заметку, заголовок обязателен",
        "Возвращает все заметки",
        "Возвращает заметку, 404 если её нет",
        "Удаляет заметку",
    ),
    "Japanese": (
        "メモのための小さなAPIです。",
        "新しいメモを作成します",
        "すべてのメモを返します",
        "メモを返します。なければ404",
        "メモを削除します",
    ),
}
ENGLISH = (
    "A small service for notes.",
    "Create a note, the title is required",
    "List all notes",
    "One note, 404 if there is none",
    "Delete a note",
)
REQUESTS = ("POST /notes", "GET /notes", "GET /notes/{id}", "DELETE /notes/{id}")


def _markdown(said: Any) -> Any:
    whole, *each = said
    parts = [f"## {request}\n\n{words}." for request, words in zip(REQUESTS, each, strict=True)]
    body = '```json\n{"title": "string (required)", "text": "string"}\n```'
    return "\n\n".join(["# Notes", whole, parts[0], body, *parts[1:]])


def _openapi(said: Any) -> Any:
    whole, *each = said
    lines = [
        "openapi: 3.0.0",
        f'info: {{title: Notes, version: "1", description: "{whole}"}}',
        "paths:",
    ]
    body = '{content: {application/json: {schema: {title: "string (required)"}}}}'
    for request, words in zip(REQUESTS, each, strict=True):
        extra = f", requestBody: {body}" if request.startswith("POST") else ""
        lines.append(f'  "{request}": {{summary: "{words}"{extra}}}')
    return "\n".join(lines)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize(("kind", "written"), [("markdown", _markdown), ("openapi", _openapi)])
def test_another_language_is_told(language: Any, kind: Any, written: Any) -> None:
    text = written(SAID[language])
    with pytest.raises(OtherLanguage, match=f"notes.x is written in {language} .line .*in English"):
        understood(wanted([("notes.x", text, kind)]), likeliest)
    found = foreign(text, kind)
    assert found is not None
    assert found.shown.rstrip("…") in text.split("\n")[found.line - 1]


def test_sentences_beside_a_document_are_told_too() -> None:
    goal = "Die Titel sind eindeutig und nicht länger als 20 Zeichen."
    sources = [("goal", goal, "sentences"), ("notes.md", _markdown(ENGLISH), "markdown")]
    with pytest.raises(OtherLanguage, match="goal is written in German"):
        understood(wanted(sources), likeliest)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize(("kind", "written"), [("markdown", _markdown), ("openapi", _openapi)])
def test_foreign_data_in_an_english_document_is_no_reason(
    language: Any, kind: Any, written: Any
) -> None:
    if kind == "markdown":
        shown = "\n".join(f'{{"title": "{words}"}}' for words in SAID[language])
        like = f'Titles like "{SAID[language][0]}" are fine.'
        text = f"{written(ENGLISH)}\n\n```\n{shown}\n```\n\n{like}"
    else:
        examples = "".join(f'\n    - "{words}"' for words in SAID[language])
        text = f"{written(ENGLISH)}\ncomponents:\n  examples:{examples}"
    assert foreign(text, kind) is None


@given(st.sampled_from(sorted(SAID)), st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_one_foreign_sentence_among_english_ones_is_no_reason(language: Any, at: Any) -> None:
    if language in {"a language in Cyrillic letters", "Japanese"}:
        at = 4  # few letters of many
    said = list(ENGLISH)
    said[at] = f"{said[at]}, shown as “{SAID[language][at]}”"
    assert foreign(_markdown(said), "markdown") is None


@pytest.mark.parametrize("kind", ["markdown", "openapi", "sentences"])
def test_a_source_that_says_next_to_nothing_is_in_no_language(kind: Any) -> None:
    assert foreign("", kind) is None
    assert foreign("openapi: 3.0.0\ninfo: {title: Café Zürich}\npaths: {/a: {}}", kind) is None
