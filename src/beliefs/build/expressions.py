"""An expression of an effect as Python that a person would have written.

Equalities of a pick become arguments of the store's read (`db.all(VOTES, poll_id=poll["id"])`),
what is left of it a comprehension. Functions come from `support/values.py` where Python has no word
for them; which ones were used is noted, so that a project gets those and no others.
"""

from __future__ import annotations

import json
import keyword
from dataclasses import dataclass, field, replace

from beliefs.build.shapes import Scope, Shape, item_of, known, shape
from beliefs.build.targets import target
from beliefs.spec.effects import (
    Call,
    Each,
    Expr,
    Get,
    Items,
    Lit,
    Make,
    Pick,
    Row,
    Table,
    Var,
)
from beliefs.spec.features.resources import snake
from beliefs.spec.operations import Input
from beliefs.spec.pure.days import DAYS
from beliefs.spec.pure.numbers import NUMBERS
from beliefs.spec.pure.texts import TEXTS
from beliefs.spec.types import Field, Type

# How tightly Python binds: a text is put in brackets where what stands around binds tighter.
_LOOSE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _TIGHT = range(8)
_SIGNS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "%": _PRODUCT}

# Functions of values.py, by what effects call them.
_HELPERS = {
    "average": "average",
    "any_of": "any_of",
    "distinct": "distinct",
    "with": "included",
    "without": "excluded",
    "place": "placed",
    "index": "index",
    "only": "only",
    "drop": "drop",
    "group": "group",
    "text": "as_text",
    "contains": "contains",
    "occurrences": "occurrences",
    "matches": "matches",
    "split": "split",
    "lines": "lines_of",
    "kilometres": "kilometres",
    "slug": "slug",
    "dashed": "dashed",
    "unique_slug": "unique_slug",
    "markdown": "markdown",
    "escape": "escape",
    "diff": "diff",
    "hash": "sha256",
    "base64": "to_base64",
    "bucket": "bucket",
    "number": "number",
    "percent": "percent",
    "calculate": "calculate",
    "today": "today",
    "later": "later",
    "seconds": "seconds",
    "date": "date",
    "month": "month",
    "streak": "streak",
    "weekday": "weekday",
    "time_of_day": "time_of_day",
    "tree": "tree",
    "query": "query",
    "from_base64": "from_base64",
    "in_zone": "in_zone",
    "from_zone": "from_zone",
    "token": "token",
    "code": "token",
    "uuid": "uuid",
    "hash_password": "hash_password",
    "check_password": "check_password",
    "env": "env",
    "same_secret": "same_secret",
    "tagged": "tagged",
    "csv": "csv",
    "read_csv": "read_csv",
    "html": "fill",
    "/": "divide",
    "flat": "flat",
    "same_items": "same_items",
    "at": "at",
    "keyed": "keyed",
    "decoded": "decoded",
}


# Methods of text.
_METHODS = {
    "lower": "lower",
    "upper": "upper",
    "trim": "strip",
    "starts": "startswith",
    "replace": "replace",
}
# Functions of other support modules.
_ELSEWHERE = {
    **dict.fromkeys(("archive", "sheet", "paper", "thumbnail"), "made"),
    **dict.fromkeys(("combined", "pages", "pictured", "animated"), "made"),
    **dict.fromkeys(("zip_entries", "zip_entry"), "archives"),
    **dict.fromkeys(("piped", "processed"), "programs"),
    "read_xml": "markup",
    "next_run": "crontab",
    **dict.fromkeys(TEXTS, "wording"),
    **dict.fromkeys(NUMBERS, "numeric"),
    **dict.fromkeys(DAYS, "calendric"),
}


@dataclass(slots=True)
class Used:
    """What the text of a file calls, gathered while it is written."""

    values: set[str] = field(default_factory=set)  # functions of values.py
    modules: set[str] = field(default_factory=set)  # other support modules
    names: set[str] = field(default_factory=set)  # imported ones
    tables: set[str] = field(default_factory=set)
    request: bool = False
    secret: bool = False
    json: bool = False
    now: bool = False
    fitted: dict[str, tuple[Field, ...]] = field(default_factory=dict)  # models by name

    def helper(self, name: str) -> str:
        """A function of values.py."""
        self.values.add(name)
        return f"values.{name}"

    def elsewhere(self, name: str) -> str:
        """A function of another support module."""
        module = _ELSEWHERE[name]
        self.modules.add(module)
        return f"{module}.{name}"


