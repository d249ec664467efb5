"""Which inputs a request must bring with others, or instead of them.

"At least one field must be given", "either `email` or `phone` is required", "exactly one of them",
"`until` is required when `from` is given", "`reason` is needed if `status` is rejected".
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import counted
from beliefs.spec.operations import Input
from beliefs.spec.service import Unknown

_NAME = r"[`\"']?[A-Za-z_]\w*[`\"']?"
_NAMES = rf"{_NAME}(?:(?:, (?:or |and )?| or | and |/){_NAME})+"
_GIVEN = (
    r"(?:is|are|was|were|be|been|has been|have been|gets?)? ?(?:also )?"
    r"(?:given|sent|present|provided|set|supplied|there|specified|included|named|passed|"
    r"in the body)"
)
_NEEDED = (
    rf"(?:(?:is|are) (?:also )?(?:required|needed|mandatory|necessary|expected)|"
    rf"(?:must|has to|have to|needs? to) (?:also )?{_GIVEN})"
)
_FIELDS = r"(?:fields?|propert(?:y|ies)|keys?|attributes?|of (?:them|these|the fields|those))"
_SOME = re.compile(
    rf"(?i)\bat least (?P<n>\d+|one|two|three) (?:\w+ )?{_FIELDS}\b(?! (?:of|in) (?:a|an|the) )"
)
_NOTHING = re.compile(
    r"(?i)(?:\b(?:(?:an )?empty (?:json )?(?:body|object|patch|update|request|change)|"
    r"(?:a )?(?:body|patch|request|update|change) (?:without|with no) (?:any |a single |known )*"
    rf"{_FIELDS}|(?:no|none of the) {_FIELDS} (?:at all|{_GIVEN})|nothing to (?:change|update)|"
    rf"without (?:any |a single |known )*{_FIELDS})\b|\{{\s*\}})"
    r"[^.;]*?(?:\b4\d\d\b|\b(?:invalid|refused|rejected|an error|not allowed)\b)"
)
_ONE = re.compile(
    r"(?i)\b(?P<how>(?:exactly|at least|only|at most) one of|either|one of|not both)"
    rf" (?:the (?:fields|two) )?(?P<names>{_NAMES})|"
    rf"(?P<either>{_NAME}(?:, {_NAME})*,? or {_NAME}) {_NEEDED}"
)
_BOTH = re.compile(r"(?i)\b(?:not|never|but not|and not) both\b|\bonly one of (?:them|the two)\b")
_WHEN = re.compile(
    rf"(?i)(?P<what>{_NAMES}|{_NAME}) {_NEEDED} (?:if|when|whenever|once|as soon as|where) "
    rf"(?P<other>{_NAME}) (?:{_GIVEN}|(?:is|=|equals) (?P<value>[`\"']?[\w-]+[`\"']?))(?!\w)"
)
_WANTED = re.compile(
    r"(?i)\b(?:required|needed|needs|mandatory|necessary|must|has to|expects?|otherwise|else|4\d\d)"
)
_TOGETHER = re.compile(
    rf"(?i)\b(?P<names>{_NAMES}) (?:must |have to |can only |are |go |come |belong )*"
    r"(?:be )?(?:given |sent |set |used |provided )?(?:only )?together\b|"
    rf"\b(?:both or neither|both or none) of (?P<more>{_NAMES})"
)


def together_guards(writer: Writer, route: Route) -> list[str]:
    """Guards that what is brought goes together as the words say."""
    return list(dict.fromkeys(line for _, line in _guards(writer, route)))


def untied(writer: Writer, route: Route) -> None:
    """Say which sentences tie inputs to each other, and no guard does."""
    held = {sentence for sentence, _ in _guards(writer, route)}
    names = {plain(each.wire) for each in _brought(writer, route)}
    for sentence in _said(route):
        match = _WHEN.search(sentence)
        about = {plain(match["what"]), plain(match["other"])} if match else {""}
        if about <= names and sentence not in held:
            why = "nothing built holds to it"
            writer.unknown(Unknown("material", sentence.rstrip("."), route.source, why))


def _said(route: Route) -> list[str]:
    body = route.body.words if route.body is not None else ""
    return sentences(f"{route.words}\n{body}")


def _brought(writer: Writer, route: Route) -> list[Input]:
    return [each for each in writer.inputs(route) if each.place in {"json", "form", "query"}]


def _guards(writer: Writer, route: Route) -> Iterator[tuple[str, str]]:
    inputs = {plain(each.wire): each for each in _brought(writer, route)}
    for sentence in _said(route) if inputs else ():
        for holds, said in _rules(sentence, inputs, route.method):
            way = writer.refuse(route, "out_of_range", said, f"{said} missing invalid", (422, 400))
            yield sentence, f"guard {holds} else {way}"


def _rules(sentence: str, inputs: dict[str, Input], method: str) -> Iterator[tuple[str, str]]:
    """What must hold by a sentence, and how that is said."""
    one = _ONE.search(sentence)
    names = _known(one["names"] or one["either"], inputs) if one else []
    if one and len(names) > 1:
        yield from _alternatives(sentence, (one["how"] or "either").lower(), names)
        return
    many = _TOGETHER.search(sentence)
    names = _known(many["names"] or many["more"], inputs) if many else []
    if names:
        there = f"count([{', '.join(map(_value, names))}][where row != null])"
        yield f"{there} in [0, {len(names)}]", f"{_listed(names, 'and')} go together"
        return
    if found := _WHEN.search(sentence):
        yield from _needed(found, inputs)
    some = _SOME.search(sentence)
    if (some and _WANTED.search(sentence)) or _NOTHING.search(sentence):
        if any(each.place != "json" or _filled(each, method) for each in inputs.values()):
            return
        least = counted(some["n"]) if some else 1
        ending = "s" if least > 1 else ""
        yield f"count(given(input)) >= {least}", f"At least {least} field{ending} must be given"


def _filled(given: Input, method: str) -> bool:
    """Whether an input is there anyhow; whatever a PATCH brings may be left out."""
    return method != "PATCH" and (given.required or bool(given.default))


def _alternatives(sentence: str, how: str, names: list[Input]) -> Iterator[tuple[str, str]]:
    """One of several: exactly, at least, or at most."""
    both = bool(_BOTH.search(sentence)) or how in {"exactly one of", "not both"}
    needed = _WANTED.search(sentence)
    listed = f"[{', '.join(map(_value, names))}]"
    many = f"count({listed}[where row != null])"
    if how in {"only one of", "at most one of", "not both"} or (both and not needed):
        yield f"{many} <= 1", f"Only one of {_listed(names, 'and')} may be given"
    elif both:
        yield f"{many} = 1", f"Exactly one of {_listed(names, 'and')} must be given"
    elif needed:
        there = " or ".join(f"{_value(each)} != null" for each in names)
        yield there, f"{_listed(names, 'or')} must be given"


def _needed(found: re.Match[str], inputs: dict[str, Input]) -> Iterator[tuple[str, str]]:
    """What must be there when something else is, or has a value."""
    names = _known(found["what"], inputs)
    other = inputs.get(plain(found["other"]))
    if other is None or not names:
        return
    free = f"{_value(other)} = null"
    when = f"{other.wire} is given"
    if found["value"]:
        value = _literal(found["value"].strip("`\"'"), other)
        if value is None:
            return
        free, when = f"{_value(other)} != {value}", f"{other.wire} is {value}".replace('"', "")
    for each in names:
        yield f"{free} or {_value(each)} != null", f"{each.wire} is required when {when}"


def _literal(text: str, given: Input) -> str | None:
    """A value that an input may have, in the notation; None where it cannot be that."""
    kind = given.type.kind
    if kind == "boolean":
        return text.lower() if text.lower() in {"true", "false"} else None
    if kind in {"integer", "number"}:
        return text if re.fullmatch(r"-?\d+(?:\.\d+)?", text) else None
    chosen = [each for each in given.type.choices if plain(each) == plain(text)]
    return json.dumps(chosen[0]) if chosen else None


def _known(text: str, inputs: dict[str, Input]) -> list[Input]:
    """The inputs that a list of names is of; none where one of them is something else."""
    told = [each.strip("`\"' ") for each in re.split(r", (?:or |and )?| or | and |/", text)]
    found = [inputs[plain(each)] for each in told if plain(each) in inputs]
    return found if len(found) == len(told) else []


def _value(given: Input) -> str:
    return f"input.{given.name}"


def _listed(names: list[Input], word: str) -> str:
    *others, last = [each.wire for each in names]
    return f"{', '.join(others)} {word} {last}" if others else last
