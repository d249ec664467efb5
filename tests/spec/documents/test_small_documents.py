"""Small documents whose few words say much: of values, of files, of what a request may bring."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

TANK = """
openapi: 3.0.3
info: {title: Tanks, version: "1"}
paths:
  /tanks:
    post:
      requestBody: {content: {application/json: {schema: {required: [label], properties: {
        label: {type: string}, note: {type: string, description: empty string when it is left out},
        short: {type: string, description: defaults to the label}}}}}}
      responses: {"201": {content: {application/json: {schema: &tank {properties: {
        id: {type: integer}, label: {type: string}, note: {type: string}, short: {type: string},
        credits: {type: integer},
        low: {type: boolean, description: true when credits is below 5}}}}}}}
  /tanks/{id}:
    patch:
      description: Only the fields that are given are changed; the credits cannot be changed here.
      requestBody: {content: {application/json: {schema: {additionalProperties: false,
        properties: {label: {type: string}}}}}}
      responses: {"200": {content: {application/json: {schema: *tank}}}, "422": {description: no}}
  /tanks/{id}/bookings:
    post:
      summary: A positive amount fills the tank, a negative one takes from it
      requestBody: {content: {application/json: {schema: {required: [amount], properties: {
        amount: {type: integer, description: must not be zero}}}}}}
      responses:
        "200": {content: {application/json: {schema: *tank}}}
        "409": {description: too little, content: {application/json: {example: {
          reason: too little, credits: 3}}}}
"""

SCANS = """
openapi: 3.0.3
info: {title: Scans, version: "1"}
paths:
  /scans:
    post:
      description: Only PDF files, up to 2 MB.
      requestBody: {content: {multipart/form-data: {schema: {required: [scan], properties: {
        scan: {type: string, format: binary}}}}}}
      responses:
        "201": {content: {application/json: {schema: {properties: {id: {type: integer},
          filename: {type: string}, size: {type: integer}}}}}}
        "413": {description: the file is too large}
        "415": {description: not such a file}
  /scans/{id}:
    get:
      parameters:
        - {name: save, in: query, schema: {type: boolean}, description: send it as an attachment}
      responses: {"200": {content: {application/pdf: {}}}, "404": {description: unknown}}
"""


def _read(text: str) -> tuple[Spec, dict[str, str]]:
    spec = read_sources((Source("small.yaml", text, "openapi"),))
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    told = {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}
    return spec, told


def test_words_say_what_values_are():
    spec, effects = _read(TANK)
    made = effects["POST /tanks"]
    assert 'note: or_else(input.note, "")' in made
    assert "short: or_else(input.short, input.label)" in made
    assert "low: tank.credits < 5" in made
    changed = next(each for each in spec.operations if each.method == "PATCH")
    assert changed.closed


def test_a_signed_amount_goes_either_way_and_a_failure_shows_what_there_is():
    _, effects = _read(TANK)
    booked = effects["POST /tanks/{id}/bookings"]
    assert booked.startswith("guard input.amount != 0 else ")
    assert "if not(tank.credits + input.amount >= 0):" in booked
    assert 'answer 409 {reason: "too little", credits: tank.credits}' in booked
    assert "patch Tank tank {credits: tank.credits + input.amount}" in booked


def test_files_are_of_the_types_and_sizes_that_words_let_through():
    _, effects = _read(SCANS)
    brought = effects["POST /scans"]
    assert 'guard input.scan.type in ["application/pdf"] else unsupported_type' in brought
    assert "guard input.scan.size <= 2097152 else too_large" in brought
    sent = effects["GET /scans/{id}"]
    assert "if input.save:\n    answer 200 content(" in sent
    assert "answer 200 inline(" in sent


def test_a_size_that_no_words_tell_is_listed():
    spec = read_sources((Source("s.yaml", SCANS.replace(", up to 2 MB", ""), "openapi"),))
    assert any("413" in each.words for each in spec.unknowns)
