"""Answers that there is one of, told by a sentence about them: "The summary has …"."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

_CRATES = """# Crates

| Request | Body | Answer |
|---|---|---|
| `POST /crates` | `label`, `jars` (a whole number, 1 if left out) | 201 and the crate |
| `GET /crates` | – | 200, all crates |
| `PUT /crates/{id}/state` | `state` | 200 and the crate |
| `GET /overview` | – | 200, the overview |

A crate has `id`, `label` (string), `jars` (integer from 0 to 40) and `state`: `packed` (at first),
`sent` or `lost`.

The overview has `packed`, `sent` and `lost` (the number of crates %s) and `jars`%s.
"""


@pytest.mark.parametrize("that", ["in that state", "with that state"])
@pytest.mark.parametrize(
    ("said", "value"),
    [
        (", the sum of the jars of all sent crates",
         'jars: sum(each(crate in Crate[where .state = "sent"]: crate.jars))'),
        (": every lost crate counts 2 plus its `jars`",
         'jars: sum(each(crate in Crate[where .state = "lost"]: 2 + crate.jars))'),
    ],
)  # fmt: skip
def test_each_value_is_worked_out(that, said, value):
    spec = read_sources((Source("a.md", _CRATES % (that, said)),))
    assert not [each for each in spec.unknowns if each.rank == "blocking"]
    made, _, moved, overview = (notation.write(each.effect) for each in spec.operations)
    assert "patch Crate crate {state: input.state}" in moved
    for name in ("packed", "sent", "lost"):
        assert f'{name}: count(Crate[where .state = "{name}"])' in overview
    assert value in overview
    state = next(each for each in spec.operations[2].inputs if each.name == "state")
    assert state.type.choices == ("packed", "sent", "lost")
    assert "insert Crate {label: input.label, jars: input.jars}" in made