def _loose(type_: Type) -> bool:
    """Whether a value has records in it that may leave something out."""
    inside = type_.item is not None and _loose(type_.item)
    return inside or any(not each.required or _loose(each.type) for each in type_.fields)


@dataclass(frozen=True, slots=True)
class Python:
    """Writes expressions of one scope."""

    scope: Scope
    used: Used
    row: str = "row"

    def text(self, value: Expr, around: int = _LOOSE) -> str:
        """A value as Python."""
        written, level = self._written(value)
        return f"({written})" if level < around else written

    def within(self, scope: Scope, row: str = "") -> Python:
        """The same, where other names are known."""
        return Python(scope, self.used, row or self.row)

    def _written(self, value: Expr) -> tuple[str, int]:
        match value:
            case Lit(literal):
                return repr(literal) if not isinstance(literal, str) else _quoted(literal), _TIGHT
            case Var("input"):
                return self._body(), _TIGHT
            case Var(name):
                return safe(name), _TIGHT
            case Row():
                return self.row, _TIGHT
            case Get():
                return self._field(value), _TIGHT
            case Make(fields):
                inner = ", ".join(f"{_quoted(name)}: {self.text(each)}" for name, each in fields)
                return f"{{{inner}}}", _TIGHT
            case Items(items):
                return f"[{', '.join(self.text(each) for each in items)}]", _TIGHT
            case Table() | Pick():
                return self._rows(value), _TIGHT
            case Each(name, source, into):
                return f"[{self._generated(name, source, into)}]", _TIGHT
            case Call(function, arguments):
                return self._call(function, arguments)

    # Records and inputs.

    def _field(self, get: Get) -> str:
        if get.of == Var("input"):
            given = next(
                (each for each in self.scope.operation.inputs if each.name == get.field), None
            )
            if given is None or given.place != "json":
                return safe(get.field)
            return given_name(given) if nested(given.type) else f"body.{attribute(given.name)}"
        of = shape(get.of, self.scope)
        written = self.text(get.of, _TIGHT)
        if of.what == "row" and not of.nullable:
            return f"{written}[{_quoted(get.field)}]"
        return f"{self.used.helper('get')}({written}, {_quoted(get.field)})"

    def _body(self) -> str:
        fields = [each for each in self.scope.operation.inputs if each.place == "json"]
        rest = [
            each
            for each in self.scope.operation.inputs
            if each.place not in {"json", "path", "body"}
        ]
        dumped = self._dumped("")
        parts = [f"**{dumped}"] if fields else []
        parts += [f"{_quoted(each.name)}: {safe(each.name)}" for each in rest]
        return dumped if len(parts) == 1 and fields else f"{{{', '.join(parts)}}}"

    def _dumped(self, how: str) -> str:
        """The body as a record, by the names of the wire."""
        inputs = self.scope.operation.inputs
        renamed = any(attribute(each.name) != each.wire for each in inputs if each.place == "json")
        arguments = [each for each in ("by_alias=True" if renamed else "", how) if each]
        return f"body.model_dump({', '.join(arguments)})"

    def _open(self, record: Expr) -> str:
        """A record for being merged or cut: a row without what it hides."""
        found = shape(record, self.scope)
        text = self.text(record, _TIGHT)
        if found.what == "row" and (hidden := hides(self.scope, found.entity)) is not None:
            return f"{self.used.helper('shown')}({', '.join([text, *hidden])})"
        return text

    # Lists.

    def _rows(self, value: Table | Pick) -> str:
        if isinstance(value, Table):
            return f"db.all({self._table(value.entity)})"
        pick = Pull.of(value)
        if pick is None:
            return self._filtered(value)
        arguments = [self._table(pick.entity)]
        arguments += self._shaped(value) if pick.rest is None else []
        arguments += [f"{name}={self.text(each)}" for name, each in pick.equal]
        rows = f"db.all({', '.join(arguments)})"
        if pick.rest is None and self._plain_order(value):
            return rows
        return self._narrowed(rows, value, pick.rest)

    def _table(self, entity: str) -> str:
        found = self.scope.spec.entity(entity)
        assert found is not None, f"an effect names {entity}, which no entity is"
        name = constant(found.plural)
        self.used.tables.add(found.name)
        return name

    def _plain_order(self, pick: Pick) -> bool:
        """Whether the store can sort and cut as the pick wants it."""
        return all(isinstance(each.by, Get) and each.by.of == Row() for each in pick.order)

    def _shaped(self, pick: Pick) -> list[str]:
        if not self._plain_order(pick):
            return []
        arguments = []
        if pick.order:
            names = [
                _quoted(f"{'-' if each.falling else ''}{each.by.field}")
                for each in pick.order
                if isinstance(each.by, Get)
            ]
            arguments.append(f"order=[{', '.join(names)}]")
        if pick.limit is not None:
            arguments.append(f"limit={self.text(pick.limit)}")
        if pick.skip is not None:
            arguments.append(f"offset={self.text(pick.skip)}")
        return arguments

    def _filtered(self, pick: Pick) -> str:
        rows = self.text(pick.source)
        brought = isinstance(pick.source, Get) and pick.source.of == Var("input")
        if brought and shape(pick.source, self.scope).what == "any":
            rows = f"{self.used.helper('items')}({rows})"  # it may be no list at all
        return self._narrowed(rows, pick, pick.where)

    def _narrowed(self, rows: str, pick: Pick, where: Expr | None) -> str:
        """Rows filtered, sorted and cut in Python."""
        item = item_of(shape(pick.source, self.scope))
        name = self._fresh_row()
        inner = self.within(self.scope.looking(item), name)
        if where is not None:
            rows = f"[{name} for {name} in {rows} if {inner.text(where, _OR)}]"
        for order in reversed(pick.order):
            key = f"lambda {name}: {self.used.helper('sort_key')}({inner.text(order.by)})"
            down = ", reverse=True" if order.falling else ""
            rows = f"sorted({rows}, key={key}{down})"
        skip = "" if pick.skip is None else self.text(pick.skip)
        if pick.limit is not None:
            limit = self.text(pick.limit, _SUM)
            rows = f"{rows}[{skip}:][:{limit}]" if skip else f"{rows}[:{limit}]"
        elif skip:
            rows = f"{rows}[{skip}:]"
        return rows

    def _fresh_row(self) -> str:
        """A name for the row, unlike that of the pick around it."""
        return (
            "row" if self.scope.row == Shape() else "other" if self.row == "row" else f"{self.row}_"
        )

    def _generated(self, name: str, source: Expr, into: Expr) -> str:
        inner = self.within(self.scope.bound(name, item_of(shape(source, self.scope))))
        return f"{inner.text(into)} for {safe(name)} in {self.text(source)}"

    # Functions.

    def _call(self, function: str, arguments: tuple[Expr, ...]) -> tuple[str, int]:
        if function in {"and", "or"}:
            level = _AND if function == "and" else _OR
            held = known(arguments[0], self.scope) if function == "and" else self.scope
            left = self.text(arguments[0], level)
            right = self.within(held).text(arguments[1], level)
            return f"{left} {function} {right}", level
        if function in {"=", "!=", "<", "<=", ">", ">=", "in"}:
            return self._compared(function, *arguments)
        if function in _SIGNS:
            level = _SIGNS[function]
            left, right = self.text(arguments[0], level), self.text(arguments[1], level + 1)
            return f"{left} {function} {right}", level
        if function == "not":
            return f"not {self.text(arguments[0], _NOT)}", _NOT
        if function == "if":
            holds, then, otherwise = arguments
            inside = self.within(known(holds, self.scope)).text(then, _OR)
            text = f"{inside} if {self.text(holds, _OR)} else {self.text(otherwise)}"
            return text, _LOOSE
        return self._function(function, arguments), _TIGHT

    def _fitted(self, value: Expr, entity: str, names: list[str]) -> str:
        """A check by a model of its own."""
        found = self.scope.spec.entity(entity)
        assert found is not None
        partial = any(each.endswith("?") for each in names)
        told = (found.field(each.rstrip("?")) for each in names)
        fields = tuple(
            replace(each, required=False, default="") if partial else each for each in told if each
        )
        name = f"{snake(entity)}_{'changes' if partial else 'fields'}"
        self.used.fitted[name] = fields
        model = "".join(part.capitalize() for part in name.split("_"))
        how = ", partial=True" if partial else ""
        return f"{self.used.helper('fitted')}({model}, {self.text(value)}{how})"

    def _compared(self, sign: str, left: Expr, right: Expr) -> tuple[str, int]:
        if sign == "in":
            text = f"{self.text(left, _SUM)} in {self._listed(right)}"
        elif sign in {"=", "!="}:
            if right == Lit(None) or (isinstance(right, Lit) and isinstance(right.value, bool)):
                word = "is" if sign == "=" else "is not"
            else:
                word = "==" if sign == "=" else "!="
            text = f"{self.text(left, _SUM)} {word} {self.text(right, _SUM)}"
        elif self._comparable(left, right):
            text = f"{self.text(left, _SUM)} {sign} {self.text(right, _SUM)}"
        else:
            first, second = (left, right) if sign[0] == "<" else (right, left)
            helper = self.used.helper("less" if len(sign) == 1 else "at_most")
            return f"{helper}({self.text(first)}, {self.text(second)})", _TIGHT
        return text, _COMPARE

    def _comparable(self, left: Expr, right: Expr) -> bool:
        one, two = shape(left, self.scope), shape(right, self.scope)
        alike = one.what == two.what and one.what in {"number", "text"}
        return alike and not one.nullable and not two.nullable

    def _listed(self, value: Expr) -> str:
        text = self.text(value, _OR)
        return f"({text} or [])" if shape(value, self.scope).nullable else self.text(value, _SUM)

    def _function(self, function: str, arguments: tuple[Expr, ...]) -> str:
        match function, arguments:
            case "count", (Table(entity),):
                return f"db.count({self._table(entity)})"
            case "count", (Pick() as pick,) if (pull := Pull.of(pick)) and pull.counts(pick):
                equal = [f"{name}={self.text(each)}" for name, each in pull.equal]
                return f"db.count({', '.join([self._table(pull.entity), *equal])})"
            case (("count" | "length"), (one,)):
                return f"len({self._listed(one)})"
            case "first", (Pick() as pick,) if (
                (pull := Pull.of(pick)) and pull.counts(pick) and not pick.order
            ):
                equal = [f"{name}={self.text(each)}" for name, each in pull.equal]
                return f"db.first({', '.join([self._table(pull.entity), *equal])})"
            case "first", (one,):
                return f"next(iter({self.text(one)}), None)"
            case "last", (one,):
                return f"next(reversed({self.text(one)}), None)"
            case "sum", (Each(name, source, into),):
                return f"sum({self._generated(name, source, into)})"
            case "sum", (one,):
                return f"sum({self.text(one)})"
            case (("least" | "most"), (one,)):
                word = "min" if function == "least" else "max"
                if isinstance(one, Items) and len(one.items) > 1:
                    return f"{word}({', '.join(self.text(each) for each in one.items)})"
                return f"{word}({self.text(one)}, default=None)"
            case "or_else", (one, two):
                return f"{self.used.helper('or_else')}({self.text(one)}, {self.text(two)})"
            case "joined", (one, two):
                return f"{self.text(two, _TIGHT)}.join({self.text(one)})"
            case "append", (one, two):
                return f"[*{self.text(one, _TIGHT)}, {self.text(two)}]"
            case "range", (one,):
                return f"list(range({self.text(one)}))"
            case "merge", (one, two):
                return f"{{**{self._open(one)}, **{self._open(two)}}}"
            case "drop", (one, *names):
                rest = ", ".join([self._open(one), *(self.text(each) for each in names)])
                return f"{self.used.helper('drop')}({rest})"
            case "fitted", (one, Lit(str(entity)), *names):
                told = [str(each.value) for each in names if isinstance(each, Lit)]
                return self._fitted(one, entity, told)
            case "given", _:
                loose = any(_loose(each.type) for each in self.scope.operation.inputs)
                # What a record inside leaves out is null; only what the body leaves out stays out.
                return self._dumped(
                    "include=body.model_fields_set" if loose else "exclude_unset=True"
                )
            case _, (one, *others) if function in _METHODS:
                given = ", ".join(self.text(each) for each in others)
                return f"{self.text(one, _TIGHT)}.{_METHODS[function]}({given})"
            case "round", (one, two):
                nullable = shape(one, self.scope).nullable
                name = self.used.helper("rounded") if nullable else "round"
                return f"{name}({self.text(one)}, {self.text(two)})"
            case "floor", (one,) if shape(one, self.scope).nullable:
                return f"{self.used.helper('floored')}({self.text(one)})"
            case "floor", (one,):
                return f"int({self.text(one, _TIGHT)} // 1)"
            case "json", (one,):
                self.used.json = True
                return f"json.dumps({self.text(one)})"
            case "etag", (one,):
                return f"{self.used.helper('etag')}({self._open(one)})"
            case "url", (one,):
                self.used.request = True
                return target(self.scope.spec).absolute(self.text(one))
            case "now", _:
                self.used.now = True
                return "now"
            case "caller", _:
                self.used.request = True
                return target(self.scope.spec).ADDRESS
            case (("sign" | "signed"), _):
                self.used.secret = True
                inner = ", ".join([*(self.text(each) for each in arguments), "SECRET"])
                return f"{self.used.helper(function)}({inner})"
        own = function not in _ELSEWHERE
        name = self.used.helper(_HELPERS[function]) if own else self.used.elsewhere(function)
        return f"{name}({', '.join(self.text(each) for each in arguments)})"


