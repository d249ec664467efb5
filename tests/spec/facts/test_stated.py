"""Facts hold wherever they stand, in whatever form the goal has, and change nothing else."""

from __future__ import annotations

from functools import cache

import pytest

from beliefs.build.wanted import grasped, wanted
from beliefs.spec import notation
from beliefs.spec.service import Spec

BOOKS = "title, author, isbn, year, genre and price"
WISH = f"A bookshelf API with CRUD for books: {BOOKS}. "
NAMED = (
    f"A bookshelf API. POST /books adds a book with {BOOKS} (201), GET /books lists books, "
    "GET /books/{id} shows one, PUT /books/{id} changes one and DELETE /books/{id} deletes one "
    "(204). "
)
DOCUMENT = """# Bookshelf

Books have a title, an author, an isbn, a year, a genre and a price.

- `POST /books` adds a book and answers 201
- `GET /books` lists books
- `GET /books/{id}` shows one book
- `PUT /books/{id}` changes a book
- `DELETE /books/{id}` deletes a book and answers 204

"""
FORMS = {
    "wish": (WISH, "sentences"),
    "named": (NAMED, "sentences"),
    "document": (DOCUMENT, "markdown"),
}


@cache
def _spec(form: str, fact: str = "") -> Spec:
    text, kind = FORMS[form]
    name = "goal" if kind == "sentences" else "api.md"
    return grasped(wanted([(name, text + fact, kind)])).spec


def _field(spec: Spec, name: str):
    [books] = spec.entities
    found = books.field(name)
    assert found is not None
    return found


def _effect(spec: Spec, way: str) -> str:
    [found] = [each for each in spec.operations if f"{each.method} {each.path}" == way]
    return notation.write(found.effect)


def _asked(spec: Spec) -> dict[str, str]:
    [listed] = [each for each in spec.operations if f"{each.method} {each.path}" == "GET /books"]
    return {each.name: each.default for each in listed.inputs}


@pytest.mark.parametrize("form", FORMS)
class TestAFact:
    def _told(self, form: str, fact: str) -> Spec:
        spec = _spec(form, fact)
        assert [each for each in spec.unknowns if each.rank != "narrative"] == []
        paths = {(each.method, each.path) for each in _spec(form).operations}
        assert paths <= {(each.method, each.path.removeprefix("/v2")) for each in spec.operations}
        return spec

    def test_unique(self, form):
        spec = self._told(form, "No two books share an isbn; trying it is a 409.")
        assert _field(spec, "isbn").unique
        assert "else conflict" in _effect(spec, "POST /books")
        assert "else conflict" in _effect(spec, "PUT /books/{id}")

    def test_bounds(self, form):
        spec = self._told(form, "Years before 1450 are refused.")
        assert _field(spec, "year").type.minimum == 1450

    def test_lengths(self, form):
        spec = self._told(form, "We want to cap titles at 120 characters.")
        assert _field(spec, "title").type.max_length == 120

    def test_choices(self, form):
        spec = self._told(form, "For the genre you can choose between novel, poetry and science.")
        assert _field(spec, "genre").type.choices == ("novel", "poetry", "science")

    def test_defaults(self, form):
        spec = self._told(form, 'If you don\'t say which genre a book has, it becomes "novel".')
        assert _field(spec, "genre").default == '"novel"'

    def test_what_is_required(self, form):
        spec = self._told(form, "No field except the title is required.")
        assert [each.name for each in spec.entities[0].fields if each.required] == ["title"]

    def test_order(self, form):
        spec = self._told(form, "Sort the list by year, biggest year on top.")
        assert "by .year down" in _effect(spec, "GET /books")

    def test_newest_first(self, form):
        spec = self._told(form, "The ones added last come first when you list the books.")
        assert "by .id down" in _effect(spec, "GET /books")

    def test_filters(self, form):
        spec = self._told(
            form, "Users should be able to narrow down the list by genre and by author."
        )
        assert {"genre", "author"} <= _asked(spec).keys()

    def test_search(self, form):
        says = "GET /books?q=... finds the text in title or author, caps don't matter."
        effect = _effect(self._told(form, says), "GET /books")
        assert "contains(.title, input.q)" in effect
        assert "contains(.author, input.q)" in effect

    def test_pages(self, form):
        says = "You can page through the list with limit (20 by default, 100 at most) and offset."
        assert {"limit": "20", "offset": "0"}.items() <= _asked(self._told(form, says)).items()

    def test_statuses(self, form):
        spec = self._told(form, "Bad input -> 400")
        assert spec.failures.of("missing").status == 400

    def test_the_base_path(self, form):
        spec = self._told(form, "Put /v2 in front of all the paths, please.")
        assert all(each.path.startswith("/v2/books") for each in spec.operations)

    def test_keys(self, form):
        says = "Requests whose X-Api-Key differs from the environment variable API_KEY get a 401."
        spec = self._told(form, says)
        assert spec.identity is not None
        assert all(each.needs == "caller" for each in spec.operations)

    def test_moments(self, form):
        says = "Stamp every book with a created_at when it's added, the server should do that."
        assert "created_at: now()" in _effect(self._told(form, says), "POST /books")


def test_what_a_document_says_at_the_name_of_a_field_holds():
    text = """openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /products:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Product'}}}}
      responses: {'201': {description: Created}}
components:
  schemas:
    Product:
      type: object
      required: [name]
      properties:
        name: {type: string, description: not empty}
        price: {type: number, description: Price in euros. Must be positive.}
        stock: {type: integer, description: defaults to 0}
        rating: {type: integer, description: between 1 and 5}
        size: {type: string, description: "Possible values: S, M, L"}
"""
    spec = grasped(wanted([("api.yaml", text, "openapi")])).spec
    [product] = spec.entities
    told = {each.name: each for each in product.fields}
    assert told["name"].type.min_length == 1
    assert told["price"].type.above == 0
    assert told["stock"].default == "0"
    assert (told["rating"].type.minimum, told["rating"].type.maximum) == (1, 5)
    assert told["size"].type.choices == ("S", "M", "L")


def test_a_fact_that_does_not_fit_stays_with_the_rest():
    text = f"{WISH}The list of shelves is sorted by name."
    spec = grasped(wanted([("goal", text, "sentences")])).spec
    assert any("shelves" in each.words for each in spec.unknowns) or len(spec.entities) > 1


def test_rows_in_memory_do_not_survive():
    text = f"{WISH}Keep everything in memory. Books survive restarts."
    spec = grasped(wanted([("goal", text, "sentences")])).spec
    assert spec.storage != "memory" or any("restarts" in each.words for each in spec.unknowns)


def test_rows_below_others_are_unique_among_those_at_most():
    goal = (
        "Events with a title and capacity; POST /events/{id}/register with name and email. "
        "Registering the same email again is a 409."
    )
    spec = grasped(wanted([("goal", goal, "sentences")])).spec
    assert not any(one.unique for each in spec.entities for one in each.fields)


def test_a_request_that_only_the_prose_of_a_document_names():
    text = """openapi: 3.0.3
info: {title: Shelf, version: "1", description: "DELETE /books deletes all books and answers 204."}
paths:
  /books:
    post:
      requestBody:
        content: {application/json: {schema: {properties: {title: {type: string}}}}}
      responses: {'201': {description: Created}}
    get: {responses: {'200': {description: OK}}}
"""
    spec = grasped(wanted([("api.yaml", text, "openapi")])).spec
    assert "DELETE" in {each.method for each in spec.operations}
