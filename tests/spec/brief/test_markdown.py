"""What Markdown descriptions say, request by request."""

from __future__ import annotations

import pytest

from beliefs.spec.brief.reading import read
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_GUESTS = """# Guests
| Request | Body | Answer |
|---|---|---|
| `POST /guests` | `name`, `plus` (how many people they bring, 0 if left out) | 201 and the guest |
| `PUT /guests/{id}/status` | `status` | 200 and the guest |
| `GET /summary` | – | 200, the numbers below |

A guest looks like this:

| Field | Type | Notes |
|---|---|---|
| `id` | integer | given by the server |
| `name` | string | required, not empty |
| `plus` | integer | 0 to 5 |
| `status` | string | `invited` (at first), `coming` or `declined` |

The summary has `invited` and `coming` (the number of guests with that status) and `seats`: every coming guest counts 1 plus their `plus`.
"""

_BOOKS = """## books

- POST /books  -> {title, author} both strings, both required. 201, gives back `{id, title, author, status, rating}`. status starts as "unread", rating is null
- GET /books -> list, in the order they were added. `?status=read` or `?status=unread` to filter
- POST /books/:id/rate  with {"rating": n}, n = whole number 1-5. sets rating AND marks it as "read". 200 + the book. rating again just overwrites
- GET /stats ->  `{"total": .., "read": .., "average_rating": ..}`   average over the rated books, one decimal, null if nothing rated yet

errors: 400 if sth is missing or wrong, 404 if book doesnt exist
"""

_STOCK = """# Stock
Product:

    sku    string, 2-12 chars of A-Z 0-9, unique
    stock  integer >= 0, default 0

| method | path | body | success | failures |
|---|---|---|---|---|
| POST | /products | product | 201 product | 409 sku exists, 422 invalid |
| GET | /products | | 200 `{"items": [...], "total": n}` | 422 bad parameter |
| POST | /products/{sku}/movements | `{"change": -3}` | 201 `{"sku", "change", "stock"}` | 404, 409, 422 |

- `change` is an integer other than 0; positive adds to the stock, negative takes from it. `stock` in the answer is the stock afterwards.
- A movement that would bring the stock below zero is refused with 409 and changes nothing: `{"error": "not enough stock", "available": 2}`.
- GET /products takes `limit` (1-100, default 20) and `offset` (default 0). Sorted by sku. `total` counts all that match, not just the page.
"""

_NOTES = """# Notes
1. `POST /signup` — `username` (3–20 letters or digits) and `password` (6+ characters). 201 with `{"username": ...}`. Name taken: 409.
2. `POST /login` — same fields, 200 with `{"token": "..."}`. Wrong name or password: 401. Send the token as `Authorization: Bearer <token>`.
3. `POST /notes` — `title` (required, not empty) and `pinned` (optional, false if not given). 201 with the note: `id`, `title`, `pinned`.
4. `GET /news` — `{"notes": 3}`, how many notes there are.

Everything under `/notes` without a valid token is a 401.
"""


def _effect(spec: Spec, name: str) -> str:
    return write(next(each.effect for each in spec.operations if each.name == name))


@pytest.mark.parametrize(
    ("goal", "operation", "lines"),
    [
        (
            _GUESTS,
            "post_guests",
            'insert Guest {name: input.name, plus: input.plus, status: "invited"} as guest',
        ),
        (_GUESTS, "put_guests_by_id_status", "patch Guest guest {status: input.status}"),
        (
            _GUESTS,
            "get_summary",
            (
                'coming: count(Guest[where .status = "coming"]), seats: '
                'sum(each(one in Guest[where .status = "coming"]: 1 + one.plus))'
            ),
        ),
        (
            _BOOKS,
            "post_books",
            (
                "insert Book {title: input.title, author: input.author, status: "
                '"unread", rating: null} as book'
            ),
        ),
        (_BOOKS, "post_books_by_id_rate", 'patch Book book {status: "read", rating: input.rating}'),
        (
            _BOOKS,
            "get_stats",
            "round(average(each(one in Book[where .rating != null]: one.rating)), 1)",
        ),
        (
            _STOCK,
            "post_products_by_sku_movements",
            'answer 409 {error: "not enough stock", available: product.stock}',
        ),
        (
            _STOCK,
            "post_products_by_sku_movements",
            "patch Product product {stock: product.stock + input.change}",
        ),
        (
            _STOCK,
            "get_products",
            (
                "{items: Product[by .sku, skip input.offset, limit input.limit], "
                "total: count(Product)}"
            ),
        ),
        (_NOTES, "post_notes", "insert Note {title: input.title, pinned: input.pinned"),
    ],
)
def test_effects(goal: str, operation: str, lines: str) -> None:
    assert lines in _effect(read(goal, "goal", "markdown"), operation)


@pytest.mark.parametrize("goal", [_GUESTS, _BOOKS, _STOCK])
def test_every_rule_is_read(goal: str) -> None:
    assert [
        each.words for each in read(goal, "goal", "markdown").unknowns if each.rank != "narrative"
    ] == []


def test_brackets_behind_account_fields_hold() -> None:
    spec = read(_NOTES, "goal", "markdown")
    inputs = {
        each.name: each.type
        for each in next(each for each in spec.operations if each.name == "post_signup").inputs
    }
    assert (
        inputs["username"].min_length,
        inputs["username"].max_length,
        inputs["username"].pattern,
    ) == (3, 20, "^[A-Za-z0-9]+$")
    assert inputs["password"].min_length == 6


