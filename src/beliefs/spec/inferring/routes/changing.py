"""Rows replaced, changed, made where there is none, and dropped."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.words import plain, plural, singular
from beliefs.spec.inferring.access.accounts import secret_of
from beliefs.spec.inferring.answers.lists import every
from beliefs.spec.inferring.families.lending import had_guards
from beliefs.spec.inferring.families.lineups import closing_lines
from beliefs.spec.inferring.families.lining import move_up_lines
from beliefs.spec.inferring.families.moving import emptied
from beliefs.spec.inferring.families.scheduling import cron_guards
from beliefs.spec.inferring.families.threads import removed_answer
from beliefs.spec.inferring.families.trails import number_of
from beliefs.spec.inferring.families.versions import (
    based_lines,
    counted_values,
    counts_up,
    kept_lines,
)
from beliefs.spec.inferring.keeping.capacity import active
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.spelled import spelled_guards
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.filing import file_guards
from beliefs.spec.inferring.routes.sequences import list_guards
from beliefs.spec.inferring.routes.uploads import brought_file, from_file
from beliefs.spec.inferring.rules.changed import followed_by
from beliefs.spec.inferring.rules.guarding import (
    above_guards,
    compared_guards,
    least_guards,
    references_of,
    state_guards,
)
from beliefs.spec.inferring.rules.having import childless_guards
from beliefs.spec.inferring.rules.once import unique_guards
from beliefs.spec.inferring.rules.resetting import reset_lines, resets
from beliefs.spec.inferring.rules.times import time_guards
from beliefs.spec.inferring.rules.transitions import moved_guards
from beliefs.spec.inferring.writing import Scene, Writer, fixed


def removed_lines(writer: Writer, route: Route, holding: Holding, one: str) -> list[str]:
    """Statements that drop a row, and what belongs to it."""
    key = holding.key.name
    gone = writer.answer(route, Scene(holding, one, message=f"{holding.spoken} deleted"), 204)
    if (answered := removed_answer(writer, route, holding, gone)) is not None:
        return answered
    lines = state_guards(writer, route, holding, one) or had_guards(writer, route, holding)
    stateful = bool(lines)
    keeps = 409 in route.statuses or (
        400 in route.statuses
        and re.search(
            r"(?i)has|have|still|referenc|in use", (route.reply(400) or route.replies[0]).words
        )
    )
    users = _users(writer, route, holding) if keeps else []
    for child, link in writer.kept.children(holding):
        if child is holding or (users and child not in users):
            continue
        belongs = any(each.field == link for each in child.parents)
        empty = emptied(writer, route, holding, one) if keeps else ""
        if empty:
            said = f"The {holding.spoken.lower()} still has stock"
            lines.append(
                f"guard {empty} else {writer.refuse(route, 'conflict', said, 'delete stock')}"
            )
            lines += _cascade(writer, child, link, f"{one}.{key}", {holding.name})
        elif keeps and not stateful and not child.shadow:
            said = f"The {holding.spoken.lower()} still has {child.entity.plural.replace('_', ' ')}"
            way = writer.refuse(route, "conflict", said, "delete use")
            listed = child.fields[link].type.kind == "list" if link in child.fields else False
            there = f"{one}.{key} in .{link}" if listed else f".{link} = {one}.{key}"
            still = active(child, there) if re.search(r"(?i)cancel|active", route.words) else ""
            still = still or f"count({child.name}[where {there}])"
            lines.append(f"guard {still} = 0 else {way}")
        elif belongs or _goes_along(route, child):
            lines += _cascade(writer, child, link, f"{one}.{key}", {holding.name})
    moved = holding.gone
    if moved:
        lines.append(f"patch {holding.name} {one} {{{moved}: now()}}")
    scene = Scene(holding, one, message=f"{holding.spoken} deleted")
    answer = writer.answer(route, scene, 204)
    if not moved:
        drop = f"delete {holding.name} where .{key} = {one}.{key}"
        lines += [drop, *closing_lines(holding, one), *move_up_lines(writer, route, holding, one)]
    return [*lines, answer if route.good is None or route.good.shape else _quiet(route, scene)]


def _users(writer: Writer, route: Route, holding: Holding) -> list[Holding]:
    """What keeps a row from being dropped, where the words about the conflict name it."""
    said = " ".join(each.words for each in route.faults if each.status in {400, 409})
    spoken = {plain(singular(each)) for each in re.findall(r"\w+", said)}
    return [
        child
        for child, _ in writer.kept.children(holding)
        if plain(child.word) in spoken and child is not holding
    ]


def _goes_along(route: Route, child: Holding) -> bool:
    """Whether rows that only refer to this one go with it, as the words say."""
    noun = plural(child.word).replace("_", " ")
    along = r"go(?:es)? with|are (?:also )?(?:removed|deleted)|too\b|as well|and (?:its|all|their)"
    return bool(re.search(rf"(?i)\b{re.escape(noun)}\b", route.words)) and bool(
        re.search(rf"(?i){along}", route.words)
    )


def _cascade(writer: Writer, child: Holding, link: str, key: str, seen: set[str]) -> list[str]:
    """Statements that drop what belongs to a row, and what belongs to that."""
    lines = []
    for below, field in writer.kept.children(child):
        if below.name not in seen and any(each.field == field for each in below.parents):
            rows = f"{child.name}[where .{link} = {key}]"
            lines.append(
                f"delete {below.name} where .{field} in each(one in {rows}: one.{child.key.name})"
            )
    return [*lines, f"delete {child.name} where .{link} = {key}"]


def _quiet(route: Route, scene: Scene) -> str:
    status = route.good.status if route.good else 204
    if status == 204:
        return "answer 204"
    return f"answer {status} {made({'message': json.dumps(scene.message)})}"


def change_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], reads: list[str]
) -> list[str] | None:
    """An effect that replaces or changes a row, or makes it where there is none."""
    one = holding.variable
    inputs = [each for each in writer.inputs(route) if each.place in {"json", "form", "body"}]
    brought = {each.wire: f"input.{each.name}" for each in inputs if each.wire in holding.fields}
    brought |= from_file(holding, brought_file(writer, route))
    inputs += [each for each in writer.inputs(route) if each.place == "file"]
    based = based_lines(writer, route, holding)
    if based is not None:
        brought.pop(number_of(holding), None)
    counts = based is not None or bool(holding.trail) or counts_up(route, holding)
    counted = counted_values(holding) if counts else {}
    if secret_of(route.body) and "password_hash" in holding.fields and is_partial(route, holding):
        return None
    free = route.body is not None and not route.body.properties
    if free and inputs and "value" in holding.fields:
        brought = {"value": f"input.{inputs[0].name}"}
        if route.method == "PATCH":
            brought = {"value": f"merge({one}.value, {brought['value']})"}
            change = f"patch {holding.name} {one} {made(brought)}"
            return [*reads, change, writer.answer(route, Scene(holding, one))]
    if not brought and inputs:
        return None
    reads = [*reads, *_fixed_guards(writer, route, holding)]
    reads = [*file_guards(writer, route), *reads]
    guards = [
        *references_of(writer, route, holding, brought),
        *spelled_guards(writer, route, holding, brought),
        *unique_guards(writer, route, holding, brought, one),
        *compared_guards(writer, route, holding, brought, one),
        *time_guards(writer, route, holding, brought, one),
        *least_guards(writer, route, holding, brought, one),
    ]
    if upserts(route, holding, writer):
        return _upsert(writer, route, holding, chain, brought)
    guards += list_guards(writer, route, holding, brought)
    guards += cron_guards(writer, route, holding, brought, one)
    if is_partial(route, holding):
        values = "given(input)"
        if strange := [each.wire for each in inputs if each.wire not in brought]:
            values = f"drop(given(input), {', '.join(json.dumps(each) for each in strange)})"
        if holding.touches or counted:
            values = f"merge({values}, {made({**counted, **holding.touches})})"
    else:
        whole = dict(brought)
        if secret := secret_of(route.body):
            whole["password_hash"] = f"hash_password(input.{writer.name(secret)})"
        values = made({**whole, **counted, **holding.touches})
    above = above_guards(writer, route, holding, chain)
    after = followed_by(writer, route, holding, brought)
    state = state_guards(writer, after.rest, holding)
    state += childless_guards(writer, route, holding)
    state += moved_guards(writer, route, holding, brought, one)
    lines = [*reads, *above, *state, *(based or ()), *guards]
    if not inputs:
        lines += []
    else:
        changes = [f"patch {holding.name} {one} {values}"]
        if resets(route) and is_partial(route, holding):
            changes = reset_lines(route, holding, one, values)
        lines += [*changes, *after.lines, *kept_lines(writer, holding)]
    scene = Scene(holding, one, message=f"{holding.spoken} updated")
    return [*lines, writer.answer(route, scene)]


def _fixed_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Guards that what cannot be changed stays as it is."""
    lines = []
    for each in writer.inputs(route):
        status = fixed(route, each.wire) if each.place in {"json", "form"} else 0
        if status and (name := holding.named(each.wire)):
            said = f"{each.wire} cannot be changed"
            way = writer.refuse(route, "refused", said, f"{each.wire} changed", (status,))
            way = f'{way.split(" ")[0]} "{said}"'
            same = f"input.{each.name} = {holding.variable}.{name}"
            lines.append(f"guard input.{each.name} = null or {same} else {way}")
    return lines


