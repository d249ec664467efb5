"""Choices under a question, one vote each, and results."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import (
    Resource,
    an,
    body_inputs,
    found,
    key_param,
    key_type,
    path_inputs,
    program,
    record,
    shown,
    snake,
    spoken,
    variable,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

_VOTER = Type("string", min_length=1)


def choice_of(parent: Entity, name: str = "Option", text: str = "text") -> Entity:
    """One of the answers to choose from."""
    key = f"{snake(parent.name)}_id"
    fields = (Field(key, Type("integer")), Field(text, Type("string")))
    return Entity(name, f"{name.lower()}s", fields)


def vote_of(parent: Entity, voter: str, choice_field: str, voter_type: Type = _VOTER) -> Entity:
    """Who chose what, by its key or by its text; without a voter, nobody says who.

    The keys of its parent and of the choice come first.
    """
    kind = Type("integer") if choice_field.endswith("_id") else Type("string")
    who = (Field(voter, voter_type),) if voter else ()
    return Entity(
        "Vote",
        "votes",
        (Field(f"{snake(parent.name)}_id", Type("integer")), Field(choice_field, kind), *who),
    )


def with_choices(parent: Entity, choice: Entity, listed: str) -> str:
    """The projection of a row that shows its choices with id and text."""
    key, text = choice.fields[0].name, choice.fields[1].name
    one = variable(choice)
    chosen = f"{choice.name}[where .{key} = $.{parent.key.name}]"
    return f'merge($, {{{listed}: each({one} in {chosen}: only({one}, "id", "{text}"))}})'


def ask(
    resource: Resource, choice: Entity, listed: str, least: int = 2, most: int | None = None
) -> Operation:
    """Keep a question with its choices, given as texts."""
    entity, one, text = resource.entity, resource.one, choice.fields[1].name
    values = [(each.name, f"input.{each.name}") for each in resource.brought]
    texts = Type("list", item=Type("string", min_length=1), min_length=least, max_length=most)
    return Operation(
        f"create_{snake(entity.name)}",
        "POST",
        resource.path,
        program(
            *resource.checks,
            f"insert {entity.name} {record([*values, *resource.sets])} as {one}",
            f"for text in input.{listed}:",
            f"    insert {choice.name} {{{choice.fields[0].name}: {one}.{entity.key.name}, "
            f"{text}: text}} as {variable(choice)}",
            f"answer 201 {shown(resource.shows, one)}",
        ),
        inputs=(*body_inputs(resource.brought), Input(listed, "json", texts)),
        summary=f"Create {an(spoken(entity).lower())} with its {listed}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def vote(
    resource: Resource,
    path: str,
    choice: Entity,
    kept: Entity,
    *,
    open_: str = "",
    once: bool = True,
    status: int = 201,
    who: str = "",
) -> Operation:
    """Vote for a choice, once per voter; `open_` is a condition over `$` for votes to be taken.

    `who` votes, which is kept and not shown; else whoever the body names.
    """
    entity, one = resource.entity, resource.one
    of, chosen, *voters = (each.name for each in kept.fields)
    key, voter = entity.key.name, next(iter(voters), "")
    whose = who or f"input.{voter}"
    words = voter.replace("_", " ").capitalize()
    by = _by(choice, kept)
    closed = f'"The {spoken(entity).lower()} is closed"'
    guards = [f"guard {shown(open_, one)} else conflict {closed}"] if open_ else []
    if once and voter:
        guards.append(
            f"guard count({kept.name}[where .{of} = {one}.{key} and .{voter} = {whose}]) = 0 "
            f'else conflict "{words} has voted already"'
        )
    return Operation(
        "vote",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f"guard count({choice.name}[where .{by} = input.{chosen} and "
            f'.{choice.fields[0].name} = {one}.{key}]) > 0 else absent "{choice.name} not found"',
            *guards,
            f"insert {kept.name} {{{of}: {one}.{key}, {chosen}: input.{chosen}"
            f"{f', {voter}: {whose}' if voter else ''}}} as vote",
            f'answer {status} drop(vote, "{voter}")' if who else f"answer {status} vote",
        ),
        inputs=(*path_inputs(resource, path), *body_inputs(kept.fields[1 : 2 if who else None])),
        summary="Vote for one of the choices.",
    )


def _by(choice: Entity, kept: Entity) -> str:
    """The field of a choice that votes name: its key, or its text."""
    return "id" if kept.fields[1].type.kind == "integer" else choice.fields[1].name


def results(
    resource: Resource,
    path: str,
    choice: Entity,
    kept: Entity,
    listed: str,
    share: str = "percent",
) -> Operation:
    """Votes and their share for each choice; `share` is the name of the latter."""
    one, each_ = resource.one, variable(choice)
    of, chosen = (each.name for each in kept.fields[:2])
    key, text = resource.entity.key.name, choice.fields[1].name
    mine = f"count(votes[where .{chosen} = {each_}.{_by(choice, kept)}])"
    return Operation(
        f"{snake(resource.entity.name)}_results",
        "GET",
        path,
        program(
            *found(resource.entity, key_param(path), resource.visible),
            f"let votes = {kept.name}[where .{of} = {one}.{key}]",
            f"let {listed} = each({each_} in {choice.name}"
            f"[where .{choice.fields[0].name} = {one}.{key}]: "
            f"{{id: {each_}.id, {text}: {each_}.{text}, votes: {mine}, "
            f"{share}: percent({mine}, count(votes))}})",
            f"answer 200 merge({one}, {{{listed}: {listed}, total: count(votes)}})",
        ),
        inputs=path_inputs(resource, path),
        summary="Votes per choice.",
    )


# Whoever asks from an address votes from there.
ADDRESS = "caller()"


def ballot_of(entity: Entity, voter: Field) -> Entity:
    """Who voted for a row."""
    fields = (Field(f"{snake(entity.name)}_id", key_type(entity)), voter)
    return Entity(f"{entity.name}Vote", f"{snake(entity.name)}_votes", fields)


def vote_for(resource: Resource, path: str, kept: Entity, who: str = "") -> Operation:
    """Vote for a row, once; `who` votes, or whoever the body names."""
    entity, one = resource.entity, resource.one
    of, key = kept.fields[0].name, entity.key.name
    name = kept.fields[1].name
    voter = who or f"input.{name}"
    mine = f".{of} = {one}.{key} and .{name} = {voter}"
    return Operation(
        f"vote_for_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f'guard count({kept.name}[where {mine}]) = 0 else conflict "Already voted"',
            f"insert {kept.name} {{{of}: {one}.{key}, {name}: {voter}}} as ballot",
            f"patch {entity.name} {one} {{votes: {one}.votes + 1}}",
            f"answer 201 {shown(resource.shows, one)}",
        ),
        inputs=(*path_inputs(resource, path), *_voter(kept, who)),
        summary=f"Vote for one {spoken(entity).lower()}, once.",
        needs="caller" if who and who != ADDRESS else "",
    )


def take_back(resource: Resource, path: str, kept: Entity, who: str = "") -> Operation:
    """Take a vote back."""
    entity, one = resource.entity, resource.one
    of, key = kept.fields[0].name, entity.key.name
    name = kept.fields[1].name
    voter = who or f"input.{name}"
    mine = f".{of} = {one}.{key} and .{name} = {voter}"
    query = tuple(replace(each, place="query") for each in _voter(kept, who))
    return Operation(
        f"take_back_vote_for_{snake(entity.name)}",
        "DELETE",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f'guard count({kept.name}[where {mine}]) > 0 else absent "There is no such vote"',
            f"delete {kept.name} where {mine}",
            f"patch {entity.name} {one} {{votes: {one}.votes - 1}}",
            "answer 204",
        ),
        inputs=(*path_inputs(resource, path), *query),
        summary=f"Take back a vote for one {spoken(entity).lower()}.",
        needs="caller" if who and who != ADDRESS else "",
    )


def _voter(kept: Entity, who: str) -> tuple[Input, ...]:
    return () if who else (Input(kept.fields[1].name, "json", kept.fields[1].type),)
