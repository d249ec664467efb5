"""What a clause about one route says by pointing at others: "takes the same body", "both answer …".

What another route brings or answers is said again, so that each section stands by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.likewise import in_general
from beliefs.spec.documents.markdown.sections import BODY, Section, names_in
from beliefs.spec.numbers import NUMBERS, counted

_MATTER = r"(?:body|fields?|values?|keys?|json|input|payload|data|shape|things)"
_SAME_BODY = re.compile(
    r"(?i)^(?P<before>[\s,:]*(?:(?:it|which|that|and) )*)(?:with |takes? |taking |needs? |wants? |"
    r"expects? |accepts? |gets |sends? |has )?(?:exactly )?(?:the )?same "
    rf"(?:(?:two|three|four|five|json|request) )*{_MATTER}(?: as (?:for |in |when |with )?"
    r"(?:creating|registering|adding|above|before|the first|that|POST [^\s,;]+|it|there)"
    r"(?: (?:it|one|an? \w+))?)?(?P<after>.*)$"
)
_SAME_ANSWER = re.compile(
    r"(?i)^[\s,:]*(?:(?:it|which|that|and) )*(?:gives?|returns?|answers?|shows?|responds?)(?: "
    r"with| "
    r"back)* (?:exactly )?the same(?: (?:two|three|four|five|\w+ing))?(?: (?:numbers?|thing|object|"
    r"record|answer|values?|json|fields?|shape|response|body))?(?: as (?:above|before|when "
    r"creating))?"
    r"(?P<after>[\s,.;].*)?$"
)
_SEVERAL = re.compile(
    rf"(?i)^(?P<every>each|all|every one|any|both) (?:of )?(?:the |these |those )?(?:last |other )?"
    rf"(?:(?P<many>{'|'.join(NUMBERS[2:6])}) )?(?P<what>actions?|deeds?|calls?|requests?|routes?|"
    r"endpoints?|of them|of these)?(?: above)? ?"
    r"(?=(?:are |is )?(?:answer|return|respond|give|repl|need|require))"
)


def same_body(text: str, section: Section, known: Iterable[Section]) -> str:
    """What is left of a clause once a section has the body that it says is that of another.

    >>> one, two = Section("POST /a", 1), Section("PUT /a/{id}", 2)
    >>> one.take(' with {"name": "x"}', 1)
    >>> same_body(" takes the same body, 200", two, [one, two]), two.told
    (', 200', [(1, 'Body: `{"name": "x"}`')])
    """
    found = _SAME_BODY.match(text)
    if found is None or not section.brings or section.names:
        return text
    others = [each for each in known if each is not section and each.brings and each.names]
    if not others:
        return text
    above = section.way.split(" ")[1].rpartition("/")[0]
    of_one = [each for each in others if each.way == f"POST {above}"]
    other = (of_one or others)[-1]
    section.names = {name: [*said] for name, said in other.names.items()}
    section.plain = other.plain
    section.known |= {*other.names}
    marked = tuple(f"`{name}`" for name in other.names)
    section.told += [
        (line, told)
        for line, told in other.told
        if told == BODY or told.startswith(("Body:", *marked))
    ]
    return f"{found['before'].rstrip()}{found['after']}"


def row_of(section: Section, known: Mapping[str, Section]) -> list[str]:
    """The names that the rows show which a section reads, as the request that makes them says.

    >>> made = Section("POST /a", 1, told=[(1, 'Response 201: `{"id", "name"}`')])
    >>> row_of(Section("GET /a/{id}", 2), {"POST /a": made})
    ['id', 'name']
    """
    method, _, path = section.way.partition(" ")
    made = known.get(f"POST {path.rpartition('/')[0] if path.endswith('}') else path}")
    if method != "GET" or made is None:
        return []
    shown = [each for _, each in made.told if re.match(r"Response(?: 2\d\d)?: `\{", each)]
    names = names_in(re.sub(r"^[^`]*`|`$", "", shown[0])) if shown else []
    return names or ["id", *made.names] if made.names else names


def same_answer(text: str, section: Section, known: list[Section]) -> str:
    """What is left of a clause once a section has the answer that it says is that of another."""
    found = _SAME_ANSWER.match(text)
    at = known.index(section) if section in known else 0
    if found is None or not at:
        return text
    before = known[at - 1]
    shown = [
        (line, re.sub(r"^Response \d*:", "Response:", told))
        for line, told in before.told
        if re.match(r"Response(?: 2\d\d)?:", told)
    ]
    if len(shown) != 1:
        return text
    section.told += shown
    section.known |= before.known
    return found["after"] or ""


def several(text: str, here: list[Section], known: list[Section]) -> tuple[list[Section], str]:
    """The sections of which a clause says something at once, and what it says.

    >>> ways = [Section(f"POST /a/{{id}}/{each}", 1) for each in ("open", "shut", "lock")]
    >>> found, words = several("Each of the three actions answers 200", ways[2:], ways)
    >>> len(found), words
    (3, 'answers 200')
    """
    found = _SEVERAL.match(text)
    if found is None or not here or here[-1] not in known:
        return here, text
    count = found["many"] or ("two" if found["every"].lower() == "both" else "")
    if not count:
        return here, text
    deeds = (found["what"] or "").startswith(("action", "deed"))
    up_to = known[: known.index(here[-1]) + 1]
    meant = [each for each in up_to if not deeds or re.fullmatch(r"POST .*\}/[a-z-]+", each.way)]
    meant = meant[-counted(count) :]
    if len(meant) < counted(count):
        return here, text
    return meant, text[found.end() :]


def spoken_of(text: str, known: list[Section]) -> tuple[Section, str] | None:
    """The route that a clause names by the last word of its path, and what is said of it.

    >>> ways = [Section("POST /add_item", 1), Section("GET /list_items", 1)]
    >>> found = spoken_of("add_item gets a name", ways)
    >>> found[0].way, found[1]
    ('POST /add_item', ' gets a name')
    """
    first = re.match(r"`?([A-Za-z]\w*)`?(?P<query>\?\S+)?(?=[\s:,])", text)
    if first is None or not re.search(r"_|[a-z][A-Z]", first[1]):
        return None
    found = [each for each in known if each.way.rsplit("/", 1)[-1] == first[1]]
    if len(found) != 1 or any(first[1] in each.known for each in known):
        return None
    return found[0], f"{' ' + first['query'] if first['query'] else ''}{text[first.end() :]}"


_RECORD = re.compile(r"^((?:Body|Response)[^`]*)`(.*)`$")


def in_general_of(told: str) -> str:
    """What is told of a body or an answer, without the values of a record: another's are others."""
    return _RECORD.sub(lambda found: f"{found[1]}`{in_general(found[2])}`", told)


_SUCH = re.compile(
    r"(?i)\b(?P<list>(?:json )?(?:array|list)) of (?:such|these|those|the same) "
    r"(?P<noun>[a-z]+)\b(?! as\b)"
)


def of_such(text: str, section: Section, known: dict[str, Section]) -> str:
    """A clause with what each of a list is, which another route is brought one of."""
    match = _SUCH.search(text)
    above = section.way.rpartition("/")[0]
    one = known.get(above)
    if match is None or one is None or one is section or not one.names or not section.brings:
        return text
    told = (_RECORD.match(each) for _, each in one.told)
    shown = next((each[2] for each in told if each and each[1].startswith("Body")), "")
    record = shown or f"{{{', '.join(one.names)}}}"
    return f"{text[: match.start()]}{match['list']} of {record}{text[match.end() :]}"
