"""Paragraphs right above the fence that shows a request are said of that request."""

from __future__ import annotations

from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_HIKES = """# Hikes

Our club walks a lot.

Add a hike. `title` is required and must not be empty, `minutes` is a whole number above 0:

```sh
curl -X POST localhost:8000/hikes -d '{"title": "Ridge", "minutes": 90, "done": false}'
# 201
# {"id": 1, "title": "Ridge", "minutes": 90, "done": false}
```

All of them, quickest first. With `?done=true` only those we did:

```sh
curl localhost:8000/hikes
# 200, a list of hikes
```

Tick one off. Doing it twice does no harm:

```sh
curl -X POST localhost:8000/hikes/1/done
# 200, the hike
```
"""
_NOTES = """# Slips

Who asks is told by the `X-User` header. Without it every request is a 401.

**Hand over a slip**

```
POST /slips
X-User: kim

{"to": "ada", "text": "Lunch?"}
```
```
201
{"id": 1, "from": "kim", "to": "ada", "text": "Lunch?", "read": false}
```

**Between us**: everything between me and one other person, in both directions, oldest first.

```
GET /between/ada
X-User: kim
```
```
200
[{"id": 1, "from": "kim", "to": "ada", "text": "Lunch?", "read": false}]
```

**My slips**, newest first.

```
GET /tray
X-User: ada
```
```
200
[{"id": 1, "from": "kim", "to": "ada", "text": "Lunch?", "read": false}]
```
"""


def _effects(text: str) -> tuple[Spec, dict[str, str]]:
    spec = read_sources((Source("a.md", text),))
    return spec, {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_what_leads_to_a_request_is_said_of_it() -> None:
    spec, effects = _effects(_HIKES)
    assert "by .minutes]" in effects["GET /hikes"]
    assert "input.done" in effects["GET /hikes"]
    assert "conflict" not in effects["POST /hikes/{id}/done"]
    made = next(each for each in spec.operations if each.path == "/hikes" and each.method == "POST")
    assert next(each for each in made.inputs if each.name == "title").type.min_length == 1


def test_somebody_whom_a_header_names_is_no_part_of_a_path() -> None:
    _, effects = _effects(_NOTES)
    assert ".from = input.name and .to = input.x_user" in effects["GET /between/{name}"]
    assert "by .id down" in effects["GET /tray"]


def test_a_file_is_sent_as_the_very_bytes_that_came() -> None:
    _, effects = _effects("""# Scans

`POST /scans` is a form upload (multipart): the scan is in the part called `file`, a form field
`label` says what it is. It answers 201 with a JSON object with `id`, `label` and `size` in bytes.
`GET /scans/{id}` gives the very bytes back, with their content type.
""")
    assert effects["GET /scans/{id}"].endswith("answer 200 content(scan.file)")
