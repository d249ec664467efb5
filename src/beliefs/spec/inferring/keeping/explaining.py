"""Values of a row that are not kept but worked out, by their names, types and words."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, is_record
from beliefs.spec.documents.grading import graded, grades
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, plural, words
from beliefs.spec.inferring.keeping.capacity import left_over, used_up
from beliefs.spec.inferring.keeping.children import children_of, counted_below, figured_below
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.spans import spanned_days
from beliefs.spec.inferring.keeping.truths import told_truth

_DUE = {"duedate", "dueat", "due", "deadline", "dueon"}


_DONE = {"done", "completed", "iscompleted", "isdone", "complete", "finished"}


def worked_out(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for a value that is not kept; empty when nothing explains it."""
    from beliefs.spec.inferring.families.bidding import won
    from beliefs.spec.inferring.families.daily import streak_of
    from beliefs.spec.inferring.families.marking import totalled
    from beliefs.spec.inferring.families.moving import held as moved_held
    from beliefs.spec.inferring.families.owing import came, left
    from beliefs.spec.inferring.families.reporting import times_in_state
    from beliefs.spec.inferring.families.scheduling import due
    from beliefs.spec.inferring.families.tallies import tallied
    from beliefs.spec.inferring.keeping.latest import latest
    from beliefs.spec.inferring.keeping.mapping import mapped
    from beliefs.spec.inferring.keeping.stocks import stocked

    rules = (
        tallied,
        times_in_state,
        streak_of,
        _formula,
        came,
        left,
        _late,
        moved_held,
        due,
        _by_cases,
        mapped,
        latest,
        stocked,
        won,
        _minus,
        _joined,
        _held,
        used_up,
        children_of,
        totalled,
        _authored,
        counted_below,
        figured_below,
        left_over,
        _own,
        _linked,
    )
    for rule in rules:
        template = rule(holding, part, kept)
        if template:
            return template
    return ""


def _formula(holding: Holding, part: Property, kept: Kept) -> str:
    """What a sentence works out, of what requests do not bring."""
    from beliefs.spec.inferring.keeping.formulas import formula

    brought = holding.made is not None and holding.made.part(part.name) is not None
    numeric = part.shape.type.kind in {"integer", "number"}
    found = formula(holding, part.name, kept) if numeric and not brought else ""
    return found if "$" in found else ""  # a number alone is what it begins with


def _by_cases(holding: Holding, part: Property, kept: Kept) -> str:
    """One of several states, by what other fields of the row are."""
    del kept
    brought = holding.made is not None and holding.made.part(part.name) is not None
    if part.shape.type.kind != "string" or brought:
        return ""
    names = [*holding.fields, *(each.name for each in holding.shape.properties)]
    shown = json.loads(part.shape.example) if part.shape.example else None
    known = part.shape.type.choices or ((shown,) if isinstance(shown, str) else ())
    said = [part.words, *(each.words for each in holding.routes)]
    for sentence in (each for text in said for each in sentences(text)):
        found = grades(sentence, part.name, names, known)
        if found:
            holding.grades[part.name] = [
                each._replace(test=_of_computed(holding, each.test)) for each in found
            ]
            return graded(holding.grades[part.name])
    return ""


def _of_computed(holding: Holding, test: str) -> str:
    """A condition in which what is worked out stands in the place of its name."""
    return re.sub(
        r"\$\.(\w+)",
        lambda each: f"({holding.computed[each[1]]})" if each[1] in holding.computed else each[0],
        test,
    )


def _late(holding: Holding, part: Property, kept: Kept) -> str:
    """For how many days a row is due already."""
    del kept
    due = next((each for each in holding.fields if plain(each) in _DUE), "")
    name = plain(part.name)
    if not due or name not in {"daysoverdue", "overduedays", "dayslate", "dayspastdue"}:
        return ""
    return f"floor(seconds($.{due}, today()) / 86400)"


def _minus(holding: Holding, part: Property, kept: Kept) -> str:
    """A difference that the words spell out: "quantity minus reserved"."""
    match = re.search(r"(?i)\b(\w+)`? minus (?:the )?`?(\w+)", part.words)
    if match is None or part.shape.type.kind not in {"integer", "number"}:
        return ""
    del kept
    values = []
    for name in match.groups():
        if name in holding.computed:
            values.append(f"({holding.computed[name]})")
        elif name in holding.fields:
            values.append(f"$.{name}")
    return " - ".join(values) if len(values) == 2 else ""


