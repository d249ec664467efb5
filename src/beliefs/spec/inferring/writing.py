"""What the effect of a documented route is written with: inputs, rows it names, its answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences, totals_in
from beliefs.spec.documents.contract import (
    Contract,
    Fault,
    Property,
    Reply,
    Route,
    Shape,
    is_list,
    is_record,
    typed,
)
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import (
    WRAPS,
    Step,
    is_envelope,
    restores,
    steps,
    unwrapped,
)
from beliefs.spec.documents.words import plain, snaked, words
from beliefs.spec.failures import DEFAULT_BODY, Failure, Failures, Way
from beliefs.spec.features import row_keys
from beliefs.spec.inferring.access.accounts import Accounts, of_caller
from beliefs.spec.inferring.access.roles import ABOVE, by_owner, one_of, or_owner, roles_wanted
from beliefs.spec.inferring.access.shown import token_input
from beliefs.spec.inferring.families.trails import number_type
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.linking import link_through
from beliefs.spec.inferring.keeping.values import (
    computed,
    constant,
    kept_value,
    listed,
    made,
    projected,
)
from beliefs.spec.inferring.rules.refusing import (
    WAYS,
    chosen,
    code_of,
    message_of,
    noted,
    said_always,
)
from beliefs.spec.inferring.rules.trash import present
from beliefs.spec.operations import Input, Place
from beliefs.spec.service import Assumption, Unknown
from beliefs.spec.types import Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.carrying import Carried

_NAME = re.compile(r"[A-Za-z_]\w*")
_USUAL = {"location", "etag", "retryafter", "setcookie", "contentdisposition", "contenttype"} | {
    *("lastmodified", "allow", "cachecontrol", "wwwauthenticate"),
    *("ratelimitlimit", "ratelimitremaining", "ratelimitreset"),
}
_MESSAGES = {"message", "msg", "detail", "info", "description"}
_FINE = {"success", "ok", "deleted", "updated", "done", "accepted", "removed"}


def _not_own(route: Route) -> bool:
    """Whether a deed is for everybody but the one whose row it is done to."""
    said = [each.words for each in route.faults if each.status == 403]
    said += [each for each in sentences(route.words) if "403" in each]
    own = r"(?i)\b(?:an?|one's|the|your|their|his|her|any)? ?own \w+|\bthemsel\w+|\byoursel\w+"
    other = r"(?i)\bonly\b|\bnot (?:the |an? |your |their )*(?:own|owner)"
    return any(re.search(own, each) and not re.search(other, each) for each in said)


@dataclass(slots=True)
class Scene:
    """What is at hand where an answer is made."""

    holding: Holding | None = None
    row: str = ""
    rows: str = ""
    values: dict[str, str] = field(default_factory=dict)  # by plain name
    message: str = ""
    shown: bool = False  # the rows are shaped already


@dataclass(slots=True)
class Writer:
    """Knows the whole contract, and hears of what was assumed and what was not understood."""

    contract: Contract
    kept: Kept
    accounts: Accounts
    said: Callable[[Assumption], None]
    unknown: Callable[[Unknown], None]
    failures: Failures | None = None
    stated: list[Failure] = field(default_factory=list)  # by the operation that is written
    # Routes, by method and path, that carry a token among their values.
    tokens: dict[tuple[str, str], Carried] = field(default_factory=dict)

    # Inputs.

    def name(self, wire: str) -> str:
        """A name on the wire as effects say it."""
        return wire if _NAME.fullmatch(wire) else snaked(wire)

    def inputs(self, route: Route, *, optional: bool = False) -> tuple[Input, ...]:
        """Everything that a route is brought; `optional` leaves every field of the body free."""
        found: dict[str, Input] = {}
        for each in route.params:
            if each.place == "header" and each.name.lower() in {"authorization", "content-type"}:
                continue
            security = self.contract.security
            if security and each.place == security.place and each.name == security.name:
                continue
            name = self.name(each.name)
            named = each.name if each.name != name and each.place != "path" else ""
            kind = typed(each.shape)
            if each.place == "path":
                kind = self._path_type(route, each.name, kind)
            found[name] = Input(name, each.place, kind, each.required, each.default, named)
        if (token := token_input(self, route)) is not None:
            found[token.name] = token
        for part in self._body(route, optional=optional):
            found.setdefault(part.name, part)
        return tuple(found.values())

    def _path_type(self, route: Route, name: str, kind: Type) -> Type:
        """The type of a name in a path: as declared, else as the key that it names."""
        if kind.kind not in {"json", "record", "list"}:
            return kind
        chain = self.chain(route)
        for end, step in enumerate(chain, 1):
            holding = self.kept.at(chain[:end])
            if step.param == name and holding is not None and self.accounts.users is not None:
                crowds = [each.crowd.name for each in self.kept.holdings if each.crowd is not None]
                if holding.name in crowds:
                    from beliefs.spec.inferring.access.members import param_kind

                    return Type(param_kind(self, name))
            if step.param == name and holding is not None:
                part = holding.shape.part(holding.key.name)
                own = part.shape.type if part is not None else Type("string")
                posted = any(each.method == "POST" and each.body for each in holding.routes)
                makes = route.method == "PUT" and step is chain[-1] and holding.key_given
                makes = makes and (not posted or 201 in route.statuses)
                if makes and own.kind == "string" and holding.key.name == name:
                    return replace(own, nullable=False)
                if name in holding.fields and name in holding.sets:
                    return Type(holding.fields[name].type.kind)
                return holding.key_type
        part = route.good.shape.part(name) if route.good and route.good.shape else None
        if part is not None and part.shape.type.kind == "date":
            return Type("date")
        return number_type(self.kept, name, route.path) or Type("string")

    def _body(self, route: Route, *, optional: bool) -> list[Input]:
        body = route.body
        if body is None:
            return []
        if route.many:  # one record, or a list of them
            return [Input("body", "body", Type("json"))]
        if not is_record(body) or (body.open and not body.properties):
            kind = Type("string") if route.consumes == "text/plain" else typed(body)
            return [Input("body", "body", kind)]
        made = []
        for each in body.properties:
            if each.read_only:
                continue
            name = self.name(each.name)
            if f"{{{name}}}" in route.path and fixed(route, each.name):
                name = f"new_{name}"
            kind = typed(each.shape)
            place: Place = "form" if route.form else "json"
            if route.consumes == "text/plain":
                place = "body"
            if kind.kind == "file" or (kind.item is not None and kind.item.kind == "file"):
                place = "file"
            required = each.required and (not optional or each.name in route.demanded)
            if place == "file" and required and kind.kind == "list":
                kind = replace(kind, min_length=kind.min_length or 1)  # no part is no list at all
            default = "" if optional or required else each.default
            if not optional and not required and not default and route.method == "PUT":
                default = self._usual(route, each.name)
            named = each.name if each.name != name else ""
            if is_list(each.shape) and not required and not default and not optional:
                default = "" if kind.nullable else "[]"
            made.append(Input(name, place, kind, required, default, named))
        return made

    def _usual(self, route: Route, name: str) -> str:
        """The value that a new row has where nothing is said, which a replaced one has too."""
        chain = self.chain(route)
        holding = self.kept.at(chain) if chain else None
        known = holding.fields.get(name) if holding is not None else None
        return known.default if known is not None else ""

    # Rows that a path names.

    def chain(self, route: Route) -> tuple[Step, ...]:
        """The steps of its path."""
        return steps(route.path, self.contract.base)

    def above(self, route: Route, chain: tuple[Step, ...]) -> list[str]:
        """Statements that read every row named before the end of a path."""
        lines: list[str] = []
        for end in range(1, len(chain) + 1):
            holding = self.kept.at(chain[:end]) if chain[end - 1].param else None
            if holding is not None:
                lines += self.reads(route, holding, chain[:end])
        return lines

    def reads(self, route: Route, holding: Holding, chain: tuple[Step, ...]) -> list[str]:
        """Statements that read one row by its key, within what it belongs to."""
        param = chain[-1].param
        own = param if param in holding.fields and param in holding.sets else holding.finder
        holds = [
            _found_by(own, param, holding)
            if own not in self.contract.folds
            else f"lower(.{own}) = lower(input.{param})"
        ]
        holds += self.within(holding, chain[:-1])
        thrown = holding.gone if not restores(self.chain(route)) else ""
        if thrown and 410 not in route.statuses:
            holds.append(f".{thrown} = null")
        if holding.tomb and re.search(rf"(?i)\b{holding.tomb}\b|placeholder", route.words):
            holds.append(f"not(.{holding.tomb})")
        guard: list[str] = []
        one = holding.variable
        if holding.addressed and self.needs(route):
            from beliefs.spec.inferring.families.addressing import seen_by

            seen, guard = seen_by(self, route, holding)
            holds += seen
        thrown = holding.retired or (thrown if 410 in route.statuses else "")
        if thrown:
            gone = f"The {holding.spoken.lower()} is gone"
            way = self.refuse(route, "gone", gone, thrown, (410,))
            guard = [f"guard {one}.{thrown} = null else {way}"]
        wanted = roles_wanted(self.accounts, route) if self.needs(route) else ()
        besides = or_owner(self.accounts, route) if self.needs(route) else ()
        above = set(wanted) <= {*self.accounts.seeing, *ABOVE} and not by_owner(route, holding)
        unseen = not wanted or not above
        if holding.apiece and not holding.private and self.needs(route):
            holds.append(f".{holding.owner} = me.{self._me().key.name}")
        elif holding.owner and self.needs(route) and unseen:
            mine = f"{holding.owner} = me.{self._me().key.name}"
            if besides:
                role = one_of(f"me.{self.accounts.role}", besides)
                told = f"{one}.{mine} or {role}"
                if holding.private and 403 not in route.statuses:
                    holds.append(f"({role} or .{mine})")
                else:
                    other = self.refuse(route, "forbidden", "Forbidden", "owner role", (403,))
                    guard.append(f"guard {told} else {other}")
            elif holding.readers:
                own = self.refuse(route, "forbidden", "Forbidden", "owner belong", (403,))
                hidden = hides(self.contract, route) or 403 not in route.statuses
                looks, may = self.readable(holding), self._changeable(route, holding)
                if hidden and (route.method == "GET" or 403 in route.statuses):
                    holds.append(looks)
                elif hidden:
                    holds.append(may)
                if 403 in route.statuses and not (hidden and route.method == "GET"):
                    told = looks if route.method == "GET" else may
                    row = re.sub(r"(?<![\w)])\.(?=\w)", f"{one}.", told)
                    guard.append(f"guard {row} else {own}")
            elif self.accounts.seeing and holding.private:
                holds.append(self._seen(holding))
                if chain == self.chain(route)[: len(chain)] and by_owner(route, holding):
                    other = self.refuse(route, "forbidden", "Forbidden", "owner its only", (403,))
                    guard.append(f"guard {one}.{mine} else {other}")
            elif 403 in route.statuses or not holding.private:
                # What others may see they may also like, answer or join.
                deed = chain != self.chain(route) and not {403} & route.statuses
                if chain != self.chain(route) and _not_own(route):
                    other = self.refuse(route, "forbidden", "Forbidden", "own", (403,))
                    guard.append(f"guard {one}.{mine.replace(' = ', ' != ')} else {other}")
                elif (route.method != "GET" or holding.private) and not deed:
                    other = self.refuse(route, "forbidden", "Forbidden", "owner belong", (403,))
                    guard.append(f"guard {one}.{mine} else {other}")
            else:
                holds.append(f".{mine}")
        if self.needs(route) and self.accounts.held[0] == holding.name:
            other = self.refuse(route, "forbidden", "Forbidden", "wrong token", (403,))
            guard.append(f"guard {row_keys.holds(one, self.accounts.held[1])} else {other}")
        guard += self._shown(route, holding)
        return [
            f"let {one} = first({holding.name}[where {' and '.join(holds)}])",
            f"guard {one} != null else {self.absent(route, holding)}",
            *guard,
        ]

    def _shown(self, route: Route, holding: Holding) -> list[str]:
        """The guard that a request brings the secret of a row, where it has to."""
        name = holding.secret
        known = {name, *words(name)[-1:]}  # `delete_key`, that a request brings as `key`
        given = [each for each in self.inputs(route) if each.wire in known and each.place != "path"]
        if not name or not given:
            return []
        said = f"Wrong {name.replace('_', ' ')}"
        way = self.refuse(route, "forbidden", said, f"wrong {name}", (403, 401))
        return [f"guard same_secret(input.{given[0].name}, {holding.variable}.{name}) else {way}"]

    def within(self, holding: Holding, chain: tuple[Step, ...]) -> list[str]:
        """Conditions that a row belongs to the rows named before it."""
        found = []
        for end in range(len(chain), 0, -1):
            parent = self.kept.at(chain[:end]) if chain[end - 1].param else None
            if parent is None:
                continue
            link = next((each for each in holding.parents if each.name == parent.name), None)
            if link is not None:
                found.append(f".{link.field} = {parent.variable}.{parent.key.name}")
                break
            if through := link_through(holding, parent, self.kept):
                found.append(through)
                break
        param, name = holding.under
        if not found and any(each.param == param for each in chain if param):
            found.append(f".{name} = input.{param}")
        return found

    def present(self, route: Route, holding: Holding) -> list[str]:
        """The condition that a row is not deleted, unless a query asks for those too."""
        return present(
            holding, route, {each.name: f"input.{self.name(each.name)}" for each in route.params}
        )

    def live(self, holding: Holding) -> str:
        """The part of a pick that leaves deleted rows out."""
        return f"[where .{holding.gone} = null]" if holding.gone else ""

    def _me(self) -> Holding:
        assert self.accounts.users is not None
        return self.accounts.users

    def mine(self, route: Route, holding: Holding) -> list[str]:
        """The condition that a row is the caller's, where that is what may be seen."""
        own = re.search(
            r"(?i)\b(?:only|just)\b[^.]*\b(?:own|my|mine|your|caller|created by)\b|\bof the "
            r"caller\b|"
            r"\b(?:my|your) \w+",
            route.words,
        )
        own = own or of_caller(self.accounts, route)
        if holding.crowd is not None or holding.crowding:
            return self._belonging(route, holding)
        if holding.apiece and route.method != "GET":
            return [f".{holding.owner} = me.{self._me().key.name}"]
        if holding.owner and (holding.private or own) and self.needs(route):
            if self.accounts.seeing:
                return [self._seen(holding)]
            if holding.readers and re.search(r"(?i)\bshared\b", said_of(self.contract, route)):
                return [self.readable(holding)]
            return [f".{holding.owner} = me.{self._me().key.name}"]
        return []

    def _belonging(self, route: Route, holding: Holding) -> list[str]:
        """The condition that a row is one that the caller belongs to, or below one."""
        groups = [each for each in self.kept.holdings if each.crowd is not None]
        links = {each.name: each.field for each in holding.parents}
        for group in groups if self.needs(route) else ():
            link = group.key.name if group is holding else links.get(group.name, "")
            named = any(self.kept.at(self.chain(route)[:end]) is group for end in range(1, 9))
            if group.crowd is None or not link or (named and group is not holding):
                continue
            mine = f"{group.crowd.name}[where .{group.crowd.who} = me.{self._me().key.name}]"
            return [f".{link} in each(one in {mine}: one.{group.crowd.link})"]
        return []

    def my_name(self) -> str:
        """What a caller is called in lists of names."""
        return f"me.{self._me().key.name if self.accounts.caller else self.accounts.name}"

    def readable(self, holding: Holding) -> str:
        """The condition that a row is the caller's, or shared with the caller."""
        mine = f".{holding.owner} = me.{self._me().key.name}"
        return f"({mine} or {self.my_name()} in .{holding.readers})"

    def _changeable(self, route: Route, holding: Holding) -> str:
        """The condition that the caller may change a row: it is theirs, or words let others too."""
        mine = f".{holding.owner} = me.{self._me().key.name}"
        said = " ".join([route.words, *(e.words for e in route.faults if e.status == 403)])
        if by_owner(route, holding) or re.search(r"(?i)\bowners? only\b|\bonly the owner\b", said):
            return mine
        shared = r"(?i)\b(?:those|every(?:body|one)|users?|people|any(?:body|one)) (?:that |whom )?"
        shared += r"(?:it|the \w+) is shared with\b|\bnot shared with\b"
        if re.search(shared, said) and not holding.editors:
            return self.readable(holding)
        if holding.editors and not re.search(r"(?i)shar|reader|collaborat", route.path):
            return f"({mine} or {self.my_name()} in .{holding.editors})"
        return mine

    def _seen(self, holding: Holding) -> str:
        """The condition that a row is the caller's, or that the caller sees all of them."""
        role = one_of(f"me.{self.accounts.role}", self.accounts.seeing)
        return f"({role} or .{holding.owner} = me.{self._me().key.name})"

    def role(self, route: Route) -> list[str]:
        """The guard that somebody may do this at all, where only some may."""
        if self.needs(route) and route.method not in {"GET", "HEAD"}:
            some = [each.variable for each in self.accounts.keys if not each.reads]
            if some and len(some) < len(self.accounts.keys):
                may = " or ".join(f'me.name = "{each}"' for each in some)
                way = self.refuse(route, "forbidden", "Forbidden", "read key only", (403,))
                return [f"guard {may} else {way}"]
        wanted = roles_wanted(self.accounts, route) if self.needs(route) else ()
        if not wanted:
            return []
        about = f"{' '.join(wanted)} role only"
        way = self.refuse(route, "forbidden", "Forbidden", about, (403,))
        return [f"guard {one_of(f'me.{self.accounts.role}', wanted)} else {way}"]

    def needs(self, route: Route) -> bool:
        """Whether somebody must be known to ask."""
        return route.secured and self.accounts.known

    # Failing.

    def absent(self, route: Route, holding: Holding) -> str:
        """The end of a guard that a row is there."""
        said = f"{holding.spoken} not found"
        known = {plain(each.word) for each in self.kept.holdings} - {plain(holding.word)}
        usual = said
        faults = [fault for each in self.contract.routes for fault in each.faults]
        for fault in faults:
            if fault.status == 404 and plain(holding.word) in plain(message_of(fault)):
                usual = message_of(fault)
                break
        told = self.refuse(route, "absent", usual, holding.spoken, (404,))
        words = {plain(each) for each in re.findall(r"\w+", told)}
        way = told.split(" ")[0]
        if words & known and plain(holding.word) not in words:
            return f'{way} "{said}"'
        return told

    def refuse(
        self,
        route: Route,
        usual: Way,
        said: str,
        about: str = "",
        among: tuple[int, ...] = (409, 400, 422),
    ) -> str:
        """The end of a guard: the way and words that the document states for what it is about."""
        fault = chosen(self.contract, route, among, f"{about} {said}")
        status = next((each for each in among if each in route.statuses), 0)
        way = WAYS.get(status, usual)
        if fault is None:
            return f"{way} {json.dumps(said, ensure_ascii=False)}"
        way = WAYS.get(fault.status, way)
        way = usual if way == "rate" else way  # that one is counted before any effect
        code = code_of(fault)
        if self.failures is not None:
            way = noted(self.stated, way, fault.status, code, self.failures.of(way))
        told = said_always(route, fault.status) or message_of(fault)
        told = told or (_spoken(fault) if fault in route.faults else "") or said
        return f"{way} {json.dumps(told, ensure_ascii=False)}"

    def failed(self, fault: Fault, words: str) -> str:
        """The body of a failure whose words are worked out, in the notation."""
        template = self.failures.body if self.failures is not None else DEFAULT_BODY

        def placed(value: object) -> str:
            if isinstance(value, dict):
                return made({str(name): placed(each) for name, each in value.items()})
            told = {"{message}": words, "{code}": json.dumps(code_of(fault))}
            told["{status}"] = str(fault.status)
            return told.get(str(value), json.dumps(value)) if isinstance(value, str) else "null"

        return placed(json.loads(template))

    # Answering.

    def answer(self, route: Route, scene: Scene, usual: int = 200) -> str:
        """The last statement of an effect."""
        reply = route.good or Reply(usual)
        status = reply.status
        if status in {204, 304}:
            return f"answer {status}"
        headers = self._headers(route, reply, scene)
        shape = reply.shape
        if reply.media and "json" not in reply.media and shape is not None and scene.row:
            pass
        body = self.value(shape, scene)
        return f"answer {status}{f' {body}' if body else ''}{headers}"

    def _headers(self, route: Route, reply: Reply, scene: Scene) -> str:
        told: dict[str, str] = {}
        for name in dict.fromkeys((*reply.headers, *totals_in(route.words))):
            bare = plain(re.sub(r"(?i)^x-", "", name))
            if bare == "location" and scene.row and scene.holding is not None:
                key = f"text({scene.row}.{scene.holding.key.name})"
                told[name] = f'"{route.path.rstrip("/")}/" + {key}'
            elif bare in scene.values and scene.rows:
                told[name] = f"text({scene.values[bare]})"
            elif scene.rows and name in totals_in(route.words):
                told[name] = "text(count(found))"
            elif bare not in _USUAL:
                why = "nothing says what it would hold"
                self.unknown(Unknown("material", f"the header {name}", route.source, why))
        return f" headers {made(told)}" if told else ""

    def value(self, shape: Shape | None, scene: Scene) -> str:
        """The body of an answer; empty when there is none."""
        holding = scene.holding
        if scene.row and holding is not None and holding.free:
            return f"{scene.row}.value"
        if shape is None or shape.type.kind == "json":
            if scene.rows and holding is not None:
                return self._listed(scene, None)
            if scene.row and holding is not None:
                return projected(None, holding, scene.row, self.kept)
            return made({"message": json.dumps(scene.message)}) if scene.message else ""
        if is_list(shape):
            if scene.rows and holding is not None:
                return self._listed(scene, shape.item)
            if scene.row and holding is not None:
                return f"[{projected(shape.item, holding, scene.row, self.kept)}]"
            return ""
        if is_record(shape):
            return self._record(shape, scene)
        if shape.type.kind in {"integer", "number"} and scene.rows:
            return f"count({scene.rows})"
        if scene.row and "value" in (holding.fields if holding else {}):
            return f"{scene.row}.value"
        return json.dumps(json.loads(shape.example) if shape.example else scene.message)

    def _listed(self, scene: Scene, item: Shape | None) -> str:
        assert scene.holding is not None
        if scene.shown:
            return scene.rows
        return listed(scene.rows, scene.holding, item, self.kept)

    def _record(self, shape: Shape, scene: Scene) -> str:
        holding = scene.holding
        whole = scene.values.get("") if not shape.properties else ""
        if whole:
            return whole
        if holding is not None and scene.row and self._is_row(shape, holding):
            if not shape.properties:
                return projected(None, holding, scene.row, self.kept)
            return self._with_more(shape, scene)
        if not shape.properties:
            if scene.row and holding is not None:
                return projected(None, holding, scene.row, self.kept)
            return made({"message": json.dumps(scene.message)}) if scene.message else "{}"
        return made({each.name: self.part(each, scene) for each in shape.properties})

    def _is_row(self, shape: Shape, holding: Holding) -> bool:
        if not shape.properties or self.kept.like(shape) is holding:
            return True
        if is_envelope(shape):
            return False
        known = {plain(each) for each in (*holding.shown, *holding.computed)}
        mine = [plain(each) for each in shape.names]
        wrapped, under = unwrapped(shape)
        if under and is_record(wrapped):
            return False
        share = sum(each in known for each in mine) / len(mine)
        return share > 0.5 or (share >= 0.5 and plain(holding.key.name) in mine)

    def _with_more(self, shape: Shape, scene: Scene) -> str:
        """A row with what is not part of it, such as a message."""
        holding = scene.holding
        assert holding is not None
        strange = [
            each
            for each in shape.properties
            if not holding.named(each.name)
            and each.name not in holding.computed
            and (plain(each.name) in scene.values or plain(each.name) in _MESSAGES)
        ]
        if not strange:
            return projected(shape, holding, scene.row, self.kept)
        rest = replace(
            shape, properties=tuple(each for each in shape.properties if each not in strange)
        )
        row = projected(rest, holding, scene.row, self.kept)
        return f"merge({row}, {made({each.name: self.part(each, scene) for each in strange})})"

    def part(self, part: Property, scene: Scene) -> str:
        """One value of an answer, by its name and shape."""
        name, shape, holding = plain(part.name), part.shape, scene.holding
        if name in scene.values:
            return scene.values[name]
        if is_list(shape) and scene.rows and holding is not None:
            return self._listed(scene, shape.item)
        if is_list(shape) and scene.row and holding and self.kept.like(shape.item) is holding:
            return f"[{projected(shape.item, holding, scene.row, self.kept)}]"
        if shape.type.kind == "json" and part.name in WRAPS and not shape.example:
            if scene.rows and holding is not None:
                return self._listed(scene, None)
            if scene.row and holding is not None:
                return projected(None, holding, scene.row, self.kept)
        if is_record(shape):
            if scene.row and holding is not None and self._is_row(shape, holding):
                return projected(shape, holding, scene.row, self.kept)
            return self._record(shape, scene)
        if holding is not None and scene.row:
            if part.name in holding.computed:
                return computed(part, holding, self.kept).replace("$", scene.row)
            near = holding.named(part.name)
            if near and plain(near) not in SECRETS:
                return kept_value(holding, near, scene.row, self.kept)
            from beliefs.spec.inferring.keeping.explaining import worked_out

            template = worked_out(holding, part, self.kept)
            if template:
                return template.replace("$", scene.row)
            if name in {"id", f"{plain(holding.word)}id"}:
                return f"{scene.row}.{holding.key.name}"
        if name in _MESSAGES and shape.type.kind in {"string", "json"}:
            return constant(part, "" if shape.example else scene.message)
        if name in _FINE and shape.type.kind in {"boolean", "json"}:
            return "true"
        if shape.type.kind in {"integer", "number"} and shape.example and not part.default:
            why = f"it is always {shape.example}: nothing says where it comes from"
            self.unknown(Unknown("blocking", f"{part.name} of an answer", "", why))
        return constant(part)


