"""Operations as routes, one file for each collection."""

from __future__ import annotations

import json
import keyword
import re
from typing import TYPE_CHECKING

from beliefs.build.expressions import Used, attribute, constant, given_name, safe
from beliefs.build.models import annotation, camel, inner_models, request_field
from beliefs.build.outcomes import usual
from beliefs.build.shapes import Scope, item_of, shape
from beliefs.build.statements import Body
from beliefs.build.targets import target
from beliefs.spec.effects import Answer, Effect, For, If
from beliefs.spec.operations import Input
from beliefs.spec.types import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.build.shapes import Shape
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec

_JSON = "application/json"
_PLACES = {"query": "Query", "header": "Header", "cookie": "Cookie", "form": "Form", "path": "Path"}
_INPUTS = frozenset(
    {"LARGEST", "WHOLE", "Whole", "StrictWhole", "Number", "StrictNumber", "StrictTruth"}
    | {"Email", "Url", "Day", "Moment", "ZonedMoment", "Uuid", "Json"}
)


def collection(path: str, base: str) -> str:
    """The file that a path's routes stand in.

    >>> collection("/api/notes/{id}", "/api"), collection("/{code}", "")
    ('notes', 'root')
    >>> collection("/import", ""), collection("/2fa", "")
    ('routes_import', 'routes_2fa')
    """
    rest = path.removeprefix(base).strip("/")
    first = rest.split("/")[0]
    name = re.sub(r"\W", "_", first) if re.fullmatch(r"[\w-]+", first) else "root"
    named = name.isidentifier() and not keyword.iskeyword(name)
    return name if named else f"routes_{name}"