def is_partial(route: Route, holding: Holding) -> bool:
    """Whether only what a request names is changed."""
    if route.method == "PATCH":
        return True
    if not is_record(route.body) or route.body is None:
        return False
    needs = any(each.required for each in route.body.properties)
    made = holding.made
    return not needs and made is not None and any(each.required for each in made.properties)


def upserts(route: Route, holding: Holding, writer: Writer) -> bool:
    """Whether a PUT also makes rows: it says so, or nothing else could."""
    named = holding.key.style == "given" or bool(holding.lookup)
    if route.method not in {"PUT", "POST"} or not named:
        return False
    if {200, 201} <= route.statuses or {201, 204} <= route.statuses:
        return True
    makers = [
        each
        for each in holding.routes
        if each.method == "POST"
        and each != route
        and writer.kept.at(writer.chain(each)) is holding
        and not writer.chain(each)[-1].param
    ]
    return not makers or bool(
        re.search(r"(?i)create or|upsert|or creates?|if (it does not|not) exist", route.words)
    )


def _taken_out(
    route: Route, holding: Holding, brought: dict[str, str], holds: str, answer: str
) -> list[str]:
    """Lines that drop a row instead, where words say so: "a quantity of 0 removes the line"."""
    for name, given in brought.items():
        spoken = re.escape(name).replace("_", "[ _]")
        none = rf"\b{spoken}`? ?(?:of|is|=|equals)? ?(?P<none>0|zero|null)\b"
        gone = r"\b(?:takes?|removes?|deletes?|drops?)\b"
        told = rf"(?i){none}[^.;]*{gone}|{gone}[^.;]*{none.replace('?P<none>', '?P<last>')}"
        if match := re.search(told, route.words):
            nothing = (match["none"] or match["last"]).lower().replace("zero", "0")
            drop = f"    delete {holding.name} where {holds}"
            return [f"if {given} = {nothing}:", drop, f"    {answer}"]
    return []


