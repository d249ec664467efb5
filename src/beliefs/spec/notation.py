"""Effect programs as text, for people, for files and for comparing.

    let poll = first(Poll[where .id = input.id])
    guard poll != null else absent "Poll not found"
    insert Vote {poll_id: poll.id, voter: input.voter} as vote
    answer 201 drop(vote, "voter")

One statement a line, bodies indented by four spaces. A capital begins an entity; `.field` is a
field of the row that is looked at. `parsing.read(write(effect)) == effect` for every effect.
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.effects import (
    OPERATORS,
    Answer,
    Call,
    Delete,
    Each,
    Effect,
    Expr,
    For,
    Get,
    Guard,
    If,
    Insert,
    Items,
    Let,
    Lit,
    Make,
    Patch,
    Pick,
    Row,
    Stmt,
    Table,
    Var,
)

INDENT = "    "
LOOSEST, UNARY = 0, len(OPERATORS)
TIGHTNESS = {sign: level for level, signs in enumerate(OPERATORS) for sign in signs}


def write(effect: Effect, indent: str = "") -> str:
    """A program as text.

    >>> write((Let("a", Call("+", (Lit(1), Var("b")))), Answer(204)))
    'let a = 1 + b\\nanswer 204'
    """
    return "\n".join(_written(each, indent) for each in effect)


def _written(statement: Stmt, indent: str) -> str:
    match statement:
        case Let(name, value):
            line = f"let {name} = {expression(value)}"
        case Guard(holds, failure, message):
            said = f" {_quoted(message)}" if message else ""
            line = f"guard {expression(holds)} else {failure}{said}"
        case Insert(entity, values, name):
            line = f"insert {entity} {expression(values)} as {name}"
        case Patch(entity, name, values):
            line = f"patch {entity} {name} {expression(values)}"
        case Delete(entity, where):
            line = f"delete {entity} where {expression(where)}"
        case Answer():
            line = _answer(statement)
        case For(name, source, body):
            line = f"for {name} in {expression(source)}:\n{write(body, indent + INDENT)}"
        case If(holds, then, otherwise):
            line = f"if {expression(holds)}:\n{write(then, indent + INDENT)}"
            if otherwise:
                line += f"\n{indent}else:\n{write(otherwise, indent + INDENT)}"
    return f"{indent}{line}"


def _answer(answer: Answer) -> str:
    parts = [f"answer {answer.status}"]
    if answer.media != "application/json":
        parts.append(f"as {_quoted(answer.media)}")
    if answer.body is not None:
        parts.append(expression(answer.body))
    if answer.headers:
        parts.append(f"headers {expression(Make(answer.headers))}")
    return " ".join(parts)


def expression(value: Expr, around: int = LOOSEST) -> str:
    """A value as text, in brackets where what stands around it binds tighter.

    >>> expression(Call("*", (Call("+", (Lit(1), Lit(2))), Lit(3))))
    '(1 + 2) * 3'
    """
    match value:
        case Lit(literal):
            return _quoted(literal)
        case Var(name) | Table(name):
            return name
        case Row():
            return "row"
        case Get(Row(), field):
            return f".{field}"
        case Get(of, field):
            return f"{expression(of, UNARY)}.{field}"
        case Call(sign, (left, right)) if sign in TIGHTNESS:
            level = TIGHTNESS[sign]
            text = f"{expression(left, level)} {sign} {expression(right, level + 1)}"
            return f"({text})" if level < around else text
        case Call(function, arguments):
            return f"{function}({', '.join(expression(each) for each in arguments)})"
        case Make(fields):
            return f"{{{', '.join(f'{_key(name)}: {expression(of)}' for name, of in fields)}}}"
        case Items(items):
            return f"[{', '.join(expression(each) for each in items)}]"
        case Pick():
            return _pick(value)
        case Each(name, source, into):
            return f"each({name} in {expression(source)}: {expression(into)})"


def _pick(pick: Pick) -> str:
    clauses = [f"where {expression(pick.where)}"] if pick.where is not None else []
    clauses += [f"by {expression(each.by)}{' down' if each.falling else ''}" for each in pick.order]
    clauses += [f"skip {expression(pick.skip)}"] if pick.skip is not None else []
    clauses += [f"limit {expression(pick.limit)}"] if pick.limit is not None else []
    return f"{expression(pick.source, UNARY)}[{', '.join(clauses)}]"


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) else _quoted(name)
