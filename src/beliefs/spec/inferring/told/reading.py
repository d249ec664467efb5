"""The sentences about a route, taken apart until every part of them is understood."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, sentences
from beliefs.spec.documents.facts import facts
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.inferring.rules.transitions import arrows
from beliefs.spec.inferring.told.cases import DOES, OF_A_KIND, PARTS, Case, case_in, continued_by
from beliefs.spec.inferring.told.choosing import Pick
from beliefs.spec.inferring.told.chunks import chunks_of
from beliefs.spec.inferring.told.conditions import holds
from beliefs.spec.inferring.told.deeds import Deed
from beliefs.spec.inferring.told.defining import definition_in
from beliefs.spec.inferring.told.failing import Refusal, demand, refusal, statuses
from beliefs.spec.inferring.told.settings import Row, Setting, whole
from beliefs.spec.inferring.told.states import state
from beliefs.spec.inferring.told.writes import deed
from beliefs.spec.types import Field

_ANSWERS = re.compile(
    r"(?i)(?:then )?(?:returns?|answers?|responds?|gives? back|sends? back|shows?|replies)\b"
    r"(?: \d{3})?(?: (?:with|the|it|a))*(?P<what>.*)|(?:the )?(?:answer|response) (?:is|has).*|"
    r"[→=>-]*\s*20\d\b.*|gives? (?:the|an?) \w+ back|"
    r"(?:it |the \w+ |which |that )?(?:is|gets) (?:returned|answered|sent back|shown|the answer)"
    r"(?:,? (?:with|as) (?:status )?20\d)?|(?:the )?(?:answer|response|status) is 20\d\b.*"
)
_BODY = re.compile(r"(?i)(?:the )?(?:json )?body(?: with| is| has|:)?(?P<names>.*)")
_MOVES_UP = re.compile(
    r"(?i)(?:everybody|everyone|all|those|the (?:rest|others|later ones|ones|\w+s))"
    r"(?: (?:behind|below|after)(?: (?:it|them|him|her))?| \w+)? (?:moves?|close|closes|go|goes) "
    r"(?:up|down|on)(?: by one| one (?:place|position|step))?"
)
_BOUND = re.compile(
    r"(?i)(?P<name>\w+)(?: is| must be| has|:)?(?:[\s,.:–-]+(?:an?|integer|number|string|text|date|"
    r"optional|required|at|least|most|from|between|\d+|to|and|digits?|characters?|chars|whole|"
    r"positive|only|or|more|of|up|not|empty|long|them))+"
)
_RULES = re.compile(
    r"(?i)\b(?:must|only|cannot|never|at most|at least|unless|until|except|expires?|mail|e-?mails?|"
    r"notif\w+|webhook|random|always|every|each|\d+|moves? (?:up|down|on)|clos\w+ up|below|behind|"
    r"instead|everybody|the (?:rest|others))\b"
)


@dataclass(slots=True)
class Story:
    """All that sentences tell of a route, as far as they were read."""

    setting: Setting
    picks: list[Pick] = dataclasses.field(default_factory=list)
    deeds: list[Deed] = dataclasses.field(default_factory=list)
    cases: list[Case] = dataclasses.field(default_factory=list)  # deeds under a condition
    refusals: list[Refusal] = dataclasses.field(default_factory=list)
    none: int = 0  # the status of a good answer where there is nothing to pick
    colours: list[str] = dataclasses.field(default_factory=list)  # what people do, and no more
    before: bool = False  # the answer shows what was there before
    unread: str = ""  # the first clause that nobody understood
    left: list[str] = dataclasses.field(default_factory=list)  # all of them

    def leave(self, clause: str) -> None:
        """Remember a clause that nobody understood."""
        self.unread = self.unread or clause
        self.left.append(clause)

    def take(self, found: Deed) -> None:
        """Remember a deed, and of whom it speaks."""
        self.deeds.append(found)
        setting = self.setting
        if found.pick is not None:
            self.picks.append(found.pick)
            setting = replace(setting, chosen=(*setting.chosen, found.pick.holding.variable))
        if found.row is not None:
            setting = setting.about(found.row)
            values = {found.row.of(name): given for name, given in found.values}
            setting = replace(setting, new={**setting.new, **values})
        self.setting = setting


def story(setting: Setting) -> Story:
    """What the words about a route tell: first what is done, then how it fails."""
    told = Story(replace(setting, scales=_scales(setting.route.words)))
    failing: list[str] = []
    last = setting.route.path.rpartition("/")[2]
    for sentence in sentences(setting.route.words):
        for said in chunks_of(sentence):
            bare = _LEADS.sub("", said)
            chunk = _opened(bare, last)
            if statuses(chunk) or _EMPTY.fullmatch(whole(chunk)):
                failing.append(chunk)
            elif not any(_heard(each, told) for each in dict.fromkeys((chunk, bare))):
                told.leave(bare)
    good = setting.route.good
    if good is not None and good.words and good.words not in setting.route.words:
        _read(good.words, told)
    for chunk in failing:
        if not (_none_there(chunk, told) or _refused(chunk, told)):
            told.leave(chunk)
    for each in setting.route.replies:
        if each is not good and each.status < 300 and each.words not in setting.route.words:
            _none_there(f"{each.status} {each.words}", told)
    for test in dict.fromkeys(test for each in told.deeds for test in each.needs):
        if not any(each.test == test for each in told.refusals):
            known = setting.route.statuses
            status = next((each for each in (409, 422, 400, 403) if each in known), 409)
            words = f"the {told.setting.rows[0].holding.spoken.lower()} is in another state"
            told.refusals.append(Refusal(status, test, words))
    return told


# A good answer where there is nothing: "204 when nobody waits", "200 with `null` if there is none".
_EMPTY = re.compile(
    r"(?i)(?:(?:or|and|answers|returns|with|the answer is) )*(?P<status>20\d)(?:[ ,:]+(?:with |"
    r"and |an? )?"
    r"(?:no content|empty body|no body|nothing|without (?:a )?body|(?P<null>null|an empty body)))*"
    r"[ ,:(–—-]+(?:if|when|in case|while) (?P<test>.+?)\)?"
)


def _none_there(chunk: str, told: Story) -> bool:
    """Whether a text says what is answered where there is no row to pick."""
    match = _EMPTY.fullmatch(whole(chunk))
    good = told.setting.route.good
    if match is None or not told.setting.chosen or (good and int(match["status"]) == good.status):
        return False
    if holds(match["test"], told.setting) != f"{told.setting.chosen[0]} = null":
        return False
    told.none = int(match["status"])
    return True


def _heard(text: str, told: Story) -> bool:
    return (
        _demanded(text, told)
        or _again(text, told)
        or _harmless(text, told)
        or _read(text, told)
        or _is_title(text, told)
        or _says_path(text, told)
    )


_HARMLESS = re.compile(
    r"(?i)(?:.+ (?:again|twice|already|a second time)\b.*|\w+ing .+) (?:changes nothing|has "
    r"no effect|"
    r"does nothing|is (?:fine|ok|okay|allowed|harmless|ignored|not an error|no error|no problem))"
)


def _harmless(text: str, told: Story) -> bool:
    """Whether a text says that doing something again changes nothing, which then is so."""
    if not _HARMLESS.fullmatch(whole(text)) or not told.deeds or told.cases:
        return False
    values = [given for each in told.deeds for _, given in each.values]
    return bool(values) and all(re.fullmatch(r"\"[^\"]*\"|true|false|null", one) for one in values)


# What only leads to what is done, once the record that stood there is taken out.
_LEADS = re.compile(
    r"(?i)^(?:(?:with|takes|given|send|sends|needs|posts?|body|the body|json)(?: (?:the|an?|"
    r"json|body))*"
    r"\s*)?(?:→|->|=>|[:–—-] )\s*(?!\d{3})"
)
_PLAIN_VERB = re.compile(
    r"(?i)(?!(?:if|when|with|for|of|on|in|at|to|by|as|and|or|but|is|are|only|unless|while|after|"
    r"before|"
    r"also|not|from|into|that|then|so|than|like|once|both|all|until|since|no|has|have|can|may|must|"
    r"will|does|do|it|its|the|an?|any|every|each|one|this|nobody|somebody|everybody|which|who|"
    r"where|"
    r"because|whatever|whoever|same|without|within|between|during|among|over|under|about|\w+ing)\b)"
    r"(?P<verb>[a-z]{2,}[a-rt-z])(?= (?:an?|the|it|its|this|that|one|all|every|somebody) )"
)


def _opened(chunk: str, last: str) -> str:
    """A part of a sentence as one that tells of the deed: "Approve a request" as "approves a …"."""
    if re.fullmatch(r"[A-Za-z]+\.?", chunk) and plain(chunk) == plain(last):
        return f"{third(chunk.rstrip('.'))} it"
    match = _PLAIN_VERB.match(chunk)
    return f"{third(match['verb'])}{chunk[match.end() :]}" if match else chunk


def third(verb: str) -> str:
    """What somebody does who does something.

    >>> third("approve"), third("Finish"), third("carry")
    ('approves', 'finishes', 'carries')
    """
    small = verb.lower()
    if re.search(r"(?:s|sh|ch|x|z|o)$", small):
        return f"{small}es"
    return f"{small[:-1]}ies" if re.search(r"[^aeiou]y$", small) else f"{small}s"


def _demanded(chunk: str, told: Story) -> bool:
    """Whether a text says what must hold without a status; it is that of the route's conflict."""
    if not _MAY.search(chunk):
        return False
    found = demand(chunk, told.setting)
    if found is not None:
        told.refusals.append(found)
    return found is not None


