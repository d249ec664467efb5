"""Rules among the words about a route that its effect does not hold to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.documents.aliases import by_field_names
from beliefs.spec.documents.clauses import clauses
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.facts import facts
from beliefs.spec.documents.forming import held_text
from beliefs.spec.documents.jotting import jotted_body
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.supposing import spoken_body
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.effects import effect_lines
from beliefs.spec.inferring.held import held_anyhow
from beliefs.spec.inferring.keeping.fields import ONCE
from beliefs.spec.inferring.rules.conditions import demands
from beliefs.spec.inferring.rules.itemised import within
from beliefs.spec.inferring.rules.once import CLASH
from beliefs.spec.inferring.rules.rates import is_rate, rates_of
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Unknown
from beliefs.spec.whom import people_told

Reading: TypeAlias = Callable[[Writer, Route], list[str] | None]
RULE = re.compile(
    r"(?i)\b(must|nobody|no one|cannot|can't|may not|only|never|at most|no more than|limited|"
    r"at least|expires?|"
    r"shares?|frees|becomes?|promot\w+|moves? up|is kept|are kept|as few as|derived|left out|"
    r"given back|no longer|loses?|its \w+ (?:is|are) (?:removed|"
    r"cleared|reset|taken away|dropped|lost|emptied)|more than what)\b"
)
_SENT = (
    r"\bonly (?:what|those|the \w+|fields?|values?|parts?)\b[^.;]*\b(?:sent|given|named|"
    r"provided|present|there|included|in the body)\b"
)
_CHANGES = r"\b(?:chang|updat|replac|overwrit|modif)\w+"
_PROPER = re.compile(
    r"(?i)^only [^.;,]*\b(?:valid|proper\w*|correct\w*|right|real|well[- ]?formed|canonical)\b"
    r"[^.;,]*\b(?:accepted|allowed|taken|ok|fine|good)\b"
)
_FIRST = re.compile(
    r"(?i)\b(?:(?:newest|latest|most|highest|lowest|longest|shortest|best|worst|largest|smallest|"
    r"biggest|cheapest|fewest|dearest)(?: [\w-]+){0,3} first|(?:sorted|ordered) by|"
    r"alphabetical\w*)\b"
)
_COUNTS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "ten": "10"}


def rules(writer: Writer, route: Route, lines: list[str], reading: Reading = effect_lines) -> None:
    """Say which rules among the words about a route its effect does not hold to.

    A rule that is held to changes the effect: without its sentence another one is inferred, or
    (where other words say the same) with it alone another one than with no words at all.
    """
    silent = tuple(replace(each, words="") for each in route.replies)
    unsaid = tuple(replace(each, words="") for each in route.faults)
    quiet = replace(writer, said=lambda _: None, unknown=lambda _: None, stated=[])
    for sentence in re.split(r"(?<=[.;!?])\s+", route.words):
        # What stands in brackets is said of fields, and records are shown.
        outside = re.sub(r"\([^)]*\)|\{[^{}]*\}", "", sentence)
        told = RULE.search(outside) or any(people_told(sentence))
        if not told or _of_fields(writer, route, sentence):
            continue
        if (
            is_rate(sentence)
            and rates_of(writer, route)
            and not re.search(r"(?i)\bonly\b|\bfailed\b|\bexcept\b", outside)
        ):
            continue
        if _SECRET.search(sentence) and writer.accounts.users is not None:
            continue  # passwords are hashed, and hidden
        bare = sentence.rstrip(".;!?")
        folded = _folds(bare)
        without = replace(
            route,
            words=route.words.replace(sentence, ""),
            replies=tuple(
                replace(each, words="") if each.words and each.words.rstrip(".") in bare else each
                for each in route.replies
            ),
            faults=tuple(
                replace(each, words="") if each.words and _folds(each.words) in folded else each
                for each in route.faults
            ),
        )
        alone, none = (
            replace(route, words=text, replies=silent, faults=unsaid) for text in (sentence, "")
        )
        if _demanded(writer, route, sentence, lines) or _asked(writer, route, sentence, lines):
            continue
        if held_anyhow(writer, route, sentence, lines):
            continue
        if _lets_in(writer, route) or (
            _written(quiet, without, reading) == lines
            and _written(quiet, alone, reading) == _written(quiet, none, reading)
        ):
            writer.unknown(Unknown("material", bare, route.source, "nothing built holds to it"))


def order(writer: Writer, route: Route, lines: list[str]) -> None:
    """Say which order of a list its effect does not have."""
    text = "\n".join(lines)
    told = f"{route.words}. {route.good.words if route.good else ''}"
    if any(re.search(r"(?i)sort|order", each.name) for each in route.params):
        return  # by whatever is asked for
    if route.method != "GET" or re.search(r"\bby \.|\b(?:first|last|tallied)\(", text):
        return
    for sentence in re.split(r"(?<=[.;!?])\s+", told):
        if _FIRST.search(re.sub(r"\{[^{}]*\}", "", sentence)) and _lists(text):
            bare = sentence.rstrip(".;!? ")
            writer.unknown(Unknown("material", bare, route.source, "nothing is sorted so"))


def _lists(text: str) -> bool:
    """Whether an effect answers with rows."""
    return bool(re.search(r"\banswer \d+ [^\n]*(?:each\(|[A-Z]\w*\[|\b[A-Z]\w+\b|found)", text))


_SECRET = re.compile(
    r"(?i)\bpasswords?\b[^.]*\b(?:never|not)\b[^.]*\b(?:appear|shown?|returned|answer\w*|stored|"
    r"plain)\b"
)


def _written(writer: Writer, route: Route, reading: Reading) -> list[str]:
    return [*writer.role(route), *(reading(writer, route) or ())]


def _folds(words: str) -> str:
    return re.sub(r"\W+", "", words)


def _lets_in(writer: Writer, route: Route) -> bool:
    return route in {writer.accounts.login, writer.accounts.register, writer.accounts.logout}


def _of_fields(writer: Writer, route: Route, sentence: str) -> bool:
    """Whether all that a sentence rules is what single fields may be, which inputs hold to."""
    if spoken_body(sentence) is not None or jotted_body(sentence) is not None:
        return True
    parts = route.body.properties if route.body else ()
    if any(held_text(sentence, each.name, each.shape.type) for each in parts):
        return True
    for noun in re.findall(r"(?i)\b(?:of|in) (?:the|its|that|this) (\w+)", sentence):
        if any(same_thing(each.word, noun) for each in writer.kept.holdings):
            return False  # it is about what another row has
    if re.search(r"(?i)\bthan (?:that|those|the (?:one|previous|last))\b|\bearlier\b", sentence):
        return False
    names = {plain(each) for each in (route.body.names if route.body else ())}
    for _, inner in within(route.body):
        names |= {plain(each) for each in (inner.item.names if inner.item else ())}
    names |= {plain(each.name) for each in route.params}
    brought = route.body.names if route.body else ()
    marked = re.sub(rf"(?<![`\w-])({'|'.join(brought) or '$^'})(?![`\w-])", r"`\1`", sentence)
    meant = by_field_names(marked, brought)
    told = [plain(name) for fact in facts(meant) for name in fact.names]
    if re.search(r"(?i)\bbody must (?:have|contain|include)\b", sentence):
        return True
    if re.search(r"(?i)\bmust be [^.]*\bof (?:that|the|this|its)\b", sentence):
        return False
    told = [
        next((one for one in (each, singular(each), plural(each)) if one in names), each)
        for each in told
    ]
    others = [each for each in clauses(sentence) if each.status not in {400, 422}]
    return bool(told) and set(told) <= names and not others


# Both ends of a period belong to it.
_BETWEEN = re.compile(
    r"(?i)^(?!.*\b(?:exclu|without the|not includ)).*\bonly (?:those|the|\w+)\b[^.;]*"
    r"\b(?:between|within|from) (?:them|these|the two|both|then on)\b"
)


def _asked(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether a sentence only says what a parameter does that the effect looks at."""
    text = "\n".join(lines)
    asked = [each for each in route.params if each.place == "query"]
    if re.search(r"(?i)\bwith (?:both|all|several)\b.*\bmatch (?:both|all|every)\b", sentence):
        return all(f"input.{writer.name(each.name)}" in text for each in asked)
    if _BETWEEN.search(sentence):
        names = "|".join(re.escape(writer.name(each.name)) for each in asked)
        return all(re.search(rf" {sign} input\.(?:{names})\b", text) for sign in (">=", "<="))
    return any(
        re.search(
            rf"(?<!\w){re.escape(each.name)}=|(?i:^(?:(?:with|by|given|if) )?(?:the |an? )?"
            rf"(?:query |optional )?(?:parameter )?[`'\"]?{re.escape(each.name)}[`'\"]?"
            rf"(?: is (?:given|set))?,? (?:shows |lists |returns |gives )?only (?:those|the|\w+ )"
            rf"[\w ]*\b(?:with|of|in|has|have) (?:that|this|the same|it)\b)",
            sentence,
        )
        and f"input.{writer.name(each.name)}" in text
        for each in asked
    )


