"""OpenAPI documents (2.0, 3.0, 3.1, and what people take for them) into contracts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    JSON,
    Consumed,
    Contract,
    Param,
    Property,
    Reply,
    Route,
    Security,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.demanded import demanded_of
from beliefs.spec.documents.keywords import worded
from beliefs.spec.documents.loading import Loaded, load
from beliefs.spec.documents.markdown.drafts import queried
from beliefs.spec.documents.markdown.modelling import made_by_service
from beliefs.spec.documents.moments import brief_moments
from beliefs.spec.documents.openapi.described import described
from beliefs.spec.documents.openapi.enriching import enriched
from beliefs.spec.documents.openapi.heading import headed
from beliefs.spec.documents.openapi.joining import COMMAS, joined, one_text
from beliefs.spec.documents.openapi.mends import Mends
from beliefs.spec.documents.openapi.operations import identified, operation
from beliefs.spec.documents.openapi.paths import requests
from beliefs.spec.documents.openapi.pieces import (
    FORM,
    PLACES,
    commented,
    example_of,
    examples_of,
    faults_of,
    flowing,
    headers_in,
    listed,
    mapping,
    path_of,
    server_of,
    snaked_param,
    status_of,
)
from beliefs.spec.documents.openapi.securing import (
    ONE_OF_SEVERAL,
    Schemes,
    by_headers,
    security_of,
    wanted,
    wanted_anywhere,
)
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.schemas import Reader
from beliefs.spec.documents.shorthand import names_schema
from beliefs.spec.documents.supposing import bodied, supposed
from beliefs.spec.documents.words import snaked
from beliefs.spec.operations import Method, Place
from beliefs.spec.service import Assumption, Rank, Unknown
from beliefs.spec.types import Type


def read_openapi(text: str, name: str, besides: str = "") -> Contract:
    """The contract of a document; `name` is what its lines are called by.

    What is said `besides` is said of the whole of it.

    >>> read_openapi("openapi: 3.0.0\\npaths: {/notes: {get: {}}}", "api.yaml").routes[0].path
    '/notes'
    """
    return bodied(enriched(by_headers(described(supposed(as_stated(text, name, besides))))))


def as_stated(text: str, name: str, besides: str = "") -> Contract:
    """What the keys of a document state; of its sentences nothing is read."""
    try:
        loaded = load(text)
    except InvalidInput as error:
        message = f"{name}: {str(error)[0].lower()}{str(error)[1:]}"
        raise InvalidInput(message) from None
    mends = Mends()
    data = headed(mapping(loaded.data), mends)
    reader = _Document(data, text.split("\n"), name, mends, besides)
    for line, said in loaded.mends:
        reader.mended(said, f"{name}:{line}")
    routes = tuple(reader.routes())
    if routes:
        return reader.contract(routes)
    message = f"{name} {_why_not(loaded, text)}."
    raise InvalidInput(message)


def _why_not(loaded: Loaded, text: str) -> str:
    """Why nothing was found in a document, and what to do."""
    if not text.strip():
        return "is empty: describe at least one path"
    # What was mended may have been mended wrongly, so that its paths are no longer where they were.
    if loaded.broken:
        return f"is not readable YAML: {loaded.broken}"
    if isinstance(loaded.data, str):
        return "is no OpenAPI document but a text: pass it with --file, or as --goal"
    if not isinstance(loaded.data, dict):
        return "is no mapping: an OpenAPI document begins with `openapi: 3.0.0` and has paths"
    if mapping(loaded.data.get("paths")):
        return "has no paths with a method: add one, as in `/notes: {get: {}}`"
    return "has no paths: add one, as in `paths: {/notes: {get: {}}}`"


def _line_in(told: Assumption) -> int:
    """The line that an assumption is about; 0 for the whole document."""
    return int(told.source.rpartition(":")[2]) if ":" in told.source else 0


@dataclass(slots=True)
class _Document:
    data: dict[str, Any]
    lines: list[str]
    name: str
    mends: Mends
    besides: str = ""
    assumptions: list[Assumption] = field(default_factory=list)
    unknowns: list[Unknown] = field(default_factory=list)
    at: str = ""
    schemes: Schemes = field(default_factory=Schemes)
    schemas: Reader = field(init=False)

    def __post_init__(self) -> None:
        self.at = self.name
        self.schemas = Reader(self._section("schemas"), self.mended, self._unmet)

    def mended(self, said: str, source: str = "") -> None:
        """Note what was read otherwise than it stands."""
        made = Assumption("the document", said, source or self._place())
        if made not in self.assumptions:
            self.assumptions.append(made)

    def _flush(self) -> None:
        """List what was mended on the way here, each where it stands."""
        for said, trail in self.mends.made:
            line = 0
            for key in trail:
                line = self._line(key, line)
            self.mended(said, f"{self.name}:{line}" if trail else self.name)
        self.mends.made.clear()

    def _place(self) -> str:
        """Where what is read now stands: a schema has one place, however many refer to it."""
        trail = self.schemas.trail
        if not trail:
            return self.at
        known = [at for at, each in enumerate(trail) if each.startswith("#")]
        line = self._line("schemas") if known else int(self.at.rpartition(":")[2] or 0)
        for each in trail[known[-1] if known else 0 :]:
            line = self._line(each.removeprefix("#"), line)
        return f"{self.name}:{line}"

    def _unmet(self, words: str, why: str) -> None:
        made = Unknown("material", words, self._place(), why)
        if made not in self.unknowns:
            self.unknowns.append(made)

    def contract(self, routes: tuple[Route, ...]) -> Contract:
        """Everything it says."""
        info = mapping(self.data.get("info"))
        base, port = server_of(self.data)
        prologue = str(info.get("description") or "").strip()
        spoken = f"{prologue}\n\n{self.besides}".strip()
        first = (f"{self.name}:{self._line('description')}", spoken)
        return Contract(
            title=str(info.get("title") or ""),
            brief=brief_moments("\n".join(self.lines)),
            summary=prologue,
            base=base,
            port=port,
            routes=routes,
            shapes=tuple(map(self.schemas.known, self.schemas.schemas)),
            security=self.schemes.first,
            warden=self.schemes.second if any(each.warded for each in routes) else None,
            prose=(first, *self._tags()),
            assumptions=tuple(sorted(self.assumptions, key=_line_in)),
            unknowns=tuple(self.unknowns),
        )

    def _tags(self) -> Iterator[tuple[str, str]]:
        for each in listed(self.data.get("tags")):
            said = str(mapping(each).get("description") or "").strip()
            if said:
                yield f"{self.name}:{self._line('tags')}", said

    # Where things stand.

    def _section(self, kind: str) -> dict[str, Any]:
        """The named parts of a kind, wherever they were put."""
        components = mapping(self.data.get("components"))
        older = {"schemas": "definitions", "securitySchemes": "securityDefinitions"}.get(kind, kind)
        found = {**mapping(self.data.get(older)), **mapping(components.get(kind))}
        if kind == "schemas":
            for misplaced in ("schema", "models"):
                found = {**mapping(components.get(misplaced)), **found}
            found = {**mapping(self.data.get("schemas")), **found}
        return {str(key): each for key, each in found.items()}

    def _line(self, key: str, after: int = 0) -> int:
        pattern = re.compile(rf"""\s*[-{{]?\s*["']?{re.escape(key)}["']?\s*:""", re.IGNORECASE)
        for number, line in enumerate(self.lines[after:], after + 1):
            if pattern.match(line):
                return number
        return after or 1

    def _schemes(self) -> Schemes:
        told = self._section("securitySchemes")

        def described(name: str) -> Security | None:
            source = f"{self.name}:{self._line(name)}"
            return security_of(name, told, self.data, source, self.mended)

        named = wanted_anywhere(self.data)
        return Schemes(
            {each: described(each) for each in named},
            next((made for each in told if (made := described(each))), None) if not named else None,
        )

    def _secured(self, told: dict[str, Any]) -> bool:
        """Whether an operation is not for everybody; said, where it wants what is not built."""
        names = wanted(told, self.data)
        why = self.schemes.unmet(names)
        if why:
            rank: Rank = "material" if why == ONE_OF_SEVERAL else "blocking"
            self.unknowns.append(Unknown(rank, f"security {' or '.join(names)}", self.at, why))
        return bool(names) and not self.schemes.wards(names)

    # Routes.

    def _mixed(self) -> None:
        """Say which parts are those of another version."""
        older = "swagger" in self.data
        for key, place in (("definitions", "components/schemas"), ("components", "definitions")):
            if mapping(self.data.get(key)) and older == (key == "components"):
                version = "OpenAPI 3" if older else "Swagger 2"
                self.mends.say(f"{key} is of {version}: it was read as {place}", key)

    def routes(self) -> list[Route]:
        """Every request that it describes."""
        self._mixed()
        self._flush()
        self.schemes = self._schemes()
        described = [
            (each, operation(each, self.mends)) for each in requests(self.data, self.mends)
        ]
        if "swagger" in self.data and any("requestBody" in told for _, told in described):
            self.mends.say("requestBody is of OpenAPI 3: it was read as there", "requestBody")
        found: list[Route] = []
        for request, told in identified(described, self.mends):
            line = 0
            for key in request.trail:
                line = self._line(key, line)
            self.at = f"{self.name}:{line}"
            found.append(self._route(request.method, request.path, told, request.shared))
        self._flush()
        return found

    def _route(self, method: str, path: str, told: dict[str, Any], shared: Any) -> Route:
        params = self._params(path, shared, told.get("parameters"))
        body, consumes, form, example = self._body(method, told, params)
        replies = tuple(self._replies(told))
        body = self._as_answered(f"{method} {path}", body, example, replies)
        good = tuple(
            replace(each, name=snaked_param(each.name)) if each.place == "path" else each
            for each in params
            if isinstance(each, Param)
        )
        summary = str(told.get("summary") or "").strip()
        words = ". ".join(
            each
            for each in (
                " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+", str(told.get("operationId") or ""))),
                summary,
                flowing(str(told.get("description") or "").strip()),
            )
            if each
        )
        return Route(
            method=next(each for each in get_args(Method) if each == method),
            path=path_of(path),
            name=snaked(str(told["operationId"])) if told.get("operationId") else "",
            summary=summary,
            words=words,
            params=good,
            body=body,
            demanded=demanded_of(body, words) if method == "PATCH" else (),
            body_required=mapping(told.get("requestBody")).get("required") is not False,
            consumes=consumes,
            form=form,
            replies=replies,
            faults=tuple(fault for each in replies for fault in faults_of(each, self.at)),
            secured=self._secured(told),
            warded=self.schemes.wards(wanted(told, self.data)),
            source=self.at,
            example=example,
        )

    def _params(self, path: str, *groups: Any) -> list[Any]:
        """Parameters; those of Swagger's bodies stay as they are."""
        found: dict[tuple[str, str], Any] = {}
        named = re.findall(r"\{([^}]+)\}", path)
        for group in groups:
            if isinstance(group, dict):
                self.mended("parameters were a mapping")
                group = [{"name": key, **mapping(each)} for key, each in group.items()]  # noqa: PLW2901
            for each in listed(group):
                told = self._resolved(self._one_param(each), "parameters")
                if not told:
                    continue
                name = str(told.get("name") or "")
                place = str(told.get("in") or "").lower()
                if place in {"body", "formdata"}:
                    found[(place, name)] = told
                    continue
                if not name:
                    self.mended("a parameter without a name was left out")
                    continue
                if place in PLACES and place != PLACES[place]:
                    self.mended(f"`in: {place}` was read as {PLACES[place]}")
                if place not in PLACES:
                    place = "path" if name in named else "query"
                    self.mended(f"the parameter {name} does not say where it is: {place} was taken")
                found[(place, name)] = self._param(told, name, PLACES[place])
        self._renamed(path, named, found)
        return list(found.values())

    def _one_param(self, told: Any) -> Any:
        """A parameter that is only its name, or its name and its schema."""
        if isinstance(told, str):
            self.mended(f"the parameter `{told}` was only a name")
            return {"name": told}
        plain = isinstance(told, dict) and len(told) == 1 and not {"name", "$ref"} & set(told)
        if not plain:
            return told
        [(name, schema)] = told.items()
        self.mended(f"the parameter {name} stood as a name and its schema")
        return {"name": str(name), "schema": schema}

    def _renamed(self, path: str, named: list[str], found: dict[tuple[str, str], Any]) -> None:
        """Give the parameters of a path the names that they have in it."""
        lacking = [each for each in named if ("path", each) not in found]
        stray = [name for place, name in found if place == "path" and name not in named]
        if len(lacking) == len(stray) == 1:
            self.mended(f"the path parameter {stray[0]} was read as {lacking[0]}, as in {path}")
            found["path", lacking[0]] = replace(found.pop(("path", stray[0])), name=lacking[0])
            return
        for name in lacking:
            self.mended(f"the path parameter {name} was not described: it was added", self.name)
            found["path", name] = Param(name, "path", Shape(Type("json")), required=True)
        for name in stray:
            self.mended(f"the path parameter {name} is not in {path}: it was left out")
            del found["path", name]

    def _param(self, told: dict[str, Any], name: str, place: Place) -> Param:
        schema = told.get("schema")
        if schema is None and isinstance(told.get("content"), dict) and told["content"]:
            schema = mapping(next(iter(told["content"].values()))).get("schema")
        if schema is None:
            keys = ("type", "format", "enum", "minimum", "maximum", "items", "default", "pattern")
            schema = {key: told[key] for key in keys if key in told} or {"type": "string"}
        schema, required = self.schemas.as_meant(schema, name)
        shape = self.schemas.shape(schema)
        inner = mapping(schema)
        default = json.dumps(inner["default"]) if inner.get("default") is not None else ""
        words = str(told.get("description") or shape.words)
        words = worded(words, [mapping(schema)], shape.type.kind)
        if place == "query" and joined(told) and is_list(shape):
            shape, words = one_text(shape), f"{words}. {COMMAS}"
        required = bool(required) or told.get("required") in (True, "true") or place == "path"
        bare = not any(key in told for key in ("schema", "content", "type", "enum"))
        if bare and place == "query":
            supposed = queried(name, "").shape
            return Param(
                name, place, replace(supposed, words=words), required, default, silent=True
            )
        return Param(name, place, replace(shape, words=words), required, default)

    def _resolved(self, told: Any, section: str) -> dict[str, Any]:
        found = mapping(told)
        if "$ref" not in found:
            return found
        name = str(found["$ref"]).rsplit("/", 1)[-1]
        known = self._section(section)
        if name not in known:
            self.mended(f"{found['$ref']} is nowhere: it was left out")
        return mapping(known.get(name))

    def _body(
        self, method: str, told: dict[str, Any], params: list[Any]
    ) -> tuple[Shape | None, Consumed, bool, str]:
        older = [each for each in params if isinstance(each, dict)]
        if older:
            return self._older_body(older)
        body = self._resolved(told.get("requestBody"), "requestBodies")
        if not body:
            return None, "", False, ""
        if method in {"GET", "DELETE"} and not body:
            return None, "", False, ""
        for media, each in mapping(body.get("content")).items():
            kind = str(media).lower()
            shape = self.schemas.shape(mapping(each).get("schema", {}))
            example = example_of(mapping(each)) or shape.example
            if example and (shape.type.kind == "json" or (shape.open and not shape.properties)):
                start = int(self.at.rpartition(":")[2] or 1)
                made = sample(commented(example, self.lines, start), brought=True)
                shape = made.shape if made is not None else shape
            if "multipart" in kind:
                return shape, "multipart/form-data", True, example
            if kind.startswith(FORM):
                return shape, "", True, example
            if kind.startswith("text/"):
                return replace(shape, type=Type("string")), "text/plain", False, example
            if "octet-stream" in kind:
                self.unknowns.append(
                    Unknown("material", f"a body of {media}", self.at, "it is read as text")
                )
                return Shape(Type("string")), "text/plain", False, example
            return shape, "application/json", False, example
        return None, "", False, ""

    def _as_answered(
        self, about: str, body: Shape | None, example: str, replies: tuple[Reply, ...]
    ) -> Shape | None:
        """A body of which nothing is known, as what the answer to it shows."""
        shown = next((each.shape for each in replies if 200 <= each.status < 300), None)
        if body is None or body.type.kind != "json" or example or body.words or shown is None:
            return body
        parts = tuple(
            each
            for each in shown.properties
            if not each.read_only and not made_by_service(each, about.partition(" ")[2])
        )
        if not parts or not about.startswith(("POST", "PUT")):
            return body
        self.mended(f"what {about} brings is not said: it was taken to be what its answer has")
        return replace(shown, name=f"{shown.name}Input" if shown.name else "", properties=parts)

    def _older_body(self, told: list[dict[str, Any]]) -> tuple[Shape | None, Consumed, bool, str]:
        for each in told:
            if str(each.get("in")).lower() == "body":
                if "swagger" not in self.data:
                    self.mended("a body among the parameters was read as requestBody")
                if "schema" not in each and {"type", "properties"} & set(each):
                    self.mended("the schema of a body stood beside it: it was put there")
                beside = {key: one for key, one in each.items() if key not in {"in", "name"}}
                beside = {key: one for key, one in beside.items() if one not in (True, False)}
                shape = self.schemas.shape(each.get("schema", beside))
                return shape, "application/json", False, shape.example
        made = []
        for each in told:
            plain = {key: value for key, value in each.items() if key != "required"}
            shape = self.schemas.shape(plain)
            made.append(
                Property(str(each.get("name") or "value"), shape, each.get("required") is True)
            )
        files = any(each.shape.type.kind == "file" for each in made)
        record = Shape(Type("record"), properties=tuple(made))
        return record, "multipart/form-data" if files else "", True, ""

    def _replies(self, told: dict[str, Any]) -> list[Reply]:
        found = []
        for key, each in mapping(told.get("responses")).items():
            if status := status_of(str(key)):
                found.append(self._reply(status, each))
        return sorted(found, key=lambda reply: reply.status)

    def _reply(self, status: int, told: Any) -> Reply:
        if isinstance(told, str) and names_schema(told, self.schemas.schemas):
            self.mended(f"the response {status} was only the name of a schema")
            return Reply(status, self.schemas.shape(told))
        if isinstance(told, str):
            self.mended(f"the response {status} was only a sentence")
            return Reply(status, words=told)
        reply = self._resolved(told, "responses")
        if "description" not in reply and "$ref" not in mapping(told):
            self.mended("responses without a description were taken as they are", self.name)
        content = mapping(reply.get("content"))
        if not content and ("schema" in reply or "examples" in reply):
            shown = mapping(reply.get("examples"))  # Swagger has them by their media types
            media, value = next(iter(shown.items()), (JSON, reply.get("example")))
            content = {media: {"example": value}}
            content[media] |= {"schema": reply["schema"]} if "schema" in reply else {}
        headers = tuple(str(each) for each in mapping(reply.get("headers")))
        words = str(reply.get("description") or "")
        headers += tuple(each for each in headers_in(words) if each not in headers)
        for media, each in content.items():
            schema = mapping(each).get("schema")
            shape = self.schemas.shape(schema) if schema is not None else None
            example = example_of(mapping(each)) or (shape.example if shape else "")
            if example and (shape is None or shape.type.kind == "json"):
                made = sample(example, brought=False)
                shape = made.shape if made is not None else shape
            named = tuple(examples_of(mapping(each)))
            return Reply(status, shape, str(media), words, example, headers, named)
        shown_in_words = sample(words, brought=False) if words.startswith("{") else None
        if shown_in_words is not None and is_record(shown_in_words.shape):
            return Reply(status, shown_in_words.shape, JSON, words, shown_in_words.example, headers)
        return Reply(status, None, "", words, "", headers)
