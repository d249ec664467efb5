"""Descriptions in running text: things, routes that are spoken of, stock, and reports."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

PANTRY = """# Food pantry

The core is the list of goods, under `/goods`. Each good has a `title`, which must be given and
must be unique, a `unit` such as "can", which must be there, and an optional `note`. People
should be able to add, view, edit and remove goods. Creating a good with a title that exists
already, whatever its case, is 409.

The stock starts at zero and is shown as `pieces` with every good. It changes only by
deliveries and issues. A delivery is made by posting to `/goods/{id}/deliveries` a `donor`
(text, required) and the number of `pieces` (integer, at least 1, required), and an issue
likewise by posting to `/goods/{id}/issues`. Both return 201 with the row: its `id`, the `kind`
("delivery" or "issue"), the `donor`, the `pieces` and the time as `created_at`. An issue of
more pieces than there are is refused with 409 and `{"error": "sold out"}`. No donor may take
more than 3 pieces in total; beyond that it is 403 and `{"error": "enough for now"}`.

`GET /goods/{id}/movements` lists deliveries and issues, newest first.

When listing goods, `sort=title` or `sort=pieces` gives the order; by pieces means the largest
first.

`GET /summary` answers with `goods`, the number of goods, `delivered` and `issued`, the total
of pieces, and `top_donors`, a list of up to two objects with `donor` and `pieces` for those
who delivered most.

Input that is wrong is answered with 400.
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("pantry.md", PANTRY),))


def written(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


LEFT = (
    "sum(each(one in Delivery[where .good_id = good.id]: one.pieces)) - "
    "sum(each(one in Issue[where .good_id = good.id]: one.pieces))"
)


def test_a_thing_has_the_fields_that_a_sentence_gives_it(spec):
    create = next(each for each in spec.operations if each.path == "/goods")
    told = {each.name: each.required for each in create.inputs}
    assert told == {"title": True, "unit": True, "note": False}
    assert "lower(.title) = lower(input.title)" in notation.write(create.effect)
    methods = {each.method for each in spec.operations if each.path == "/goods/{id}"}
    assert methods == {"GET", "PUT", "PATCH", "DELETE"}
    assert [each.words for each in spec.unknowns if each.rank != "narrative"] == []


def test_stock_is_what_came_in_less_what_went_out(spec):
    assert f"pieces: {LEFT}" in written(spec, "GET", "/goods/{id}")
    issue = written(spec, "POST", "/goods/{id}/issues")
    assert f'guard {LEFT} >= input.pieces else conflict "sold out"' in issue
    assert '+ input.pieces <= 3 else forbidden "enough for now"' in issue
    assert 'kind: "issue", created_at: now()' in issue
    delivery = written(spec, "POST", "/goods/{id}/deliveries")
    assert "guard sum" not in delivery
    assert 'kind: "delivery"' in delivery


def test_movements_of_both_kinds_are_one_list(spec):
    text = written(spec, "GET", "/goods/{id}/movements")
    assert "flat([Delivery[where .good_id = good.id], Issue[where .good_id = good.id]])" in text
    assert "[by .created_at down]" in text


def test_a_list_is_sorted_down_where_the_largest_is_first(spec):
    text = written(spec, "GET", "/goods")
    assert 'by if(input.sort = "title", .title, null)' in text
    assert 'by if(input.sort = "pieces", .pieces, null) down' in text


def test_a_report_has_the_figures_that_words_tell(spec):
    text = written(spec, "GET", "/summary")
    assert "goods: count(Good)" in text
    assert "delivered: sum(each(one in Delivery: one.pieces))" in text
    assert "issued: sum(each(one in Issue: one.pieces))" in text
    assert 'each(part in group(Delivery, "donor"): {donor: part.key, pieces: ' in text
    assert "[by .pieces down, limit 2]" in text
