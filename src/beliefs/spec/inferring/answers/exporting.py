"""Rows as a file for spreadsheets: a path that ends in `.csv`, or words that ask for CSV."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.uploading import brings
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.answers.lists import every, read_query
from beliefs.spec.inferring.answers.looking import belonging
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import listed
from beliefs.spec.inferring.writing import Writer


def export_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers rows as CSV; None where a route is about something else."""
    chain = writer.chain(route)
    asked = chain and chain[-1].name.endswith(".csv")
    named = chain and plain(chain[-1].name) in {"csv", "export", "download"}
    if route.method != "GET" or not chain or chain[-1].param:
        return None
    if not asked and not (named and re.search(r"(?i)\bcsv\b", route.words)):
        return None
    own = chain[-1].name
    others = [text for each in writer.contract.routes for text in sentences(each.words)]
    others += [text for _, text in writer.contract.prose]
    beside = [text for text in others if own.endswith(".csv") and text.startswith(own)]
    route = replace(route, words=". ".join([route.words.rstrip("."), *beside]))
    holding, at = _exported(writer, route, chain)
    if holding is None:
        return None
    where = belonging(writer, holding, at)
    if where is None:
        return None
    query = read_query(writer, route, holding)
    holds = [*where, *writer.mine(route, holding), *query.holds, *writer.present(route, holding)]
    order = query.order or stated_order(route, holding)
    ordered = [f"by {each}" for each in order]
    late = any(each.split(" ")[0].removeprefix(".") in holding.computed for each in order)
    clauses = [f"where {every(holds)}"] if holds else []
    clauses += [] if late else ordered
    rows = f"{holding.name}[{', '.join(clauses)}]" if clauses else holding.name
    told = columns_in(route.words) or _as_imported(writer, holding)
    known = [bool(holding.named(each) or each in holding.computed) for each in told]
    if not all(known) and sum(known) > 1 and re.match(r"in\b|with\b", told[known.index(False)]):
        told, known = told[: known.index(False)], [True]  # the sentence goes on
    columns = told if told and all(known) else [*holding.shown, *holding.computed]
    if late or any(each in holding.computed for each in columns):
        rows = listed(rows, holding, None, writer.kept)
        rows = f"{rows}[{', '.join(ordered)}]" if late else rows
    names = ", ".join(json.dumps(holding.named(each) or each) for each in columns)
    lines = [*writer.above(route, at[:-1]), *query.guards]
    headers = ""
    if name := _attached(route.words):
        saved = json.dumps(f'attachment; filename="{name}"')
        headers = f' headers {{"Content-Disposition": {saved}}}'
    return [*lines, f'answer 200 as "text/csv" csv({rows}, {names}){headers}']


def _attached(words: str) -> str:
    """The name that a file is to be saved under, where words say so.

    >>> _attached('text/csv, as an attachment "contacts.csv"'), _attached("GET /contacts.csv")
    ('contacts.csv', '')
    """
    saved = re.search(r"(?i)\battachment\b|\bdownload\w*|content-disposition|\bfile ?name\b", words)
    name = re.search(r"(?<![\w/.{-])([\w-]+\.csv)\b", words)
    return name[1] if saved and name else ""


def columns_in(words: str) -> list[str]:
    """The columns that a header names.

    >>> columns_in("text/csv with exactly the header line name,species,packets, by name")
    ['name', 'species', 'packets']
    """
    match = re.search(
        r"(?i)\b(?:header|columns?)(?: line| row)?s?(?: is| are|:)* `?([\w-]+(?:, ?[\w-]+)+)", words
    )
    match = match or re.search(r"(?<![\w.,/-])([a-z_]\w*(?:,[a-z_]\w*)+)(?![\w,])", words)
    if match is None:
        return []
    parts = match[1].split(",")
    tight = [each for each in parts if not each.startswith(" ")]
    return [each.strip() for each in (tight if len(tight) > 1 else parts)]


def _as_imported(writer: Writer, holding: Holding) -> list[str]:
    """The columns in which the same rows come in: what goes out can be brought again."""
    for each in writer.contract.routes:
        if each.method == "POST" and brings(each, holding.word):
            return columns_in(each.words)
    return []


def _exported(
    writer: Writer, route: Route, chain: tuple[Step, ...]
) -> tuple[Holding | None, tuple[Step, ...]]:
    """What is exported: what the path names without its ending, or is below, or the words name."""
    bare = (*chain[:-1], Step(chain[-1].name.removesuffix(".csv")))
    found = writer.kept.at(bare)
    if found is not None:
        return found, bare
    above = writer.kept.at(chain[:-1]) if len(chain) > 1 and not chain[-2].param else None
    if above is not None:
        return above, chain[:-1]
    spoken = [
        each
        for each in writer.kept.holdings
        if re.search(rf"(?i)\b{re.escape(plural(each.word).replace('_', ' '))}\b", route.words)
    ]
    if spoken:
        return spoken[0], (Step(plural(spoken[0].word)),)
    told = columns_in(route.words)
    having = [
        each
        for each in writer.kept.holdings
        if len(told) > 1 and all(each.named(one) or one in each.computed for one in told)
    ]
    return (having[0], (Step(plural(having[0].word)),)) if len(having) == 1 else (None, chain)
