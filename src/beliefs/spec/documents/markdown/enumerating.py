"""Values that running words enumerate: "with a title, a year and an optional rating from 1 to 5".

Each item is a name with what is said of it, in brackets, behind it, or after a comma. The list ends
where something else begins: a verb, an arrow, the end of the clause. What ends it must be one of
these, or nothing is taken for a list of values.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.qualifying import bracketed, qualified, qualities
from beliefs.spec.numbers import MANY, in_digits

_UNITS = (
    r"(?:cents?|euros?|dollars?|minutes?|seconds?|hours?|days?|weeks?|months?|years?|kilo(?:gram|metre|meter)s?|kg|km|cm|mm|ml|"
    r"grams?|met(?:re|er)s?|lit(?:re|er)s?|percent|characters?|chars|letters?|degrees(?: celsius)?)"
)
_KINDS = (
    r"(?:string|text|integer|int|number|boolean|bool|date|datetime|date-time|timestamp|time|url|"
    r"list|array|email|decimal|float|id|word|price|truth|flag|amount)s?"
)
_ADJECTIVE = (
    r"(?:optional|required|mandatory|new|short|unique|non-empty|nonempty|positive|valid|whole|json|"
    r"JSON|numeric|free|single|plain|own|initial|possible|desired)"
)
_SECOND = (  # that names one value together with the word before it
    r"(?:date|time|address|number|name|code|url|price|text|type|title|amount|limit|level|count|day|"
    r"month|year|size|note|comment|reason|message|length|weight|per \w+)"
)
_COUNT = MANY
_LEAD = re.compile(
    r"(?P<perhaps>(?:(?:,\s+)?(?:also|maybe|perhaps|possibly|optionally|if (?:any|given|known|"
    r"there "
    r"is one)),? )*)"
    rf"(?:(?:an?|the|their|its|his|her|your|my|our|some|both|this) )?"
    rf"(?P<kinds>(?:{_ADJECTIVE} (?=[\w`\"“]))*)"
    rf"(?:(?P<of>number|list|array|amount|set) of (?:{_ADJECTIVE} |(?:the|their|its) )*)?"
    rf"(?:(?P<kind>{_KINDS}|boolean flag|field|property|attribute|value) (?:called|named) |"
    r"(?P<flag>(?:boolean |true/false )?flag|boolean|bool|yes/no) (?:field )?"
    r"(?=[a-z]\w*\b(?! of\b)))?"
    rf"(?:(?P<several>(?:(?:at least|at most|up to) )?{_COUNT}(?: ?(?:to|-|–|or) ?{_COUNT}|"
    r" or more)?|several|multiple|many) (?=[a-z]+s\b))?"
)
_NAME = re.compile(
    rf"[`\"“]?(?P<name>[a-z]\w*\b|[A-Z]{{2,6}}\b)[`\"”]?(?P<free>\?)?"
    rf"(?P<second> {_SECOND}\b(?! of\b))?"
)
# "a smallest number of people min_people": words that describe a value, and then its name.
_DESCRIBED = re.compile(
    r"(?:an?|the|their|its|your) (?P<words>(?:(?!and |or |with )[a-z]+ ){1,5})"
    r"(?P<name>[a-z]+(?:_[a-z0-9]+)+)\b(?P<second>)"
)
# "the id of another row" behind a bare name says what it is.
_MEANT = re.compile(
    r",\s+(?P<meant>(?:(?:the|an?|its|their|his|her|your) (?!(?:number|amount|list|array|set) "
    r")[a-z]+ "
    r"(?:of|that|who|which|to|from|for|in|on|by)|how (?:many|often|much|long|far)) [^,;()]+?)"
    r"(?=\s*(?:[,;(]|$| and (?:[a-z]+s\b|(?:an? )?optional)))"
)
# "a weekly target": two words are one name where an article leads them and the list goes on.
_PAIR = re.compile(
    r"(?P<name>[a-z]+)(?P<second> (?!and\b)[a-z]\w+)(?=,| and | \(|$| (?:from|between|of) \d)"
)
_NUMBER = r"-?\d+(?:\.\d+)?"
_MORE = re.compile(  # what may be said of a name right behind it
    rf"\s*\((?P<brackets>[^()]*)\)|(?P<equal>\s*=\s*(?:\"[^\"]*\"|{_NUMBER}|true|false|null)"
    rf"|\s+(?:set to |being |as )?(?:\"[^\"]*\"|(?:true|false|null)\b))"
    rf"|(?P<said>\s+(?:from {_NUMBER} to {_NUMBER}|between {_NUMBER} and {_NUMBER}|"
    rf"(?:of |with |as )?(?:at (?:least|most)|up to|no more than|exactly|max\.?|min\.?) {_NUMBER}"
    rf"(?: {_UNITS})?(?: long)?|of {_NUMBER} ?(?:to|-|–) ?{_NUMBER}(?: {_UNITS})?|"
    rf"{_NUMBER} ?(?:to|-|–) ?{_NUMBER} {_UNITS}|"
    rf"(?:as |being )an? (?:\w+ ){{0,2}}?{_KINDS}(?: of (?:(?:the|whole|user) )?\w+)?"
    rf"(?: in {_UNITS})?|(?:timestamp|field|flag|string|list)|"
    rf"in (?:whole )?{_UNITS}|(?:that|which) (?:may|can) be (?:left out|omitted|missing|empty|"
    rf"null)|"
    r"if (?:any|given|known|there is one)|(?:is |are )?(?:required|optional|mandatory|unique)))\b"
    r"|(?P<field>\s+(?:in|as|under) (?:the |a )?(?:fields? |keys? )?[\"“`](?P<called>\w+)[\"”`])"
)
_RELATED = re.compile(  # "the number of seats they need", "capacity which is at least 1"
    r"(?P<told>\s+(?:which|that) (?:is|are|must be|has to be) (?:at (?:least|most)|between|from|"
    r"up to|greater|more|less|above|below|positive|optional|not)\b[^,;()]*)"
    r"|(?P<whose>\s+(?:that |which )?(?:they|you|it|he|she|we|somebody|people) "
    r"(?:needs?|wants?|has|have|takes?|asks? for|brings?)(?=\s*(?:\(|,|$|;| and )))"
)
# "whether it is open on Sundays (open_sunday)"
_WHETHER = re.compile(
    r"(?:whether|if) [^(),;]*? \([\"“`]?(?P<called>[a-z]\w*)[\"”`]?(?:, (?P<more>[^()]*))?\)"
)
# 'how many times it may be seen ("views", 1 to 10)'
_HOW = re.compile(
    r"how (?P<much>many|much|long|often|far|old)\b[^(),;]* "
    r"\([\"“`](?P<called>\w+)[\"”`](?:, (?P<more>[^()]*))?\)"
)
_TIMES = {"once": "1", "twice": "2", "none": "0", "never": "0"}
_CHOICE = r"(?:\"[^\"]*\"|`[^`]*`|[\w-]+)"
_APPOSED = re.compile(  # "shared_by, a list of the ids of those who share it, at least one"
    rf"(?P<which>,\s+(?:which|that) (?:(?:is|must be|can be) (?:one of|either) (?:{_CHOICE}, )*"
    rf"{_CHOICE},? (?:and|or) {_CHOICE}|(?:is|are|must|has|have|may|can|defaults?|starts?)\b[^,"
    rf";]*?)"
    r"(?: and (?:is|starts|defaults|begins)\b[^,;]*)?(?=[,;]|$))"
    r"|(?P<kind>,\s+an? (?:(?:\w+ ){0,2}?(?:list|array) of|(?:\w+ ){0,2}?(?:string|integer|boolean|"
    r"timestamp|whole number|decimal)\b(?! \(| called\b| named\b| flag\b)|"
    r"(?:\w+ )?number (?:from|between|greater|of at)\b)"
    r"[^,;]*)"
    r"|(?P<bound>,\s+(?:at (?:least|most)|up to|between|from \d|\d+ ?(?:to|-|–) ?\d)[^,;]*)"
    r"|(?P<free>,\s+(?:which is )?(?:optional|required|mandatory|both required|all "
    r"required)\b(?! [a-z]\w*(?:,| \(| and |$)))"
)
_SEPARATOR = re.compile(
    r"\s*(?:,\s+(?:and|plus|as well as)\s+|,\s+|\s+(?:and|plus|as well as)\s+|\s*\+\s*|"
    r"\s+and(?=,\s+(?:if (?:any|given|known|there is one)|optionally|perhaps|maybe),))"
)
_ENDS = re.compile(
    r"\s*(?:$|[.;:)]|->|→|=>|–|—|\(|,?\s*(?:(?:and|which|it|that|this|then|the (?:server|service|"
    r"api|answer|response|result)) )*(?:always |then |should |must |will |also )?"
    r"(?:[a-z]+s|be|to|comes?|says?|makes?|mak|return|answer|creat\w*|get|give|store|add)\b(?! "
    r"(?:and|of)\b| \(|,)|"
    r",?\s+(?:and (?:is )?)?(?:answered|giving|yielding|in return)\b|"
    r"\s+(?:as|in) (?:a |the )?(?:json|JSON|body|request)|,\s+(?:or |and )?[1-5]\d\d\b|,"
    r"?\s+(?:when|if|where|"
    r"so|unless|otherwise|else|as long as|provided|but)\b|\s+or [1-5]\d\d\b)"
)
_VERB = re.compile(
    r"(?:(?:it|which|this|then|always) )*(?:answers?|returns?|responds?|repl(?:y|ies)|gives?|gets?|"
    r"creates?|makes?|adds?|stores?|saves?|replaces?|sets?|changes?|says?|comes|is|are|must|will|"
    r"should|cannot|can|may|has|have|puts?|takes?|records?|registers?|marks?|removes?|deletes?|"
    r"starts?|sends?|shows?|keeps?|logs?|updates?|subtracts?|moves?|if|when|otherwise|else|or|not|"
    r"only|so|where|whose|while|because|but|after|before|nothing|everything|anyone|nobody|all|each|every|[1-5]\d\d)\b"
)
_NO_NAMES = {
    *("same", "body", "json", "fields", "field", "nothing", "no", "it", "them", "all"),
    *("one", "both", "query", "header", "headers", "object", "array", "list", "file", "files"),
    *("token", "request", "payload", "data", "parameters", "values", "these", "those", "any"),
    *("this", "that", "which", "their", "there", "of", "in", "on", "for", "with"),
}
_CLAUSE = re.compile(r",\s+(?:the|it|this|that|its)\b")
_FINITE = re.compile(
    r"\s+(?:is|are|was|has|have|will|must|becomes?|gets?|can|may|should|"
    r"starts?)\b"
)
_OWN = re.compile(r" ([a-z]\w*)(?=,| \(| and |$)")
_AS = re.compile(rf" as (?!{_KINDS}\b|json\b|JSON\b)([a-z]\w*)(?=,| and |$)")
_INNER = re.compile(rf"[`\"]?(?P<called>(?!{_KINDS}\b)[a-z]\w*)[`\"]?, (?P<said>.+)")
_SMALL = {"at", "to", "by", "from", "until", "since", "as"}  # names where nothing goes with them
# What the brackets at the end of a list say of all that it names: "(all texts up to 9 letters)".
_OF_ALL = re.compile(
    r"(?i)(?:^|, )(?:all|both|each|all (?:three|four) of them)(?: of (?:these|them))?"
    r"(?: are| is| must be)? (?P<said>(?!optional\b)[^,]+)"
    r"(?P<more>(?:, (?:and )?[\w ,]*\b(?:must|may|can|is|are|has|have)\b[^,]*)*)$"
)
_FREE = re.compile(
    r"(?i)\boptional\b|\bmay be (?:left out|omitted|missing|absent|null)|\bcan be (?:left out|"
    r"omitted|missing|null)|\bif (?:any|given|known|there is one)\b|\bdefaults?\b|"
    r"\bif (?:it is |it's )?(?:missing|left out|omitted|absent|not given)|\bor null\b|"
    r"\bnot required\b|\bnot mandatory\b|\bneed not\b"
)


class Item(NamedTuple):
    """A value by its name, and what is said of it as a jotting."""

    name: str
    jotting: str

    @property
    def free(self) -> bool:
        """Whether words say that it may be left out."""
        return bool(_FREE.search(self.jotting))

    @property
    def needed(self) -> bool:
        """Whether words say that it must be there."""
        return bool(re.search(r"(?i)\b(?:required|mandatory)\b", self.jotting))


def enumerated(text: str) -> tuple[list[Item], int]:
    """The values that a text begins to enumerate, and where they end; none where it does not.

    >>> enumerated("name, a year and an optional rating from 1 to 5 adds a bottle")
    ([Item(name='name', jotting=''), Item(name='year', jotting=''), \
Item(name='rating', jotting='optional, integer 1 to 5')], 47)
    >>> enumerated("their email address (at most 80 characters); it is sent")
    ([Item(name='email', jotting='at most 80 characters')], 43)
    >>> enumerated("great care and attention")
    ([], 0)
    """
    found: list[tuple[Item, int]] = []
    at = 0
    while item := _item(text, at):
        if found and _CLAUSE.match(text, found[-1][1]) and _FINITE.match(text, item[1]):
            break  # ", the entry is then open" goes on with something else
        found = _of_several([*found, item], text)
        separator = _SEPARATOR.match(text, found[-1][1])
        if separator is None or separator.end() == len(text):
            break
        at = separator.end()
    while found and not _ENDS.match(text, found[-1][1]):
        found.pop()
    items: dict[str, str] = {}
    for (name, said), _ in found:
        items[name] = ", ".join(filter(None, (items.get(name, ""), said)))
    if len(items) > 1 and (shared := _OF_ALL.search(items[found[-1][0].name])):
        items[found[-1][0].name] = items[found[-1][0].name][: shared.start()].rstrip(", ")
        kind = re.sub(r"(?i)^(text|string|number|date|integer|time)s\b", r"\1", shared["said"])
        for name, said in items.items():
            own = [each for each in shared["more"].split(", ") if re.search(rf"\b{name}\b", each)]
            bounds = [re.sub(r"^.*?\b(?=must|may|can|is|are|has|have)\b", "", each) for each in own]
            items[name] = ", ".join(filter(None, (said, kind, *bounds)))
    return [Item(*each) for each in items.items()], found[-1][1] if found else 0


# ", both whole numbers of at least 1": what is said of the last two, or of all so far.
_SEVERAL = re.compile(
    r"(?i)(?:,\s+|^|\s+)(?P<which>both|all|each)(?: of (?:them|these)| (?:three|four|five|fields))*"
    r"(?: are| is| being| must be| have to be| of them)? "
)


def _of_several(found: list[tuple[Item, int]], text: str) -> list[tuple[Item, int]]:
    """The values so far, each with what is said of several of them behind the last."""
    (name, said), end = found[-1]
    behind = _SEVERAL.match(text, end)
    told = qualities(text, behind.end()) if behind else None
    inside = _SEVERAL.search(said)
    if told is None and inside is not None:
        held = qualities(said, inside.end())
        told = held if held and held.end == len(said) else None
        behind, said = inside, said[: inside.start()] if told else said
    elif told is not None:
        end = told.end
    if len(found) < 2 or told is None or behind is None:
        return found
    many = 2 if behind["which"].lower() == "both" else len(found)
    every = [*found[:-1], (Item(name, said), end)]
    told_of = [
        (Item(each.name, ", ".join(filter(None, (each.jotting, told.jotting)))), at)
        for each, at in every[-many:]
    ]
    return [*every[:-many], *told_of]


def _item(text: str, at: int) -> tuple[Item, int] | None:
    """One value that stands at a place of a text, with what is said of it."""
    lead = _LEAD.match(text, at)
    how = _HOW.match(text, lead.end()) if lead else None
    if lead is not None and how is not None:
        return _counted(how, free=lead["perhaps"].strip() not in {"", "also"}), how.end()
    whether = _WHETHER.match(text, lead.end()) if lead else None
    if whether is not None:
        so = ", ".join(filter(None, ("boolean", bracketed(whether["more"] or ""))))
        return Item(whether["called"], so), whether.end()
    name = _DESCRIBED.match(text, at) or (_NAME.match(text, lead.end()) if lead else None)
    if lead is None or name is None:
        return None
    alone = not (at or re.compile(r", \w+(?:,| and | \()").match(text, name.end()))
    own = name["name"] == "field" and _OWN.match(text, name.end())
    if name["name"] in _NO_NAMES and not own and (alone or name["name"] not in {"body", "token"}):
        return None  # "with a body" is of the request, "with a title and a body" is a text
    if name["name"] == "status" and re.compile(r" (?:codes?|\d{3})\b").match(text, name.end()):
        return None
    if lead["of"] and re.fullmatch(_KINDS, name["name"]):
        return None  # "a list of texts" is what a value is, and none itself
    if name["name"] in _SMALL and not re.compile(r",| \(| and |$").match(text, name.end()):
        return None
    articled = bool(lead[0][len(lead["perhaps"]) :].strip())
    loose = (articled or lead["perhaps"].strip() not in {"", "also"}) and not name["second"]
    pair = _PAIR.match(text, lead.end()) if loose and "words" not in name.groupdict() else None
    if (
        pair
        and pair["second"].strip() not in _NO_NAMES | {"flag", "field", "timestamp"}
        and not _VERB.match(text, pair.start(2) + 1)
    ):
        name = pair
    if not articled and _VERB.match(text, name.start()):
        return None
    told = [each for each in ("optional",) if lead["perhaps"].strip() not in {"", "also"}]
    told += lead["kinds"].split()
    if lead["of"]:
        told.append({"number": "integer", "amount": "number"}.get(lead["of"], "list of strings"))
    if lead["kind"] or lead["flag"]:
        told.append("boolean" if lead["flag"] or "flag" in lead["kind"] else _kind(lead["kind"]))
    if lead["several"]:
        told.append(_several(lead["several"]))
    called, end = _called(name), name.end()
    if name.groupdict().get("free"):
        told.append("optional")
    if name["name"] == "field" and (own := _OWN.match(text, end)):
        called, end = own[1], own.end()  # "a field by, the name of whoever did it"
    if lead[0].strip() in {"your", "their", "his", "her", "the"} and (own := _AS.match(text, end)):
        called, end = own[1], own.end()  # "your name as borrower"
    while True:
        quality = qualified(text, end, bare=not articled and not told)
        if quality is not None:
            told.append(quality.jotting)
            end = quality.end
            continue
        meant = _MEANT.match(text, end) if not articled or called != _called(name) else None
        if meant is not None:
            told.append(meant["meant"])
            end = meant.end()
            continue
        more = _MORE.match(text, end) or _APPOSED.match(text, end) or _RELATED.match(text, end)
        if more is None:
            break
        end = more.end()
        said = more.groupdict()
        if said.get("whose"):
            continue
        if said.get("called"):
            called = said["called"]
        elif said.get("brackets"):
            inner = _INNER.fullmatch(said["brackets"])  # "a number of seats (places, 1 to 8)"
            read = qualities(inner["said"], 0) if inner else None
            own = inner and (lead["of"] or "_" in inner["called"])
            if inner and own and read and read.end == len(inner["said"]):
                called = inner["called"]
                told.append(read.jotting)
                continue
            told.append(bracketed(said["brackets"]))
        elif said.get("equal"):
            value = re.sub(r"^[\s=]*(?:(?:set to|being|as) )?", "", said["equal"])
            told.append(f"starts as {value}")
        else:
            about = next(filter(None, said.values())).strip(" ,")
            told.append("boolean" if about == "flag" else about)
    return Item(called, _bounded(", ".join(filter(None, told)))), end


def _kind(word: str) -> str:
    """The kind that a value is said to be of: "a number called seats"."""
    plain = {"field": "", "property": "", "attribute": "", "value": "", "flag": "boolean"}
    return plain.get(
        word, {"truth": "boolean", "amount": "number", "price": "number"}.get(word, word)
    )


def _several(count: str) -> str:
    """How many there are of what a value lists.

    >>> _several("at least two"), _several("two to ten"), _several("several")
    ('list of strings, at least 2', 'list of strings, 2 to 10', 'list of strings')
    """
    told = re.sub(r"[a-z]+", lambda each: in_digits(each[0]), count)
    told = re.sub(r"^(\d+) or more$", r"at least \1", told)
    if not re.search(r"\d", told):
        return "list of strings"
    return f"list of strings, {told if re.search(r'[^0-9]', told) else f'exactly {told}'}"


def _counted(how: re.Match[str], *, free: bool) -> Item:
    """A value that words describe, with its name in brackets behind them."""
    told = ["optional"] if free else []
    told += ["integer"] if how["much"] in {"many", "often", "old"} else []
    rest = re.sub(
        rf"\b(?:by )?defaults?(?: to| is)? ({'|'.join(_TIMES)})\b",
        lambda each: f"default {_TIMES[each[1]]}",
        how["more"] or "",
    )
    return Item(how["called"], ", ".join(filter(None, (*told, _bounded(rest)))))


def _bounded(text: str) -> str:
    """What is said of a value, with bounds as descriptions have them."""
    told = re.sub(r"^again,? ", "", text)
    told = re.sub(r"(^|, )\d{4}-\d\d-\d\d(?=$|, )", r"\1date", told)  # as an example shows it
    if re.fullmatch(r"(?:[\w-]+, )*[\w-]+,? or [\w-]+", told) and not re.search(
        r"\b(?:empty|missing|null|more|less|not|an?|true|false|longer)\b", told
    ):
        return f"one of {told}"
    if re.search(r"(?i)\b(?:text|string)\b", told):
        told = re.sub(r"(^|, )(\d+) ?(?:to|-|–|and) ?(\d+)(?=$|, )", r"\1\2 to \3 characters", told)
    told = re.sub(
        rf"(^|, )(?:from |between )?({_NUMBER}) ?(?:to|-|–|and) ?({_NUMBER})(?=$|, )",
        lambda each: f"{each[1]}{'number' if '.' in each[0] else 'integer'} {each[2]} to {each[3]}",
        told,
    )
    told = re.sub(r"\b(\d+) (\w+) or (?:more|longer)\b", r"at least \1 \2", told)
    return re.sub(r"\b(\d+) (\w+) (?:at most|max(?:imum)?)\b", r"at most \1 \2", told)


def _called(name: re.Match[str]) -> str:
    """The name of a value that two words tell: "due date", "email address"."""
    if not name["second"]:
        return name["name"].lower() if name["name"].isupper() else name["name"]
    if name["second"].strip() == "address" and "mail" in name["name"]:
        return name["name"]
    return f"{name['name']}{name['second'].replace(' ', '_')}"
