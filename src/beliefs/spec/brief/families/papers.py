"""Rows as PDF: one with its values, line by line, or all of them, one a line."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

_PDF = re.compile(r"(?i)\bpdf\b")
_WORDS = (
    r"pdf|application/pdf|file ?name|named|called|shows?|showing|with|lists?|listing|"
    r"contains?|containing|document|download(?:s|ed|able)?|"
    r"printable|paper|sheet|one row per|one line per|a row for (?:each|every)|a line for "
    r"(?:each|every)|per|row|rows|line|lines|heading|title|"
    r"use|using|via|made with|reportlab|fpdf2?|weasyprint|attachment|renders?|rendered|"
    r"generates?|generated|as|page|one-page|each|every|own|below|it"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Write the papers that are made of rows."""
    made = False
    for scene in scenes:
        text = " ".join(one.whole for one in scene.request.said)
        if scene.request.method != "GET" or scene.deed is not None:
            continue
        if not _PDF.search(f"{text} {scene.request.path} {scene.request.media}"):
            continue
        below = "/" + "/".join(scene.request.segments[:-1])
        kind = scene.row or scene.kind or next((x for x in service.kinds if x.path == below), None)
        if kind is None:
            continue
        made = True
        if scene.row is not None:
            _of_one(scene, kind, text)
        else:
            _of_all(scene, kind, text)
        heard.forget(scene, rf"{_WORDS}|{kind.plural}|{kind.spoken}|[\w{{}}<>-]+\.pdf")
        for one in scene.told.said:
            one.take(r"[\w-]*[{<]\w+[}>]\.pdf")
    for one in service.brief.said if made else ():
        one.take(
            r"(?:please )?(?:use|using|with|via) (?:reportlab|fpdf2?|weasyprint)(?: or "
            r"(?:reportlab|fpdf2?|weasyprint))?"
        )


def _visible(kind: Kind) -> list[str]:
    return [n for n, h in kind.fields.items() if not h.hidden and not h.of]


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _of_one(scene: Scene, kind: Kind, text: str) -> None:
    told = re.search(r"(?P<a>[A-Za-z][\w-]*)[{<]\w+[}>]\.pdf", re.sub(r"GET \S+", " ", text))
    name = (
        f'"{told["a"] if told else kind.spoken.replace(" ", "-") + "-"}" + '
        f'text({kind.one}.{kind.key.name}) + ".pdf"'
    )
    derived = {
        n: v.replace("$", kind.one)
        for (of, n), v in scene.service.derived.items()
        if of == kind.name
    }

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(one)
        pieces = [f'["{kind.spoken.capitalize()} " + text({kind.one}.{kind.key.name})]']
        for n in _visible(kind):
            sort = kind.fields[n].type or STRING
            if sort.kind == "list" and sort.item is not None and sort.item.kind == "record":
                cells = ' + ": " + '.join(
                    f'text(or_else(x.{y.name}, ""))' for y in sort.item.fields
                )
                pieces.append(f"each(x in {kind.one}.{n}: {cells})")
            elif sort.kind == "list":
                pieces.append(f"each(x in {kind.one}.{n}: text(x))")
            else:
                pieces.append(f'["{_label(n)}: " + text(or_else({kind.one}.{n}, ""))]')
        now = {
            n: v.replace("$", kind.one)
            for (of, n), v in one.service.derived.items()
            if of == kind.name
        }
        pieces += [
            f'["{_label(n)}: " + text({v})]'
            for n, v in (derived | now).items()
            if n not in kind.fields
        ]
        one.lines += [
            *guards,
            f"answer {one.told.status or 200} content(paper({name}, flat([{', '.join(pieces)}])))",
        ]

    scene.deed = deed


def _of_all(scene: Scene, kind: Kind, text: str) -> None:
    told = re.search(r"(?<![\w/{}])(?P<a>[A-Za-z][\w-]*)\.pdf", re.sub(r"GET \S+", " ", text))
    named = [n for n in _visible(kind) if re.search(rf"(?i)\b{re.escape(n)}\b", text)] or _visible(
        kind
    )

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief.lists import ordered

        cells = ' + ": " + '.join(f'text(or_else(x.{n}, ""))' for n in named)
        order = ordered(one, kind)
        rows = f"{kind.name}[{order}]" if order else kind.name
        lines = (
            f'flat([["{kind.plural.replace("_", " ").capitalize()}"], each(x in {rows}: {cells})])'
        )
        name = f'"{told["a"] if told else kind.plural}.pdf"'
        one.lines += [*guards, f"answer {one.told.status or 200} content(paper({name}, {lines}))"]
        one.kind = None

    scene.deed = deed