_MAY = re.compile(r"(?i)\b(?:only|allowed|possible|must|cannot|can't|may not|at most)\b")


# What fails where a row is in none of the states that the deed is told of.
_OTHERWISE = re.compile(
    r"(?i)(?:(?:in|from|for) )?(?:any|every|all) other (?:states?|status|cases?)?(?: \w+)? ?(?:is|"
    r"are|"
    r"gives?|means|→|->|:)?(?: an?)? ?4\d\d|4\d\d (?:for|in|with|from) (?:any|every|all|the) "
    r"(?:others?|"
    r"rest)(?: states?| status| cases?)?|"
    r"(?:anything|everything) else (?:is|gives)(?: an?)? 4\d\d|4\d\d (?:otherwise|else|if not)|"
    r"(?:otherwise|else|if not),?:? (?:it is |the answer is )?(?:an? )?4\d\d"
)


def _refused(chunk: str, told: Story) -> bool:
    """Read how a request fails, and what else stands before or behind it in a sentence."""
    if _OTHERWISE.fullmatch(whole(chunk)):
        return any(each.needs for each in told.deeds) or any(each.test for each in told.refusals)
    found = refusal(chunk, told.setting)
    if found is not None:
        told.refusals.append(found)
        return True
    for cut in re.finditer(r",? (?:and|but|so) |, ", chunk):
        one, other = chunk[: cut.start()], chunk[cut.end() :]
        if statuses(one) and statuses(other):
            return _refused(one, told) and _refused(other, told)
        failing, rest = (one, other) if statuses(one) else (other, one)
        kept = replace(told, picks=[*told.picks], deeds=[*told.deeds], cases=[*told.cases])
        if _read(rest, told) and _refused(failing, told):
            return True
        _restore(told, kept)
    return False


