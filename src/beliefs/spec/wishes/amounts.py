"""Amounts that deeds change: deposits and withdrawals, transfers, stock in and out."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import path_inputs, program, spoken
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.wishes import requests

_FAMILY = "amounts"
_MONEY = ("balance", "credit", "points", "credits", "coins")
_GOODS = ("quantity", "stock", "amount", "count", "units")
_IN = frozenset({"deposit", "add", "restock", "earn", "topup", "credit", "receive", "increase"})
_OUT = frozenset(
    {"withdraw", "remove", "take", "spend", "debit", "redeem", "sell", "consume", "decrease"}
)


def shape(world: World) -> None:
    """What has an amount: a balance that begins with nothing, a stock as it was given."""
    cues = world.draft.all_said("changes_amount", "transfers", "transactions")
    if not cues:
        return
    money = any(each.says != "changes_amount" or _money(each) for each in cues)
    plan = _holder(world, money=money)
    if plan is None:
        return
    name = next((each for each in (*_MONEY, *_GOODS) if plan.field(each) is not None), "")
    if not name:
        name = "balance" if money else "quantity"
        plan.adds(Field(name, Type("number"), required=False, default="0"))
    elif money and plan.field(name) in plan.fields:
        plan.fields = [each for each in plan.fields if each.name != name]
        plan.adds(Field(name, Type("number"), required=False, default="0"))
    world.plans.pop("transaction", None)
    world.kept[_FAMILY] = (plan, name, money)


def _money(cue: Cue) -> bool:
    return any(each.forms & {"deposit", "withdraw", "balance", "money"} for each in cue.tokens)


# What has money, and what there is so many of.
_HOLDERS: dict[bool, tuple[str, ...]] = {
    True: ("account", "wallet", "user", "customer", "member", "child", "card"),
    False: ("product", "item", "part", "ingredient", "material"),
}


def _holder(world: World, *, money: bool) -> Plan | None:
    names = _MONEY if money else _GOODS
    held = [
        each for each in world.plans.values() if any(each.field(name) is not None for name in names)
    ]
    called = _HOLDERS[money]
    known = [world.plans[each] for each in called if each in world.plans]
    return next(iter((*held, *known)), world.main())


def write(world: World) -> None:
    """A request for each way in and out, and a list of all that happened where it is wanted."""
    for cue in world.draft.all_said("low_stock"):
        _low(world, cue)
    if _FAMILY not in world.kept:
        return
    plan, name, money = world.kept[_FAMILY]
    kept = _history(world, plan) if world.draft.said("transactions") else None
    for cue in world.draft.all_said("changes_amount"):
        verbs = [v for each in cue.tokens for v in sorted(each.forms & (_IN | _OUT))]
        for verb in dict.fromkeys(verbs):
            made = _change(plan, name, verb, kept, money=money)
            requests.add(world, cue, made, f"how {plan.thing.plural} {verb}")
        cue.used = _FAMILY if verbs else ""
    for cue in world.draft.all_said("transfers"):
        made = _transfer(world, plan, name, kept)
        requests.add(world, cue, made, "how something is transferred")
        cue.used = _FAMILY
    for cue in world.draft.all_said("no_less", "bound"):
        if cue.says == "no_less" or _holds_anyhow(cue, name):
            cue.used = cue.used or _FAMILY


def _holds_anyhow(cue: Cue, name: str) -> bool:
    """Whether a bound says no more than every deed is held to: nothing below zero."""
    said = {*cue.bound.get("names", ())} & {name, "balance", "stock", "amount", "amounts"}
    low = {each.low for each in cue.tokens}
    zero = not cue.bound.get("number") and low & {"positive", "negative", "below", "under"}
    return bool(said and zero)


def _change(plan: Plan, name: str, verb: str, kept: Entity | None, *, money: bool) -> Operation:
    path = requests.below(plan, verb)
    one = plan.resource().one
    brought = Type("number", above=0) if money else Type("integer", minimum=1)
    bring = "amount" if money else "quantity"
    sign = "+" if verb in _IN else "-"
    least = _least(plan, name)
    enough = f'guard {one}.{name} - input.{bring} >= {least} else conflict "There is not enough"'
    at = requests.at(plan, path)
    return Operation(
        f"{verb}_{one}_{name}",
        "POST",
        path,
        program(
            *reading(at),
            *([enough] if sign == "-" else ()),
            f"patch {plan.name} {one} {{{name}: {one}.{name} {sign} input.{bring}}}",
            *_noted(kept, plan, verb, f"{one}.{plan.key.name}", f"input.{bring}"),
            f"answer 200 {plan.shows.replace('$', one)}",
        ),
        inputs=(*path_inputs(at, path), Input(bring, "json", brought)),
        summary=f"{verb.capitalize()} {bring} of one {spoken(plan.entity).lower()}.",
        needs="caller" if plan.needs or plan.writers else "",
    )


def _least(plan: Plan, name: str) -> str:
    """What an amount may not go below."""
    told = plan.field(name)
    return f"{told.type.minimum or 0:g}" if told is not None else "0"


def _noted(kept: Entity | None, plan: Plan, kind: str, key: str, amount: str) -> list[str]:
    if kept is None:
        return []
    values = f'{plan.resource().one}_id: {key}, type: "{kind}", amount: {amount}, created_at: now()'
    return [f"insert {kept.name} {{{values}}} as noted"]


def _transfer(world: World, plan: Plan, name: str, kept: Entity | None) -> Operation:
    key, said, short = plan.key.name, spoken(plan.entity), "There is not enough"
    seen = f" and ({plan.visible})" if plan.visible else ""
    lines = [
        'guard input.from_id != input.to_id else out_of_range "These are one and the same"',
        f"let giver = first({plan.name}[where .{key} = input.from_id{seen}])",
        f'guard giver != null else absent "{said} not found"',
        f"let taker = first({plan.name}[where .{key} = input.to_id])",
        f'guard taker != null else absent "{said} not found"',
        f'guard giver.{name} - input.amount >= {_least(plan, name)} else conflict "{short}"',
        f"patch {plan.name} giver {{{name}: giver.{name} - input.amount}}",
        f"patch {plan.name} taker {{{name}: taker.{name} + input.amount}}",
        *_noted(kept, plan, "transfer_out", f"giver.{key}", "input.amount"),
        *_noted(kept, plan, "transfer_in", f"taker.{key}", "input.amount"),
        _both(plan),
    ]
    kind = Type("integer")
    return Operation(
        "transfer",
        "POST",
        f"{world.base}/transfers",
        program(*lines),
        inputs=(
            Input("from_id", "json", kind),
            Input("to_id", "json", kind),
            Input("amount", "json", Type("number", above=0)),
        ),
        summary=f"Transfer between {plan.entity.plural}.",
        needs="caller" if plan.needs or plan.writers else "",
    )


def _both(plan: Plan) -> str:
    """What is answered of those between whom something was transferred."""
    giver, taker = plan.shows.replace("$", "giver"), plan.shows.replace("$", "taker")
    return f"answer 200 {{from: {giver}, to: {taker}, amount: input.amount}}"


def _history(world: World, plan: Plan) -> Entity:
    """Everything that changed an amount, oldest first."""
    one = plan.resource().one
    kept = Entity(
        "Transaction",
        "transactions",
        (
            Field(f"{one}_id", Type("integer")),
            Field("type", Type("string")),
            Field("amount", Type("number")),
            Field("created_at", Type("datetime")),
        ),
    )
    world.entities.append(kept)
    path = requests.below(plan, "transactions")
    at = requests.at(plan, path)
    lines = [*reading(at), f"answer 200 {kept.name}[where .{one}_id = {one}.{plan.key.name}]"]
    made = Operation(
        "list_transactions",
        "GET",
        path,
        program(*lines),
        inputs=path_inputs(at, path),
        summary=f"List what changed one {spoken(plan.entity).lower()}.",
        needs="caller" if plan.needs else "",
    )
    for cue in world.draft.all_said("transactions"):
        requests.add(world, cue, made, "where transactions are listed")
        cue.used = _FAMILY
    return kept


def _low(world: World, cue: Cue) -> None:
    """Rows of which there is little left."""
    plan = _holder(world, money=False)
    name = next((each for each in _GOODS if plan and plan.field(each) is not None), "")
    if plan is None or not name or "{" in plan.path:
        return
    level = next((each for each in _LEVELS if plan.field(each) is not None), "")
    bound = f".{level}" if level else "input.threshold"
    usual = str(int(cue.bound.get("number", 10)))
    kind = Type("integer", minimum=0)
    seen = f"({plan.visible}) and " if plan.visible else ""
    path = requests.path(world, cue, f"{plan.path}/low-stock")
    sign = "<=" if level else "<"
    made = Operation(
        f"list_low_{plan.entity.plural}",
        "GET",
        path,
        program(f"answer 200 {plan.name}[where {seen}.{name} {sign} {bound}]"),
        inputs=() if level else (Input("threshold", "query", kind, required=False, default=usual),),
        summary=f"The {plan.entity.plural} of which there is little left.",
        needs="caller" if plan.needs else "",
    )
    requests.add(world, cue, made, f"where {plan.thing.plural} with little stock are")
    if not level:
        world.assume("what little stock is", f"less than ?threshold=, {usual} if it is not given")
    cue.used = _FAMILY


_LEVELS = ("reorder_level", "min_quantity", "min_stock", "threshold", "reorder_point", "minimum")
