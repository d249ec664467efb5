"""Bodies and answers that are no JSON, as a document states them: texts, pages, sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.features.pages import END, form_of, page, quoted

_Deed: TypeAlias = Callable[[Scene, list[str]], None]

_CONTENT = re.compile(r"(?i)^(?:content|text|body|raw|data|paste|markdown|source|value|message)$")
_LONG = re.compile(
    r"(?i)^\W*(?:(?:the |an? )?\w+ (?:is |are )?)?(?:too (?:long|large|big)|(?:is |are )?"
    r"(?:longer|larger|bigger|more) than \d+(?: (?:characters|bytes|chars))?)\W*$"
)
_TOLD = (
    r"(?:an? |the |as |in |is |are )*(?:html|web)?[- ]?pages?|html|(?:(?:as|in) )?(?:plain |raw )?"
    r"text(?: itself)?|plain|raw|as (?:it was|they were) stored|body|content|escaped|"
    r"browsers?|markup|(?:with |and )*(?:an? |the )?form (?:to add one|for (?:a )?new \w+)?|"
    r"lists?|listing|shows?|showing|links?"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Keep texts that are whole bodies, and answer in the media that are stated."""
    for scene in scenes:
        if scene.request.raw is not None and scene.deed is None and not scene.consumes:
            _kept(service, scene)
    for scene in scenes:
        if scene.request.media and (scene.deed is None or _fixed(scene)):
            _answered(service, scenes, scene)


# ---- texts that are brought ----------------------------------------------------------------------


def _kept(service: Service, scene: Scene) -> None:
    """A new row of the text that a request is brought."""
    kind, told = scene.kind, scene.request.raw
    assert told is not None  # it is brought as one
    if scene.request.method != "POST" or kind is None:
        scene.open.append("what it does with a text")
        return
    name = next((n for n in kind.fields if _CONTENT.match(n) and n not in scene.given), "")
    scene.given.pop(name, None)
    scene.bring("text", "body", Held("text", told, required=True, declared=True))
    scene.consumes = "text/plain"
    hidden, name = not name, name or "content"
    kind.fields[name] = Held(name, told, server=True, hidden=hidden, start="(input.text)")
    for each in heard.faults(service, [scene], _LONG.pattern):
        if each.fault.status != 413 or told.max_length is None:
            heard.put_back(service, each)
            continue
        scene.given["text"].held.type = replace(told, max_length=None)
        scene.checks.append(
            f"guard length(input.text) <= {told.max_length} else too_large "
            f"{scene.says(413, 'The text is too long')}"
        )


# ---- what is answered ----------------------------------------------------------------------------


def _answered(service: Service, scenes: list[Scene], scene: Scene) -> None:
    request, row = scene.request, scene.row
    fixed = _fixed(scene)
    if "html" in request.media and request.method == "GET" and not fixed:
        about = scene.kind or _listed(service, scene)
        if about is not None and (not request.params or scene.kind is about):
            scene.deed = _page(scenes, about)
            return heard.forget(scene, _TOLD)
        if row is not None and not request.tail:
            scene.deed = _one_page(row)
            return heard.forget(scene, _TOLD)
    text = _text(row) if row is not None and request.method == "GET" else ""
    if request.media.startswith("text/") and text and row is not None:
        scene.deed = _shown(row, text)
        return heard.forget(scene, _TOLD)
    if fixed and request.method == "GET" and scene.deed is None and scene.kind is None:
        scene.deed = _constant
        return heard.forget(scene, f"{_TOLD}|liveness|alive|health|checks?|pings?|answers?")
    if fixed:
        scene.after.append(_said)
        return heard.forget(scene, f"{_TOLD}|that says so")
    scene.open.append(f"how an answer of {request.media} is made")
    return None


def _fixed(scene: Scene) -> str:
    """What is always answered, by its example: that of a request that shows no rows."""
    shows = scene.request.method == "GET" and (scene.row is not None or scene.kind is not None)
    sample = scene.request.sample
    return "" if shows or "{" in sample else sample


