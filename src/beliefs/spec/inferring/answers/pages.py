"""Routes that answer HTML: a page with all rows, a page with one and what belongs to it."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.words import plain
from beliefs.spec.features.pages import END, form_of, page, quoted
from beliefs.spec.inferring.answers.lists import every, read_query
from beliefs.spec.inferring.answers.markup import described_lines
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.selecting import selected_rows
from beliefs.spec.inferring.writing import Writer

_MARKED = {"content", "body", "text", "markdown"}
_HTML = re.compile(
    r"(?i)\bhtml[- ](?:page|list|table|view|form|document)\b|\b(?:web|home|index) ?page\b"
    r"|\bpage (?:in|as) html\b|\bhtml(?= to \w+[:,]|: )|"
    r"\b(?:as|in|returns?|answers?|serves?|shows?) (?:an? )?html\b"
)
_LISTS = re.compile(r"(?i)\b(?:lists?|listing|all|every|each|table|entries|existing)\b")
_LABELS = ("title", "name", "subject", "heading", "question")


def is_page(route: Route) -> bool:
    """Whether what a route answers is HTML."""
    if route.method != "GET" or route.good is None:
        return False
    return "html" in route.good.media or (not route.good.media and bool(_HTML.search(route.words)))


def has_form(route: Route) -> bool:
    """Whether a page has a form on it."""
    return bool(re.search(r"(?i)<form\b|\bform\b(?! of)", route.words))


def page_lines(writer: Writer, route: Route) -> list[str] | None:
    """The page that a route answers; None where nothing says of what."""
    chain = writer.chain(route)
    if not _forms(writer, route) and (told := described_lines(writer, route)) is not None:
        return told
    holding = writer.kept.at(chain) if chain else None
    if _forms(writer, route) and not any(each.param for each in chain):
        form = _form(writer, route)
        held = next((each for each in writer.kept.holdings if form in each.routes), None)
        return _all(writer, route, held, form) if form and held is not None else None
    if holding is None and not any(each.param for each in chain):
        holding = _named(writer, route)
        return _all(writer, route, holding) if holding is not None else None
    if holding is None and len(chain) > 1 and not chain[-1].param and chain[-2].param:
        above = writer.kept.at(chain[:-1])
        return _rendered(writer, route, above) if above is not None else None
    if holding is None:
        return None
    return _one(writer, route, holding) if chain[-1].param else _all(writer, route, holding)


def _forms(writer: Writer, route: Route) -> bool:
    """Whether a page has a form: it says so, or no page does and the form leads back to it."""
    told = any(is_page(each) and has_form(each) for each in writer.contract.routes)
    back = any(each.posting and each.posting.back == route.path for each in writer.contract.routes)
    return has_form(route) or (back and not told)


def _form(writer: Writer, route: Route) -> Route | None:
    """The route that the form on a page is posted to: as words say, else the only one."""
    posts = [each for each in writer.contract.routes if each.posting is not None]
    aimed = [each for each in posts if each.posting and each.posting.path in route.words.split('"')]
    aimed = aimed or [each for each in posts if each.posting and each.posting.back == route.path]
    return aimed[0] if aimed else posts[0] if len(posts) == 1 else None


def _rendered(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """The Markdown of a row as a page under its label: `GET /docs/{id}/page`; None for no such."""
    said = f"{route.words} {' '.join(text for _, text in writer.contract.prose)}"
    texts = [each for each in _texts(holding) if plain(each) in _MARKED]
    named = [each for each in _texts(holding) if re.search(rf"(?i)\b{each} rendered\b", said)]
    if not re.search(r"(?i)\bmarkdown\b|\brendered\b", said) or not (named or texts):
        return None
    one, label = holding.variable, _label(holding)
    text = (named or texts)[0]
    start = f"html({quoted(page('{label}'))}, {{label: {one}.{label}}})"
    whole = f"{start} + markdown(or_else({one}.{text}, {quoted('')})) + {quoted(END)}"
    return [*writer.above(route, writer.chain(route)[:-1]), f"{_sent(route)} {whole}"]


def _named(writer: Writer, route: Route) -> Holding | None:
    """The rows that words speak of; where rows of one kind are all there is, those."""
    held = [each for each in writer.kept.holdings if not each.account and each.places]
    said = [
        each
        for each in held
        if re.search(rf"(?i)\b{re.escape(each.word.replace('_', ' '))}s?\b", route.words)
    ]
    return said[0] if said else held[0] if len(held) == 1 else None


def _label(holding: Holding) -> str:
    shown = [each for each in (*_texts(holding), holding.key.name) if plain(each) in _LABELS]
    return next(iter([*shown, *_texts(holding)]), holding.key.name)


def _texts(holding: Holding) -> list[str]:
    return [
        each.name
        for each in holding.fields.values()
        if each.type.kind not in {"file", "list", "json", "record"}
        and plain(each.name) not in SECRETS | {"passwordhash"}
        and each.name not in {holding.owner, *(parent.field for parent in holding.parents)}
    ]


def _all(
    writer: Writer, route: Route, holding: Holding, posted: Route | None = None
) -> list[str] | None:
    """Each row as an item, with a link where one of them has a page of its own; and a form."""
    form = ""
    if posted is not None and posted.posting is not None:
        given = [each for each in writer.inputs(posted) if each.place in {"form", "file"}]
        form = form_of([replace(each, name=each.wire) for each in given], posted.posting.path)
        if not _LISTS.search(route.words):
            heading = f"New {holding.spoken.lower()}"
            text = f"{page(heading)}<h1>{heading}</h1>\n{form}{END}"
            return [f"{_sent(route)} {quoted(text)}"]
    one = holding.variable
    heading = _heading(route) or holding.entity.plural.replace("_", " ").capitalize()
    query = read_query(writer, route, holding)
    holds = [*writer.mine(route, holding), *query.holds, *writer.present(route, holding)]
    some = selected_rows(writer, replace(route, words=_BARE.sub("", route.words)), holding)
    holds += [each for each in (some.holds if some else ()) if each not in holds]
    if _narrowed(route, holding, holds):
        return None
    order = query.order or stated_order(route, holding)
    clauses = [f"where {every(holds)}"] if holds else []
    clauses += [f"by {each}" for each in order]
    rows = f"{holding.name}[{', '.join(clauses)}]" if clauses else holding.name
    alone = next(
        (
            each
            for each in writer.contract.routes
            if each.method == "GET"
            and each is not route
            and (chain := writer.chain(each))
            and chain[-1].param
            and writer.kept.at(chain) is holding
            and each.path.count("{") == 1
        ),
        None,
    )
    fields = [_label(holding)] if alone else _texts(holding)
    text = ": ".join(f"{{{each}}}" for each in fields)
    values = {each: f"{one}.{each}" for each in fields}
    if alone is not None:
        target = re.sub(r"\{\w+\}", "{key}", alone.path)
        text = f'<a href="{target}">{text}</a>'
        values["key"] = f"{one}.{holding.key.name}"
    around, sampled = ("ul", ""), _ITEM.search(route.words)
    if sampled:
        found = _patterned(sampled[0], holding)
        if found is None:
            return None
        text, values = found[0], {each: f"{one}.{each}" for each in found[1]}
    elif re.search(r"(?i)\btable\b", route.words):
        columns = _columns(route, holding)
        if not columns:
            return None
        values = {each: f"{one}.{each}" for each in columns}
        around = ("table", f"<tr>{''.join(f'<th>{each}</th>' for each in columns)}</tr>\n")
        text = f"<tr>{''.join(f'<td>{{{each}}}</td>' for each in columns)}</tr>"
    said = ", ".join(f"{name}: {value}" for name, value in values.items())
    text = text if sampled or around[1] else f"<li>{text}</li>"
    items = f"each({one} in {rows}: html({quoted(text)}, {{{said}}}))"
    first = f"{page(heading)}<h1>{heading}</h1>\n"
    start = quoted(f"{first}<{around[0]}>\n{around[1]}")
    end = quoted(f"\n</{around[0]}>\n{form}{END}")
    told = f"{start} + joined(items, {quoted(chr(10))}) + {end}"
    if none := _NONE.search(route.words):
        said = none["tag"] or f"<p>{none['said']}</p>"
        told = f"if(count(items) = 0, {quoted(f'{first}{said}{chr(10)}{form}{END}')}, {told})"
    return [f"let items = {items}", f"{_sent(route)} {told}"]


# What a page is said to be, before the rows that it lists.
_BARE = re.compile(
    r"(?i)^(?:an? |the )?(?:simple |plain )?html[- ]?(?:page|list|view)?,? "
    r"(?:of|with|listing|showing|that lists) (?:an? (?:un)?ordered list of )?"
)
_NONE = re.compile(
    r"(?i)\b(?:if|when|where|as long as) (?:there (?:are|is)|it has) (?:no\w*|none)\b[^.<\"“]*?"
    r"(?:(?P<tag><p>[^<]*</p>)|[\"“](?P<said>[^\"”]+)[\"”])"
)
_HEADING = re.compile(
    r"(?i)<h1>(?P<tag>[^<{]+)</h1>|\b(?:heading|headline|h1)\b(?: of| that says|:)? ?"
    r"[\"“](?P<said>[^\"”]+)[\"”]|[\"“](?P<before>[^\"”]+)[\"”] (?:as|in) (?:an? |the )?<?h1"
)


_COLUMNS = re.compile(
    r"(?i)\bcolumns?:? (?P<names>\w+(?:, (?!sorted|ordered|and\b)\w+)*(?:,? and \w+)?)"
)


# "a table of all books (title, author)"
_ASIDE = re.compile(r"(?i)\btable\b[^.()]*\((?P<names>\w+(?:, \w+)*(?:,? and \w+)?)\)")


def _columns(route: Route, holding: Holding) -> list[str]:
    """The columns of a table by their names; none where one of them is no value of the rows."""
    found = _COLUMNS.search(route.words) or _ASIDE.search(route.words)
    names = re.split(r",? and |, ", found["names"]) if found else []
    told = [holding.named(each) for each in names]
    return told if all(told) else []


_ITEM = re.compile(r"<li\b[^>]*>(?:(?!</?li\b)[^`\n])+</li>")


def _patterned(item: str, holding: Holding) -> tuple[str, list[str]] | None:
    """An item that is shown, with names where values of the example row stand; and the names.

    None where it shows something that is no value of that row: who knows what it stands for.
    """
    try:
        shown = next(json.loads(each.example) for each in holding.routes if each.example)
    except (StopIteration, ValueError):
        return None
    values = {str(value): name for name, value in shown.items() if name in holding.fields}
    if "{" in item or not values:
        return None
    one = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    text = re.sub(rf"(?<![\w<])(?:{one})(?![\w>])", lambda of: f"{{{values[of[0]]}}}", item)
    bare = re.sub(r"<[^<>{}]*>|\{\w+\}", "", text)
    named = list(dict.fromkeys(re.findall(r"\{(\w+)\}", text)))
    return None if re.search(r"\w", bare) or not named else (text, named)


def _heading(route: Route) -> str:
    """What a page is headed by, where words say so."""
    found = _HEADING.search(route.words)
    if found is None:
        return ""
    return (found["tag"] or escape(found["said"] or found["before"], quote=False)).strip()


def _narrowed(route: Route, holding: Holding, holds: list[str]) -> bool:
    """Whether words speak of some rows alone, by a truth or a choice, and nothing holds to it."""
    said = f"{route.path.replace('/', ' ')} {route.words}"
    things = re.escape(holding.entity.plural.replace("_", " "))
    for each in holding.fields.values():
        kinds = [each.name] if each.type.kind == "boolean" else list(each.type.choices)
        for kind in kinds:
            if not re.search(rf"(?i)\b{re.escape(kind)} {things}\b", said):
                continue
            if not any(f".{each.name}" in one for one in holds):
                return True
    return False


def _one(writer: Writer, route: Route, holding: Holding) -> list[str] | None:
    """A row with all that it shows, and lists of what belongs to it."""
    chain = writer.chain(route)
    one, label = holding.variable, _label(holding)
    lines = writer.above(route, chain)
    marked = re.search(r"(?i)\bmarkdown\b", f"{route.words} {writer.contract.summary}")
    parts = [f"html({quoted('<h1>{label}</h1>' + chr(10))}, {{label: {one}.{label}}})"]
    for name in _texts(holding):
        if name == label:
            continue
        if marked and plain(name) in _MARKED:
            parts.append(f'markdown(or_else({one}.{name}, ""))')
            continue
        head = name.replace("_", " ").capitalize()
        told = quoted(f"<p>{head}: {{it}}</p>\n")
        parts.append(f"html({told}, {{it: {one}.{name}}})")
    for child, link in writer.kept.children(holding):
        text = next(iter(_texts(child)), "")
        if child.account or not text or child is holding:
            continue
        lines.append(
            f"let {child.entity.plural} = each(it in {child.name}[where .{link} = "
            f'{one}.{holding.key.name}]: html("<li>{{it}}</li>", {{it: it.{text}}}))'
        )
        head = child.entity.plural.replace("_", " ").capitalize()
        listed = f"joined({child.entity.plural}, {quoted(chr(10))})"
        parts.append(f"{quoted(f'<h2>{head}</h2>{chr(10)}<ul>{chr(10)}')} + {listed}")
        parts.append(quoted("\n</ul>\n"))
    start = f"html({quoted(page('{label}'))}, {{label: {one}.{label}}})"
    return [*lines, f"{_sent(route)} {' + '.join([start, *parts, quoted(END)])}"]


def _sent(route: Route) -> str:
    status = route.good.status if route.good else 200
    return f'answer {status} as "text/html"'
