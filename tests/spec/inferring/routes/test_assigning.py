"""What is free is given out, and who has it is told."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources

LOCKERS = """
openapi: 3.0.0
info: {title: lockers, version: "1"}
paths:
  /parcels:
    post:
      summary: hand in a parcel. 409 if no locker of its size is free
      requestBody: {content: {application/json: {example: {name: Shoes, size: small}}}}
      responses:
        "201": {description: "the parcel, with id, locker (code of its locker) and waiting true"}
  /parcels/{id}:
    get: {summary: one parcel}
  /parcels/{id}/collect:
    post: {summary: "the locker is free again (locker null, waiting false). 409 if done already"}
  /lockers:
    get: {summary: "all lockers with code, size and parcel_id (null when free)"}
    post:
      requestBody: {content: {application/json: {example: {code: A4, size: small}}}}
"""


def test_a_free_one_is_given_out():
    spec = read_sources((Source("lockers.yaml", LOCKERS, "openapi"),))
    effects = {
        f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations
    }
    made = effects["POST /parcels"]
    assert "let free_locker = first(Locker[where .size = input.size and not(.code in" in made
    assert 'guard free_locker != null else conflict "No locker of its size is free"' in made
    assert "locker: free_locker.code" in made
    collected = effects["POST /parcels/{id}/collect"]
    assert "guard parcel.waiting != false else conflict" in collected
    assert "patch Parcel parcel {locker: null, waiting: false}" in collected
    assert "{parcel_id: first(Parcel[where .locker = locker.code]).id}" in effects["GET /lockers"]
