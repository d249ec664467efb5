"""Running sentences that name routes, laid out as a description: a section for each route.

"POST /queue {singer, song} -> 201 {id, singer}; GET /queue = what waits" says of each route what a
heading with lines below it would. Laid out so, it is read like any description. Nothing is left
out: what is about no route stands in a section of its own at the end.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.afterwards import afterwards
from beliefs.spec.documents.markdown.apportioning import Share, apportioned
from beliefs.spec.documents.markdown.cutting import cut, hidden_in, paragraphs
from beliefs.spec.documents.markdown.drafts import ROUTE, one_form
from beliefs.spec.documents.markdown.likewise import likewise, spread
from beliefs.spec.documents.markdown.referring import (
    in_general_of,
    of_such,
    row_of,
    same_answer,
    same_body,
    several,
    spoken_of,
)
from beliefs.spec.documents.markdown.sections import Section, in_one_order, titled
from beliefs.spec.documents.markdown.vanishing import vanished
from beliefs.spec.documents.markdown.voiced import as_routes
from beliefs.spec.documents.markdown.wishing import Places, modelled, places, wished

# Who calls a route says nothing of it: "a worker calls POST /jobs/take".
_CALLER = re.compile(
    r"(?i)\b(?:(?:an?|the|every|each|any) (?:\w+ ){1,2}(?:then )?(?:calls?|sends?|requests?|asks?)|"
    r"(?:they|you|we|i|one|he|she|people|clients?|users?|somebody|someone)(?: (?:then|can|may|must|"
    r"should|simply|just|either))*(?: (?:call|send|use|do|request|make))?)$"
)
_JOINED = re.compile(r"[`\s]*(?:and|or|/|&)[`\s]*")
_BEFORE = re.compile(r"(?i)^(?:and|then|also|so|but|plus|finally)\b[\s,:]*")
_BY = re.compile(
    r"(?i)^(?:in|on|for|an?|the|or|either)$|[\s,:]*\b(?:with|via|by|using|through|at|calling|call|and|a|to|from|under|"
    r"happens?|works?|goes|is done|is available|can be (?:fetched|found|had|read|seen|reached|"
    r"got))$"
)
_RULE = re.compile(
    r"(?i)^(?:when|whenever|if|unless|while|until|once|as long as|after|without|an?|the|any|every|"
    r"each|no|only|both|neither)\b"
)
_FAILS = re.compile(r"\s*(?:is|are|gives?|answers?|returns?|→|->|=)\s+(?=[45]\d\d)")
_NOUN = re.compile(r"(?i)^(?:an?|the|any|every|each)\b")  # what a route is for, and no condition
# What only a description of a route goes on with, and no rule about it.
_TELLS = re.compile(r"(?<![\d.])2\d\d\b|\{ ?\"|^[`\s,]*(?:with|as|and) (?:an?|the|\{)")
_DONE_BY = re.compile(  # "a member joins by calling POST /members"
    r"(?i)^(?:an?|the|any|every|each) (?:[\w-]+ ){1,4}(?:with|via|by|using|through|calling)$"
)
_GREETING = re.compile(r"(?i)^(?:hi|hello|hey|good \w+|dear \w+)\b[\w ]{0,20}[!,.]*$")
_GENERAL = re.compile(
    r"(?i)^(?:whatever|anything|everything|every (?!one\b)|all|any|bad|invalid|unknown|malformed|"
    r"missing|other|errors?|never|nothing|nobody|names?|files?|data|please|use|keep|store|"
    r"passwords?|it (?:should|must|has to)|ids?|nonexist\w+|non-exist\w+|requests?|[45]\d\d for "
    r"(?:bad|"
    r"invalid|malformed|wrong|unknown|missing|everything|anything|all)|use [45]\d\d|"
    r"(?:[\w-]+ ){1,3}(?:that|which|who) (?:do not|don't|does not|doesn't|did not|cannot|can't) "
    r"(?:exist|be found)|404 (?:if|when|for|=|:)? ?(?:[\w'-]+ ){0,4}(?:unknown|no such|does not "
    r"exist|"
    r"doesn't exist|do not exist|don't exist|is not there|isn't there|not found)|if an? \w+ "
    r"(?:does "
    r"not|doesn't|cannot|can't) (?:exist|be found))\b"
)
# What is said of all that one request brings: "All four are mandatory".
_OF_FIELDS = re.compile(
    r"(?i)(?:both|all(?: of (?:them|these))?|all (?:two|three|four|five)(?: fields| values)?|"
    r"(?:all|both) fields) (?:are|is|must be|have to be) (?:required|mandatory|needed|optional)\b"
)
_SHARED = re.compile(
    r"(?i)^(?:both|all|each)(?: (?:are|is|with|give|answer|return|gives))*:? (\d{3})\b|"
    r"^((?:newest|latest|oldest|earliest|most \w+|least \w+|last|first)[\w ]* first)$|"
    r"^((?:sorted|ordered) by .+)$"
)


class Laid(NamedTuple):
    """A description, the line of the goal that each of its lines comes from, and its sections."""

    text: str
    lines: tuple[int, ...]
    sections: tuple[Section, ...] = ()


def laid_out(text: str) -> Laid | None:
    """A goal as a description, where it names routes; None where it names none.

    >>> print(laid_out("A to-do list: POST /todos {title} -> 201 {id, title}; GET /todos.").text)
    # To-do list
    <BLANKLINE>
    A to-do list.
    <BLANKLINE>
    ## POST /todos
    <BLANKLINE>
    Body:
    <BLANKLINE>
    - `title`: required
    <BLANKLINE>
    Response 201: `{id, title}`
    <BLANKLINE>
    ## GET /todos
    """
    text = _THAT_IS.sub("that is", text)
    reader = _Reader(places(text))
    for line, paragraph in paragraphs(text):
        reader.paragraph(paragraph, line)
    if not reader.sections:
        return None
    return reader.laid()


_THAT_IS = re.compile(r"\bi\.e\.,?")
# "takes an upload": what is taken has no name.
_UPLOAD = re.compile(r"(?i)\b(takes?|accepts?|receives?|gets?|reads?|expects?) (?:an|the) upload\b")


# Where a form goes is said of its page: "a form with name that is sent to POST /sign".
_FORM = re.compile(
    r"(?i)(?P<form>\bform\b[^.;/]*?)(?:,? (?:that|which))?(?: is| are| gets)? "
    r"(?:posts?|posted|posting|"
    r"sends?|sent|submits?|submitted|submitting)(?: back)? to (?:POST )?`?(?P<path>/[\w/{}-]*)`?"
    r"|\b(?:takes|accepts|receives|handles|gets) (?P<taken>(?:the|that|this|its) form)\b"
)


def _posts(match: re.Match[str]) -> str:
    if match["taken"]:
        return f"is posted {match['taken']}"
    return f'{match["form"]} with action="{match["path"]}"'


# What is said of several routes at once: "POST /a, PUT /a/{id} and DELETE /a/{id} are for admins".
_OF_ALL = re.compile(
    r"(?i)[`\s]*\(?(?:all )?(?:are|need|require|want|may|can|must|have to|work|only)\b"
)


def _listed(text: str, spans: list[tuple[int, int]]) -> int:
    """How many routes at the start of a text are listed with commas, before what is said of all."""
    gaps = [text[one[1] : two[0]] for one, two in pairwise(spans)]
    commas = [bool(re.fullmatch(r"[`\s]*,[`\s]*", each)) for each in gaps]
    many = next((at for at, each in enumerate(commas) if not each), len(commas))
    if not many or many == len(gaps) or not re.fullmatch(r"[`\s]*,? (?:and|or)[`\s]*", gaps[many]):
        return 0
    return many if _OF_ALL.match(text[spans[many + 1][1] :]) else 0


def _several(text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether more stands between routes than what joins them: each has words of its own."""
    return any(not _JOINED.fullmatch(text[end:start]) for (_, end), (start, _) in pairwise(spans))


