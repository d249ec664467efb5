"""Files of several rows in one: "all scans of the recipe as a ZIP", `GET /receipts/all.zip`."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.places import Step, same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.lists import every, read_query
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.coded import coded_file
from beliefs.spec.inferring.routes.filing import ended_guard
from beliefs.spec.inferring.writing import Writer

_ZIP = re.compile(r"(?i)\bzip(?:ped)?\b|\.zip\b|\barchive\b|application/zip")


def packed_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers a ZIP of files; None where a route is about something else."""
    chain = writer.chain(route)
    shape = route.good.shape if route.good else None
    if route.method != "GET" or not chain or is_record(shape) or is_list(shape):
        return None
    media = route.good.media if route.good else ""
    said = f"{route.words} {route.good.words if route.good else ''}"
    named = plain(chain[-1].name) in {"zip", "archive"} or chain[-1].name.endswith(".zip")
    if "zip" not in media and not named and not _ZIP.search(said):
        return None
    above = _above(writer, chain)
    if above is None and any(each.param for each in chain):
        return None  # whose files, nobody knows
    found = _files(writer, route, above, said, chain)
    if found is None:
        return None
    reads = writer.above(route, chain if chain[-1].param else chain[:-1])
    if (link := _led(writer, route, chain)) is not None:
        reads += link
    lines = [*reads, f"let files = {found}"]
    none = [each for each in route.faults if each.status == 404 and _is_empty(each.words)]
    if none:
        way = writer.refuse(route, "absent", "There are no files", "no files without none", (404,))
        lines.append(f"guard count(files) > 0 else {way}")
    lines += _counted(route, above)
    status = route.good.status if route.good else 200
    return [*lines, f"answer {status} content(archive({_called(route, chain, above)}, files))"]


def _is_empty(words: str) -> bool:
    """Whether a failure is about there being no files.

    >>> _is_empty("an album without pictures"), _is_empty("no such album")
    (True, False)
    """
    return bool(re.search(r"(?i)\b(?:no|without|not (?:have )?any)\b(?! such)|\bhas none\b", words))


def _above(writer: Writer, chain: tuple[Step, ...]) -> Holding | None:
    """The row whose files are asked for; where a path names a link to it, the row behind that."""
    for end in range(len(chain), 0, -1):
        holding = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if holding is not None:
            behind = _behind(writer, holding)
            return behind or holding
    return None


def _behind(writer: Writer, holding: Holding) -> Holding | None:
    """The row that a link leads to: the link has no files, and the row has."""
    if file_of(holding) or any(file_of(each) for each, _ in writer.kept.children(holding)):
        return None
    for parent in holding.parents:
        above = writer.kept.of(parent.name)
        if above is not None:
            return above
    return None


