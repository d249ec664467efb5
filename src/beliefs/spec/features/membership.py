"""Rows that several people share: whoever made one lets others in."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    found,
    key_param,
    key_type,
    program,
    snake,
    spoken,
    variable,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type


def membership(of: Entity, users: Entity) -> Entity:
    """Who is let in where."""
    name = snake(of.name)
    fields = (Field(f"{name}_id", key_type(of)), Field("user_id", key_type(users)))
    return Entity(f"{of.name}Member", f"{name}_members", fields)


def shared(of: Entity, owner: str = "owner_id") -> str:
    """Which rows the caller may see: their own, and those that they were let into.

    >>> shared(Entity("Board", "boards", ()))
    '.owner_id = me.id or .id in each(one in BoardMember[where .user_id = me.id]: one.board_id)'
    """
    held = f"{of.name}Member[where .user_id = me.id]"
    link = f"{snake(of.name)}_id"
    return f".{owner} = me.id or .{of.key.name} in each(one in {held}: one.{link})"


def sharing(resource: Resource, users: Entity, base: str, by: str = "") -> tuple[Operation, ...]:
    """Let somebody in (by name, e-mail or key), list who is in, put somebody out."""
    of, one = resource.entity, resource.one
    param = key_param(resource.item_path)
    link, key = f"{snake(of.name)}_id", of.key.name
    entity = f"{of.name}Member"
    by = by or users.fields[0].name
    kind = key_type(users) if by == "user_id" else Type("string")
    held = users.key.name if by == "user_id" else by
    there = found(of, param, resource.visible)
    mine = f'guard {one}.owner_id = me.id else forbidden "Only the owner may do this"'
    inside = f"{entity}[where .{link} = {one}.{key} and .user_id = user.{users.key.name}]"
    path = (Input(param, "path", key_type(of)),)
    what = spoken(of).lower()
    add = Operation(
        f"add_{variable(of)}_member",
        "POST",
        base,
        program(
            *there,
            mine,
            f"let user = first({users.name}[where .{held} = input.{by}])",
            'guard user != null else absent "User not found"',
            f"guard user.{users.key.name} != {one}.owner_id and count({inside}) = 0 "
            'else conflict "Already a member"',
            f"insert {entity} {{{link}: {one}.{key}, user_id: user.{users.key.name}}} as member",
            "answer 201 user",
        ),
        inputs=(*path, Input(by, "json", kind)),
        summary=f"Let somebody into {an(what)}.",
        needs="caller",
    )
    listed = f"each(member in {entity}[where .{link} = {one}.{key}]: member.user_id)"
    members = Operation(
        f"list_{variable(of)}_members",
        "GET",
        base,
        program(
            *there,
            f"answer 200 {users.name}[where .{users.key.name} = {one}.owner_id "
            f"or .{users.key.name} in {listed}]",
        ),
        inputs=path,
        summary=f"List who is in {an(what)}.",
        needs="caller",
    )
    drop = Operation(
        f"remove_{variable(of)}_member",
        "DELETE",
        f"{base}/{{user_id}}",
        program(
            *there,
            mine,
            f"guard count({entity}[where .{link} = {one}.{key} and .user_id = input.user_id]) > 0 "
            'else absent "Member not found"',
            f"delete {entity} where .{link} = {one}.{key} and .user_id = input.user_id",
            "answer 204",
        ),
        inputs=(*path, Input("user_id", "path", key_type(users))),
        summary=f"Put somebody out of {an(what)}.",
        needs="caller",
    )
    return add, members, drop