@dataclass(frozen=True, slots=True)
class Pull:
    """The part of a pick that a store does: equalities of an entity's fields, and what is left."""

    entity: str
    equal: tuple[tuple[str, Expr], ...]
    rest: Expr | None

    @staticmethod
    def of(pick: Pick) -> Pull | None:
        """What a store does of a pick of an entity's rows; None of any other list."""
        if not isinstance(pick.source, Table):
            return None
        equal: list[tuple[str, Expr]] = []
        rest: Expr | None = None
        for each in _conjuncts(pick.where):
            match each:
                case Call("=", (Get(Row(), name), other)) if not _looks_at_row(other):
                    if name not in dict(equal) and _is_argument(name):
                        equal.append((name, other))
                        continue
            rest = each if rest is None else Call("and", (rest, each))
        return Pull(pick.source.entity, tuple(equal), rest)

    def counts(self, pick: Pick) -> bool:
        """Whether nothing but equalities is asked for."""
        return self.rest is None and pick.skip is None and pick.limit is None


def _is_argument(name: str) -> bool:
    """Whether a store can be asked for a field by this name: what is none of its own words."""
    own = {"self", "table", "order", "limit", "offset"}
    return name.isidentifier() and not keyword.iskeyword(name) and name not in own


def _conjuncts(where: Expr | None) -> list[Expr]:
    match where:
        case None:
            return []
        case Call("and", (left, right)):
            return [*_conjuncts(left), *_conjuncts(right)]
    return [where]