def _demanded(writer: Writer, route: Route, sentence: str, lines: list[str]) -> bool:
    """Whether the state that a sentence demands is what a guard looks at."""
    said = replace(route, words=sentence, faults=())
    text = "\n".join(lines)
    spoken = {plain(each) for each in re.findall(r"\w+", sentence)}
    if CLASH.search(sentence) and any(
        {plain(name), plain(name).removesuffix("id")} & spoken
        for name in re.findall(r"\[where (?:lower\()?\.(\w+)", text)
    ):
        return True
    if re.search(r"(?i)\bwithout\b[^.]*\bleft out\b", sentence) and "group(" in text:
        return True  # a grouping has no groups of nothing
    if _replaced(route, sentence, text) or _rounded(sentence, text):
        return True
    having = re.match(
        r"(?i)(?:an? |the )?\w+ (?:with|that has) (?:any )?\w+ (?:can|may|must)", sentence
    )
    if having and "guard count(" in text:
        return True
    if re.match(r"(?i)only the \w+ ", sentence) and re.search(r"guard \w+\.\w+ = me\.", text):
        return True  # who it is for is whose row it is
    key = writer.contract.row_key
    secrets = {each.secret for each in writer.kept.holdings if each.secret}
    secrets |= {key.name} if key is not None else set()
    if re.search(ONCE, sentence, re.IGNORECASE) and any(
        plain(each) in plain(sentence) for each in secrets
    ):
        return True
    if _PROPER.search(sentence) and "guard found != null" in text:
        return True  # whatever cannot be worked out is refused
    if re.search(r"(?i)\bmust belong to\b", sentence) and re.search(r"not\(\.\w+ in each\(", text):
        return True
    most = re.search(r"(?i)\b(?:at most|up to) (\w+)", sentence)
    if most and re.search(rf"\blimit {_COUNTS.get(most[1].lower(), most[1])}\b", text):
        return True
    enough = re.search(r"(?i)\bmore (\w+) than (?:there|is|are)\b", sentence)
    if enough and re.search(rf"\.{enough[1]}\)+ >= input\.{enough[1]}", text):
        return True
    set_here = {plain(each) for each in re.findall(r'\w+: "([^"]+)"', text)}
    if re.search(r"(?i)becomes?|sets?|turns", sentence) and set_here & spoken:
        return True
    return any(
        condition in text or _implied(condition, lines)
        for holding in writer.kept.holdings
        for condition in demands(said, holding, holding.variable)
    )


