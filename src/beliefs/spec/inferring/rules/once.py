"""What may be there only once: fields that no two rows share, alone or together."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import any_case, folds
from beliefs.spec.documents.words import plain, snaked, states, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.rules.overlaps import clashes_in_time
from beliefs.spec.inferring.told.settings import Row
from beliefs.spec.inferring.told.states import state
from beliefs.spec.inferring.writing import Writer

CLASH = re.compile(
    r"(?i)exist|duplicate|taken|unique|already|in use|registered|\bused|twice|only once|"
    r"one (?:\w+ ){0,2}(?:per|for each|for every|with the same|with one)\b|a second (?:one|time)|"
    r"same(?! way)|\b(?:must|has to) be (?:new|free|available|different)\b|"
    r"\b(?:can|may|must) (?:only )?have (?:only |at most |no more than )?(?:one|1)\b|"
    r"\bno two\b|\bclash|\bonly one (?:\w+ )?(?:can|may|with)\b"
)
NATURAL = ("email", "username", "isbn", "sku", "slug", "code", "name", "title", "label", "url")
_SEVERAL = re.compile(
    r"(?i)\b(?:at most|up to|no more than|more than|maximum of|limit of|"
    r"already (?:has|have|holds|owns|is|are)|(?:has|have|holds|owns) already) (?!one\b|1\b)"
    r"(?:\d+|two|three|four|five|six|ten)\b"
)
_TOGETHER = re.compile(
    r"(?i)\btogether\b|\bcombination\b|\bpair\b|\bsame\b.*\bsame\b|\bsame\b.*\band\b.*\b(?:twice|"
    r"once|"
    r"again|exist)|\bper\b.*\band\b"
)
_AGAIN = re.compile(
    r"(?i)\b(?:again|a second time|twice|another (?:one|time)|once more)\b[^.]*\b(?:chang|replac|"
    r"overwrit|updat|mov|switch|revis|instead)\w*"
    r"|\b(?:earlier|old|older|previous|existing|first) (?:\w+ )?(?:is|are|will be|gets?|was) "
    r"(?:chang|replac|overwrit|updat|mov)\w*"
    r"|\b(?:chang|replac|overwrit|updat|mov)e?s (?:the|their|his|its) "
    r"(?:earlier|old|previous|first)\b"
)


def changed_again(route: Route) -> bool:
    """Whether words say that who does something again changes what they did before."""
    return bool(_AGAIN.search(" ".join([route.words, *(each.words for each in route.replies)])))


_NOTHING_LEFT = re.compile(
    r"(?i)(?:\W|if|when|or|and|because)*(?:there (?:is|are) )?(?:none\b|nothing\b|no (?!two\b|"
    r"other\b)|"
    r"all \w+ are (?:taken|full|busy|occupied|in use))"
)


def unique_fields(
    route: Route, holding: Holding, brought: dict[str, str], above: tuple[Holding, ...] = ()
) -> list[str]:
    """Fields that no two rows may share: said so, or what a documented conflict is about.

    `above` are the rows that it belongs to, whose states a conflict may be about.
    """
    files = [each.name for each in holding.fields.values() if each.type.kind == "file"]
    brought = {name: value for name, value in brought.items() if name not in files}
    found = [each for each in brought if each in holding.fields and holding.fields[each].unique]
    found += [each for each in _either(route, holding, brought) if each not in found]
    if holding.account:
        return found
    reply = route.reply(409)
    if not found and holding.lookup in brought and route.method == "POST":
        return [holding.lookup]
    if found or reply is None or holding.key_given:
        return found
    if changed_again(route) and not CLASH.search(" ".join(_conflicts(route))):
        return []  # the one that is there is changed
    about = [_unshown(each) for each in sentences(route.words) if CLASH.search(each)]
    told = [f"{each.words} {each.message}" for each in route.faults if each.status == 409]
    if told and all(_SEVERAL.search(each) for each in told):
        return []  # so many may share it
    if told and all(_NOTHING_LEFT.match(each) for each in told):
        return []  # nothing is left for one more
    said = " ".join([*told, *about])
    said = said or f"{reply.words} {reply.example}"
    told = [each.words for each in route.faults if each.status == 409]
    if told and all(re.match(r"(?i)(?:it |already )?(?:has|have|with) \w+", each) for each in told):
        return []  # it is about what belongs to the row
    for each in brought:
        who = rf"(?i)\b{re.escape(each)} (?:who|that) (?:is|has|was)\b[^.]*\balready\b"
        if each in holding.fields and re.search(who, said):
            return [each]
    for each, to in holding.references.items():
        if each in brought and _once_each(route, holding, to):
            return [each]
    if re.search(r"(?i)already (booked|reserved)(?! by)|overlap|at that time", said):
        return []
    if any(is_spoken(each, holding, said) for each in _of_items(route)):
        return []  # it is about what one of a list has
    joined = plain(said)
    named = [
        each
        for each in brought
        if each in holding.fields
        and (is_spoken(each, holding, said) or (len(words(each)) > 1 and plain(each) in joined))
    ]
    if CLASH.search(said) and named:
        natural = [each for each in NATURAL if each in named]
        several = [each for each in named if len(words(each)) > 1 and plain(each) in joined]
        several = [] if holding.key.style == "given" else several
        natural = natural or [each for each in named if len(words(each)) == 1]
        if holding.key.style == "given" and not natural:
            return []
        return (several or natural or named)[:1]
    if holding.key.style == "given" or re.search(
        r"(?i)full|capacity|overlap|stock|state|status|closed|booked|available|possible|seat|"
        r"free\b|left|enough"
        r"|too many|at most|no more than|limit|maximum",
        said,
    ):
        return []
    states_ = [
        state
        for each in (holding, *above)
        for field in each.fields.values()
        for state in field.type.choices
    ]
    if any(re.search(rf"(?i)(?<!\w){re.escape(each)}(?!\w)", said) for each in states_):
        return []  # it is about the state that a row is in
    return [each for each in NATURAL[:-1] if each in brought and each in holding.fields][:1]


def _unshown(text: str) -> str:
    """A text without the records that it shows, whose names are no words about them."""
    bare = re.sub(r"\{[^{}]*\}", "", text)
    return _unshown(bare) if bare != text else text


def _of_items(route: Route) -> list[str]:
    """The names of what is in lists that a request brings, and not of the request itself."""
    parts = route.body.properties if route.body is not None else ()
    items = [each.shape.item for each in parts if each.shape.item is not None]
    own = route.body.names if route.body is not None else ()
    return [name for each in items for name in each.names if name not in own]


_TAKEN = re.compile(
    r"(?i)(?:\b(?:the|this|that|an?|its) )?(?P<names>\w+(?:(?:, | or |/)(?:the )?\w+)+) "
    r"(?:(?:is|was|are|has been|already|are already|is already) )*"
    r"(?:taken|in use|exists?|used|registered|known|there)\b"
)


def _either(route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Values of which each may be had once: "the email or handle is taken"."""
    for text in _conflicts(route):
        match = _TAKEN.search(text)
        spoken = re.split(r", |/| or ", match["names"]) if match else []
        named = [holding.named(each.removeprefix("the ")) for each in spoken]
        if len(named) > 1 and all(each in brought and each in holding.fields for each in named):
            return named
    return []


