"""Texts that are kept: brought as the body or as base64, given back as they are or as files."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.brought import unassumed
from beliefs.spec.brief.held import NOT_BLANK, STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.lists import parameters
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_RAW = (
    r"(?i)\b(?:raw|plain)(?: \w+)? (?:text|body)\b|\btext/(?:plain|markdown)\b|\braw "
    r"(?:request )?body\b|"
    r"\b(?:text|body) as (?:it is|is)\b|\bbody is the text\b"
)
_RAW_WORDS = (
    r"raw|plain|text/plain|text/markdown|body|request|text|texts|as is|stores?|sent|send|"
    r"whole|goes|given|content"
)
_BASE64 = r"(?i)\bbase64\b"
_TEXTS = (
    "text",
    "content",
    "body",
    "code",
    "markdown",
    "data",
    "source",
    "note",
    "message",
    "template",
)
_FIGURES = {
    "length": "length({})",
    "characters": "length({})",
    "chars": "length({})",
    "size": "byte_count({})",
    "bytes": "byte_count({})",
    "lines": "count(lines({}))",
    "words": "count(words_in({}))",
    "sha256": "hash({})",
    "hash": "hash({})",
}
_SAVED = (
    r"(?i)\battachment\b|\bdownload|\bas (?:an? )?(?:\.?(?:txt|md|text|plain text) "
    r")?files?\b|content-disposition|"
    r"\b\w+\.(?:txt|md)\b"
)
_AS_TEXT = (
    r"(?i)\bas (?:plain |raw )?text\b|\btext/(?:plain|markdown)\b|\b(?:raw|plain) text\b|\bthe "
    r"text itself\b|\bas (?:it was|it is|is)\b"
)
_TYPES = {"md": "text/markdown", "txt": "text/plain", "csv": "text/csv", "html": "text/html"}
_NAMED = re.compile(
    r"(?i)(?:file ?)?(?:named|called|name(?: is)?|filename=?:?|under the name|with the "
    r"name)(?: is| of)? (?:after |like )?(?:the |its )?"
    r"(?:(?P<m>⟪\d+⟫)|[<{]?(?P<f>\w+)[>}]?(?:'s name)?(?P<e>(?: with| plus| \+|,)? ?(?:an? |"
    r"the )?(?:extension |ending )?\.(?P<x>\w+))?)"
)
_GIVES = (
    r"sends?|gives?|returns?|answers?|serves?|as|an?|attachment|downloads?|downloadable|"
    r"files?|text|plain|text/plain|text/markdown|markdown|"
    r"txt|md|named|called|after|with|extension|ending|content-disposition|filename|browser|"
    r"instead of|saving|save|saves|it|show|shows|shown|"
    r"should|inline|raw|original|exactly|content type|type|contents?|body|itself"
)
_INLINE = re.compile(
    r"(?i)\binline\b|\binstead of (?:saving|downloading)|\bin the browser\b|\bbrowser should "
    r"(?:show|display)"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear which texts are kept as they come, and how they are given back."""
    for scene in scenes:
        kind = scene.kind
        if scene.request.method != "POST" or scene.deed is not None or kind is None:
            continue
        if (
            scene.told.body is None
            and (scene.request.raw is not None or re.search(_RAW, _text(scene)))
            and not re.search(_BASE64, _text(scene))
        ):
            _kept(service, scenes, scene, kind)
    for scene in scenes:
        row = scene.row
        if scene.request.method != "GET" or row is None or scene.kind is not None:
            continue
        if scene.deed is None and scene.told.answer is None:
            _given(scene, row)


def _text(scene: Scene) -> str:
    return " ".join(one.whole for one in scene.request.said)


# ---- what is kept -------------------------------------------------------------------------------


def _kept(service: Service, scenes: list[Scene], scene: Scene, kind: Kind) -> None:
    """A row with the text of the body; one of which no figures are shown is kept elsewhere."""
    if scene.request.raw is not None and not _shown(scenes, kind) & {*_FIGURES}:
        return
    if scene.request.raw is not None and scene.request.raw.max_length is not None:
        return
    unassumed(service, scenes, kind)
    for name in [n for n, g in scene.given.items() if g.place == "json"]:
        scene.given.pop(name)
        if name in {*_TEXTS, "raw", "plain", "raw_text", "plain_text", "text_body"}:
            kind.fields.pop(name, None)
    shown = _shown(scenes, kind)
    own = next((n for n in _TEXTS if n in shown), "")
    name = own or "text"
    held = Held(name, STRING, required=True, hidden=not own)
    kind.fields[name] = held
    kind.brought = [name]
    scene.bring(name, "body", held)
    scene.consumes = "text/plain"
    scene.deed = _create
    scene.after.append(lambda one: _filled(one, kind, name))
    for figure in shown - {name}:
        if figure in _FIGURES:
            start = _FIGURES[figure].format(f"input.{name}")
            sort = STRING if figure in {"sha256", "hash"} else Type("integer")
            kind.fields[figure] = Held(figure, sort, server=True, start=f"({start})")
            for line in (x for s in scenes for x in s.request.lines if x.name == figure):
                line.said.text = ""
    for each in heard.faults(service, [scene], r"\b(?:empty|blank|no text|nothing)\b"):
        if each.fault.status in {400, 422}:
            held.type = Type("string", min_length=1, pattern=NOT_BLANK)
            scene.fails("out_of_range", each.fault.status, each.fault.message)
            scene.fails("missing", each.fault.status, each.fault.message)
    for other in scenes:
        if (
            other.request.method == "POST"
            and other is not scene
            and other.kind is None
            and other.deed is None
        ):
            _decoded(service, scene, other, kind, name)
    heard.forget(scene, _RAW_WORDS)


