"""The rule reader: English to claims, goals and gaps by rules alone.

    text ─sentences─► piece ─markup─► words ─parts─► clause ─frames─► clause and manner
                                                        │
         goal ◄─wishes─┤ gap ◄─gaps─┤ choice ◄─choices──┤
                                                        └─negation, modality, comparisons─► claim
                                                                     └─measures─► number

The same text gives the same readings everywhere; nothing is looked up or downloaded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from beliefs.reading import lines
from beliefs.reading.attribution import attributed
from beliefs.reading.choices import chosen
from beliefs.reading.clauses import joined, lead_in, parts
from beliefs.reading.comparisons import turned
from beliefs.reading.frames import is_decision, unframed, without_lead
from beliefs.reading.gaps import gap, question
from beliefs.reading.heard import Heard, Reading
from beliefs.reading.hedges import SURE, without_adverbs
from beliefs.reading.lexicon import AUXILIARIES
from beliefs.reading.manner import Manner
from beliefs.reading.markup import plain
from beliefs.reading.measures import measured
from beliefs.reading.modality import is_trouble, settled
from beliefs.reading.negation import neither, positive
from beliefs.reading.pronouns import resolved
from beliefs.reading.sentences import Piece, pieces
from beliefs.reading.verbs import main_verb
from beliefs.reading.wishes import EXPECTED, is_expectation, wish
from beliefs.reading.wording import tidy

_FILLER = re.compile(
    r"(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day|night)|thanks?|thank you|"
    r"many thanks|cheers|regards|"
    r"best(?: regards)?|welcome|you are welcome|sorry|congrats|congratulations|bye|goodbye|"
    r"see you|yes|no|yep|nope|ok|okay|"
    r"sure|right|great|perfect|cool|nice|awesome|excellent|amazing|wow|oops|hmm+|ah|oh|done|"
    r"agreed|exactly|indeed|correct|"
    r"got it|sounds good|looks good|lgtm|makes sense|fair enough|never mind|no problem|"
    r"no worries|of course|well done|"
    r"good (?:job|work|catch|point|question|idea|luck)|nice (?:work|catch|job)|great (?:work|"
    r"catch|job|question|point|idea)|"
    r"I see|I (?:really |honestly )?do not (?:know|understand|remember)|no idea|not sure|"
    r"I understand|understood|let me know|my bad|please|absolutely|certainly|definitely|"
    r"very well|all right|alright|"
    r"that helps|happy to help|glad to help|anyway|so|and|but|well)"
    r"(?:[ ,]+(?:you|all|team|there|everyone|everybody|folks|so much|a lot|again|very much|"
    r"for \w+(?: \w+){0,3}|sir|madam|"
    r"that helps(?: a lot)?|that is (?:great|helpful|fine|good)|sounds good|got it|makes sense|"
    r"thanks|thank you|please|(?-i:[A-Z])[a-z]+))*)[ ,.!]*$",
    re.IGNORECASE,
)
_ASKING = frozenset({"what", "how", "why", "who", "where", "whether", "which"})
_LETTER = re.compile(r"[^\W\d_]")
_LOG = re.compile(
    r"\[?(?:WARN|WARNING|INFO|ERROR|DEBUG|TRACE|FATAL)\b\]?[ :]*[\[\d]|"
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d"
)
_CODE = re.compile(r"`[^`]+`$")
_MOST_TURNS = 4
_LONGEST = 1_000


class _Scene(NamedTuple):
    """What a clause is read with: how it is said, and the clause before it."""

    manner: Manner
    before: str


class _Said(NamedTuple):
    """What was made of a clause."""

    heard: tuple[Heard, ...] = ()
    why: str | None = None
    clause: str | None = None
    """What a pronoun in the next clause may go back to."""


class RuleReader:
    """Reads English by rules: deterministic, without a model.

    >>> (reading,) = RuleReader().read(
    ...     "The API is probably not rate limited, according to the vendor."
    ... )
    >>> (heard,) = reading.heard
    >>> heard.text, heard.refutes, heard.confidence, heard.source
    ('The API is rate limited', True, 0.8, 'the vendor')
    """

    name = "rules/1"

    def read(self, text: str) -> list[Reading]:
        """Read a text, sentence by sentence."""
        found = list(pieces(text))
        readings = []
        before, paragraph = "", -1
        header: list[str] = []
        for number, piece in enumerate(found):
            if piece.paragraph != paragraph or piece.shape == "item":
                before, paragraph = "", piece.paragraph
            if piece.shape == "row":
                following = found[number + 1] if number + 1 < len(found) else None
                said, header = _row(piece, following, header)
            else:
                header = []
                said = _piece(piece, before)
            before = said.clause or ""
            readings.append(Reading(piece.text, said.heard, said.why))
        return readings


def _row(piece: Piece, following: Piece | None, header: list[str]) -> tuple[_Said, list[str]]:
    row = lines.cells(piece.text)
    if lines.is_rule(piece.text):
        return _Said(why="a table's rule"), header
    if (
        following and following.shape == "row" and lines.is_rule(following.text)
    ) or lines.is_header(row):
        return _Said(why="a table's header"), row
    heard = tuple(lines.row_says(row, header, Manner())) if header or len(row) == 2 else ()
    return _Said(heard, None if heard else "a table's row without a header"), header


def _piece(piece: Piece, before: str) -> _Said:
    """What one sentence says."""
    if piece.shape == "code" or _CODE.match(piece.text):
        return _Said(why="code" if _LETTER.search(piece.text) else "no words")
    if piece.shape == "json":
        heard = tuple(lines.object_says(piece.text, Manner()))
        return _Said(heard, None if heard else "data that is not flat")
    words = plain(piece.text)
    if not _LETTER.search(words):
        return _Said(why="no words")
    if len(words) > _LONGEST:
        return _Said(why="too long for a sentence")
    if _LOG.match(words):
        return _Said(why="a line of a log")
    if (
        piece.shape == "heading"
        and ":" not in words
        and (main_verb(words.split()) < 1 or words.split()[0].lower() in _ASKING)
    ):
        return _Said(why="a heading")
    if " = " in words and (heard := tuple(lines.assignments(words, Manner()))):
        return _Said(heard)
    return _sentence(words, _Scene(Manner(), before))


def _sentence(words: str, scene: _Scene) -> _Said:
    """A sentence, cut into the clauses that stand on their own."""
    if words.startswith('"') and words.count('"') <= 2:
        words = words.replace('"', "")
    if words.endswith("?"):
        return _Said((question(without_lead(words)),))
    return _in_turn(parts(without_lead(words.rstrip(" .!…"))), scene, 0)


def _in_turn(clauses: list[str], scene: _Scene, depth: int) -> _Said:
    """Clause after clause, each read with what the one before it names."""
    said = []
    for clause in clauses:
        said.append(_clause(clause, scene, depth))
        scene = scene._replace(before=said[-1].clause or scene.before)
    return _all_of(said)


def _all_of(said: list[_Said]) -> _Said:
    heard = tuple(h for one in said for h in one.heard)
    why = next((one.why for one in said if one.why), None)
    return _Said(heard, why, next((one.clause for one in reversed(said) if one.clause), None))


def _clause(clause: str, scene: _Scene, depth: int = 0) -> _Said:
    """A clause: a goal, a gap, a frame around another clause, or a claim."""
    clause = without_lead(clause.strip(" ,.!"))
    if _FILLER.match(clause) or not _LETTER.search(clause):
        return _Said(why="a greeting or filler")
    bare, sure = without_adverbs(clause)
    if sure < SURE and depth < _MOST_TURNS:
        return _clause(bare, scene._replace(manner=scene.manner.said(sure)), depth + 1)
    if is_expectation(clause):
        return _Said(why=EXPECTED)
    if heard := gap(clause) or wish(clause):
        return _Said((heard,))
    before, core = lead_in(clause)
    if before and (heard := gap(core) or wish(core)):
        text = heard.text[0].lower() + heard.text[1:] if heard.text[1:2].islower() else heard.text
        return _Said((heard._replace(text=f"{tidy(before)}, {text}"),))
    if depth < _MOST_TURNS:
        framed = unframed(clause, scene.manner) or attributed(clause, scene.manner)
        if framed:
            rest, manner = framed
            return _clause(rest, scene._replace(manner=manner), depth + 1)
    if pair_of := neither(clause):
        denied = scene._replace(manner=scene.manner.denied())
        return _all_of([_claim(part, denied) for part in pair_of])
    each = joined(clause)
    if len(each) > 1:
        return _in_turn(each, scene, depth)
    return _claim(clause, scene)


def _claim(clause: str, scene: _Scene) -> _Said:
    """One claim: a number, a choice, or something true or false."""
    manner = scene.manner
    words = clause.split()
    if why := _incomplete(words):
        return _Said(why=why)
    if main_verb(words) < 1:
        heard = lines.pair(clause, manner) or measured(clause, manner)
        return _Said((heard,)) if heard else _Said(why="no verb that the rules know")
    if (heard := lines.pair(clause, manner)) is not None:
        return _Said((heard,))
    clause, why = resolved(clause, scene.before)
    if why:
        return _Said(why=why)
    if words[0].lower() in ("i", "we"):
        manner = manner.typed("assertion")
    if is_decision(clause):
        manner = manner._replace(role="decision")
    if heard := chosen(clause, manner):
        return _Said((heard,), clause=clause)
    before, core = lead_in(clause)
    return _Said((_plain_claim(before, core, manner),), clause=clause)


def _incomplete(words: list[str]) -> str | None:
    """Why a clause with a verb is still no statement, if so."""
    last = words[-2:] if words[-1].lower() == "not" else words[-1:]
    if last[0].lower() in AUXILIARIES and last[0].islower() and len(words) > 1:
        return "goes on from something that was said before"
    if words[0].lower() in _ASKING and main_verb(words, main_verb(words) + 1) < 1:
        return "a question without its mark, or half a sentence"
    return None


def _plain_claim(before: str, core: str, manner: Manner) -> Heard:
    """The main clause in its positive form, with what stood before it."""
    ended = False
    words = core.split()
    for _ in range(_MOST_TURNS):
        found = positive(" ".join(words))
        ended |= found.ended
        manner = manner.denied(refuted=found.denied)
        settled_words, sure = settled(found.words)
        if sure != SURE:
            manner = manner.said(sure)
            if manner.role == "claim" and not manner.refutes and is_trouble(settled_words):
                manner = manner._replace(role="risk")
        if settled_words == words:
            break
        words = settled_words
    lead = f"{before}, " if before else ""
    if lead and words[0].startswith("Some"):
        words[0] = words[0].lower()
    if number := measured(" ".join(words), manner):
        return number._replace(text=f"{lead[:1].lower()}{lead[1:]}{number.text}")
    text = tidy(lead + " ".join(turned(words)))
    return manner.claim(text, text if ended and manner.refutes else None)