def said_of(contract: Contract, route: Route) -> str:
    """All that is said of a route, and of the service as a whole."""
    return " ".join([route.words, contract.summary, *(text for _, text in contract.prose)])


def hides(contract: Contract, route: Route) -> bool:
    """Whether words say that a row is not there for those who may not see it."""
    said = said_of(contract, route)
    others = r"(?:everybody|everyone|anybody|anyone|nobody|strangers?|others?|who neither)\b"
    return bool(
        re.search(rf"(?i)\b{others}[^.]*(?:\b404\b|not exist|not found|unknown|\bno such\b)", said)
        or re.search(rf"(?i)\b404\b[^.]*\b{others}", said)
    )


def _found_by(own: str, param: str, holding: Holding) -> str:
    """The condition that a path names a row, in whatever case where words say so."""
    said = " ".join(each.words for each in holding.siblings)
    name = re.escape(own).replace("_", "[ _-]")
    free = rf"(?i)\b{name}s?\b[^.]*\b(?:works?|accepted|(?:may|can) be (?:given|written|typed))\b"
    if re.search(rf"{free}[^.]*\bcase\b|\b{name}s?\b[^.]*\bcase[- ]insensitiv", said):
        return f"lower(.{own}) = lower(input.{param})"
    return f".{own} = input.{param}"


