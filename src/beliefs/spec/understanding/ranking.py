"""Words that are in nothing built, and how much that matters."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.service import Rank, Spec, Unknown
from beliefs.spec.understanding.draft import Cue, Draft
from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.reach import AMBIGUOUS, out_of_reach
from beliefs.spec.understanding.reading import meaningful
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import is_plural, is_verb

_DEMANDS = frozenset(
    [
        "must",
        "should",
        "shall",
        "only",
        "never",
        "always",
        "cannot",
        "refuse",
        "reject",
        "limit",
        "notify",
        "send",
        "email",
        "remind",
        "require",
        "forbid",
        "allow",
        "when",
        "if",
        "unless",
        "until",
        "after",
        "before",
        "automatically",
        "validate",
        "verify",
        "ensure",
        "expire",
        "schedule",
        "sync",
        "encrypt",
        "charge",
        "pay",
    ]
)


_SHORT = 8  # words of a heading


def left_over(parts: list[Tokens], cues: list[Cue]) -> list[Token]:
    """The tokens of meaning that no used cue covers."""
    used = {token.start for cue in cues if cue.used for token in cue.tokens}
    return [
        each
        for part in parts
        for each in part
        if meaningful(each) and (each.start not in used or _denied(part, each, cues))
    ]


def _reach(part: Tokens, token: Token) -> str:
    return out_of_reach(part, part.index(token))


def _denied(part: Tokens, token: Token, cues: list[Cue]) -> bool:
    """Whether a word asks for what cannot be built, whatever made use of it."""
    if not _reach(part, token):
        return False
    cue = next(each for each in cues if each.used and token in each.tokens)
    at = part.index(token)
    if token.text == "Click" and at > 0 and part[at - 1].low in {"with", "using", "on", "by"}:
        return True  # the library, and no field
    if cue.says in {"with", "takes", "has"} and _named(cue, token):
        return False
    if not token.forms & AMBIGUOUS:
        return True
    if cue.says in {"with", "takes", "answers", "click", "tool", "setting", "titled"}:
        return False
    if _worked_on(token, cues):
        return False
    kept = [
        noun.name.rsplit("_", 1)[-1]
        for each in cues
        if each.used
        and (each.says == "crud" or any(told.known for told in each.bound.get("fields", ())))
        for noun in each.bound.get("nouns", ())
    ]
    return token.forms.isdisjoint(kept)


def _worked_on(token: Token, cues: list[Cue]) -> bool:
    """Whether a word names what a tool works on."""
    return any(token.forms & each.words for each in cues if each.used and each.says == "tool")


def _kept(draft: Draft, token: Token) -> bool:
    """Whether a word that may be out of reach names what the goal keeps, field by field."""
    things = {each.name for each in draft.things.values() if each.fields and each.stated}
    return bool(token.forms & AMBIGUOUS) and not token.forms.isdisjoint(things)


def _named(cue: Cue, token: Token) -> bool:
    """Whether a word is a part of a field's name."""
    fields = cue.bound.get("fields") or ()
    return any(token.low in each.field.name.lower().split("_") for each in fields)


NOTHING_DONE = "No operation can be inferred: name what is kept, or requests and what they do."


def unknowns(text: str, draft: Draft, parts: list[Tokens], spec: Spec) -> tuple[Unknown, ...]:
    """Everything that was not understood, most serious first."""
    found = [*_holes(draft), *_strayed(text, draft, parts, spec)]
    found += [*draft.lost, *_runs(text, draft, parts, spec), *_denials(text, draft, parts)]
    if not spec.operations and not any(each.rank == "blocking" for each in found):
        found.append(Unknown("blocking", " ".join(text.split())[:200], "goal:1", NOTHING_DONE))
    order: dict[Rank, int] = {"blocking": 0, "material": 1, "narrative": 2}
    return tuple(sorted(found, key=lambda each: order[each.rank]))


