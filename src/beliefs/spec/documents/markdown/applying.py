"""Rules outside of routes, given to the routes that are brought what they are about."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.contract import Fault, Param, is_record
from beliefs.spec.documents.facts import Fact
from beliefs.spec.documents.limits import most_in
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.numbering import GAPLESS, is_position
from beliefs.spec.documents.offers import ENDS, LEADS, RAISED, WINS
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.words import is_plural, plain, singular, snaked

_JOTTED = re.compile(r"[`*]*([A-Za-z_]\w*)[`*]*:\s+(.+)$")


def jottings(sentence: str, drafts: list[Draft]) -> list[Fact]:
    """Fields with what they may be: "title: 1-100 characters; text: required".

    What a path that makes a row names has to be so there too.
    """
    pieces = [_JOTTED.match(each.strip()) for each in sentence.rstrip(".").split(";")]
    found = [Fact((each[1],), bare(each[2])) for each in pieces if each]
    known = {
        plain(name)
        for draft in drafts
        for name in (*draft.told, *(draft.body.names if draft.body else ()), *_keys(draft))
    }
    if not found or len(found) < len(pieces) or any(plain(f.names[0]) not in known for f in found):
        return []
    for draft in drafts:
        for fact in found:
            if draft.method == "PUT" and fact.names[0] in _keys(draft)[-1:]:
                told = jotted(fact.jotting, fact.names[0])
                draft.params[fact.names[0]] = Param(
                    fact.names[0], "path", told.shape, required=True
                )
    return found


def _keys(draft: Draft) -> list[str]:
    """The names in the path of a draft."""
    return re.findall(r"\{(\w+)\}", draft.path)


def of_items(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """Give a rule about the items of a list to the route that is brought them."""
    failing = [each for each in clauses(sentence) if each.status in {400, 409, 422}]
    spoken = {plain(singular(each)) for each in re.findall(r"[A-Za-z]+", bare(sentence))}
    for draft in drafts if failing else ():
        for part in draft.body.properties if draft.body is not None else ():
            item = part.shape.item
            if not is_record(item) or item is None or draft.method not in {"POST", "PUT"}:
                continue
            nouns = {plain(re.sub(r"(?<=[a-z])_?(?:Id|id)$", "", each)) for each in item.names}
            if len(nouns) < 2 or len(nouns & spoken) < 2:
                continue
            draft.words.append(bare(sentence))
            for each in failing:
                told = Fault(each.status, each.code, each.words, "", each.message, each.body)
                notes.fail(told, draft)
            return True
    return False


def of_many(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """Give how many of a thing there may be to the route that makes one: "at most 2 per team"."""
    failing = [each for each in clauses(sentence) if each.status >= 400]
    hit = False
    for draft in drafts if failing else ():
        chain = steps(draft.path)
        makes = draft.method == "POST" and chain and not chain[-1].param
        if not makes or not most_in(sentence, singular(snaked(chain[-1].name))):
            continue
        draft.words.append(bare(sentence))
        for each in failing:
            told = Fault(each.status, each.code, each.words, "", each.message, each.body)
            notes.fail(told, draft)
        hit = True
    return hit


_AGAIN = re.compile(
    r"(?i)\b(?:twice|again|already|a second time|only once|more than once|only one|the same)\b"
)


def crowded(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """Give what there is no room for, or is there already, to the one route that would add it.

    That is "a full event answers 409", "the same name cannot sign up twice for an event (409)".
    """
    failing = [each for each in clauses(sentence) if each.status in {400, 403, 409, 422}]
    spoken = {plain(singular(each)) for each in re.findall(r"[A-Za-z_]+", bare(sentence))}
    found = []
    for draft in drafts if failing else ():
        chain = steps(draft.path)
        if draft.method != "POST" or not chain or chain[-1].param:
            continue
        above = [plain(singular(snaked(each.name))) for each in chain[:-1] if each.param]
        brought = {plain(each) for each in (*draft.told, *(draft.body.names if draft.body else ()))}
        full = re.search(r"(?i)\bfull\b", sentence) and set(above[-1:]) & spoken
        again = _AGAIN.search(sentence) and brought & spoken
        if full or (again and (not above or set(above) & spoken)):
            found.append(draft)
    inner = [each for each in found if len(steps(each.path)) > 1] or found
    for draft in inner if len(inner) == 1 else ():
        draft.words.append(bare(sentence))
        for each in failing:
            told = Fault(each.status, each.code, each.words, "", each.message, each.body)
            notes.fail(told, draft)
    return len(inner) == 1


def within(notes: Notes, sentence: str, drafts: list[Draft], section: str) -> bool:
    """Give a rule to the routes that bring the things of the section that it stands in."""
    hit = False
    for draft in drafts:
        chain = steps(draft.path)
        own = draft.method in {"POST", "PUT", "PATCH"} and same_thing(noun_of(draft), section)
        if not own or not (chain[-1].param or is_plural(chain[-1].name)):
            continue
        draft.words.append(bare(sentence))
        for each in clauses(sentence):
            if each.status >= 400:
                told = Fault(each.status, each.code, each.words, "", each.message, each.body)
                notes.fail(told, draft)
        hit = True
    return hit


def noun_of(draft: Draft) -> str:
    """The thing that a path ends at."""
    last = next((each for each in reversed(steps(draft.path)) if each.name), None)
    return singular(snaked(last.name)) if last is not None else "?"


def numbered(sentence: str, drafts: list[Draft]) -> bool:
    """That positions have no gaps goes to every request that changes what has one."""
    hit = False
    for draft in drafts if GAPLESS.search(sentence) else ():
        shapes = [draft.body, *(each.shape for each in draft.replies.values())]
        placed = any(is_position(part) for each in shapes if each for part in each.properties)
        if placed and draft.method != "GET":
            draft.words.append(bare(sentence))
            hit = True
    return hit


def outbidding(sentence: str, drafts: list[Draft]) -> bool:
    """Give a rule about offers to the route that makes them; whether it is one."""
    hit = False
    for pattern in (RAISED, LEADS, ENDS, WINS):
        match = pattern.search(bare(sentence))
        for draft in drafts if match else ():
            chain = steps(draft.path)
            makes = draft.method == "POST" and bool(chain) and not chain[-1].param
            if match and makes and len(chain) > 1 and same_thing(chain[-1].name, match["noun"]):
                draft.words.append(bare(sentence))
                hit = True
    return hit