def _upsert(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], brought: dict[str, str]
) -> list[str]:
    one, key = holding.variable, holding.finder
    based = based_lines(writer, route, holding)
    counts = based is not None or bool(holding.trail) or counts_up(route, holding)
    counted = counted_values(holding) if counts else {}
    values = {**brought, **counted, **holding.touches}
    kept = kept_lines(writer, holding)
    fresh = {
        key: f"input.{chain[-1].param}",
        **brought,
        **{name: each for name, each in holding.sets.items() if "input." not in each},
    }
    holds = every(
        [
            f".{key} = input.{chain[-1].param}",
            *writer.within(holding, chain[:-1]),
            *writer.mine(route, holding),
        ]
    )
    scene = Scene(holding, one, message=f"{holding.spoken} saved")
    shown = next((each.shape for each in route.replies if each.shape and each.status < 300), None)
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            fresh[link.field] = f"{parent.variable}.{parent.key.name}"
            if writer.kept.like(unwrapped(shown)[0]) is parent:
                scene = Scene(parent, parent.variable)
            break
    fine = sorted(each.status for each in route.replies if 200 <= each.status < 300)
    old = next((each for each in fine if each != 201), 201 if fine else 200)
    new = 201 if 201 in fine or not fine else old

    def said(status: int) -> str:
        chosen = tuple(
            each if each.shape is not None else replace(each, shape=shown)
            for each in route.replies
            if each.status == status
        )
        return writer.answer(replace(route, replies=chosen), scene, status)

    named = {key: fresh[key], **brought}
    return [
        *file_guards(writer, route),
        *writer.above(route, chain[:-1]),
        *above_guards(writer, route, holding, chain[:-1]),
        *list_guards(writer, route, holding, brought),
        *references_of(writer, route, holding, named),
        *compared_guards(writer, route, holding, brought),
        *_taken_out(route, holding, brought, holds, said(old)),
        f"let {one} = first({holding.name}[where {holds}])",
        f"if {one} = null:",
        f"    insert {holding.name} {made(fresh)} as {one}",
        *(f"    {each}" for each in kept),
        f"    {said(new)}",
        *(based or ()),
        f"patch {holding.name} {one} {made(values)}",
        *kept,
        said(old),
    ]
