"""Keys that belong to no account: whoever shows one is nobody in particular."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.understanding import understand

_METERS = """# Meters

Every request needs the header `X-Key`; its value is in the environment variable `METER_KEY`.
Without it: 401.

- `POST /readings` with `{{"meter": "A1", "value": 4.5}}` → 201
- `GET /readings/{last}` → 200 `{{"meter": "A1", "value": 4.5}}`, the last reading
"""


@pytest.mark.parametrize("last", ["current", "profile"])
def test_a_path_like_that_of_an_account_is_read_without_accounts(last):
    told = _METERS.format(last=last)
    spec = read_sources((Source("goal.md", told),), lambda text: understand(text).spec)
    paths = {each.path for each in spec.operations}
    assert paths == {"/readings", f"/readings/{last}"}