def _shown(scenes: list[Scene], kind: Kind) -> set[str]:
    """The names that answers show of such rows."""
    return {
        n
        for s in scenes
        if heard.about(s, kind) and s.told.answer is not None
        for n in (s.told.answer.listed or s.told.answer).names
    }


def _create(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds

    deeds.create(scene, guards)


def _filled(scene: Scene, kind: Kind, name: str) -> None:
    """The text of the body is what the row keeps, whatever it is called there."""
    for at, line in enumerate(scene.lines):
        if line.startswith(f"insert {kind.name} {{") and f"{name}: input.{name}" not in line:
            scene.lines[at] = line.replace("{", f"{{{name}: input.{name}, ", 1).replace(", }", "}")


def _decoded(service: Service, first: Scene, scene: Scene, kind: Kind, name: str) -> None:
    """The same, where the text comes as base64 in JSON."""
    if not re.search(_BASE64, f"{_text(scene)} {scene.request.tail}"):
        return
    data = next((n for n, g in scene.given.items() if g.place == "json"), "")
    if not data or not scene.request.path.startswith(f"{kind.path}/"):
        return
    way = "out_of_range"
    for each in heard.faults(service, [scene], r"\bbase64\b|^[\W¦]*$"):
        way = "refused"
        scene.fails("refused", each.fault.status, each.fault.message)
    figures = ", ".join(
        f"{n}: {_FIGURES[n].format('decoded')}" for n in kind.fields if n in _FIGURES and n != name
    )
    values = ", ".join(filter(None, (f"{name}: decoded", figures)))

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief.showing import shown

        sketch = one.told.answer or first.told.answer
        record = sketch if sketch is not None and sketch.form == "record" else None
        one.lines += [
            f"let decoded = unbase64(input.{data})",
            f'guard decoded != null else {way} "{data} is no base64"',
            *guards,
            f"insert {kind.name} {{{values}}} as {kind.one}",
            f"answer {one.told.status or 201} {shown(one, kind, kind.one, record)}",
        ]

    scene.deed = deed
    heard.forget(
        scene, rf"{_RAW_WORDS}|base64|encoded|as|is|in|decoded|valid|stores?|{kind.spoken}"
    )


# ---- what is given back -------------------------------------------------------------------------


def _given(scene: Scene, row: Kind) -> None:
    """The text of a row as it is, or as a file with a name of its own."""
    text = _text(scene)
    texts = [n for n, h in row.fields.items() if (h.type or STRING).kind == "string" and not h.of]
    saved = bool(re.search(_SAVED, text) or scene.request.tail in {"download", "export"})
    plain = bool(
        re.search(_AS_TEXT, text)
        or scene.request.media.startswith("text/plain")
        or scene.request.tail in {"raw", "text", "plain"}
    )
    named = next(
        (
            n
            for n in texts
            if re.search(
                rf"(?i)\b(?:the |its ){re.escape(n)}\b(?! (?:with|plus|as (?:the )?(?:file "
                rf"?)?name))",
                text,
            )
        ),
        "",
    )
    name = named if named in _TEXTS else next((n for n in _TEXTS if n in texts), "")
    if (
        not name
        or not (saved or plain)
        or re.search(r"(?i)\bjson\b|\bhtml\b|\bpdf\b|\bzip\b", text)
    ):
        return
    ending = re.search(r"\.(md|txt|csv|html)\b", text)
    media = _TYPES.get(ending[1] if ending else "", "text/plain")
    if "text/markdown" in text:
        media = "text/markdown"
    file = f"{row.one}.{name}"
    if not saved:
        lines = [f'answer {scene.told.status or 200} as "{media}" {file}']
    else:
        called = _called(scene, row, texts, ending[1] if ending else "txt")
        lines = [f'let file = from_base64(base64({file}), {called}, "{media}")']
        flag = next(
            (n for n in parameters(scene) if n in {"inline", "view", "preview", "show"}), ""
        )
        if flag:
            scene.bring(flag, "query", Held(flag, STRING, required=False))
            lines += [f'if input.{flag} in ["1", "true", "yes"]:', "    answer 200 inline(file)"]
        always = not flag and _INLINE.search(text) is not None
        lines.append(f"answer {scene.told.status or 200} {'inline' if always else 'content'}(file)")

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(one)
        one.lines += [*guards, *lines]

    scene.deed = deed
    for one in scene.told.said:
        one.take(_NAMED)
    heard.forget(scene, _GIVES)


def _called(scene: Scene, row: Kind, texts: list[str], ending: str) -> str:
    """What a file is called, as an expression."""
    for one in scene.told.said:
        found = one.has(_NAMED)
        if found is None:
            continue
        if found["m"]:
            parts = re.split(r"[<{](\w+)[>}]", one.quote(found["m"]))
            known = {*texts, row.key.name}
            if all(x in known for x in parts[1::2]):
                told = [
                    f"text({row.one}.{x})" if at % 2 else json.dumps(x)
                    for at, x in enumerate(parts)
                    if x
                ]
                return " + ".join(told)
        elif found["f"] in {*texts, row.key.name}:
            return f'text({row.one}.{found["f"]}) + ".{found["x"] or ending}"'
    return f'"{row.spoken}-" + text({row.one}.{row.key.name}) + ".{ending}"'
