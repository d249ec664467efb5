"""An OpenAPI document with one thing wrong says what it says without it, and what was mended."""

import json
import random
import re
from copy import deepcopy
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from beliefs.errors import InvalidInput
from beliefs.spec.documents import Source, read_openapi, read_sources
from beliefs.spec.documents.loading import load

CLEAN = """openapi: 3.0.3
info:
  title: Notes
  version: "1.0"
paths:
  /notes:
    post:
      operationId: createNote
      summary: Create a note
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/NoteInput'
      responses:
        '201':
          description: created
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Note'
        '422':
          description: invalid
    get:
      operationId: listNotes
      summary: List notes
      responses:
        '200':
          description: all
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: '#/components/schemas/Note'
  /notes/{id}:
    get:
      operationId: getNote
      summary: One note
      parameters:
        - name: id
          in: path
          required: true
          schema:
            type: integer
      responses:
        '200':
          description: the note
          content:
            application/json:
              schema:
                $ref: '#/components/schemas/Note'
        '404':
          description: not found
    delete:
      operationId: deleteNote
      summary: Delete a note
      parameters:
        - name: id
          in: path
          required: true
          schema:
            type: integer
      responses:
        '204':
          description: gone
components:
  schemas:
    NoteInput:
      type: object
      required: [title]
      properties:
        title:
          type: string
          maxLength: 80
        done:
          type: boolean
          default: false
    Note:
      type: object
      properties:
        id:
          type: integer
        title:
          type: string
        done:
          type: boolean
"""
GONE = "      responses:\n        '204':\n          description: gone\n"
BODY = """        required: true
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/NoteInput'
"""
PARAM = """      parameters:
        - name: id
          in: path
          required: true
          schema:
            type: integer
"""
PROPERTIES = """      properties:
        title:
          type: string
          maxLength: 80
        done:
          type: boolean
          default: false
"""
IN_BODY = """      parameters:
        - in: body
          name: note
          schema: {$ref: '#/components/schemas/NoteInput'}
"""
# What is there, what stands there instead, and how that is told and in which line.
WRONG = {
    "no operationIds": ("      operationId: (.*)\n", "", "no operationId", 7),
    "an operationId twice": ("listNotes", "createNote", "is that of POST /notes", 26),
    "an operationId in words": ("listNotes", "list all notes!", "was read as list_all_notes", 26),
    "no version": ("openapi: 3.0.3\n", "", "does not say its version", 0),
    "an odd version": ("3.0.3", "latest", "no version that there is", 1),
    "its version as a number": ("3.0.3", "3", "is no text: it was read as '3'", 1),
    "capitals": ("openapi:", "OpenAPI:", "`OpenAPI` was read as openapi", 1),
    "info as a text": ("info:\n  .*\n  .*\n", "info: Notes\n", "was read as its title", 2),
    "the title at the top": ("info:\n  (.*)\n  .*\n", r"\1\n", "it was put into info", 2),
    "info without version": ("  version: .*\n", "", "info has no version", 2),
    "paths of another name": ("paths:", "endpoints:", "was read as paths", 5),
    "no slashes": ("  /notes", "  notes", "the path notes was read as /notes", 6),
    "a colon": ("/notes/{id}", "/notes/:id", "was read as /notes/{id}", 37),
    "angles": ("/notes/{id}", "/notes/<int:id>", "was read as /notes/{id}", 37),
    "a whole address": ("  /notes:", "  http://x.org/notes:", "was read as /notes", 6),
    "a path too far left": ("  /notes/{id}:", "/notes/{id}:", "stood beside paths", 37),
    "a method too far left": ("    delete:", "  delete:", "as one of its methods", 56),
    "capital methods": ("    delete:", "    DELETE:", "DELETE was read as delete", 56),
    "a parameter that is not declared": (PARAM, "", "id was not described: it was added", 0),
    "a parameter of another name": ("- name: id", "- name: note_id", "read as id, as in", 38),
    "a parameter without a place": ("          in: path\n", "", "path was taken", 38),
    "a lost parameter": (PARAM, "      parameters: [{$ref: '#/components/parameters/I'}]\n",
                         "parameters/I is nowhere", 38),
    "no responses": (GONE, "", "given the usual ones", 56),
    "responses as a number": (GONE, "      responses: 204\n", "was read as a status", 56),
    "responses as words": (GONE, "      responses: 204 No Content\n", "words about statuses", 56),
    "responses misspelled": ("      responses:\n        '204'", "      reponses:\n        '204'",
                             "`reponses` was read as responses", 65),
    "responses too far left": (GONE, GONE.replace("        ", "      "),
                               "stood beside responses", 56),
    "statuses as numbers": ("'(20.|4..)'", r"\1", "statuses without quotes", 0),
    "statuses as words": ("'204'", "no content", "the status no content was read as 204", 66),
    "statuses with words": ("'404'", "'404 Not Found'", "was read as 404", 54),
    "a body misspelled": ("requestBody", "requestbody", "`requestbody` was read as", 10),
    "a body of another name": ("requestBody", "body", "`body` was read as requestBody", 10),
    "no media type": (BODY, "        schema:\n          $ref: '#/components/schemas/NoteInput'\n",
                      "without a media type was read as JSON", 10),
    "no content": (BODY, BODY.split("content:\n")[1].replace("          ", "        "),
                   "were put under content", 10),
    "no schema": ("            schema:\n              \\$ref: '#/components/schemas/NoteInput'",
                  "            $ref: '#/components/schemas/NoteInput'", "read as its schema", 10),
    "a reference as a body": (BODY, "        $ref: '#/components/schemas/NoteInput'\n",
                              "was read as its body's", 10),
    "a body of Swagger": ("      requestBody:\n" + BODY,
                          IN_BODY,
                          "a body among the parameters", 7),
    "definitions": ("components:\n  schemas:", "definitions:", "definitions is of Swagger 2", 68),
    "components misspelled": ("components:", "component:", "was read as components", 68),
    "a misspelled reference": ("schemas/NoteInput'", "schemas/NoteInputs'",
                               "was read as NoteInput", 7),
    "a reference to a file": ("'#/components/schemas/NoteInput'", "'note.yaml#/NoteInput'",
                              "the reference note.yaml#/NoteInput was read as", 7),
    "a reference without a dollar": ("\\$ref: '#/components/schemas/NoteInput'",
                                     "ref: '#/components/schemas/NoteInput'",
                                     "`ref` was read as \\$ref", 7),
    "a reference as a comment": ("'#/components/schemas/NoteInput'",
                                 "#/components/schemas/NoteInput",
                                 "a reference without quotes was quoted", 15),
    "properties too far left": (PROPERTIES, PROPERTIES.replace("        ", "      "),
                                "they were put there", 70),
    "a number as a text": ("maxLength: 80", "maxLength: '80'", "it was read as 80", 74),
    "a misspelled keyword": ("maxLength: 80", "maxLenght: 80", "was read as maxLength", 74),
    "required at a property": ("      required: \\[title\\]\n([\\s\\S]*?)maxLength: 80\n",
                               "\\1maxLength: 80\n          required: true\n",
                               "one of the required names", 70),
    "tabs": ("  ", "\t", "tabs were read as two spaces", 3),
    "a fence": ("\\A([\\s\\S]*)\\Z", "```yaml\n\\1```\n", "the fence around it", 1),
    "two documents": ("\\Z", "---\na: 1\n", "only the first document", 89),
    "curly quotes": ("'#/components/schemas/NoteInput'", "‘#/components/schemas/NoteInput’",
                     "curly quotation marks", 15),
    "a bracket that is open": ("[title]", "[title", "bracket was closed", 72),
    "a quotation that is open": ("summary: List notes", "summary: 'List notes",
                                 "a quotation mark was closed", 27),
    "a lost colon": ("summary: List notes", "summary List notes", "a colon was put", 27),
    "spaces that do not break": ("      summary: List", "\u00a0     summary: List", "spaces", 27),
}  # fmt: skip


