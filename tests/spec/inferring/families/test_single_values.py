"""One value of a whole service: it is added to, taken from and set, and there is no row of it."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import faults

_MACHINE = """# Snack machine

The machine has one credit, in cents; it is 0 at first.

- `GET /credit` → `{"credit": 0}`
- `POST /coins` with `{"cents": 50}` adds the coin to the credit, 200 `{"credit": 50}`
- `POST /snacks` `{"name": "Nuts", "price": 120}` → 201 with the snack
- `GET /snacks` → all snacks
- `POST /snacks/{id}/buy` takes the price off the credit, 200 `{"credit": 30, "snack": "Nuts"}`;
  409 if there is not enough credit, 404 for unknown snacks
- `POST /refund` sets the credit back to 0 and answers 200 `{"refunded": 50}`
"""
_BANK = """openapi: 3.0.3
info: {title: Piggy bank, version: "1", description: There is one balance. It starts at 5.}
paths:
  /balance:
    get:
      summary: The balance
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Balance'}}}
  /deposit:
    post:
      summary: Adds the amount to the balance
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Amount'}}}
      responses:
        '200':
          description: the new balance
          content: {application/json: {schema: {$ref: '#/components/schemas/Balance'}}}
  /withdraw:
    post:
      summary: Takes the amount from the balance
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Amount'}}}
      responses:
        '200':
          description: the new balance
          content: {application/json: {schema: {$ref: '#/components/schemas/Balance'}}}
        '409': {description: not enough money}
components:
  schemas:
    Balance: {type: object, properties: {balance: {type: integer}}}
    Amount: {type: object, required: [amount], properties: {amount: {type: integer, minimum: 1}}}
"""


def _read(name: str, text: str) -> Spec:
    spec = read_sources((Source(name, text),))
    assert not blocked(spec)
    assert faults(spec) == []
    return spec


def _effect(spec: Spec, way: str) -> str:
    return next(
        notation.write(each.effect)
        for each in spec.operations
        if f"{each.method} {each.path}" == way
    )


def test_a_description_adds_to_a_value_and_takes_from_it():
    spec = _read("machine.md", _MACHINE)
    assert [each.name for each in spec.entities] == ["Snack", "Credit"]
    assert "answer 200 {credit: or_else(held.credit, 0)}" in _effect(spec, "GET /credit")
    assert "let after = before + input.cents" in _effect(spec, "POST /coins")
    bought = _effect(spec, "POST /snacks/{id}/buy")
    assert 'guard snack != null else absent "' in bought
    assert "guard before >= snack.price else conflict" in bought
    assert "answer 200 {credit: after, snack: snack.name}" in bought
    assert "answer 200 {refunded: before}" in _effect(spec, "POST /refund")


def test_a_document_of_openapi_moves_one_value():
    spec = _read("bank.yaml", _BANK)
    assert "or_else(held.balance, 5)" in _effect(spec, "GET /balance")
    assert "let after = before + input.amount" in _effect(spec, "POST /deposit")
    taken = _effect(spec, "POST /withdraw")
    assert 'guard before >= input.amount else conflict "Not enough money"' in taken
    assert "let after = before - input.amount" in taken


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("Adds one and returns the new value", "let after = before + 1"),
        ("Increments it by 2", "let after = before + 2"),
        ("Subtracts one; 409 if the counter is 0", "guard before >= 1 else conflict"),
        ("Resets it to zero", "let after = 0"),
    ],
)
def test_a_counter_does_as_words_say(said, does):
    spec = _read(
        "counter.md",
        f'# Hits\n\n### GET /counter\nReturns `{{"value": 0}}`.\n\n'
        f'### POST /counter/step\n{said}. 200 `{{"value": 1}}`.\n',
    )
    assert does in _effect(spec, "POST /counter/step")


def test_a_sum_of_rows_that_are_listed_is_no_such_value():
    spec = read_sources(
        (
            Source(
                "till.md",
                "# Till\n\n"
                '- `POST /sales` `{"amount": 5}` adds a sale, 201 `{"id": 1, "amount": 5}`\n'
                "- `GET /sales` → all sales\n"
                '- `GET /total` → `{"total": 5}`, the sum of the amounts of all sales\n',
            ),
        )
    )
    assert [each.name for each in spec.entities] == ["Sale"]
    assert "insert Sale" in _effect(spec, "POST /sales")


def test_what_is_brought_is_as_words_about_it_say():
    spec = _read(
        "counter.md",
        '# Tally\n\n- `GET /counter` returns `{"count": 0}`\n'
        '- `POST /counter` with `{"by": 3}` (one of 1, 3 or 5) adds `by` (default 1) to it, 200 '
        '`{"count": 3}`\n',
    )
    [given] = next(each for each in spec.operations if each.method == "POST").inputs
    assert (given.required, given.default) == (False, "1")
    assert "input.by in [1, 3, 5] else out_of_range" in _effect(spec, "POST /counter")