def _again(chunk: str, told: Story) -> bool:
    """Whether a text only says in another way what was just done: "(courier_id null)"."""
    text = re.sub(r"^(\w+) (null|true|false)$", r"\1 is \2", whole(chunk))
    found = deed(text, told.setting) if re.match(r"\w+ is ", text) else None
    deeds = (*told.deeds, *(two for each in told.cases for two in each.deeds))
    done = {one for each in deeds for one in each.values}
    return found is not None and bool(found.values) and set(found.values) <= done


def _is_title(chunk: str, told: Story) -> bool:
    """Whether a text only says in short what others say at length."""
    summary = whole(told.setting.route.summary)
    short = len(summary.split()) < 9 and len(whole(told.setting.route.words)) > len(summary)
    return short and whole(chunk) == summary and not (_RULES.search(summary) or DOES.match(chunk))


def _says_path(chunk: str, told: Story) -> bool:
    """Whether a text only says who does what the path says: "the customer declines"."""
    last = told.setting.route.path.rpartition("/")[2]
    match = re.fullmatch(
        r"(?i)(?:the |an? )?\w+ (?P<verb>\w+)(?: (?:it|(?:the|an?) \w+))?", whole(chunk)
    )
    return match is not None and plain(match["verb"]) == plain(third(last))


