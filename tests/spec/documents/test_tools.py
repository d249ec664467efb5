"""Routes that work on files: in documents and in sentences, in words of many kinds."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import infer, read_markdown, read_openapi
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

UPLOAD = """openapi: 3.0.3
info: {{title: Tools, version: 1.0.0}}
paths:
  {path}:
    post:
      summary: {summary}
      requestBody: {{required: true, content: {{multipart/form-data: {{schema: {{type: object,
        properties: {{{parts}}}}}}}}}}}
      responses: {{'200': {{description: ok, content: {{{media}: {{schema: {{type: string}}}}}}}},
        '400': {{description: invalid}}}}
"""
FILE = "file: {type: string, format: binary}"
FILES = "files: {type: array, items: {type: string, format: binary}}"
WIDTH = "width: {type: integer}"
FORMAT = "format: {type: string, enum: [png, webp]}"


def _told(spec: Spec, path: str) -> str:
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return notation.write(next(each.effect for each in spec.operations if each.path == path))


@pytest.mark.parametrize(
    ("path", "summary", "parts", "media", "called"),
    [
        ("/join", "Combine PDF documents", FILES, "application/pdf", 'combined("combined.pdf", '),
        ("/go", "Merge several PDFs to one", FILES, "application/pdf", "combined("),
        ("/text", "Extract the text of a PDF", FILE, "text/plain", "pages(input.file)"),
        ("/to", "Convert a picture", f"{FILE}, {FORMAT}", "image/*", "input.format, null, null)"),
        ("/scale", "Resize a photo", f"{FILE}, {WIDTH}", "image/png", '"png", input.width, null)'),
        ("/tiny", "A 64 px thumbnail of an image", FILE, "image/png", "thumbnail(input.file, 64)"),
        ("/gif", "Make a GIF of the pictures", FILES, "image/gif", "input.files, 100)"),
        ("/pack", "The files as a ZIP archive", FILES, "application/zip", "archive("),
        (
            "/still",
            "A frame of a video, by ffmpeg",
            FILE,
            "image/jpeg",
            '"image/jpeg", 60, "ffmpeg"',
        ),
    ],
)
def test_a_description_names_a_tool_in_many_words(path, summary, parts, media, called):
    document = UPLOAD.format(path=path, summary=f'"{summary}"', parts=parts, media=media)
    assert called in _told(infer(read_openapi(document, "api.yaml")), path)


@pytest.mark.parametrize(
    ("goal", "path", "called"),
    [
        ("POST /merge joins several PDF files into one.", "/merge", "combined("),
        (
            'POST /read extracts the text of a PDF and answers {"text": "a", "pages": 1}.',
            "/read",
            "{text: joined(texts",
        ),
        ("POST /png converts an uploaded image to PNG.", "/png", 'pictured(input.file, "png"'),
        ("POST /fit scales a photo (form fields file and width).", "/fit", "input.width, null)"),
        ("Clips: POST /still takes a video and answers its first frame.", "/still", '"ffmpeg"'),
        (
            "CRUD for books with title. POST /books/import imports books from an XML file.",
            "/books/import",
            "read_xml(decoded(input.file))",
        ),
    ],
)
def test_a_sentence_names_a_tool_in_many_words(goal, path, called):
    assert called in _told(understand(goal).spec, path)


@pytest.mark.parametrize(
    "goal",
    [
        "POST /merge merges several PDF files into one and adds a watermark.",
        "POST /image turns an uploaded picture into greyscale.",
        "POST /cut splits an uploaded PDF into pages.",
        "POST /merge merges several PDF files into one, for subscribers only.",
    ],
)
def test_what_no_tool_does_is_said(goal):
    assert [each for each in understand(goal).spec.unknowns if each.rank != "narrative"]


def test_an_input_that_no_tool_looks_at_is_said():
    parts = f"{FILE}, {WIDTH}, dpi: {{type: integer}}"
    document = UPLOAD.format(path="/a", summary="Resize a photo", parts=parts, media="image/png")
    told = infer(read_openapi(document, "api.yaml")).unknowns
    assert [each.words for each in told if each.rank == "material"] == ["dpi of POST /a"]


def test_a_search_counts_what_texts_of_files_hold():
    text = (
        "# Texts\n\nPOST /texts (multipart, field `file`) stores a file and answers 201 "
        '`{"id": 1, "name": "a"}`.\n\nGET /find?q=word searches the texts that contain any of the '
        'words: `[{"id": 1, "hits": 2}]`, best match first.\n\nGET /texts/{id} sends the file.\n'
    )
    spec = infer(read_markdown(text, "texts.md"))
    assert "told[where .matches > 0, by .matches down]" in _told(spec, "/find")
    assert "content(the_text.file)" in _told(spec, "/texts/{id}")
    assert not spec.assumptions
