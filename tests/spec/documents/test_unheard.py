"""What a document says and nothing built does is listed, once, and what holds anyhow is not."""

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.documents.unheard import unheard
from beliefs.spec.service import Spec

KENNEL = """openapi: 3.0.0
info:
  title: Kennel
  version: "1"
paths:
  /dogs:
    post:
      description: Register a dog.
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Dog"}}}}
      responses: {"201": {description: made}}
    get:
      description: List the dogs. SAID
      parameters:
        - {name: breed, in: query, schema: {type: string}}
      responses: {"200": {description: all of them}}
  /dogs/{id}:
    patch:
      description: Change a dog. TOLD
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Dog"}}}}
      responses: {"200": {description: the dog}, "404": {description: no such dog}}
components:
  schemas:
    Dog:
      type: object
      required: [name]
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string}
        breed: {type: string}
"""


def _listed(said: str = "", told: str = "") -> list[str]:
    text = KENNEL.replace("SAID", said).replace("TOLD", told)

    def read(document: str) -> Spec:
        return read_sources((Source("kennel.yaml", document, "openapi"),), anyhow=True)

    spec = unheard("openapi", "kennel.yaml", text, read_sources((Source("k.yaml", text),)), read)
    return [each.words for each in spec.unknowns if each.rank != "narrative"]


def test_a_rule_that_nothing_holds_to_is_listed_once():
    told = "Puppies must be vaccinated by a certified vet."
    assert [each.rstrip(".") for each in _listed(told=told)] == [told.rstrip(".")]


def test_a_deed_that_nothing_does_is_listed_though_it_has_no_word_of_a_rule():
    assert _listed(told="The owner receives a postcard.") == ["The owner receives a postcard."]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", "Only the parts that are sent get overwritten."),
        ("With `breed` only those of that breed wag.", ""),
    ],
)
def test_what_holds_anyhow_is_not_listed(said: str, told: str):
    assert _listed(said, told) == []


def test_what_stands_beside_what_holds_anyhow_is():
    told = "Only the parts that are sent get overwritten; the kennel master receives a letter."
    assert _listed(told=told) == ["the kennel master receives a letter."]