def _core(text: Any) -> Any:
    """Requests, what they bring and do, whatever they are called and wherever they stand."""
    spec = read_sources((Source("a.yaml", text, "openapi"),))
    return spec.title, [
        (each.method, each.path, each.inputs, each.effect) for each in spec.operations
    ]


def _broken(what: Any) -> Any:
    there, instead, said, line = WRONG[what]
    pattern = there if "\\" in there or "(" in there or ".*" in there else re.escape(there)
    broken = re.sub(pattern, instead, CLEAN)
    assert broken != CLEAN
    return broken, said.replace("\\", ""), line


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_changes_nothing_and_is_told(what: Any) -> None:
    broken, said, line = _broken(what)
    assert _core(broken) == _core(CLEAN)
    told = [each for each in read_openapi(broken, "a.yaml").assumptions if said in each.chosen]
    assert told
    assert f"a.yaml:{line}".removesuffix(":0") in {each.source for each in told}
    assert all(len(each.chosen.split()) < 20 for each in told)


def test_of_a_clean_document_nothing_is_told() -> None:
    assert read_openapi(CLEAN, "a.yaml").assumptions == ()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("maxLength: -3", "`maxLength: -3` cannot be: it was left out"),
        ("maxLength: eighty", "`maxLength: eighty` cannot be: it was left out"),
        ("minLength: 90\n          maxLength: 80", "they were exchanged"),
        ("enum: [a, a, b]", "the enum has a twice"),
        ("enum: [a, b]\n          default: c", "`default: c` is none of its values"),
    ],
)
def test_bounds_that_cannot_be_meant_are_told(broken: Any, said: Any) -> None:
    text = CLEAN.replace("maxLength: 80", broken)
    assert said in " / ".join(each.chosen for each in read_openapi(text, "a.yaml").assumptions)