def _scales(words: str) -> tuple[tuple[str, ...], ...]:
    """Choices in an order: "(S < M < L)"."""
    found = re.findall(r"\b\w+(?: ?< ?\w+){2,}", words)
    return tuple(tuple(re.split(r" ?< ?", each)) for each in found)


def _read(text: str, told: Story) -> bool:
    """Read a clause, or all clauses that it is made of."""
    text = whole(text)
    if not text or _one(text, told):
        return True
    kept = replace(told, picks=[*told.picks], deeds=[*told.deeds], cases=[*told.cases])
    for cut in PARTS.finditer(text):
        if _one(text[: cut.start()], told) and _read(continued_by(text, cut), told):
            return True
        _restore(told, kept)
    return _explained(text, told)


def _explained(text: str, told: Story) -> bool:
    """A deed by a word of its own, and what it comes to: "hands the coat back: it is returned"."""
    lead, mark, rest = text.partition(": ")
    known = {each for row in told.setting.rows for each in _known(row)}
    spoken = {plain(each) for each in re.findall(r"\w+", lead)}
    if not mark or len(lead.split()) > 6 or spoken & known or _RULES.search(lead):
        return False
    before = len(told.deeds) + len(told.cases)
    return _read(rest, told) and len(told.deeds) + len(told.cases) > before


def _restore(told: Story, kept: Story) -> None:
    told.setting, told.before, told.none = kept.setting, kept.before, kept.none
    told.picks, told.deeds, told.cases = [*kept.picks], [*kept.deeds], [*kept.cases]


# Who does it is the service, whatever it is called.
_IT_DOES = re.compile(
    r"(?i)^(?:it|this|that|the (?:call|request|route|endpoint|service|server)) "
    r"(?=(?:adds|sets|counts|increases|decreases|clears|marks|resets|removes|takes|raises|lowers) )"
)


# What is so then is so by the deed.
_AFTER = re.compile(
    r"(?i)^(?:after (?:it|that|this|the call|which)|afterwards|from then on|thereafter|by this|"
    r"with this|thereby|as a result|in doing so|on success),? "
)


def _one(text: str, told: Story) -> bool:
    """Read a text that says one thing."""
    text = _IT_DOES.sub("", _AFTER.sub("", text.strip(" ,")))
    if _nothing_more(text, told):
        return True
    if _moved(text, told):
        return True
    found = deed(text, told.setting)
    if found is not None:
        told.take(_unlike(found))
        return True
    return (
        _case(text, told)
        or _answer(text, told)
        or _is_narrative(text, told)
        or _is_colour(text, told)
    )


def _unlike(found: Deed) -> Deed:
    """A deed whose pick leaves out the rows to which it was done before."""
    if found.pick is None:
        return found
    tests = list(found.pick.tests)
    for name, given in found.values:
        field = found.pick.holding.fields[name]
        free = not any(re.search(rf"\.{name}\b", each) for each in tests)
        if free and field.type.choices and field.default not in {"", given}:
            tests.append(f".{name} = {field.default}")
        elif free and field.type.kind == "boolean":
            tests.append(f".{name} != {given}")
    return found._replace(pick=found.pick._replace(tests=tuple(tests)))


