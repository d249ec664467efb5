"""Rows that show when they were last heard of, told by requests with real keys in them."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.soundness import faults
from beliefs.spec.understanding import understand

_HOSTS = """# Hosts

Add a host:

```
$ curl -i -X POST localhost:8000/hosts -d '{"name": "attic", "patience": 5}'
HTTP/1.1 201 Created

{"name": "attic", "patience": 5, "state": "new", "last_ping": null}
```

It says that it is there:

```
$ curl -i -X POST localhost:8000/hosts/attic/ping
HTTP/1.1 204 No Content
```

```
$ curl localhost:8000/hosts/attic
{"name": "attic", "patience": 5, "state": "online", "last_ping": "2031-05-01T08:00:00Z"}

$ curl 'localhost:8000/hosts?state=online'
[{"name": "attic", "patience": 5, "state": "online", "last_ping": "2031-05-01T08:00:00Z"}]
```

Details:

- `state` is `new` before the first ping. RULE
- `name`: 2 to 9 of a-z and `-`. `patience`: whole number, 1 to 60. Anything else is a 422.
- `GET /hosts/nobody` is a 404.
"""
_LATE = "Then it is `online`, or `gone` when the last ping is more than `patience` minutes ago."
_SOON = "It is `online` while the last ping is at most 90 seconds old, otherwise `gone`."


def _spec(rule: str) -> Spec:
    source = Source("hosts.md", _HOSTS.replace("RULE", rule), "markdown")
    return read_sources((source,), lambda told: understand(told).spec)


@pytest.mark.parametrize(("rule", "lately"), [(_LATE, ".patience * 60"), (_SOON, "90")])
def test_the_state_is_worked_out_of_the_moment_that_a_row_was_last_heard_of(rule: str, lately: str):
    spec = _spec(rule)
    assert faults(spec) == []
    assert not blocked(spec)
    effects = {(each.method, each.path): notation.write(each.effect) for each in spec.operations}
    assert "patch Host host {heard_at: now()}" in effects["POST", "/hosts/{name}/ping"]
    seen = effects["GET", "/hosts/{name}"]
    assert f'{lately}, "online", "gone")' in seen
    assert 'host.heard_at = null, "new"' in seen
    assert ".state = input.state" in effects["GET", "/hosts"]
    assert len(effects) == 4


def test_fields_that_are_told_apart_from_requests_hold_for_what_these_bring():
    spec = _spec(_LATE)
    made = next(each for each in spec.operations if each.method == "POST")
    kinds = {each.name: each.type for each in made.inputs}
    assert kinds["name"].pattern == "^[a-z-]{2,9}$"
    assert (kinds["patience"].minimum, kinds["patience"].maximum) == (1, 60)
