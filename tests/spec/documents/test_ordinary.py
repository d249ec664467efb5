"""Small OpenAPI documents as people write them: most of the rules stand in a description."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

SHELF = """
openapi: 3.0.3
info: {title: Shelf, version: "1"}
paths:
  /boxes:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [label, weight],
        properties: {label: {type: string}, weight: {type: integer}, kind: {type: string,
        enum: [dry, wet]}}}}}}
      responses: {"201": {description: ok, content: {application/json: {schema: {$ref:
        '#/components/schemas/BoxInfo'}}}}}
    get:
      summary: All boxes
      description: ABOUT
      parameters: [{name: label, in: query, schema: {type: string}}]
      responses:
        "200":
          description: The boxes
          content:
            application/json:
              schema:
                type: object
                properties:
                  boxes: {type: array, items: {$ref: '#/components/schemas/BoxInfo'}}
                  figure: {type: integer, description: "FIGURE"}
components:
  schemas:
    BoxInfo: {type: object, properties: {id: {type: integer}, label: {type: string},
      weight: {type: integer}, kind: {type: string, enum: [dry, wet]}}}
"""


def read(document: str) -> Spec:
    return read_sources((Source("document", document, "openapi"),))


def told(spec: Spec, method: str, path: str) -> str:
    one = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(one.effect)


def shelf(figure: str, about: str = "Sorted by label.") -> str:
    return told(read(SHELF.replace("FIGURE", figure).replace("ABOUT", about)), "GET", "/boxes")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Sum of the weights of the listed boxes", "sum(each(box_info in found: box_info.weight))"),
        ("total weight of the matching boxes", "sum(each(box_info in found: box_info.weight))"),
        ("how many of the boxes are wet", 'count(found[where .kind = "wet"])'),
        ("number of dry boxes, whatever the filter", 'count(BoxInfo[where .kind = "dry"])'),
        ("how many boxes there are, regardless of the filter", "count(BoxInfo)"),
    ],
)
def test_what_stands_beside_a_list_is_as_its_words_say(words: str, value: str) -> None:
    assert f"figure: {value}}}" in shelf(words)


def test_a_figure_that_nothing_tells_is_not_built() -> None:
    spec = read(SHELF.replace("FIGURE", "the quux of it all").replace("ABOUT", "Sorted by label."))
    assert any(each.rank == "blocking" and "figure" in each.words for each in spec.unknowns)


@pytest.mark.parametrize(
    "words",
    [
        "With `label`, only boxes whose label contains it, ignoring case.",
        "Given a label, boxes that match a part of it.",
        "`label` is a substring to look for.",
    ],
)
def test_what_a_sentence_says_of_a_parameter_counts(words: str) -> None:
    assert 'contains(or_else(.label, ""), input.label)' in shelf("number of boxes", words) or (
        "contains(.label, input.label)" in shelf("number of boxes", words)
    )


DOOR = """
openapi: 3.0.3
info: {title: Door, version: "1", description: People sign up. LIFE}
paths:
  /signup:
    post:
      requestBody: {content: {application/json: {schema: &in {type: object, required: [username,
        password], properties: {username: {type: string, description: "CASE"},
        password: {type: string}}}}}}
      responses:
        "201": {description: ok, content: {application/json: {schema: &me {type: object,
          title: Member, properties: {id: {type: integer}, username: {type: string}}}}}}
        "409": {description: taken}
  /signin:
    post:
      requestBody: {content: {application/json: {schema: *in}}}
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: object, properties: {
          token: {type: string, description: "TOKEN"}, expires_in: {type: integer SECONDS}}}}}}
        "401": {description: wrong}
  /me:
    get:
      security: [{b: []}]
      responses: {"200": {description: me, content: {application/json: {schema: *me}}},
        "401": {description: no}}
