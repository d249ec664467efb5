"""A Spec is the same after it was written as Markdown and read back."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from beliefs.spec.rendering import is_rendered, render
from beliefs.spec.saving import dumps, loads
from beliefs.spec.understanding import understand
from tests.spec.specs import specs

_slow = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60)


@_slow
@given(specs)
def test_reading_what_was_rendered_gives_the_same_spec(spec):
    text = render(spec)
    assert is_rendered(text)
    assert understand(text).spec == spec
    assert render(understand(text).spec) == text


@_slow
@given(specs)
def test_saving_and_loading_gives_the_same_spec(spec):
    assert loads(dumps(spec)) == spec
