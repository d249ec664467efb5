"""What people want to do with things, in words, as the usual requests for it.

"I want to add, list, read and delete them" names five requests as well as five lines would, once
it is known where the things are: at the path that the goal names for them, or at their plural.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.drafts import ROUTE, one_form
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import is_plural, plural, singular

_DEEDS = {
    "create": "create|creating|add|adding|make|post|register|enter|insert|save|store|POST",
    "list": "list|listing|browse|see all|view all|show all|list all|see a list of|see|index",
    "show": "read|reading|show|get|view|open|fetch|retrieve|look at|look up|display|inspect|GET",
    "change": "update|updating|edit|editing|change|changing|modify|rename|amend|correct",
    "patch": "PATCH|patch|partially update",
    "replace": "PUT|replace|overwrite",
    "drop": "delete|deleting|remove|removing|drop|discard|erase|get rid of|throw away|DELETE",
}
_VERB = "|".join(
    sorted((each for told in _DEEDS.values() for each in told.split("|")), key=len, reverse=True)
)
_VERBS = rf"(?:{_VERB})(?:(?:, and | and also |, | and | or | & |/)(?:{_VERB}))*"
_WANTED = (
    r"(?:(?:as an? [\w ]{1,30}?,? )?(?:please )?(?:(?:i|we|you|one|users?|people|everyone|anyone|"
    r"clients?|members?|the (?:api|service|app|user)|it|they|that|which)(?: also| then)? "
    r"(?:want|would like|'d like|need|wish|can|could|should|must|may|like|love|will|shall|have|"
    r"has|offers?|supports?|lets? (?:me|us|users|people|you))(?: also)?(?: be able)?"
    r"(?: to)?(?: be able to)?|"
    r"i'd (?:like|love) to|we'd (?:like|love) to|it (?:should|must) be possible to|"
    r"let (?:me|us|users|people)|allow(?:s|ing)? (?:me|us|users|people) to|there (?:is|are|should "
    r"be)|"
    r"able to|with|to)(?: have| support| offer)? )?"
)
_ALL = (
    r"(?:full |usual |complete |basic |plain |simple |standard )*CRUD(?: (?:operations?|endpoints?|"
    r"routes?|api))?"
)
_PLACE = r"(?:at|under|on|via|through) `?(?P<place>/[\w/-]+)`?"
_WHAT = (
    r"(?:(?P<them>them|it|these|those)|(?:(?:the|my|our|your|their|all|new|single|an?|one|each|"
    r"individual|existing) )*(?P<noun>[a-z][\w-]*?)(?:'s)?)"
)
_WISH = re.compile(
    rf"(?:^|(?<=[,;:] )|(?<= and ))(?:and |also |so )*(?:(?i:at|under|on|for|with) "
    rf"`?(?P<before>/[\w/-]+)`?,? )?(?i:{_WANTED})"
    rf"(?:(?:the |a )?(?:usual|ordinary|standard|normal|common|basic) )?"
    rf"(?:(?P<verbs>{_VERBS})(?: (?:operations?|endpoints?|requests?|routes?|methods?))?|"
    rf"(?P<all>{_ALL}))"
    rf"(?: (?:of|for|on|over|with))? (?:{_WHAT}(?: {_PLACE})?|{_PLACE.replace('place', 'alone')})"
    r"(?P<more> with [^;]+)?(?=[\s.]*$|[,;]| and (?!\w+ing\b))"
)
# A list of verbs that began with something else is not read from its middle.
_GOES_ON = re.compile(rf"(?:{_VERB}),?(?: and)? $")
_SINGLE = {"add", "create", "list", "delete", "remove", "update", "edit", "change", "CRUD"}


class Wish(NamedTuple):
    """A request by its method and path, and what it does in words."""

    way: str
    words: str


class Places(NamedTuple):
    """Where the things of a goal are: collections, and the paths of one of each."""

    collections: tuple[str, ...]
    items: tuple[str, ...]

    def of(self, noun: str, place: str) -> str:
        """The collection of what a wish is about; none where that is not known."""
        if place:
            return place
        tops = [each for each in self.collections if each.count("/") == 1]
        named = [each for each in tops if noun and same_thing(noun, each.rsplit("/", 1)[-1])]
        if named:
            return named[0]
        return tops[0] if not noun and len(tops) == 1 else ""

    def one(self, collection: str) -> str:
        """The path of one of a collection."""
        found = [each for each in self.items if each.rpartition("/")[0] == collection]
        return found[0] if found else f"{collection}/{{id}}"


def places(text: str) -> Places:
    """Where a goal says that its things are.

    >>> places("GET /items?open=true and DELETE /items/{sku}").items
    ('/items/{sku}',)
    """
    paths = [one_form(each[2])[0].rstrip("/,") for each in ROUTE.finditer(f" {text}")]
    paths += re.findall(r"(?<=[\s(])/[a-z][\w/-]*(?![\w/{-])", text)
    many = [each for each in paths if is_plural(each.rsplit("/", 1)[-1]) and "{" not in each]
    ones = [each for each in paths if re.search(r"\w/\{\w+\}$", each)]
    many += [each.partition("/{")[0] for each in paths if "/{" in each.lstrip("/")]
    return Places(tuple(dict.fromkeys(many)), tuple(dict.fromkeys(ones)))


def wished(text: str, where: Places) -> tuple[str, list[Wish]]:
    """A clause without the wishes in it, and the requests that these are.

    >>> rest, found = wished("I want to add and list them, please", places("DELETE /cats"))
    >>> rest, [each.way for each in found]
    (', please', ['POST /cats', 'GET /cats'])
    >>> wished("GET /cats to list and read them", places("GET /cats"))[1]
    []
    """
    found: list[Wish] = []
    kept, end = [], 0
    for match in _WISH.finditer(text):
        place = match["place"] or match["alone"] or match["before"] or ""
        if _GOES_ON.search(text[: match.start()]):
            continue
        collection = where.of(match["noun"] or "", place)
        verbs = match["verbs"] or ""
        many = bool(match["all"]) or len(re.split(r", | and | or |/|&", verbs)) > 1
        if not collection or (match["more"] and "create" not in _deeds(verbs)):
            continue
        if match["more"] and ROUTE.search(f" {text[match.start() :]}"):
            continue  # "add plants with a name via POST /plants" names its request
        if not many and (verbs not in _SINGLE or match["them"]):
            continue
        found += _requests(_deeds(verbs) or [*_DEEDS], collection, where, match["more"] or "")
        kept.append(text[end : match.start()])
        end = match.end()
    return "".join((*kept, text[end:])).strip(), found


def _deeds(verbs: str) -> list[str]:
    """What verbs come to.

    >>> _deeds("add, see all and throw away")
    ['create', 'list', 'drop']
    """
    found = [
        deed
        for verb in re.split(r", and | and also |, | and | or | & |/", verbs)
        for deed, told in _DEEDS.items()
        if verb in told.split("|")
    ]
    reads = "show" in found and "list" not in found and "create" in found
    return [*found, *(["list"] if reads else [])]  # "create, read, update and delete": all of them


def _requests(deeds: list[str], collection: str, where: Places, more: str) -> list[Wish]:
    noun = singular(collection.rsplit("/", 1)[-1]).replace("-", " ").replace("_", " ")
    one = where.one(collection)
    article = "an" if noun[:1] in "aeiou" else "a"
    told = {
        "create": [Wish(f"POST {collection}", f"Creates {article} {noun}{more}")],
        "list": [Wish(f"GET {collection}", f"Lists the {plural(noun)}")],
        "show": [Wish(f"GET {one}", f"Shows {article} {noun}")],
        "replace": [Wish(f"PUT {one}", f"Replaces {article} {noun}")],
        "patch": [Wish(f"PATCH {one}", f"Changes {article} {noun}")],
        "drop": [Wish(f"DELETE {one}", f"Deletes {article} {noun}")],
    }
    if "change" in deeds:
        deeds = [*deeds, "replace", "patch"]
    order = [each for each in told if each in deeds]
    return list(dict.fromkeys(wish for deed in order for wish in told[deed]))


_MODEL = re.compile(
    r"(?i)^(?:(?:an?|each|every|the|all|any) )?(?P<noun>(?!\w+ (?:that|which|"
    r"who)\b)[a-z][\w -]{0,30}?)"
    r" (?:has|have) (?=(?:an?|the) [`\w]|[`\w]+(?: \([^()]*\))?,)"
)


def modelled(text: str, where: Places) -> str:
    """What a sentence says that things have, said of those at the only path that is named.

    >>> modelled("Things to pack have a name and a weight", places("POST /items, GET /items"))
    'An item has a name and a weight'
    """
    found = _MODEL.match(text)
    tops = [each for each in where.collections if each.count("/") == 1]
    if not found or len(tops) != 1 or not is_plural(tops[0][1:]):
        return text
    if same_thing(found["noun"].split(" ")[-1], tops[0][1:]):
        return text
    noun = singular(tops[0][1:])
    return f"{'An' if noun[:1] in 'aeiou' else 'A'} {noun} has {text[found.end() :]}"