components: {securitySchemes: {b: {type: http, scheme: bearer}}}
"""


def door(case: str = "", token: str = "", seconds: str = "", life: str = "") -> Spec:
    told = DOOR.replace("CASE", case).replace("TOKEN", token).replace("LIFE", life)
    return read(told.replace(" SECONDS", seconds))


@pytest.mark.parametrize(
    ("seconds", "life"),
    [
        (', description: "seconds, always 900"', ""),
        (", example: 900", ""),
        (", default: 900", ""),
        ("", "Tokens are good for 15 minutes."),
    ],
)
def test_a_token_lasts_as_long_as_its_answer_says(seconds: str, life: str) -> None:
    assert ", 900)" in told(door(seconds=seconds, life=life), "POST", "/signin")


@pytest.mark.parametrize(
    "words",
    [
        "JWT with the claims sub (the username), iat and exp",
        "a JWT; its sub claim is the username",
        "JWT, sub: username",
    ],
)
def test_a_token_says_whose_it_is_in_the_claim_that_is_told(words: str) -> None:
    spec = door(token=words)
    assert "sign({sub: member.username}" in told(spec, "POST", "/signin")
    assert spec.identity is not None
    assert "sub" in repr(spec.identity.who)


@pytest.mark.parametrize(
    "words",
    [
        "Kept in lower case",
        "stored lower-case; upper and lower case are the same",
        "is lowercased",
    ],
)
def test_a_text_is_kept_in_the_case_that_words_tell(words: str) -> None:
    assert "username: lower(input.username)" in told(door(case=words), "POST", "/signup")


def test_a_name_is_taken_in_any_case_where_its_words_say_so() -> None:
    spec = door(case="Upper or lower case does not matter")
    assert "lower(.username) = lower(input.username)" in told(spec, "POST", "/signup")
    assert "lower(.username) = lower(input.username)" in told(spec, "POST", "/signin")


PIN = """
openapi: 3.0.3
info: {title: Pins, version: "1"}
paths:
  /pins:
    post:
      description: MADE
      requestBody: {content: {application/json: {schema: {type: object, required: [target],
        properties: {target: {type: string, format: uri}, vanity: {type: string,
        description: "The slot you would like to have"}}}}}}
      responses:
        "201": {description: ok, content: {application/json: {schema: &pin {type: object,
          title: Pin, properties: {slot: {type: string}, target: {type: string},
          times_used: {type: integer}, last_opened: {type: string, format: date-time,
          nullable: true}}}}}}
        "409": {description: The slot is taken}
  /pins/{slot}:
    get:
      parameters: [{name: slot, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: *pin}}},
        "404": {description: none}}
  /p/{slot}:
    get:
      parameters: [{name: slot, in: path, required: true, schema: {type: string}}]
      responses: {"307": {description: To the target}, "404": {description: none}}
"""


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Without a vanity the slot is five random letters or digits.", "code(5, "),
        ("Otherwise we make up a slot of 8 characters.", "code(8)"),
        ("A slot has 6 random digits unless you choose one.", 'code(6, "0123456789")'),
        ("Makes a 7-character slot.", "code(7)"),
    ],
)
def test_a_key_is_made_up_as_words_tell(words: str, value: str) -> None:
    spec = read(PIN.replace("MADE", words))
    assert f"or_else(input.vanity, {value}" in told(spec, "POST", "/pins")
    followed = told(spec, "GET", "/p/{slot}")
    assert "times_used: pin.times_used + 1" in followed
    assert "last_opened: now()" in followed


FILMS = """
openapi: 3.0.3
info: {title: Films, version: "1"}
paths:
  /films:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [title],
        properties: {title: {type: string}, tags: {type: array, items: {type: string}}}}}}}
      responses: {"201": {description: ok, content: {application/json: {schema: &film {
        type: object, title: Film, properties: {id: {type: integer}, title: {type: string},
        tags: {type: array, items: {type: string}}, score: {type: number, nullable: true,
        description: "Mean of all points, null without any"}, COUNTED}}}}}}
    get:
      summary: List films
      description: ORDER
      parameters: [{name: tag, in: query, schema: {type: string}, description: "any case"}]
      responses: {"200": {description: all, content: {application/json: {schema: {type: array,
        items: *film}}}}}
  /films/{id}/points:
    post:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody: {content: {application/json: {schema: {type: object, required: [points],
        properties: {points: {type: integer, minimum: 0, maximum: 10}}}}}}
      responses: {"201": {description: The film, content: {application/json: {schema: *film}}},
        "404": {description: none}}
