"""Values that sentences work out, numbers in series, and what is owed and paid."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_QUOTES = """openapi: 3.0.0
info:
  title: Quotes
  description: 'Failures are `{"problem": {"reason": "...", "http": 404}}`.'
paths:
  /clients:
    post:
      requestBody: {content: {application/json: {schema: {required: [name], properties: {
        name: {type: string}, region: {type: string}}}}}}
      responses: {201: {description: The client with its id}}
    get: {responses: {200: {description: array}}}
  /quotes:
    post:
      summary: Write a quote
      description: >-
        `subtotal` is the sum of price times amount over all lines. `discount` is discount_percent
        of subtotal, rounded to two decimals, but 0 if the client's region is EU.
        `total` is subtotal minus discount.
      requestBody: {content: {application/json: {schema: {
        required: [client_id, lines], properties: {
        client_id: {type: integer}, discount_percent: {type: number, default: 0},
        lines: {type: array, items: {type: object, required: [price, amount], properties: {
          price: {type: number}, amount: {type: integer}}}}}}}}}
      responses:
        201: {description: made, content: {application/json: {schema: {
          $ref: "#/components/schemas/Quote"}}}}
        404: {description: no such client}
  /quotes/{id}:
    get: {responses: {200: {description: Quote}, 404: {description: unknown}}}
  /quotes/{id}/send:
    post:
      description: >-
        Sets state to sent and gives the quote its number Q-YYYY-NNN. valid_until is sent_on plus
        30 days. Only drafts, 409 otherwise.
      requestBody: {content: {application/json: {schema: {required: [sent_on], properties: {
        sent_on: {type: string, format: date}}}}}}
      responses: {200: {description: Quote}, 404: {description: unknown},
        409: {description: no draft}}
  /quotes/{id}/instalments:
    post:
      description: >-
        euros (more than 0) and method (card or cash). More than what is still outstanding is 409.
        Once it is fully paid, its state becomes settled.
      responses: {201: {description: Quote}, 404: {description: unknown},
        409: {description: too much}}
  /late:
    get:
      summary: Sent quotes whose valid_until is before the given day
      parameters: [{name: on, in: query, required: true, schema: {type: string, format: date}}]
      responses: {200: {description: longest overdue first; the header X-Total-Count counts them,
        content: {application/json: {schema: {type: array,
          items: {$ref: "#/components/schemas/Quote"}}}}}}
components:
  schemas:
    Quote:
      properties:
        id: {type: integer}
        client_id: {type: integer}
        discount_percent: {type: number}
        lines: {type: array, items: {type: object, properties: {
          price: {type: number}, amount: {type: integer}}}}
        state: {type: string, enum: [draft, sent, settled]}
        number: {type: string, nullable: true}
        sent_on: {type: string, format: date, nullable: true}
        valid_until: {type: string, format: date, nullable: true}
        subtotal: {type: number}
        discount: {type: number}
        total: {type: number}
        paid: {type: number}
        outstanding: {type: number}