# "the state goes from idle or paused to running", "leads from approved to finished"
_FROM_TO = re.compile(
    r"(?i)(?:(?:it|[\w ]*?) ?(?:goes|moves?|changes?|leads|turns|switch(?:es)?|brings|takes|passes)"
    r"(?: (?:it|the \w+|its \w+))? )?from (?P<one>\w+(?:(?:,|,? or|,? and) \w+)*) (?:in)?to "
    r"(?P<two>\w+)"
)


def _moved(text: str, told: Story) -> bool:
    """Steps from one state to another: "ordered → assigned"; a request names one of several."""
    text = re.sub(
        r"(?i)^(?:allowed(?: (?:moves|steps|changes|transitions))?(?: are)?:? )", "", text
    )
    if (step := _FROM_TO.fullmatch(text)) is not None:
        text = f"{re.sub(',', ' or', step['one'])} → {step['two']}"
    text = re.sub(r"(?<=\w)/(?=\w)", " or ", text)
    for row in told.setting.rows:
        for field in row.holding.fields.values():
            steps = arrows(text, field.type.choices) if field.type.choices else []
            rest = re.sub(r"→|->|=>|,|\band\b|\bor\b", " ", text)
            if not steps or set(map(plain, rest.split())) - set(map(plain, field.type.choices)):
                continue
            return _stepped(row, field, steps, told)
    return False


def _stepped(row: Row, field: Field, steps: list[tuple[str, str]], told: Story) -> bool:
    at = row.of(field.name)
    given = told.setting.brought(field.name)
    status = 409 if 409 in told.setting.route.statuses else 422
    if given is not None:
        tests = [f'(input.{given.name} = "{to}" and {at} = "{one}")' for one, to in steps]
        told.take(Deed(None, row, ((field.name, f"input.{given.name}"),)))
    elif len({to for _, to in steps}) == 1:
        tests = [f'{at} = "{one}"' for one, _ in steps]
        told.take(Deed(None, row, ((field.name, f'"{steps[0][1]}"'),)))
    else:
        return False
    told.refusals.append(Refusal(status, " or ".join(tests), "state step transition"))
    return True


def _case(text: str, told: Story) -> bool:
    """A deed that is done where something holds."""
    kind = OF_A_KIND.fullmatch(text)
    row = told.setting.row(kind["row"]) if kind else None
    known = state(row, kind["state"]) if kind and row is not None else ""
    if kind and known and re.fullmatch(r"(?i)keeps (?:it|them|its \w+|the \w+)", kind["rest"]):
        return True
    found = case_in(text, told.setting)
    if found is not None:
        told.cases.append(found)
    return found is not None


# What an answer shows is then so: "the firing, `open` now being false", "the chore, now running".
_OUTCOME = re.compile(
    r"(?i)(?:^|.*?,? )(?:(?:now )?with (?:the |its )?(?P<with>(?=status|state))|whose |(?=now )|"
    r"(?<=, )(?=\w+ (?:now |then )?(?:being|set to|is now|is then)\b)|"
    r"(?=with .+ (?:added|taken off|removed|counted|set)\b))(?P<then>.+)$"
)


def _answer(text: str, told: Story) -> bool:
    match = _ANSWERS.fullmatch(text)
    if match is None:
        return False
    what = (match["what"] or "").strip(" ,")
    if (then := _OUTCOME.search(text)) is not None:
        return _read(then["then"], told)
    if re.search(r"(?i)\b(?:was|were|had been|before)\b", what) or text.endswith(" back"):
        told.before = True
        return True
    if re.match(r"(?i)(?:now )?(?:with|as) ", what) or not what:
        return True
    row = told.setting.row(what)
    shape = told.setting.route.good.shape if told.setting.route.good else None
    return row is not None or shape is not None


