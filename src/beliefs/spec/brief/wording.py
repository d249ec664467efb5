"""What a failure says of itself: its code, its words, the form of its body.

"404 with code `not_found` and message "no such poll"", `409 {"error": "taken"}`,
`{"error": {"code": "...", "message": "..."}}`.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.documents.templates import REASON, STATUS_TEXT, by_field, templated

_PLACE = re.compile(
    r"^(?:<[^<>]*>|\{[\w ]*\}|\.{2,}|…|string|str|text|message|code|reason|words|"
    r"(?:some|a|an|the) (?:\w+ )?(?:text|sentence|message|string|words|reason|code)|what(?: is|'s)"
    r" wrong|what went wrong|why|"
    r"human[- ]readable.*|explanation|description)?$",
    re.IGNORECASE,
)


class Wording(NamedTuple):
    """How one failure is told: its words, its code, and the whole body where it has more."""

    message: str = ""
    code: str = ""
    body: Sketch | None = None
    field: str = ""  # the name under which the input at fault is told besides


def value_of(sketch: Sketch) -> Any:
    """A sketch as JSON; what is only named is a place for some text."""
    if sketch.form == "record":
        return {each.name: value_of(each.value) for each in sketch.parts}
    if sketch.form == "list":
        return [value_of(sketch.item)] if sketch.item is not None else []
    try:
        return json.loads(sketch.text)
    except ValueError:
        return sketch.text or "..."


def is_place(value: object) -> bool:
    """Whether a sample only says that there is a text."""
    return isinstance(value, str) and _PLACE.match(value) is not None


def template(sketch: Sketch) -> str:
    """The template that the body of a failure is made from; empty where it shows none.

    >>> from beliefs.spec.brief.sketch import sketched
    >>> template(sketched('{"error": "not enough", "left": 4}'))
    '{"error": "{message}"}'
    >>> template(sketched("{ok: false, error: {code, message}}"))
    '{"ok": false, "error": {"code": "{code}", "message": "{message}"}}'
    """
    if sketch.form != "record":
        return ""
    told = _stated(value_of(sketch))
    found = by_field(json.dumps(told)) or templated(json.dumps(told))
    if not found:
        return ""
    made = _kept(json.loads(found))
    if STATUS_TEXT in found or REASON in found:
        return ""
    return json.dumps(made, ensure_ascii=False) if made else ""


def _stated(told: Any) -> Any:
    """A body in which every place for a text holds one, so that it reads as a sample."""
    if isinstance(told, dict):
        return {name: _stated(each) for name, each in told.items()}
    if isinstance(told, list):
        return [_stated(each) for each in told]
    if is_place(told):
        return "words"
    return False if told in ("false", "bool", "boolean") else told


def _kept(told: dict[str, Any]) -> dict[str, Any]:
    """A template without the values that only one failure has."""
    made: dict[str, Any] = {}
    for name, value in told.items():
        if isinstance(value, dict):
            if inner := _kept(value):
                made[name] = inner
        elif isinstance(value, bool) or re.search(r"\{\w+\}", json.dumps(value)):
            made[name] = value
    return made


def told_in(sketch: Sketch | None) -> Wording:
    """The words and the code that a body of a failure shows, and the body where it has more."""
    if sketch is None or sketch.form != "record":
        return Wording()
    form = template(sketch)
    message = code = ""
    plain = True
    for place, value in _leaves(value_of(sketch)):
        at = _at(json.loads(form), place) if form else None
        if at == "{message}" and isinstance(value, str):
            message = "" if is_place(value) else value
        elif at == "{code}" and isinstance(value, str):
            code = "" if is_place(value) else value
        elif at is None or (isinstance(at, bool) and at != value):
            plain = False
    return Wording(message, code, None if plain else sketch)


def _leaves(told: Any, above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    if not isinstance(told, dict):
        return [(above, told)]
    return [each for name, value in told.items() for each in _leaves(value, (*above, name))]


def _at(told: Any, place: tuple[str, ...]) -> Any:
    for name in place:
        if not isinstance(told, dict) or name not in told:
            return None
        told = told[name]
    return told


# ---- in sentences --------------------------------------------------------------------------------

_TEXT = r"⟪\d+⟫"
_CODE = re.compile(
    rf"(?i)[,‚]?\s*(?:\b(?:and|with|has|having|carries|as|under)\s+)*(?:the |an? |its )?(?:error "
    rf")?code"
    rf"(?: is| of)?:?\s*(?P<code>{_TEXT}|[A-Za-z]\w*_\w+|(?-i:[A-Z]{{3,}}\w*))"
)
_MESSAGE = re.compile(
    r"(?i)[,‚]?\s*(?:\b(?:and|with|has|having|carries|as)\s+)*(?:the |an? |its )?(?:error )?"
    r"(?:message|words|wording|detail|saying|says|reading|reads|that says|text)"
    rf"(?: is| of| that says)?:?\s*(?P<words>{_TEXT})"
)


# "naming the two", "(with the id that was asked for)": what the words show by themselves.
_HINT = re.compile(
    r"(?i)[,‚]?\s*\(?\b(?:with|naming|being|telling|showing|giving|the number being)(?: both)? the "
    r"(?:two|both|id|"
    r"number|name|code|key|amount|value|\w+ \w+)?(?: states?| statuses)?(?: ?that (?:was|were|is|"
    r"are))?(?: asked for| requested|"
    r" on hand| given| in question| in the path| looked for| left| wanted| there is| in it| "
    r"available)+\)?|"
    r"[,‚]?\s*\(?\bnaming (?:the two|both|them)(?: states)?\)?"
)
_FIELD = re.compile(
    r"(?i)[,‚]?\s*(?:\band )?(?:the |its )?(?:error|body|answer|it|which) (?:also )?(?:carries|has|"
    r"contains|names|tells|shows|"
    r"includes|holds)(?: also)? (?:the |an? )?(?P<name>⟪\d+⟫|[a-z]\w*)(?: in| as)?[,‚:]? ?(?:with |"
    r"being )?(?:the )?(?:name of the )?first "
    r"(?:wrong|bad|offending|invalid|broken|failing|faulty) (?:field|one|input|value)s?"
    r"(?:[,‚]? (?:in the order|in this order:?|in order of) (?P<order>\w+(?:(?:[,‚]| and|[,‚] "
    r"and) \w+)*))?"
)
_PAUSE = "‚"  # a comma within what a failure says of itself


def kept_together(text: str) -> str:
    """A sentence in which no comma stands between a failure and what it says of itself."""
    for pattern in (_FIELD, _CODE, _MESSAGE, _HINT):
        text = pattern.sub(lambda found: found[0].replace(",", _PAUSE), text)
    return text


def take_wording(part: Said) -> Wording:
    """Take the code, the words and the name of the field out of what is said of a failure."""
    named = part.take(_FIELD)
    code = part.take(_CODE)
    words = part.take(_MESSAGE)
    message = part.quote(words["words"]) if words is not None else ""
    if message or part.has(r"⟨\d+⟩"):
        part.take(_HINT)
    return Wording(
        message,
        part.quote(code["code"]) if code is not None else "",
        field=part.quote(named["name"]) if named is not None else "",
    )


def with_field(form: str, name: str) -> str:
    """A form with the input at fault under a name, beside the words.

    >>> with_field('{"error": {"message": "{message}"}}', "field")
    '{"error": {"message": "{message}", "field": "{field}"}}'
    """
    if not name:
        return form
    told = json.loads(form)
    place = next((x for x in told.values() if isinstance(x, dict)), told)
    place[name] = "{field}"
    return json.dumps(told, ensure_ascii=False)