def test_a_pattern_that_is_none_is_a_rule_that_is_not_held_to() -> None:
    unmet = read_openapi(CLEAN.replace("maxLength: 80", "pattern: '[a-z'"), "a.yaml").unknowns
    assert [(each.rank, each.words) for each in unmet] == [("material", "pattern: [a-z")]


def test_a_body_that_is_nowhere_is_what_its_answer_has() -> None:
    text = CLEAN.replace("schemas/NoteInput'", "schemas/Payload'")
    [create, *_] = read_openapi(text, "a.yaml").routes
    assert create.body is not None
    assert create.body.names == ("title", "done")


def test_what_stands_twice_is_told() -> None:
    twice = CLEAN.replace("  /notes/{id}:\n", "  /notes:\n    head: {}\n  /notes/{id}:\n")
    contract = read_openapi(twice, "a.yaml")
    assert len(contract.routes) == 5
    assert any(each.chosen.startswith("/notes stands twice") for each in contract.assumptions)
    other = CLEAN.replace("    delete:\n", "    get:\n")
    said = [each.chosen for each in read_openapi(other, "a.yaml").assumptions]
    assert "get stands twice: the last one was taken" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: [1,\nb: {", r"line 2, column \d+: .*; "),
        ("openapi: 3.0.0\npaths: *none\n  x", r"line \d, column \d+: "),
        ('{"paths": {"/a": {"get": {}}', "close the bracket"),
        ("", "is empty: describe at least one path"),
        ("A notes API.", "pass it with --file, or as --goal"),
        ("- a\n- b", "begins with `openapi: 3.0.0`"),
        ("openapi: 3.0.0", "has no paths: add one, as in"),
        ("openapi: 3.0.0\npaths: {/a: {}}", "no paths with a method"),
        ("openapi: 3.0.0\npaths: &a\n  /x: *a\n", "write it out"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place_and_what_to_do(text: Any, said: Any) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_openapi(text, "a.yaml")


@given(st.sets(st.integers(0, CLEAN.count("\n"))))
@settings(max_examples=20, deadline=None)
def test_whichever_lines_have_tabs_they_say_the_same(tabbed: Any) -> None:
    lines = CLEAN.split("\n")
    for at in tabbed:
        deep = len(lines[at]) - len(lines[at].lstrip())
        lines[at] = "\t" * (deep // 2) + lines[at].lstrip()
    assert load("\n".join(lines)).data == load(CLEAN).data


ODD: Any = st.sampled_from(
    [
        *(None, True, -1, 1.5, "", "string", "string!", "Note[]", "int?", "x y z", [], {}),
        *(["string"], [None], [{}], {"a": None}, {"type": ["string", "null"]}, {"type": 5}),
        *({"$ref": None}, {"title": "string"}, {"enum": [{}]}, {"properties": [1]}),
        *({"200": None}, {"": ""}),
    ]
)


def _places(data: Any, way: Any = ()) -> Any:
    if way:
        yield way
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    for key, each in inside if isinstance(data, dict | list) else ():
        yield from _places(each, (*way, key)) if isinstance(each, dict | list) else [(*way, key)]


def _at(data: Any, way: Any) -> Any:
    for key in way:
        data = data[key]
    return data


@given(st.integers(min_value=0), st.lists(ODD, min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_whatever_stands_somewhere_a_document_is_read_or_refused(seed: Any, odd: Any) -> None:
    chance, data = random.Random(seed), deepcopy(load(CLEAN).data)
    for each in odd:
        *way, key = chance.choice(list(_places(data)))
        place = _at(data, way)
        if chance.random() < 0.3 and isinstance(place, dict):
            place[chance.choice([5, None, f"{key}s", str(key).upper(), "type"])] = place.pop(key)
        else:
            place[key] = deepcopy(each)
    for text in (yaml.safe_dump(data, sort_keys=False), json.dumps(data, default=str)):
        try:
            read_openapi(text, "a.yaml")
        except InvalidInput as error:
            assert str(error).startswith("a.yaml")  # noqa: PT017 - most are read
