"""What running sentences say of one route, as the lines of a section of a description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records
from beliefs.spec.documents.markdown.bringing import brought
from beliefs.spec.documents.markdown.enumerating import Item
from beliefs.spec.documents.markdown.named_answers import (
    Answered,
    added,
    answered,
    as_list,
    as_record,
    listed,
    nested,
    shown,
)
from beliefs.spec.documents.markdown.narrowing import asked
from beliefs.spec.documents.markdown.phrasing import pieces
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.uploading import brings_text
from beliefs.spec.documents.words import singular

_SUCCESS = re.compile(
    r"(?i)^(?:if|when) (?:all|everything|it)(?: is|'s| goes| went)(?: all)? (?:fine|well|good|ok|"
    r"okay|right|valid)\b,?(?: it)?(?=\s+(?:answer|return|respond|give|repl|send)|\s+2\d\d\b)"
)
_BODY = re.compile(
    r"(?i)^[\s,:]*(?:(?:with|takes?|taking|accepts?|expects?|needs?|requires?|receives?|gets|body|given|as|"
    r"from|using|of|sends?|wants?)\b"
    r"[\s:]*)?(?:(?:an?|the|this)\s+)?(?:json\s+)?(?:body|object|payload)?[\s:=]*$"
)
_LIST_BODY = re.compile(
    r"(?i)^[\s,:]*(?:with|takes?|taking|accepts?|body|given|sends?|wants?|gets)[\s:]+"
    r"(?:an? |the )?(?:json )?(?:list|array) of[\s`]*$"
)
_BODIED = re.compile(
    r"(?i)[\s,]*(?:and |where |with )*(?:the |its |a )?(?:json )?body(?: is| being|:)\s*`?$"
)
# Whatever stands before an answer, and before no body.
_ANSWERED = re.compile(
    r"(?i)\b(?:answer|return|respon|repl|give|gets?\b|show|yield|result|status|list|each|error|"
    r"look|like|become|say|include)|->|→|=|\b[1-5]\d\d\b"
)
_STATUS_BEFORE = re.compile(r"\b([1-5]\d\d)\b[`\s:,]*(?:with|and|:|=)?[\s`]*$")
_STATUS_AFTER = re.compile(r"(?i)^[`\s,]*(?:and |with )?(?:the )?status(?: code)? (2\d\d)\b")
_EACH = re.compile(
    r"(?i)\b(?:each|every)(?: one| entry| item| element| row| of them)?,?(?: is| being| looks?| has"
    r"| shown)?(?: like| as)?:?\s*$|\blists\b[^{}.;]*\bas\s*$"
)
_OPENS = re.compile(
    r"(?i)[\s,:]*(?:->|→|=>|=|:)?[\s,:]*\b(?:and )?(?:(?:the )?(?:answer|response|result|reply)"
    r"(?: is)?|(?:it )?(?:returns?|(?:gets?|gives?)(?: back)?|answers?|responds?|replies|"
    r"shows?|results? in))?\s*(?:2\d\d)?\s*(?:with|:|=)?[\s`]*$"
)
# "add a note with a title and a text"
_MADE = re.compile(r"(?i)\b(?:add|create|record|register|enter|log|submit)s? (?=\w)")
BODY = "Body:"
_ONLY_NAMES = re.compile(r"\{\s*\w+\??(?:\s*,\s*\w+\??)*\s*\}")
_JOTTED = re.compile(
    r"`?(?P<name>[a-z]\w*)`?:?,? (?P<more>(?:required|optional|mandatory|unique|int|integer|string|"
    r"number|bool|boolean|date|url|email|list|array|default|max|min|positive|non-empty|text|"
    r"(?:is |must be )?(?:an? )?(?:int|integer)\b|[<>]=?|\d+ ?(?:-|–|to|\.\.) ?\d).*)$"
)


_APPOSED = re.compile(
    r"(?P<record>\{\"(?P<name>\w+)\": [^{},\[\]]+\}),? \(?"
    r"(?P<said>(?:(?:an? )?(?:whole number|integer|number|date|time|text|string|positive)\b|\d+ "
    r"?(?:to|-|–) ?\d)[^;.()]*?)"
    r"(?:\)|,(?= (?:and )?(?:it )?(?:answers|returns|gives)))"
)


def _apposed(text: str) -> tuple[str, str]:
    """A text without what is said of the only value of a record behind it, and that as a sentence.

    >>> _apposed('with {"days": 7}, a whole number from 1 to 30, answers 201')
    ('with {"days": 7} answers 201', '`days` must be a whole number from 1 to 30')
    """
    found = _APPOSED.search(text)
    if found is None:
        return text, ""
    rest = f"{text[: found.end('record')]}{text[found.end() :]}"
    usual = re.search(
        r",? (?P<value>[\w.-]+) (?:if|when) (?:it is )?(?:missing|left out|omitted|not given)",
        found["said"],
    )
    said = found["said"][: usual.start()] if usual else found["said"]
    told = f"`{found['name']}` must be {said}"
    return rest, f"{told}, default {usual['value']}" if usual else told


# "can change the state only", "may only change the state"
_ONLY = re.compile(
    r"^\s*(?:can|may) (?:only change (?:the )?|change (?:only )?(?:the )?(?=\w+ only\b|(?<=only )))"
    r"`?(?P<name>[a-z]\w*)`?(?: only)?(?=,| and |$)"
)
# "tips, how many there were": the name says what is counted.
_THEIR_NUMBER = re.compile(
    r"(?:how many(?: of them)?(?: there (?:are|were|have been))?|the number of (?:them|these)|"
    r"their number)$"
)
# What words say of a value of an answer beyond its kind and what it starts as.
_WORKED_OUT = re.compile(
    r"(?:(?:which|that) (?:is|are) )?(?P<how>(?:(?!(?:optional|required|default|starts)\b).)*?"
    r"(?:\b(?:if|when|unless|per|the|by|from|of|minus|plus|times|how|followed|now|today's?|until)\b)"
    r".*)$"
)


@dataclass(slots=True)
class Section:
    """What is said of one route."""

    way: str
    line: int
    told: list[tuple[int, str]] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)  # of its body, with what is said
    plain: bool = False  # the body is told by names alone, and laid out as a list
    known: set[str] = field(default_factory=set)  # of its body and its answers
    row: list[str] = field(default_factory=list)  # what the rows that it reads show

    @property
    def brings(self) -> bool:
        """Whether its method has a body."""
        return self.way.split(" ")[0] in {"POST", "PUT", "PATCH"}

    def take(self, text: str, line: int) -> None:
        """Take in what a clause says: what is brought, what is answered, and the rest."""
        text = _ONLY.sub(r" changes `\g<name>` only", text) if self.brings else text
        text, fact = _apposed(nested(text)) if self.brings else (nested(text), "")
        if self.brings and not self.names and not brings_text(text):
            items, text = brought(text, self.way)
            self._brings({each.name: [each.jotting] for each in items}, line)
        rest = self._shown(_SUCCESS.sub("", text), line)
        self.told += [(line, fact)] if fact else []
        self.known |= {*self.names}
        told = None
        if self.names:
            told = answered(rest, _thing(self.way))
        elif self.way.startswith("GET ") and not self.known:
            told = (added(rest) if self.row else None) or listed(rest)
            told = told or (shown(rest) if self.way.endswith("}") else None)
        if told is not None:
            rest = self._named(told, rest, line)
        for each in _sayings(rest):
            for said in pieces(each, self.known, {*self.names}):
                if self._jotted(said, line):
                    continue
                self.told += [(line, one) for one in asked(said, self.way)]

    def lead(self, text: str, line: int) -> None:
        """Take in what stands before a route: what is done there, and what is brought for it."""
        made = _MADE.search(text) if self.way.startswith("POST ") and not self.names else None
        if made is not None and not self.way.endswith("}"):
            items, rest = brought(text[made.start() :], self.way)
            self._brings({each.name: [each.jotting] for each in items}, line)
            self.known |= {*self.names}
            text = f"{text[: made.start()]}{rest}"
        self.told.append((line, text))

    def _brings(self, names: dict[str, list[str]], line: int) -> None:
        """Take in a body that is told by names."""
        if names:
            self.told.append((line, BODY))
            self.names, self.plain = names, True

    def _jotted(self, text: str, line: int) -> bool:
        """Take in what is jotted down of a value that is brought: "size int 1-7, default 7"."""
        found = _JOTTED.match(text) if self.plain else None
        if found is None or found["name"] not in self.names:
            return False
        self.names[found["name"]].append(found["more"])
        clash = re.search(r"(?i)\bunique\b.*\b(409|400|422)\b", found["more"])
        if clash:
            self.told.append((line, f"{clash[1]} if the `{found['name']}` is taken"))
        return True

    def lines(self) -> Iterator[tuple[int, str]]:
        """What is said, line by line, each with the line of the goal that it comes from."""
        folded = [
            (self.line, f"`{name}` is unique ignoring case")
            for name, said in self.names.items()
            if any(re.search(r"(?i)ignoring case|case[- ]insensitive", each) for each in said)
        ]
        for line, text in dict.fromkeys((*self.told, *folded)):
            if text != BODY:
                labelled = text.startswith(("Body:", "Response", "Query:"))
                yield line, text if labelled else f"{text}."
                continue
            yield line, text
            for name, said in self.names.items():
                item = Item(name, ", ".join(filter(None, said)))
                needed = "" if item.free or item.needed else "required"
                yield line, f"- `{name}`: {', '.join(filter(None, (needed, item.jotting)))}"

    def _shown(self, text: str, line: int) -> str:
        """Take in the records of a clause; what is left of it."""
        text = rest = _either(text)
        for start, end in _records(text):
            before, record, after = text[:start], text[start:end], text[end:]
            status = _STATUS_BEFORE.search(before)
            several = re.search(r"(?i)\b(?:list|array)s?(?:,? in [^{}.;]*?)? of\s*$", before)
            if (status and status[1][0] in "45") or sample(record, brought=True) is None:
                continue
            many = _LIST_BODY.match(before) if several and self.brings and not self.names else None
            if many is not None:
                self.told.append((line, f"Body: `[{record}]`"))
                self.names = {each: [] for each in names_in(record)}
                rest = rest.replace(before + record, "", 1)
            if several:
                continue
            bodied = _BODY.match(before) or _BODIED.search(before)
            if bodied is None and not status and not _ANSWERED.search(before):
                bodied = re.search(r"[\s,:`]*$", before)  # "sets the limit: {…}"
            if self.brings and not self.names and bodied:
                names = {each: _perhaps(each, record) for each in names_in(record)}
                if _ONLY_NAMES.fullmatch(record):
                    self._brings(names, line)
                else:
                    self.told.append((line, f"Body: `{record}`"))
                    self.names = names
                rest = rest.replace(before[bodied.start() :] + record, "", 1)
                continue
            if _EACH.search(before):
                record = f"[{record}]"
            self.known |= {*names_in(record)}
            behind = _STATUS_AFTER.match(after)
            good = status[1] if status else behind[1] if behind else ""
            good = good or next(iter(re.findall(r"\((2\d\d)\b", text)), "")
            self.told.append((line, f"Response {good}: `{record}`".replace(" :", ":")))
            gone = _OPENS.search(before)
            opened = before[gone.start() :] if gone else ""
            whole = f"{opened}{text[start:end]}{behind[0] if behind else ''}"
            rest = rest.replace(whole, ", ", 1)
        return rest

    def _named(self, told: Answered, text: str, line: int) -> str:
        """Take in an answer that is told by its names; what is left of the clause."""
        alone = self.way.startswith("GET ") and not told.many and not told.beside
        meant = alone and any(each.jotting for each in told.items)
        record = as_record(told, self.names or self.row)
        if told.beside and self.row and not self.way.endswith("}"):
            record = re.sub(r"`(.*)`", r"`[\1]`", record)
        self.told.append((line, as_list(told) if meant else record))
        self.known |= {each.name for each in told.items}
        for each in () if meant else told.items:
            made = _WORKED_OUT.match(each.jotting)
            how = _THEIR_NUMBER.sub(f"the number of {each.name}", made["how"]) if made else ""
            self.told += [(line, f"`{each.name}` is {how}")] if how else []
        return f"{text[: told.start]}, {text[told.end :]}"


_ROUNDED = re.compile(
    r"(?P<name>\b\w+) is (?P<so>rounded to \w+ (?:decimals?|digits)(?: places)?),? and "
    r"(?:is )?(?P<none>(?:null|0) (?:if|when) [^,.;]+)"
)


def in_one_order(text: str) -> str:
    """Two rules of one value in the order in which they are read; a body out of its brackets.

    >>> in_one_order("where mean is rounded to two decimals and null if there is none")
    'where mean is null if there is none and rounded to two decimals'
    >>> in_one_order('by POST /cats ({"name": "Tom"})')
    'by POST /cats {"name": "Tom"}'
    """
    text = re.sub(r"(/[\w{}/-]+) \((\{[^{}]*\})\)", r"\1 \2", text)
    return _ROUNDED.sub(r"\g<name> is \g<none> and \g<so>", text)


def titled(text: str) -> str:
    """The name of what a goal wants."""
    told = re.sub(r"(?i)^.*\bso:? (?=an? )", "", text)
    told = re.sub(
        r"(?i)^(?:please )?(?:make|build|create|write|i (?:need|want)|give)(?: me| us)? ", "", told
    )
    told = re.sub(r"(?i)^(?:an?|the) ", "", told)
    told = re.split(r"[,:(]| with | for | where ", told)[0].strip() or text
    return told[:1].upper() + told[1:]


def _perhaps(name: str, record: str) -> list[str]:
    """What a mark behind a name says of it.

    >>> _perhaps("text", "{title, text?}"), _perhaps("title", "{title, text?}")
    (['optional'], [])
    """
    return ["optional"] if re.search(rf"\b{re.escape(name)}[\"`]?\?", record) else []


def _thing(way: str) -> str:
    """What the path of a route ends in, by name."""
    parts = [each for each in way.partition(" ")[2].split("/") if each and "{" not in each]
    return singular(parts[-1]) if parts else ""


def _records(text: str) -> list[tuple[int, int]]:
    """Where records stand in a clause, those of one name too."""
    found = records(text)
    for each in re.finditer(r"(?<![/\w-])\{\s*\w+\s*\}", text):
        if not any(start <= each.start() < end for start, end in found):
            found.append(each.span())
    return sorted(found)


# What became of one of many: a record for each way that it may have come off.
_CAME_OFF = re.compile(r"[{,]\s*\"?(?:ok|success|error|index|status|reason)\"?\s*[:,}]")


def _either(text: str) -> str:
    """A clause in which several records that say how an item came off are a list of them.

    >>> _either('a result per item: {"ok": true} or {"ok": false, "error": "x"}')
    'a result per item: [{"ok": true}, {"ok": false, "error": "x"}]'
    """
    found = records(text)
    for (start, end), (after, last) in reversed(list(pairwise(found))):
        both = (text[start:end], text[after:last])
        joined = re.fullmatch(r",?\s*(?:or|/|\|)\s*", text[end:after])
        if joined and all(each[0] == "{" and _CAME_OFF.search(each) for each in both):
            return f"{text[:start]}[{', '.join(both)}]{text[last:]}"
    return text


def names_in(record: str) -> list[str]:
    """The names of the outermost values of a record, or of those in a list.

    >>> names_in('{"who": "Ann", "items": [{"sku": "A"}], note?}')
    ['who', 'items', 'note']
    """
    outer, depth = "", 0
    first = 2 if record.lstrip().startswith("[") else 1
    for each in record:
        depth += each in "{["
        outer += each if depth <= first else ""
        depth -= each in "}]"
    return re.findall(r"[{,]\s*\"?([A-Za-z_]\w*)\"?\??\s*(?=[:,}])", outer)


def _sayings(text: str) -> Iterator[str]:
    """What is left of a clause, without the signs around it; what is in brackets by itself."""
    arrow = re.match(r"\s*(?:->|→|=>)", text)
    told = re.sub(r"^[\s,:=>→–—-]+", "", text).rstrip(" ,:-–—")
    told = re.sub(r"^and\s+(?=(?:never|from then on|only)\b)", "", told)
    if arrow:
        told = re.sub(r"^(\w+):? (\"[\w-]+\")", r"sets `\1` to \2", told)
    told = re.sub(r"\s*,(?:\s*,)+\s*", ", ", told)
    whole = re.match(r"\(([^()]*)\)[\s,:]*", told)
    if whole:
        yield whole[1].strip()
        told = re.sub(r"^[\s,:=>→–—-]+", "", told[whole.end() :])
    if re.search(r"\w", told) and not re.fullmatch(r"(?i)(?:and |is |are )*answered", told):
        yield told
