"""Who asks: registering, logging in, bearer tokens, and what is whose."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import Resource, program
from beliefs.spec.features.tokens import Tokens, presented
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Identity
from beliefs.spec.types import Field, Type

PASSWORD = Type("string", min_length=8, max_length=128)


def user(login: str, more: tuple[Field, ...] = (), *, roles: tuple[str, ...] = ()) -> Entity:
    """Somebody who can log in; the password is kept as a hash and never shown."""
    kind = Type("email") if login == "email" else Type("string", min_length=1, max_length=100)
    role: tuple[Field, ...] = ()
    if roles:
        first = roles[0]
        role = (Field("role", Type("string", choices=roles), required=False, default=f'"{first}"'),)
    return Entity(
        "User",
        "users",
        (
            Field(login, kind, unique=True),
            *more,
            *role,
            Field("password_hash", Type("string"), hidden=True),
        ),
    )


def register(users: Entity, path: str, *, first_is: str = "") -> Operation:
    """Make an account."""
    login = users.fields[0]
    shown = [each for each in users.fields if not each.hidden and each.name != "role"]
    values = ", ".join(f"{each.name}: input.{each.name}" for each in shown)
    role = f', role: if(count(User) = 0, "{first_is}", "user")' if first_is else ""
    return Operation(
        "register",
        "POST",
        path,
        program(
            f"guard count(User[where .{login.name} = input.{login.name}]) = 0 "
            f'else conflict "This {login.name} is taken"',
            f"insert User {{{values}{role}, password_hash: hash_password(input.password)}} as user",
            "answer 201 user",
        ),
        inputs=(
            *(Input(each.name, "json", each.type, each.required, each.default) for each in shown),
            Input("password", "json", PASSWORD),
        ),
        summary="Make an account.",
    )


def login(users: Entity, path: str, tokens: Tokens, key: str = "access_token") -> Operation:
    """Exchange name and password for a token, and one to renew it with where there are such."""
    name = users.fields[0].name
    renewal = "refresh_token: renewal.token, " if tokens.renewed else ""
    return Operation(
        "login",
        "POST",
        path,
        program(
            f"let user = first(User[where .{name} = input.{name}])",
            "guard user != null and check_password(input.password, user.password_hash) "
            f'else unauthenticated "Wrong {name} or password"',
            *tokens.made("user.id"),
            f'answer 200 {{{key}: made, {renewal}token_type: "bearer"}}',
        ),
        inputs=(
            Input(name, "json", Type("string")),
            Input("password", "json", Type("string")),
        ),
        summary="Log in.",
    )


def logout(path: str, tokens: Tokens, shown: Identity) -> Operation:
    """End the login that the caller's token comes from, and no other."""
    given, token = presented(shown)
    return Operation(
        "logout",
        "POST",
        path,
        program(*tokens.over(token), "answer 204"),
        inputs=(given,),
        summary="Log out.",
        needs="caller",
    )


def logout_everywhere(path: str, tokens: Tokens) -> Operation:
    """End every login of the caller."""
    lines = tokens.everywhere("me.id")
    return Operation(
        "logout_everywhere",
        "POST",
        path,
        program(*lines, "answer 204") if lines is not None else (),
        summary="Log out everywhere.",
        needs="caller",
    )


def me(path: str) -> Operation:
    """Whoever asks."""
    return Operation(
        "get_me", "GET", path, program("answer 200 me"), summary="Show who asks.", needs="caller"
    )


def owned(resource: Resource, *, private: bool = True, roles: tuple[str, ...] = ()) -> Resource:
    """Rows that belong to whoever made them: unseen by others, or only not theirs to change."""
    field = Field("owner_id", Type("integer"))
    entity = resource.entity
    if entity.field("owner_id") is None:
        entity = replace(entity, fields=(*entity.fields, field))
    given = resource.given
    if given is None:
        given = tuple(each.name for each in resource.entity.fields)
    also = "".join(f' or me.role = "{each}"' for each in roles)
    mine = f".owner_id = me.id{also}"
    return replace(
        resource,
        entity=entity,
        given=given,
        sets=(*resource.sets, ("owner_id", "me.id")),
        needs=private or resource.needs,
        writers=True,
        visible=_both(resource.visible, mine) if private else resource.visible,
        touchable="" if private else f"$.owner_id = me.id{also}",
    )


def _both(left: str, right: str) -> str:
    return f"({left}) and ({right})" if left else right


def only_for(operation: Operation, role: str) -> Operation:
    """An operation that only a role may do."""
    guard = program(f'guard me.role = "{role}" else forbidden')
    return replace(operation, effect=(*guard, *operation.effect), needs="caller")