def _joined(holding: Holding, part: Property, kept: Kept) -> str:
    """The row that a key names, or one of its fields."""
    links = {**holding.references, **{each.field: each.name for each in holding.parents}}
    if holding.owner:
        users = next((each for each in kept.holdings if each.account), None)
        if users is not None:
            links[holding.owner] = users.name
    for name, to in links.items():
        other = kept.of(to)
        if other is None or name.endswith("ids"):
            continue
        row = f"first({to}[where .{other.key.name} = $.{name}])"
        stem = plain(name).removesuffix(plain(other.key.name)).removesuffix("id")
        if is_record(part.shape) and plain(part.name) in {stem, plain(other.word), plain(name)}:
            from beliefs.spec.inferring.keeping.values import projected

            return projected(part.shape, other, row, kept)
        for prefix in {stem, plain(other.word)} - {""}:
            rest = plain(part.name).removeprefix(prefix)
            if rest != plain(part.name):
                found = next((each for each in other.fields if plain(each) == rest), "")
                if found and not other.fields[found].hidden:
                    return f"{row}.{found}"
    return ""


def _held(holding: Holding, part: Property, kept: Kept) -> str:
    """Who has the row now: the key of another one that names it, null while nobody does."""
    other = (
        kept.called("_".join(words(part.name)[:-1])) if words(part.name)[-1:] == ("id",) else None
    )
    if other is None or any(each.name == other.name for each in holding.parents):
        return ""
    named = holder(other, holding, part)
    if not named:
        return ""
    name, key = named
    return f"first({other.name}[where .{name} = $.{key}]).{other.key.name}"


def holder(other: Holding, holding: Holding, part: Property) -> tuple[str, str] | None:
    """The field of another row that names this one, and by what, where a value is that row's."""
    if other is holding or (holding.made and holding.made.part(part.name)):
        return None
    for each in other.shape.properties:
        named = naming(other, each, holding)
        if named:
            return each.name, named
    return None


_KNOWN_BY = {"number", "code", "no", "label", "name", "slug"}  # what has no id is known by


def naming(holding: Holding, part: Property, other: Holding) -> str:
    """The field of another row that a value names it by, where the service itself sets it."""
    if holding.made is None or holding.made.part(part.name) is not None:
        return ""
    forms = {
        other.word,
        f"{other.word}_id",
        f"{other.word}_number",
        f"{other.word}_{other.key.name}",
    }
    if plain(part.name) not in {plain(each) for each in forms} or is_record(part.shape):
        return ""
    made = other.made.names if other.made else ()
    said = [each for each in made if re.search(rf"(?i)\b{re.escape(each)}\b", part.words)]
    tail = [each for each in made if plain(part.name) == plain(f"{other.word}_{each}")]
    shows_key = other.shape.part(other.key.name) is not None
    alone = [] if shows_key else [each for each in made if plain(each) in _KNOWN_BY]
    return (said or tail or alone or [other.key.name])[0]


def _authored(holding: Holding, part: Property, kept: Kept) -> str:
    """How many rows an account has made."""
    if not holding.account or part.shape.type.kind != "integer":
        return ""
    for each in kept.holdings:
        named = {plain(plural(each.word)), f"{plain(each.word)}count"}
        if each.owner and plain(part.name) in named | {f"{plain(plural(each.word))}count"}:
            return f"count({each.name}[where .{each.owner} = $.{holding.key.name}])"
    return ""