def _holes(draft: Draft) -> list[Unknown]:
    """Routes whose effect nobody knows."""
    why = "What this request does cannot be inferred; say what it reads, changes and answers."
    return [
        Unknown("blocking", f"{each.method} {each.path}", each.source, why)
        for each in draft.open_routes()
    ]


def _strayed(text: str, draft: Draft, parts: list[Tokens], spec: Spec) -> list[Unknown]:
    """Paths that the goal names and that nothing answers at."""
    left = {each.start for each in left_over(parts, draft.cues)}
    built = {re.sub(r"\{\w+\}", "{}", each.path) for each in spec.operations}
    why = "Nothing is built at this path: say by which method it is asked, and what it does."
    return [
        Unknown("blocking", each.text, f"goal:{text.count(chr(10), 0, each.start) + 1}", why)
        for part in parts
        for each in part
        if each.sort == "path"
        and each.start in left
        and re.fullmatch(r"/[A-Za-z][\w/{}.-]*", each.text)
        and re.sub(r"\{\w+\}", "{}", each.text) not in built
    ]


def _runs(text: str, draft: Draft, parts: list[Tokens], spec: Spec) -> list[Unknown]:
    """Words left over, those side by side together."""
    left = {each.start for each in left_over(parts, draft.cues)}
    reported = {
        token.start
        for route in draft.open_routes()
        for cue in route.cues
        if cue.says == "route"
        for token in cue.tokens
    }
    found: list[Unknown] = []
    for number, part in enumerate(parts):
        used = any(
            cue.used and cue.sentence == number and cue.used != "title" for cue in draft.cues
        )
        demands = any(not each.forms.isdisjoint(_DEMANDS) for each in part)
        for run in _together(part, left):
            if all(each.start in reported for each in run):
                continue
            line = text.count("\n", 0, run[0].start) + 1
            words = text[run[0].start : run[-1].end]
            strange = [
                each for each in run if not _worked_on(each, draft.cues) and not _kept(draft, each)
            ]
            reach = next((why for each in strange if (why := _reach(part, each))), "")
            strong = _feature(draft, number, run)
            heading = len(part) <= _SHORT and len(run) == 1 and not demands and _heading(draft)
            named = number == 0 and (run[-1].end <= _first(draft) or heading)
            shown = any(
                each.sort == "method" or "_" in each.text or _unheard(each, spec) for each in run
            )
            asks = _asks(part, run)
            ruled = _rules(run, spec)
            matters = shown or ruled or ((used or demands or strong or asks) and not named)
            rank: Rank = "blocking" if reach else "material" if matters else "narrative"
            why = reach or (_within(text, part, run) if rank == "material" else "")
            found.append(Unknown(rank, words, f"goal:{line}", why))
    return found


def _rules(run: list[Token], spec: Spec) -> bool:
    """Whether words say a number or a text of something that is kept: "no stars means 5"."""
    names = {each.name for entity in spec.entities for each in entity.fields}
    names |= {entity.name.lower() for entity in spec.entities}
    stated = any(each.sort in {"number", "string"} for each in run)
    return stated and any(each.forms & names for each in run)


_ABLE = frozenset({"can", "may", "could", "let", "lets", "able"})


def _asks(part: Tokens, run: list[Token]) -> bool:
    """Whether words want something done: "show the streak", "people can unsubscribe"."""
    at = part.index(run[0])
    clause = at
    while clause and part[clause - 1].text not in _PARTS:
        clause -= 1
    first = run[0].low
    led = at == clause or part[at - 1].low in {"and", "then", "also", "please"}
    bare = led and is_verb(first) and not is_plural(first) and not first.endswith(("ed", "ing"))
    bare = bare and first not in {"true", "default", "last", "first"}
    return (bare and len(run) > 1) or any(each.low in _ABLE for each in part[clause:at])


_NOT = frozenset({"no", "not", "nor", "don't", "won't", "apart", "besides"})
_NEAR = 4  # words between a denial and what it denies


