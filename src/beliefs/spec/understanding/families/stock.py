"""Inventories: movements change the stock, which never falls below zero."""

from __future__ import annotations

from beliefs.spec.features import stock
from beliefs.spec.features.crud import ALL
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route, Thing
from beliefs.spec.understanding.plans import Plan, World, item_path

_MOVES = ("movement", "stock_movement", "stock-movement")


def shape(world: World) -> None:
    """Movements are there where a product, a quantity and a type stand together."""
    _usual(world)
    kept = next(
        (
            each
            for each in world.plans.values()
            if each.field("quantity") and (each.field("type") or each.thing.name in _MOVES)
        ),
        None,
    )
    product = _product(world, kept) if kept is not None else None
    if kept is None or product is None:
        return
    world.families.add("stock")
    for name in ("stock", "inventory"):  # what is counted is no kind of row beside the products
        if name in world.plans and not any(
            each.segments[:1] == [name] for each in world.draft.routes
        ):
            del world.plans[name]
    location = next(
        (world.plans[each] for each in ("location", "warehouse", "store") if each in world.plans),
        None,
    )
    kept.fixed = stock.movement_of(
        product.entity, location.entity if location else None, kept.name, kept.entity.plural
    )
    kept.fields = list(kept.fixed.fields)
    kept.handled |= {"create", "replace", "change", "remove"}
    kept.verbs -= {"create", "replace", "change", "remove"}
    world.kept["stock"] = (product, location, kept)


def _usual(world: World) -> None:
    """Where the goal speaks of movements of stock and names no route for them."""
    draft = world.draft
    product = world.plans.get("product") or world.plans.get("item")
    told = draft.said("movements")
    routed = any(each.field("quantity") and each.field("type") for each in world.plans.values())
    if told is None or product is None or routed or any(each in world.plans for each in _MOVES):
        return
    places = [each.bound["known"].name for each in draft.all_said("movements", "between", "thing")
              if "known" in each.bound]  # fmt: skip
    for name in ("location", "warehouse", "store"):
        if name in places and name not in world.plans:
            thing = draft.thing(name)
            thing.stated = True
            world.plans[name] = Plan(thing, f"{world.base}/{thing.plural}", verbs={*ALL})
            world.plans[name].fields = [Field("name", Type("string", min_length=1))]
    kept = Thing("movement", stated=True)
    draft.things["movement"] = kept
    world.plans["movement"] = Plan(kept, f"{world.base}/movements", verbs={"list", "show"})
    world.plans["movement"].fields = [
        Field("type", Type("string")),
        Field(f"{product.thing.name}_id", Type("integer")),
        Field("quantity", Type("integer")),
    ]
    draft.routes.append(Route("POST", f"{world.base}/movements"))
    draft.routes.append(Route("GET", f"{item_path(product)}/stock"))
    world.assume("where stock moves", f"POST {world.base}/movements")
    if draft.said("low", "alerts"):
        if _level(product) is None:
            level = Field("reorder_level", Type("integer", minimum=0), required=False, default="0")
            product.fields.append(level)
        draft.routes.append(Route("GET", f"{world.base}/alerts"))
        world.assume("when stock is low", "below the reorder_level of a product, at GET /alerts")


def _product(world: World, kept: Plan) -> Plan | None:
    for each in kept.fields:
        name = each.name.removesuffix("_id")
        if name != each.name and name in world.plans and "location" not in name:
            return world.plans[name]
    return world.plans.get("product") or world.plans.get("item")


def write(world: World) -> None:
    """Move, show levels, warn."""
    if "stock" not in world.families:
        return
    product, location, kept = world.kept["stock"]
    names = stock.Movements(product.entity, location.entity if location else None, kept.fixed)
    resource = product.resource()
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if route.method == "POST" and route.path == kept.path:
            made = stock.move(names, route.path)
        elif route.method == "GET" and found and found[0] is product and route.last == "stock":
            made = stock.levels(resource, names, route.path, _listed(route))
        elif route.method == "GET" and _low(route) and (level := _level(product)) is not None:
            made = stock.alerts(resource, names, route.path, level.name)
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            cue.used = cue.used or "stock"
    world.draft.use("stock", "stock", "change_stock", "below_zero", "below_level", "low", "alerts")
    world.draft.use("stock", "movements", "between", "count_by")
    world.draft.use("stock", "history", "status_else", "per_place", "per_kind")


def _listed(route: Route) -> str:
    return next(
        (each.field.name for each in route.answers if each.field.type.kind == "list"), "locations"
    )


def _low(route: Route) -> bool:
    return route.last in {"alerts", "low-stock", "low_stock", "reorder"} or bool(
        route.said("below_level", "low")
    )


def _level(product: Plan) -> Field | None:
    for name in (
        "reorder_level",
        "threshold",
        "min_stock",
        "minimum",
        "reorder_point",
        "min_level",
    ):
        if (told := product.field(name)) is not None:
            return told
    return None