def _said(scene: Scene) -> None:
    """Say what an example says, behind all that is done."""
    status = scene.told.status or 200
    if scene.lines and scene.lines[-1].startswith("answer "):
        scene.lines.pop()
    media = quoted(scene.request.media)
    scene.lines.append(f"answer {status} as {media} {quoted(scene.request.sample)}")


def _constant(scene: Scene, guards: list[str]) -> None:
    scene.lines += guards
    _said(scene)


def _text(kind: Kind) -> str:
    """The field of a row that is its text; empty where none is, or several are."""
    found = [n for n in kind.fields if _CONTENT.match(n)]
    return found[0] if len(found) == 1 else ""


def _shown(row: Kind, name: str) -> _Deed:
    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(scene)
        media = quoted(scene.request.media)
        scene.lines += [*guards, f"answer 200 as {media} {row.one}.{name}"]

    return deed


# ---- pages ---------------------------------------------------------------------------------------


def _listed(service: Service, scene: Scene) -> Kind | None:
    """The rows that a page at a path of its own shows: those that it names, or all there are."""
    whole = " ".join(one.whole for one in scene.request.said).lower()
    made = [x for x in service.kinds if x.makes and x.parent is None]
    named = [x for x in made if re.search(rf"\b(?:{x.spoken}|{x.plural})\b", whole)]
    found = named or made
    return found[0] if len(found) == 1 else None


def _page(scenes: list[Scene], kind: Kind) -> _Deed:
    """Each row as an item, escaped, and the form that makes one where words speak of a form."""

    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        whole = " ".join(one.whole for one in scene.request.said)
        form = ""
        making = next((x for x in scenes if x.kind is kind and x.request.method == "POST"), None)
        if making is not None and re.search(r"(?i)\bform\b", whole):
            form = form_of(making.inputs(), making.request.path)
        heading = kind.plural.replace("_", " ").capitalize()
        told, status, media = scene.told.answer, scene.told.status or 200, scene.request.media
        scene.kind, scene.told.answer = kind, None
        scene.lines += guards
        deeds.listing(scene, kind)
        rows = scene.lines.pop().partition(" ")[2].partition(" ")[2]
        scene.told.answer = told
        names = [n for n, h in kind.fields.items() if _plain(h)] or [kind.key.name]
        item = quoted(f"<li>{': '.join(f'{{{x}}}' for x in names)}</li>")
        values = ", ".join(f"{x}: one.{x}" for x in names)
        start = quoted(f"{page(heading)}<h1>{heading}</h1>\n<ul>\n")
        end = quoted(f"\n</ul>\n{form}{END}")
        scene.lines += [
            f"let items = each(one in {rows}: html({item}, {{{values}}}))",
            f'answer {status} as "{media}" {start} + joined(items, {quoted(chr(10))}) + {end}',
        ]

    return deed


def _one_page(kind: Kind) -> _Deed:
    """One row as a page, a line for each value."""

    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        names = [n for n, h in kind.fields.items() if _plain(h)] or [kind.key.name]
        label = next((x for x in names if x in {"title", "name", "subject"}), names[0])
        whole = " ".join(one.whole for one in scene.request.said)
        marked = re.search(r"(?i)\bmarkdown\b|\brendered\b", whole)

        head = quoted(page("{label}") + "<h1>{label}</h1>\n")
        parts = [f"html({head}, {{label: {kind.one}.{label}}})"]
        for name in [x for x in names if x != label]:
            if marked and _CONTENT.match(name):
                parts.append(f'markdown(or_else({kind.one}.{name}, ""))')
            else:
                parts.append(f"html({quoted('<p>{it}</p>' + chr(10))}, {{it: {kind.one}.{name}}})")
        deeds.read_rows(scene)
        media, status = scene.request.media, scene.told.status or 200
        whole = " + ".join([*parts, quoted(END)])
        scene.lines += [*guards, f'answer {status} as "{media}" {whole}']

    return deed


def _plain(held: Held) -> bool:
    """Whether a value is shown to people as it is."""
    kind = held.type.kind if held.type is not None else "string"
    return not held.hidden and not held.of and kind not in {"file", "list", "json", "record"}
