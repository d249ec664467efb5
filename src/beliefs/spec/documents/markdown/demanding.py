"""States that deeds need, told for several at once: "`start` needs `new`, otherwise 409"."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import Clause, bare, clauses
from beliefs.spec.documents.contract import Fault, Property, Shape
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.lifecycles import Stage
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import same_thing, steps
from beliefs.spec.documents.words import plain, snaked, words

_STATUS = {"state", "status", "stage", "phase"}
_NEEDS = re.compile(
    r"`(?P<deed>\w+)` (?:needs|requires|is only possible (?:in|from|for|when)|wants|must be in)"
    r"(?: the)?(?: state| status)? (?P<states>`\w+`(?:(?:,| or|, or) `\w+`(?! \w))*)"
)
_BUT = re.compile(
    r"`(?P<deed>\w+)` is (?:possible|allowed) (?:from|in) (?:every|any|all) (?:state|status)\w* "
    r"(?:but|except) (?P<states>`\w+`(?:(?:,| or| and) `\w+`)*)"
)
_NEITHER = re.compile(
    r"(?i)^(?:an? |the )?(?P<state>\w+) (?P<noun>\w+?)s? (?:can be neither|cannot be|can't be|can "
    r"not be|may not be|must not be) (?P<deeds>\w+(?:(?:, | nor | or | and )\w+)*)"
)
_HAVING = re.compile(
    r"(?i)^(?:an? |the |any )?(?P<noun>\w+) (?:with|that has|which has) (?:any |at least one )?"
    r"(?P<child>\w+) (?:can be neither|cannot be|can't be|can not be|may not be|must not be) "
    r"(?P<deeds>\w+(?:(?:,? nor |,? or | and |, )\w+)*)"
)
_METHODS = {"PUT": r"chang|edit|updat|modif|replac", "PATCH": r"chang|edit|updat|modif"}
_METHODS["DELETE"] = r"delet|remov|dropp"
_UNFIT = re.compile(
    r"(?i)\b(?:actions?|steps?|moves?|deeds?|calls?|transitions?|requests?)\b[^.]*?\b"
    r"(?:(?:do(?:es)? not|doesn't|don't) (?:fit|match|suit)|not allowed in|"
    r"(?:is|are) not (?:possible|allowed) in|(?:in|from) (?:the|a|any) (?:wrong|other|another))\b"
    r"[^.]*\b(?:state|status|stage)\b"
    r"|\b(?:any|every|all) other (?:actions?|steps?|moves?|transitions?)\b"
)
_BECOMES = re.compile(r"(?i)[(,;] ?(?:its |the )?`?(?P<name>\w+)`? becomes `?(?P<value>null|\w+)`?")


def demanded(notes: Notes, sentence: str, drafts: list[Draft]) -> bool:
    """Give the states that a sentence demands to the deeds it names; whether it names any."""
    failing = [each for each in clauses(sentence) if each.status >= 400]
    one = failing[0] if failing else None
    hit = False
    for match in _NEEDS.finditer(sentence):
        for draft in _deeds(match["deed"], drafts):
            allowed = re.findall(r"`(\w+)`", match["states"])
            _step(notes, draft, allowed)
            _fail(notes, draft, one, f"not {' or '.join(allowed)}")
            hit = True
    for match in _BUT.finditer(sentence):
        for draft in _deeds(match["deed"], drafts):
            _refused(notes, draft, re.findall(r"`(\w+)`", match["states"]), one)
            for also in _BECOMES.finditer(sentence):
                draft.words.append(f"Sets {also['name']} to {also['value']}")
            hit = True
    if one is not None and _UNFIT.search(bare(sentence)):
        for draft in drafts:
            if _acts(draft) and draft.method == "POST":
                _fail(notes, draft, one, "wrong state")
                hit = True
    having = _HAVING.match(bare(sentence))
    for draft in drafts if having and one is not None else ():
        if having and _has_done(draft, having):
            draft.words.append(bare(sentence))
            _fail(notes, draft, one, f"has {having['child']}")
            hit = True
    neither = None if hit else _NEITHER.match(bare(sentence))
    if neither and one is not None:
        for deed in re.split(r", | nor | or | and ", neither["deeds"]):
            for draft in _done(deed, neither["noun"], drafts):
                _refused(notes, draft, [neither["state"].lower()], one)
                hit = True
    return hit


def _has_done(draft: Draft, match: re.Match[str]) -> bool:
    """Whether a route does one of the deeds that are ruled out for rows with others below."""
    chain = steps(draft.path)
    item = bool(chain) and bool(chain[-1].param) and same_thing(chain[-1].name, match["noun"])
    deeds = _METHODS.get(draft.method, "")
    return item and bool(deeds) and bool(re.search(deeds, match["deeds"].lower()))


def _deeds(name: str, drafts: list[Draft]) -> list[Draft]:
    """The routes that a name in backticks means: a call, or the end of a path."""
    return [
        each
        for each in drafts
        if each.called == name or (_acts(each) and plain(steps(each.path)[-1].name) == plain(name))
    ]


def _acts(draft: Draft) -> bool:
    chain = steps(draft.path)
    return draft.method != "GET" and len(chain) > 1 and not chain[-1].param


def _done(deed: str, noun: str, drafts: list[Draft]) -> list[Draft]:
    """The routes that a participle means: moved, analysed (by starting an analysis)."""
    stem = re.sub(r"(?:e?d|ing)$", "", deed.lower())[:6].rstrip("e")
    return [
        each
        for each in drafts
        if _acts(each)
        and any(step.name and same_thing(step.name, noun) for step in steps(each.path)[:-1])
        and any(one.startswith(stem) for one in words(steps(each.path)[-1].name))
    ]


def _refused(notes: Notes, draft: Draft, refused: list[str], told: Clause | None) -> None:
    """A deed that is not done in some states; a state that only it leads to is one too."""
    verb = snaked(steps(draft.path)[-1].name)
    for state in refused:
        _widen(notes, state)
        if state.startswith(verb.rstrip("e")):
            draft.words.append(f"Sets {_field(notes)} to {state}")
        _fail(notes, draft, told, f"already {state}")


def _step(notes: Notes, draft: Draft, allowed: list[str]) -> None:
    """What a deed makes of the states that it needs, where a drawing says what comes next."""
    stages: list[Stage] = [each for _, drawn in notes.stages for each in drawn]
    ends = {each.end for each in stages if each.start in allowed}
    if len(ends) == 1:
        draft.words.append(f"Sets {_field(notes)} to {ends.pop()}")


def _fail(notes: Notes, draft: Draft, told: Clause | None, words_: str) -> None:
    status, code = (told.status, told.code) if told is not None else (409, "")
    if not code:
        table = [each for each in notes.faults if each.status == status and each.code]
        code = next((each.code for each in table if re.search("STAT", each.code)), "")
    notes.fail(Fault(status, code, words_, "", told.message if told is not None else ""), draft)


def _field(notes: Notes) -> str:
    """The name of the state in the models."""
    return next(
        (
            part.name
            for shape in notes.shapes.values()
            for part in shape.properties
            if plain(part.name) in _STATUS
        ),
        "status",
    )


def _widen(notes: Notes, state: str) -> None:
    """Let the states of models have one more."""
    for name, shape in notes.shapes.items():
        parts = tuple(_with(each, state) for each in shape.properties)
        notes.shapes[name] = replace(shape, properties=parts)


def _with(part: Property, state: str) -> Property:
    kind = part.shape.type
    if plain(part.name) not in _STATUS or not kind.choices or state in kind.choices:
        return part
    shape: Shape = replace(part.shape, type=replace(kind, choices=(*kind.choices, state)))
    return replace(part, shape=shape, default=part.default or json.dumps(kind.choices[0]))
