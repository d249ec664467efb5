"""Which rows a parameter of a list keeps, and which the words about it leave out."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Param, Property, Route, is_list
from beliefs.spec.documents.folding import alike, any_case
from beliefs.spec.documents.words import plain, singular, snaked, words
from beliefs.spec.inferring.answers.edges import (
    HIGHS,
    LOWS,
    bounded_by,
    ends_said,
    moment_of,
    spoken_bound,
)
from beliefs.spec.inferring.answers.grades import graded
from beliefs.spec.inferring.answers.leaving_out import is_asked, left_out, spoken_of, states
from beliefs.spec.inferring.answers.limiting import asked_limit, flagged
from beliefs.spec.inferring.families.lending import free_filter
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.routes.uploads import of_type
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field

# What a row is once it is over: `returned_at` is null before.
_OVER = ("returned", "closed", "ended", "finished", "completed", "resolved", "settled", "cancelled")


_TEXTS = {"string", "url", "email"}


def searched(param: Param, route: Route, holding: Holding, name: str) -> str:
    """The condition that a text of a row has what a search asks for."""
    texts = [
        each
        for each in holding.fields.values()
        if not each.hidden
        and (
            (each.type.kind in _TEXTS and not each.type.choices)
            or (
                each.type.kind == "list"
                and (each.type.item is None or each.type.item.kind == "string")
            )
        )
    ]
    said = {plain(each) for each in re.findall(r"\w+", f"{param.shape.words} {route.words}")}
    if holding.key_type.kind == "string" and holding.key.style == "given":
        texts.insert(0, Field(holding.key.name, holding.key_type))
    named = [
        each for each in texts if plain(each.name) in said or plain(singular(each.name)) in said
    ]
    fields = named or [each for each in texts if each.type.kind in _TEXTS] or texts
    about = [param.shape.words, *(each for each in sentences(route.words) if _asks(each, param))]
    if fields and any(_ALL_WORDS.search(each) for each in about):
        held = " or ".join(_holds_part(each, "word") for each in fields)
        return f"not(false in each(word in words_in({name}): {held}))"
    return " or ".join(_holds_part(each, name) for each in fields) or "true"


# "words in any order, all must be in it", "every word of q has to occur"
_ALL_WORDS = re.compile(
    r"(?i)\b(?:every|each|all)(?: of)?(?: the| its)? words?\b|"
    r"\bwords\b[^.;]*\b(?:any order|all (?:of them )?(?:must|have to|are|need))\b"
)


def _asks(sentence: str, param: Param) -> bool:
    return re.search(rf"(?<!\w){re.escape(param.name)}(?!\w)", sentence) is not None


def _holds_part(field: Field, name: str) -> str:
    if field.type.kind == "list":
        return f"count(or_else(.{field.name}, [])[where contains(row, {name})]) > 0"
    text = f".{field.name}" if field.required else f'or_else(.{field.name}, "")'
    return f"contains({text}, {name})"


def filtered(param: Param, holding: Holding, name: str, writer: Writer, route: Route) -> str:
    """The condition that a parameter sets; empty when it means nothing that is kept."""
    field = holding.named(param.name)
    words_ = f"{param.shape.words} {_told(param, route)}".lower()
    if field and (side := _side(param, route, holding, field)):
        return f".{field} {side} {name}"
    if field and (steps := graded(param, route, holding, field, name)):
        return steps
    asked = [each for each in route.params if each.place == "query"]
    told = _told(param, route) or (route.words if len(asked) == 1 else "")
    if part := _by_part(holding, field, name, f"{param.shape.words}. {told}"):
        return part
    if field:
        return _equal(param, holding, field, name, words_, writer.contract)
    for other in holding.fields.values():
        same = plain(singular(other.name)) == plain(singular(param.name))
        if other.type.kind == "list" and same:
            return _equal(param, holding, other.name, name, words_, writer.contract)
    bound = flagged(param, f"{param.shape.words}. {told}", holding, name)
    if param.shape.type.kind != "boolean":  # a truth is no bound
        bound = spoken_bound(param, holding, name) or bounded_by(
            param, holding, name, f"{words_} {ends_said(param, route)}", route.words
        )
        bound = bound or asked_limit(param, route, holding, name)
    if bound:
        return bound
    if param.shape.type.kind == "date" and plain(param.name) in {"date", "day", "on"}:
        day = moment_of(holding, words_)
        if day and holding.fields[day].type.kind == "datetime":
            return f"date(.{day}) = {name}"
    lacks = re.match(r"(?:only)?(?:un|not)(\w+)", plain(param.name))
    if lacks and param.shape.type.kind == "boolean" and (field := holding.named(lacks[1])):
        return f"not({name}) or not(.{field})"
    if plain(param.name) in {"year", "month"} and (day := moment_of(holding, words_)):
        return _within(param, day, name)
    also = re.match(r"(?:include|with|show)(\w+)", plain(param.name))
    if also and param.shape.type.kind == "boolean":
        field = holding.named(also[1])
        if field and holding.fields[field].type.kind == "boolean":
            return f"{name} or not(.{field})"
    linked = _linked(param, holding, name, writer) or _named(param, holding, name)
    if linked:
        return linked
    if param.shape.type.kind == "boolean":
        found = _truth(param, holding, name, writer.kept)
        return found or free_filter(param, holding, name)
    if typed := of_type(holding, param.name, name):
        return typed
    if plain(param.name) in {"prefix", "startswith"}:
        texts = [each.name for each in holding.fields.values() if each.type.kind == "string"]
        key = holding.key.name if holding.key_type.kind == "string" else (texts or [""])[0]
        return f"starts(.{key}, {name})" if key else ""
    if inside := _inside(param, holding):
        return f"{inside} = {name}"
    tail = [each for each in holding.fields if plain(param.name).endswith(plain(each))]
    if tail and ("contains" in plain(param.name) or "search" in plain(param.name)):
        return f'contains(or_else(.{tail[0]}, ""), {name})'
    return ""


_STARTS = re.compile(
    r"(?i)(?:(?P<field>\w+)`?(?: (?:that|which|has to|must))? )?(?:start|begin)(?:s|ning)? with\b"
)
_WITHIN = re.compile(
    r"(?i)(?:\b(?P<field>\w+)`?(?: (?:that|which))? (?:contain|includ)(?:s|es|e|ing)\b|"
    r"\bin (?:its|the|their) (?P<in>\w+)`?(?=$|[.,;]))"
)


def _by_part(holding: Holding, asked: str, name: str, said: str) -> str:
    """A condition on how a text begins, or what is in it: "only keys that start with it"."""
    texts = [each for each in holding.shown if _text(holding, each)]
    starts, within = _STARTS.search(said), _WITHIN.search(said)
    found = starts or within
    if found is None or (asked and asked not in texts):
        return ""
    told = [each for each in found.groups() if each]
    named = [holding.named(one) for each in told for one in (each, singular(each))]
    field = next((each for each in named if each in texts), "") or asked
    if starts and not field:
        field = holding.key.name if holding.key.name in texts else "".join(texts[:1])
    if not field:
        return ""
    text = f'or_else(.{field}, "")' if field != holding.key.name else f".{field}"
    return f"starts({text}, {name})" if starts else f"contains({text}, {name})"


def _text(holding: Holding, name: str) -> bool:
    kind = holding.key_type if name == holding.key.name else holding.fields[name].type
    return kind.kind == "string" and not kind.choices


def _told(param: Param, route: Route) -> str:
    """What sentences about a route say of one of its parameters, up to the next that they name.

    >>> from beliefs.spec.documents.contract import Shape
    >>> from beliefs.spec.types import Type
    >>> name = Param("name", "query", Shape(Type("string")))
    >>> _told(
    ...     name, Route("GET", "/", params=(name,), words="All. With `name` those that match it.")
    ... )
    '`name` those that match it.'
    """
    asked = [each.name for each in route.params if each.place == "query"]
    mark = (
        r"(?:(?<=[`\"'?&])|(?<=\bwith )|(?<=\bgiven )|(?<=\bgiven an )|(?<=\bgiven a )|"
        r"(?<=\bwith a )|(?<=\bwith an )|(?<=\bparameter )|(?<=\bby ))(?:NAME)(?![\w-])"
    )
    others = mark.replace("NAME", "|".join(map(re.escape, asked)))
    for sentence in sentences(route.words):
        found = re.search(rf"(?i){mark.replace('NAME', re.escape(param.name))}", sentence)
        if found:
            start = max(found.start() - 1, 0)
            after = re.search(rf"(?i){others}", sentence[found.end() :])
            return sentence[start : found.end() + after.start() if after else len(sentence)]
    return ""


_LEAST = re.compile(
    r"(?i)\bat least (?:this|that|so|as|the given)\b|\b(?:or|and) (?:more|above|over)\b"
)
_MOST = re.compile(
    r"(?i)\bat most (?:this|that|so|as|the given)\b|\b(?:or|and) (?:less|fewer|below)\b"
)


def _side(param: Param, route: Route, holding: Holding, field: str) -> str:
    """The side of a number that rows are on, where words about a parameter of its name say so."""
    known = holding.fields.get(field)
    if known is None or known.type.kind not in {"integer", "number", "date", "datetime"}:
        return ""
    named = rf"(?i)(?<![\w.]){re.escape(param.name)}(?:=\S+)?`?(?!\w)"
    about = [e for e in re.split(r"(?<=[.;])\s+", route.words) if re.search(named, e)]
    said = " ".join([param.shape.words, *about])
    return ">=" if _LEAST.search(said) else "<=" if _MOST.search(said) else ""


def _inside(param: Param, holding: Holding) -> str:
    """A value of a record that rows have: `city`, or `address_city`, of their `address`."""
    found = [
        f".{each.name}.{part.name}"
        for each in holding.fields.values()
        if each.type.kind == "record" and not each.hidden
        for part in each.type.fields
        if plain(param.name) in {plain(part.name), plain(each.name + part.name)}
        and part.type.kind == param.shape.type.kind
    ]
    return found[0] if len(found) == 1 else ""


def _within(param: Param, day: str, name: str) -> str:
    """The condition that a day lies in the year or month that a query names."""
    if plain(param.name) == "month":
        return f"month(.{day}) = {name}" if param.shape.type.kind == "string" else ""
    year = f'at(split(.{day}, "-"), 0)'
    return f"number({year}) = {name}" if param.shape.type.kind != "string" else f"{year} = {name}"


STOCK = re.compile(r"sum\(each\(.*\)\) - sum\(each\(")  # what came in, less what went out
_WHOSE = re.compile(
    r"(?i)\bwhose ([\w ]+?) (?:is|are) (below|under|less than|lower than|above|over|more than|"
    r"at most|at least) (?:their |its |the )?[`'\"]?(\w+)"
)
_SIGNS = {"above": ">", "over": ">", "more than": ">", "at most": "<=", "at least": ">="}


def whose(param: Param, holding: Holding, name: str) -> tuple[str, bool]:
    """Rows one value of which lies below another: the condition, and whether it is worked out.

    The rule stands for true alone: whoever asks for false asks for nothing.
    """
    stock = next((each for each, told in holding.computed.items() if STOCK.match(told)), "")
    if stock and plain(param.name) in {"instock", "available", "hasstock"}:
        return f"{name} = (.{stock} > 0)", True
    if (bound := figured(param.name, holding)) and param.shape.type.kind in {"integer", "number"}:
        return f".{bound[0]} {bound[1]} {name}", True
    state = holding.computed.get(param.name, "")
    if state.startswith("if(") and rowwise(state) and param.shape.type.kind == "string":
        return f".{param.name} = {name}", True
    told = _WHOSE.search(param.shape.words)
    other = holding.named(told[3]) if told else ""
    if not told or not other or param.shape.type.kind != "boolean":
        return "", False
    sign = _SIGNS.get(told[2].lower(), "<")
    spoken = {plain(each) for each in told[1].split()} | {plain(told[1])}
    for part in holding.shape.properties:
        if plain(part.name) in spoken and part.shape.type.kind in {"integer", "number"}:
            test = f"not({name}) or .{part.name} {sign} .{other}"
            return test, part.name in holding.computed
    return "", False


def figured(name: str, holding: Holding) -> tuple[str, str] | None:
    """The figure that is worked out of a row and bounded by a parameter, and the sign of it.

    >>> from beliefs.spec.documents.contract import Shape
    >>> from beliefs.spec.types import Type
    >>> held = Holding("Book", "book", set(), [], Shape(Type("record")))
    >>> held.computed["average_rating"] = "average([])"
    >>> figured("minRating", held), figured("max_average_rating", held)
    (('average_rating', '>='), ('average_rating', '<='))
    """
    parts = list(words(name))
    sign = ">=" if parts and parts[0] in LOWS else "<=" if parts and parts[0] in HIGHS else ""
    rest = plain("_".join(parts[1:]))
    if not sign or not rest or holding.named(rest):
        return None
    exact = [each for each in holding.computed if plain(each) == rest]
    near = [each for each in holding.computed if plain(each).endswith(rest)]
    near += [each for each in holding.computed if plain(each).startswith(rest)]
    found = next(iter([*exact, *near]), "")
    kind = holding.shape.part(found)
    counted = kind is None or kind.shape.type.kind in {"integer", "number"}
    return (found, sign) if found and counted else None


def _equal(
    param: Param, holding: Holding, field: str, name: str, said: str, contract: Contract
) -> str:
    known = holding.fields.get(field)
    kind = known.type if known else holding.key_type
    if kind.kind == "list":
        if is_list(param.shape):
            if re.search(r"\ball\b", said):
                return f"count(distinct(.{field})[where row in {name}]) = count(distinct({name}))"
            return f"count(.{field}[where row in {name}]) > 0"
        if "comma" in said or (plain(param.name) == "tags" and "," in said):
            parts = f'split({name}, ",")'
            if re.search(r"\ball\b", said):
                return f"count(distinct(.{field})[where row in {parts}]) = count(distinct({parts}))"
            return f"count(.{field}[where row in {parts}]) > 0"
        if any_case(said):
            return f"lower({name}) in each(one in or_else(.{field}, []): lower(one))"
        return f"{name} in .{field}"
    if is_list(param.shape):
        return f".{field} in {name}"
    if "comma" in said and kind.kind == "integer" and param.shape.type.kind == "string":
        return f'.{field} in each(one in split({name}, ","): number(one))'
    if "comma" in said and kind.kind == "string":
        return f'.{field} in split({name}, ",")'
    if (
        kind.kind == "string"
        and re.search(r"contain|partial|substring|search|match|\bparts? of\b", said)
        and (not re.search(r"exact", said))
    ):
        return f'contains(or_else(.{field}, ""), {name})'
    if kind.kind == "string" and any_case(said):
        return f'lower(or_else(.{field}, "")) = lower({name})'
    if kind.kind == "datetime" and param.shape.type.kind == "date":
        return f"date(.{field}) = {name}"
    if param.shape.type.kind == "boolean" != kind.kind and kind.nullable:
        return f"(.{field} != null) = {name}"  # whether there is one at all
    if kind.kind == "boolean" and re.search(r"\b(?:too|also|as well|includ\w+)\b", said):
        return f"{name} or not(.{field})"
    if kind.kind == "string" and not kind.choices:
        return alike(contract, f".{field}", name)
    return f".{field} = {name}"


# Rows in a state, without their name: "only what is open", "the closed ones", "who is waiting".
_ONLY = (
    r"(?i)\b(?:what(?:ever)?|who(?:ever)?|those|all|everything|everybody|everyone|ones)"
    r"(?: that| which| who)? (?:is|are) (?:still |currently )?[`\"]?STATE\b|"
    r"\bthe (?:still )?[`\"]?STATE[`\"]? ones?\b|\b(?:only|just) (?:the )?[`\"]?STATE\b"
)


# Which rows come first leaves none of them out.
_ORDERED = re.compile(
    r"(?i)[^.,;]*\b(?:first|last|at the (?:top|bottom|end))\b(?=\s*(?:[.,;]|and\b|$))"
)


def narrowed(route: Route, holding: Holding) -> list[str]:
    """Rows that a list leaves out: "published jobs", "bookings that are not cancelled"."""
    said = _ORDERED.sub("", f"{route.words}. {route.good.words if route.good else ''}")
    noun = singular(holding.word).replace("_", "[ _-]")
    made: list[str] = []
    for known in holding.fields.values():
        if is_asked(route, known):
            continue
        test = f".{known.name}"
        for word in states(known):
            spoken = spoken_of(word)
            only = re.search(
                rf"(?i)(?<!un)\b{spoken} {noun}s?\b(?! (?:are|is|was|were|no longer|never|do|does|"
                rf"don't|doesn't|disappears?|vanish(?:es)?|drops?|cannot|can't)\b)"
                rf"|\b{noun}s? (?:that|who|which) are {spoken}\b",
                route.summary,
            ) or re.search(_ONLY.replace("STATE", spoken), said)
            out = left_out(said, spoken, noun)
            value = json.dumps(word)
            if out:
                made.append(f"{test} != {value}" if known.type.choices else f"not({test})")
            elif only and route.method == "GET":
                made.append(f"{test} = {value}" if known.type.choices else test)
    return list(dict.fromkeys(made))


def _linked(param: Param, holding: Holding, name: str, writer: Writer) -> str:
    """A filter by what another row says, or by whom a row belongs to."""
    links = {**holding.references, **{each.field: each.name for each in holding.parents}}
    for key, to in links.items():
        other = writer.kept.of(to)
        if other is None:
            continue
        if plain(param.name) in {plain(other.word), plain(other.word + other.key.name)}:
            if param.shape.type.kind in {"integer", "uuid"} or not other.fields:
                return f".{key} = {name}"
            label = next(
                (
                    each
                    for each in ("name", "title", "username", "slug", "email")
                    if each in other.fields
                ),
                "",
            )
            rows = f"{to}[where contains(.{label}, {name})]" if label else ""
            return f".{key} in each(one in {rows}: one.{other.key.name})" if rows else ""
    return ""


_OF_ANOTHER = re.compile(r"first\((\w+)\[where \.(\w+) = \$\.(\w+)\]\)\.(\w+)")


def _named(param: Param, holding: Holding, name: str) -> str:
    """A filter by what the row that a key names is called: `seller` of rows that show it."""
    told = next((each for each in holding.computed if plain(each) == plain(param.name)), "")
    match = _OF_ANOTHER.fullmatch(holding.computed[told]) if told else None
    if match is None or param.shape.type.kind != "string":
        return ""
    other, key, link, field = match.groups()
    return f".{link} in each(one in {other}[where .{field} = {name}]: one.{key})"


def _truth(param: Param, holding: Holding, name: str, kept: Kept) -> str:
    """A truth that is worked out of a row, or that a state says."""
    template = holding.computed.get(param.name, "")
    if not template:
        from beliefs.spec.inferring.keeping.explaining import worked_out

        template = worked_out(holding, Property(param.name, param.shape), kept)
    if rowwise(template):
        return f"{name} = ({rowwise(template)})"
    word = snaked(param.name).removeprefix("is_").removeprefix("only_").removesuffix("_only")
    ends = [
        each.name
        for each in holding.fields.values()
        if each.type.kind in {"date", "datetime"}
        and plain(each.name) in {f"{end}at" for end in _OVER}
    ]
    if len(ends) == 1 and word in {"open", "active", "outstanding", "current", "ongoing"}:
        return f"{name} = (.{ends[0]} = null)"
    if ends and f"{plain(word)}at" in {plain(each) for each in ends}:
        return f"{name} = (.{ends[0]} != null)"
    for each in holding.fields.values():
        if word in {snaked(choice) for choice in each.type.choices}:
            choice = next(one for one in each.type.choices if snaked(one) == word)
            return f"{name} = (.{each.name} = {json.dumps(choice)})"
        if each.type.kind == "boolean" and plain(each.name).removeprefix("is") == plain(word):
            return f".{each.name} = {name}"
        if each.type.kind == "boolean" and f"un{plain(each.name).removeprefix('is')}" == word:
            return f".{each.name} != {name}"
        stock = each.type.kind in {"integer", "number"} and plain(each.name) in {
            "stock",
            "quantity",
        }
        if stock and word in {"available", "in_stock"}:
            return f"{name} = (.{each.name} > 0)"
    return ""


def rowwise(template: str) -> str:
    """A template as a condition on the row that is looked at; empty where it looks at others too.

    >>> rowwise("$.stock > 0"), rowwise("count(Note[where .task_id = $.id]) > 0")
    ('.stock > 0', '')
    """
    return "" if "[where" in template else template.replace("$.", ".")
