"""Effect programs read from their notation, with errors that point."""

from __future__ import annotations

import json
from typing import NamedTuple, TypeAlias

from beliefs.errors import InvalidInput, shown
from beliefs.spec import patterns as re
from beliefs.spec.effects import (
    BUILTINS,
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
    Order,
    Patch,
    Pick,
    Row,
    Stmt,
    Table,
    Var,
)
from beliefs.spec.notation import INDENT, LOOSEST, TIGHTNESS


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


_TOKENS = re.compile(
    r"""(?P<space>\s+)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<sign>!=|<=|>=|[-+*/%=<>.,:(){}\[\]])""",
    re.VERBOSE | re.ASCII,
)
_CLAUSES = ("where", "by", "skip", "limit")
_WORDS = {"true": True, "false": False, "null": None}


def read(text: str) -> Effect:
    """The program that a text says, or a sentence with the line that says none.

    >>> read("answer 200 count(Note)")
    (Answer(status=200, body=Call(function='count', arguments=(Table(entity='Note'),)), ...
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    effect, rest = _block(lines, 0)
    if rest:
        raise _wrong(rest[0], "it is indented too far")
    return effect


def read_expression(text: str) -> Expr:
    """The value that a text says.

    >>> read_expression("now()")
    Call(function='now', arguments=())
    """
    reader = _Reader((1, text))
    value = reader.expression()
    reader.end()
    return value


_Lines: TypeAlias = list[tuple[int, str]]


def _block(lines: _Lines, depth: int) -> tuple[Effect, _Lines]:
    done: list[Stmt] = []
    while lines and _depth(lines[0]) == depth:
        statement, lines = _statement(lines, depth)
        done.append(statement)
    return tuple(done), lines


def _depth(line: tuple[int, str]) -> int:
    spaces = len(line[1]) - len(line[1].lstrip(" "))
    return spaces // len(INDENT)


def _statement(lines: _Lines, depth: int) -> tuple[Stmt, _Lines]:
    line, rest = lines[0], lines[1:]
    reader = _Reader(line)
    word = reader.name()
    if word in {"for", "if"}:
        return _branching(word, reader, rest, depth)
    match word:
        case "let":
            name = reader.name()
            reader.sign("=")
            statement: Stmt = Let(name, reader.expression())
        case "guard":
            holds = reader.expression()
            reader.word("else")
            statement = Guard(holds, reader.name(), reader.string() if reader.more() else "")
        case "insert":
            entity, values = reader.name(), reader.expression()
            reader.word("as")
            statement = Insert(entity, values, reader.name())
        case "patch":
            statement = Patch(reader.name(), reader.name(), reader.expression())
        case "delete":
            entity = reader.name()
            reader.word("where")
            statement = Delete(entity, reader.expression())
        case "answer":
            statement = reader.answer()
        case _:
            raise _wrong(line, f"{shown(word)} begins no statement")
    reader.end()
    return statement, rest


def _branching(word: str, reader: _Reader, rest: _Lines, depth: int) -> tuple[Stmt, _Lines]:
    if word == "for":
        name = reader.name()
        reader.word("in")
        source = reader.expression()
        reader.sign(":")
        reader.end()
        body, rest = _block(rest, depth + 1)
        return For(name, source, body), rest
    holds = reader.expression()
    reader.sign(":")
    reader.end()
    then, rest = _block(rest, depth + 1)
    otherwise: Effect = ()
    if rest and _depth(rest[0]) == depth and rest[0][1].strip() == "else:":
        otherwise, rest = _block(rest[1:], depth + 1)
    return If(holds, then, otherwise), rest


def _wrong(line: tuple[int, str], why: str) -> InvalidInput:
    return InvalidInput(f"Line {line[0]} of the effect, {shown(line[1].strip())}: {why}.")


class _Reader:
    """The tokens of one line, taken from the left."""

    def __init__(self, line: tuple[int, str]) -> None:
        self._line = line
        self._tokens = _tokens(line)
        self._at = 0

    def more(self) -> bool:
        return self._at < len(self._tokens)

    def end(self) -> None:
        if self.more():
            raise self._wrong(f"{shown(self._tokens[self._at].text)} is too much")

    def name(self) -> str:
        return self._take("name", "a name")

    def string(self) -> str:
        return str(json.loads(self._take("string", "a text in quotes")))

    def word(self, text: str) -> None:
        if self._take("name", text) != text:
            raise self._wrong(f"it lacks `{text}`")

    def sign(self, text: str) -> None:
        if not self._skip(text):
            raise self._wrong(f"it lacks `{text}`")

    def answer(self) -> Answer:
        status = int(self._take("number", "a status"))
        media = self.string() if self._skip("as") else "application/json"
        body = self.expression() if self.more() and not self._sees("headers") else None
        headers = self.expression() if self._skip("headers") else Make(())
        if not isinstance(headers, Make):
            raise self._wrong("headers take a record")
        return Answer(status, body, media, headers.fields)

    def expression(self, level: int = LOOSEST) -> Expr:
        if level == len(OPERATORS):
            return self._trailed(self._single())
        left = self.expression(level + 1)
        while self.more() and self._tokens[self._at].text in OPERATORS[level]:
            if self._tokens[self._at].kind == "string":
                break
            sign = self._tokens[self._at].text
            self._at += 1
            left = Call(sign, (left, self.expression(level + 1)))
        return left

    def _trailed(self, value: Expr) -> Expr:
        while True:
            if self._skip("."):
                value = Get(value, self.name())
            elif self._skip("["):
                value = self._pick(value)
            else:
                return value

    def _single(self) -> Expr:
        if not self.more():
            raise self._wrong("it ends where a value should stand")
        kind, text, _ = self._tokens[self._at]
        self._at += 1
        if kind in {"string", "number"}:
            return Lit(json.loads(text))
        if kind == "name":
            return self._named(text)
        match text:
            case "(":
                inner = self.expression()
                self.sign(")")
                return inner
            case ".":
                return Get(Row(), self.name())
            case "[":
                return Items(tuple(self._several("]")))
            case "{":
                return self._record()
        raise self._wrong(f"{shown(text)} is no value")

    def _named(self, name: str) -> Expr:
        if name in _WORDS:
            return Lit(_WORDS[name])
        if name == "row":
            return Row()
        if name == "each" and self._skip("("):
            return self._each()
        if self._skip("("):
            if name not in BUILTINS and name not in TIGHTNESS:
                raise self._wrong(f"there is no function {shown(name)}")
            return Call(name, tuple(self._several(")")))
        return Table(name) if name[0].isupper() else Var(name)

    def _each(self) -> Each:
        name = self.name()
        self.word("in")
        source = self.expression()
        self.sign(":")
        into = self.expression()
        self.sign(")")
        return Each(name, source, into)

    def _several(self, end: str) -> list[Expr]:
        found: list[Expr] = []
        while not self._skip(end):
            if found:
                self.sign(",")
            found.append(self.expression())
        return found

    def _record(self) -> Make:
        fields: list[tuple[str, Expr]] = []
        while not self._skip("}"):
            if fields:
                self.sign(",")
            quoted = self.more() and self._tokens[self._at].kind == "string"
            name = self.string() if quoted else self.name()
            self.sign(":")
            fields.append((name, self.expression()))
        return Make(tuple(fields))

    def _pick(self, source: Expr) -> Pick:
        where = skip = limit = None
        order: list[Order] = []
        first = True
        while not self._skip("]"):
            if not first:
                self.sign(",")
            first = False
            match self.name():
                case "where":
                    where = self.expression()
                case "by":
                    key = self.expression()
                    order.append(Order(key, falling=self._skip("down")))
                case "skip":
                    skip = self.expression()
                case "limit":
                    limit = self.expression()
                case other:
                    raise self._wrong(f"{shown(other)} is none of {', '.join(_CLAUSES)}")
        return Pick(source, where, tuple(order), skip, limit)

    def _sees(self, text: str) -> bool:
        return self.more() and self._tokens[self._at].text == text

    def _skip(self, text: str) -> bool:
        if self._sees(text):
            self._at += 1
            return True
        return False

    def _take(self, kind: str, wanted: str) -> str:
        if not self.more() or self._tokens[self._at].kind != kind:
            raise self._wrong(f"it lacks {wanted}")
        self._at += 1
        return self._tokens[self._at - 1].text

    def _wrong(self, why: str) -> InvalidInput:
        return _wrong(self._line, why)


def _tokens(line: tuple[int, str]) -> list[_Token]:
    found: list[_Token] = []
    at, text = 0, line[1]
    while at < len(text):
        match = _TOKENS.match(text, at)
        if match is None or match.lastgroup is None:
            raise _wrong(line, f"{shown(text[at])} belongs to no word")
        if match.lastgroup != "space":
            found.append(_Token(match.lastgroup, match.group(), at))
        at = match.end()
    return found
