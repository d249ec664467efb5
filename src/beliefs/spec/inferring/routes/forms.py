"""Forms of HTML pages: what they bring, where they are posted to, and the page that follows.

A page says it in a few words ("a form (name, message) that posts to /sign"), and so does the route
that it posts to ("form fields `name` and `message`, redirects to /"). What one of them leaves open
the other one may say.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import (
    Alias,
    Contract,
    Posting,
    Property,
    Reply,
    Route,
    Shape,
)
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import is_plural, plain, plural, singular
from beliefs.spec.inferring.answers.pages import has_form, is_page
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_SENT = re.compile(
    r"(?i)x-www-form-urlencoded|\b(?:html |web )?form[- ]?(?:post|data|fields?|encoded|submission)"
    r"|\bposted (?:the |that |this |its )?form\b|\bform\b[^.;]*\bsubmi"
    r"|\b(?:takes|accepts|receives|from) (?:the|an?) form\b"
)
_TARGET = re.compile(
    r"(?i)(?:\baction=|\b(?:posts?|posting|posted|submits?|submitted|sends?|sent|goes)\b[^.;/]{0,24}"
    r"(?:\bto|\bat|\bPOST)) ?[\"'`]?(/[\w/{}-]*)"
)
_BACK = re.compile(r"(?i)\bredirect\w*\b[^.;/]*?(/[\w/{}-]*)")
_NAME = r"(?:an? |the |their )?[`\"']?[a-z_]\w*[`\"']?(?: \([^()]*\))?"
_FIELDS = re.compile(
    rf"(?i)\bform\b(?: fields?:? |[^.;(]*?\b(?:with|for)(?: the| an?)?(?: two| three)?"
    rf"(?: (?:text )?(?:inputs?|fields?))?:? |>? ?\()({_NAME}(?:(?:,? and |, ){_NAME})*)"
)
_COLUMNS = re.compile(r"(?i)\b(?:all|list of|table of)(?: the| all)* \w+ \(([^()]*)\)")
_NO_FIELD = {"list", "all", "entries", "page", "button", "form", "new", "inputs", "fields", "which"}


def formed(contract: Contract) -> Contract:
    """A contract in which routes that forms are posted to say so, with what forms bring."""
    shown = [each for each in contract.routes if is_page(each)]
    pages = [each for each in shown if has_form(each)]
    said: list[Assumption] = []
    routes = [_posted(_asked(each), pages, shown, said) for each in contract.routes]
    for page in pages:
        path = _target(page)
        known = [each for each in routes if each.posting and each.posting.path == path]
        fields = _fields(page)
        if path and fields is not None and not known:
            made = Route("POST", path, body=fields, form=True, source=page.source)
            routes[routes.index(page)], made = _refusing(page, made)
            routes.append(_led(made, page.path, said))
    if pages and not any(each.posting for each in routes):
        return contract
    return replace(contract, routes=tuple(routes), assumptions=(*contract.assumptions, *said))


def _refusing(page: Route, made: Route) -> tuple[Route, Route]:
    """What is said of a page about how its form is refused, said of where it is posted to."""
    after = re.compile(r"(?i)\b(?:400|422|redirect\w*)\b")
    told = [each for each in sentences(page.words) if after.search(each)]
    refused = tuple(each for each in page.replies if each.status in {400, 422})
    words = " ".join(each for each in sentences(page.words) if each not in told)
    left = tuple(each for each in page.replies if each not in refused)
    stays = replace(page, words=words, replies=left, faults=())
    return stays, replace(made, words=". ".join(told), replies=refused, faults=page.faults)


def _asked(route: Route) -> Route:
    """A page without parameters that are the fields of its form."""
    fields = _fields(route) if is_page(route) and has_form(route) else None
    names = fields.names if fields is not None else ()
    kept = tuple(each for each in route.params if each.place != "query" or each.name not in names)
    return replace(route, params=kept)


def _posted(route: Route, pages: list[Route], shown: list[Route], said: list[Assumption]) -> Route:
    """A route as one that a form is posted to, where it is one."""
    if route.method != "POST" or route.consumes == "application/json":
        return route
    aimed = [each for each in pages if _target(each) == route.path]
    written = route.form and route.consumes != "multipart/form-data"
    aimed = aimed or [each for each in pages if not _target(each) and each.path == route.path]
    own = _fields(route) if shown else None
    if not aimed and own is None and not written and not _SENT.search(route.words):
        return route
    page = next(iter([*aimed, *pages, *shown]), None)
    body = route.body or own or (_fields(page) if page is not None else None)
    if body is None:
        return route
    parts = tuple(_entered(each) for each in body.properties)
    route = replace(route, form=True, body=replace(body, properties=parts))
    return _led(route, page.path if page is not None else "", said)


def _entered(part: Property) -> Property:
    """What a form brings: a text that was left empty was left out."""
    kind = part.shape.type
    if kind.kind != "string" or not part.required or kind.choices or kind.pattern:
        return part
    told = replace(kind, min_length=kind.min_length or 1)
    return replace(part, shape=replace(part.shape, type=told))


def _led(route: Route, page: str, said: list[Assumption]) -> Route:
    """A route with where its answer leads; to the page where nothing else is said of it."""
    good = route.good
    told = " ".join([route.words, good.words if good else ""])
    leads = good.status if good is not None and 300 <= good.status < 400 else 0
    back = _BACK.search(told)
    if not leads and back is None and ((good is not None and not good.usual) or not page):
        return replace(route, posting=Posting(route.path))
    if not leads and back is None:
        said.append(Assumption(f"what follows POST {route.path}", f"303, to {page}", route.source))
    target = back[1] if back else page
    if not target:
        return replace(route, posting=Posting(route.path))
    status = leads or 303
    others = tuple(each for each in route.replies if each.status >= 300 and each is not good)
    posting = Posting(route.path, status, target)
    return replace(route, posting=posting, replies=(Reply(status), *others))


def _target(page: Route) -> str:
    found = _TARGET.search(page.words)
    return found[1] if found else ""


def _fields(page: Route) -> Shape | None:
    """What a form asks for, as the words about its page say."""
    found = _FIELDS.search(page.words) or (_COLUMNS.search(page.words) if has_form(page) else None)
    names = re.split(r",? and |, ", re.sub(r" \([^()]*\)", "", found[1])) if found else []
    bare = [re.sub(r"(?i)^(?:an?|the|their) |[`\"']", "", each).strip() for each in names]
    if not bare or set(map(str.lower, bare)) & _NO_FIELD:
        return None
    parts = tuple(
        Property(each, Shape(Type("string", min_length=1)), required=True) for each in bare
    )
    return Shape(Type("record"), properties=parts)


def form_alias(route: Route, contract: Contract) -> Alias | None:
    """The things that a form makes, where its path is no name of theirs: POST /sign, POST /wall."""
    chain = steps(route.path, contract.base)
    if route.posting is None or any(each.param for each in chain):
        return None
    if route.body is not None and any(plain(each) in SECRETS for each in route.body.names):
        return None  # it lets somebody in
    if chain and is_plural(chain[-1].name):
        return None
    said = " ".join([route.words, *(each.words for each in contract.routes if is_page(each))])
    words = re.findall(
        r"(?i)\b(?:all|list of|lists?|shows?|stores?|keeps?|every|each)(?: the| an?)? (\w+)", said
    )
    named = [each.lower() for each in words if each.lower() not in _NO_THING]
    thing = plural(singular(named[0])) if named else plural(chain[-1].name) if chain else "entries"
    return Alias("POST", f"{contract.base}/{thing}")


_NO_THING = {"the", "a", "an", "of", "it", "them", "these", "html", "page", "form", "all"}


def led(route: Route, lines: list[str]) -> list[str]:
    """An effect that ends where the answer to a form leads."""
    posting = route.posting
    if posting is None or not posting.back or not lines[-1].startswith("answer "):
        return lines
    made = [re.match(r"insert \w+ .* as (\w+)$", each) for each in lines]
    row = next((each[1] for each in made if each), "")
    start, param, end = re.match(r"([^{]*)(?:\{(\w+)\})?(.*)", posting.back).groups()  # type: ignore[union-attr]
    if param and (not row or end):
        return lines
    path = f'"{start}" + text({row}.{param})' if param else f'"{start}"'
    return [*lines[:-1], f"answer {posting.status} headers {{Location: {path}}}"]