def test_only_paths_that_are_named_need_a_token() -> None:
    needs = {each.path: each.needs for each in read(_NOTES, "goal", "markdown").operations}
    assert needs["/notes"] == "caller"
    assert needs["/news"] == ""


def test_a_number_of_every_row_is_not_read_out_of_words_that_say_none() -> None:
    spec = read(
        _GUESTS.replace("counts 1 plus their `plus`", "counts as much as they eat"),
        "goal",
        "markdown",
    )
    assert any(each.rank == "blocking" for each in spec.unknowns)


_CALLS = """# Tickets
| call | body | answer |
|---|---|---|
| POST /createTicket | `{"title": "x", "priority": 2}` | 201 `{"ticketId": 1, "title": "x", "priority": 2, "status": "open"}` |
| POST /listTickets | `{"status": "open"}`, status optional | 200 array of tickets, highest priority first |
| POST /closeTicket | `{"ticketId": 1}` | 200 the ticket, now `closed`; 409 if it is already closed |
| POST /deleteTicket | `{"ticketId": 1}` | 204 |

- `status` is `open` or `closed`
"""

_RATINGS = """# Recipes
* POST /recipes -> 201
  - name: text, must be there
  - minutes: whole number > 0
* answer = recipe with id + `average` + `ratings` (how many ratings it has). No ratings -> average null and ratings 0
* POST /recipes/{id}/ratings with user and stars (1..5, whole)
* 201 with the rating `{"user", "stars"}`
* a user can rate a recipe only once!! second time = 409

average is rounded to 2 digits (4.666… => 4.67)

* GET /recipes
  - default order: by average, best first; recipes without rating at the end; same average -> by name
  - ?max_minutes=30 -> only recipes which take 30 minutes or less
  - ?min_average=4 -> only recipes with at least this average (no rating = not in the list)
"""


def test_calls_keep_their_paths_and_take_keys_in_the_body() -> None:
    spec = read(_CALLS, "goal", "markdown")
    places = {each.path: [(one.name, one.place) for one in each.inputs] for each in spec.operations}
    assert places["/closeTicket"] == [("ticketId", "json")]
    assert places["/listTickets"] == [("status", "json")]
    assert {each.method for each in spec.operations} == {"POST"}
    assert 'patch Ticket ticket {status: "closed"}' in _effect(spec, "post_close_ticket")
    assert "delete Ticket" in _effect(spec, "post_delete_ticket")


def test_lists_are_sorted_and_narrowed_by_figures() -> None:
    spec = read(_RATINGS, "goal", "markdown")
    assert [each.words for each in spec.unknowns if each.rank != "narrative"] == []
    told = _effect(spec, "get_recipes")
    assert (
        "average: round(average(each(one_2 in Rating" in told
        or "average: round(average(each(one in Rating" in told
    )
    assert (
        "answer 200 listed[where input.min_average = null or .average >= input.min_average, by "
        ".average down, by .name]" in told
    )
    assert (
        "count(Rating[where .recipe_id = recipe.id and .user = input.user]) = 0 else conflict"
        in _effect(spec, "post_recipes_by_id_ratings")
    )


_WIRE = """# Polls

```http
POST /polls
Content-Type: application/json

{"question": "Lunch?", "options": ["Pizza", "Salad"]}

HTTP/1.1 201 Created

{"id": 1, "question": "Lunch?", "options": ["Pizza", "Salad"], "votes": [0, 0]}
```

```http
POST /polls/1/votes

{"option": 0}

HTTP/1.1 200 OK

{"id": 1, "question": "Lunch?", "options": ["Pizza", "Salad"], "votes": [1, 0]}
```
"""

_INVOICES = """# Invoices
```
Invoice {
  id: int            // assigned
  customer: string   // required
  lines: [{ text: string, quantity: int >= 1, price: number >= 0 }]   // at least one
  total: number      // sum of quantity * price
}
```

POST /invoices  { customer, lines } -> 201 Invoice
"""


def test_what_goes_over_the_wire_is_bodies_and_answers() -> None:
    spec = read(_WIRE, "goal", "markdown")
    inputs = {each.name: [one.name for one in each.inputs] for each in spec.operations}
    assert inputs == {
        "post_polls": ["question", "options"],
        "post_polls_by_id_votes": ["id", "option"],
    }
    assert "answer 200 poll" in _effect(spec, "post_polls_by_id_votes")


def test_what_nothing_ever_sets_is_listed() -> None:
    spec = read(_WIRE, "goal", "markdown")
    assert [each.words for each in spec.unknowns if each.rank == "material"] == ["votes of poll"]


def test_lists_of_records_are_typed_and_added_up() -> None:
    spec = read(_INVOICES, "goal", "markdown")
    lines = next(each.type for each in spec.operations[0].inputs if each.name == "lines")
    assert lines.min_length == 1
    assert lines.item is not None
    assert [(each.name, each.type.kind, each.type.minimum) for each in lines.item.fields] == [
        ("text", "string", None),
        ("quantity", "integer", 1),
        ("price", "number", 0),
    ]
    assert "total: sum(each(x in invoice.lines: x.quantity * x.price))" in _effect(
        spec, "post_invoices"
    )


def test_what_stands_behind_a_field_and_is_not_understood_is_listed() -> None:
    spec = read(
        _INVOICES.replace("sum of quantity * price", "rounded by phases of the moon"),
        "goal",
        "markdown",
    )
    assert any(
        "phases of the moon" in each.words for each in spec.unknowns if each.rank == "material"
    )
