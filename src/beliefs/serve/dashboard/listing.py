"""The list of beliefs: each with its confidence, interval and evidence as small pictures."""

from __future__ import annotations

from collections.abc import Iterable

from beliefs.errors import InvalidInput, shown
from beliefs.ledger.paging import newest
from beliefs.mind.belief import Belief
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.wording import CONFLICT_FROM, figure, share
from beliefs.serve.dashboard.here import Here
from beliefs.serve.dashboard.marks import amount, gauge
from beliefs.serve.dashboard.markup import Html, joined, tag
from beliefs.serve.dashboard.shell import Page, table, when

PER_PAGE = 50
MOST_FOUND = 100
MOST_BACK = 20
"""Pages from the newest backwards; all of them are shown from the oldest on."""

_STATUSES = ("active", "unsupported", "retracted", "superseded", "reset")
_TAKES = ("q", "order", "cursor", "page", "status", "stale")


def listing(client: Beliefs, here: Here) -> Page:
    """The page of all beliefs, of those a search found, or of those with a status."""
    for name in here.rest:
        if name not in _TAKES:
            raise InvalidInput(f"{shown(name)} is nothing that this page takes.")
    words = here.rest.get("q", "").strip()
    if words:
        found = client.search(words, limit=MOST_FOUND)
        ways: list[Html] = []
    elif "status" in here.rest or "stale" in here.rest or here.rest.get("order") == "oldest":
        found, ways = _from_oldest(client, here)
    else:
        found, ways = _from_newest(client, here)
    count = f"{len(found)} found" if words else None
    main = joined(
        tag("h1", "Beliefs"),
        _search(words, here),
        _orders(here),
        tag("p", count, class_="quiet") if count else None,
        rows(found, here) if found else _nothing(words, here),
        tag("nav", *ways, class_="pages", aria_label="More") if ways else None,
    )
    return Page("Beliefs", main)


def _nothing(words: str, here: Here) -> Html:
    """Why there is nothing, and what would change that."""
    rest = here.rest
    if words:
        return tag("p", "No claim has these words. Try fewer, or others.", class_="empty")
    if "status" in rest or "stale" in rest or "page" in rest or "cursor" in rest:
        return tag("p", "There is none.", class_="empty")
    if here.as_of is not None:
        return tag("p", "Nothing had been said by then.", class_="empty")
    example = 'belief add "The cache is warm" --confidence 0.8'
    return tag(
        "section",
        tag("h2", "Nothing has been said yet"),
        tag("p", "Say something, and it appears here by itself:"),
        tag("pre", tag("code", example), tabindex="0"),
        tag("p", "Or let an agent speak: ", tag("code", "belief mcp"), " or ",
            tag("code", "b.after(text)"), "."),
    )  # fmt: skip


def _from_oldest(client: Beliefs, here: Here) -> tuple[list[Belief], list[Html]]:
    rest = here.rest
    stale = rest.get("stale") == "true"
    page = client._page(  # noqa: SLF001 - made for pages
        limit=PER_PAGE, cursor=rest.get("cursor"), status=rest.get("status"), stale=stale
    )
    same = {name: rest.get(name) for name in ("order", "status", "stale")}
    ways = []
    if "cursor" in rest:
        ways.append(tag("a", "First page", href=here.link("/", **same)))
    if page.next is not None:
        ways.append(tag("a", "Next", href=here.link("/", **same, cursor=page.next), rel="next"))
    return page.items, ways


def _from_newest(client: Beliefs, here: Here) -> tuple[list[Belief], list[Html]]:
    given = here.rest.get("page", "1")
    if not given.isascii() or not given.isdecimal() or not 1 <= int(given[:9]) <= MOST_BACK:
        raise InvalidInput(f"page must be a number from 1 to {MOST_BACK}, not {shown(given)}.")
    page = int(given)
    with client._ledger.store.read(client.namespace) as snapshot:  # noqa: SLF001
        view = client._ledger.view_of(snapshot, client._scope)  # noqa: SLF001
        figures = newest(snapshot, view, page * PER_PAGE + 1)
    held = [Belief(one) for one in reversed(figures)]
    some = held[(page - 1) * PER_PAGE : page * PER_PAGE]
    ways = []
    if page > 1:
        ways.append(tag("a", "Newer", href=here.link("/", page=page - 1), rel="prev"))
    if len(held) > page * PER_PAGE:
        older = (
            tag("a", "Older", href=here.link("/", page=page + 1), rel="next")
            if page < MOST_BACK
            else tag("a", "All, oldest first", href=here.link("/", order="oldest"))
        )
        ways.append(older)
    return [one for one in some if one.status in ("active", "unsupported")], ways


def _search(words: str, here: Here) -> Html:
    kept = (tag("input", type="hidden", name=key, value=one) for key, one in here.kept.items())
    return tag(
        "form",
        *kept,
        tag("label", "Search", for_="q"),
        tag("input", id="q", name="q", type="search", value=words, placeholder="words of a claim"),
        tag("button", "Search"),
        class_="search",
        role="search",
        action="/",
    )


def _orders(here: Here) -> Html:
    rest = here.rest
    now = rest.get("status") or ("stale" if rest.get("stale") else rest.get("order", "newest"))
    choices = [
        ("newest", "Newest", here.link("/")),
        ("oldest", "Oldest", here.link("/", order="oldest")),
        ("stale", "Stale", here.link("/", stale="true")),
        *((status, status.capitalize(), here.link("/", status=status)) for status in _STATUSES[1:]),
    ]
    if rest.get("q"):
        now = ""
    return tag(
        "nav",
        *(
            tag("a", name, href=address, aria_current="true" if key == now else None)
            for key, name, address in choices
        ),
        class_="orders",
        aria_label="Which beliefs",
    )


def rows(beliefs: Iterable[Belief], here: Here) -> Html:
    """Beliefs as a table."""
    heads = ("Claim", "Confidence", "Stands at", "Evidence", "Voices", "Observed, UTC")
    return table(heads, [_row(belief, here) for belief in beliefs], "beliefs")


def _row(belief: Belief, here: Here) -> tuple[Html | str, ...]:
    stands = figure(belief) if belief.status == "active" else "–"
    return (
        joined(claim_link(belief, here), *badges(belief)),
        gauge(belief),
        tag("span", stands, class_="figure"),
        amount(belief),
        str(len(belief.voices)),
        when(belief.observed),
    )


def claim_link(belief: Belief, here: Here) -> Html:
    """A claim that leads to its page."""
    return tag("a", belief.claim, href=here.link(f"/belief/{belief.id}"), class_="claim")


def badges(belief: Belief) -> list[Html]:
    """What is worth knowing at a glance."""
    said = []
    if belief.status != "active":
        said.append(tag("span", belief.status, class_="badge warn"))
    elif belief.label is not None:
        said.append(tag("span", belief.label, class_=f"badge {belief.label}"))
    if belief.status == "active" and belief.conflict >= CONFLICT_FROM:
        said.append(tag("span", f"disputed {share(belief.conflict)}", class_="badge bad"))
    if belief.stale:
        said.append(tag("span", "stale", class_="badge warn"))
    if belief.fallen:
        said.append(tag("span", "lost a premise", class_="badge warn"))
    return said
