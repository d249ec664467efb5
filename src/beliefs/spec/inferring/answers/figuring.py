"""Routes that answer figures, or lists of something else than rows, at paths of their own."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import Step, lists_records, unwrapped
from beliefs.spec.documents.words import snaked
from beliefs.spec.inferring.answers.accounting import accounted
from beliefs.spec.inferring.answers.columns import column_lines
from beliefs.spec.inferring.answers.dividing import divided
from beliefs.spec.inferring.answers.figures import figures
from beliefs.spec.inferring.answers.grouping import grouped
from beliefs.spec.inferring.answers.limiting import limits
from beliefs.spec.inferring.answers.lists import every, list_lines, read_query
from beliefs.spec.inferring.answers.summing import told_figures
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.creating import create_lines
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.service import Unknown


def random_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """One row by chance, of those that a query keeps."""
    one = holding.variable
    query = read_query(writer, route, holding)
    from beliefs.spec.inferring.valuing.selecting import drawn, scope_of

    told = drawn(route, scope_of(writer, route), holding)
    if told is None:
        said = f"{route.method} {route.path}: {route.words[:120]}"
        why = "not all that is said of these rows is understood"
        writer.unknown(Unknown("material", said, route.source, why))
    holds = [*writer.mine(route, holding), *query.holds]
    holds += [each for each in told or () if each not in holds]
    rows = f"{holding.name}[where {every(holds)}]" if holds else holding.name
    way = writer.refuse(
        route, "absent", f"There is no {holding.spoken.lower()} yet", "empty none", (404,)
    )
    return [
        f"let {one} = any_of({rows})",
        f"guard {one} != null else {way}",
        writer.answer(route, Scene(holding, one)),
    ]


def is_chance(route: Route, holding: Holding) -> bool:
    """Whether a path of rows is asked for one of them by chance: "returns a random quote"."""
    word = re.escape(holding.word).replace("_", "[ _]")
    told = rf"(?i)\b(?:an?|one|any) random(?: \w+)? {word}\b|\b{word} (?:at random|by chance)\b"
    return route.method == "GET" and bool(re.search(told, route.words)) and not lists_records(route)


def figure_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """An effect that answers figures over rows."""
    shape = route.good.shape if route.good else None
    if shape is None or not is_record(shape):
        return None
    where = writer.within(holding, chain[:-1])
    query = read_query(writer, route, holding)
    holds = [*where, *writer.mine(route, holding), *query.holds]
    holds += writer.present(route, holding)
    rows = f"{holding.name}[where {every(holds)}]" if holds else holding.name
    lines = writer.above(route, chain[:-1])
    if holds:
        lines.append(f"let found = {rows}")
        rows = "found"
    inner = _spoken(shape, route)
    wrap = ""
    if (
        len(shape.properties) == 1
        and is_record(shape.properties[0].shape)
        and (shape.properties[0].name in {"data", "stats", "result", "summary"})
    ):
        inner, wrap = shape.properties[0].shape, shape.properties[0].name
    if not inner.properties and inner.open:
        from beliefs.spec.inferring.answers.figures import figure

        by = Property(re.sub(r"^.*\bby[-_ ]", "by_", chain[-1].name), inner)
        body = figure(writer, by, rows, holding, {})
    else:
        known = {**told_figures(writer, route, inner, holding, rows), **query.values}
        body = divided(writer, inner, rows, holding)
        body = body or figures(writer, inner, rows, holding, known)
    if body is None:
        return None
    body = made({wrap: body}) if wrap else body
    return [*lines, f"answer {route.good.status if route.good else 200} {body}"]


def _spoken(shape: Shape, route: Route) -> Shape:
    """A record of figures with what sentences say of each: its digits, and that it may be null."""
    from beliefs.spec.inferring.valuing.phrases import told_of

    told = told_of(shape, route)
    parts = []
    for part in shape.properties:
        said = "; ".join(told.phrases.get(part.name, []))
        free = re.search(r"(?i)\bnull (?:if|when|without|while|as long|for|before)", said)
        kind = replace(part.shape.type, nullable=True) if free else part.shape.type
        digits = re.search(r"(?i)\brounded to [\w ]+", said)
        words_ = f"{part.words} {digits[0]}".strip() if digits else part.shape.words
        parts.append(replace(part, shape=replace(part.shape, type=kind, words=words_)))
    return replace(shape, properties=tuple(parts))


def alone_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """A path of its own: a list or figures of whatever its words and shapes say."""
    shape = route.good.shape if route.good else None
    inner, _ = unwrapped(shape)
    item = inner.item if is_list(inner) and inner is not None else None
    word = chain[-1].name if chain else ""
    if re.search(r"(?i)\.(?:csv|xlsx?|pdf|zip|ics|xml|html?|txt|png|svg|rss|atom)$", word):
        return None  # a file of its own kind, which a list of rows is not
    if route.method == "GET":
        if found := _told_figures(writer, route, chain) or column_lines(writer, route):
            return found
        other = writer.kept.like(item) or (writer.kept.like(inner) if item is None else None)
        named = [
            each
            for each in writer.kept.holdings
            if re.search(rf"(?i)\b{re.escape(each.word.replace('_', ' '))}s?\b", route.words)
        ]
        if drawn := next((each for each in named if is_chance(route, each)), None):
            return random_lines(writer, route, drawn)
        if shape is None and word:
            many = [each for each in writer.kept.holdings if each.places]
            other = named[0] if named else many[0] if len(many) == 1 else None
            return _spoken_list(writer, route, other, word) if other else None
        if item is not None:
            groups = grouped(writer, route, item, writer.kept.holdings) if other is None else None
            if groups and is_list(shape):
                return [f"answer {route.good.status if route.good else 200} {groups}"]
            other = other or _scored(writer, item)
            if other is not None:
                return list_lines(writer, route, other, (Step(word),), [])
            return None
        if other is not None and re.search(r"(?i)random", f"{word} {route.words}"):
            return random_lines(writer, route, other)
        if shape is not None and is_record(shape) and not writer.kept.like(shape):
            subjects = named or [each for each in writer.kept.holdings if each.places]
            for each in [*subjects, *writer.kept.holdings]:
                found = _tried(writer, route, each, (Step(word),))
                if found is not None:
                    return found
        return None
    if route.method == "POST" and is_record(route.body):
        made_ = writer.kept.like(inner)
        if made_ is None:
            made_ = next((each for each in writer.kept.holdings if route in each.routes), None)
        if made_ is not None and re.search(
            r"(?i)creat|add|submit|shorten|upload|register|new|record|post|place|send|save|make",
            f"{snaked(word)} {route.words}",
        ):
            return create_lines(writer, route, made_, chain)
    return None


_RANKS = re.compile(r"(?i)leaderboard|ranking|^top|^best|latest|recent|^all$|^everything$")


def _spoken_list(writer: Writer, route: Route, holding: Holding, word: str) -> list[str] | None:
    """The rows that words alone tell of, at a path of another name; None where one is not heard."""
    heard: list[Unknown] = []
    quiet = replace(writer, unknown=heard.append)
    found = list_lines(quiet, route, holding, (Step(word),), limits(route, holding) or [])
    silent = not re.search(r"\w", route.words)
    if (silent and not _RANKS.search(word)) or not accounted(route.words, holding, found, word):
        return None
    for each in heard:
        writer.unknown(each)
    return found


def _told_figures(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """A record of which words say what each figure is, whatever lists it has beside them."""
    shape = route.good.shape if route.good else None
    told = [
        each
        for each in (shape.properties if is_record(shape) and shape is not None else ())
        if each.shape.words and each.shape.type.kind in {"integer", "number"}
    ]
    for holding in writer.kept.holdings if len(told) > 1 else ():
        found = _tried(writer, route, holding, chain[-1:]) if not holding.shadow else None
        if found is not None:
            return found
    return None


def _tried(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """Figures over rows that may not be what is meant: nothing is said of those that are not."""
    heard: list[Unknown] = []
    found = figure_lines(replace(writer, unknown=heard.append), route, holding, chain)
    for each in heard if found is not None else ():
        writer.unknown(each)
    return found


def _scored(writer: Writer, item: Shape) -> Holding | None:
    """The holding that a list of other records is about, by the names that they share."""
    best: tuple[int, Holding] | None = None
    for each in writer.kept.holdings:
        shared = sum(bool(each.named(name)) for name in item.names)
        if shared >= 2 and (best is None or shared > best[0]):
            best = (shared, each)
    return best[1] if best else None