def _conflicts(route: Route) -> list[str]:
    told = [f"{each.words} {each.message}" for each in route.faults if each.status == 409]
    return told + [each.words for each in route.replies if each.status == 409]


def is_spoken(name: str, holding: Holding, said: str) -> bool:
    """Whether words name a field; an email is called an address, too."""
    spoken = {plain(each) for each in re.findall(r"\w+", said)}
    field = holding.fields.get(name)
    addressed = field is not None and field.type.kind == "email" and "address" not in holding.fields
    return plain(name) in spoken or (addressed and bool({"address", "addresses"} & spoken))


_TIMED = re.compile(r"(?i)\b(?:days?|dates?|times?|moments?|slots?|nights?|overlap\w*|while)\b")


def _once_each(route: Route, holding: Holding, to: str) -> bool:
    """Whether rows that a key names may each have one: "once per member", "already voted"."""
    noun = re.escape(snaked(to).replace("_", " "))
    every = [*sentences(route.words), *(each.words for each in route.faults if each.status == 409)]
    # At one time is another rule.
    said = ". ".join(each for each in every if not _TIMED.search(each))
    told = (
        rf"(?i)\b(?:once|one|only one|at most one)(?: \w+)? (?:per|for (?:each|every)|by each) "
        rf"{noun}\b|\b(?:each|every|an?|the same|no) {noun}(?: \w+){{0,3}} (?:once|twice|again)\b"
    )
    done = "|".join(re.escape(each) for each in states(holding.word)[:1])
    below = "{" in route.path and len(holding.references) == 1
    return bool(re.search(told, said)) or (
        below and bool(re.search(rf"(?i)\balready (?:{done})\b|\b(?:{done}) already\b", said))
    )


def unique_together(route: Route, holding: Holding, brought: dict[str, str]) -> list[str]:
    """Fields that no two rows may share all of."""
    told = [*sentences(route.words), *(each.words for each in route.faults if each.status == 409)]
    for sentence in told:
        if not CLASH.search(sentence) or not _TOGETHER.search(sentence):
            continue
        spoken = {plain(each) for each in re.findall(r"\w+", sentence)}
        named = [
            each
            for each in brought
            if each in holding.fields
            and {plain(each), plain(holding.references.get(each, each))} & spoken
        ]
        if len(named) > 1:
            return named
    return []