def routes_file(spec: Spec, operations: list[Operation], name: str) -> str:
    """The routes of one collection, with the models of what they are brought."""
    used = Used()
    models: dict[str, str] = {}
    routes = [_route(spec, each, used, models) for each in operations]
    title = f"Routes of /{name}." if name != "root" else "Routes at the root."
    head = f'"""{title}"""\n\nfrom __future__ import annotations\n'
    router = target(spec).router(spec, name, used)
    parts = [
        head,
        _imports(spec, used),
        router,
        *models.values(),
        *routes,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _route(spec: Spec, operation: Operation, used: Used, models: dict[str, str]) -> str:
    scope = Scope(spec, operation)
    here = Used()
    writer = Body(_with_caller(scope, operation), here)
    lines = writer.lines(operation.effect)
    if not operation.effect:
        here.names.add("Refusal")
        lines = ['raise Refusal("not_built")']
    if here.now:
        here.values.add("now")
        lines = ["now = values.now()", *lines]
    if operation.needs == "caller" and not target(spec).KNOWN:
        lines = [f"me = {target(spec).CALLER}", *lines]
    reads = any(re.search(r"\bdb\b", line) for line in lines)
    arguments = _arguments(spec, operation, here, models)
    for model, fields in here.fitted.items():
        record = Input(model, "json", Type("record", fields=fields))
        models |= dict(inner_models(record, here, ""))
        here.names.add("BaseModel")
    if operation.method == "WEBSOCKET":
        told = _conversation(spec, operation, _transaction(lines, here, reads=reads), here)
        _gather(used, here)
        return told
    lines = [
        *_uploads(operation, here),
        *_plain(operation, lines),
        *_transaction(lines, here, reads=reads),
    ]
    shown = _response_model(operation, scope, here) if target(spec).SHOWN else ""
    route = target(spec).decorators(spec, operation, shown, here)
    returned = target(spec).returns(lines, here)
    route.append(f"def {operation.name}({', '.join(arguments)}) -> {returned}:")
    route.append(f'    """{_sentence(operation)}"""')
    _gather(used, here)
    return "\n".join([*route, *(f"    {line}" for line in lines)])


def _conversation(spec: Spec, operation: Operation, lines: list[str], used: Used) -> str:
    message = safe(operation.inputs[0].name) if operation.inputs else "message"
    told = _sentence(operation)
    return "\n".join(target(spec).conversation(operation, message, lines, told, used))


def _with_caller(scope: Scope, operation: Operation) -> Scope:
    if operation.needs != "caller" or scope.spec.identity is None:
        return scope
    who = shape(scope.spec.identity.who, scope)
    return scope.bound("me", _present(who))


def _present(found: Shape) -> Shape:
    return type(found)(found.what, nullable=False, entity=found.entity, item=found.item)


def _gather(used: Used, here: Used) -> None:
    used.names |= here.names
    used.values |= here.values
    used.modules |= here.modules
    used.tables |= here.tables
    used.request |= here.request
    used.secret |= here.secret
    used.json |= here.json


def _transaction(lines: list[str], here: Used, *, reads: bool) -> list[str]:
    if not reads:
        return lines
    here.names.add("transaction")
    return ["with transaction() as db:", *(f"    {line}" for line in lines)]


def _sentence(operation: Operation) -> str:
    text = (operation.summary or operation.name.replace("_", " ")).strip().replace('"""', "'''")
    text = text[:1].upper() + text[1:]
    text = text.replace("\\", "\\\\")
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _arguments(spec: Spec, operation: Operation, here: Used, models: dict[str, str]) -> list[str]:
    fields = [each for each in operation.inputs if each.place == "json"]
    arguments = [_argument(spec, each, here) for each in operation.inputs if each.place != "json"]
    if fields:
        model = _model(spec, operation, fields, here, models)
        if not any(each.required for each in fields):
            # An empty body is one without fields.
            here.names |= {"Body", "Annotated"}
            model = f"Annotated[{model}, Body(default_factory={model})]"
        arguments.insert(0, f"body: {model}")
    if operation.needs == "caller" and target(spec).KNOWN:
        here.names.add("Caller")
        arguments.insert(0, target(spec).KNOWN)
    if here.request and target(spec).REQUEST:
        arguments.insert(0, target(spec).REQUEST)
    # Python wants what has a default behind what has none.
    return sorted(arguments, key=lambda text: "=" in re.sub(r"\[.*\]", "", text))


def _model(
    spec: Spec, operation: Operation, fields: list[Input], here: Used, models: dict[str, str]
) -> str:
    name = camel(operation.name)
    if spec.entity(name) is not None:
        name = f"{name}Request"
    for each in fields:
        models |= dict(inner_models(each, here, name))
    inner = "\n".join(f"    {request_field(each, here, name)}" for each in fields)
    if operation.closed:
        here.names.add("ConfigDict")
        inner = f'    model_config = ConfigDict(extra="forbid")\n\n{inner}'
    for other, text in models.items():
        if text.split("\n\n", 1)[1] == inner:
            return other
    models[name] = (
        f'class {name}(BaseModel):\n    """What `{operation.name}` is brought."""\n\n{inner}'
    )
    here.names.add("BaseModel")
    return name


def _argument(spec: Spec, given: Input, here: Used) -> str:
    name = safe(given.name)
    if given.place == "file":
        kind = target(spec).UPLOAD
        here.names.add(kind)
        kind = f"list[{kind}]" if given.type.kind == "list" else kind
        if given.type.min_length and target(spec).UPLOAD == "UploadFile":
            here.names |= {"Annotated", "Field"}
            kind = f"Annotated[{kind}, Field(min_length={given.type.min_length})]"
        return f"{name}: {kind}" if given.required else f"{name}: {kind} | None = None"
    if given.place == "body":
        here.names |= {"Body", "Annotated"}
        mark = target(spec).whole_body(text=given.type.kind == "string")
        return f"{name}: Annotated[{annotation(given.type, here, strict=True)}, {mark}]"
    kind = annotation(given.type, here, strict=False)
    if not given.required and not given.default and not kind.endswith("| None"):
        kind = f"{kind} | None"
    place = _PLACES[given.place]
    alias = f"alias={json.dumps(given.wire)}" if given.wire != name else ""
    plain = given.place in {"path", "query"} and not alias and given.type.kind != "list"
    if not plain:
        here.names |= {"Annotated", place}
        kind = f"Annotated[{kind}, {place}({alias})]"
    if given.required:
        return f"{name}: {kind}"
    default = repr(json.loads(given.default)) if given.default else "None"
    return f"{name}: {kind} = {default}"


def _uploads(operation: Operation, here: Used) -> list[str]:
    lines = []
    for each in operation.inputs:
        if each.place == "file":
            here.names.add("uploaded")
            name = safe(each.name)
            several = each.type.kind == "list"
            read = f"[uploaded(each) for each in {name}]" if several else f"uploaded({name})"
            if not each.required:
                read = f"{read} if {name} else None"
            lines.append(f"{name} = {read}")
    return lines


def _plain(operation: Operation, lines: list[str]) -> list[str]:
    """Inputs with records in them, as plain values, where the effect looks at them."""
    found = []
    for each in operation.inputs:
        name = given_name(each)
        if each.place == "json" and any(re.search(rf"\b{name}\b", line) for line in lines):
            held = f"body.{attribute(each.name)}"
            listed = each.type.kind == "list"
            plain = f"[each.model_dump() for each in {held}]" if listed else f"{held}.model_dump()"
            optional = not each.required and not each.default
            found.append(
                f"{name} = {plain}" + (f" if {held} is not None else None" if optional else "")
            )
    return found


def _response_model(operation: Operation, scope: Scope, here: Used) -> str:
    """The model of what is answered, where each answer is a row or a list of rows of one kind."""
    if usual(operation.effect) is None:
        return ""
    shapes = set()
    for answer, inside in _answers(operation.effect, _with_caller(scope, operation)):
        if answer.media != _JSON or answer.body is None:
            return ""
        shapes.add(shape(answer.body, inside))
    if len({(each.what, each.entity, item_of(each).entity) for each in shapes}) != 1:
        return ""
    found = shapes.pop()
    if found.what == "row":
        here.names.add(f"shown:{found.entity}")
        return found.entity
    if found.what == "list" and item_of(found).what == "row":
        here.names.add(f"shown:{item_of(found).entity}")
        return f"list[{item_of(found).entity}]"
    return ""


def _answers(effect: Effect, scope: Scope) -> Iterator[tuple[Answer, Scope]]:
    for statement in effect:
        match statement:
            case Answer():
                yield statement, scope
            case If(_, then, otherwise):
                yield from _answers(then, scope)
                yield from _answers(otherwise, scope)
            case For(_, _, body):
                yield from _answers(body, scope)
        scope = Body(scope, Used())._lines(statement)[1]  # noqa: SLF001 - one writer in two parts


def _imports(spec: Spec, used: Used) -> str:
    names = used.names
    typing = sorted({"Any"} | (names & {"Annotated", "Literal"}))
    lines = ["import json"] if used.json else []
    lines += [f"from typing import {', '.join(typing)}", ""]
    lines += target(spec).imports(used)
    if models := sorted(names & {"BaseModel", "ConfigDict", "Field"}):
        lines.append(f"from pydantic import {', '.join(models)}")
    lines.append("")
    shown = {each.removeprefix("shown:") for each in names if each.startswith("shown:")}
    for entity in spec.entities:
        wanted = {constant(entity.plural)} if entity.name in used.tables else set()
        wanted |= {entity.name} & shown
        if wanted:
            module = entity.plural.replace("-", "_")
            lines.append(f"from app.entities.{module} import {', '.join(sorted(wanted))}")
    return "\n".join([*lines, *_own_imports(used)])


def _own_imports(used: Used) -> list[str]:
    names = used.names
    own = {
        "app": ({"values"} if used.values else set()) | used.modules,
        "app.identity": names & {"identified", "Caller"},
        "app.inputs": names & _INPUTS,
        "app.refusals": names & {"Refusal"},
        "app.store": names & {"transaction"},
        "app.uploads": names & {"uploaded", "download"},
        "app.settings": {"SECRET"} if used.secret else set(),
    }
    return [
        f"from {module} import {', '.join(sorted(each))}" for module, each in own.items() if each
    ]