"""


def _read() -> Spec:
    return read_sources((Source("api.yaml", _QUOTES),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def test_sentences_work_values_out():
    spec = _read()
    assert faults(spec) == []
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    shown = _effect(spec, "GET", "/quotes/{id}")
    lines = "sum(each(one in quote.lines: one.price * one.amount))"
    cut = f"round({lines} * quote.discount_percent / 100, 2)"
    whose = "first(Client[where .id = quote.client_id]).region"
    cut = f'if({whose} = "EU", 0, {cut})'
    assert f"subtotal: {lines}, discount: {cut}, total: {lines} - {cut}" in shown
    paid = "sum(each(one in Instalment[where .quote_id = quote.id]: one.euros))"
    assert f"paid: {paid}, outstanding: {lines} - {cut} - {paid}" in shown


def test_what_is_owed_is_not_overpaid_and_settles():
    paid = _effect(_read(), "POST", "/quotes/{id}/instalments")
    assert "guard input.euros <= sum(" in paid
    assert 'patch Quote quote {state: "settled"}' in paid
    made = next(each for each in _read().entities if each.name == "Instalment")
    assert next(each.type.choices for each in made.fields if each.name == "method") == (
        "card",
        "cash",
    )
    assert "insert Instalment {quote_id: quote.id, euros: input.euros" in paid


def test_numbers_count_in_their_series_and_dates_are_days_behind_others():
    sent = _effect(_read(), "POST", "/quotes/{id}/send")
    assert 'let series = "Q-" + at(split(today(), "-"), 0) + "-"' in sent
    assert 'number: series + if(position < 10, "00", if(position < 100, "0", ""))' in sent
    assert "valid_until: date(later(input.sent_on, 30 * 86400))" in sent


def test_a_query_gives_the_day():
    late = _effect(_read(), "GET", "/late")
    assert '.valid_until < input.on and .state = "sent"' in late
    assert '"X-Total-Count": text(count(' in late


def test_failures_show_their_status_under_any_name():
    assert _read().failures.body == '{"problem": {"reason": "{message}", "http": "{status}"}}'


_CLUB = """openapi: 3.0.0
info: {title: Club}
paths:
  /members:
    post:
      requestBody: {content: {application/json: {example: {name: Ada}}}}
      responses: {201: {description: the member with its id}}
  /proposals:
    post:
      requestBody: {content: {application/json: {example: {title: Emma, member_id: 1}}}}
      responses: {201: {description: the proposal}, 404: {description: no such member}}
    get:
      parameters: [{name: state, in: query, schema: {type: string, enum: [open, chosen]}}]
      responses: {200: {description: a list}}
  /proposals/{id}/votes:
    post:
      summary: Vote for a proposal, once per member
      requestBody: {content: {application/json: {example: {member_id: 1}}}}
      responses:
        201: {description: the proposal}
        404: {description: no such proposal or member}
        409: {description: "already voted, or the proposal is not open"}
  /proposals/{id}/choose:
    post: {responses: {200: {description: the proposal}, 409: {description: not open}}}
  /members/{id}/loans:
    post:
      description: A loan is due 7 days after `from` unless `days` says otherwise.
      requestBody: {content: {application/json: {schema: {required: [title, from], properties: {
        title: {type: string}, from: {type: string, format: date}, days: {type: integer}}}}}}
      responses: {201: {description: made, content: {application/json: {schema: {
        $ref: "#/components/schemas/Loan"}}}}, 404: {description: unknown}}
  /loans/{id}/return:
    post:
      description: Returning twice is 409.
      requestBody: {content: {application/json: {schema: {required: [on], properties: {
        on: {type: string, format: date}}}}}}
      responses: {200: {description: ok, content: {application/json: {schema: {
        $ref: "#/components/schemas/Loan"}}}}, 404: {description: unknown}, 409: {description: no}}
components:
  schemas:
    Loan: {properties: {id: {type: integer}, title: {type: string},
      from: {type: string, format: date}, due: {type: string, format: date},
      returned_on: {type: string, format: date, nullable: true}}}
"""


def test_what_is_done_once_by_each_and_on_the_day_that_a_request_brings():
    spec = read_sources((Source("club.yaml", _CLUB),), lambda told: understand(told).spec)
    assert faults(spec) == []
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    voted = _effect(spec, "POST", "/proposals/{id}/votes")
    assert "Vote[where .member_id = input.member_id and .proposal_id = proposal.id]) = 0" in voted
    assert voted.endswith("answer 201 proposal")
    assert '{state: "chosen"}' in _effect(spec, "POST", "/proposals/{id}/choose")
    lent = _effect(spec, "POST", "/members/{id}/loans")
    assert "due: date(later(input.from, or_else(input.days, 7) * 86400))" in lent
    assert "{returned_on: input.on}" in _effect(spec, "POST", "/loans/{id}/return")
