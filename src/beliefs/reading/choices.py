"""One of several: choices made, choices open, and what a choice replaced.

The database is Postgres, not MySQL.     the database: Postgres, of Postgres and MySQL
We use uv instead of pip.                what we use: uv, of pip and uv; no longer pip
The database is Postgres or MySQL.       a gap: nothing is chosen yet
We switched from pip to uv.              we use uv; no longer pip
The database is Postgres.                none of this: true or false
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from beliefs.reading import lexicon as lex
from beliefs.reading.heard import Heard
from beliefs.reading.manner import Manner
from beliefs.reading.verbs import FORMS, agreeing, main_verb
from beliefs.reading.wording import tidy

_BE = r"is|are|was|were|will be|should be"
_USING = (
    r"use|uses|used|(?:am|are|is) (?:now |currently )?using|run|runs|chose|choose|chooses|picked|"
    r"pick|selected|select|"
    r"adopted|adopt|adopts|went with|go with|deploy|deployed|prefer|prefers|will use|will go with|"
    r"decided to use|decided on|opted for|settled on|have chosen|now use|now uses|"
    r"decided to go with|bought|buy|hired|ordered"
)
_NOT = re.compile(
    rf"(?P<what>.+?) (?P<verb>{_BE}) (?P<choice>[^,()]+?)(?:, (?:and )?| \(|"
    rf", \()not (?P<others>[^()]+?)\)?$",
    re.IGNORECASE,
)
_BUT = re.compile(
    rf"(?P<what>.+?) (?P<verb>{_BE}) not (?P<others>[^,()]+?),? but (?:rather )?(?P<choice>.+)$",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"(?:of|among|amongst|out of|between) (?P<all>[^;]+?), (?P<what>[^,]+?) (?:{_BE}) "
    rf"(?P<choice>[^,]+)$",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    rf"(?P<who>.+?) (?P<verb>{_USING}) (?P<choice>[^,]+?),? (?P<how>instead of|rather than|over) "
    r"(?P<other>.+?)(?P<tail> (?:for|in|on|as|because|at|when|to) .+)?$",
    re.IGNORECASE,
)
_USED_NOT = re.compile(
    rf"(?P<who>.+?) (?P<verb>{_USING}) (?P<choice>[^,()]+?)(?:, (?:and )?|"
    rf" \()not (?P<other>[^()]+?)\)?$",
    re.IGNORECASE,
)
_INSTEAD_FIRST = re.compile(
    rf"(?:instead of|rather than) (?P<other>[^,]+), (?P<who>.+?) (?P<verb>{_USING}) "
    rf"(?P<choice>[^,]+)$",
    re.IGNORECASE,
)
_ANY_INSTEAD = re.compile(
    r"(?P<left>.+?),? (?:instead of|rather than) (?P<other>[^,]+)$", re.IGNORECASE
)
_EITHER = re.compile(
    rf"(?P<what>.+?) (?P<verb>{_BE}) (?P<either>either )?(?P<all>[^;:]+ or [^;:]+)$", re.IGNORECASE
)
_EITHER_FIRST = re.compile(r"either (?P<one>.+?) or (?P<other>.+)$", re.IGNORECASE)
_SWITCHED = re.compile(
    r"(?P<who>.+?) (?:(?:have|has|had|recently|just|now|already|finally) )*"
    r"(?P<verb>switched|moved|migrated|transitioned|changed|went|converted|"
    r"(?:was|were|been) (?:moved|changed|shifted|pushed|switched|"
    r"renamed))(?: over)? from (?P<old>.+?) to "
    r"(?P<new>.+?)(?P<tail> (?:for|in|on|at) .+)?(?: (?:last|this|because|when|after) .+)?$",
    re.IGNORECASE,
)
_REPLACED = re.compile(
    r"(?P<who>.+?) (?:(?:have|has|had|recently|just|now|already|finally) )*(?:replaced|"
    r"swapped(?: out)?) "
    r"(?P<old>.+?) (?:with|by|for) (?P<new>.+?)(?P<tail> (?:in|on|at) .+)?(?: (?:last|this|"
    r"because|when|after) .+)?$",
    re.IGNORECASE,
)
_REPLACED_BY = re.compile(
    r"(?P<old>.+?) (?:was|were|has been|have been|is|are|got)(?: now| recently)? (?:replaced|"
    r"superseded) (?:by|with) "
    r"(?P<new>.+?)(?P<tail> (?:in|on|at) .+)?(?: (?:last|this|because|when|after) .+)?$",
    re.IGNORECASE,
)
_NO_LONGER_BUT = re.compile(
    rf"(?P<what>.+?) (?P<verb>{_BE}) no longer (?P<old>[^,]+?),? but (?:now |"
    rf"rather )?(?P<new>[^,]+)$",
    re.IGNORECASE,
)
_LIST = re.compile(r",? (?:or|and|nor) |, ")
_MOST_WORDS = 6


def chosen(clause: str, manner: Manner) -> Heard | None:
    """What a clause chooses, leaves open or replaces, if it does.

    >>> heard = chosen("We use uv instead of pip", Manner())
    >>> heard.text, heard.choice, heard.among, heard.replaces
    ('What we use', 'uv', ('pip', 'uv'), 'We use pip')
    """
    lower = clause.lower()
    if " or " in lower and (heard := _open(clause)):
        return heard
    if "instead of" in lower or "rather than" in lower or " over " in lower:
        return _instead(clause, manner)
    if "no longer" in lower and (match := _NO_LONGER_BUT.match(clause)):
        what = f"{match['what']} {match['verb']}"
        return manner.claim(tidy(f"{what} {match['new']}"), tidy(f"{what} {match['old']}"))
    if "not " in lower and (match := _USED_NOT.match(clause)) and (heard := _used(match, manner)):
        return heard._replace(replaces=None)
    if " from " in lower or "replaced" in lower or "swapped" in lower or "superseded" in lower:
        return _replacement(clause, manner)
    if "not " in lower and (match := _NOT.match(clause) or _BUT.match(clause)):
        others = _items(match["others"])
        is_number = match["choice"][:1].isdigit()
        if (
            not is_number
            and _are_names([match["choice"], *others])
            and main_verb(match["what"].split()) < 1
        ):
            first, choice = match.re is _NOT, _name(match["choice"])
            among = (choice, *others) if first else (*others, choice)
            return _choice(manner, match["what"], choice, among)
    if match := _OF.match(clause):
        among = tuple(_items(match["all"]))
        choice = _name(match["choice"])
        if choice.lower() in [item.lower() for item in among]:
            return _choice(manner, match["what"], choice, among)
    return None


def _choice(
    manner: Manner, what: str, choice: str, among: Sequence[str], replaces: str | None = None
) -> Heard:
    plain = manner.claim(tidy(what), replaces)
    return plain._replace(choice=choice, among=tuple(dict.fromkeys(among)))


def _open(clause: str) -> Heard | None:
    """The gap that a list with "or" leaves."""
    if match := _EITHER_FIRST.match(clause):
        other = match["other"].split()
        verb = main_verb(other)
        if verb < 1:
            return None
        items = [*_items(match["one"]), " ".join(other[:verb])]
        return Heard("gap", f"Which of {', '.join(items)} {' '.join(other[verb:])}?")
    match = _EITHER.match(clause)
    if not match:
        return None
    items = _items(match["all"])
    if "not " in match["all"] or not _are_names(items) or main_verb(match["what"].split()) > 0:
        return None
    if not match["either"] and any(item.split()[0][:1].isdigit() for item in items):
        return None
    what = match["what"]
    what = what[0].lower() + what[1:] if what.split()[0].lower() in lex.DETERMINERS else what
    return Heard("gap", f"Which of {', '.join(items)} {match['verb']} {what}?")


def _instead(clause: str, manner: Manner) -> Heard | None:
    match = _INSTEAD.match(clause) or _INSTEAD_FIRST.match(clause)
    if match and not (match.groupdict().get("how") == "over" and not _is_choosing(match["verb"])):
        heard = _used(match, manner)
        if heard:
            return heard
    match = _ANY_INSTEAD.match(clause)
    if not match:
        return None
    left, other = match["left"].split(), match["other"]
    first = FORMS.get(other.split()[0].lower())
    after = match["other"].lower().split()[1:2]
    if (
        first
        and first.form in ("base", "ing")
        and (not first.noun or after[:1] == ["them"] or set(after) & lex.DETERMINERS)
    ):
        return None  # "we log errors rather than raise them"
    verb = main_verb(left)
    if not 0 < verb < len(left) - 1:
        return None
    cut = max(n for n in range(verb, len(left) - 1) if n == verb or _takes_object(left[n]))
    return manner.claim(tidy(" ".join(left)), tidy(f"{' '.join(left[: cut + 1])} {other}"))


def _takes_object(word: str) -> bool:
    known = FORMS.get(word.lower())
    return word.lower() in lex.PREPOSITIONS or bool(known and known.form in ("ing", "participle"))


def _used(match: re.Match[str], manner: Manner) -> Heard | None:
    """The choice in "<who> use <choice> instead of <other>"."""
    who, verb, tail = match["who"], match["verb"], match.groupdict().get("tail") or ""
    choice, others = _name(match["choice"]), _items(match["other"])
    if not _are_names([choice, *others]) or main_verb(who.split()) > 0:
        return None
    what = f"What {who if who == 'I' else who[0].lower() + who[1:]} {verb}{tail}"
    replaces = tidy(f"{who} {verb} {others[0]}{tail}")
    return _choice(manner, what, choice, (*others, choice), replaces)


def _is_choosing(verb: str) -> bool:
    return verb.lower() in ("chose", "choose", "chooses", "picked", "pick", "selected", "select",
                            "have chosen")  # fmt: skip


def _replacement(clause: str, manner: Manner) -> Heard | None:
    if match := _REPLACED_BY.match(clause):
        new, old, tail = match["new"], match["old"], match["tail"] or ""
        be_new, be_old = (agreeing("be", name.split()) for name in (new, old))
        return manner.claim(tidy(f"{new} {be_new} used{tail}"), tidy(f"{old} {be_old} used"))
    if match := _REPLACED.match(clause) or _SWITCHED.match(clause):
        who, new, old, tail = match["who"], match["new"], match["old"], match["tail"] or ""
        changed = (
            match.groupdict()
            .get("verb", "")
            .startswith(("changed", "went", "was ", "were ", "been "))
        )
        if main_verb(who.split()) > 0:
            return None
        verb = agreeing("be" if changed else "use", who.split())
        return manner.claim(tidy(f"{who} {verb} {new}{tail}"), tidy(f"{who} {verb} {old}"))
    return None


def _items(listed: str) -> list[str]:
    return [name for item in _LIST.split(listed) if (name := _name(item.removeprefix("or ")))]


def _name(item: str) -> str:
    return item.strip(" .,()").removeprefix("either ")


def _are_names(items: Sequence[str]) -> bool:
    """Whether these are things to choose from, and not clauses."""
    return len(items) > 1 and all(
        item and len(item.split()) <= _MOST_WORDS and main_verb(item.split()) < 0 for item in items
    )