def _looks_at_row(value: Expr) -> bool:
    match value:
        case Row():
            return True
        case Get(of, _):
            return _looks_at_row(of)
        case Call(_, arguments):
            return any(_looks_at_row(each) for each in arguments)
        case Items(items):
            return any(_looks_at_row(each) for each in items)
        case Make(fields):
            return any(_looks_at_row(each) for _, each in fields)
        case Each(_, source, into):
            return _looks_at_row(source) or _looks_at_row(into)
        case Pick(source):
            return _looks_at_row(source)
    return False


def given_name(given: Input) -> str:
    """The variable that holds an input with records in it, as plain values."""
    return f"{safe(given.name)}_given"


def hides(scope: Scope, entity: str) -> list[str] | None:
    """The fields that answers do not show of an entity, in quotes; None when all is shown."""
    found = scope.spec.entity(entity)
    if found is None or not any(each.hidden or each.type.kind == "file" for each in found.fields):
        return None
    return [_quoted(each.name) for each in found.fields if each.hidden]


def constant(plural: str) -> str:
    """The name of a table in code.

    >>> constant("quiz-attempts")
    'QUIZ_ATTEMPTS'
    """
    return plural.replace("-", "_").upper()


# What the code around an effect calls by these names.
_CALLED = "body db input iter json len list max min next other range request reversed round row"
_CALLED += (
    " archives calendric crontab made markup now numeric programs sorted str sum values wording"
)
_CALLED += " answered documented download jsonify readable router taking transaction uploaded"
_TAKEN = frozenset(_CALLED.split()) | frozenset(keyword.kwlist)


def safe(name: str) -> str:
    """A name that means nothing else in the code around it."""
    plain = "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in name)
    return f"{plain}_" if plain in _TAKEN or plain[0].isdigit() else plain


_OF_MODELS = frozenset(["construct", "copy", "dict", "json", "parse_obj", "schema", "validate"])


def attribute(name: str) -> str:
    """A name that a field of a Pydantic model may have.

    >>> attribute("body"), attribute("class"), attribute("x-y")
    ('body', 'class_', 'x_y')
    """
    plain = "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in name)
    plain = plain.lstrip("_") or "field"
    taken = keyword.iskeyword(plain) or plain in _OF_MODELS or plain.startswith("model_")
    return f"{plain}_" if taken else f"n{plain}" if plain[0].isdigit() else plain


def nested(kind: Type) -> bool:
    """Whether a type has records with fields of their own in it."""
    return bool(kind.fields) or (kind.item is not None and nested(kind.item))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
