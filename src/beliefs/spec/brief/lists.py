"""Which rows a request lists, in which order, and by what callers narrow them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.asked import asked_by_name
from beliefs.spec.brief.held import STRING, Held, describe
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, Scene, is_number, moments, numbers
from beliefs.spec.brief.sorting import SORTS, TURNS, choices, is_turn
from beliefs.spec.brief.states import condition
from beliefs.spec.types import TEXTS, Type
from beliefs.spec.understanding.words import singular

LATE = "§"  # before the name of a figure that is known only once a row is shown
_FOLD = (
    r"(?:but )?(?:(?:upper(?:/| and | or )lower|letter|big(?:/| and | or )small) ?-?(?:case|"
    r"letters) (?:is ignored|are ignored|do(?:es)?(?:n't| not) matter|makes? no difference)|"
    r"ignoring (?:upper and lower )?case|case[- ]insensitive(?:ly)?|(?:regardless of|ignores) "
    r"case)"
)
_DOWN = (
    r"(?:newest|latest|most recent|highest|largest|biggest|most|best|longest|recent|last|top|"
    r"freshest|descending|higher|greatest)"
)
_UP = (
    r"(?:oldest|earliest|lowest|smallest|least|fewest|shortest|cheapest|soonest|nearest|"
    r"quickest|first|ascending|lower|longest waiting)"
)
_ADDED = re.compile(
    r"(?i),?\s*(?:(?:sorted|ordered|listed|in) )?(?:in|by|with) ?(?:the )?(?:order (?:they|in "
    r"which they|it|that they|of|in which \w+)|order they)(?: (?:were|was|are|have been|had been))"
    r"?(?: \w+)?(?: (?:created|added|made|stored|sent|posted|arrived|came|creation|insertion|in|"
    r"up|them|received|adding|recorded|registered|signed up))*(?=$|[\s.,;¦)])|(?i:,?\s*in (?"
    r":creation|insertion) order)"
)


def ordered(scene: Scene, kind: Kind) -> str:
    """How rows are sorted, as clauses of a pick; empty where nothing is said."""
    clauses: list[str] = []
    for one in [*scene.told.said]:
        _take_order(scene, one, kind, clauses)
    return ", ".join(dict.fromkeys(clauses))


def _take_order(scene: Scene, one: Said, kind: Kind, clauses: list[str]) -> None:
    if one.take(_ADDED):
        return
    names = {each: each for each in kind.fields} | {kind.key.name: kind.key.name}
    spoken = {each.replace("_", " ").lower(): each for each in names} | {
        each.lower(): each for each in names
    }
    derived = {name: name for (of, name) in scene.service.derived if of == kind.name}
    spoken |= {each.replace("_", " "): each for each in derived} | {each: each for each in derived}
    choice = "|".join(sorted(map(re.escape, spoken), key=len, reverse=True))
    time = next((x for x in moments(kind) if CREATED.match(x)), None) or next(
        iter(moments(kind)), None
    )

    def by(name: str, *, down: bool) -> str:
        told = scene.service.derived.get((kind.name, name))
        if told is not None and "[" in told:  # of other rows: sorted when it is worked out
            return f"by .{LATE}{name}{' down' if down else ''}"
        return (
            "by "
            f"{told.replace('$', 'row').replace('row.', '.') if told else f'.{name}'}"
            f"{' down' if down else ''}"
        )

    patterns: tuple[tuple[str, object], ...] = (
        (
            (
                r"(?:(?:sorted|ordered|sort|order|in order|listed|sorting|ordering|goes?|going|"
                r"come|"
                r"comes|arranged)(?: of| by| on|,)*(?: by| of| on)?|\bby|then|alphabetically by|(?"
                r":in "
                r")?"
                rf"alphabetical(?:ly)? (?:order )?(?:by|of)) (?:the |their |its )?(?P<f>{choice})"
                r"s?(?"
                r"P<dir>,? ?\(?(?:descending|desc\b|ascending|asc\b|falling|rising|alphabetically|"
                r"(?"
                r":highest|best|most|top|largest) first|(?:lowest|worst|least|smallest) first|"
                r"newest "
                r"first|oldest first|a to z|A-Z|(?:in )?alphabetical order|ignoring case|from [\w "
                r"]+ "
                r"to "
                r"[\w ]+)\)?)?(?: order)?"
            ),
            lambda m: by(
                spoken[m["f"].lower()],
                down=bool(
                    re.search(
                        "(?i)desc|falling|highest|best|most|top|largest|newest", m["dir"] or ""
                    )
                ),
            ),
        ),
        (
            (
                rf"(?:(?:the )?(?:one|ones|those) )?(?:with )?(?:the )?(?P<way>{_DOWN}|{_UP}) (?"
                r":of )?"
                r"(?"
                rf"P<f>{choice})s?(?: (?:comes?|is|are|on top|goes))? ?(?:first|on top|at the top)"
                r"?(?: "
                r"first)?(?=[\s,.;¦)]|$)"
            ),
            lambda m: by(
                spoken[m["f"].lower()], down=bool(re.fullmatch(rf"(?i){_DOWN}", m["way"]))
            ),
        ),
        (
            (
                rf"(?:the )?(?P<f>{choice})(?:s| ones| {kind.plural})? (?:first|on top|come first|"
                r"before "
                r"the others|at the top)(?:,? then (?:the (?:rest|others)))?"
            ),
            lambda m: by(spoken[m["f"].lower()], down=_is_truth(kind, spoken[m["f"].lower()])),
        ),
        (
            (
                r"(?:the )?(?:newest|latest|most recent(?:ly \w+)?|last (?:added|created|posted)|"
                r"recent)"
                r"(?: (?:ones?|\w+))?(?: (?:comes?|is|are|goes))? ?(?:first|on top|at the top)"
            ),
            lambda _: (
                by(time, down=True) + f", by .{kind.key.name} down"
                if time
                else by(kind.key.name, down=True)
            ),
        ),
        (
            r"(?:from )?(?:new(?:est)? to old(?:est)?|reverse chronological(?: order)?)",
            lambda _: (
                by(time, down=True) + f", by .{kind.key.name} down"
                if time
                else by(kind.key.name, down=True)
            ),
        ),
        (
            (
                r"(?:the )?(?:oldest|earliest|older|earlier)(?: (?:ones?|\w+))?(?: (?:comes?|is|"
                r"are|"
                r"goes)"
                r")? ?(?:first|on top)|(?:from )?old(?:est)? to new(?:est)?|(?:in )?"
                r"chronological(?: "
                r"order)?|newest last|latest last"
            ),
            lambda _: by(time, down=False) if time and not CREATED.match(time) else "",
        ),
        (
            (
                r"(?:listing |names |sorted |listed |ordered |goes )*(?:alphabetically|in "
                r"alphabetical "
                r"order)(?: first)?"
            ),
            lambda _: by(named, down=False) if (named := _named(kind)) else None,
        ),
    )
    for pattern, clause in patterns:
        while (found := one.has(pattern)) is not None:
            told = clause(found)  # type: ignore[operator]
            if told is None:
                break
            one.drop(found)
            clauses.extend([told] if told else [])
    if any(
        f".{LATE}" in each and each.endswith(" down") for each in clauses
    ):  # those without one come last
        one.take(
            rf"(?:(?:the )?(?:{re.escape(kind.plural)}|ones|those|rows) )?(?:without (?:an? |any )"
            r"?\w+|with no \w+|that have none) (?:are |come |go )?(?:at the end|last|at the "
            r"bottom)"
        )
    if clauses:
        one.take(r"\bdefault (?:order|sorting)\b")
        one.take(
            r"(?:,|;)? ?(?:then )?the rest\b(?: after)?|in both (?:groups|cases)|same (?:number|"
            r"\w+)(?: (?:of )?\w+)?(?::| ->|,)? ?(?=¦)|(?:and )?(?:those )?with the same \w+(?"
            r"=\W*¦)|among (?:them|these|equal\w*)|within (?:that|the same \w+)"
        )


def _is_truth(kind: Kind, name: str) -> bool:
    held = kind.fields.get(name)
    return held is not None and held.type is not None and held.type.kind == "boolean"


def _named(kind: Kind) -> str | None:
    return next((x for x in ("name", "title", "label", "author", "word") if x in kind.fields), None)


# ---- parameters --------------------------------------------------------------------------------

_LIMIT = frozenset(
    {
        "limit",
        "n",
        "per_page",
        "page_size",
        "size",
        "count",
        "perpage",
        "pagesize",
        "top",
        "take",
        "max",
        "max_results",
        "num",
    }
)
_SKIP = frozenset({"offset", "skip", "start"})
_SEARCH = frozenset(
    {"q", "query", "search", "s", "text", "term", "contains", "keyword", "filter", "find"}
)
_FROM = re.compile(
    r"(?i)^(?:from|since|after|start|begin|(?:date_?|start_?|from_?|created_?)(?:from|after|since|"
    r"date|day|at)?|.*_(?:from|after|since|gte|start))$"
)
_TO = re.compile(
    r"(?i)^(?:to|until|before|till|end|up_?to|(?:date_?|end_?|to_?|created_?)(?:to|before|until|"
    r"date|day)?|.*_(?:to|before|until|lte|end))$"
)
_MENTIONED = re.compile(r"[?&]([a-z_]\w*)(?:=(⟪\d+⟫|<[^>]*>|[\w.:/-]+|\.\.\.)?)?", re.IGNORECASE)


def parameters(scene: Scene) -> dict[str, str]:
    """The names that callers may narrow by, with a sample of each."""
    if scene.asked is not None:
        return scene.asked
    found = scene.asked = dict(scene.request.query)
    if scene.request.method == "GET":
        for name, sample in asked_by_name(scene).items():
            found[name] = found.get(name) or sample
    for one in scene.told.said:
        while (mark := one.has(_MENTIONED)) is not None:
            found.setdefault(mark[1], mark[2] or "")
            one.text = f"{one.text[: mark.start()]} ¤{mark[1]} {one.text[mark.end() :]}"
        for pattern in _BY_NAME:
            row = one.has(pattern)
            if row is None or scene.request.method != "GET":
                continue
            names = re.findall(
                r"[a-z_]\w*",
                re.sub(
                    r"\b(?:and|or|the|optional|optionally|query|both)\b", " ", row["names"].lower()
                ),
            )
            kinds = [scene.kind] if scene.kind is not None else scene.service.kinds
            known = {
                *(x for kind in kinds for field in kind.fields for x in (field, singular(field))),
                *_LIMIT,
                *_SKIP,
                *_SEARCH,
                "page",
                "sort",
                "order",
                "from",
                "to",
                "min",
                "max",
            }
            if names and all(name in known or re.match(r"(?:min|max)_", name) for name in names):
                for name in names:
                    found.setdefault(name, "")
                one.text = (
                    f"{one.text[: row.start()]} {' '.join(f'¤{name}' for name in names)} "
                    f"{one.text[row.end() :]}"
                )
    for line in scene.request.lines:
        if line.role == "query" or (scene.request.method == "GET" and line.said.has(r"\bquery\b")):
            found.setdefault(line.name, "")
    return found


_BY_NAME = (
    r"(?:query |the )?param(?:eter)?s?:? (?P<names>[a-z_]\w*)\b(?= ?[(,.:]|$)",
    (
        r"(?:can be |may be )?(?:filter(?:ed|able|ing)?|narrow(?:ed)?(?: down)?|restrict\w*|"
        r"search(?"
        r":able)?)(?: it| them| down)*(?: by| on| with| to) (?:the )?(?P<names>[a-z_]\w*(?:(?:,| "
        r"and| "
        r"or|, and) (?:the )?[a-z_]\w*)*)"
    ),
    (
        r"\b(?:takes|also takes|supports|accepts|with|optional|query params?:?|parameters:?|"
        r"query:)(?"
        r": the)?(?: optional)?(?: query)?(?: parameters?| params?| filters?)?:? (?"
        r"P<names>[a-z_]\w*(?"
        r":(?:,| and|, and) [a-z_]\w*)*)(?: parameters?| for pagination| for paging)?"
    ),
    (
        r"(?P<names>\b(?!to\b)[a-z_]\w*(?:(?:,| and|, and) [a-z_]\w*)*) (?:filters?|query "
        r"parameters?|"
        r"parameters?)\b"
    ),
    (
        r"(?:paging|pagination|paged|paginated)(?: with| by| via|:)? (?P<names>[a-z_]\w*(?:(?:,| "
        r"and|"
        r", and|/) ?[a-z_]\w*)*)"
    ),
)


def narrowed(scene: Scene, kind: Kind) -> tuple[list[str], list[str], str]:
    """Conditions that rows must meet, clauses of paging.

    And what is left unread of the parameters.
    """
    wheres: list[str] = []
    paging: list[str] = []
    unread = ""
    named = parameters(scene)
    page = next((x for x in named if x in {"page", "p"}), None)
    size = _page_size(scene) if page else None
    for name, sample in named.items():
        words = _words_of(scene, name)
        held = scene.given[name].held if name in scene.given else Held(name)
        line = next(
            (
                x
                for x in scene.request.lines
                if x.name == name and (x.role == "query" or x.type is None)
            ),
            None,
        )
        if line is not None:
            words, held.type = line.said, line.type or held.type
        low = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        if low in _LIMIT:
            held.type = Type("integer")
            _limits(held, words)
            least = 1 if held.type.minimum is None else held.type.minimum
            held.type = replace(held.type, kind="integer", minimum=least)
            if page and held.default is None:
                held.default = str(size or _USUAL)
            paging.append(f"limit input.{name}")
            if page:
                paging.append(f"skip (input.{page} - 1) * input.{name}")
        elif low in _SKIP:
            held.type, held.default = Type("integer", minimum=0), "0"
            _limits(held, words)
            paging.append(f"skip input.{name}")
        elif name == page:
            held.type, held.default = Type("integer", minimum=1), "1"
            _limits(held, words)
        elif (
            low in SORTS
            and (
                sorting := choices(
                    name, kind, held, words, next((x for x in named if x.lower() in TURNS), "")
                )
            )
            is not None
        ):
            scene.sorting += sorting
        elif low in TURNS and any(x.lower() in SORTS for x in named) and is_turn(held):
            held.type = Type("string", choices=("asc", "desc"))
            if words is not None:
                words.take(
                    r"(?:(?:sort )?(?:order|direction)|asc(?:ending)?|desc(?:ending)?|or|sort|to|"
                    r"in|which|the)\b"
                )
        elif (told := _narrows(scene, kind, name, low, sample, words, held)) is not None:
            wheres.append(
                f"(input.{name} = null or {told})"
                if not held.default and held.required is not True
                else told
            )
        else:
            unread = unread or name
            continue
        if line is not None and line.type is not None:
            held.type, held.required, held.default, held.declared = (
                line.type,
                not line.optional,
                line.default or held.default,
                True,
            )
        if held.required is not True and held.default is None:
            held.required = False
        scene.bring(name, "query", held)
    if page and not any(x.startswith("skip") for x in paging):
        size = size or _USUAL
        paging = [*paging, f"skip (input.{page} - 1) * {size}", f"limit {size}"]
    clauses = [each for each in paging if each.startswith("skip")] + [
        each for each in paging if each.startswith("limit")
    ]
    return wheres, clauses, unread


_USUAL = 20  # rows of a page, where nothing says how many


def _page_size(scene: Scene) -> int | None:
    for one in scene.told.said:
        one.take(
            r"(?:with )?(?:the )?defaults? (?:are|is) page 1(?: and)?|page starts at 1|pages? (?"
            r":counts?|starts?) (?:from|at) 1|¤page (?:starts|counts|begins) (?:at|from) 1"
        )
        if found := one.take(
            r"(\d+)(?: \w+)? (?:per|a|each|on one) page|pages? of (\d+)(?: \w+)?|page size(?: is| "
            r"of|:)? (\d+)"
        ):
            return int(next(x for x in found.groups() if x))
    return None


def _limits(held: Held, words: Said | None) -> None:
    if words is None:
        return
    if found := words.take(
        r"(?:by default|the default is|default(?:s to|:| is)?|without it)? ?(?:the )?(?:first |"
        r"last |newest )?(\d+)(?: (?:entries|items|rows|results|\w+))?(?: are)?(?: (?:returned|"
        r"shown|by default|if not given|per page by default|if it is left out))"
    ):
        held.default = found[1]
    describe(held, words)
    words.take(
        r"(?:gives?|returns?|shows?|limits?|says?|caps?|only) (?:the )?(?:first|at most|how many|"
        r"up to|top|last|number of)?(?: [nN]\b)?(?: (?:entries|items|rows|results|ones|\w+))?(?: "
        r"(?:are )?(?:returned|shown|come back))?"
    )
    words.take(
        r"(?:the )?(?:number|maximum|max) of (?:\w+ )?(?:rows|results|items|entries|\w+s)(?: to "
        r"return| returned| shown)?"
    )
    words.take(r"counts? from [01]|starts? at [01]|per page|pages?|paging|pagination")


def _words_of(scene: Scene, name: str) -> Said | None:
    """The piece of a sentence that tells of a parameter."""
    for one in scene.told.said:
        if re.search(rf"¤{re.escape(name)}\b", one.text):
            return one
    for one in scene.told.said:
        if one.has(rf"\b{re.escape(name)}\b"):
            return one
    return None


def _narrows(
    scene: Scene, kind: Kind, name: str, low: str, sample: str, words: Said | None, held: Held
) -> str | None:
    field = kind.fields.get(name)
    if field is None:
        field = next(
            (
                h
                for n, h in kind.fields.items()
                if n.lower() in {low, f"{low}s", low.removesuffix("s"), f"{low}_id"}
            ),
            None,
        )
    if low in {"min", "max"} and len(numbers(kind)) == 1:
        field = None
    if (
        field is not None
        and held.type is not None
        and not _compares(held.type, field.type or STRING)
    ):
        field = None
    told = _clause(words, name)
    if field is not None and field.type is not None and field.type.kind == "list":
        held.type = field.type.item or STRING
        folds = words is not None and words.take(_FOLD) is not None and held.type.kind == "string"
        if words is not None:
            words.take(
                r"(?:only )?\w+ (?:which|that|who) (?:have|has|contains?|includes?|carry|carries) "
                r"(?:it|that one|this|that \w+)"
            )
            words.take(r"\bexact(?:ly)?(?: match)?\b")
        _noted(words, name, kind)
        return (
            f"lower(input.{name}) in each(x in .{field.name}: lower(x))"
            if folds
            else f"input.{name} in .{field.name}"
        )
    if low in _SEARCH and (
        field is None
        or (
            words is not None
            and words.has(r"contain|anywhere|part|search|somewhere|ignoring case|case-insensitive")
        )
    ):
        found = _searched(kind, words, name)
        if found:
            return found
    if field is not None:
        kept = field.type or STRING
        if (
            words is not None
            and kept.kind in TEXTS
            and told.has(r"contain|somewhere in|part of|substring|anywhere")
        ):
            _noted(words, name, kind)
            return f"contains(.{field.name}, input.{name})"
        held.type = replace(
            kept,
            min_length=None,
            max_length=None,
            pattern="",
            nullable=False,
            minimum=None,
            maximum=None,
            above=None,
            below=None,
        )
        _noted(words, name, kind)
        if words is not None and words.take(_FOLD):
            return f"lower(.{field.name}) = lower(input.{name})"
        return f".{field.name} = input.{name}"
    limit = re.fullmatch(
        r"(?P<w>min|max|least|most|minimum|maximum)_?(?P<f>\w*)|(?P<g>\w+)_(?P<v>min|max|gte|lte|"
        r"gt|lt|from|to|above|below)",
        low,
    )
    if limit is not None:
        wanted = limit["f"] or limit["g"] or ""
        of = next(
            (
                n
                for n in kind.fields
                if n.lower() == wanted or (n.lower().endswith(wanted) and wanted)
            ),
            None,
        ) or (numbers(kind)[0] if not wanted and len(numbers(kind)) == 1 else None)
        late = next((n for (k, n) in scene.service.derived if k == kind.name and n == wanted), None)
        if late is not None and words is not None:
            sign = (
                ">="
                if (limit["w"] or limit["v"]) in {"min", "least", "minimum", "gte", "from", "above"}
                else "<="
            )
            held.type = Type("number")
            _bounded(words, late, sample, kind, sign)
            words.take(
                r"\(?(?:(?:no|without) \w+|\w+ without \w+) (?:=|means|->|:|are|is) (?:not (?:in "
                r"the list|listed|shown)|left out)\)?"
            )
            _noted(words, name, kind)
            return f".{LATE}{late} {sign} input.{name}"
        if of is not None and (is_number(kind.fields[of]) or of in moments(kind)):
            held.type = replace(
                kind.fields[of].type or Type("number"),
                minimum=None,
                maximum=None,
                above=None,
                below=None,
                nullable=False,
            )
            _noted(words, name, kind)
            way = limit["w"] or limit["v"]
            if words is not None:
                _bounded(
                    words,
                    of,
                    sample,
                    kind,
                    ">=" if way in {"min", "least", "minimum", "gte", "from", "above"} else "<=",
                )
            sign = {"gt": ">", "lt": "<"}.get(
                way, ">=" if way in {"min", "least", "minimum", "gte", "from", "above"} else "<="
            )
            return f".{of} {sign} input.{name}"
    when = moments(kind)
    plain = [x for x in when if not CREATED.match(x)] or when
    if plain and (_FROM.match(name) or _TO.match(name)):
        of = plain[0]
        strict = low in {"after", "before"} and not (
            words is not None and words.has(r"inclu|or later|or earlier")
        )
        held.type = Type((kind.fields[of].type or Type("date")).kind)
        if words is not None:
            words.take(
                r"(?:where )?(?:both|the)? ?(?:days?|ends?|dates?|of them|both)?,? ?(?:are |is )?"
                r"(?:both )?inclu(?:ded|sive)(?:ly)?"
            )
        _noted(words, name, kind)
        if _FROM.match(name):
            return f".{of} {'>' if strict else '>='} input.{name}"
        return f".{of} {'<' if strict else '<='} input.{name}"
    if low in {"after", "since", "after_id", "since_id"}:
        held.type = Type("integer")
        _noted(words, name, kind)
        return f".{kind.key.name} > input.{name}"
    if low == "month" and when:
        held.type = Type("string", pattern=r"^\d{4}-(?:0[1-9]|1[0-2])$")
        if words is not None:
            words.take(r"(?:written as |like |as )?YYYY-MM\b")
        _noted(words, name, kind)
        return f"month(.{plain[0]}) = input.{name}"
    if low in {"day", "date", "on"} and when:
        held.type = Type("date")
        _noted(words, name, kind)
        day = (kind.fields[plain[0]].type or Type("datetime")).kind == "date"
        return f".{plain[0]} = input.{name}" if day else f"date(.{plain[0]}) = input.{name}"
    found = condition(kind, low.replace("_", " "), "")
    for one in scene.told.said if found is None else ():
        for match in re.finditer(r"(?i)\bonly (?:the |those |ones )*(?P<what>[^;.,¦¤]+)", one.text):
            what = re.sub(r"^\w+ (?:with|whose|that|which|where) ", "", match["what"])
            if found is None and (found := condition(kind, what, "")) is not None:
                one.text = one.text.replace(match[0], " ¦ ")
    if found is None and words is not None:
        said = re.search(
            r"(?:only|just|lists?|shows?|those|ones?) (?:the |those |ones )*(?P<what>[^;.¦¤]+)",
            told.text,
        )
        found = condition(kind, said["what"], "") if said else None
        if found is not None and said is not None:
            words.text = words.text.replace(said[0], " ¦ ")
    if found is not None:
        held.type = Type("boolean")
        _noted(words, name, kind)
        if sample == "true":
            return f"(not(input.{name}) or {found})"
        return f"(input.{name} and ({found}) or not(input.{name}) and not({found}))"
    return None


def _compares(one: Type, kept: Type) -> bool:
    """Whether a value of a parameter can be one of a field, or one of its items."""
    other = kept.item or STRING if kept.kind == "list" else kept
    alike = ({*TEXTS}, {"integer", "number"}, {"boolean"})
    return any(one.kind in each and other.kind in each for each in alike)


def _bounded(words: Said, of: str, sample: str, kind: Kind, sign: str) -> None:
    """Take what says once more how far a value may go.

    "only recipes which take 30 minutes or less".
    """
    least = (
        r"(?:at least|no less than|not less than)"
        if sign == ">="
        else r"(?:at most|up to|no more than|not more than)"
    )
    more = (
        r"(?:more|above|higher|longer|better)"
        if sign == ">="
        else r"(?:less|fewer|below|lower|shorter)"
    )
    rows = rf"(?:only )?(?:the |those )?(?:{re.escape(kind.plural)}|ones|rows|those)"
    value = rf"(?:{re.escape(sample) or '(?!)'}|this|that|the|so many|as many)"
    words.take(
        rf"{rows} (?:which |that |who )?(?:takes?|has|have|with|of|is|are|costs?|needs?)? ?(?"
        rf":{least} {value} (?:{re.escape(of)}s?)|{value} {re.escape(of)}s? or {more}|{value} or "
        rf"{more} {re.escape(of)}s?)"
    )


def _clause(words: Said | None, name: str) -> Said:
    if words is None:
        return Said("", "")
    found = re.search(rf"[^;.]*¤?{re.escape(name)}\b[^;.]*", words.text)
    return Said(
        found[0] if found else words.text, words.source, words.sketches, words.quotes, words.whole
    )


def _noted(words: Said | None, name: str, kind: Kind) -> None:
    """Take the words that only say that one may filter."""
    if words is None:
        return
    words.take(rf"¤?\b{re.escape(name)}\b")
    for pattern in (
        (
            r"(?:can |may |could )?(?:be )?(?:filter(?:s|ed|ing)?|narrow(?:s|ed)?|restrict\w*)(?: "
            r"it| "
            r"them)?(?: down)?(?: by| on| with| to)*"
        ),
        (
            r"(?:(?:to )?(?:shows?|lists?|gives?|returns?|only|just|finds?|contains?|those|these|"
            r"the "
            r"ones|all|with|of|by|for|from|in|that|this|exactly|exact match|both together means? "
            r"both must match|may be used alone or together(?: with the others?)?|can be combined|"
            r"combined|both must match|combine|value|on|with|from|(?:that|this|the) (?"
            rf":{re.escape(kind.spoken)}|{re.escape(kind.plural)})|{re.escape(kind.plural)}|"
            r"filters?|"
            r"query|parameters?|each of the three)\b[ ,]*)+(?=¦|$|[;.)])"
        ),
    ):
        words.take(pattern)


def _searched(kind: Kind, words: Said | None, name: str) -> str | None:
    texts = [
        n
        for n, h in kind.fields.items()
        if (h.type is None and n != kind.within and not h.of)
        or (h.type is not None and h.type.kind in {"string", "email", "url"} and not h.type.choices)
    ]
    listed = [n for n, h in kind.fields.items() if h.type is not None and h.type.kind == "list"]
    named = [
        n
        for n in (*texts, *listed)
        if words is not None
        and words.has(rf"\b{re.escape(n)}s?\b|\b{re.escape(n.replace('_', ' '))}\b")
    ]
    if words is not None:
        for n in named:
            words.take(rf"\b{re.escape(n)}s?\b|\b{re.escape(n.replace('_', ' '))}\b")
        words.take(
            r"upper(?:/| and | or )lower ?-?case (?:doesn't matter|does not matter|is ignored|"
            r"makes no difference)|upper or lower case doesn't matter|(?:upper(?: and | or |/)"
            r"lower |letter )?case (?:doesn't|does not|do not) matter|(?:ignoring|ignores|"
            r"regardless of) (?:upper and lower |letter )?case|case[- ]insensitive(?:ly)?"
        )
        words.take(
            r"(?:only )?(?:those|ones|rows|\w+s)? ?(?:having|containing) (?:the |that |this )?(?"
            r":word|text|string|term)(?: somewhere| anywhere)?"
        )
        words.take(r"contains? only(?: \w+s)?(?= whose|¦| ¦)|whose")
        words.take(
            r"(?:that )?(?:contains?|containing|with|have|has|finds?)(?: that| the| this)?(?: "
            r"text| word| ⟪\d+⟫)?(?: somewhere| anywhere)?(?: in)?(?: the)?"
        )
        words.take(
            r"⟪\d+⟫|\bsomewhere\b|\banywhere\b|\bwhose\b|search(?:es|ed|ing)?(?: in| for| by)?|"
            r"text search|that text|full[- ]text"
        )
        _noted(words, name, kind)
    found = named or texts
    if not found:
        return None
    each = [
        f"contains(.{n}, input.{name})"
        if n not in listed
        else f'contains(joined(.{n}, " "), input.{name})'
        for n in found
    ]
    return each[0] if len(each) == 1 else "(" + " or ".join(each) + ")"


# ---- which rows at all -------------------------------------------------------------------------


def only(scene: Scene, kind: Kind, tail: str = "") -> list[str]:
    """Conditions on rows that the sentences or the name at the end of the path say."""
    found: list[str] = []
    names = (
        rf"(?:{re.escape(kind.plural)}|{re.escape(kind.spoken)}s?|ones|those|them|rows|"
        r"entries|items)"
    )
    for one in scene.told.said:
        for pattern in (
            (
                r"(?:only|just|all(?: the)?|the|lists?|shows?|returns?|gives?|array of|list of|"
                r"every)"
                rf" (?:those |the |of them |ones )*(?P<adj>[a-z][\w-]*(?: or [a-z]\w*)?) {names}\b"
            ),
            (
                rf"(?:{names}|only) (?:that|which|whose|who|with|where)(?: are| is| have been| "
                r"have| "
                r"has)? (?P<adj>[^;.,¦¤()]+)"
            ),
            r"\bonly (?P<adj>[^;.,¦¤()]+)",
        ):
            match = one.has(pattern)
            if match is None:
                continue
            told = condition(kind, match["adj"], "")
            if told is not None:
                if not any(f".{each}" in told for each in scene.request.query):
                    found.append(
                        told
                    )  # else it says what the parameter does: "?done=false lists …"
                one.drop(match)
                break
    if not found and tail:
        told = condition(kind, tail.replace("-", " ").replace("_", " "), "")
        if told is not None:
            found.append(told)
    return list(dict.fromkeys(found))
