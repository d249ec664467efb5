"""What sentences say of fields, and what makes a request fail."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.becoming import counters
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.causes import unfitting
from beliefs.spec.brief.held import NOT_BLANK, STRING, Held, describe, json_of, named, number
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.moves import overdrawn
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, rows_below
from beliefs.spec.brief.states import condition, state
from beliefs.spec.brief.taken import unique_guard
from beliefs.spec.brief.verbs import INVERSES, verb_of
from beliefs.spec.brief.vocabulary import JOINING
from beliefs.spec.failures import Way
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import participle

_VERB = (
    r"(?:is|are|must|may|can|has|have|should|needs?|starts?|begins?|defaults?|cannot|can't|"
    r"mustn't|will be|=|:|consists?|contains?|of|comes?|come|isn't|aren't|never(?: gets?| "
    r"goes| becomes)?)\b|[=:]"
)


def field_rules(one: Said, known: dict[str, Held], last: list[Held] | None = None) -> None:
    """Take out of a sentence what it says that named values may be."""
    if not known:
        return
    names = "|".join(
        sorted(
            (
                re.escape(each)
                for name in known
                for each in {name, name.replace("_", " "), f"{name}s"}
            ),
            key=len,
            reverse=True,
        )
    )
    row = (
        rf"(?:(?:the|an?|its|every|each|their)\s+)*(?:chosen |new |given )?(?:{names})(?:'s)?(?"
        rf":(?:,| and| or|, and|/)\s*(?:(?:the|an?|its)\s+)?(?:{names}))*"
    )
    head = re.compile(
        r"(?:(?<=^)|(?<=[;¦.(] )|(?<=[;¦(])|(?<=, )|(?<=\band )|(?<=\bwhere )|(?<=\bwith )|"
        rf"(?<=\bbut )|(?<=\btext )|^\W*)(?P<opt>optional(?:ly)? (?:an? |the )?)?(?P<names>{row})"
        rf"(?: ?\([^)]*\))? ?(?P<verb>{_VERB}|"
        r"(?=(?:at least|at most|max|min|up to|with at least|from|between) -?\d)|(?=-?\d+ ?- ?\d))",
        re.IGNORECASE,
    )
    _left_out(one, known, names)
    found = list(head.finditer(one.text))
    for at in range(len(found) - 1, -1, -1):
        match = found[at]
        end = found[at + 1].start("names") if at + 1 < len(found) else len(one.text)
        stop = re.search(
            r";(?!\s*default)|¦|\.(?=\s|$)|, (?=[a-z]+s are\b)", one.text[match.end() : end]
        )
        end = match.end() + stop.start() if stop else end
        rest = Said(
            " ".join(f"{match['opt'] or ''}{match['verb']} {one.text[match.end() : end]}".split()),
            one.source,
            one.sketches,
            one.quotes,
            one.whole,
        )
        before = list(rest.left)
        held = [
            known[each]
            for each in known
            if re.search(
                rf"(?i)\b(?:{re.escape(each)}|{re.escape(each.replace('_', ' '))})s?\b",
                match["names"],
            )
        ]
        for each in held:
            copy = replace_said(rest)
            describe(each, copy)
        if (held and len(copy.left) < len(before)) or (held and not before):
            copy.text = re.sub(
                r"^\W*(?:is|are|must|may|can|has|have|should|be|of|=|:|needs?)\b", " ", copy.text
            )
            one.text = f"{one.text[: match.start('names')]} ¦ {copy.text} {one.text[end:]}"
    if last:
        together = re.search(
            r"(?i)(?:^|[,;¦.(] *)(?:both|all (?:of them|three|four|five|fields)|all|they|each|"
            r"either|these)\b(?P<rest>[^;.¦]*)",
            one.text,
        )
        if together is not None:
            rest = Said(together["rest"].strip(), one.source, one.sketches, one.quotes, one.whole)
            before = list(rest.left)
            for each in last:
                copy = replace_said(rest)
                describe(each, copy)
            if len(copy.left) < len(before) or (not before and _ANY_RULE.search(together["rest"])):
                one.text = (
                    f"{one.text[: together.start()]} ¦ {copy.text} {one.text[together.end() :]}"
                )


def _left_out(one: Said, known: dict[str, Held], names: str) -> None:
    """What a value is where nothing is brought: "if I leave out the quantity, take 1"."""
    value = r"(?P<v>⟪\d+⟫|-?\d+(?:\.\d+)?|true|false|null|(?:an )?empty \w+|[a-z]\w*)"
    for pattern in (
        (
            r"(?:if|when) (?:\w+ )*?(?:leaves?|left|omits?|skips?|do(?:es)?n't give|gives? no|no|"
            rf"without)(?: out| away)? ?(?:the |an? |their )?(?P<f>{names})(?: is (?:given|sent|"
            r"there)"
            r")?,? (?:then )?(?:take|use|assume|it is|it's|they are|they're|is|means|becomes?|the "
            rf"\w+ is|it becomes|count)(?: called| named)? {value}"
        ),
        (
            rf"without (?:an? |the )?(?P<f>{names}),? (?:it is|it's|it becomes|take|use|the (?P=f)"
            r" is|"
            rf"they are called) {value}"
        ),
        rf"\bno (?P<f>{names}) (?:given )?(?:means|is|->|=|counts as) {value}",
    ):
        found = one.has(pattern)
        if found is None:
            continue
        held = next(
            (
                h
                for n, h in known.items()
                if found["f"].lower() in {n.lower(), n.replace("_", " ").lower()}
            ),
            None,
        )
        told = json_of(found["v"], one) if found["v"] not in known else None
        if held is not None and told is not None:
            held.default, held.required = told, False
            one.drop(found)


_ANY_RULE = re.compile(r"required|optional|needed|there")


def replace_said(one: Said) -> Said:
    """A sentence to take from, while the first one stays."""
    return Said(one.text, one.source, one.sketches, one.quotes, one.whole)


# ---- what must not be ------------------------------------------------------------------------

_REFUSED: tuple[tuple[str, str], ...] = (
    (r"(?:(?:contains?|with|has) no|without(?: an)?|doesn't contain(?: an)?) @", "at"),
    (
        (
            r"(?:(?:is|are) )?(?:missing|left out|not (?:given|there|sent)|absent)|without (?:an? "
            r")?|"
            r"no\b|omitted"
        ),
        "required",
    ),
    (
        (
            r"(?:fewer|less) than (\S+) (?:options|items|entries|elements|choices|values|lines|"
            r"answers)"
        ),
        "fewest",
    ),
    (r"(?:(?:is|are|an?) )?(?:empty|blank)(?: strings?)?", "filled"),
    (
        (
            r"(?:is )?(?:not|isn't) (?:a )?(?:number|integer|whole number) (?:between |from |in )?"
            r"(-?"
            r"\d+)"
            r" ?(?:-|to|and|\.\.) ?(-?\d+)"
        ),
        "range",
    ),
    (r"(?:is )?(?:not|isn't) (?:a )?(?:bool(?:ean)?|truth(?: value)?)", "fitting"),
    (r"too (?:short|long|small|large|big|many|few|high|low)", "bounded"),
    (
        (
            r"not (?:a )?(?:whole )?(?:number|integer)s?|(?:is|are)n't (?:a )?(?:whole )?(?:number|"
            r"integer)s?|no (?:whole )?number"
        ),
        "number",
    ),
    (
        (
            r"(?:not|isn't|no) (?:a |an )?(?:real |valid )?(?:date)(?: written as YYYY-MM-DD| in "
            r"YYYY-MM-DD)?|(?:not|isn't) (?:written as )?YYYY-MM-DD"
        ),
        "date",
    ),
    (r"(?:not|isn't) (?:a )?(?:valid )?(?:date-?time|timestamp|moment)", "datetime"),
    (r"(?:not|isn't) (?:an? )?(?:valid )?e-?mail(?: address)?|isn't one", "email"),
    (r"(?:not|isn't) (?:an? )?(?:valid )?(?:url|http\w* url)|without http://", "url"),
    (
        (
            r"(?:has )?(?:fewer|less) than (\S+) (?:characters?|chars|letters)|shorter than (\S+)"
            r"(?: "
            r"characters?)?|under (\S+) characters"
        ),
        "short",
    ),
    (
        (
            r"(?:has )?(?:more|longer) than (\S+)(?: (?:characters?|chars|letters))|longer than "
            r"(\S+)"
            r"(?: "
            r"characters?)?|over (\S+) characters"
        ),
        "long",
    ),
    (
        (
            r"(?:is )?not (?:above|greater than|more than) (\S+)|(\S+) or (?:less|below|lower)|(?"
            r":zero|0)"
            r" or negative()"
        ),
        "above",
    ),
    (r"(?:is )?negative|(?:is )?below (?:zero|0)", "negative"),
    (r"(?:is )?(?:below|less than|under|smaller than) (\S+)", "least"),
    (r"(?:is )?(?:above|more than|over|greater than|larger than) (\S+)", "most"),
    (
        (
            r"(?:is )?(?:not|outside(?: of)?|out of) (?:between |from |the range )?(-?\d+) ?(?:-|"
            r"to|"
            r"and|"
            r"\.\.) ?(-?\d+)"
        ),
        "range",
    ),
    (
        (
            r"(?:is )?(?:not|isn't) one of (?:these|them|those|the(?: \w+)?)?|unknown|(?:is )?"
            r"invalid|"
            r"(?"
            r":is )?not valid|(?:is )?malformed|(?:is )?wrong|bad|with other characters|not "
            r"written (?"
            r":as|like)(?: YYYY-MM(?:-DD)?| that)?|out of range|makes? no sense|of the wrong type|"
            r"(?"
            r":not|"
            r"isn't) (?:a )?string|not (?:a )?list|(?:not )?(?:true|false) (?:or|nor) (?:true|"
            r"false)|"
            r"unacceptable|(?:not )?in (?:exactly )?th(?:is|at) form|doesn't fit|not allowed"
        ),
        "fitting",
    ),
)


def refused(cause: Said, known: dict[str, Held], every: list[Held]) -> bool:
    """Take out of a cause what values it refuses; whether it is about what a request brings."""
    names = (
        "|".join(
            sorted(
                (re.escape(each) for name in known for each in {name, name.replace("_", " ")}),
                key=len,
                reverse=True,
            )
        )
        or "(?!)"
    )
    text = cause.text
    general = re.search(
        r"(?i)\b(?:anything|something|any of (?:them|these)|any field|a field|fields?|bad (?"
        r":input|request|data|body|param(?:eter)?s?|query)|invalid (?:input|body|data|request|"
        r"values?)?|wrong input|malformed|violations?|breaks? (?:the )?rules?|(?:does(?:n't| not)|"
        r"not) (?:fit|match|conform to)(?: (?:the|this) (?:document|schema|spec\w*|description))?|"
        r"incorrect|validation|rules above|input|not valid|isn't valid)\b",
        text,
    )
    held: list[Held] = []
    hit = bool(general)
    pieces = re.split(r"(,| or | and |;)", text)
    rest: list[str] = []
    for whole in pieces:
        piece = whole
        found = re.findall(rf"(?i)\b(?:{names})\b", piece)
        if found:
            held = [
                known[each]
                for each in known
                if any(
                    one.lower() in {each.lower(), each.replace("_", " ").lower()} for one in found
                )
            ]
        for pattern, sort in _REFUSED:
            match = re.search(rf"(?i)(?<!\w)(?:{pattern})(?!\w)", piece)
            if match is None:
                continue
            if (
                not held
                and not general
                and not re.search(r"(?i)missing|empty|invalid|blank", match[0])
            ):
                continue
            if sort == "bounded" and not (held and all(_bounded(each) for each in held)):
                continue  # nothing says how many are too many
            hit = True
            for each in held or (
                every if sort == "filled" and re.search(r"something|anything|any", text) else []
            ):
                blank = sort == "filled" and "blank" in match[0].lower()
                _refuse(each, "spaced" if blank else sort, [x for x in match.groups() if x])
            piece = f"{piece[: match.start()]} {piece[match.end() :]}"
        rest.append(re.sub(rf"(?i)\b(?:{names})\b", " ", piece))
    left = "".join(rest)
    if general is not None:
        left = re.sub(re.escape(general[0]), " ", left, flags=re.IGNORECASE)
    if hit:
        cause.text = re.sub(
            r"(?i)\b(?:is|are|it|if|the|fields?|values?|body|input|request|data|one|of|wrong|type|"
            r"its|rules?|above|that|any|other|these|such|like|breaks?)\b",
            " ",
            left,
        )
    return hit


def _bounded(held: Held) -> bool:
    """Whether a value has a bound."""
    kind = held.type
    return kind is not None and any(
        x is not None
        for x in (
            kind.minimum,
            kind.maximum,
            kind.above,
            kind.below,
            kind.min_length,
            kind.max_length,
        )
    )


def _refuse(held: Held, sort: str, groups: list[str]) -> None:
    try:
        bounds = [number(each.rstrip(".,")) for each in groups]
    except (KeyError, ValueError):
        bounds = []
    kind = held.type or STRING
    match sort:
        case "required":
            held.required = True if held.required is None else held.required
        case "filled" if kind.kind == "list":
            held.type = replace(kind, min_length=max(1, kind.min_length or 0))
        case "filled" if kind.kind == "string":
            held.type = replace(kind, min_length=max(1, kind.min_length or 0))
        case "spaced" if kind.kind == "string":
            held.type = replace(
                kind, min_length=max(1, kind.min_length or 0), pattern=kind.pattern or NOT_BLANK
            )
        case "number" if kind.kind == "string":
            held.type = Type("number")
        case "date" | "datetime" | "email" | "url":
            held.type = (
                replace(kind, kind=sort, pattern="", min_length=None)
                if kind.kind in {"string", "date"}
                else kind
            )
        case "at":
            held.type = replace(kind, pattern="@")
        case "fewest" if bounds and kind.kind == "list":
            held.type = replace(kind, min_length=int(bounds[0]))
        case "short" if bounds:
            held.type = replace(kind, min_length=int(bounds[0]))
        case "long" if bounds:
            held.type = replace(kind, max_length=int(bounds[0]))
        case "above":
            held.type = replace(
                kind if kind.kind != "string" else Type("number"), above=bounds[0] if bounds else 0
            )
        case "negative":
            held.type = replace(kind if kind.kind != "string" else Type("number"), minimum=0)
        case "least" if bounds and kind.kind != "string":
            held.type = replace(kind, minimum=bounds[0])
        case "most" if bounds and kind.kind != "string":
            held.type = replace(kind, maximum=bounds[0])
        case "range" if len(bounds) == 2 and kind.kind != "string":
            held.type = replace(kind, minimum=bounds[0], maximum=bounds[1])


# ---- why a request fails -----------------------------------------------------------------------

_ABSENT = re.compile(
    r"(?i)\b(?:unknown|no such|non-?exist\w*|not found|(?:is|are) ?(?:n't| not) (?:there|found|"
    r"here|known)|does(?:n't| not) exist|do(?:n't| not) exist|there(?:'s|s| is| are| was| were)? "
    r"(?:none|no(?: such)?|nothing)|"
    r"never (?:issued|existed|there)|was never \w+|not there|nobody|doesnt exist|missing (?:row|"
    r"id)|isn't there|not exist|absent|none|nothing (?:there|matches|found|is there)|no longer "
    r"exists|is gone|wrong id|invalid id|no)\b"
)
STATUS_WAYS: dict[int, Way] = {
    409: "conflict",
    403: "forbidden",
    404: "absent",
    410: "gone",
    412: "precondition",
    429: "rate",
    401: "unauthenticated",
    413: "too_large",
    415: "unsupported_type",
}
INVALID: tuple[Way, ...] = ("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")


_OR = re.compile(r"(?i)[,;]? or (?:else |if |when )?|; ")


def weighed(fault: Fault, scene: Scene) -> bool:
    """Make of a fault what it says, of each of its causes where it has several.

    Whether all were understood.
    """
    text, lines = fault.cause.text, list(scene.lines)
    if weigh(fault, scene):
        return True
    pieces = [each for each in _OR.split(text) if each.strip()]
    if len(pieces) < 2 or fault.otherwise:
        return False
    left, scene.lines = fault.cause.text, lines
    for each in pieces:
        one = fault._replace(cause=replace(fault.cause, text=each))
        if not weigh(one, scene):
            fault.cause.text, scene.lines = left, lines
            return False
    fault.cause.text = ""
    return True


def weigh(fault: Fault, scene: Scene) -> bool:
    """Make of a fault a guard or a line of the failure table; whether it was understood."""
    cause = fault.cause
    known = {name: each.held for name, each in scene.given.items()}
    if fault.otherwise:
        before = len(cause.left)
        field_rules(
            cause, known, [each.held for each in scene.given.values() if each.place != "path"]
        )
        _each_described(cause, known)
        if (before and not cause.left) or fault.status in {400, 422}:
            _invalid(scene, fault)
            return not cause.left
        if not before:
            return _bare(fault, scene)
        return _held(fault, scene)
    if not cause.left and not cause.text.strip(" ¦"):
        return _bare(fault, scene)
    if fault.status in {400, 422} and unfitting(cause.text, scene.service.kinds):
        _invalid(scene, fault)
        _filled(cause.text, scene)
        return True
    if re.match(r"(?i)only\b.*\b(?:can|may)\b", cause.text) and _held(fault, scene):
        return True
    if fault.status == 401 and scene.service.brief is not None:
        return scene.needs and bool(
            re.search(
                r"(?i)token|password|credential|log|header|key|without|wrong|auth", cause.text
            )
        )
    if fault.status in {404, 410} and _absent(fault, scene):
        return True
    if (
        AGAIN.fullmatch(cause.text.strip(" .,;:¦"))
        and scene.request.tail
        and scene.row is not None
        and scene.kind is None
    ):
        held = entered(scene)
        if held is not None:
            guard(scene, held, fault)
            return True
    held_if = guarded(cause, scene)
    if held_if is not None:
        guard(scene, held_if, fault)
        return True
    if fault.status in {400, 422} and _of_kind(cause, scene):
        _invalid(scene, fault)
        return True
    if fault.status in {400, 422} and refused(cause, known, [x.held for x in scene.given.values()]):
        _invalid(scene, fault)
        return not _leftover(cause)
    if fault.status not in {409, 400, 422}:
        return False
    says = (
        scene.says(fault.status, fault.message)
        if fault.message or fault.status in scene.messages
        else ""
    )
    return unique_guard(fault, scene, STATUS_WAYS.get(fault.status, "refused"), says)


AGAIN = re.compile(
    r"(?i)(?:an?other |the |any )?(?:(?:it|that|doing (?:it|this|so|that)|\w+ing (?:it|one|a \w+|"
    r"the \w+)?) ?)?(?:(?:is|was|has been|it's|already) )*(?:a )?(?:second (?:try|time|attempt|"
    r"one|go|\w+)|twice|again|once more|already|done already|already done|repeat\w*)(?: \w+)?"
)


def entered(scene: Scene) -> str | None:
    """The condition that the deed of a request has been done already."""
    row = scene.row
    if row is None:
        return None
    verb = verb_of(scene.request.tail).split("-")[0]
    for word in (participle(verb), verb):
        if found := state(row, word, row.one):
            return found
    base = INVERSES.get(verb)
    held = state(row, participle(base), row.one) if base else None
    return f"not({held})" if held else None


def _leftover(cause: Said) -> list[str]:
    return [each for each in re.findall(r"[a-z][\w'-]*", cause.text.lower()) if each not in JOINING]


def _each_described(cause: Said, known: dict[str, Held]) -> None:
    named = [each for each in known if re.search(rf"(?i)\b{re.escape(each)}\b", cause.text)]
    if len(named) == 1:
        cause.take(rf"\b{re.escape(named[0])}\b")
        describe(known[named[0]], cause)
    cause.take(r"\banything\b|\bif not\b")


def _invalid(scene: Scene, fault: Fault) -> None:
    scene.unfit.append(fault)
    for way in INVALID:
        scene.fails(way, fault.status)


def _filled(text: str, scene: Scene) -> None:
    """Texts that must be there may not be empty where that is said of all that is brought."""
    if not re.search(r"(?i)\b(?:empty|blank)\b", text):
        return
    for given in scene.given.values():
        if given.place == "json" and given.held.required is not False:
            _refuse(given.held, "filled", [])


def _bare(fault: Fault, scene: Scene) -> bool:
    """A status of which nothing is said but the number."""
    match fault.status:
        case 400 | 422:
            _invalid(scene, fault)
        case 404 | 401 | 403 | 409 | 410 | 413 | 415 | 429:
            way = STATUS_WAYS[fault.status]
            if way == "absent":
                return bool(scene.rows)
            return way == "unauthenticated"
        case _:
            return False
    return True


def _absent(fault: Fault, scene: Scene) -> bool:
    text = fault.cause.text
    if fault.status != 404 or not _ABSENT.search(text):
        return False
    rest = _ABSENT.sub(" ", text)
    words = {each for each in re.findall(r"[a-z]+", rest.lower()) if each not in JOINING}
    kinds = [*scene.rows, *([scene.kind] if scene.kind else [])]
    spoken = {
        word
        for kind in kinds
        for word in (*kind.spoken.split(), *kind.plural.split("_"), kind.param, kind.key.name)
    }
    spoken |= {
        "id",
        "ids",
        "one",
        "row",
        "thing",
        "unknown",
        "code",
        "such",
        "given",
        "ever",
        "stored",
        "with",
    }
    spoken |= set(scene.by[2].split("_")) if scene.by is not None else set()
    if words - spoken:
        return _referred(scene, words - spoken)
    if scene.rows:
        return True
    scene.fails("absent", 404)
    return True


def _referred(scene: Scene, words: set[str]) -> bool:
    """A row that the body names, and that must be there."""
    for given in scene.given.values():
        if given.held.of and given.place != "path":
            kind = next((x for x in scene.service.kinds if x.name == given.held.of), None)
            if kind is not None and set(kind.spoken.split()) & words:
                return True
    return False


def guarded(cause: Said, scene: Scene) -> str | None:
    """The condition under which a request fails, over the rows that it reads."""
    text = cause.text.strip(" .,;:¦")
    row = scene.row
    if (found := overdrawn(text, scene)) is not None:
        return found
    if row is not None:
        name = row.one
        enough = re.fullmatch(
            r"(?i)(?:there (?:is|are) )?(?:not enough|insufficient|too (?:little|few)|more than (?"
            r":there is|is left|available|in stock))\s*(?P<of>[\w ]*?)(?: (?:left|available|in "
            r"stock|there))?",
            text,
        )
        if enough is not None:
            return _short(scene, row, name, enough["of"])
        found = condition(row, text, name) or at_number(row, text, name)
        if found is not None:
            return found
        for part in (r"^(?:it|the \w+|that \w+) (?:is|was|has been) ", r"^(?:already|still) "):
            found = condition(row, re.sub(rf"(?i){part}", "", text), name)
            if found is not None:
                return found
        full = re.fullmatch(
            r"(?i)(?:(?:the |it |this |that )?(?:\w+ )?(?:is|are) )?(?:full|sold out|fully booked|"
            r"no (?:free )?(?:spots?|seats?|places?|space|room)(?: (?:is |are )?left)?|(?:there (?"
            r":is|are) )?no (?:free )?(?:spots?|seats?|places?|space|room)(?: left| free)?|at "
            r"capacity)",
            text,
        )
        if full is not None and (
            limit := next(
                (
                    x
                    for x in (
                        "capacity",
                        "seats",
                        "places",
                        "max_participants",
                        "limit",
                        "size",
                        "slots",
                        "spots",
                    )
                    if x in row.fields
                ),
                None,
            )
        ):
            target = scene.kind if scene.kind is not None and scene.kind.parent is row else None
            if target is not None:
                return f"count({rows_below(row, target, name)}) >= {name}.{limit}"
        empty = re.fullmatch(
            r"(?i)(?:(?:the |it |this |that )?(?:\w+ )?(?:is|are) )?(?:still |yet )?empty", text
        )
        if empty is not None and len(below_all := scene.service.below(row)) == 1:
            return f"count({rows_below(row, below_all[0], name)}) = 0"
        for below in scene.service.below(row):
            has = re.fullmatch(
                rf"(?i)(?:it |the {row.spoken} |the \w+ )?(?:still )?has(?: any| some)? (?"
                rf"P<adj>[\w ]*?)\s*(?:{below.plural}|{below.spoken})",
                text,
            )
            if has is not None:
                source = rows_below(row, below, name)
                if has["adj"].strip():
                    held = condition(below, has["adj"], "")
                    if held is None:
                        continue
                    from beliefs.spec.brief.values import narrowed

                    source = narrowed(source, held)
                return f"count({source}) > 0"
    return None


_AT = re.compile(
    r"(?i)^(?:(?:it|this|one|the (?P<w>[a-z]+)) )?(?:is|was|stands|has|reached|has reached) "
    r"(?:already |still )?(?:at )?(?P<n>-?\d+|zero)(?: already)?$"
)


def at_number(row: Kind, text: str, name: str) -> str | None:
    """As in "it is 0 already", of a row that is about one number."""
    found = _AT.match(text)
    many = counters(row)
    if found is None or len(many) != 1:
        return None
    if found["w"] and found["w"].lower() not in {row.spoken, "counter", "count", "number", "value"}:
        return None
    return f"{name}.{many[0]} = {in_digits(found['n'])}"


def _short(scene: Scene, row: Kind, name: str, of: str) -> str | None:
    from beliefs.spec.brief.scene import is_number, numbers

    fields = [
        each for each in numbers(row) if not of.strip() or each in of or len(numbers(row)) == 1
    ] or [
        each
        for each in numbers(row)
        if each in {"quantity", "stock", "balance", "amount", "available", "points", "credit"}
    ]
    brought = [
        each
        for each, given in scene.given.items()
        if given.place == "json" and (is_number(given.held) or _called_number(given.held))
    ]
    if len(brought) != 1 or not fields:
        return None
    field = next(
        (
            x
            for x in fields
            if x
            in {
                "quantity",
                "stock",
                "balance",
                "amount",
                "available",
                "points",
                "credit",
                "in_stock",
            }
        ),
        fields[0],
    )
    scene.lines.append(
        f"#short {field} {brought[0]}"
    )  # which way it goes is known once it is written
    return f"{name}.{field} {_way(scene)} input.{brought[0]} < 0"


def _called_number(held: Held) -> bool:
    """Whether nothing but its name says that a value is a number."""
    return held.type is None and named(held.name).kind in {"integer", "number"}


def _way(scene: Scene) -> str:
    adds = re.search(r"(?i)adjust|change|move|book", scene.request.tail) and any(
        "change" in x or "delta" in x or x == "adjustment" for x in scene.given
    )
    return "+" if adds else "-"


def guard(scene: Scene, fails_if: str, fault: Fault) -> None:
    """Make a request fail under a condition, as its fault is answered."""
    way = STATUS_WAYS.get(fault.status, "refused")
    if way == "refused":
        scene.fails("refused", fault.status)
    message = " ".join(fault.cause.spelled(fault.cause.whole).split())[:80]
    scene.lines.append(
        f"guard not({fails_if}) else {way} "
        + (
            json.dumps(fault.message, ensure_ascii=False)
            if fault.message
            else _quoted(_sentence(fault, message))
        )
    )


def _sentence(fault: Fault, whole: str) -> str:
    text = fault.cause.text.strip(" .,;:¦")
    text = f"it {text}" if re.match(r"(?:is|was|has) ", text) else text
    return text[:1].upper() + text[1:] if text else whole


def _quoted(text: str) -> str:
    return json.dumps(re.sub(r"[⟦⟪⟧⟫¦]", "", text), ensure_ascii=False)


_POSSIBLE = re.compile(
    r"(?i)^(?:this |it |that )?(?:is |works )?(?:only )?(?:possible|allowed|works|valid) (?:only )"
    r"?(?:for|on|with|while|if|when) (?:an? |the )?(?:\w+ (?=that|which|who|whose|with|in|is\b))?"
)


def _of_kind(cause: Said, scene: Scene) -> bool:
    """Whether it says no more than that what was brought is not what it should be.

    "Invalid item".
    """
    kinds = "|".join(re.escape(x.spoken) for x in scene.service.kinds) or "(?!)"
    brought = (
        "|".join(re.escape(n.replace("_", " ")) for n, x in scene.given.items() if x.held.declared)
        or "(?!)"
    )
    return (
        re.fullmatch(
            r"(?i)\W*(?:an? |the )*(?:(?:invalid|malformed|bad|wrong|missing|no such|unknown)(?: "
            rf"or (?:missing|invalid|empty))? (?:{kinds}|{brought}|value|parameter|data)s?(?:(?:,|"
            rf" or| and|, or) (?:{brought}))*|(?:{kinds}|{brought}|an? parameter|parameters?)s? (?"
            r":is|are|was|out|not) ?(?:invalid|missing|malformed|wrong|valid|not valid|out of "
            r"range|of range|missing or (?:empty|invalid|wrong))(?: or missing)?)\W*",
            cause.text,
        )
        is not None
    )


def _held(fault: Fault, scene: Scene) -> bool:
    """What must hold, else the request fails."""
    text = _POSSIBLE.sub("", fault.cause.text.strip(" .,;:¦"))
    text = re.sub(
        r"(?i)^(?:only|must be|has to be|if|while|when|works? (?:only )?(?:if|for|on|while)) ",
        "",
        text,
    )
    row = scene.row
    if row is None:
        return False
    if (
        others := re.match(
            r"(?i)^(?:only )?(?P<what>.*?) (?:can|may)\b(?: be)?[\w ,]*?(?:(?:all )?(?:the )?"
            r"others?|anything|everything)?$",
            text,
        )
    ) is not None:
        text = others["what"]
    found = condition(row, text, row.one)
    if found is None:
        return False
    guard(scene, f"not({found})", fault)
    return True