def _rounded(sentence: str, text: str) -> bool:
    """Whether a sentence says how a figure is rounded, and one is."""
    told = re.search(
        r"(?i)^(?:the )?`?(\w+)`? [^.;]*\brounded to (?:an? |the )?(?:nearest )?"
        r"(?:(whole|integer)|(\w+) (?:decimal|digit|place))",
        sentence,
    )
    if told is None or f"{told[1]}: " not in text:
        return False
    digits = "0" if told[2] else _COUNTS.get(told[3].lower(), told[3])
    return bool(re.search(rf"\b{told[1]}: [^\n]*round\([^\n]*, {digits}\)", text))


def _replaced(route: Route, sentence: str, text: str) -> bool:
    """Whether a sentence says what replacing does anyhow: what is left out becomes null."""
    becomes = re.search(
        r"(?i)`?(\w+)`? (?:that|which) (?:is|was) (?:left out|missing|not given|omitted),? "
        r"(?:becomes|is(?: then)?(?: set to)?) `?null`?",
        sentence,
    )
    if becomes and route.method == "PUT":
        return f"{becomes[1]}: input.{becomes[1]}" in text
    fixed = re.fullmatch(
        r"(?i)(?:the )?`?(\w+)`? (?:(?:cannot|can't|can not|never|must not) (?:be )?changed?s?"
        r"(?: and (?:is|are) ignored)?|(?:is|are) ignored)(?: in the body)?\.?",
        sentence,
    )
    name = fixed[1] if fixed else ""
    same = name in {each.name for each in route.params if each.place == "path"}
    return bool(name) and route.method in {"PUT", "PATCH"} and same and f"{name}: " not in text


def _implied(condition: str, lines: list[str]) -> bool:
    """Whether a state that is ruled out is none of those that a guard lets through.

    >>> _implied('lot.state != "sold"', ['guard lot.state = "open" else conflict "Closed"'])
    True
    """
    ruled = re.fullmatch(r'([\w.]+) != "([^"]+)"', condition)
    return ruled is not None and any(
        line.startswith(f"guard {ruled[1]} = ") and f'"{ruled[2]}"' not in line.split(" else ")[0]
        for line in lines
    )
