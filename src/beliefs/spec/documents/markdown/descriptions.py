"""Markdown descriptions into contracts: routes wherever they stand, and what surrounds them."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare
from beliefs.spec.documents.contract import Contract
from beliefs.spec.documents.markdown.assembling import assembled
from beliefs.spec.documents.markdown.blocks import Block, blocks
from beliefs.spec.documents.markdown.drafts import METHODS, MODEL, ROUTE
from beliefs.spec.documents.markdown.fences import take_fence
from beliefs.spec.documents.markdown.having import take_having, things_of
from beliefs.spec.documents.markdown.leading import led
from beliefs.spec.documents.markdown.lines import take_bullet, take_text
from beliefs.spec.documents.markdown.modelled import as_modelled
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.tables import take_table
from beliefs.spec.documents.markdown.topics import routes_about
from beliefs.spec.documents.moments import timed
from beliefs.spec.documents.places import core, same_thing, steps

_BOLD = re.compile(r"(?:\*\*|__)[^*_:]+(?:\*\*|__)")
_ROUTED = re.compile(rf"[`*]*(?:{METHODS})[`*]*\s+[`*]*/")
_LOWEST = 6


def read_markdown(text: str, name: str) -> Contract:
    """The contract of a description; `name` is what its lines are called by.

    >>> read_markdown("# Notes\\n\\n## GET /notes\\nList notes.", "api.md").routes[0].source
    'api.md:3'
    """
    notes = Notes(name)
    found = _headed(led(blocks(text)))
    notes.things = things_of(found)
    for whole in found:
        block = take_having(notes, whole)
        if not (block.text or block.rows):
            continue
        notes.line = block.line
        if block.kind != "bullet":
            notes.inside = []
        match block.kind:
            case "heading":
                take_heading(notes, block)
            case "table":
                take_table(notes, block)
            case "bullet":
                take_bullet(notes, block)
            case "code":
                take_fence(notes, block)
            case "text" if block.leads:
                _take_lead(notes, block)
            case "text":
                take_text(notes, block)
    return timed(as_modelled(assembled(notes)))


def _take_lead(notes: Notes, block: Block) -> None:
    """Read a paragraph that is about the request which was shown, whatever it speaks of."""
    here, by = notes.here, notes.by
    notes.by = "line" if here else by
    take_text(notes, block)
    notes.here, notes.by, notes.label = here, by, ""


def _headed(found: list[Block]) -> list[Block]:
    """The same, where a line in bold right above a route is a heading."""
    return [
        block._replace(kind="heading", level=_LOWEST, text=bare(block.text))
        if block.kind == "text" and _BOLD.fullmatch(block.text) and _ROUTED.match(after.text)
        else block
        for block, after in zip(found, [*found[1:], Block("text", 0, "")], strict=True)
    ]


def take_heading(notes: Notes, block: Block) -> None:
    """Go into a section."""
    text = re.sub(r"^\d+(?:\.\d+)*[.)]?\s+", "", bare(block.text))
    notes.heads = [each for each in notes.heads if each[0] < block.level] + [(block.level, text)]
    notes.label, notes.opened = text, len(notes.drafts)
    found = list(ROUTE.finditer(f" {block.text}"))
    if found:
        notes.here = [notes.draft(each[1], each[2], block.line) for each in found]
        notes.by, notes.level, notes.model = "heading", block.level, ""
        rest = ROUTE.sub(" ", f" {block.text}")
        notes.say(bare(rest).strip(" -–—:()`"), summary=True)
        return
    inner = bool(notes.here) and block.level > notes.level and notes.by in {"heading", "topic"}
    if inner and not _names_thing(notes, text):
        return
    notes.leave()
    notes.heading, notes.model = text, ""
    top = block.level == 1 or (len(notes.heads) == 1 and not notes.drafts and not notes.prose)
    if top and not notes.title and not re.search(MODEL, text):
        notes.title = re.sub(r"(?i)\s*(specification|spec|documentation|docs)$", "", text)
        return
    noun = re.sub(MODEL, "", text).strip(" :-–—()")
    if re.search(MODEL, text) and noun and not re.search(r"(?i)\bdata\b|\berror|path|query", noun):
        notes.model = core(noun.replace(" ", "_"))
    elif (
        re.fullmatch(r"[A-Z][a-zA-Z]+", text)
        and any(
            re.search(MODEL, head) or re.fullmatch(r"(?i)data|entities|types", head)
            for level, head in notes.heads
            if level < block.level
        )
    ) or inner:
        notes.model = core(text)
    else:
        notes.here = routes_about(text, notes.drafts)
        notes.by, notes.level = ("topic" if notes.here else ""), block.level


def _names_thing(notes: Notes, text: str) -> bool:
    """Whether a heading is nothing but the name of one of the things that routes are about."""
    return bool(re.fullmatch(r"(?:The )?[A-Z][a-z]+", text)) and any(
        step.name and step.name.lower() != text.lower() and same_thing(step.name, text)
        for draft in notes.drafts
        for step in steps(draft.path)
    )