def _own(holding: Holding, part: Property, kept: Kept) -> str:
    """A value that its own fields give."""
    name, kind, has = plain(part.name), part.shape.type.kind, holding.fields
    truth = told_truth(holding, part)
    if truth:
        return truth
    for said, condition in kept.contract.derived:
        if plain(said) == name and condition.split(" ")[0].removeprefix("$.") in has:
            return condition
    by = {plain(each): each for each in has}
    price = next((by[each] for each in ("price", "unitprice", "cost") if each in by), "")
    many = next((by[each] for each in ("quantity", "qty", "stock", "amount") if each in by), "")
    if kind in {"integer", "number"} and re.fullmatch(
        r"(sub|grand|order|cart|line)?total(price|amount|cost|value)?|value|amountdue", name
    ):
        listed = _line_total(holding, kept)
        if listed:
            return listed
        if price and many:
            return f"$.{price} * $.{many}"
    spanned = spanned_days(holding, part, kept)
    if spanned:
        return spanned
    if kind == "boolean":
        due = next((by[each] for each in _DUE if each in by), "")
        done = next((by[each] for each in _DONE if each in by), "")
        if name in {"overdue", "isoverdue"} and due:
            now = "today()" if has[due].type.kind == "date" else "now()"
            also = f" and not($.{done})" if done else ""
            return f"$.{due} < {now}{also}"
        if name in {"instock", "isinstock"} and many:
            return f"$.{many} > 0"
        low = next(
            (
                by[each]
                for each in by
                if "threshold" in each
                or "reorder" in each
                or each in {"minstock", "minquantity", "minimumstock"}
            ),
            "",
        )
        if name in {"lowstock", "islowstock", "needsreorder", "needsrestock"} and low and many:
            return f"$.{many} <= $.{low}"
        ends = next((each for each in has if plain(each) in {"expiresat", "expiry"}), "")
        if name in {"expired", "isexpired"} and ends:
            return f"$.{ends} != null and $.{ends} < now()"
    if name == "fullname" and {"firstname", "lastname"} <= set(by):
        return f'$.{by["firstname"]} + " " + $.{by["lastname"]}'
    if kind == "integer" and name == "wordcount":
        text = next((by[each] for each in ("content", "body", "text") if each in by), "")
        return f'count(split($.{text}, " "))' if text else ""
    return ""


def _line_total(holding: Holding, kept: Kept) -> str:
    for each in holding.fields.values():
        item = each.type.item
        if each.type.kind != "list" or item is None or item.kind != "record":
            continue
        names = {plain(one.name): one.name for one in item.fields}
        told = holding.shape.part(each.name)
        shown = told.shape.item if told is not None else None
        names |= {plain(one): one for one in (shown.names if shown is not None else ())}
        price = next((names[one] for one in ("price", "unitprice", "cost") if one in names), "")
        many = next((names[one] for one in ("quantity", "qty", "count") if one in names), "")
        if price and many:
            return f"sum(each(one in $.{each.name}: one.{price} * one.{many}))"
        for inner in item.fields:
            other = kept.called("_".join(words(inner.name)[:-1]))
            if many and other is not None and "price" in other.fields:
                found = f"first({other.name}[where .{other.key.name} = one.{inner.name}]).price"
                found = f"or_else({found}, 0)"
                return f"sum(each(one in $.{each.name}: {found} * one.{many}))"
    return ""


def _linked(holding: Holding, part: Property, kept: Kept) -> str:
    """An address of this service that leads to the row."""
    name = plain(part.name)
    if not re.search(r"url$|link$|href$|^self$|uri$", name) or part.shape.type.kind not in {
        "url",
        "string",
    }:
        return ""
    found = [
        each
        for each in kept.contract.routes
        if each.method == "GET"
        and steps(each.path, kept.base)
        and (chain := steps(each.path, kept.base))[-1].param
        and kept.at(chain) is holding
        and len(re.findall(r"\{", each.path)) == 1
    ]
    ending = re.compile(r"download|content|raw")
    if "download" in name:
        found = [
            each
            for each in kept.contract.routes
            if ending.search(each.path) and each.path.count("{") == 1
        ] or found
    redirects = [each for each in found if each.good and 300 <= each.good.status < 400]
    best = (redirects or found)[:1]
    if not best:
        return ""
    called = {(to.method, to.path): each.path for each, to in kept.contract.calls}
    led = called.get((best[0].method, best[0].path), best[0].path)
    head, _, tail = re.sub(r"\{\w+\}", "\0", led).partition("\0")
    after = f' + "{tail}"' if tail else ""
    path = f'"{head}" + text($.{holding.key.name}){after}'
    return path if _is_path(holding, part, head) else f"url({path})"


def _is_path(holding: Holding, part: Property, head: str) -> bool:
    """Whether an address is a path: by its sample, or "url is /s/ followed by the token"."""
    sample = re.match(r"\"?/", part.shape.example)
    said = " ".join(each.words for each in holding.siblings)
    told = rf"(?i)\b{re.escape(part.name)}\b[^.;]{{0,24}}[\s\"`(]{re.escape(head)}"
    return bool(sample) or re.search(told, said) is not None
