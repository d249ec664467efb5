"""Reports that say in which state a row is from then on, step by step."""

from __future__ import annotations

import pytest

from beliefs.spec import notation
from beliefs.spec.documents.sources import Kind, Source, read_sources
from beliefs.spec.understanding import understand

_SHOP = """# Repair shop

Jobs are followed. A job goes `received -> diagnosed -> repairing -> ready -> collected`. From ready
it may go back to repairing if the customer complains. diagnosed can be reported more than once.
Everything else is refused with 409.

A job is `{"id": 1, "customer": "Eva", "state": "received", "returns": 0, "updates":
[{"state": "diagnosed", "note": "fuse"}]}`. `returns` is how many times the job was repairing.
Unknown jobs are 404, missing or wrong fields 422.

- `POST /jobs` with `{"customer": "Eva"}` takes a job in (201, the job).
- `POST /jobs/{id}/updates` with `{"state": "diagnosed", "note": "fuse"}` adds an update (201) and
  sets the job's state to that of the update.
"""

_VISA = """
openapi: 3.0.0
info:
  title: visa
  version: '1'
  description: |
    draft → submitted → approved, submitted → rejected. One may go from rejected back to draft.
    Nothing else.
paths:
  /applications:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: object, required: [name], properties: {name: {type: string}}}
      responses:
        '201':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Application'}}}
  /applications/{id}/decisions:
    post:
      summary: Record a decision
      description: The application's status becomes the reported one.
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        content: {application/json: {schema: {$ref: '#/components/schemas/Decision'}}}
      responses:
        '201':
          description: kept
          content: {application/json: {schema: {$ref: '#/components/schemas/Decision'}}}
        '404': {description: unknown}
        '409': {description: not possible from here}
components:
  schemas:
    Status: {type: string, enum: [draft, submitted, approved, rejected]}
    Application:
      type: object
      properties:
        id: {type: integer}
        name: {type: string}
        status: {$ref: '#/components/schemas/Status'}
        rejections: {type: integer, description: number of times it was rejected}
    Decision:
      type: object
      required: [status]
      properties: {id: {type: integer}, status: {$ref: '#/components/schemas/Status'}}
"""


@pytest.mark.parametrize(
    ("text", "kind", "path", "wanted"),
    [
        (
            _SHOP,
            "markdown",
            "/jobs/{id}/updates",
            (
                'input.state = "diagnosed" and (job.state = "received" or job.state = "diagnosed")',
                'input.state = "repairing" and (job.state = "diagnosed" or job.state = "ready")',
                "patch Job job {state: update.state}",
                'returns: count(Update[where .job_id = job.id and .state = "repairing"])',
            ),
        ),
        (
            _VISA,
            "openapi",
            "/applications/{id}/decisions",
            (
                'input.status = "draft" and application.status = "rejected"',
                'input.status = "rejected" and application.status = "submitted"',
                "patch Application application {status: decision.status}",
            ),
        ),
    ],
)
def test_a_report_moves_the_row_it_is_about(
    text: str, kind: Kind, path: str, wanted: tuple[str, ...]
) -> None:
    source = Source("document", text, kind)
    spec = read_sources((source,), lambda told: understand(told).spec)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    told = next(notation.write(each.effect) for each in spec.operations if each.path == path)
    assert all(each in told for each in wanted)
    assert "approved" not in told or 'application.status = "approved"' not in told
