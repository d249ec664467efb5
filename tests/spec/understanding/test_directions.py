"""Where a row goes among others is no state of it."""

from __future__ import annotations

import pytest

from beliefs.spec.service import blocked
from beliefs.spec.understanding import understand


@pytest.mark.parametrize("word", ["up", "down", "top"])
def test_a_direction_leads_to_no_state(word):
    spec = understand(f"Slides with a text. POST /slides, POST /slides/{{id}}/{word}.").spec
    assert blocked(spec)
    assert "status" not in [each.name for one in spec.entities for each in one.fields]
