"""Values that words in a text decide: those of sentences, and those of rules that rows are."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held, json_of
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, Scene, Service
from beliefs.spec.types import Type

_ONE = r"(?:⟪\d+⟫|[a-z][\w-]*)"
_W = rf"(?P<w>{_ONE}(?:(?:, (?:or |and )?| or | and | / |/){_ONE})*)"
_V = r"(?P<v>⟪\d+⟫|[a-z][\w-]*)"
_HAS = (
    r"(?:contain(?:s|ing)?|mention(?:s|ing)?|includ(?:es?|ing)|has|have|having|with|says?|"
    r"find|finds)"
    r"(?: (?:any of|one of|either|the|an?|any|words?|keywords?|terms?|of|phrase))*"
)
_IN = r"(?: (?:in|inside) (?:the |its |their )?(?P<in>\w+))?"
_GETS = (
    r"(?:(?:it |they |that |this |its |the )?(?:->|:|is|are|be|gets?|becomes?|means?|goes|go|"
    r"has|have|gives?|count|counts|"
    r"set|sets|makes?|to|as|into|in|under|then|it|filed|marked|sorted|routed|assigned|sent|"
    r"tagged|labell?ed|with|a|an|the|of)[ ]*)+"
)
_CLAUSES = (
    # "contains `down` or `outage` → priority high", "texts that mention refund are billing"
    (
        rf"(?:^|(?<=[;:,.¦-] )|(?<=[;:,¦.]))(?P<lead>[^;:.,¦⟪]*?)\b{_HAS} {_W}{_IN},? "
        rf"?{_GETS}{{F}}{_V}(?: {{G}})?(?=\W*$|[;,.¦)])"
    ),
    # "billing if the text contains invoice or payment", "priority high when …"
    (
        rf"(?:{{F}}(?:is |to |= ?|: ?)?)?{_V} (?:if|when|where|for|whenever)(?: \w+){{{{0,4}}}}? "
        rf"{_HAS} {_W}{_IN}(?=\W*$|[;,.¦)])"
    ),
    # "`outage` for `down`/`outage`"
    (
        rf"(?:^|(?<=[;:,¦] )|(?<=[;:,¦]))(?:\W*|{{F}}){_V} for (?:(?:the )?(?:words?|keywords?) "
        rf")?{_W}(?=\W*$|[;,.¦)])"
    ),
)
_NONE = (
    r"if (?:none|nothing|no \w+)\b(?: of (?:them|these)\b)?(?: (?:fits?|match(?:es)?|applies|is "
    r"found|is there)\b)?"
)
_ELSE = (
    (
        rf"{{F}}{_V} (?:otherwise\b|{_NONE}|by default\b|for (?:all|the) (?:others?|rest)\b|when "
        r"nothing (?:fits|matches)\b)"
    ),
    (
        r"(?:otherwise|else|anything else|everything else|(?:all |the )+(?:others?|rest)|others|no "
        rf"match|{_NONE})\b,? ?(?:{_GETS})?{{F}}{_V}(?=\W*$|[;,.¦)])"
    ),
)
_CASE = (
    r"(?:\(?(?:upper|lower)[ -]?(?:case)?(?:/| and | or )(?:upper|lower)[ -]?case (?:doesn't|"
    r"does not|do not|don't) matter\)?|"
    r"(?:letter )?case (?:does not|doesn't|do not|don't) matter|case[- ]insensitive(?:ly)?|"
    r"ignoring (?:letter )?case|"
    r"regardless of (?:letter )?case|in any case|whatever (?:its|the) case|(?:letter )?case "
    r"is ignored|, lower or upper case|"
    r"(?:the )?(?:higher|highest|first|earlier|more important)(?: one| priority| of them| "
    r"match)? wins)"
)
_SKIP = frozenset("it the a an is are one any none all both then than that this not".split())  # noqa: SIM905


@dataclass(slots=True)
class _Rules:
    """A value with what words lead to, and what it is otherwise."""

    several: bool = False
    cases: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)
    otherwise: str = ""


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear which words lead to which values of a row, and which rows are such rules."""
    whole = heard.words(service, scenes)
    if not re.search(r"(?i)contain|mention|keyword|words?\b|\bincludes\b", whole):
        return
    for kind in service.kinds:
        making = [x for x in scenes if x.kind is kind and x.request.method == "POST"]
        if making and not _word_field(kind):
            _told(service, scenes, kind, making[0])
    for rules in [x for x in service.kinds if x.makes and _word_field(x)]:
        for scene in scenes:
            _by_rows(service, scenes, scene, rules)


# ---- rules in sentences -------------------------------------------------------------------------