"""


@pytest.mark.parametrize("name", ["ratings", "votes", "rating_count", "raters"])
def test_how_many_an_average_is_of_is_counted(name: str) -> None:
    document = FILMS.replace("COUNTED", f"{name}: {{type: integer}}").replace("ORDER", "All.")
    spec = read(document)
    assert f"{name}: count(Point[where .film_id = film.id])" in told(spec, "POST", "/films")


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("The best rated come first, those without points last.", "[by .score down]"),
        (
            "Highest score first, unrated ones at the end; with equal score the older one first.",
            "[by .score down, by .id]",
        ),
        (
            "The worst rated come first, those without a score last.",
            "[by if(.score = null, 1, 0), by .score]",
        ),
    ],
)
def test_an_order_says_where_rows_without_a_value_are(words: str, order: str) -> None:
    document = FILMS.replace("COUNTED", "votes: {type: integer}").replace("ORDER", words)
    found = told(read(document), "GET", "/films")
    assert found.endswith(order)
    assert "lower(input.tag) in each(one in or_else(.tags, []): lower(one))" in found


PROBES = """
openapi: 3.0.3
info: {title: Probes, version: "1"}
paths:
  /probes/{code}:
    parameters: [{name: code, in: path, required: true, schema: {type: string}}]
    put:
      requestBody: {content: {application/json: {schema: {type: object, required: [gap],
        properties: {gap: {type: integer, minimum: 1, description: "UNIT"}}}}}}
      responses:
        "200": {description: Changed, content: {application/json: {schema: &one {$ref:
          '#/components/schemas/Probe'}}}}
        "201": {description: New, content: {application/json: {schema: *one}}}
    get:
      responses: {"200": {description: ok, content: {application/json: {schema: *one}}},
        "404": {description: none}}
  /probes/{code}/ping:
    post:
      parameters: [{name: code, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: ok, content: {application/json: {schema: *one}}},
        "404": {description: none}}
components:
  schemas:
    Probe: {type: object, properties: {code: {type: string}, gap: {type: integer},
      pings: {type: integer}, last_ping: {type: string, format: date-time, nullable: true},
      status: {type: string, enum: [new, fine, lost], description: "STATE"}}}
"""


@pytest.mark.parametrize(
    ("words", "unit", "seconds"),
    [
        (
            (
                "new until the first ping, then fine while the last ping is at most `gap` seconds"
                " old, else lost"
            ),
            "seconds",
            "probe.gap",
        ),
        (
            (
                "fine if it was heard of within the last `gap` minutes, otherwise lost; new before"
                " the first ping"
            ),
            "",
            "probe.gap * 60",
        ),
        (
            (
                "new before the first ping; fine while the last one is not older than its gap, else"
                " lost"
            ),
            "in minutes",
            "probe.gap * 60",
        ),
    ],
)
def test_a_state_follows_from_when_a_row_was_last_heard_of(
    words: str, unit: str, seconds: str
) -> None:
    spec = read(PROBES.replace("STATE", words).replace("UNIT", unit))
    heard = told(spec, "POST", "/probes/{code}/ping")
    assert "patch Probe probe {last_ping: now(), pings: probe.pings + 1}" in heard
    state = f'if(seconds(probe.last_ping, now()) <= {seconds}, "fine", "lost")'
    assert f'if(probe.last_ping = null, "new", {state})' in heard