def _nothing_more(text: str, told: Story) -> bool:
    """Whether a text only says what is known already: of inputs, of the body, a definition."""
    inputs = {plain(each.wire) for each in told.setting.inputs}
    said = facts(text) or facts(re.sub(r"^(\w+)", r"`\1`", text))
    if said and all(plain(name) in inputs for each in said for name in each.names):
        return True
    bound = _BOUND.fullmatch(text)
    if bound and plain(bound["name"]) in inputs:
        return True
    body = _BODY.fullmatch(text)
    if body:
        names = re.findall(r"\w+", body["names"])
        return all(plain(each) in inputs | {"the", "a", "and", "with", "json"} for each in names)
    if told.setting.rows and definition_in(text, told.setting.rows[0]):
        return True
    if _no_longer(text, told):
        return True
    return bool(_MOVES_UP.fullmatch(text)) and _numbered(told)


def _no_longer(text: str, told: Story) -> bool:
    """Whether a text says what a row is not, or will not be, in the state that it was put into."""
    match = re.fullmatch(
        r"(?i)(?:it |the \w+ )?(?:will (?:not|never) be|is not|cannot be|can never be) "
        r"(?P<state>\w+)"
        r"(?: (?:any more|then|again|ever))*",
        text,
    )
    for each in told.deeds if match else ():
        for name, given in each.values:
            field = each.row.holding.fields.get(name) if each.row is not None else None
            if field is not None and match and match["state"] in field.type.choices:
                return given != json.dumps(match["state"])
    return False


def _numbered(told: Story) -> bool:
    """Whether places in line are worked out, so that they close up of themselves."""
    return any(
        plain(name) in {"position", "place", "rank", "queueposition"}
        for row in told.setting.rows
        for name in row.holding.computed
    )


def _is_narrative(text: str, told: Story) -> bool:
    """Whether a text says nothing that could be kept, looked at or done."""
    if DOES.match(text) or _RULES.search(text) or STATUS.search(text):
        return False
    known = {plain(each.wire) for each in told.setting.inputs if each.place != "path"}
    for row in told.setting.rows:
        known |= _known(row)
    spoken = {plain(each) for each in re.findall(r"\w+", text)}
    return not spoken & known


# What is done to what the service keeps, or outside of it: none of that is mere colour.
_BY_SERVICE = re.compile(
    r"(?i)(?:sends?|e?mails|notif\w+|informs|prints|logs|records|writes|charges|refunds|pays|bills|"
    r"transfers|copies|moves|deletes|removes|creates|adds|makes|generates|comput\w+|calculat\w+|"
    r"updates|changes|sets|counts|publishes|schedules|triggers|posts|forwards|tells|warns|alerts|"
    r"archives|syncs?|pushes|uploads|downloads|exports|imports|encrypts|hashes|signs|merges|swaps|"
    r"replaces|resets|restores|assigns|books|reserves|keeps|stores|saves|tries|retries|waits|ends|"
    r"needs|requires|takes|uses|returns|gives|applies|checks|validates|compares|allows|lets|"
    r"fails)\b"
)


def _is_colour(text: str, told: Story) -> bool:
    """Whether a text only says what people do then: "lights the kiln"; it is said to be no more."""
    match = re.fullmatch(r"(?i)(?P<verb>[a-z]+s) (?:the|an?|its|their) (?P<what>[\w-]+)", text)
    setting = told.setting
    if match is None or _BY_SERVICE.match(text):
        return False
    known = {plain(each.wire) for each in setting.inputs}
    known |= {name for row in setting.rows for name in _known(row)}
    if plain(match["what"]) in known or setting.writer.kept.called(snaked(match["what"])):
        return False
    told.colours.append(text)
    return True


def _known(row: Row) -> set[str]:
    fields = row.holding.fields.values()
    return {plain(each.name) for each in fields} | {
        plain(choice) for each in fields for choice in each.type.choices
    }