class _Reader:
    """Where a goal is read to."""

    def __init__(self, where: Places) -> None:
        self.where = where
        self.title = ""
        self.sections: dict[str, Section] = {}
        self.here: list[Section] = []
        self.general: list[tuple[int, str]] = []

    def paragraph(self, text: str, line: int) -> None:
        """Read a paragraph."""
        text = in_one_order(text)
        text = _UPLOAD.sub(r"\1 an uploaded file", as_routes(_FORM.sub(_posts, text)))
        text = re.sub(r"(:\s*)(<[\w ]+>)(?=\s*[,}])", r'\1"\2"', text)  # {"id": <that of the row>}
        for sentence in cut(text, r"(?<!e\.g)(?<!i\.e)(?<!etc)(?<!\.)[.!?]+\s+"):
            whole = sentence.rstrip(".")
            for clause in cut(whole, r";\s+"):
                self._clause(clause.rstrip("; "), line)

    def _clause(self, text: str, line: int) -> None:
        gone = vanished(text, [each.way for each in self.here])
        if gone is not None:
            way, text = f"GET {gone.path}", gone.rest
            listed = self.sections.setdefault(way, Section(way, line))
            listed.told += [(line, each) for each in gone.told]
        text, wishes = wished(text, self.where)
        for wish in wishes:
            made = self.sections.setdefault(wish.way, Section(wish.way, line))
            made.told.append((line, wish.words))
        text = re.sub(r"^[\s,;]*(?:and )?", "", text) if wishes else text
        if wishes and not re.search(r"\w", text):
            return
        if self._apportioned(apportioned(text), line):
            return
        text = spread(text)
        hidden = hidden_in(text)
        found = list(ROUTE.finditer(f" {hidden}"))
        if not found:
            self._said(text, line)
            return
        spans = [(each.start(1) - 1, each.end() - 1) for each in found]
        lead = text[: spans[0][0]].strip()
        called = _CALLER.search(lead)
        if called:
            lead = lead[: called.start()].strip()
        elif (
            _RULE.match(lead)
            and not lead.endswith(":")
            and not _DONE_BY.match(lead)
            and not _several(text, spans)
            and not _TELLS.search(text[spans[0][1] :])
            and (_FAILS.match(text[spans[0][1] :]) or not _NOUN.match(lead))
        ):
            section = self._section(found[0], line)
            before, after = lead.rstrip(" ,"), text[spans[0][1] :]
            failing = _FAILS.match(after)
            if failing:  # "when all are taken POST /x is 503"
                text = f"{after[failing.end() :].strip()} {before}"
            section.told.append((line, text))
            self.here = [section]
            return
        lead = self._led(lead, line)
        group: list[Section] = []
        every: list[Section] = []
        for number, match in enumerate(found):
            section = self._section(match, line)
            group.append(section)
            every.append(section)
            if lead:
                section.lead(lead, line)
            last = number + 1 == len(found)
            between = text[spans[number][1] : len(text) if last else spans[number + 1][0]]
            lead = ""
            if not last:
                if _JOINED.fullmatch(between) or number < _listed(text, spans):
                    continue
                between, lead = _parted(between)
            rest = self._shared(between, every, line) if last else between
            self.here = group
            for each in group:
                self._told(each, f"{_query(match)}{rest}", line)
            group = []

    def _apportioned(self, shares: list[Share], line: int) -> bool:
        """Say to each route its share of a sentence; whether every share is for another one."""
        known = list(self.sections.values())
        found = [[each for each in known if _meant(share, each, known)] for share in shares]
        if not shares or any(len(each) != 1 for each in found):
            return False
        ways = {each[0].way for each in found}
        if len(ways) != len(shares) or (
            any(not e.route for e in shares) and len(ways) < len(known)
        ):
            return False
        for [section], share in zip(found, shares, strict=True):
            section.told.append((line, share.words))
        return True

    def _led(self, lead: str, line: int) -> str:
        """What stands before the first route: a title, or what the route is for."""
        head, colon, tail = lead.rpartition(":")
        if colon and not self.title and not self.sections:
            self.title = head.strip()
            return _lead(tail)
        if colon and len(head.split()) > 3:
            self.general.append((line, head.strip()))
            return _lead(tail)
        return _lead(lead)

    def _section(self, match: re.Match[str], line: int) -> Section:
        path, _ = one_form(match[2])
        way = f"{match[1]} {path}"
        return self.sections.setdefault(way, Section(way, line))

    def _shared(self, text: str, every: list[Section], line: int) -> str:
        """What the end of a clause says of all its routes goes to each of them."""
        if len(every) < 2 or not text.strip():
            return text
        head, *tails = cut(text, r"[,:]\s+")
        kept = [head]
        for at, tail in enumerate(tails):
            told = tail.rstrip(",: ")
            shared = _SHARED.match(told)
            if not shared:
                kept.append(tail)
            for each in every if shared else ():
                each.told.append((line, shared[1] or told if shared else told))
            if shared and tail.endswith(":") and tails[at + 1 :]:
                self.general.append((line, " ".join(tails[at + 1 :])))  # of something else
                break
        return " ".join(kept)

    def _said(self, text: str, line: int) -> None:
        """A clause that names no route."""
        head, colon, tail = text.partition(": ")
        model = modelled(tail, self.where) if colon and not self.title else tail
        if model != tail:  # "a list for our trip: things to pack have a name"
            self.title, text = head.strip(), model
            self.general.append((line, text))
            return
        text = modelled(text, self.where)
        if not self.sections and not self.title:
            self.title = "" if _GREETING.match(text) else text
            return
        by_path = re.match(r"(?i)(?:for |on |at )?`?(/[\w/{}-]+)`?,? (?=[a-z0-9-])", text)
        named = [each for each in self.sections.values() if by_path and _at(each, by_path[1])]
        if by_path and named:  # "/div with b = 0 -> 400"
            for each in named:
                self._told(each, text[by_path.end() :], line)
            return
        named_by = spoken_of(text, list(self.sections.values()))
        if named_by is not None:
            section, rest = named_by
            self.here = [section]
            self._told(section, rest, line)
            return
        names = _subjects(text)
        about = [each for each in self.sections.values() if each.names.keys() & names]
        if len(names) > 1 and len(about) > 1 and names <= set().union(*(e.names for e in about)):
            for each in about:
                kept = " and ".join(sorted(each.names.keys() & names))
                rest = re.sub(r"^.*?\b(?:are|must|have|need)\b", "", text, count=1)
                verb = "must be" if re.search(r"^.*?\bare\b", text) else "must"
                each.told.append((line, f"{kept} {verb}{rest}"))
            return
        for deed in self.here[:1]:
            rules, text = afterwards(text, deed.way, [*self.sections])
            for rule in rules:
                self.sections[rule.way].told.append((line, rule.words))
            if rules and not re.search(r"\w", text):
                return
        first = re.match(r"`?(\w+)", text)
        own = any(first and first[1] in each.known for each in self.here)
        fine = re.search(r"(?<![\d.])20\d\b", hidden_in(text))  # when one route goes well
        if not self.here or (
            _GENERAL.match(text) and not own and not fine and not _OF_FIELDS.match(text)
        ):
            self.general.append((line, text))
            return
        self.here, text = several(text, self.here, list(self.sections.values()))
        for each in self.here:
            self._told(each, text, line)

    def _told(self, section: Section, text: str, line: int) -> None:
        """What a clause says of a route, and of others that it says are the same."""
        known = list(self.sections.values())
        section.row = section.row or row_of(section, self.sections)
        text = same_answer(same_body(text, section, known), section, known)
        text, others = likewise(of_such(text, section, self.sections))
        before = len(section.told)
        section.take(text, line)
        method = section.way.split(" ")[0]
        for other in others:
            way = f"{method} {one_form(other.path)[0]}"
            beside = self.sections.setdefault(way, Section(way, line))
            beside.told += [(at, in_general_of(told)) for at, told in section.told[before:]]
            beside.told += [(line, other.words)] if other.words else []
            beside.names, beside.known = dict(section.names), set(section.known)
            beside.plain = section.plain
            self.here = [*self.here, beside]

    def laid(self) -> Laid:
        """The description."""
        made: list[tuple[int, str]] = []
        if self.title:
            made += [(1, f"# {titled(self.title)}"), (1, "")]
            if titled(self.title) != self.title:
                made += [(1, f"{self.title}."), (1, "")]
        for each in self.sections.values():
            made += [(each.line, f"## {each.way}"), (each.line, "")]
            for line, text in each.lines():
                made += [(line, text), (line, "")]
        if self.general:
            made += [(self.general[0][0], "## Rules"), (self.general[0][0], "")]
            for line, text in self.general:
                made += [(line, f"{text}."), (line, "")]
        while made and not made[-1][1]:
            made.pop()
        whole = "\n".join(text for _, text in made)
        return Laid(whole, tuple(line for line, _ in made), tuple(self.sections.values()))


