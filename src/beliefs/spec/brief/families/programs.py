"""Documents that another program converts: pandoc, called with arguments and without a shell."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.brought import text_of
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_SECONDS = 60


class Form(NamedTuple):
    """A format as people and as pandoc call it, with the type of its files; text or not."""

    words: str
    name: str
    ending: str
    type: str
    text: bool


_WORD = "application/vnd.openxmlformats-officedocument"
_FORMS = (
    Form("markdown|md", "markdown", "md", "text/markdown", text=True),
    Form("html", "html", "html", "text/html", text=True),
    Form("docx|word", "docx", "docx", f"{_WORD}.wordprocessingml.document", text=False),
    Form("pptx|powerpoint", "pptx", "pptx", f"{_WORD}.presentationml.presentation", text=False),
    Form("pdf", "pdf", "pdf", "application/pdf", text=False),
    Form("epub", "epub", "epub", "application/epub+zip", text=False),
    Form("odt", "odt", "odt", "application/vnd.oasis.opendocument.text", text=False),
    Form("rst|restructuredtext", "rst", "rst", "text/x-rst", text=True),
    Form("latex|tex", "latex", "tex", "text/x-tex", text=True),
    Form("plain text|txt", "plain", "txt", "text/plain", text=True),
)
_WORDS = (
    r"pandoc|using|documents?|converts?|converted|conversion|converting|turns?|turned|runs?|"
    r"renders?|"
    r"uploads?|uploaded|files?|text|formats?|through|into|raw|other|either|"
    + "|".join(each.words for each in _FORMS)
)


def converted(service: Service, scene: Scene, text: str) -> None:
    """Write what pandoc makes of a document."""
    scene.given.clear()
    asked = next((x for x in ("to", "format", "target", "output") if x in scene.request.query), "")
    named = [each for each in _FORMS if re.search(rf"(?i)\b(?:{each.words})\b", _plain(text))]
    source, *targets = sorted(named, key=lambda each: _place(each, text)) or [_FORMS[0]]
    if source.name == "pdf" or not targets:
        source, targets = _FORMS[0], named
    targets = [each for each in targets if each is not source]
    if not targets or (len(targets) > 1 and not asked):
        scene.open.append("what pandoc converts it to")
        return
    brought = text_of(scene, text, source.name)
    if asked:
        _chosen(scene, asked, targets, source, brought.value, brought.lines)
    else:
        _fixed(scene, targets[0], source, brought.value, brought.lines)
    service.assumptions.append(
        Assumption("how long pandoc may take", f"{_SECONDS} seconds", scene.request.source)
    )
    _others(service, scene, asked)
    heard.forget(scene, _WORDS)


def _plain(text: str) -> str:
    return re.sub(r"(?i)\b(?:raw|plain) text\b|text/plain", " ", text)


def _place(form: Form, text: str) -> int:
    found = re.search(rf"(?i)\b(?:{form.words})\b", _plain(text))
    return found.start() if found is not None else len(text)


def _fixed(scene: Scene, target: Form, source: Form, value: str, before: tuple[str, ...]) -> None:
    told = f'"pandoc", "--sandbox", "-f", "{source.name}", "-t", "{target.name}"'
    refuse = f'guard made != null else refused "pandoc could not make {target.ending} of it"'
    status = scene.told.status or 200
    if target.text:
        lines = [f"let made = piped({value}, {_SECONDS}, {told})", refuse]
        answer = f'answer {status} as "{target.type}" made'
    else:
        # pandoc tells PDF by the ending of what it writes, whatever it goes through.
        told = told.replace(', "-t", "pdf"', "")
        file = f'from_base64(base64({value}), "document.{source.ending}", "{source.type}")'
        lines = [
            f"let source = {file}",
            (
                f'let made = processed(source, "document.{target.ending}", "{target.type}", '
                f"{_SECONDS}, "
                f'{told}, "-o", "{{out}}", "{{in}}")'
            ),
            refuse,
        ]
        answer = f"answer {status} content(made)"
    scene.deed = lambda one, guards: one.lines.extend([*guards, *before, *lines, answer])


def _chosen(
    scene: Scene,
    asked: str,
    targets: list[Form],
    source: Form,
    value: str,
    before: tuple[str, ...],
) -> None:
    if not all(each.text for each in targets):
        scene.open.append("which type the files have that pandoc makes")
        return
    choices = tuple(each.name for each in targets)
    scene.bring(asked, "query", Held(asked, Type("string", choices=choices), required=True))
    lines = [
        (
            f'let made = piped({value}, {_SECONDS}, "pandoc", "--sandbox", "-f", "{source.name}", '
            f'"-t", '
            f"input.{asked})"
        ),
        'guard made != null else refused "pandoc could not convert it"',
        f'answer {scene.told.status or 200} as "text/plain" made',
    ]
    scene.deed = lambda one, guards: one.lines.extend([*guards, *before, *lines])


def _others(service: Service, scene: Scene, asked: str) -> None:
    """How a format is answered that is none of these."""
    none = r"\b(?:other|unknown|unsupported|invalid|anything else|not supported)\b"
    for each in heard.faults(service, [scene], none):
        if asked:
            scene.fails("unknown_choice", each.fault.status)
        else:
            heard.put_back(service, each)
