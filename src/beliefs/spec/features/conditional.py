"""Tags of what is shown: changes only of what was seen, and nothing sent that is already there."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.effects import Answer, Effect, Guard, If, Let, Lit, Stmt, Var
from beliefs.spec.features.resources import Resource, program
from beliefs.spec.operations import Input, Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.types import Type

_SEEN = Input("if_match", "header", Type("string"), required=False, named="If-Match")
_HELD = Input("if_none_match", "header", Type("string"), required=False, named="If-None-Match")


def tagged(
    operation: Operation,
    one: str,
    *,
    must: bool,
    checks: bool,
    tag: str = "",
    anew: bool = False,
    either: bool = False,
) -> Operation:
    """An operation on one row that shows its tag, and looks at the tags that a request brings.

    `one` is what its effect calls the row; `must`: a change without If-Match is refused; `checks`:
    a change looks at If-Match at all; `tag`: what the tag is, where it says something; `anew`: with
    If-None-Match a row is only made; `either`: without one of both nothing is written.
    """
    tag = tag or f"etag({one})"
    if operation.method == "GET":
        return _read(operation, tag)
    effect = operation.effect
    inputs = operation.inputs
    if checks and operation.method in {"PUT", "PATCH", "DELETE"}:
        wanted = "either" if either and anew else "must" if must else ""
        effect = _guarded(effect, one, tag, wanted, anew=anew)
        inputs = _with(inputs, _SEEN)
        inputs = _with(inputs, _HELD) if anew else inputs
    return replace(operation, effect=_shown(effect, tag), inputs=inputs)


def _with(inputs: tuple[Input, ...], header: Input) -> tuple[Input, ...]:
    """The inputs with a header among them, once."""
    named = header.named.lower()
    return (*(each for each in inputs if each.wire.lower() != named), header)


def _read(operation: Operation, tag: str) -> Operation:
    same = program(
        # A weak tag will do where nothing is changed: W/"a" names what "a" names.
        f'if tagged(replace(or_else(input.if_none_match, ""), "W/", ""), {tag}):',
        f"    answer 304 headers {{ETag: {tag}}}",
    )
    effect = operation.effect
    held = (*effect[:-1], *same, *_shown(effect[-1:], tag))
    return replace(operation, effect=held, inputs=_with(operation.inputs, _HELD))


def tagged_list(operation: Operation) -> Operation:
    """A list that shows a tag of all that is in it."""
    *rest, answer = operation.effect
    if not isinstance(answer, Answer) or answer.body is None:
        return operation
    effect = (*rest, Let("shown", answer.body), replace(answer, body=Var("shown")))
    return _read(replace(operation, effect=effect), "etag(shown)")


def _guarded(effect: Effect, one: str, tag: str, wanted: str, *, anew: bool) -> Effect:
    """The effect with the tag looked at as soon as the row is there."""
    at = next((at for at, each in enumerate(effect) if _finds(each, one)), -1)
    test = f"tagged(input.if_match, {tag})"
    given = "input.if_match != null"
    also = "" if wanted == "must" and at >= 0 else "input.if_match = null or "
    if at < 0:  # a row that is made where there is none has no tag yet
        at = next((at for at, each in enumerate(effect) if _names(each, one)), -1)
        test = f"({one} != null and {test})"
        given = f"{one} = null or {given}"
    if wanted == "either":
        given = "input.if_match != null or input.if_none_match != null"
    checked = program(
        *([f"guard {given} else precondition_required"] if wanted else []),
        f"guard {also}{test} else precondition",
        *([f"guard input.if_none_match = null or {one} = null else precondition"] if anew else []),
    )
    return (*effect[: at + 1], *checked, *effect[at + 1 :])


def _finds(statement: Stmt, one: str) -> bool:
    match statement:
        case Guard(holds, "absent"):
            return holds == read_expression(f"{one} != null")
    return False


def _names(statement: Stmt, one: str) -> bool:
    return isinstance(statement, Let) and statement.name == one


def _shown(effect: Effect, shown: str) -> Effect:
    """Answers that show something show its tag too."""
    tag = ("ETag", read_expression(shown))
    found: list[Stmt] = []
    for each in effect:
        match each:
            case Answer(_, None):
                found.append(each)
            case Answer(_, body, headers=headers) if body != Lit(None):
                found.append(replace(each, headers=(*headers, tag)))
            case If(holds, then, otherwise):
                found.append(If(holds, _shown(then, shown), _shown(otherwise, shown)))
            case _:
                found.append(each)
    return tuple(found)


def located(operation: Operation, resource: Resource, *, absolute: bool) -> Operation:
    """A row that is made says where it is."""
    *rest, answer = operation.effect
    assert isinstance(answer, Answer)
    key = resource.entity.key.name
    before, _, after = resource.item_path.rpartition(f"{{{key}}}")
    behind = f' + "{after}"' if after else ""
    path = f'"{before}" + text({resource.one}.{key}){behind}'
    where = read_expression(f"url({path})" if absolute else path)
    told = replace(answer, headers=(*answer.headers, ("Location", where)))
    return replace(operation, effect=(*rest, told))


def options(path: str, methods: list[str], inputs: tuple[Input, ...] = ()) -> Operation:
    """Which methods a path has."""
    every = {*methods, "OPTIONS"} | ({"HEAD"} if "GET" in methods else set())
    allowed = ", ".join(sorted(every))
    name = "_".join(part.strip("{}").replace("-", "_") for part in path.split("/") if part)
    return Operation(
        f"options_{name or 'root'}",
        "OPTIONS",
        path,
        program(f'answer 204 headers {{Allow: "{allowed}"}}'),
        inputs=inputs,
        summary="Say which methods there are.",
    )