def fixed(route: Route, name: str) -> int:
    """The status of a request that would change what cannot be changed; 0 where it can.

    >>> fixed(Route("PATCH", "/", words="The code cannot be changed (400)."), "code")
    400
    """
    spoken = re.escape(name).replace("_", "[ _-]")
    must = r"(?:cannot|can ?not|can't|must not|may not|never) (?:be )?(?:chang\w*|edited|modified)"
    for sentence in re.split(r"(?<=[.;!?])\s+", route.words):
        told = re.search(rf"(?i)\b{spoken}\b`? (?:{must}|is (?:immutable|fixed))", sentence)
        status = re.search(r"\b(400|403|409|422)\b", sentence)
        if told and status:
            return int(status[1])
    return 0


def _spoken(fault: Fault) -> str:
    """What a document says of a failure, as a message."""
    told = fault.words.strip().rstrip(".").rpartition(": ")[2]
    words = re.sub(r"(?i)^(if|when|because)\s+", "", told)
    answered = r"(?i),? (?:the (?:answer|status|response) is|(?:it )?(?:gives|answers|returns))$"
    words = re.sub(answered, "", words)
    words = re.sub(r"(?i)\s+(?:is|are|gives?|answers?)$", " is refused", words)
    words = re.sub(r"(?i),? (?:others )?gets?$", "", words)
    dull = (
        r"(?i)unique|^(?:any|every)thing|else$|valid|bad (request|input|body)|^conflict|^not found|"
        r"\bor\b|otherwise|^already|\bunless\b|\(\s*\)"
    )
    torn = words.count("(") != words.count(")")
    if (
        torn
        or not 1 < len(words.split()) < 12
        or re.search(dull, words)
        or fault.status in {401, 404}
    ):
        return ""
    return words[:1].upper() + words[1:]
