"""Routes and things that running text speaks of: "by posting to `/x`", "a song has a `title`"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.facts import CHOICES, SHARED
from beliefs.spec.documents.markdown.drafts import ROUTE, Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.words import singular

_SPOKEN = re.compile(
    r"(?i)\b(?:posting|(?:a |an )?POST(?: request)?)(?: them| it| this)? to `?(/[\w/{}.-]+)`?"
)
_AT = re.compile(
    r"(?i)\b(?P<many>\w+)(?: \w+)?,? (?:is |are |live |lives |stands? |found |kept |available )?"
    r"(?:at|under) `(?P<path>/[\w/-]+)`"
)
_KEPT = (
    ("POST", r"creat\w*|add(?:ed|ing)?|mak(?:e|ing)|regist\w+"),
    ("GET", r"read(?:ing)?|view\w*|look\w*|list\w*|fetch\w*|see"),
    ("PUT", r"chang\w+|edit\w*|updat\w+|modif\w+|replac\w+"),
    ("DELETE", r"delet\w+|remov\w+"),
)
_HAS = re.compile(r"(?i)^(?:an?|each|every|the) (?P<thing>\w+) (?:has|consists of|is made of) ")
_SHOWN = re.compile(
    r"(?i)\b(?:is |are )?shown as `(?P<name>\w+)` (?:wherever|whenever|with|in|on) "
    r"(?:an? |the |every |each )?(?P<thing>\w+)"
)


def with_routes(line: str) -> str:
    """A line in which requests that are only spoken of stand as routes.

    >>> with_routes("A gift is made by posting to `/gifts` a `name` (text).")
    'A gift is made by `POST /gifts` with a `name` (text).'
    """
    return _SPOKEN.sub(lambda each: f"`POST {each[1]}` with", line)


def take_spoken(notes: Notes, line: str, at: int) -> bool:
    """Read a paragraph about things in general; whether it says any."""
    told = sentences(line)
    if notes.fixed or ROUTE.search(f" {line}"):
        return False
    found = [
        _thing(notes, each) or _shown(notes, each) or _kept(notes, told, each, at) for each in told
    ]
    if not any(found):
        return False
    for each, used in zip(told, found, strict=True):
        if not used:
            notes.narrate(each, at)
    return True


def take_thing(notes: Notes, sentence: str) -> bool:
    """Read a sentence about a thing in general; whether it is one."""
    return _thing(notes, sentence) or _shown(notes, sentence) or _only_by(notes, sentence)


def _only_by(notes: Notes, sentence: str) -> bool:
    """That a value which is worked out is not brought, which is true of each of them."""
    worked = any(part.read_only for shape in notes.shapes.values() for part in shape.properties)
    said = r"(?i)\bcannot be set\b|\bnot set directly\b|\bchanges? only (?:by|through)\b"
    return worked and bool(re.search(said, sentence))


def listed_in(notes: Notes, line: str) -> Draft | None:
    """The list that a paragraph begins to speak of: "When listing songs, …"."""
    match = re.match(
        r"(?i)(?:when|while|for|in) (?:listing|a list of|lists of|the list of) (\w+)", line
    )
    for draft in notes.drafts if match else ():
        chain = steps(draft.path)
        collects = draft.method == "GET" and len(chain) == 1 and not chain[0].param
        if match and collects and same_thing(chain[0].name, match[1]):
            return draft
    return None


def _kept(notes: Notes, told: list[str], sentence: str, at: int) -> bool:
    """The routes of a collection that is named by its path, where words say what can be done."""
    match = next((found for each in told if (found := _AT.search(each))), None)
    if match is None:
        return False
    if _AT.search(sentence):
        return any(_deeds(each, match["path"]) for each in told)
    deeds = _deeds(sentence, match["path"])
    item = f"{match['path']}/{{id}}"
    for method in deeds:
        notes.draft(method, match["path"] if method == "POST" else item, at)
        if method == "GET":
            notes.draft("GET", match["path"], at)
        if method == "PUT":
            notes.draft("PATCH", item, at)
    return bool(deeds)


def _deeds(sentence: str, path: str) -> list[str]:
    """What a sentence says can be done to the things at a path: two deeds at least."""
    noun = singular(steps(path)[-1].name)
    if not re.search(rf"(?i)\b{re.escape(noun[:-1])}\w*", bare(sentence)):
        return []
    wanted = re.search(
        r"(?i)\b(?:need|can|should|must|want|able|possible|allow\w*|support\w*)\b", sentence
    )
    found = [
        method for method, verbs in _KEPT if re.search(rf"(?i)\b(?:{verbs})\b", bare(sentence))
    ]
    return found if wanted and len(found) > 2 else []


def _thing(notes: Notes, sentence: str) -> bool:
    """A thing with its fields: "A song has a `title`, which must be there, and a `year`"."""
    match = _HAS.match(sentence)
    sentence = CHOICES.sub(r"\1 (one of \2)", sentence)
    names = [
        each
        for each in re.finditer(r"`(\w+)`", sentence)
        if sentence.count("(", 0, each.start()) == sentence.count(")", 0, each.start())
        and not re.search(
            r"\b(?:their|(?:plus|minus|times|by|of)(?: its| the)?) $", sentence[: each.start()]
        )
    ]
    if match is None or len(names) < 2:
        return False
    model = core(match["thing"])
    ends = [*(each.start() for each in names[1:]), len(sentence)]
    alike: list[str] = []
    for each, end in zip(names, ends, strict=True):
        start = max(sentence.rfind(",", 0, each.start()), sentence.rfind(" and ", 0, each.start()))
        before = sentence[max(start, 0) : each.start()]
        behind = re.sub(
            r",?(?: and)?(?: an?| the| its)?(?: optional| required)? ?$",
            "",
            sentence[each.end() : end],
        )
        said = f"{behind.strip(' ,.')}, {'optional' if 'optional' in before else ''}".strip(" ,")
        if re.search(r"(?i)\bmust be (?:there|given|present|set)\b|\bis needed\b", behind):
            said = f"required, {said}"
        said = re.sub(
            r"(?i)such as [^,.]*,?|(?:which |and )*must be (?:there|given|present|set)(?: too)?",
            "",
            said,
        )
        alike.append(each[1])
        if said and not SHARED.search(said):
            alike = alike[-1:]
        for name in alike if said else alike[-1:]:  # "`a` and `b` (the number of … in that state)"
            notes.model_part(model, jotted(said, name).part(name))
        alike = [] if said else alike
    return True


def _shown(notes: Notes, sentence: str) -> bool:
    """A value that is shown with every thing, and that nobody brings."""
    match = _SHOWN.search(sentence)
    model = next((each for each in notes.shapes if match and same_thing(each, match["thing"])), "")
    if match is None or not model:
        return False
    zero = re.search(r"(?i)\bstarts? (?:at|with) (?:zero|0)\b", sentence)
    said = f"{'integer, ' if zero else ''}computed"
    notes.model_part(model, jotted(said, match["name"]).part(match["name"]))
    return True
