"""Rules between two fields: "salary_max must not be less than salary_min", "`to` before `from`"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS
from beliefs.spec.documents.words import plain

_MORE = r"(?:greater|more|larger|higher|later|bigger) than|after|above|exceed"
_LESS = r"(?:less|smaller|lower|earlier|fewer) than|before|below"


_ALIKE = re.compile(
    r"(?i)[`\"]?(\w+)[`\"]? and [`\"]?(\w+)[`\"]? (are|must(?: not)? be|may not be|cannot be|must) "
    r"(?:both )?(the same|equal|identical|different|differ)\b|"
    r"[`\"]?(\w+)[`\"]? (must differ from|must not (?:be|equal)|cannot (?:be|equal)|equals|"
    r"is (?:the same as|equal to))(?: the)? [`\"]?(\w+)[`\"]?"
)


def _same(sentence: str, names: dict[str, str]) -> tuple[str, str, str] | None:
    """Two fields that must differ, or be the same.

    >>> _same("400 if from and to are the same", {"to": "to", "from": "from"})
    ('from', '!=', 'to')
    """
    match = _ALIKE.search(sentence)
    if match is None:
        return None
    left, right = (
        names.get(plain(each or "")) for each in (match[1] or match[5], match[2] or match[7])
    )
    if not left or not right or left == right:
        return None
    said = (match[3] or "").lower()
    apart = bool(match[5]) or match[4].lower().startswith("differ") == said.startswith("must")
    if said == "are" and not STATUS.search(sentence):
        return None
    if "not" in said:
        apart = not match[4].lower().startswith("differ")
    return left, "!=" if apart else "=", right


_DIFFERS = re.compile(
    r"(?i)`?(?P<one>\w+)`?[\s(,:]+(?:and `?\w+`? )?(?:must|may|can|should|has to|have to)?\s*"
    r"(?P<not>not|cannot)?\s*(?:be )?(?:the )?(?:same as|equals?(?: to)?|"
    r"(?P<differ>different from|differ from|differs from|other than)) (?:the )?`?(?P<other>\w+)`?"
)


def compared(sentence: str, names: dict[str, str]) -> tuple[str, str, str] | None:
    """Two fields and the sign that must hold between them.

    >>> compared("`to` before `from` is 422", {"to": "to", "from": "from"})
    ('to', '>=', 'from')
    >>> compared("400 if end is not after start", {"end": "end", "start": "start"})
    ('end', '>', 'start')
    >>> compared("`to` (not the same as from)", {"to": "to", "from": "from"})
    ('to', '!=', 'from')
    >>> compared("high must not be less than low", {"low": "low", "high": "high"})
    ('high', '>=', 'low')
    """
    if found := _same(sentence, names):
        return found
    differs = _DIFFERS.search(sentence)
    if differs is not None and (differs["not"] is not None) != (differs["differ"] is not None):
        both = [names.get(plain(differs[each]), "") for each in ("one", "other")]
        if all(both) and both[0] != both[1]:
            return both[0], "!=", both[1]
    match = re.search(
        rf"(?i)`?([\w ]*?\w)`? (?:(?P<must>must|has to|should|needs to)(?P<not> not)?"
        rf"|(?P<never>cannot|"
        rf"can't|may not)|(?P<is>is|lies|being)(?P<isnot> not)?)? ?(?:be )?"
        rf"(?P<or>at least|at most|on or after"
        rf"|on or "
        rf"before|equal to or after)?(?P<more>{_MORE})?(?P<less>{_LESS})?(?P<equal> or equal "
        rf"to)? (?:the )?"
        r"`?(\w+(?: \w+)?)`?",
        sentence,
    )
    if match is None or not (match["more"] or match["less"] or match["or"]):
        return None
    left = next(
        (
            names[plain(each)]
            for each in (match[1], match[1].split(" ")[-1])
            if plain(each) in names
        ),
        "",
    )
    tail = match[match.lastindex or 0]
    right = next(
        (names[plain(each)] for each in (tail, tail.split(" ")[0]) if plain(each) in names), ""
    )
    if not left or not right or left == right:
        return None
    sign = ">" if match["more"] else "<"
    if match["or"]:
        sign = ">=" if re.search(r"least|after", match["or"], re.IGNORECASE) else "<="
    if match["equal"]:
        sign += "="
    wrong = match["not"] or match["never"] or not (match["must"] or match["isnot"])
    if not match["must"] and not match["never"] and not STATUS.search(sentence):
        return None
    opposite = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
    return left, opposite[sign] if wrong else sign, right


_BETWEEN = re.compile(
    r"(?i)`?(?P<name>\w+)`? (?:is |are |must (?:be|lie) |has to (?:be|lie) |lies |stays |goes )?"
    r"(?:an? )?(?:whole )?(?:integer |number )?(?:between|from) `?(?P<low>\w+)`? "
    r"(?:and|to|up to) (?:the )?`?(?P<high>\w+)`?"
)


def bounded(sentence: str, names: dict[str, str]) -> list[tuple[str, str, str]]:
    """A field between two bounds of which at least one is another field: signs that must hold.

    >>> bounded("`page` is between 0 and `pages`", {"page": "page", "pages": "pages"})
    [('page', '>=', '0'), ('page', '<=', 'pages')]
    >>> bounded("`stars` is between 1 and 5", {"stars": "stars"})
    []
    """
    match = _BETWEEN.search(sentence)
    left = names.get(plain(match["name"]), "") if match else ""
    if match is None or not left:
        return []
    ends = [
        each if each.isdigit() else names.get(plain(each), "")
        for each in (match["low"], match["high"])
    ]
    if not all(ends) or left in ends or all(each.isdigit() for each in ends):
        return []
    return [(left, ">=", ends[0]), (left, "<=", ends[1])]
