"""What many services have beside their rows: CSV, soft deletion, sharing, limits per minute."""

from __future__ import annotations

from beliefs.spec.features import exchange, membership
from beliefs.spec.service import Rate
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.plans import World, item_path
from beliefs.spec.wishes import requests

_FAMILY = "extras"


def shape(world: World) -> None:
    """Rows that are only marked as deleted; how often one may ask; tags."""
    for cue in world.draft.all_said("soft_delete"):
        named = cue.bound.get("thing")
        plans = [each for each in world.plans.values() if named and each.thing.name == named.name]
        for plan in plans or list(world.plans.values()):
            plan.adds(Field("deleted_at", Type("datetime", nullable=True), required=False))
            plan.buried = "deleted_at"
            plan.visible = ".deleted_at = null"
            cue.used = _FAMILY
    for cue in world.draft.all_said("limits"):
        seconds = int(cue.bound["span"])
        main = world.main()
        path, method = (main.path, "POST") if main is not None else ("", "")
        world.rates.append(Rate(int(cue.bound["number"]), seconds, path, method=method))
        cue.used = _FAMILY
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if cue.says == "tags" and not cue.used:
                if plan.field("tags") is None:
                    kind = Type("list", item=Type("string"))
                    plan.fields.append(Field("tags", kind, required=False, default="[]"))
                cue.used = _FAMILY


def share(world: World) -> None:
    """Rows that whoever made them lets others see, once it is known who asks."""
    for cue in world.draft.all_said("shares"):
        named = cue.bound.get("thing")
        plan = world.plans.get(named.name) if named is not None else world.main()
        plan = plan or world.main()
        if plan is None or "identity" not in world.families or plan.field("owner_id") is None:
            continue
        users = world.kept["identity"][0]
        plan.visible = membership.shared(plan.entity)
        plan.touchable = "$.owner_id = me.id"
        world.entities.append(membership.membership(plan.entity, users))
        for made in membership.sharing(plan.resource(), users, f"{item_path(plan)}/shares"):
            world.add(made, None, cue.source)
        world.assume(
            f"how {plan.thing.plural} are shared",
            f"POST {item_path(plan)}/shares with {users.fields[0].name}; others only read them",
        )
        cue.used = _FAMILY


def drafts(world: World) -> None:
    """Rows that nobody but their owner sees before they are published."""
    for cue in world.draft.all_said("drafts"):
        plans = [world.plans[each] for each in ("post", "article", "page") if each in world.plans]
        if not plans or plans[0].field("owner_id") is None:
            continue
        plan = plans[0]
        if plan.field("published") is None:
            kind = Type("boolean")
            plan.fields.append(Field("published", kind, required=False, default="false"))
        mine = ".published or .owner_id = me.id"
        plan.visible = f"({plan.visible}) and ({mine})" if plan.visible else mine
        plan.needs = True
        world.assume(f"who reads {plan.thing.plural}", "whoever is logged in; drafts their owner")
        cue.used = _FAMILY


def write(world: World) -> None:
    """Rows as CSV."""
    for cue in world.draft.all_said("exports"):
        named = cue.bound.get("thing")
        plan = world.plans.get(named.name) if named is not None else None
        plan = plan or next((p for p in world.plans.values() if cue in p.thing.cues), world.main())
        if plan is None or "{" in plan.path:
            continue
        columns = (plan.key.name, *(each.name for each in plan.entity.fields if not each.hidden))
        path = requests.path(world, cue, f"{plan.path}/export")
        made = exchange.export_csv(plan.resource(), path, columns)
        requests.add(world, cue, made, f"where {plan.thing.plural} are as CSV")
        cue.used = _FAMILY
