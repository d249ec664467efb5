"""Sentences outside of routes that are about some of them, or about fields wherever they are."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses, sentences
from beliefs.spec.documents.comparing import compared
from beliefs.spec.documents.contract import Fault, Param, Shape, is_record
from beliefs.spec.documents.facts import KEY, Fact, facts, values_in
from beliefs.spec.documents.folding import folded_names
from beliefs.spec.documents.markdown.applying import (
    crowded,
    jottings,
    noun_of,
    numbered,
    of_items,
    of_many,
    outbidding,
    within,
)
from beliefs.spec.documents.markdown.calls import coded
from beliefs.spec.documents.markdown.consequences import followed
from beliefs.spec.documents.markdown.demanding import demanded
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.elsewhere import doing, hidden, locked
from beliefs.spec.documents.markdown.every_field import of_every_field
from beliefs.spec.documents.markdown.general import FINE
from beliefs.spec.documents.markdown.gerunds import told_of
from beliefs.spec.documents.markdown.lifecycles import lifecycle
from beliefs.spec.documents.markdown.methods import by_method
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.noting import apply_fact
from beliefs.spec.documents.markdown.quantities import holds, moves
from beliefs.spec.documents.places import Step, same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.sending import takes_messages
from beliefs.spec.documents.tightening import fact_told, tightened
from beliefs.spec.documents.words import is_plural, plain, singular, snaked, words
from beliefs.spec.types import Type

_VERBS = {
    "delet": ("DELETE",),
    "remov": ("DELETE",),
    "creat": ("POST",),
    "the new ": ("POST",),
    "add": ("POST",),
    "updat": ("PUT", "PATCH"),
    "chang": ("PUT", "PATCH"),
    "edit": ("PUT", "PATCH"),
    "list": ("GET",),
}


def rule(notes: Notes, drafts: list[Draft]) -> None:
    """Give sentences outside of routes to what they are about; the rest stays prose."""
    for draft in drafts:
        for fact in draft.facts:
            _to_shapes(notes, fact)
            _to_answers(draft, fact)
    rest: list[tuple[str, str]] = []
    codes = {each.code: each.status for each in notes.faults if each.code and each.status}
    for source, text in notes.prose:
        before = ""
        for sentence in _whole(text):
            told = coded(sentence, codes)
            about = notes.sections.get(source, "")
            if not (
                followed(notes, told, before, drafts)
                or by_method(notes, told, before, drafts)
                or of_every_field(notes, told, source, drafts)
                or _ruled(notes, told, drafts, about)
            ):
                rest.append((source, bare(sentence)))
            before = sentence
    notes.prose = rest


def drawn_in(notes: Notes) -> None:
    """Take lifecycles out of the sentences outside of routes."""
    rest: list[tuple[str, str]] = []
    for source, text in notes.prose:
        left = []
        for sentence in sentences(text):
            stages = lifecycle(sentence.rstrip("."))
            if stages:
                notes.stages.append((source, stages))
            else:
                left.append(sentence)
        rest += [(source, " ".join(left))] if left else []
    notes.prose = rest


def _whole(text: str) -> list[str]:
    """The sentences of a text, with what happens otherwise as a part of the rule before it."""
    made: list[str] = []
    for each in sentences(text):
        if made and re.match(r"(?i)(?:otherwise|or else|else)\b", each):
            made[-1] = f"{made[-1].rstrip('.')}, {each[:1].lower()}{each[1:]}"
        else:
            made.append(each)
    return made


def _never_shown(sentence: str) -> bool:
    """Passwords are kept hashed and shown nowhere, whatever a document says of them."""
    shows = r"(?:return|show|send|sent|expose|reveal|include|answer|told)\w*"
    told = rf"(?i)^(?:never\b[^.;]*\b{shows} [^.;]*\bpasswords?|(?:the )?passwords? [^.;]*\b"
    return bool(re.search(rf"{told}(?:never|not) [^.;]*{shows})\b", sentence))


def _blocks(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """What somebody who is blocked gets belongs to the route that writes to others."""
    failing = [each for each in clauses(sentence) if each.status >= 400]
    if not failing or not re.search(
        r"(?i)\bblocked\b[^.;]*\b(?:write|send|message|contact)", sentence
    ):
        return False
    takes = [
        each
        for each in drafts
        if each.method == "POST"
        and takes_messages(each.path, tuple(each.body.names if each.body else each.told))
    ]
    for draft in takes:
        draft.words.append(bare(sentence))
        for each in failing:
            notes.fail(Fault(each.status, each.code, each.words, "", each.message), draft)
    return bool(takes)


def _survives(text: str) -> bool:
    """Whether a sentence asks for no more than that rows are kept, as those of all services are."""
    kept = r"surviv\w+|outliv\w+|lost|kept|keep|persist\w*|still (?:be )?there|gone"
    asked = rf"(?i)\b(?:{kept})\b[^.,;]*\b(?:restart\w*|reboot\w*|crash\w*)\b[^.,;]*\.?$"
    return bool(re.search(asked, text)) and "memory" not in text and len(text.split()) < 16


def _ruled(notes: Notes, sentence: str, drafts: list[Draft], section: str) -> bool:
    if folds := folded_names(sentence):
        notes.folds += folds
        return True
    if _never_shown(sentence) or _blocks(notes, sentence, drafts):
        return True
    if _survives(sentence) or _shows(sentence, drafts) or _derives(notes, sentence):
        return True
    if _compares(notes, sentence, drafts) or _frozen(sentence, drafts):
        return True
    if hidden(sentence, drafts):
        return True
    if done := doing(sentence, drafts):
        for draft in done:
            draft.words.append(bare(sentence))
            for each in clauses(sentence):
                notes.fail(Fault(each.status, each.code, each.words, "", each.message), draft)
        return True
    if found := locked(sentence, drafts):
        for draft, fault in found:
            draft.words.append(bare(sentence))
            notes.fail(fault, draft)
        return True
    if outbidding(sentence, drafts):
        return True
    if (of := told_of(sentence, drafts)) is not None:
        of[0].words.append(of[1])
        return True
    if demanded(notes, sentence, drafts) or _slugged(sentence, drafts):
        return True
    if numbered(sentence, drafts) or _ordered(sentence, drafts) or holds(notes, sentence, drafts):
        return True
    if notes.fine and FINE.search(bare(sentence)):
        return True
    said = facts(sentence) or jottings(sentence, drafts)
    acting = [each for each in drafts if _acts(steps(each.path), sentence.lower())]
    only = acting if acting and re.search(r"(?i)\bto \w+|\bwhen \w+ing\b", sentence) else drafts
    told = [_told(notes, fact, only, models=only is drafts) for fact in said]
    failed = bool(re.search(r"\b4\d\d\b", sentence))
    told += [_to_keys(draft, fact, failed=failed) for fact in said for draft in only]
    about = _about(notes, sentence, drafts)
    failing = [each for each in clauses(sentence) if each.status >= 400]
    for draft in drafts if failing and any("unique" in each.jotting for each in said) else ():
        if draft.method != "POST" or steps(draft.path)[-1:] == () or steps(draft.path)[-1].param:
            continue
        names = [*draft.told, *(draft.body.names if draft.body else ())]
        if any(_same(name, fact) for name in names for fact in said):
            for each in failing:
                notes.fail(
                    Fault(each.status, each.code, each.words, "", each.message, each.body), draft
                )
    about = about or of_items(notes, sentence, drafts) or of_many(notes, sentence, drafts)
    if not about and section and {each.status for each in failing} & {400, 409, 422}:
        about = within(notes, sentence, drafts, section)
    about = about or crowded(notes, sentence, drafts)
    return any(told) or about or moves(notes, sentence, drafts, section)


def _ordered(sentence: str, drafts: list[Draft]) -> bool:
    """The order of a list that is brought is kept, as that of every list is."""
    match = re.match(
        r"(?i)(?:the )?order of (?:the |its )?`?(\w+)`? "
        r"(?:matters|is (?:kept|preserved|significant))",
        sentence,
    )
    return match is not None and any(
        part.shape.type.kind == "list" and plain(part.name) == plain(match[1])
        for draft in drafts
        for part in (draft.body.properties if draft.body is not None else ())
    )


def _slugged(sentence: str, drafts: list[Draft]) -> bool:
    """What is said of slugs is what those of the house are: of letters, numbered, for good."""
    paths = [each.path for each in drafts if "{slug}" in each.path]
    small = bare(sentence).lower()
    derived = re.search(r"\bslugs?\b.*\b(?:deriv\w+|made|generated|built) (?:from|of)\b", small)
    numbered = re.search(r"\bslug\b.*\b(?:taken|exists|used)\b.*-2\b", small)
    stays = re.search(r"\bslug\b.*\b(?:stays|remains|never changes|does not change)\b", small)
    if not paths or not (derived or numbered or stays):
        return False
    for draft in drafts:
        if draft.method == "POST" and any(path.startswith(f"{draft.path}/") for path in paths):
            draft.words.append(bare(sentence))
    return True


_SIGNS = {
    "below": "<",
    "less than": "<",
    "under": "<",
    "above": ">",
    "over": ">",
    "more than": ">",
    "greater than": ">",
    "at least": ">=",
    "at most": "<=",
    "zero": "= 0",
}


def _compares(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """A rule between two fields goes to every route that is brought both, or asked with both."""
    hit = False
    for draft in drafts:
        brought = [*draft.told, *(draft.body.names if draft.body and is_record(draft.body) else ())]
        brought = list(draft.params) if draft.method == "GET" else brought
        if compared(sentence, {plain(each): each for each in brought}) is not None:
            draft.words.append(bare(sentence))
            hit = True
            for each in clauses(sentence):
                told = Fault(each.status, each.code, each.words, "", each.message, each.body)
                if each.status >= 400 and draft.method == "GET":
                    notes.fail(told, draft)
    return hit


def _derives(notes: Notes, sentence: str) -> bool:
    """A truth that another field gives: "`low` is true when `amount` is below 1"."""
    match = re.match(
        r"(?i)`?(\w+)`? is true (?:when|if|while|as long as) (?:the )?`?(\w+)`? is "
        rf"({'|'.join(_SIGNS)})"
        r"(?: (-?\d+(?:\.\d+)?))?",
        sentence,
    )
    if not match or (match[4] is None and match[3].lower() != "zero"):
        return False
    notes.derived.append(
        (match[1], f"$.{match[2]} {_SIGNS[match[3].lower()]} {match[4] or ''}".strip())
    )
    return True


def _shows(sentence: str, drafts: list[Draft]) -> bool:
    """Names that answers have beside what is kept: "Each film shows `average_rating`"."""
    match = re.match(
        r"(?i)(?:each|every|an?|the) (\w+)(?: \w+)? (?:also |additionally )?(?:shows?|has"
        r"|contains?|carries|"
        r"includes?)\b(.*)$",
        bare(sentence),
    )
    named = values_in(sentence)
    if not match or not named:
        return False
    hit = False
    for draft in drafts:
        last = next((each for each in reversed(steps(draft.path)) if each.name), None)
        if last is not None and plain(singular(snaked(last.name))) == plain(singular(match[1])):
            draft.shows += [name for name, _ in named]
            draft.words.append(bare(sentence))
            hit = True
    return hit


def _told(notes: Notes, fact: Fact, drafts: list[Draft], *, models: bool) -> bool:
    """Let every field of that name hold to a fact; whether there is one."""
    hit = False
    for draft in drafts:
        chain = steps(draft.path)
        acts = chain and not chain[-1].param and any(each.param for each in chain[:-1])
        if acts and re.match(r"(?i)required|optional|mandatory|defaults?", fact.jotting):
            continue  # of the thing itself, not of what is done to it
        for name, told in list(draft.told.items()):
            if _same(name, fact):
                draft.told[name] = fact_told(told, name, fact.jotting)
                hit = True
        if draft.body is not None and is_record(draft.body):
            body = _tight(draft.body, fact)
            hit = hit or body != draft.body
            draft.body = body
    hit = (models and _to_shapes(notes, fact)) or hit
    for draft in () if hit else drafts:  # else of what is only asked with
        asked = tuple(each for each in fact.names if each in draft.params)
        if draft.method == "GET" and asked:
            hit = apply_fact(draft, Fact(asked, fact.jotting), "") or hit
    return hit


def _to_keys(draft: Draft, fact: Fact, *, failed: bool) -> bool:
    """Let a key that a path brings hold to how it is formed; whether there is such a key.

    Where nothing says how another one fails, it is only looked at where a row is made by it.
    """
    told = jotted(fact.jotting, fact.names[0]).shape.type
    formed = Type(
        "string", min_length=told.min_length, max_length=told.max_length, pattern=told.pattern
    )
    if formed == Type("string") or not (failed or draft.method == "PUT"):
        return False
    found = [name for name in re.findall(r"\{(\w+)\}", draft.path) if _same(name, fact)]
    for name in found:
        draft.params[name] = Param(name, "path", Shape(formed), required=True)
    return bool(found)


def _to_shapes(notes: Notes, fact: Fact) -> bool:
    hit = False
    for name, shape in notes.shapes.items():
        made = _tight(shape, fact)
        hit = hit or made != shape
        notes.shapes[name] = made
    return hit


def _to_answers(draft: Draft, fact: Fact) -> None:
    """What is said of a value that only the answer of a route has."""
    for status, reply in draft.replies.items():
        if status < 400 and reply.shape is not None and is_record(reply.shape):
            draft.replies[status] = replace(reply, shape=_tight(reply.shape, fact))


def _tight(shape: Shape, fact: Fact) -> Shape:
    """A record whose field of that name, or that of the items in its lists, holds to a fact."""
    own = any(_same(each.name, fact) for each in shape.properties) or fact.jotting.startswith(KEY)
    parts = tuple(
        tightened(each, fact.jotting)
        if _same(each.name, fact)
        else each
        if own or each.shape.item is None or not is_record(each.shape.item)
        else replace(each, shape=replace(each.shape, item=_tight(each.shape.item, fact)))
        for each in shape.properties
    )
    return replace(shape, properties=parts)


def _same(name: str, fact: Fact) -> bool:
    folded = {plain(each) for each in fact.names} | {plain(singular(each)) for each in fact.names}
    return plain(name) in folded


def _about(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """Give a rule to the routes that it speaks of; whether there are any."""
    small = sentence.lower()
    spoken = {plain(each) for each in re.findall(r"[\w-]+", small)}
    spoken |= {singular(each) for each in spoken}
    failing = [each for each in clauses(sentence) if each.status >= 400]
    order = re.search(r"newest|most recent|sorted|ordered|order|latest first|oldest", small)
    hits: list[tuple[int, Draft]] = []
    for draft in drafts:
        chain = steps(draft.path)
        last = next((each for each in reversed(chain) if each.name), None)
        if last is None:
            continue
        verb = any(each in small for each, methods in _VERBS.items() if draft.method in methods)
        new = re.search(r"\bthe new (\w+)", small)
        if new and plain(singular(new[1])) != plain(singular(snaked(last.name))):
            continue
        named = any(plain(singular(snaked(each.name))) in spoken for each in chain if each.name)
        ends = plain(singular(snaked(last.name))) in spoken
        action = _acts(chain, small) if len(chain) > 1 or draft.method == "POST" else 0
        tail = not chain[-1].param and any(each.param for each in chain[:-1])
        if failing and draft.method == "GET" and any(each.status in {403, 409} for each in failing):
            continue
        if (
            (failing and ((named and verb and (ends or not (action or tail))) or action))
            or (action and re.search(r"\bonly\b|\bmust\b|cannot|can't|can be|allowed", small))
            or (
                ends and draft.method == "POST" and re.search(r"\bfull\b.*\b(?:accept|wait)", small)
            )
            or (order and ends and draft.method == "GET" and not chain[-1].param and not action)
        ):
            hits.append((action or len(small) if action else 0, draft))
    deed = re.search(
        r"\b(?:cannot|can't|can only|may not|may only|must not|can) be "
        r"(\w+(?:(?:, | or |, or | and )\w+)*)",
        small,
    )
    done = re.split(r", or |, | or | and ", deed[1]) if deed else []
    methods = {
        method
        for stem, each in _VERBS.items()
        if any(one.startswith(stem) for one in done)
        for method in each
    }
    main = [
        (0, each)
        for each in drafts
        if each.method in methods
        and (chain := steps(each.path))
        and (len(chain) == 1 or (len(done) > 1 and (chain[-1].param or is_plural(chain[-1].name))))
        and plain(noun_of(each)) in spoken
    ]
    if methods and main:
        first = min(small.find(noun_of(each)[:5]) for _, each in main)
        hits = [each for each in main if small.find(noun_of(each[1])[:5]) == first]
    acting = [at for at, _ in hits if at]
    if acting:  # the deed that is named first is what the rule is about
        hits = [each for each in hits if each[0] == min(acting)]
    for _, draft in hits:
        draft.words.append(bare(sentence))
        for each in failing:
            at = notes.prose[0][0] if notes.prose else ""
            told = Fault(each.status, each.code, each.words, at, each.message, each.body)
            notes.fail(told, draft)
    return bool(hits)


_FROZEN = re.compile(
    r"(?i)(?:an?|the|once) `?(?P<state>[\w-]+)`? (?P<noun>\w+) (?:(?:never|does not|no longer) "
    r"chang\w+|(?:cannot|can't|can not|must not|may not) be (?:changed|modified|edited|touched)"
    r"|is (?:final|frozen|immutable|read[- ]only))\b"
)


def _frozen(sentence: str, drafts: list[Draft]) -> bool:
    """A state in which nothing of a row changes any more rules every deed on it, or below it."""
    match = _FROZEN.match(sentence)
    hit = False
    for draft in drafts if match else ():
        above = [each.name for each in steps(draft.path) if each.param and each.name]
        if match and draft.method != "GET" and any(same_thing(match["noun"], one) for one in above):
            draft.words.append(f"A {match['state']} {match['noun']} cannot be changed")
            hit = True
    return hit


def _acts(chain: tuple[Step, ...], small: str) -> int:
    """Where a sentence has the verb, or the noun, behind an item: counted from 1; 0 for nowhere."""
    if len(chain) == 1 and not chain[0].param:
        # What is made has its name from what is done: reservations are reserved, rentals rented.
        noun = singular(words(chain[0].name)[-1])
        stem = re.sub(r"(?:ation|ment|ing|al)$", "", noun)
        found = re.search(rf"\b{re.escape(stem)}(?:e|ed|s|ing)?\b", small) if stem != noun else None
        return found.start() + 1 if found else 0
    if not chain or chain[-1].param or len(chain) < 2:
        return 0
    for each in words(chain[-1].name):
        noun = singular(each)
        stem = re.sub(r"(?<=\w{4})(?:ment|ation|ion|ing|al)$", "", noun)
        stem = stem if stem != noun else noun[: max(3, len(noun) - 2)]
        found = re.search(rf"\b{re.escape(stem)}", small)
        if found:
            return found.start() + 1
    return 0
