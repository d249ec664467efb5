"""A size that things have is no size of a page; a code may stand beside words left open."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_SHIRTS = """# Shirts

- `POST /shirts` with `{"label": "a", "size": "S"}` → 201 `{"id": 1, "label": "a", "size": "S"}`.
  `size` is one of `S`, `M`, `L`.
- `GET /shirts` takes `size` as a filter. Shirts come in order of `id`.

Any invalid body is 400 with `{"error": "unfit", "message": "<what is wrong>"}`.
"""


def test_a_size_of_things_is_filtered_by():
    spec = read_sources((Source("a.md", _SHIRTS),))
    lists = spec.operations[1]
    assert [(each.wire, each.type.choices) for each in lists.inputs] == [("size", ("S", "M", "L"))]
    assert "input.size = null or .size = input.size" in write(lists.effect)
    assert (spec.failures.of("missing").status, spec.failures.of("missing").code) == (400, "unfit")
