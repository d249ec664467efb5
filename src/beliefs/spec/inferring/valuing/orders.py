"""Orders that words tell, clause by clause: "most liked first", "ties by title".

A clause is read to its end or not at all, so that whoever asks knows that no word of it is lost.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.inferring.answers.ordering import by_moment_told
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.valuing.scope import NUMBERS, is_called

_ADJECTIVES = {  # what rows with the most of it are called, the least, and what it may be
    ("longest", "shortest"): "minutes duration length pages hours days km distance seconds time "
    "durationminutes lengthminutes runtime",
    ("priciest", "cheapest"): "price cost fee amount priceperday rent pricecents costcents",
    ("dearest", "cheapest"): "price cost fee amount cents pricecents costcents",
    ("fullest", "emptiest"): "stock quantity level amount seats free available",
    ("heaviest", "lightest"): "weight kg grams weightkg mass",
    ("tallest", "shortest"): "height heightcm heightm size",
    ("biggest", "smallest"): "size area capacity seats amount population",
    ("largest", "smallest"): "size area capacity seats amount population",
    ("best", "worst"): "rating average stars score points averagerating grade avgrating mark",
    ("strongest", "weakest"): "strength power level abv",
    ("hottest", "coldest"): "temperature celsius degrees temp",
    ("farthest", "nearest"): "distance km",
    ("slowest", "fastest"): "time seconds duration minutes pace",
    ("slowest", "quickest"): "time seconds duration minutes hours preptime cooktime pace",
    ("oldest", "youngest"): "age years",
    ("widest", "narrowest"): "width breadth",
    ("deepest", "shallowest"): "depth",
    ("highest", "lowest"): "height altitude elevation",
    ("warmest", "coolest"): "temperature celsius degrees temp",
    ("hardest", "easiest"): "difficulty grade level",
    ("steepest", "flattest"): "slope gradient",
    ("richest", "poorest"): "balance wealth fortune",
}
_UP = r"fewest|lowest|least|smallest|shortest|cheapest|earliest|oldest|soonest|first|worst|lower"
_DOWN = (
    r"most|highest|largest|biggest|greatest|best|top|latest|newest|most recent|longest|last|higher"
)
_COMPARED = {  # of two that are equal otherwise
    **dict.fromkeys(("older", "elder"), "oldest"),
    **{f"{each}er": f"{each}est" for each in ("high", "low", "long", "short", "cheap", "young")},
    "newer": "newest",
    "earlier": "earliest",
    "later": "latest",
    "larger": "largest",
    "smaller": "smallest",
    "bigger": "biggest",
    "fewer": "fewest",
    "better": "best",
    "worse": "worst",
    "more": "most",
    "less": "least",
    "sooner": "soonest",
}
_JUDGED = {
    "rated",
    "ranked",
    "scored",
    "reviewed",
    "graded",
    "starred",
    "marked",
    "scoring",
    "rating",
}
_TIMES = {"newest", "latest", "most recent", "oldest", "earliest", "soonest", "youngest"}
_FALLS = re.compile(
    r"(?i)[,(\s-]*(?:in )?(?:desc(?:ending)?(?: order)?|falling|downwards?|(?:from "
    r")?(?:high(?:est)?"
    r"|large(?:st)?|most|best|newest|latest|z) (?:to|-) (?:low(?:est)?|small(?:est)?|least|worst|"
    r"oldest|earliest|a)|(?:the )?(?:most|highest|largest|biggest|best|newest|latest|most recent)"
    r"(?: \w+)? first|reversed?)\)?$"
)
_RISES = re.compile(
    r"(?i)[,(\s-]*(?:in )?(?:asc(?:ending)?(?: order)?|rising|upwards?|a (?:to|-) z|(?:from )?"
    r"(?:low(?:est)?|small(?:est)?|least|oldest|earliest) (?:to|-) (?:high(?:est)?|large(?:st)?|"
    r"most|newest|latest)|(?:the )?(?:fewest|lowest|smallest|least|oldest|earliest)"
    r"(?: \w+)? first|alphabetically|alphabetical)\)?$"
)
_LED = re.compile(
    r"(?i)^(?:and |then |always |all |is |are |which is |they are |they come |listed |given |"
    r"returned |the list is |shown |come |comes |with )*"
)
_SORTED = re.compile(
    r"(?i)^(?:sorted|ordered|ranked|arranged|sort|order|in (?:the )?order|sorting)\b ?"
)
_FIRST = re.compile(
    rf"(?i)^(?:the )?(?:(?:ones?|those|that|\w+) with (?:the )?)?(?P<how>{_DOWN}|{_UP}|\w+est|"
    rf"{'|'.join(_COMPARED)})\b ?"
    r"(?P<what>[\w -]*?) ?(?:comes? |goes? |go |is |are |stands? )?(?:first|on top|at the top)$"
)
_TIES = re.compile(
    r"(?i)^(?:(?:in case of |on )?(?:a )?(?:ties?|draws?)|(?:among )?equal(?:s| ones| \w+)?|"
    r"equally \w+(?: ones| \w+)?|(?:for |with |"
    r"if |among )?"
    r"(?:the )?same [\w ]+?|those with the same [\w ]+?)(?: are| is)?(?: broken| decided| ordered|"
    r" sorted| in order)?[:,]?(?: come| go)? "
)
_ENTRY = re.compile(
    r"(?i)^(?:of |by )?(?:(?:when|as) )?(?:they (?:were|are) |their |the )?(?:added|created|made|"
    r"creation|insertion|came(?: in)?|entered|arrival|posted|recorded|id|ids)(?: order| time| in)?$"
)


def is_tie(text: str) -> bool:
    """Whether a clause only says which of two rows comes first that are equal otherwise."""
    return _TIES.match(_LED.sub("", text.strip(" .;:,()")).strip()) is not None


def order_told(text: str, holding: Holding) -> list[str] | None:
    """The keys of the order that a clause tells; None where it tells none, or more than that."""
    told = _LED.sub("", text.strip(" .;:,()")).strip()
    if tie := _TIES.match(told):
        told = told[tie.end() :]
        first = told if re.search(r"(?i)\bfirst$", told) else f"{told} first"
        keys = _first(first, holding)
        return keys or _sorted_by(re.sub(r"(?i)^by ", "", told), holding)
    return _first(told, holding) or _alphabet(told, holding) or _by(told, holding)


_LACKING = re.compile(
    r"(?i)^(?:(?:and|but) )?(?:(?:those|the ones|ones|\w+) (?:without|with no|that have no|"
    r"that lack) (?:any |an? |the )?(?P<what>[\w ]+?)|"
    r"(?P<un>un\w+|nulls?|null values)(?: ones| \w+)?)"
    r" (?:(?:come|go|are|stand|at the|to the) )*(?P<end>last|first|end|bottom|top|beginning)$"
)


def nulls_told(text: str, order: list[str], holding: Holding) -> list[str] | None:
    """Keys with what a clause says of rows that lack the last of them: "those without one last".

    None where it says something else. Rows without a value come first, and last where it falls.
    """
    match = _LACKING.match(text.strip(" .;:,()"))
    if match is None or not order:
        return None
    key, _, down = order[-1].partition(" ")
    what = match["what"] or ""
    named = field_told(what, holding) if what else ""
    below = re.sub(r"s$", "", plain(what))
    known = f".{named}" == key or (below and below in plain(holding.computed.get(key[1:], "")))
    if what and not known:
        return None
    last = match["end"].lower() in {"last", "end", "bottom"}
    if last == bool(down):
        return order
    return [*order[:-1], f"if({key} = null, {1 if last else 0}, {0 if last else 1})", order[-1]]


def _by(told: str, holding: Holding) -> list[str] | None:
    behind = _SORTED.sub("", told)
    sorted_ = behind != told
    if sorted_ and _ENTRY.match(behind):
        return [f".{_entered(holding)}"] if _entered(holding) else None
    lead = re.match(r"(?i)(?:alphabetically )?(?:by|of) (?:the |their |its )?", behind)
    if lead is None:
        falls = sorted_ and (_first(behind, holding) or _alphabet(behind, holding))
        return falls or None
    return _sorted_by(behind[lead.end() :], holding)


def _sorted_by(text: str, holding: Holding) -> list[str] | None:
    """Keys behind "by": names with their directions, one after the other."""
    keys: list[str] = []
    for piece in re.split(
        r"(?i),? (?:and )?then (?:by )?|, (?:by )?|,? and (?:then )?(?:by )?", text
    ):
        if not piece.strip():
            continue
        up, down = _RISES.search(piece), _FALLS.search(piece)
        cut = up or down
        name = piece[: cut.start()] if cut else piece
        told = re.sub(r"(?i)^(?:the |their |its )|(?<=\w) (?:of the \w+|too|as well)$", "", name)
        field = field_told(told, holding)
        if not field:
            found = _first(piece, holding) or _alphabet(piece, holding)
            if not found:
                return None
            keys += found
            continue
        keys.append(f".{field}{' down' if down and not up else ''}")
    return keys or None


def _alphabet(told: str, holding: Holding) -> list[str] | None:
    match = re.fullmatch(
        r"(?i)(?:in )?alphabetical(?:ly)?(?: order)?(?: (?:by|of) (?:the |their |its )?(.+))?|"
        r"a to z",
        told,
    )
    if match:
        names = ("name", "title", "label", holding.key.name)
        field = field_told(match[1], holding) if match[1] else ""
        if match[1] and not field:
            return None
        return [f".{field or next(each for each in names if holding.named(each))}"]
    if re.fullmatch(r"(?i)(?:in )?(?:chronological(?:ly)?|time|date)(?: order)?", told):
        return by_moment_told("oldest first", holding) or None
    if re.fullmatch(
        r"(?i)(?:in )?reverse(?:d)? (?:chronological(?:ly)?|time|date)(?: order)?", told
    ):
        return by_moment_told("newest first", holding) or None
    return None


def _first(told: str, holding: Holding) -> list[str] | None:
    match = _FIRST.match(told)
    return superlative(match["how"], match["what"], holding) if match else None


def superlative(how: str, what: str, holding: Holding) -> list[str] | None:
    """The keys of rows that have the most or the least of something.

    `what` is a name ("most votes"), a deed ("most liked"), a noun of the rows, or nothing.
    """
    how = _COMPARED.get(how.lower(), how.lower())
    what = re.sub(r"(?i)^(?:the |their |its )|\bones?$", "", what).strip()
    if what.lower() in _JUDGED and how in {"best", "worst", "highest", "lowest", "top", "most"}:
        judged = "worst" if how in {"worst", "lowest"} else "best"
        if found := by_adjective(judged, holding):
            return found
    if what and is_called(what.replace(" ", "_"), holding):
        what = ""
    down = re.fullmatch(rf"(?i)(?:{_DOWN})", how) is not None
    known = down or re.fullmatch(rf"(?i)(?:{_UP})", how) is not None
    if what and known:
        field = field_told(what, holding) or _by_deed(what, holding) or _averaged(what, holding)
        if field and how in _TIMES and (timed := by_moment_told(f"{how} {what} first", holding)):
            return timed
        if field:
            return [f".{field}{' down' if down else ''}"]
    if what:
        return None
    if found := by_adjective(how, holding):
        return found
    if how in _TIMES:
        return by_moment_told(f"{how} first", holding) or None
    numbers = _numbers(holding)
    if known and len(numbers) == 1 and how not in {"first", "last", "top"}:
        return [f".{numbers[0]}{' down' if down else ''}"]
    return None


def by_adjective(how: str, holding: Holding) -> list[str] | None:
    """The key of an order that one word tells: the quickest by their minutes."""
    known = [*holding.fields, *holding.computed]
    shown = {words(each)[0]: each for each in known if len(words(each)) == 2}  # `length_m`
    shown |= {plain(each): each for each in known}
    for (most, least), names in _ADJECTIVES.items():
        asked = names.split() if how in {most, least} else []
        found = [
            shown[each] for each in asked if each in shown and _is_number(shown[each], holding)
        ]
        rates = [e for e in found if not holding.computed.get(e, "").startswith("count(")]
        found = rates or found  # how many rated it does not say how good it is
        if len(set(found)) == 1:  # of two that it may be, neither is meant for sure
            return [f".{found[0]}{' down' if how == most else ''}"]
    return None


def _by_deed(what: str, holding: Holding) -> str:
    """The number that counts a deed: `likes` of the most liked ones."""
    stem = re.sub(r"(?:ed|d|s)$", "", plain(what))
    found = [
        each
        for each in (*holding.fields, *holding.computed)
        if _is_number(each, holding)
        and len(stem) > 2
        and re.sub(r"(?:count|number|total|s)$", "", plain(each)).rstrip("s").startswith(stem)
    ]
    return found[0] if len(found) == 1 else ""


def _averaged(what: str, holding: Holding) -> str:
    """The only value of rows that is an average, where words call it so."""
    means = [
        each
        for each, text in holding.computed.items()
        if re.match(
            r"\W*(?:if|round|or_else)?"
            r"\W*average\(",
            text,
        )
    ]
    return means[0] if plain(what) in {"average", "mean"} and len(means) == 1 else ""


def _is_number(name: str, holding: Holding) -> bool:
    kept = holding.fields.get(name)
    part = holding.shape.part(name)
    if kept is not None:
        return kept.type.kind in NUMBERS and name not in holding.references
    return part is None or part.shape.type.kind in NUMBERS | {"json"}


def _numbers(holding: Holding) -> list[str]:
    return [
        each.name
        for each in holding.fields.values()
        if each.type.kind in NUMBERS
        and each.name not in holding.references
        and each.name not in {one.field for one in holding.parents}
        and not each.hidden
    ]


def _entered(holding: Holding) -> str:
    """What says in which order rows came."""
    created = next((each for each in holding.fields if plain(each) in CREATED), "")
    return holding.key.name if holding.key.style == "integer" else created


def field_told(name: str, holding: Holding) -> str:
    """The field, or the worked out value, that words name, all of them.

    A unit may be left out: "height" is `height_mm`, where nothing else begins so.
    """
    told = re.sub(r"[`\"']", "", name).strip().replace(" ", "_")
    if not re.fullmatch(r"\w+", told):
        return ""
    for one in (told, singular(told), plural(told)):
        computed = [each for each in holding.computed if plain(each) == plain(one)]
        if found := holding.named(one) or "".join(computed[:1]):
            return found
    parts = words(told)
    parts = parts[1:] if parts[:1] in {("total",), ("number",)} else parts
    units = [each for each in holding.fields if words(each)[:-1] == parts]
    units = [each for each in units if words(each)[-1] != "id"]
    units = units or [
        each
        for each in (*holding.fields, *holding.computed)
        if (stems := _stems(each)) and stems == _stems(told) and each not in holding.references
    ]
    return units[0] if len(units) == 1 else ""


_MEASURES = frozenset(
    "time minutes hours seconds days number count amount value total cents km m cm mm kg".split()  # noqa: SIM905
)


def _stems(name: str) -> list[str]:
    """What a name is about, without its unit: "waiting time" and `wait_minutes` are about wait."""
    bare = [re.sub(r"(?:ing|ed|s)$", "", each) for each in words(name) if each not in _MEASURES]
    return bare if len(bare) < len(words(name)) else []
