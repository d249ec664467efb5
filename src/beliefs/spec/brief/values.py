"""Values of answers that nothing keeps: counts, sums, figures of groups.

Whatever words say they are.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning import value
from beliefs.spec.brief.meaning.around import scope_of
from beliefs.spec.brief.meaning.scope import Focus
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, is_number, moments, numbers, rows_below
from beliefs.spec.brief.sketch import SILENT, Sketch, scalar_of
from beliefs.spec.brief.states import condition, state
from beliefs.spec.understanding.words import singular


class Rows(NamedTuple):
    """A list of rows of a kind, as an expression, and the row that they belong to."""

    kind: Kind
    source: str


def meaning(scene: Scene, name: str) -> Said | None:
    """What the sentences about a request, or about all, say that a value is; taken from them."""
    for line in [*scene.request.lines]:
        if line.name == name and line.role in {"answer", ""} and name not in scene.given:
            return line.said
    spoken = rf"(?:{re.escape(name)}|{re.escape(name.replace('_', ' '))})"
    patterns = (
        (
            rf"(?:^|[;,¦(.] ?|\band |\bwhere )(?:the |its )?\b{spoken}\b(?: \([^)]*\))? (?:is|are|"
            r"being|says?|counts?|means?|=|holds?|has|tells?|gives)(?: back)?:? (?P<what>(?"
            r":whether |"
            r"how many |the |only )?[^;.¦]+?)(?=;|\.(?:\s|$)|¦|$|, and [a-z_]+ (?:is|the)\b|, "
            r"[a-z_]+ (?:is|says|the|being)\b| and [a-z_]+ the )"
        ),
        (
            rf"(?:with|in|as|under) {spoken} (?P<what>(?:how many|the number of|the sum of|the "
            r"average|whether) [^;.,¦]+)"
        ),
        rf"(?:^|[;,¦(] ?|\band )(?:the )?{spoken}: (?P<what>(?:every|each) [^;.¦]+)",
        rf"(?:^|[;,¦(]|\bthe )\s*(?P<what>{re.escape(name.split('_', maxsplit=1)[0])} (?:over|of|"
        r"across) "
        r"[^;.¦]+)"
        if _figured(name)
        else r"(?!)(?P<what>)",
        (
            rf"\b{spoken} \((?P<what>(?:how many|the number|the sum|the average|how much|whether|"
            r"the "
            r"total)[^()]*)\)"
        ),
        rf"\ban? {spoken} \((?P<what>[^()]*)\)",
        (
            rf"(?:^|[;,¦(] ?)(?:the |its )?{spoken}:? (?P<what>(?:how many|the number of|the sum "
            r"of|"
            r"the average|whether) [^;.,¦]+)"
        ),
    )
    sketch = scene.told.answer
    alone = sketch is not None and sketch.names == (name,)
    behind = (
        r"(?:^|¦)[\W¦]*(?P<what>(?:the|how many|how much) [^;.¦]+)" if alone else r"(?!)(?P<what>)"
    )
    for one in [*scene.told.said, *scene.service.brief.said]:
        for pattern in (*patterns, behind):
            found = one.has(pattern)
            if found is not None:
                one.drop(found)
                told = Said(found["what"], one.source, one.sketches, one.quotes, one.whole)
                scene.told.said.append(
                    told
                )  # where it stays, unless somebody makes something of it
                return told
    return None


def _figured(name: str) -> bool:
    """Whether a name begins with the word for a figure: `average_rating`."""
    return re.match(r"(?:average|mean|total|sum|median|max|min|highest|lowest)_", name) is not None


_ROUNDED = re.compile(
    r"(?i),? ?\(?(?:all |each )?(?:money )?(?:rounded|round)?,? ?(?:to|with) (?:(one|two|three|\d)"
    r") (?:decimals?|digits?|decimal places?)\)?|,? (one|two|1|2) decimals?"
)
_DIGITS = {"one": "1", "two": "2", "three": "3"}
_EMPTY = re.compile(
    r"(?i),? ?\(?(?:(?P<a>0|null|zero) (?:if|when|where|while|as long as) (?:[^;.,()]+)|(?:or|"
    r"else|otherwise) (?P<b>null|0|zero)(?: (?:if|when) [^;.,()]+)?)\)?"
)


def figure(scene: Scene, told: Said, rows: Rows | None, row: str, kind: Kind | None) -> str | None:
    """The expression that words say; None where a word of them means nothing here."""
    text = told.text
    digits = empty = None
    if found := _ROUNDED.search(text):
        digits = _DIGITS.get(found[1] or found[2], found[1] or found[2])
        text = text.replace(found[0], " ")
    if found := _EMPTY.search(text):
        empty = (found["a"] or found["b"]).replace("zero", "0")
        text = text.replace(found[0], " ")
    bare = " ".join(text.split()).strip(" ,.:;")
    value = _figure(scene, bare, rows, row, kind) or _phrased(scene, told, bare, rows, row, kind)
    if value is None:
        return None
    told.text = ""
    if digits is not None:
        value = f"round({value}, {digits})"
    return (
        f"or_else({value}, 0)"
        if empty == "0" and not value.startswith(("count", "sum", "or_else"))
        else value
    )


def _phrased(
    scene: Scene, told: Said, text: str, rows: Rows | None, row: str, kind: Kind | None
) -> str | None:
    """What a phrase is as a whole; not where callers have narrowed the rows that it speaks of."""
    if rows is not None and "input." in rows.source.replace("input.id", ""):
        return None
    inner = (Focus(kind, row),) if kind is not None and row else ()
    found = value(text, scope_of(scene), inner, told.quotes)
    return found.text if found is not None else None


def refined(told: Said | None, value: str | None) -> str | None:
    """A value that its name says, as words about it round it.

    Or say what it is where there is nothing.
    """
    if value is None or told is None:
        return value
    if found := told.take(_ROUNDED):
        value = f"round({value}, {_DIGITS.get(found[1] or found[2], found[1] or found[2])})"
    if found := told.take(_EMPTY):
        value = f"or_else({value}, 0)" if (found["a"] or found["b"]) in {"0", "zero"} else value
    return value


_COUNT = re.compile(
    r"(?i)^(?:it )?(?:counts |tells )?(?:an? |the )?(?:\w+, )?(?:total )?(?:number|count|amount|"
    r"quantity) of (?P<of>.+)$|^(?:an? )?(?:integer|number|int)?,? ?how (?:many|often)(?: (?"
    r"P<of2>.+))?$|^counts? (?P<of3>.+)$"
)
_SUM = re.compile(
    r"(?i)^(?:the )?(?:sum|total)(?: of)?(?: all)?(?: of)?(?: (?:the|their|its))? ?(?P<of>.*)$"
)
_MEAN = re.compile(
    r"(?i)^(?:the )?(?:average|mean)(?: of)?(?: (?:all|the|their|its))* ?(?P<of>.*)$"
)
_MOST = re.compile(
    r"(?i)^(?:the )?(?P<way>highest|largest|best|biggest|greatest|max(?:imum)?|most|latest|newest|"
    r"last|longest|lowest|smallest|min(?:imum)?|earliest|first|shortest|cheapest) (?:of )?(?:the |"
    r"all |their |its )*(?P<of>.+)$"
)
_LOW = frozenset(
    {"lowest", "smallest", "min", "minimum", "earliest", "first", "shortest", "cheapest"}
)


def _within(kind: Kind, function: str, of: str, row: str) -> str | None:
    """A sum over the records of a list that a row has: "the sum of quantity * price"."""
    for name, held in kind.fields.items():
        item = held.type.item if held.type is not None and held.type.kind == "list" else None
        if item is None or item.kind != "record":
            continue
        inner = Kind(
            name, "", fields={each.name: Held(each.name, each.type) for each in item.fields}
        )
        text = re.sub(
            rf"(?i)\b(?:of|over|in|for|per) (?:all |the |its |each |every )*(?:{re.escape(name)}|"
            rf"{re.escape(singular(name))})\b",
            " ",
            of,
        ).strip(" ,.")
        value = arithmetic(inner, text, "x") or (f"x.{text}" if text in inner.fields else None)
        if value is not None:
            return f"{function}(each(x in {row}.{name}: {value}))"
    return None


_ALL = re.compile(
    r"(?i)(?:(?:it )?counts )?(?:all|everything|the (?:rows|items|entries|ones|matches))(?: of "
    r"them)?(?: (?:that|which|who))? (?:match(?:es|ing)?|fits?)(?: the filters?)?(?:,? (?:and )?"
    r"not (?:just|only) (?:the|this|that|those on the) (?:current )?page)?(?:,? whatever the (?"
    r":limit|page)\w*)?"
)
_EVERY = re.compile(
    r"(?i)^(?:every|each) (?P<of>[\w ]+?) (?:counts|gives|adds|is worth|makes|needs|takes) (?"
    r"P<what>.+)$"
)


def _summed(of: str, what: str, rows: Rows) -> str | None:
    """What each row that holds counts, added up: "every coming guest counts 1 plus their plus"."""
    bare = " ".join(
        re.sub(
            rf"(?i)\b(?:{re.escape(rows.kind.spoken)}|{re.escape(rows.kind.plural)})\b", " ", of
        ).split()
    )
    held = condition(rows.kind, bare, "") if bare else None
    worth = arithmetic(rows.kind, what, "one") or (what if what.isdigit() else None)
    if worth is None or (bare and held is None):
        return None
    return f"sum(each(one in {narrowed(rows.source, held) if held else rows.source}: {worth}))"


def _figure(scene: Scene, text: str, rows: Rows | None, row: str, kind: Kind | None) -> str | None:
    if (found := _COUNT.match(text)) is not None:
        return _counted(
            scene, (found["of"] or found["of2"] or found["of3"] or "").strip(), rows, row, kind
        )
    for pattern, function in ((_SUM, "sum"), (_MEAN, "average")):
        if (found := pattern.match(text)) is not None:
            if (
                kind is not None
                and (inner := _within(kind, function, found["of"], row)) is not None
            ):
                return inner
            return _over(scene, function, found["of"], rows, row, kind)
    if (found := _MOST.match(text)) is not None:
        function = "least" if found["way"].lower() in _LOW else "most"
        return _over(scene, function, found["of"], rows, row, kind)
    if rows is not None and _ALL.fullmatch(text):
        return f"count({rows.source})"
    if rows is not None and (found := _EVERY.match(text)) is not None:
        return _summed(found["of"], found["what"], rows)
    if (
        kind is not None
        and (found := re.match(r"(?i)^(?:true (?:if|when)|whether|if)(?: or not)?\s+(.+)$", text))
        is not None
    ):
        return condition(kind, found[1], row)
    if kind is not None and (value := arithmetic(kind, text, row)) is not None:
        return value
    return None


def arithmetic(kind: Kind, text: str, row: str) -> str | None:
    """Names of fields and numbers with signs, or words for them, between.

    >>> from beliefs.spec.brief.held import Held
    >>> line = Kind("Line", "/lines", fields={"price": Held("price"), "quantity": Held("quantity")})
    >>> arithmetic(line, "price times quantity", "$")
    '$.price * $.quantity'
    """
    text = re.sub(r"(?i)\b(?:the|its|their|of|is|by)\b", " ", text)
    tokens = re.findall(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|[-+*/()×]", text)
    if "".join(tokens) != re.sub(r"\s+", "", text) or len(tokens) < 3:
        return None
    out: list[str] = []
    for each in tokens:
        valued = bool(out) and bool(
            re.search(r"[\w)]$", out[-1])
        )  # a sign comes next, or a word for one
        if valued and each.lower() in _SIGNS:
            out.append(_SIGNS[each.lower()])
        elif re.match(r"[A-Za-z_]", each):
            if valued or each not in kind.fields:
                return None
            out.append(f"{row}.{each}")
        else:
            out.append(each)
    return " ".join(out).replace("( ", "(").replace(" )", ")")


_SIGNS = {
    "times": "*",
    "multiplied": "*",
    "×": "*",
    "x": "*",
    "minus": "-",
    "less": "-",
    "plus": "+",
    "divided": "/",
    "and": "+",
}


_EACH = re.compile(
    r"(?i)\b(?:the|all|of|its|their|each|it|them|they|has|have|had|there|are|is|were|was|in|this|"
    r"that|that are|which|ever|been|post|event|one|currently|so far|for it|on it|a|an|altogether|"
    r"overall|in total|posted|got|received|given|this player|matching)\b"
)


def _counted(scene: Scene, of: str, rows: Rows | None, row: str, kind: Kind | None) -> str | None:
    """The number of some rows: of a kind that is named, with what is said of them."""
    different = re.search(r"(?i)\b(?:different|distinct|unique)\b(?: (\w+))?", of)
    if different is not None and rows is not None:
        name = _field(rows.kind, different[1] or "") or _field(rows.kind, of)
        return f"count(distinct(each(one in {rows.source}: one.{name})))" if name else None
    words = of.split()
    for at, word in enumerate(words):
        target = scene.service.kind(re.sub(r"\W", "", word))
        if target is None:
            continue
        source = related(target, rows, row, kind)
        if source is None:
            continue
        rest = " ".join([*words[:at], *words[at + 1 :]])
        bare = " ".join(_EACH.sub(" ", rest).split()).strip(" ,.")
        if not bare or (kind is not None and bare.lower() in {kind.spoken, kind.plural}):
            return f"count({source})"
        held = condition(target, bare, "")
        if held is None:
            return None
        return f"count({narrowed(source, held)})"
    if rows is not None:
        bare = " ".join(_EACH.sub(" ", of).split()).strip(" ,.")
        if not bare or singular(bare.lower()) in {
            rows.kind.spoken,
            "entry",
            "item",
            "score",
            "time",
        }:
            return f"count({rows.source})"
        held = condition(rows.kind, bare, "")
        return f"count({narrowed(rows.source, held)})" if held is not None else None
    return None


def narrowed(source: str, held: str) -> str:
    """Rows of which one more thing holds; the condition is over `.field`.

    >>> narrowed("Vote[where .poll_id = poll.id]", ".up"), narrowed("Vote", ".up")
    ('Vote[where .poll_id = poll.id and .up]', 'Vote[where .up]')
    """
    if source.endswith("]") and "[where " in source:
        head, _, inner = source[:-1].partition("[where ")
        bracket = f"({held})" if " or " in held and not held.startswith("(") else held
        return f"{head}[where {inner} and {bracket}]"
    return f"{source}[where {held}]"


def related(target: Kind, rows: Rows | None, row: str, kind: Kind | None) -> str | None:
    """The rows of a kind that are meant beside a row, or beside some rows."""
    if kind is not None and row:
        if target.parent is kind:
            return rows_below(kind, target, row)
        pointing = next((n for n, h in target.fields.items() if h.of == kind.name), None)
        if pointing is not None:
            return f"{target.name}[where .{pointing} = {row}.{kind.key.name}]"
        if kind.key.name in target.fields and kind.key.name != "id":
            return f"{target.name}[where .{kind.key.name} = {row}.{kind.key.name}]"
    if rows is not None and rows.kind is target:
        return rows.source
    return target.name if kind is None or not row else None


def _field(kind: Kind, words: str) -> str | None:
    """The field that words name."""
    low = words.lower().strip(" .,")
    for name in sorted(kind.fields, key=len, reverse=True):
        spoken = name.replace("_", " ").lower()
        if re.search(
            rf"\b(?:{re.escape(spoken)}|{re.escape(name.lower())}|{re.escape(spoken)}s)\b", low
        ):
            return name
    for name in kind.fields:
        if low and singular(low.split()[-1]) == name:
            return name
    return None


def _over(
    scene: Scene, function: str, of: str, rows: Rows | None, row: str, kind: Kind | None
) -> str | None:
    """A sum, a mean or an extreme of a field over rows."""
    of = re.sub(r"(?i)^(?:over|across) (?:all )?(?:the )?", "of ", of)
    sources: list[Rows] = [rows] if rows is not None else []
    if kind is not None:
        sources += [Rows(each, rows_below(kind, each, row)) for each in scene.service.below(kind)]
        for each in scene.service.kinds:
            found = (
                related(each, None, row, kind)
                if each is not kind and each.parent is not kind
                else None
            )
            sources += [Rows(each, found)] if found and found != each.name else []
    else:
        sources += [
            Rows(each, each.name)
            for each in scene.service.kinds
            if rows is None or each is not rows.kind
        ]
    for source in sources:
        if (value := _over_rows(function, of, source)) is not None:
            return value
    return None


def _over_rows(function: str, of: str, rows: Rows) -> str | None:
    kind, held, text = rows.kind, None, of
    said = re.match(
        r"(?i)^(?P<what>.*?)\s*\b(?:of|over|from|in) (?:all |the )*(?P<rows>[\w ]+)$", of
    )
    if said is not None:
        noun = said["rows"].split()
        if singular(noun[-1]) in {kind.spoken, kind.spoken.split()[-1]}:
            text = said["what"]
            adjective = " ".join(noun[:-1])
            held = condition(kind, adjective, "") if adjective else None
            if adjective and held is None:
                return None
    name = _field(kind, text)
    only = numbers(kind)
    alike = {kind.spoken, "value", "amount", *only[:1]}
    if (
        name is None
        and len(only) == 1
        and (not text.strip() or singular(text.split()[-1]) in alike)
    ):
        name = only[0]
    if name is None or (function in {"sum", "average"} and not is_number(kind.fields[name])):
        return None
    source = narrowed(rows.source, held) if held else rows.source
    return f"{function}(each(one in {source}: one.{name}))"


def guessed(
    scene: Scene, name: str, sample: Sketch, rows: Rows | None, row: str, kind: Kind | None
) -> str | None:
    """What a name alone says of a value."""
    low = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    value = scalar_of(sketch_or(sample))
    plain = re.sub(
        r"_?(?:count|total|number|num|cnt)$|^(?:num|number_of|n|count|total|nr)_", "", low
    ).strip("_")
    listed = sample.form == "list" or (sample is SILENT and low != plain and False)
    if kind is not None:
        for each in scene.service.below(kind):
            if low in {each.plural, each.spoken.replace(" ", "_") + "s"} or plain in {
                each.plural,
                each.spoken,
            }:
                source = rows_below(kind, each, row)
                if sample.item is not None and isinstance(scalar_of(sample.item), int | float):
                    return None  # a list of numbers is none of rows
                if listed or (
                    low == each.plural
                    and not isinstance(value, int)
                    and sample.form != "record"
                    and low == plain
                ):
                    return shown_list(scene, each, source, sample)
                return f"count({source})"
    if rows is not None:
        if low in {"total", "count", "number", "n"} or plain in {
            rows.kind.plural,
            rows.kind.spoken,
        }:
            money = [each for each in numbers(rows.kind) if each in _MONEY]
            if (
                low == "total"
                and money
                and "count" not in low
                and (isinstance(value, float) or len(money) == 1)
            ):
                return f"sum(each(one in {rows.source}: one.{money[0]}))"
            return f"count({rows.source})"
        found = state(rows.kind, low.replace("_count", ""), "")
        if found is not None and not isinstance(value, (str, list)):
            return f"count({narrowed(rows.source, found)})"
        if (
            match := re.fullmatch(
                r"(?:average|avg|mean|total|sum|max|min|highest|lowest|best|latest|earliest)_?(?"
                r"P<f>\w*)|(?P<g>\w+)_(?:average|avg|mean|sum)",
                low,
            )
        ) is not None:
            field = _field(rows.kind, (match["f"] or match["g"] or "").replace("_", " "))
            only = numbers(rows.kind)
            field = field or (only[0] if len(only) == 1 else None)
            function = next((f for words, f in _FUNCTIONS if re.search(words, low)), "sum")
            if field:
                return f"{function}(each(one in {rows.source}: one.{field}))"
        if (match := re.fullmatch(r"(?:by|per)_(?P<f>\w+)", low)) is not None and (
            field := _field(rows.kind, match["f"])
        ):
            return grouped(rows, field, sample)
        if low == "median" and len(numbers(rows.kind)) == 1:
            return f"median_of(each(one in {rows.source}: one.{numbers(rows.kind)[0]}))"
    if kind is not None:
        for each in scene.service.below(kind):
            inner = Rows(each, rows_below(kind, each, row))
            if re.match(r"(?:average|avg|mean|total|sum|max|min|best|highest|lowest)_?", low) and (
                found := guessed(scene, name, sample, inner, "", None)
            ):
                return found
    return None


_MONEY = frozenset(
    {
        "amount",
        "price",
        "cost",
        "total",
        "value",
        "quantity",
        "points",
        "score",
        "minutes",
        "hours",
        "km",
        "distance",
    }
)
_FUNCTIONS = (
    (r"average|avg|mean", "average"),
    (r"max|highest|best|latest", "most"),
    (r"min|lowest|earliest", "least"),
)


def sketch_or(sample: Sketch) -> Sketch:
    """A sketch of a scalar, of whatever it is."""
    return sample if sample.form == "value" else SILENT


def grouped(rows: Rows, field: str, sample: Sketch) -> str:
    """A record of a figure for each value of a field."""
    values = [scalar_of(each.value) for each in sample.parts]
    only = [each for each in numbers(rows.kind) if each in _MONEY] or numbers(rows.kind)
    counts = all(isinstance(each, int) for each in values) and not only
    figure_of = (
        "count(one.items)" if counts or not only else f"sum(each(x in one.items: x.{only[0]}))"
    )
    return (
        f'keyed(each(one in group({rows.source}, "{field}"): {{key: one.key, value: {figure_of}}}))'
    )


def shown_list(scene: Scene, kind: Kind, source: str, sample: Sketch) -> str:
    """Rows as a part of another row, without the key of that."""
    from beliefs.spec.brief.showing import shown  # each needs the other: rows show rows

    inner = sample.rows
    if kind.name in scene.told.falling:
        source = (
            f"{source[:-1]}, by .{kind.key.name} down]"
            if source.endswith("]")
            else f"{source}[by .{kind.key.name} down]"
        )
    return f"each(one in {source}: {shown(scene, kind, 'one', inner, inside=True)})"


def latest(kind: Kind) -> str:
    """What says which row is the newest."""
    return next((each for each in moments(kind)), kind.key.name)
