"""Answers that are told value by value: figures, differences, truths, lists, values by key."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_GARAGE = """# Garage

## POST /cars
Body: `{"plate": "B-AB 1"}`. 201 with `{"id": 1, "plate": "B-AB 1"}`.

## POST /cars/{id}/repairs
Body: `{"what": "Brakes", "cost": 120.5, "done": false}`. 201 with
`{"id": 1, "car_id": 1, "what": "Brakes", "cost": 120.5, "done": false}`.

## GET /cars/{id}/history
200 with `{"plate": "B-AB 1", "visits": 3, "open": 1, "spent": 240.5, "last_work": "Brakes"}`.

- `visits` is how many repairs the car had
- `open` is the number of those that are not done
- `spent` is SPENT
- `last_work` is the what of the latest repair, null if there is none

An unknown car is 404.
"""
_DESK = """openapi: 3.0.0
info: {title: Help desk}
paths:
  /agents:
    post:
      requestBody: {content: {application/json: {schema: {required: [name], properties: {
        name: {type: string}}}}}}
      responses: {201: {description: made, content: {application/json: {schema: {
        $ref: "#/components/schemas/Agent"}}}}}
  /tickets:
    post:
      requestBody: {content: {application/json: {schema: {required: [subject], properties: {
        subject: {type: string}, agent_id: {type: integer, nullable: true}, minutes: {
        type: integer, default: 0}}}}}}
      responses: {201: {description: made, content: {application/json: {schema: {
        $ref: "#/components/schemas/Ticket"}}}}}
  /tickets/{id}/close:
    post:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {200: {description: closed, content: {application/json: {schema: {
        $ref: "#/components/schemas/Ticket"}}}}, 404: {description: none}}
  /workload:
    get:
      responses: {200: {description: ok, content: {application/json: {schema: {properties: {
        waiting: {type: integer, description: The number of open tickets without an agent},
        closed: {type: number, description: "The percentage of tickets that are closed"},
        agents: {type: array, description: One entry per agent, items: {properties: {
          agent_id: {type: integer}, name: {type: string},
          minutes: {type: integer, description: Sum of the minutes of the agent's tickets}}}}}}}}}}
components:
  schemas:
    Agent: {properties: {id: {type: integer}, name: {type: string}}}
    Ticket: {properties: {id: {type: integer}, subject: {type: string}, agent_id: {type: integer,
      nullable: true}, minutes: {type: integer}, status: {type: string, enum: [open, closed]}}}
"""


def _read(name: str, text: str) -> Spec:
    spec = read_sources((Source(name, text),), lambda told: understand(told).spec)
    assert faults(spec) == []
    return spec


def _answered(spec: Spec, path: str) -> str:
    effect = next(each.effect for each in spec.operations if each.path == path)
    return notation.write(effect).split("\n")[-1]


def test_figures_of_one_row_are_told_by_sentences():
    spec = _read("api.md", _GARAGE.replace("SPENT", "the sum of the costs of the done repairs"))
    rows = "Repair[where .car_id = car.id]"
    assert _answered(spec, "/cars/{id}/history") == (
        f"answer 200 {{plate: car.plate, visits: count({rows}), "
        f"open: count({rows}[where not(.done)]), "
        f"spent: sum(each(repair in {rows}[where .done]: repair.cost)), "
        f"last_work: last({rows}[by .id]).what}}"
    )


def test_one_value_that_is_not_understood_is_named():
    spec = _read("api.md", _GARAGE.replace("SPENT", "what the boss wrote down for it"))
    blocking = [each for each in spec.unknowns if each.rank == "blocking"]
    assert [each.why.rpartition(": ")[2] for each in blocking] == [
        "nothing says where spent comes from"
    ]


def test_figures_of_all_and_a_list_with_one_record_for_each_row():
    spec = _read("desk.yaml", _DESK)
    agents = "each(ticket in Ticket[where .agent_id = agent.id]: ticket.minutes)"
    assert _answered(spec, "/workload") == (
        'answer 200 {waiting: count(Ticket[where .status = "open"][where .agent_id = null]), '
        'closed: percent(count(Ticket[where .status = "closed"]), count(Ticket)), '
        f"agents: each(agent in Agent: {{agent_id: agent.id, name: agent.name, "
        f"minutes: sum({agents})}})}}"
    )


def test_rows_are_counted_under_two_values():
    spec = _read(
        "door.md",
        """# Door log

## POST /events
Body `{"door": "north", "kind": "open"}`, kind is one of open, close. 201 with
`{"id": 1, "door": "north", "kind": "open"}`.

## GET /events/figures
Returns how many events there are per door and kind, like `{"north": {"open": 3, "close": 2}}`.
""",
    )
    assert _answered(spec, "/events/figures") == (
        'answer 200 keyed(each(each_of in group(Event, "door"): {key: each_of.key, '
        'value: {open: count(each_of.items[where .kind = "open"]), '
        'close: count(each_of.items[where .kind = "close"])}}))'
    )
