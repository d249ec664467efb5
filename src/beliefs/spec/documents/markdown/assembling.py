"""Notes of a description into a contract: one form of each path, bodies, answers, rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Consumed,
    Contract,
    Param,
    Property,
    Reply,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.demanded import demanded_of
from beliefs.spec.documents.markdown.bodies import (
    answered_by_text,
    brings_nothing,
    same_body,
    shown_by,
    shows_password,
)
from beliefs.spec.documents.markdown.calls import called
from beliefs.spec.documents.markdown.credentials import (
    all_others,
    is_for_callers,
    is_open,
    is_warded,
    take_demands,
    take_keys,
)
from beliefs.spec.documents.markdown.drafts import Draft, join, matches, same_path
from beliefs.spec.documents.markdown.lifecycles import drawn, live
from beliefs.spec.documents.markdown.methods import changed
from beliefs.spec.documents.markdown.modelling import (
    and_shown,
    as_shown,
    as_told,
    finer,
    free,
    general,
    is_guess,
    made_by_service,
    must,
    named_by_key,
    named_rows,
    needed,
    own_loose,
    told_keys,
    told_people,
    uncoded,
)
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.presenting import own_credentials
from beliefs.spec.documents.markdown.ruling import drawn_in, rule
from beliefs.spec.documents.names import HEADERS
from beliefs.spec.documents.places import Step, core, names, same_thing, steps
from beliefs.spec.documents.uploading import brings_file, brings_text, filed, is_text, uploaded
from beliefs.spec.documents.words import is_plural, plain, singular
from beliefs.spec.operations import Method
from beliefs.spec.service import Assumption, Example, Unknown
from beliefs.spec.types import Type


def _told_needed(draft: Draft) -> Shape:
    """The fields of a body of which its own section says that they are required."""
    parts = tuple(told.part(name) for name, told in draft.told.items())
    return Shape(Type("record"), properties=parts)


# "POST /login, same body": as that of the route before it.
def assembled(notes: Notes) -> Contract:
    """The contract that notes amount to."""
    return _Assembly(notes).contract()


def lets_in(path: str, open_words: str) -> bool:
    """Whether everybody may ask for a path: one that lets people in, or that words leave open.

    >>> lets_in("/api/login", ""), lets_in("/notes", ""), lets_in("/notes", "the notes")
    (True, False, True)
    """
    chain = steps(path)
    last = plain(chain[-1].name) if chain else ""
    opens = {"login", "register", "signup", "signin", "health", "token", "registration"}
    return last in opens or (bool(last) and last in plain(open_words))


def _nullable(shape: Shape) -> Shape:
    return replace(shape, type=replace(shape.type, nullable=True))


def _only_missing(draft: Draft) -> bool:
    """Whether a path only shows a key that there is not: "`GET /pets/nobody` is a 404"."""
    said = " ".join(draft.words)
    told = re.match(
        r"(?i)(?:(?:is|gives|answers|returns|with|->|→|=|:) )*(?:an? |the (?:same )?)?404\b", said
    )
    return bool(told) and all(each >= 400 for each in draft.replies)


def _by_certainty(draft: Draft) -> tuple[bool, bool]:
    """Paths as they are first, then those with real keys, then keys that are only missing."""
    return _only_missing(draft), draft.shown


@dataclass(slots=True)
class _Assembly:
    notes: Notes

    def contract(self) -> Contract:
        """Everything that was read."""
        if not self.notes.drafts and not self.notes.shapes and not self.notes.prose:
            message = f"{self.notes.name} says nothing: describe at least one route."
            raise InvalidInput(message)
        drafts = self._rooted()
        for draft in drafts:
            draft.shows = [each for each in draft.shows if each not in HEADERS]
        calls = called(drafts)
        own_loose(self.notes, drafts)
        for name, shape in self.notes.shapes.items():
            keys = {"id", "_id", "uuid", "slug", "code", "key", plain(f"{name}id")}
            keys |= {plain(each) for each in self._params(name)}
            known = any(plain(each) in keys for each in shape.names)
            if name not in self.notes.exact and not known and not self._is_single(name):
                key = Property("id", Shape(Type("integer")), read_only=True)
                self.notes.shapes[name] = replace(shape, properties=(key, *shape.properties))
        drawn_in(self.notes)
        for source, stages in self.notes.stages:
            if left := live(stages, drafts, self.notes.shapes):
                self.notes.prose.append((source, drawn(left)))
        models = {name: self._resolved(each) or each for name, each in self.notes.shapes.items()}
        for name, shape in models.items():
            self.notes.shapes[name] = self._brought_types(shape, drafts)
        named_by_key(drafts, self.notes.shapes, self.notes.exact)
        rule(self.notes, drafts)
        own_credentials(self.notes, drafts)
        take_demands(self.notes, drafts)
        take_keys(self.notes, drafts)
        routes = tuple(self._route(each, drafts) for each in drafts)
        if self.notes.warden is not None and any(each.warded for each in routes):
            routes = all_others(self.notes, routes)
        for shown, told_of in (
            (self.notes.security, any(each.secured for each in routes)),
            (self.notes.warden, any(each.warded for each in routes)),
        ):
            if shown is not None and not told_of:
                told = f"{shown.name}: who must show it"
                why = "nothing says which routes are for whom"
                self.notes.unknowns.append(Unknown("blocking", told, shown.source, why))
        return Contract(
            title=self.notes.title,
            summary=self.notes.summary,
            base=self.notes.base,
            port=self.notes.port,
            routes=routes,
            shapes=tuple(self.notes.shapes.values()),
            security=self.notes.security,
            warden=self.notes.warden if any(each.warded for each in routes) else None,
            error=self.notes.error,
            invalid=self.notes.error_listed,
            secret=self.notes.secret,
            roles=self.notes.roles,
            faults=tuple(self.notes.faults),
            derived=tuple(self.notes.derived),
            folds=tuple(self.notes.folds),
            capacities=tuple(self.notes.capacities),
            calls=calls,
            fixed=tuple(self.notes.tables),
            examples=tuple(self._examples()),
            prose=tuple(self.notes.prose),
            assumptions=tuple(self.notes.assumptions),
            unknowns=tuple(self.notes.unknowns),
        )

    def _brought_types(self, model: Shape, drafts: list[Draft]) -> Shape:
        """A model whose values that are null in its example have the types that requests bring."""
        brought = {
            part.name: part.shape
            for draft in drafts
            if any(each.name and same_thing(each.name, model.name) for each in steps(draft.path))
            for part in (draft.body.properties if draft.body is not None else ())
        }
        parts = tuple(
            replace(each, shape=_nullable(brought[each.name]))
            if each.shape.example == "null" and each.name in brought
            else replace(each, shape=brought[each.name])
            if is_guess(each) and each.name in brought
            else each
            for each in model.properties
        )
        return replace(model, properties=parts)

    def _params(self, model: str) -> list[str]:
        """The names in paths that tell rows of a model apart."""
        return [
            step.param
            for draft in self.notes.drafts
            for step in steps(draft.path)
            if step.param and step.name and same_thing(step.name, model)
        ]

    def _rooted(self) -> list[Draft]:
        """Routes with one form of each path: some say the base, some do not."""
        made: list[Draft] = []
        people = told_people([talk for talk, _ in self.notes.talks])
        keys = people | told_keys(self.notes.drafts)
        for draft in sorted(self.notes.drafts, key=_by_certainty):
            path = general(draft.path, keys, shown=draft.shown)
            if self.notes.base and path.startswith(f"{self.notes.base}/"):
                path = path.removeprefix(self.notes.base)
            instance = draft.shown or _only_missing(draft)
            known = next(
                (
                    each
                    for each in made
                    if each.method == draft.method
                    and (same_path(each.path, path) or (instance and matches(each.path, path)))
                ),
                None,
            )
            if known is None:
                draft.path = path
                made.append(draft)
                continue
            join(known, draft)
        return sorted(made, key=lambda each: each.line)

    def _route(self, draft: Draft, drafts: list[Draft]) -> Route:
        chain = steps(draft.path)
        answered_by_text(draft)
        shape = self._body(draft, drafts)
        form = draft.consumes == "form"
        files = any(each.shape.type.kind == "file" for each in (shape.properties if shape else ()))
        said = ". ".join(each.rstrip(".") for each in dict.fromkeys(draft.words))
        if re.search(r"(?i)multipart", said):
            shape = shape if shape is None else filed(shape, said)
            files = True
        consumes: Consumed = "multipart/form-data" if files else ""
        writes = draft.method in {"POST", "PUT"} and not files
        if writes and is_text(shape) and draft.body is None and brings_text(said):
            shape, consumes = Shape(Type("string")), "text/plain"
        elif shape is None and draft.method == "POST" and brings_file(said, draft.path):
            shape = uploaded(said)
            consumes, files = "multipart/form-data", True
        path = [
            Param(name, "path", Shape(Type("json")), required=True)
            for name in re.findall(r"\{(\w+)\}", draft.path)
            if name not in draft.params
        ]
        secured = draft.secured
        if secured is None:
            secured = self.notes.all_secured or draft.method in self.notes.secured_verbs
            secured = secured or bool(chain and chain[0].name in self.notes.secured_places)
            secured = secured and not lets_in(draft.path, self.notes.open_words)
            secured = secured and not (draft.method == "POST" and shows_password(shape))
        if draft.method == "GET" and chain and not chain[-1].param and is_plural(chain[-1].name):
            for each in self.notes.paging:
                draft.params.setdefault(each.name, each)
        secured = secured and not is_open(draft)
        warded = draft.warded or is_warded(self.notes, draft)
        if (
            not warded
            and not secured
            and draft.secured is None
            and is_for_callers(self.notes, draft)
        ):
            secured = True
        replies = self._replies(draft)
        return Route(
            method=next(each for each in get_args(Method) if each == draft.method),
            path=draft.path,
            summary=draft.summary[:100].rstrip("."),
            words=said,
            params=(*path, *draft.params.values()),
            body=shape,
            demanded=demanded_of(_told_needed(draft), said) if draft.method == "PATCH" else (),
            consumes=consumes,
            form=form or files,
            replies=replies,
            faults=tuple(
                uncoded(each, self.notes.shapes, self.notes.drafts) for each in draft.faults
            ),
            secured=bool(secured) and not warded,
            warded=warded,
            source=self.notes.at(draft.line),
            example=draft.body_example,
            like=draft.like,
            shows=tuple(draft.shows),
            many=draft.many,
        )

    def _body(self, draft: Draft, drafts: list[Draft]) -> Shape | None:
        if draft.method in {"GET", "HEAD"}:
            return None
        explicit = any(each.required for each in draft.told.values())
        for name, told in draft.told.items():
            otherwise = draft.method != "PATCH" and not explicit
            kind = told.shape.type.kind
            draft.fields.setdefault(
                name, told.part(name, otherwise=otherwise and kind not in {"boolean", "list"})
            )
        body = draft.body
        if body is not None and is_record(body) and draft.fields:
            parts = tuple(as_told(each, draft) for each in body.properties)
            names = {each.name for each in parts}
            more = tuple(each for name, each in draft.fields.items() if name not in names)
            body = replace(body, properties=(*parts, *more))
        elif body is None and draft.fields:
            body = Shape(Type("record"), properties=tuple(draft.fields.values()))
        model = self._model_of(draft)
        if body is None and draft.brings[0]:
            body = self._brought(draft)
        if body is not None and is_record(body) and (shown := shown_by(draft)) is not None:
            body = replace(
                body, properties=tuple(as_shown(each, shown) for each in body.properties)
            )
        if body is not None and is_record(body) and model is not None:
            body = replace(body, properties=tuple(finer(each, model) for each in body.properties))
        if body is not None or draft.method == "DELETE":
            return body
        if same_body(draft) and draft in drafts:
            before = [self._body(each, []) for each in drafts[: drafts.index(draft)]]
            found = next((each for each in reversed(before) if each is not None), None)
            if found is not None:
                return found
        chain = steps(draft.path)
        acts = chain and not chain[-1].param and any(each.param for each in chain[:-1])
        if draft.like or (draft.method in {"PUT", "PATCH"} and chain and chain[-1].param):
            for other in drafts:
                mine = [each.name for each in chain]
                if (
                    other is not draft
                    and other.method == "POST"
                    and ([each.name for each in steps(other.path)] == mine)
                    and not steps(other.path)[-1].param
                ):
                    found = self._body(other, [])
                    if found is not None:
                        self.notes.assumptions.append(
                            Assumption(
                                f"the body of {draft.method} {draft.path}",
                                f"the same as of POST {other.path}",
                                self.notes.at(draft.line),
                            )
                        )
                        return changed(found, draft)
        if (
            model is not None
            and not (acts and draft.method != "POST")
            and not brings_nothing(draft)
            and chain
            and (same_thing(model.name, chain[-1].name) or draft.like)
        ):
            keys = set(self._params(model.name))
            silent = not any(each.required or free(each) for each in model.properties)
            if silent and draft.method == "POST":
                about = f"the fields of a new {model.name}, of which nothing is said"
                self.notes.assumptions.append(Assumption(about, "all of them are required"))
            parts = tuple(
                replace(each, required=True)
                if (each.name in keys and must(each)) or (silent and needed(each))
                else each
                for each in model.properties
                if not each.read_only
                and not made_by_service(each, draft.path)
                and not self._counts(each, draft)
            )
            return changed(Shape(Type("record"), f"{model.name}Input", parts), draft)
        return None

    def _counts(self, part: Property, draft: Draft) -> bool:
        """Whether a number of a thing is named after what is below it, and so counts that."""
        below = [
            chain[-1].name
            for each in self.notes.drafts
            if len(chain := steps(each.path)) > 1
            and chain[-2].param
            and chain[-2].name == steps(draft.path)[-1].name
        ]
        whole = part.shape.type.kind in {"integer", "number"} and not part.required
        return whole and any(same_thing(part.name, each) for each in below if each)

    def _brought(self, draft: Draft) -> Shape | None:
        """The body that is a model, without what is left out of it."""
        name, left = draft.brings
        model = next(
            (each for key, each in self.notes.shapes.items() if same_thing(key, name)), None
        )
        if model is None:
            return None
        explicit = any(each.required for each in model.properties)
        parts = tuple(
            each if explicit else replace(each, required=not each.default)
            for each in model.properties
            if not each.read_only
            and each.name not in left
            and not made_by_service(each, draft.path)
        )
        return Shape(Type("record"), f"{model.name}Input", parts)

    def _model_of(self, draft: Draft) -> Shape | None:
        chain = steps(draft.path)
        for step in reversed(chain):
            found = next(
                (
                    each
                    for key, each in self.notes.shapes.items()
                    if step.name and same_thing(key, step.name)
                ),
                None,
            )
            if found is not None:
                return found
        return (
            next(iter(self.notes.shapes.values()))
            if len(self.notes.shapes) == 1
            and not self._params(next(iter(self.notes.shapes)))
            and len({steps(each.path)[0].name for each in self.notes.drafts if steps(each.path)})
            == 1
            and not self._is_place(next(iter(self.notes.shapes)))
            else None
        )

    def _is_single(self, name: str) -> bool:
        """Whether there is one of a thing, which is only read: `GET /summary`."""
        if same_thing(name, core(self.notes.title.replace(" ", "_") or "x")):
            return False  # what the whole service is called
        here = [
            each
            for each in self.notes.drafts
            if (chain := steps(each.path)) and same_thing(name, chain[-1].name or "-")
        ]
        return (
            bool(here)
            and all(each.method == "GET" and not steps(each.path)[-1].param for each in here)
            and not is_plural(steps(here[0].path)[-1].name)
        )

    def _is_place(self, name: str) -> bool:
        """Whether rows of a name have a path of their own, below others."""
        places = [each.name for draft in self.notes.drafts for each in steps(draft.path)]
        return any(same_thing(name, each) for each in places if each)

    def _replies(self, draft: Draft) -> tuple[Reply, ...]:
        model = self._model_of(draft)
        chain = steps(draft.path)
        found = dict(draft.replies)
        if not any(each < 400 for each in found):
            usual = {"POST": 201, "DELETE": 204}.get(draft.method, 200)
            if (
                draft.method == "POST"
                and len(chain) > 1
                and chain[-2].param
                and not (chain[-1].param or singular(chain[-1].name) != chain[-1].name)
            ):
                usual = 200
            if draft.method == "POST" and plain(chain[-1].name if chain else "") in {
                "login",
                "signin",
                "token",
            }:
                usual = 200
            usual = self.notes.fine or usual
            found[usual] = Reply(usual, media="", usual=not self.notes.fine)
        made = []
        for status, reply in sorted(found.items()):
            shape = self._resolved(reply.shape) or self._named(draft, status)
            if shape is None and status < 300 and draft.beside:
                shape = self._with_fields(draft)
            if status < 400 and status != 204 and model is not None and chain:
                last = next((each for each in reversed(chain) if each.name), chain[-1])
                titled = model.name == core(self.notes.title.replace(" ", "_") or "x")
                alone = len(self.notes.shapes) == 1 and last is chain[0] and not titled
                own = same_thing(model.name, last.name)
                whole = (own or alone) and (chain[-1] is last)
                single = own and self._is_single(last.name)
                if shape is None and whole and model.properties:
                    model = self._as_made(model, chain) if draft.method == "GET" else model
                    shape = replace(model, open=False)
                    if draft.method == "GET" and not chain[-1].param and not single:
                        shape = Shape(Type("list"), item=model)
                elif (
                    shape is None
                    and len(chain) > 1
                    and chain[-2].param
                    and draft.method not in {"GET", "DELETE"}
                ):
                    above = next(
                        (
                            each
                            for key, each in self.notes.shapes.items()
                            if same_thing(key, chain[-2].name)
                        ),
                        None,
                    )
                    shape = above
                elif shape is not None:
                    shape = named_rows(shape, model)
                shape = and_shown(shape, draft, model)
            headers = tuple(draft.headers) if status < 400 else ()
            if status < 400 and status not in {204, 304}:
                shape = self._wrapped(shape, draft)
            made.append(replace(reply, shape=shape, headers=(*reply.headers, *headers)))
        return tuple(made)

    def _as_made(self, model: Shape, chain: tuple[Step, ...]) -> Shape:
        """A model with all that the answer to making one shows: words tell only what is brought."""
        for each in self.notes.drafts:
            made = steps(each.path)
            if each.method != "POST" or not made or names(made) != names(chain):
                continue
            for status, reply in each.replies.items():
                shown = self._resolved(reply.shape) if status < 300 else None
                if shown is None or not is_record(shown) or not {*model.names} < {*shown.names}:
                    continue
                own = {one.name: one for one in model.properties}
                parts = tuple(own.get(one.name, one) for one in shown.properties)
                lists = {one.name: one for one in shown.properties if is_list(one.shape)}
                return replace(model, properties=tuple(lists.get(one.name, one) for one in parts))
        return model

    def _with_fields(self, draft: Draft) -> Shape | None:
        """What was brought, with what is shown beside it."""
        body = self._body(draft, [])
        if body is None or not is_record(body):
            return None
        model = self._model_of(draft)
        keyed = any(plain(each.name) == "id" for each in draft.beside)
        if model is not None and not keyed and {*body.names} <= {*model.names}:
            body = model  # "the booking plus `left`": all that a booking has
        brought = tuple(replace(each, required=False) for each in body.properties)
        names = {each.name for each in brought}
        more = [each for each in draft.beside if each.name not in names]
        keys = tuple(each for each in more if plain(each.name) == "id")
        rest = tuple(each for each in more if each not in keys)
        return Shape(Type("record"), properties=(*keys, *brought, *rest))

    def _named(self, draft: Draft, status: int) -> Shape | None:
        """The model that the words about an answer name."""
        name, several = draft.named.get(status) or draft.named.get(0) or ("", False)
        found = next(
            (each for key, each in self.notes.shapes.items() if name and same_thing(key, name)),
            None,
        )
        if found is None or status >= 400 or status == 204:
            return None
        many = several or name != singular(name)
        return Shape(Type("list"), item=found) if many else found

    def _borrowed(self, draft: Draft) -> Shape | None:
        """What other routes of the same things show in the envelope."""
        chain = steps(draft.path)
        if draft.method == "DELETE" or not chain:
            return None
        for other in self.notes.drafts:
            first = steps(other.path)
            if not first or first[0].name != chain[0].name:
                continue
            for reply in other.replies.values():
                part = reply.shape.part(self.notes.wrapped) if reply.shape else None
                whole = part.shape if part is not None else None
                found = whole.item if whole is not None and is_list(whole) else whole
                if is_record(found) and found is not None and found.properties:
                    several = draft.method == "GET" and not chain[-1].param
                    return Shape(Type("list"), item=found) if several else found
        return None

    def _wrapped(self, shape: Shape | None, draft: Draft) -> Shape | None:
        """An answer in the envelope that all of them have."""
        outer, name = self.notes.envelope, self.notes.wrapped
        if outer is None or (is_record(shape) and shape is not None and shape.part(name)):
            return shape
        inner = shape or self._borrowed(draft)
        if inner is None:
            gone = draft.method == "DELETE"
            inner = Shape(Type("json"), example="null" if gone else "")
        chain = steps(draft.path)
        listed = self.notes.envelope_of_lists
        several = (
            draft.method == "GET" and chain and not chain[-1].param and is_plural(chain[-1].name)
        )
        if not is_list(inner) and not (several and not is_record(inner)):
            listed = None
        parts = tuple(
            replace(each, shape=inner) if each.name == name else each
            for each in (listed or outer).properties
        )
        return replace(listed or outer, properties=parts)

    def _resolved(self, shape: Shape | None) -> Shape | None:
        """A shape with the models that it names put in."""
        if shape is None:
            return None
        if shape.type.kind in {"json", "string"} and shape.name:
            found = next(
                (each for key, each in self.notes.shapes.items() if same_thing(key, shape.name)),
                None,
            )
            return found or shape
        if is_list(shape):
            return replace(shape, item=self._resolved(shape.item))
        if is_record(shape):
            parts = tuple(
                replace(each, shape=self._resolved(each.shape) or each.shape)
                for each in shape.properties
            )
            return replace(shape, properties=parts)
        return shape

    def _examples(self) -> list[Example]:
        made = []
        for talk, source in self.notes.talks:
            if talk.status or talk.answer:
                path = talk.path
                if self.notes.base and not path.startswith(f"{self.notes.base}/"):
                    path = self.notes.base + path
                made.append(
                    Example(
                        talk.method,
                        path,
                        talk.status or None,
                        source,
                        talk.body,
                        talk.headers,
                        talk.answer,
                    )
                )
        return made