def _told(service: Service, scenes: list[Scene], kind: Kind, making: Scene) -> None:
    sketch = making.told.answer
    names = [] if sketch is None else list(sketch.names)
    names += [n for n in kind.fields if n not in names]
    free = [n for n in names if _free(kind, making, n)]
    texts = [
        n
        for n, g in making.given.items()
        if g.place in {"json", "form"} and (g.held.type or STRING).kind == "string"
        and not (g.held.type or STRING).choices
    ]  # fmt: skip
    said = [*making.told.said, *service.brief.said]
    said += [x for s in scenes if s is not making for x in s.told.said]
    free += [n for n in _named(said) if n not in free and n not in making.given]
    if not free or not texts:
        return
    rules = {n: _Rules(several=n.endswith("s") and n != "status") for n in free}
    found = False
    for one in said:
        found = _cases(one, rules, free, texts, kind) or found
    if not found:
        return
    for one in said:
        while one.take(_CASE) is not None:
            pass
    for name, told in rules.items():
        if told.cases:
            _kept(kind, name, told, texts)


def _free(kind: Kind, making: Scene, name: str) -> bool:
    held = kind.fields.get(name)
    if name in making.given or name == kind.key.name or CREATED.match(name):
        return False
    return held is None or not (held.of or held.start.strip("?") not in {"", "null", "[]"})


_USUAL = (
    r"(?:priority|category|severity|label|urgency|department|team|queue|topic|sentiment|folder)"
)


def _named(said: list[Said]) -> list[str]:
    """Values that sentences speak of as given by words: "gets a priority by its words"."""
    pattern = rf"(?i)\b(?:an?|the|into a|with a) (?:\w+ )?({_USUAL})\b"
    return list(dict.fromkeys(x.lower() for one in said for x in re.findall(pattern, one.text)))


def _cases(
    one: Said, rules: dict[str, _Rules], free: list[str], texts: list[str], kind: Kind
) -> bool:
    """Take out what words lead to."""
    names = "|".join(
        sorted({re.escape(x) for n in free for x in (n, n.rstrip("s"))}, key=len, reverse=True)
    )
    led = re.match(rf"(?i)^\W*(?:the )?(?P<n>{names})\W*(?::|is|are|by|from)", one.text)
    last = _field(led["n"], free) if led is not None else ""
    found = False
    for pattern in _CLAUSES:
        text = pattern.format(
            F=rf"(?:(?:the |a |an |its )?(?P<f>{names}) (?:is |of |to |= ?)?)?",
            G=rf"(?P<g>{names})",
        )
        at = 0
        while (match := re.compile(text, re.IGNORECASE).search(one.text, at)) is not None:
            groups = match.groupdict()
            value, inside = one.quote(match["v"]), (groups.get("in") or "").lower()
            name = (
                _field(groups.get("f") or groups.get("g") or "", free)
                or last
                or _only(rules, free, value, kind)
            )
            words = _words(one, match["w"])
            if (
                not name
                or not words
                or value.lower() in _SKIP
                or (inside and inside not in texts and inside not in {"it", "text", kind.spoken})
            ):
                at = match.end() if match.end() > at else at + 1
                continue
            rules[name].cases.append((value, words, inside))
            start = match.start()
            one.text = f"{one.text[:start]} ¦ {one.text[match.end() :]}"
            found, at = True, 0
    for pattern in _ELSE:
        text = pattern.format(F=rf"(?:(?:the |a |an |its )?(?P<f>{names}) (?:is |of |to |= ?)?)?")
        match = one.has(text)
        if match is None:
            continue
        name = (
            _field(match["f"] or "", free)
            or last
            or next((n for n in free if rules[n].cases and not rules[n].several), "")
            or free[0]
        )
        value = one.quote(match["v"])
        if value.lower() in _SKIP:
            continue
        rules[name].otherwise = value
        one.drop(match)
        found = True
    return found


def _field(word: str, free: list[str]) -> str:
    low = word.lower()
    return next((n for n in free if low and low in {n.lower(), n.lower().rstrip("s")}), "")


def _only(rules: dict[str, _Rules], free: list[str], value: str, kind: Kind) -> str:
    """The value that is meant where a clause names none: that with this choice, or the only one."""
    for name in free:
        held = kind.fields.get(name)
        if held is not None and held.type is not None and value in held.type.choices:
            return name
    return next((n for n in free if re.fullmatch(_USUAL, n)), free[0] if len(free) == 1 else "")


def _words(one: Said, text: str) -> tuple[str, ...]:
    found = re.findall(_ONE, re.sub(r"(?i)\b(?:or|and)\b", ",", text))
    return tuple(word for each in found if (word := one.quote(each)).lower() not in _SKIP)


