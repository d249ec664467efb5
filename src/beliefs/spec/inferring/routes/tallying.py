"""Deeds that count, or move an amount: so much of it, or all."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain, plural, undone, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.routes.amounts import is_signed
from beliefs.spec.inferring.routes.deeds import Change
from beliefs.spec.inferring.rules.transitions import (
    emptied,
    moved_guards,
    steps_back,
    vain,
)
from beliefs.spec.inferring.writing import Writer

_MORE = {
    "deposit",
    "add",
    "restock",
    "increment",
    "increase",
    "earn",
    "credit",
    "topup",
    "top_up",
    "receive",
    "fund",
    "refill",
    "replenish",
    "stock_in",
    "inc",
    "contribute",
    "award",
}
_LESS = {
    "withdraw",
    "remove",
    "consume",
    "sell",
    "decrement",
    "decrease",
    "spend",
    "debit",
    "take",
    "deduct",
    "use",
    "redeem",
    "stock_out",
    "dec",
    "issue",
    "dispense",
    "purchase",
    "buy",
    "reduce",
}
_AMOUNTS = {
    "amount",
    "quantity",
    "qty",
    "delta",
    "by",
    "points",
    "value",
    "count",
    "change",
    "units",
}
_HELD = (
    "balance",
    "stock",
    "quantity",
    "points",
    "amount",
    "value",
    "count",
    "score",
    "total",
    "stock_level",
    "stockLevel",
    "inStock",
    "in_stock",
    "credits",
    "level",
)
COUNTS = {
    "like": ("likes", "like_count", "likeCount", "likes_count", "likesCount"),
    "upvote": ("upvotes", "votes", "score", "upvote_count", "points"),
    "downvote": ("downvotes", "votes", "score", "downvote_count", "points"),
    "dislike": ("dislikes", "dislike_count"),
    "view": ("views", "view_count", "viewCount"),
    "click": ("clicks", "click_count", "clickCount"),
    "play": ("plays", "play_count", "playCount"),
    "visit": ("visits", "visit_count"),
    "star": ("stars", "star_count"),
    "clap": ("claps",),
    "vote": ("votes", "vote_count", "voteCount", "votes_count"),
    "share": ("shares", "share_count"),
    "increment": _HELD,
    "decrement": _HELD,
}


def counted_up(holding: Holding, verb: str, one: str) -> Change | None:
    """A deed that counts one more, or one less: "like", "increment"."""
    back = undone(verb)
    for name in COUNTS.get(verb, ()):
        if name in holding.fields and holding.fields[name].type.kind in {"integer", "number"}:
            down = verb in {"downvote", "decrement"} and name not in {"downvotes", "downvote_count"}
            return Change({name: f"{one}.{name} {'-' if down else '+'} 1"}, [])
    for name in COUNTS.get(back, ()):
        if name in holding.fields:
            return Change({name: f"most([0, {one}.{name} - 1])"}, [])
    for each in holding.fields.values():
        forms = {plain(plural(verb)), plain(f"{verb}count"), plain(f"{plural(verb)}count")}
        if each.type.kind == "integer" and plain(each.name) in forms:
            return Change({each.name: f"{one}.{each.name} + 1"}, [])
    return None


def moved_amount(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """So much more, or so much less, of what a row holds."""
    given = next(
        (
            each
            for each in writer.inputs(route)
            if each.place in {"json", "form", "query"}
            and plain(each.name) in _AMOUNTS
            and each.type.kind in {"integer", "number"}
        ),
        None,
    )
    first = words(verb)[0] if words(verb) else verb
    less, more = bool({verb, first} & _LESS), bool({verb, first} & _MORE)
    if is_signed(route):
        less = more = False
    elif not less and not more:
        less = bool(
            re.search(
                r"(?i)\b(takes?|subtracts?|removes?|deducts?)\b.*\bfrom\b|"
                r"\b(decreas|reduc|lower)\w*",
                route.words,
            )
        )
        more = bool(re.search(r"(?i)\badds? .*\bto\b|\badds? to\b|\bincreas\w*", route.words))
        more = more and not less
    adjusts = first in {"adjust", "change", "update", "stock", "balance", "quantity", "move"}
    either = is_signed(route)
    if given is None or not (
        less
        or more
        or either
        or (
            adjusts
            and plain(given.name) in {"delta", "change", "by", "amount"}
            and holding.named(given.name) == ""
        )
    ):
        return None
    by_words = [each for each in holding.fields if plain(each) in plain(route.words)]
    held = next(
        (
            each
            for each in (*_HELD, *by_words)
            if each in holding.fields and holding.fields[each].type.kind in {"integer", "number"}
        ),
        "",
    )
    if not held:
        return None
    one, amount = holding.variable, f"input.{given.name}"
    if given.default == "" and not given.required:
        amount = f"or_else({amount}, 1)"
    guards = []
    if less or not more:
        said = f"Insufficient {held.replace('_', ' ')}"
        way = writer.refuse(route, "conflict", said, f"enough negative {verb}")
        sign = "-" if less else "+"
        guards = [f"guard {one}.{held} {sign} {amount} >= 0 else {way}"]
    return Change({held: f"{one}.{held} {'-' if less else '+'} {amount}"}, guards)


def moved_whole(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """The whole body is one field of the row, or its only value is: PUT /devices/{id}/config."""
    field = holding.fields.get(holding.named(verb))
    inputs = [each for each in writer.inputs(route) if each.place in {"body", "json", "form"}]
    brought = [each for each in inputs if each.place == "body"]
    alone = len(inputs) == 1 and not holding.named(inputs[0].wire)
    if route.method == "PUT" and alone and field is not None and not brought:
        kinds = {inputs[0].type.kind, field.type.kind}
        brought = inputs if len(kinds) == 1 or kinds == {"integer", "number"} else []
    if route.method not in {"PUT", "POST"} or len(brought) != 1 or field is None:
        return None
    return Change({field.name: f"input.{brought[0].name}"}, [])


def given_amount(writer: Writer, route: Route, holding: Holding) -> Change | None:
    """The request brings fields of the row itself."""
    brought = [each for each in writer.inputs(route) if each.place in {"json", "form"}]
    named = {each.name: holding.named(each.wire) for each in brought}
    if not brought or not all(named.values()):
        return None
    guards = []
    for name, to in named.items():
        known = holding.fields.get(to)
        for holds in (
            steps_back(route, known, holding.variable, f"input.{name}")
            if known is not None and known.type.choices
            else ()
        ):
            way = writer.refuse(route, "conflict", vain(holding), "cannot back")
            guards.append(f"guard {holds} else {way}")
    values = {field: f"input.{name}" for name, field in named.items()}
    guards += moved_guards(writer, route, holding, values, holding.variable)
    less = emptied(route, holding, values, holding.variable)
    if all(name == field for name, field in named.items()) and route.method == "PATCH":
        return Change({"": "given(input)", **less}, guards)
    return Change({**values, **less}, guards)
