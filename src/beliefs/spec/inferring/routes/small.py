"""Routes that keep nothing: health, time, echo, and simple verbs over what they are brought."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_record
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.computing.signs import unlisted
from beliefs.spec.inferring.computing.zones import zoned_lines
from beliefs.spec.inferring.families.scheduling import cron_lines
from beliefs.spec.inferring.keeping.values import constant, literal, made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input

_HEALTH = {"health", "healthz", "ping", "status", "live", "ready", "healthcheck", "livez", "readyz"}
_SUMS = {
    "add": "+",
    "sum": "+",
    "plus": "+",
    "subtract": "-",
    "minus": "-",
    "multiply": "*",
    "times": "*",
    "divide": "/",
    "modulo": "%",
    "mod": "%",
}
_TEXTS = {
    "upper": "upper",
    "uppercase": "upper",
    "lower": "lower",
    "lowercase": "lower",
    "slugify": "slug",
    "slug": "slug",
    "hash": "hash",
    "sha256": "hash",
    "trim": "trim",
    "markdown": "markdown",
    "length": "length",
}


def small_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that looks at nothing kept; None when it is none of these."""
    chain = writer.chain(route)
    word = plain(next((each.name for each in reversed(chain) if each.name), ""))
    inputs = writer.inputs(route)
    shape = route.good.shape if route.good else None
    status = route.good.status if route.good else 200
    if word == "echo":
        return _echo(route, inputs, status)
    if (zoned := zoned_lines(writer, route)) is not None:
        return zoned
    still = word in _HEALTH or not chain or word == "version"
    if route.method == "GET" and not inputs and still and not _tells_rows(writer, route):
        return _constant(route, status)
    if (due := cron_lines(writer, route, inputs, status)) is not None:
        return due
    found = _worked(route, word, inputs)
    if found is None:
        return None
    guards, value = found
    if shape is None or not is_record(shape) or not shape.properties:
        return [*guards, f"answer {status} {made({'result': value})}"]
    values = {}
    for each in shape.properties:
        own = next((one for one in inputs if plain(one.name) == plain(each.name)), None)
        if own is not None:
            values[each.name] = f"input.{own.name}"
        elif plain(each.name) in {"operation", "op"}:
            values[each.name] = json.dumps(word)
        else:
            values[each.name] = value
    return [*guards, f"answer {status} {made(values)}"]


def _tells_rows(writer: Writer, route: Route) -> bool:
    """Whether words say that rows are listed: "the tasks that are ready"."""
    said = f"{route.words} {route.good.words if route.good else ''}".strip()
    nouns = "|".join(re.escape(plural(each.word)) for each in writer.kept.holdings)
    listed = rf"(?i)(?:^\W*(?:\d{{3}}\W+)?|\b(?:lists?|all|the|only|those) (?:\w+ )?)(?:{nouns})\b"
    return bool(nouns) and bool(re.search(listed, said.replace("_", " ")))


def _echo(route: Route, inputs: tuple[Input, ...], status: int) -> list[str] | None:
    whole = next((each for each in inputs if each.place == "body"), None)
    if whole is not None:
        media = (
            ' as "text/plain"'
            if route.consumes == "text/plain" and route.good and ("json" not in route.good.media)
            else ""
        )
        return [f"answer {status}{media} input.{whole.name}"]
    if not inputs:
        return None
    return [f"answer {status} {made({each.wire: f'input.{each.name}' for each in inputs})}"]


_COUNTS = re.compile(
    r"(?i)\b(?:counts?|numbers? of|how many|totals?|amounts? of|per|by|each|every)\b"
)


def _constant(route: Route, status: int) -> list[str] | None:
    reply = route.good
    if reply is None or (reply.shape is None and not reply.example):
        # "GET /status returns the number of tasks per status" is no sign of life.
        return None if _COUNTS.search(route.words) else [f'answer {status} {{status: "ok"}}']
    if reply.example:
        try:
            shown = json.loads(reply.example)
        except ValueError:
            return [f'answer {status} as "text/plain" {json.dumps(reply.example)}']
        if isinstance(shown, str) and reply.media.startswith("text/"):
            return [f'answer {status} as "{reply.media}" {json.dumps(shown)}']
        return None if _figures(shown) else [f"answer {status} {literal(shown)}"]
    shape = reply.shape
    if shape is None or not is_record(shape):
        return None
    values = {each.name: _usual(each) for each in shape.properties}
    if _figures({name: json.loads(each) for name, each in values.items() if each[:1].isdigit()}):
        return None
    return [f"answer {status} {made(values)}"] if all(values.values()) else None


def _figures(shown: object) -> bool:
    """Whether an example shows numbers, which are those of a moment and not of every answer."""
    told = shown.items() if isinstance(shown, dict) else ()
    numbers = [name for name, each in told if isinstance(each, int | float)]
    names = {plain(name) for name, each in told if not isinstance(each, bool) and name in numbers}
    return bool(names - {"status", "code", "version", "port", "statuscode"})


def _usual(part: Property) -> str:
    name, kind = plain(part.name), part.shape.type
    if part.shape.example or part.default or len(kind.choices) == 1:
        return constant(part)
    if kind.choices:
        fine = [each for each in kind.choices if each.lower() in {"ok", "healthy", "up", "pass"}]
        return json.dumps((fine or list(kind.choices))[0])
    if kind.kind == "boolean":
        return "true"
    if name in {"status", "message", "health"}:
        return '"ok"'
    if name == "version":
        return '"1.0.0"'
    if kind.kind == "datetime" or name in {"time", "timestamp", "now"}:
        return "now()"
    return ""


def _worked(route: Route, word: str, inputs: tuple[Input, ...]) -> tuple[list[str], str] | None:
    said = f"{route.summary}. {route.words}"
    numbers = [each for each in inputs if each.type.kind in {"integer", "number"}]
    texts = [each for each in inputs if each.type.kind == "string"]
    sign = _SUMS.get(word)
    if sign and len(numbers) == 2:
        one, other = (f"input.{each.name}" for each in numbers)
        guards = []
        if sign in {"/", "%"}:
            status = 400 if 400 in route.statuses or 422 not in route.statuses else 422
            way = "refused" if status == 400 else "out_of_range"
            guards = [f'guard {other} != 0 else {way} "Division by zero"']
        return guards, f"{one} {sign} {other}"
    if word in _TEXTS and len(texts) == 1:
        return [], f"{_TEXTS[word]}(input.{texts[0].name})"
    if word in {"calculate", "evaluate", "eval", "calc"} and len(texts) == 1:
        given, way = f"input.{texts[0].name}", f'{_refused(route)} "Not an expression"'
        signs = [f'guard not(contains({given}, "{sign}")) else {way}' for sign in unlisted(said)]
        guard = f"guard result != null else {way}"
        return [*signs, f"let result = calculate({given})", guard], "result"
    if word in {"greet", "hello", "greeting"} and len(texts) <= 1:
        shown = re.search(
            r'"([^"]*(?:hello|hi)[^"]*)"',
            f"{route.good.example if route.good else ''}",
            re.IGNORECASE,
        )
        head = re.match(r"[A-Za-z]+,?", shown[1])[0] if shown else "Hello,"  # type: ignore[index]
        end = "!" if not shown or shown[1].endswith("!") else ""
        name = f'or_else(input.{texts[0].name}, "World")' if texts else '"World"'
        return [], f'"{head} " + {name} + "{end}"'
    return None


def _refused(route: Route) -> str:
    return "out_of_range" if 422 in route.statuses and 400 not in route.statuses else "refused"
