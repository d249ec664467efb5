"""Values that running words enumerate: "with a title, a year and an optional rating from 1 to 5".

Each item is a name with what is said of it, in brackets, behind it, or after a comma. The list ends
where something else begins: a verb, an arrow, the end of the clause. What ends it must be one of
these, or nothing is taken for a list of values.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.facts import jot_of, series
from beliefs.spec.documents.limits import NUMBERS
from beliefs.spec.documents.markdown.qualifying import bracketed, qualified

_UNITS = (
    r"(?:cents?|euros?|dollars?|minutes?|seconds?|hours?|days?|kilo(?:gram|metre|meter)s?|kg|km|cm|mm|ml|"
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
_COUNT = rf"(?:\d+|{'|'.join(NUMBERS[1:])})"
_LEAD = re.compile(
    r"(?P<perhaps>(?:also |maybe |perhaps |possibly |optionally )*)"
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
# "a weekly target": two words are one name where an article leads them and the list goes on.
_PAIR = re.compile(
    r"(?P<name>[a-z]+)(?P<second> [a-z]\w+)(?=,| and | \(|$| (?:from|between|of) \d)"
)
_NUMBER = r"-?\d+(?:\.\d+)?"
_MORE = re.compile(  # what may be said of a name right behind it
    rf"\s*\((?P<brackets>[^()]*)\)|(?P<equal>\s*=\s*(?:\"[^\"]*\"|{_NUMBER}|true|false|null)"
    rf"|\s+(?:\"[^\"]*\"|(?:true|false|null)\b))"
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
    r"\s*(?:,\s+(?:and|plus|as well as)\s+|,\s+|\s+(?:and|plus|as well as)\s+|\s*\+\s*)"
)
_ENDS = re.compile(
    r"\s*(?:$|[.;:)]|->|→|=>|–|—|\(|,?\s*(?:(?:and|which|it|that|this|then|the (?:server|service|"
    r"api|answer|response|result)) )*(?:always |then |should |must |will |also )?"
    r"(?:[a-z]+s|be|to|comes?|says?|makes?|mak|return|answer|creat\w*|get|give|store|add)\b(?! "
    r"(?:and|of)\b| \(|,)|"
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
        found.append(item)
        separator = _SEPARATOR.match(text, item[1])
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
    name = _NAME.match(text, lead.end()) if lead else None
    if lead is None or name is None:
        return None
    alone = not (at or re.compile(r", \w+(?:,| and | \()").match(text, name.end()))
    if name["name"] in _NO_NAMES and (alone or name["name"] not in {"body", "token"}):
        return None  # "with a body" is of the request, "with a title and a body" is a text
    if name["name"] == "status" and re.compile(r" (?:codes?|\d{3})\b").match(text, name.end()):
        return None
    if lead["of"] and re.fullmatch(_KINDS, name["name"]):
        return None  # "a list of texts" is what a value is, and none itself
    if name["name"] in _SMALL and not re.compile(r",| \(| and |$").match(text, name.end()):
        return None
    articled = bool(lead[0].strip()) and lead[0].strip() != "also"
    pair = _PAIR.match(text, lead.end()) if articled and not name["second"] else None
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
    while True:
        quality = qualified(text, end)
        if quality is not None:
            told.append(quality.jotting)
            end = quality.end
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
            told.append(bracketed(said["brackets"]))
        elif said.get("equal"):
            told.append(f"starts as {said['equal'].strip(' =')}")
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
    told = re.sub(r"[a-z]+", lambda e: str(NUMBERS.index(e[0])) if e[0] in NUMBERS else e[0], count)
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


# "adds an entry with a date and an amount": what is made says nothing of what is brought for it.
_MAKES = re.compile(
    r"(?i)^[\s,:]*(?:(?:which|that|and|it) )*(?:adds?|creates?|makes?|records?|books?|logs?|saves?|"
    r"stores?|registers?|enters?|opens?|starts?|keeps?|submits?|reports?|announces?|sets? up|"
    r"puts? up) (?:(?:an?|one|the) (?:new )?[a-z]+(?: [a-z]+)?|[a-z]+s)"
    r"(?=\s*(?:\(|(?:with|from|by|given|out of|having) ))"
)
_BRINGS = re.compile(
    r"(?i)^[\s,:]*(?:(?:which|that|and|clients?|you|they|people|users?|callers?|the \w+) )*"
    r"(?:with|by|from|sending|sends?|takes?|taking|gets|getting|accepts?|accepting|expects?|expecting|wants|"
    r"needs|requires?|requiring|giving|given|carrying|containing|contains|receives?|passing|"
    r"providing|provides?|posting|supplying|specifying|naming|stating|body:?|payload:?|and)\s*:?\s+"
    r"(?:(?:an?|the|its|in the|in its|in a)\s+)?(?:(?:json|JSON|request)\s+)?(?:(?:body|object|"
    r"payload|"
    r"document|fields?|keys?|properties|values|data|input)\b\s*(?:(?:of|with|containing|contains|having|has|like|"
    r"that (?:has|contains|have)|which (?:has|contains)|is|are|called|named|:)\s+)*:?\s*|"
    r"(?:json|JSON)\s*:\s*)?"
)
_LISTED = re.compile(
    r"^\s*\((?:(?:json )?(?:body|fields|with|takes)[:\s]\s*)?(?P<inner>[^()]*(?:\([^()]*\)[^()]*)"
    r"*)\)"
)


def _in_series(text: str) -> tuple[list[Item], int] | None:
    """Fields with a jotting each, up to the end of the sentence: "`a` 1 to 9, `b` a date"."""
    end = re.search(r"[.;](?=\s|$)|\s*(?:->|→|=>)|$", text)
    parts = [jot_of(each) for each in series(text[: end.start()])] if end else []
    told = [each for each in parts if each is not None]
    if end is None or not told or len(told) < len(parts):
        return None
    return [Item(*each) for each in told], end.start()


def brought(text: str, path: str = "") -> tuple[list[Item], str]:
    """What a request brings, as the words behind its route tell, and the words that are left.

    What the path is about already is not brought: "POST /jobs/{id}/done takes the job off".

    >>> brought(" with email and password (8 characters or more) creates an account")
    ([Item(name='email', jotting=''), Item(name='password', jotting='at least 8 characters')], \
' creates an account')
    >>> brought(" (owner, weight in grams); 201")
    ([Item(name='owner', jotting=''), Item(name='weight', jotting='in grams')], '; 201')
    >>> brought(" adds an entry with a day and an optional note, 201")
    ([Item(name='day', jotting=''), Item(name='note', jotting='optional')], ' adds an entry, 201')
    >>> brought(" with the same two fields answers 200")
    ([], ' with the same two fields answers 200')
    """
    made = _MAKES.match(text)
    if made:
        items, rest = brought(text[made.end() :], path)
        return (items, f"{made[0]}{rest}") if len(items) > 1 else ([], text)
    listed = _LISTED.match(text)
    if listed:
        items, end = enumerated(listed["inner"])
        if len(items) > 1 or (items and not end < len(listed["inner"])):
            left = listed["inner"][end:].strip(" ,;")
            rest = text[listed.end() :]
            return items, f"{f' {left};' if left else ''}{rest}"
    lead = _BRINGS.match(text)
    if lead is None or (
        lead[0].strip(" ,:").lower() == "and"
        and not re.match(r"(?:an?|their|the|its|his) ", text[lead.end() :])
    ):
        return [], text
    if found := _in_series(text[lead.end() :]):
        return found[0], text[lead.end() + found[1] :]
    items, end = enumerated(text[lead.end() :])
    if len(items) == 1 and re.match(r"(?i)[\s,:]*(?:by|from)\b", lead[0]):
        return [], text  # "by id" says how, and not what
    if len(items) == 1 and re.search(rf"/{items[0].name}(?:s|es)?/", path):
        return [], text
    return (items, text[lead.end() + end :]) if items else ([], text)