def _led(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """Statements that follow a link to the row behind it."""
    holding = writer.kept.at(chain) if chain[-1].param else None
    above = _behind(writer, holding) if holding is not None else None
    if holding is None or above is None:
        return None
    link = next(each.field for each in holding.parents if each.name == above.name)
    found = f".{above.key.name} = {holding.variable}.{link}"
    return [
        *ended_guard(writer, route, holding),
        f"let {above.variable} = first({above.name}[where {found}])",
        f"guard {above.variable} != null else {writer.absent(route, above)}",
    ]


def file_of(holding: Holding) -> str:
    """The field of a row that holds a file, or files; empty where none does."""
    for each in holding.fields.values():
        inner = each.type.item
        if each.type.kind == "file" or (inner is not None and inner.kind == "file"):
            return each.name
    return ""


def _files(
    writer: Writer, route: Route, above: Holding | None, said: str, chain: tuple[Step, ...]
) -> str | None:
    """The files that are asked for, in the order in which they came, or as words say."""
    own = file_of(above) if above is not None else ""
    if above is not None and own and above.fields[own].type.kind == "list":
        return f"{above.variable}.{own}"
    if above is not None:
        below = [
            (each, link)
            for each, link in writer.kept.children(above)
            if file_of(each) or coded_file(each)
        ]
        holding, link = _meant([each for each, _ in below], said, chain), ""
        if holding is None:
            return None
        link = next(name for each, name in below if each is holding)
        where = [f".{link} = {above.variable}.{above.key.name}"]
    else:
        held = [each for each in writer.kept.holdings if file_of(each) or coded_file(each)]
        holding, where = _meant(held, said, chain), []
    if holding is None:
        return None
    query = read_query(writer, route, holding)
    name = file_of(holding)
    where += [*writer.mine(route, holding), *query.holds, *writer.present(route, holding)]
    if name and not holding.fields[name].required:
        where.append(f".{name} != null")
    clauses = [f"where {every(where)}"] if where else []
    clauses += [f"by {each}" for each in query.order or stated_order(route, holding)]
    rows = f"{holding.name}[{', '.join(clauses)}]" if clauses else holding.name
    one = holding.variable
    file = f"{one}.{name}" if name else coded_file(holding)
    if name and holding.fields[name].type.kind == "list":
        return f"flat(each({one} in {rows}: {file}))"
    if entry := _entry(said, holding, f"{one}.{name}" if name else file):
        file = f"merge({file}, {made({'name': entry})})"
    return f"each({one} in {rows}: {file})"


def _meant(held: list[Holding], said: str, chain: tuple[Step, ...]) -> Holding | None:
    """The rows with files that a path or words name; the only ones where neither does."""
    bare = chain[-1].name.removesuffix(".zip")
    named = [each for each in held if bare and same_thing(each.word, bare)]
    spoken = [
        each
        for each in held
        if any(same_thing(one, each.word) for one in re.findall(r"[A-Za-z]+", said))
    ]
    found = named or spoken or held
    return found[0] if len(found) == 1 or named else None


_BY_KEY = re.compile(
    r"(?i)\b(?:named|called|under|name[sd]?) (?:after |by |as )?(?:the |its |their )*"
    r"(?P<what>[\w ]+?)s?(?: and (?:the )?(?:extension|ending|suffix))?(?=[,.;:)]|$)|"
    r"(?P<sample>[`<{](?:id|\w+_id)[`>}]\.(?!zip)\w+)"
)


def _entry(said: str, holding: Holding, file: str) -> str:
    """What a file is called in the archive, where that is not its own name: "by the id, 3.png"."""
    for match in _BY_KEY.finditer(said):
        told = plain((match["what"] or "").removeprefix("by "))
        field = holding.key.name if match["sample"] else holding.named(told)
        if not field or plain(field) in {"name", "filename"} | {"originalname"}:
            continue
        stem = f"text({holding.variable}.{field})"
        return f'{stem} + "." + {_ending(file)}'
    return ""


def _ending(file: str) -> str:
    """The ending of a file by its type: jpg of a JPEG."""
    short = f'last(split({file}.type, "/"))'
    return f'if({short} = "jpeg", "jpg", {short})'


def _called(route: Route, chain: tuple[Step, ...], above: Holding | None) -> str:
    """What the archive is called: as words say, else as the path does, else by what it is of."""
    told = re.search(r"(?<![\w/.])((?:[\w-]|[{<]\w+[}>])+\.zip)\b", route.words)
    if told is not None:
        pieces = re.split(r"([{<]\w+[}>])", told[1])
        found = [
            f"text(input.{_param(each, route, chain)})"
            if each[:1] in {"{", "<"} and _param(each, route, chain)
            else json.dumps(each)
            for each in pieces
            if each
        ]
        return " + ".join(found)
    if chain[-1].name.endswith(".zip") and not chain[-1].param:
        return json.dumps(chain[-1].name)
    word = above.word if above is not None else chain[0].name
    return json.dumps(f"{word}.zip" if word else "files.zip")


def _param(piece: str, route: Route, chain: tuple[Step, ...]) -> str:
    """The name in a path that a part of a file name stands for."""
    told = plain(piece.strip("{}<>"))
    params = [each.param for each in chain if each.param]
    del route
    return next((each for each in params if plain(each) == told), params[-1] if params else "")


def _counted(route: Route, above: Holding | None) -> list[str]:
    """A count of downloads, where words say so: "adds one to its downloads"."""
    if above is None:
        return []
    for name, each in above.fields.items():
        adds = r"(?i)\b(?:adds? (?:one|1) to|counts? up|increases?|increments?|raises?)\b"
        adds = rf"{adds}[^.;]*\b{name}\b"
        if each.type.kind == "integer" and re.search(adds, route.words):
            one = above.variable
            return [f"patch {above.name} {one} {made({name: f'{one}.{name} + 1'})}"]
    return []