def _denials(text: str, draft: Draft, parts: list[Tokens]) -> list[Unknown]:
    """Words of grammar that deny what was read as asked for: "but not delete what others made"."""
    used = {token.start for cue in draft.cues if cue.used for token in cue.tokens}
    asked = {
        token.start
        for cue in draft.cues
        if cue.used and cue.says in {"verbs", "crud"}
        for token in cue.tokens
        if token.sort == "method" or token.forms & _DENIED
    }
    found: list[Unknown] = []
    for part in parts:
        for at, token in enumerate(part):
            near = part[at + 1 : at + 1 + _NEAR]
            if token.low not in _NOT or token.start in used:
                continue
            signs = [place for place, each in enumerate(near) if each.text in _PARTS]
            near = near[: signs[0]] if signs else near
            if any(each.start in asked for each in near):
                line = text.count("\n", 0, token.start) + 1
                words = text[token.start : part[-1].end]
                why = "What must not be possible is not understood."
                found.append(Unknown("material", words, f"goal:{line}", why))
    return found


_DENIED = frozenset({"delete", "remove", "update", "edit", "change", "modify", "replace"})
_PARTS = frozenset({",", ";", ":", "(", ")"})


def _within(text: str, part: Tokens, run: list[Token]) -> str:
    """The clause that words stand in, as the goal has it; nothing where they are all of it."""
    signs = [each for each in part if each.text in _PARTS]
    first = max((each.end for each in signs if each.end <= run[0].start), default=part[0].start)
    last = min((each.start for each in signs if each.start >= run[-1].end), default=part[-1].end)
    clause = " ".join(text[first:last].split())
    words = " ".join(text[run[0].start : run[-1].end].split())
    return f'in "{clause}"' if len(clause.split()) > len(words.split()) else ""


def _unheard(token: Token, spec: Spec) -> bool:
    """Whether braces name something that no request brings or answers."""
    told = {each.name for every in spec.operations for each in every.inputs}
    effects = " ".join(notation.write(each.effect) for each in spec.operations)
    told |= set(re.findall(r"\w+", effects))
    return token.sort == "json" and not told.issuperset(token.keys)


# Words that may be told in passing; others are never said without meaning them.
_WEAK = frozenset(
    [
        "like",
        "thing",
        "title",
        "has",
        "with",
        "verbs",
        "shows",
        "answers",
        "takes",
        "lists",
        "time",
        "once",
        "quiz",
        "grade",
        "share",
        "move",
        "close",
        "cancel",
        "check_in",
        "links",
        "html",
        "initial",
        "about",
        "becomes",
        "at_path",
        "vote",
        "increment",
        "counts",
        "upload",
        "download",
        "me",
        "auth",
        "login",
        "register",
        "stock",
        "attempt",
        "right",
        "submit",
        "questions",
        "confirm",
        "capacity",
        "health",
        "results",
        "execute",
        "workflow",
        "versions",
        "restore",
        "markdown",
    ]
)


def _feature(draft: Draft, number: int, run: list[Token]) -> bool:
    """Whether words are a phrase of the grammar that nobody used."""
    cues = [each for each in draft.cues if each.sentence == number and not each.used]
    hit = [each for each in cues if any(token in each.tokens for token in run)]
    things = [
        each
        for each in draft.cues
        if each.sentence == number and any(name in each.words for name in draft.things)
    ]
    return any(each.says not in _WEAK for each in hit) or bool(hit and things)


def _heading(draft: Draft) -> bool:
    """Whether the first sentence says no more than what it is all about."""
    said = {each.says for each in draft.cues if each.sentence == 0 and each.used}
    return said <= {"thing", "about", "title", "framework", "storage"}


def _first(draft: Draft) -> int:
    """Where the first phrase that was used begins."""
    return min((each.tokens[0].start for each in draft.cues if each.used), default=0)


def _together(part: Tokens, left: set[int]) -> list[list[Token]]:
    """Runs of tokens left over; grammar between them does not part them, signs do."""
    runs: list[list[Token]] = [[]]
    for each in part:
        if each.start in left:
            runs[-1].append(each)
        elif meaningful(each) or each.sort == "sign":
            runs.append([])
    return [each for each in runs if each]