def _kept(kind: Kind, name: str, told: _Rules, texts: list[str]) -> None:
    def holds(words: tuple[str, ...], inside: str) -> str:
        looked = [inside] if inside in texts else texts
        return " or ".join(f"contains(input.{t}, {json.dumps(w)})" for t in looked for w in words)

    if told.several:
        lists = ", ".join(
            f"if({holds(words, inside)}, [{json.dumps(value)}], [])"
            for value, words, inside in told.cases
        )
        kind.fields[name] = Held(
            name, Type("list", item=STRING), server=True, start=f"flat([{lists}])"
        )
        return
    value = json.dumps(told.otherwise) if told.otherwise else "null"
    choices = [x for x, _, _ in told.cases] + ([told.otherwise] if told.otherwise else [])
    for case, words, inside in reversed(told.cases):
        value = f"if({holds(words, inside)}, {json.dumps(case)}, {value})"
    sort = Type("string", choices=tuple(dict.fromkeys(choices)), nullable=not told.otherwise)
    kind.fields[name] = Held(name, sort, server=True, start=f"({value})")


# ---- rules as rows ------------------------------------------------------------------------------

_WORD_FIELDS = ("keyword", "word", "phrase", "term", "pattern", "contains", "keywords", "match")
_MEANT = r"(?i)\brules?\b|\bkeywords?\b|\bmatch"
_TOLD = (
    (
        r"(?:of |by |from |with )?(?:the )?(?:first|best|matching|oldest|earliest)? ?(?:rules?|"
        r"{n})? ?(?:whose|where|with|that has|which has|its)?"
        r"(?: the| a| its)? ?(?:keyword|word|phrase|term|pattern)s?(?: (?:is|that is|are|"
        r"appears?|occurs?|found|contained|in|the|its|"
        r"that|which|stands?|matches|of|first|added|text|subject|title|message|body|it|to))*"
    ),
    (
        r"(?:the )?(?:first|earliest|oldest)(?: matching)? rule(?: (?:that )?(?:matches|fits|"
        r"wins))?(?: wins)?"
    ),
    (
        r"\b(?:classif(?:y|ies)|matches|matching|rules?|keywords?|fits?|triage|appears?|occurs?|"
        r"wins)\b"
    ),
)


def _word_field(kind: Kind) -> str:
    return next((n for n in _WORD_FIELDS if n in kind.fields), "")


def _by_rows(service: Service, scenes: list[Scene], scene: Scene, rules: Kind) -> None:
    """What the first rule says whose word is in what is brought."""
    text = " ".join(x.whole for x in scene.request.said)
    if scene.request.method != "POST" or scene.kind is rules or scene.deed is not None:
        return
    if not re.search(_MEANT, text) or scene.rows:
        return
    word = _word_field(rules)
    targets = [n for n in rules.fields if n != word and n in rules.brought]
    texts = [n for n, g in scene.given.items() if g.place == "json"]
    sketch = scene.told.answer
    if sketch is None or sketch.form != "record" or not targets or not texts:
        return
    inside = next((n for n in texts if re.search(rf"(?i)\bin (?:the |its )?{n}\b", text)), "")
    looked = [inside] if inside else texts
    several = (rules.fields[word].type or STRING).kind == "list"
    holds = " or ".join(
        f"count(.{word}[where contains(input.{t}, row)]) > 0"
        if several
        else f"contains(input.{t}, .{word})"
        for t in looked
    )
    order = next((n for n in targets if n in {"priority", "order", "position", "weight"}), "")
    down = ", by .{} down" if re.search(r"(?i)highest|largest", text) else ", by .{}"
    rule = (
        f"first({rules.name}[where {holds}{down.format(order) if order and order in text else ''}])"
    )
    otherwise = _otherwise(scene)
    values: dict[str, str] = {}
    for name in sketch.names:
        if name in targets or name == word:
            values[name] = (
                f'or_else(at({rule}, "{name}"), {otherwise})'
                if name in targets
                else f'at({rule}, "{name}")'
            )
        elif name in texts and scene.kind is None:
            values[name] = f"input.{name}"
        elif name in {"rule_id", "matched_rule", "rule"} and rules.key.name == "id":
            values[name] = f'at({rule}, "id")'
        elif scene.kind is None:
            return
    mine = [n for n in values if n in targets]
    if not mine:
        return
    for pattern in _TOLD:
        while heard.take(service, [scene], pattern.format(n=rules.spoken)) is not None:
            pass
    heard.take(service, [scene], _CASE)
    if scene.kind is not None:
        for name in mine:
            scene.kind.fields[name] = Held(
                name, Type("string", nullable=True), server=True, start=f"({values[name]})"
            )
        return
    told = ", ".join(f"{n}: {v}" for n, v in values.items())
    scene.deed = lambda one, guards: one.lines.extend(
        [*guards, f"answer {one.told.status or 200} {{{told}}}"]
    )


def _otherwise(scene: Scene) -> str:
    """The value where no rule fits, as JSON text."""
    for one in scene.told.said:
        for pattern in _ELSE:
            match = one.has(pattern.format(F="(?P<f>(?!))?"))
            if match is not None and (value := json_of(match["v"], one)) is not None:
                one.drop(match)
                return value
    return "null"
