"""One form for each claim, whoever its grammar puts first.

    "Initech was acquired by Acme"      acme | buy | initech
    "MySQL is slower than Postgres"     mysql | be | than fast postgres, opposed
    "There is a leak in the parser"     parser | have | leak
    "It is unsafe to share the lock"    ~share lock | be | safe, opposed

Opposites are turned here too, but only where they are the predicate: a cold cache is not a warm
one denied, it is another cache.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.reading.linking import clauses, opposites
from beliefs.reading.linking import function_words as fw
from beliefs.reading.linking.clauses import Parts
from beliefs.reading.linking.lemmas import Word, positive, word
from beliefs.reading.linking.phrases import Aside, Line, Words, line, split, token
from beliefs.reading.linking.synonyms import DOERS, SYMMETRIC
from beliefs.reading.linking.tokens import is_number


class Clause(NamedTuple):
    """A claim in its normal form. Claims with the same frame say the same, or deny each other."""

    subject: Line
    verb: str
    complement: Line
    asides: tuple[Aside, ...]
    mood: frozenset[str] = frozenset()
    tense: str = ""
    negated: bool = False
    opposed: bool = False
    """Said by the opposite: cold instead of warm."""
    graded: bool = False
    wide: bool = False
    """Whether it is denied of all together: not all."""
    done: bool = False
    """Whether the complement is what was done: is paid."""
    number: str = ""
    steps: frozenset[str] = frozenset()
    """What was turned around to get here."""


def clause(said: list[str]) -> Clause:
    """Return the normal form of a claim's words."""
    found = clauses.parts(said)
    asides = [_aside(words) for words in found.fronted]
    if not found.verb:
        subject, negated = _without_no(found.subject)
        return Clause(line(subject), "", (), _sorted(asides), negated=negated and len(subject) > 1)
    if found.verb == "be" and found.subject and found.subject[0].said == "there":
        return _there(found, asides)
    if found.verb == "be" and len(found.subject) == 1 and found.subject[0].said == "it":
        found = _extraposed(found)
    compared = _compared(found, asides)
    if compared:
        return compared
    core, rest = split(found.rest)
    core, no = _without_no(core)
    subject, wide, none = _quantified(found.subject)
    negated = found.negated ^ no ^ none ^ wide
    if negated:
        core = [w for w in core if w.said != "any"]
        subject = [w for w in subject if w.said != "any"]
    asides += [_aside(words, negated=negated) for words in rest]
    base = Clause(line(subject), found.verb, line(core), _sorted(asides), found.mood, found.tense,
                  negated, wide=wide, number=_number(found))  # fmt: skip
    if found.participle:
        return _passive(base, subject, found.participle, core)
    if found.verb in fw.LINKING:
        return _copular(base, core)
    return _active(base)


def _number(found: Parts) -> str:
    """One or many, where it is said of which: "the test", "the tests"."""
    first, last = found.subject[0].said, found.subject[-1]
    return "" if first in ("a", "an", "all") or last.base != last.lemma else found.number


def _aside(words: Words, *, negated: bool = False) -> Aside:
    if negated:
        words = [w for w in words if w.said != "any"]
    return line(words)


def _sorted(asides: list[Aside]) -> tuple[Aside, ...]:
    return tuple(sorted(filter(None, asides)))


def _without_no(words: Words) -> tuple[list[Word], bool]:
    """Take "no" from the front: "contains no lead" is "does not contain lead"."""
    if words and words[0].said == "no":
        return list(words[1:]), True
    return list(words), False


def _quantified(words: Words) -> tuple[list[Word], bool, bool]:
    """The subject without "no", and "not all" as "all"; whether each was there."""
    if words and words[0].said == "not_all":
        return [word("all"), *words[1:]], True, False
    kept, none = _without_no(words)
    return kept, False, none


def _there(found: Parts, asides: list[Aside]) -> Clause:
    core, rest = split(found.rest)
    core, no = _without_no(core)
    asides += [_aside(words, negated=found.negated) for words in rest]
    core = [w for w in core if w.said != "any"] if found.negated else core
    places = [a for a in asides if a and a[0] in ("in", "on", "at") and len(a) > 1]
    steps = frozenset({"there is"})
    negated = found.negated ^ no
    if len(places) == 1 and not is_number(places[0][1]) and places[0][1] not in fw.TIMES:
        asides.remove(places[0])
        return Clause(places[0][1:], "have", line(core), _sorted(asides), found.mood, found.tense,
                      negated, steps=steps)  # fmt: skip
    return Clause(line(core), "exist", (), _sorted(asides), found.mood, found.tense, negated,
                  steps=steps)  # fmt: skip


def _extraposed(found: Parts) -> Parts:
    """Put first what "it" stands for: "it is unsafe to share" is "sharing is unsafe"."""
    at = next((i for i, w in enumerate(found.rest) if w.said == "to"), 0)
    if not at or at + 1 >= len(found.rest):
        return found
    verb, *others = found.rest[at + 1 :]
    deed = verb._replace(ing=True, is_verb=True)
    return found._replace(subject=[deed, *others], rest=found.rest[:at])


def _compared(found: Parts, asides: list[Aside]) -> Clause | None:
    """Bring a comparative into one order and direction, if it is one."""
    said = [w.said for w in found.rest]
    if "than" not in said or found.participle:
        return None
    at = said.index("than")
    other, later = split(found.rest[at + 1 :])
    scale = _scale(found.rest[:at])
    one, wide, none = _quantified(found.subject)
    if scale is None or not other or wide or none:
        return None
    first, second = line(one), line(other)
    names, opposed = scale
    steps = frozenset({"compared"})
    if second < first:
        first, second, opposed, steps = second, first, not opposed, frozenset({"compared, swapped"})
    asides += [_aside(words) for words in later]
    return Clause(first, found.verb, ("than", *names, "/", *second), _sorted(asides), found.mood,
                  found.tense, found.negated, opposed, graded=True, steps=steps)  # fmt: skip