def unique_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str = ""
) -> list[str]:
    """Guards that no other row has these values."""
    registers = holding is writer.accounts.users and route == writer.accounts.register
    if registers:  # what accounts are known by is looked at where they are made
        brought = {name: each for name, each in brought.items() if name != writer.accounts.name}
    makers = _makers(holding)
    several = unique_together(route, holding, brought)
    for each in makers if one and not several else ():
        several = several or unique_together(each, holding, brought)
    if several:
        return [_guard(writer, route, holding, brought, several, one)]
    if any(clashes_in_time(writer, each, holding, brought) for each in (route, *makers)):
        known = {each.name for each in holding.fields.values() if each.unique}
        brought = {name: value for name, value in brought.items() if name in known}
    above = [writer.kept.of(each.name) for each in holding.parents]
    return [
        _guard(writer, route, holding, brought, [name], one)
        for name in unique_fields(route, holding, brought, tuple(one_ for one_ in above if one_))
    ]


def _everywhere(holding: Holding, name: str) -> bool:
    """Whether no two rows share a value, wherever they belong."""
    part = holding.shape.part(name)
    told = r"(?i)globally unique|\bunique\b[^.;]*\b(?:across|among all|everywhere|system-?wide)"
    return part is not None and bool(re.search(told, f"{part.words} {part.shape.words}"))


def _makers(holding: Holding) -> list[Route]:
    return [each for each in holding.routes if each.method == "POST"]


def _guard(
    writer: Writer,
    route: Route,
    holding: Holding,
    brought: dict[str, str],
    names: list[str],
    one: str,
) -> str:
    others = f" and .{holding.key.name} != {one}.{holding.key.name}" if one else ""
    everywhere = {*names} & {"isbn", "sku"} or any(_everywhere(holding, name) for name in names)
    within = "" if everywhere else _within(writer, route, holding, one)
    alike = []
    for name in names:
        value = brought[name]
        if one and route.method == "PATCH" and len(names) > 1:
            value = f"or_else({value}, {one}.{name})"
        text = holding.fields[name].type.kind in {"string", "email"}
        told = [route, *(_makers(holding) if one else ())]
        words_ = " ".join(
            text for each in told for text in (each.words, *(one_.words for one_ in each.faults))
        )
        if text and (any_case(words_) or folds(writer.contract, name)):
            alike.append(f"lower(.{name}) = lower({value})")
        else:
            alike.append(f".{name} = {value}")
    first = holding.fields[names[0]]
    free = len(names) == 1 and (one or not first.required)
    silent = f"{brought[names[0]]} = null or " if free else ""
    spoken = " and ".join(name.replace("_", " ") for name in names)
    noun = holding.spoken
    article = "An" if noun[:1].lower() in "aeiou" else "A"
    said = f"{article} {noun.lower()} with this {spoken} already exists"
    about = f"{spoken} taken duplicate unique use registered twice"
    clash = (
        one and 409 not in route.statuses and any(409 in each.statuses for each in _makers(holding))
    )
    among = (409,) if clash else (409, 400, 422)
    way = writer.refuse(route, "conflict", said, about, among)
    holds = " and ".join([*alike, *lasting(route, holding, names)])
    return f"guard {silent}count({holding.name}[where {holds}{within}{others}]) = 0 else {way}"


def lasting(route: Route, holding: Holding, names: list[str]) -> list[str]:
    """The state in which a row keeps its values from others: "there is an open one for this email".

    What is said behind "but", "after" or "once" is what holds otherwise.
    """
    told = [each.words for each in route.faults if each.status == 409]
    said = map(_unshown, sentences(route.words))
    told += [each for each in said if "409" in each or CLASH.search(each)]
    for text in told:
        rule = re.split(r"(?i)(?:^|,? )(?:but|after|once|unless|as soon as)\b", text)[0]
        spoken = plain(rule)
        if not any(plain(name) in spoken or is_spoken(name, holding, rule) for name in names):
            continue
        found = [
            test
            for word in re.findall(r"[a-z][\w-]*", rule.lower())
            if word not in {"used", "taken", "free", "available"}
            and (test := state(Row(holding, ""), word))
            and not re.search(rf"(?i)\bnot {word}|\b{word} (?:is|are)\b", rule)
        ]
        if found:
            return [f"({' or '.join(found)})" if len(found) > 1 else found[0]]
    return []


def _within(writer: Writer, route: Route, holding: Holding, one: str) -> str:
    """That a row belongs to the same one above it."""
    chain = writer.chain(route)
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            return f" and .{link.field} = {parent.variable}.{parent.key.name}"
    if one and holding.parents and not any(each.param for each in chain[:-1]):
        return f" and .{holding.parents[0].field} = {one}.{holding.parents[0].field}"
    if each_their_own(writer, holding) and writer.needs(route):
        return f" and .{holding.owner} = {holding.sets[holding.owner]}"
    return ""


def each_their_own(writer: Writer, holding: Holding) -> bool:
    """Whether nobody ever sees the rows of others, so that these are never in the way."""
    return holding.private and holding.owner in holding.sets and not writer.accounts.seeing