def _at(section: Section, path: str) -> bool:
    return section.way.split(" ")[1] == one_form(path)[0]


def _meant(share: Share, section: Section, known: list[Section]) -> bool:
    """Whether a share is for a route, by its path or by its place among all."""
    if share.route:
        return section.way.endswith(share.route) or _at(section, share.route)
    return -len(known) <= share.place < len(known) and known[share.place] is section


def _lead(text: str) -> str:
    """What a route is for, without what leads up to it."""
    told, before = text.strip(" ,-–—:"), ""
    while told != before:
        before = told
        told = _BY.sub("", _BEFORE.sub("", told)).strip(" ,-–—:")
    return told


def _query(match: re.Match[str]) -> str:
    """The query of a route as it is named."""
    _, mark, query = match[2].partition("?")
    return f" ?{query.rstrip('.…')}" if mark else ""


def _parted(text: str) -> tuple[str, str]:
    """What stands between two routes: of the first, and what leads up to the second."""
    cuts = list(re.finditer(r"\s+[-–—]\s+and\s|,\s+and\s|[,:]\s|\s+and\s", f"{hidden_in(text)} "))
    if not cuts:
        return text, ""
    last = cuts[-1]
    return text[: last.start()], _lead(text[last.start() :])


def _subjects(text: str) -> set[str]:
    """The names that a sentence begins with: "singer, song and by are …"."""
    match = re.match(r"((?:`?\w+`?,? (?:and )?)+?)(?:are|must|have|need)\b", text)
    return set(re.findall(r"\w+", match[1])) - {"and"} if match else set()