def _scale(words: Words) -> tuple[Line, bool] | None:
    """What is compared, in one direction: slower is fast, turned around."""
    for at, w in enumerate(words):
        name, opposed, after = None, False, at + 1
        if w.said in ("more", "less") and at + 1 < len(words):
            adjective = words[at + 1]
            name, opposed, after = _adjective(adjective), w.said == "less", at + 2
        else:
            name = positive(w.said)
        if name:
            if any(later.said in fw.PREPOSITIONS and later.said != "to" for later in words[after:]):
                return None
            name = opposites.SAME_SCALE.get(name, name)
            if name in opposites.SCALES:
                name, opposed = opposites.SCALES[name], not opposed
            elif name not in opposites.SCALE_NAMES:
                turn = opposites.turned(name)
                if turn.denies:
                    name, opposed = turn.word, not opposed
            return (*line(words[:at]), name, *line(words[after:])), opposed
    return None


def _adjective(w: Word) -> str:
    """An adjective, whether or not it is also a verb's form."""
    return w.adjective or (w.said if w.past or w.ing else w.lemma)


def _passive(base: Clause, subject: Words, deed: Word, core: Words) -> Clause:
    """Name the doer first, if there is one; else say what was done."""
    doer = next((a for a in base.asides if _is_doer(a)), None)
    if doer:
        thing, around = split(subject)
        kept = [a for a in base.asides if a is not doer] + [_aside(words) for words in around]
        agent = doer[1:] if not base.negated else tuple(t for t in doer[1:] if t != "any")
        return _active(
            base._replace(subject=agent, verb=deed.lemma, complement=line(thing) + base.complement,
                          asides=_sorted(kept), number="", steps=frozenset({"passive"}))
        )  # fmt: skip
    if deed.lemma in ("include", "contain"):
        whole = next((a for a in base.asides if a[0] == "in" and len(a) > 1), None)
        if whole:
            kept = [a for a in base.asides if a is not whole]
            return _active(
                base._replace(subject=whole[1:], verb="include", complement=base.subject,
                              asides=_sorted(kept), number="", steps=frozenset({"passive"}))
            )  # fmt: skip
    return _copular(base, [deed, *core])


def _is_doer(aside: Aside) -> bool:
    if len(aside) < 2 or aside[0] != "by" or is_number(aside[1]) or aside[1].startswith("~"):
        return False
    return aside[1] not in fw.TIMES and aside[-1] not in fw.MEANS


def _copular(base: Clause, core: Words) -> Clause:
    """Turn an opposite around: what is cold is denied to be warm."""
    if not core or any(w.said in _WITHIN for w in core):
        base = base._replace(complement=line(core))
        if base.verb != "be":
            return base
        return _doing(base) if core else _symmetric(base)
    last = core[-1]
    turn = opposites.turned(last.said)
    if not turn.denies:
        turn = opposites.turned(last.adjective or last.lemma)
    whole = word(turn.word)
    done = False
    if turn.denies or turn.graded:
        done = whole.participle and not whole.adjective
        end = whole.adjective or whole.lemma
    elif last.participle and not last.adjective:
        turn = opposites.VERBS.get(last.lemma, opposites.Turned(last.lemma))
        done, end = True, turn.word
    else:
        end = token(last)
    complement = (*line(core[:-1]), end)
    base = base._replace(complement=complement, opposed=turn.denies, graded=turn.graded, done=done)
    if base.verb == "be":
        return _symmetric(_doing(base))
    return base


# With these the last word is not the whole predicate: "slow and old", "a part of it".
_WITHIN = fw.CONJUNCTIONS | {"of"}


def _doing(base: Clause) -> Clause:
    """Read "is the owner of X" as "owns X", and "is a dependency of X" as "X depends on"."""
    *owned, doer = base.complement
    if not owned or (base.asides and doer not in DOERS):
        return base
    steps = base.steps | {"noun for verb"}
    if doer in DOERS:
        return base._replace(verb=DOERS[doer], complement=tuple(owned), number="", steps=steps)
    if doer == "dependency":
        return base._replace(subject=tuple(owned), verb="depend", complement=(), number="",
                             asides=_sorted([("on", *base.subject)]), steps=steps)  # fmt: skip
    return base


def _symmetric(base: Clause) -> Clause:
    """Name the smaller first where both may be: A is near B."""
    if base.complement == () and len(base.asides) == 1 and base.asides[0][0] == "near":
        other, mark = base.asides[0][1:], "near"
    elif base.complement and base.complement[-1] in SYMMETRIC and len(base.asides) == 1:
        other, mark = base.asides[0][1:], base.asides[0][0]
    else:
        return base
    if other and other < base.subject:
        return base._replace(subject=other, asides=((mark, *base.subject),),
                             number="", steps=base.steps | {"swapped"})  # fmt: skip
    return base._replace(number="")


def _active(base: Clause) -> Clause:
    """Turn an opposite verb around; leave out a doer that is anybody."""
    if base.verb == "have" and base.complement == ("dependency",):
        base = base._replace(verb="depend", complement=(), steps=base.steps | {"noun for verb"})
    if base.verb == "lack":
        base = base._replace(verb="have", negated=not base.negated)
    turn = opposites.VERBS.get(base.verb)
    if turn:
        base = base._replace(verb=turn.word, opposed=turn.denies, graded=turn.graded)
    if base.subject == ("we",) and base.complement and base.verb != "have":
        return base._replace(subject=base.complement, verb="be", complement=(base.verb,), done=True,
                             number="", steps=base.steps | {"doer left out"})  # fmt: skip
    return base
