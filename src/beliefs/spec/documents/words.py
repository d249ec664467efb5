"""The few forms of English words that names of paths, fields and states take."""

from __future__ import annotations

from functools import cache

from beliefs.spec import patterns as re

_SAME = frozenset(
    {"news", "series", "data", "media", "stats", "statistics", "status", "address", "species"}
    | {"analytics", "metrics", "inventory", "stock", "information", "feedback", "history", "bus"}
)
_ODD = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "mice": "mouse",
    "quizzes": "quiz",
    "movies": "movie",
    "cookies": "cookie",
    "leaves": "leave",
    "indices": "index",
    "matrices": "matrix",
    "criteria": "criterion",
    "aliases": "alias",
    "statuses": "status",
    "addresses": "address",
    "buses": "bus",
    "ties": "tie",
    "pies": "pie",
    "caches": "cache",
}
# What is done already: nothing is done to it to be so.
_DONE = frozenset(
    {"lost", "found", "sold", "paid", "sent", "done", "gone", "left", "given", "taken"}
)
_DOUBLED = frozenset({"ship", "stop", "pin", "ban", "cancel", "submit", "drop", "plan", "tag"})
_IRREGULAR = {
    "pay": ("paid",),
    "send": ("sent",),
    "sell": ("sold",),
    "buy": ("bought",),
    "choose": ("chosen", "selected"),
    "give": ("given",),
    "break": ("broken",),
    "begin": ("begun", "started", "active"),
    "start": ("started", "in_progress", "active", "running", "ongoing"),
    "stop": ("stopped", "inactive", "idle"),
    "run": ("running",),
    "resume": ("resumed", "active", "running", "in_progress"),
    "reopen": ("open", "reopened", "todo", "pending"),
    "open": ("open", "opened"),
    "complete": ("completed", "complete", "done", "finished"),
    "finish": ("finished", "done", "completed", "complete"),
    "done": ("done", "completed", "complete", "finished"),
    "cancel": ("cancelled", "canceled"),
    "activate": ("active", "activated", "enabled"),
    "deactivate": ("inactive", "deactivated", "disabled"),
    "enable": ("enabled", "active"),
    "disable": ("disabled", "inactive"),
    "return": ("returned", "available", "in"),
    "borrow": ("borrowed", "checked_out", "on_loan", "loaned", "out"),
    "lend": ("lent", "borrowed", "on_loan", "loaned"),
    "checkout": ("checked_out", "borrowed", "out"),
    "check_out": ("checked_out", "borrowed", "out"),
    "checkin": ("checked_in", "returned", "available", "in"),
    "check_in": ("checked_in", "returned", "available", "in"),
    "read": ("read",),
    "hide": ("hidden",),
    "win": ("won",),
    "lose": ("lost",),
    "hold": ("on_hold", "held"),
    "draft": ("draft", "drafted"),
    "book": ("booked", "reserved"),
    "reserve": ("reserved", "booked"),
    "fulfil": ("fulfilled",),
    "fulfill": ("fulfilled",),
    "favourite": ("favourite", "favorite", "is_favourite", "is_favorite", "favourited"),
    "favorite": ("favorite", "favorited", "is_favorite"),
    "withdraw": ("withdrawn",),
    "leave": ("left",),
    "draw": ("drawn",),
    "build": ("built",),
    "hang": ("hung", "hanging"),
    "sleep": ("asleep", "sleeping"),
    "wake": ("awake", "woken"),
    "eat": ("eaten",),
    "write": ("written",),
    "tear": ("torn",),
    "steal": ("stolen",),
    "feed": ("fed",),
    "ring": ("ringing", "rung"),
    "pause": ("paused",),
    "take": ("taken",),
    "freeze": ("frozen",),
    "process": ("processing", "processed"),
    "progress": ("in_progress",),
    "deny": ("denied", "rejected"),
    "reject": ("rejected", "denied", "declined"),
    "approve": ("approved", "accepted"),
    "accept": ("accepted", "approved"),
    "confirm": ("confirmed",),
}


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of a name in any casing, small.

    >>> words("dueDate"), words("X-API-Key"), words("task_list")
    (('due', 'date'), ('x', 'api', 'key'), ('task', 'list'))
    """
    spread = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return tuple(each.lower() for each in re.split(r"[^A-Za-z0-9]+", spread) if each)


def snaked(name: str) -> str:
    """A name as effects say it: small words joined by underscores; never empty.

    >>> snaked("bookId"), snaked("page-size"), snaked("2fa")
    ('book_id', 'page_size', 'n2fa')
    """
    text = "_".join(words(name)) or "value"
    return text if text[0].isalpha() else f"n{text}"


def plain(name: str) -> str:
    """A name without casing and signs, for comparing.

    >>> plain("createdAt") == plain("created_at")
    True
    """
    return "".join(words(name))


@cache
def singular(word: str) -> str:
    """One of several.

    >>> singular("categories"), singular("boxes"), singular("notes"), singular("status")
    ('category', 'box', 'note', 'status')
    """
    parts = re.fullmatch(r"(.*[_-])?([^_-]+)", word)
    head, last = (parts[1] or "", parts[2]) if parts else ("", word)
    return head + _singular(last)


def _singular(word: str) -> str:
    if word in _SAME or len(word) < 3:
        return word
    if word in _ODD:
        return _ODD[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if re.search(r"(ss|sh|ch|x|zz)es$", word):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@cache
def plural(word: str) -> str:
    """Several of one.

    >>> plural("category"), plural("box"), plural("note"), plural("person")
    ('categories', 'boxes', 'notes', 'people')
    """
    odd = {one: many for many, one in _ODD.items()}
    if word in _SAME - {"status", "address", "bus"}:
        return word
    if word in odd:
        return odd[word]
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    if re.search(r"(s|sh|ch|x|z)$", word):
        return f"{word}es"
    return f"{word}s"


# Words that have no other form and name several all the same: rows are posted to `/feedback`.
_MANY = frozenset(
    {
        *("people", "children", "news", "media", "inventory", "feedback", "equipment", "furniture"),
        *("staff", "merchandise", "luggage", "homework", "laundry"),
    }
)


def is_plural(word: str) -> bool:
    """Whether a word names several.

    >>> is_plural("notes"), is_plural("status"), is_plural("login")
    (True, False, False)
    """
    return singular(word) != word or word in _MANY


@cache
def states(verb: str) -> tuple[str, ...]:
    """What something is after a verb was done to it, likeliest first.

    >>> states("publish"), states("archive"), states("complete")[0], states("ship")
    (('published', 'publish'), ('archived', 'archive'), 'completed', ('shipped', 'ship'))
    """
    known = _IRREGULAR.get(verb, ())
    if not known and (verb in _DONE or re.fullmatch(r"\w{3,}[^e]ed", verb)):
        return (verb,)
    if verb.endswith("e"):
        formed = f"{verb}d"
    elif re.search(r"[^aeiou]y$", verb):
        formed = f"{verb[:-1]}ied"
    elif verb in _DOUBLED or re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        formed = f"{verb}{verb[-1]}ed"
    else:
        formed = f"{verb}ed"
    return tuple(dict.fromkeys((*known, formed, verb)))


def undone(verb: str) -> str:
    """The verb that this one takes back; empty when it takes back nothing.

    >>> undone("unpublish"), undone("deactivate"), undone("update")
    ('publish', 'activate', '')
    """
    if verb in {"under", "unite", "until", "union", "unit", "units", "unique"}:
        return ""
    known = {
        "reopen": "close",
        "restore": "archive",
        "incomplete": "complete",
        "disable": "enable",
        "downvote": "upvote",
        "decrement": "increment",
        "dislike": "",
    }
    if verb in known:
        return known[verb]
    for prefix in ("un_", "un", "de"):
        rest = verb.removeprefix(prefix)
        if rest != verb and (prefix != "de" or rest in {"activate", "publish", "archive"}):
            return rest
    return ""


def gives(deed: str, name: str) -> bool:
    """Whether a deed gives a value: rated a `rating`, priced a `price`.

    >>> gives("rated", "rating"), gives("reviewed", "review"), gives("deleted", "rating")
    (True, True, False)
    """
    stems = [re.sub(r"(?:ing|ed|ion|ment|es|s|e)$", "", plain(each)) for each in (deed, name)]
    return stems[0] == stems[1] and len(stems[0]) > 2
