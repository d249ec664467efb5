"""What rows are told by, as sentences say it: a UUID, a code with a prefix, a slug of the title."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.entities import Key

_IDS = r"(?:ids?|identifiers?|keys?|numbers?|codes?)"
_ABOUT = re.compile(rf"(?i)\b{_IDS}\b|\buuids?\b|\bguids?\b")
_UUID = re.compile(r"(?i)\b(?:random )?(?:uuids?|guids?)(?: ?v?4)?\b")
_SECRET = re.compile(
    rf"(?i)\b{_IDS}\b[^.;]*\b(?:random|can't be guessed|cannot be guessed|unguessable|"
    r"not guessable|hard to guess|opaque)\b|\b(?:random|unguessable|opaque)\b[^.;]{0,24}\bids?\b"
)
_NUMBERS = re.compile(r"(?i)\b(?:integers?|numeric|numbers? counting|auto-?increment\w*)\b")
_PREFIX = re.compile(
    r"(?i)\b(?:prefix(?:ed)?|(?:starts?|begins?|starting|beginning))(?: with| by| is|:)?(?: the)? "
    r"[`\"'“]?(?P<p>[A-Za-z]{1,8}[-_])"
)
_SAMPLE = re.compile(
    r"(?:(?i:like|e\.g\.?,?|such as|for example|look(?:s|ing)? like)) "
    r"(?:⟪(?P<q>\d+)⟫|(?P<p>[A-Za-z]{1,8}[-_][A-Za-z0-9]{4,}))"
)
_LENGTH = re.compile(
    r"(?i)\b(?P<n>\d+) (?:random )?(?:lower-?case )?(?:letters|characters|chars|digits|hex\w*|"
    r"alphanumerics?)"
)
_WORDS = re.compile(
    rf"(?i)\b(?:{_IDS}|(?:is|are|be|look|looks?|has|have|gets?) (?:an? )?|the|random|unguessable|"
    r"opaque|prefix(?:ed)?|starts?|begins?|with|letters?|digits?|or|and|by|followed|characters?|chars|"
    r"that|which|cannot|can't|be|guessed|like|e\.g|such|as|every|each|an?|of|for|in|made|up|text|"
    r"strings?|alphanumeric\w*|lower-?case|hex\w*|uuids?|guids?|v4|plus|then|instead|not|numbers?|"
    r"tokens?|long|length|generated|server|service|returned|returns?|use|uses|form|looking)\b|\d+"
)


def learn_identifiers(service: Service, scenes: list[Scene]) -> None:
    """Take out of the sentences what the keys of rows are made of."""
    for one in service.brief.said:
        kind = _named(one, service.kinds)
        if kind is not None:
            _learn(kind, one)
    for scene in scenes:
        kind = scene.kind if scene.kind is not None and scene.kind.makes else None
        for one in scene.told.said if kind is not None else ():
            other = _named(one, service.kinds) if len(service.kinds) > 1 else kind
            if other is kind or other is None:
                _learn(kind, one)  # type: ignore[arg-type]


def _named(one: Said, kinds: list[Kind]) -> Kind | None:
    """The kind that a sentence is about."""
    found = [
        x
        for x in kinds
        if re.search(rf"(?i)\b(?:{re.escape(x.spoken)}|{re.escape(x.plural)})s?\b", one.text)
    ]
    return found[0] if len(found) == 1 else kinds[0] if len(kinds) == 1 else None


def _learn(kind: Kind, one: Said) -> None:
    if kind.key.name != "id" or not _ABOUT.search(one.text):
        return
    pieces = re.split(r"(?<=[.;])\s+|;\s*", one.text)
    for at, piece in enumerate(pieces):
        key = _key(kind, one, piece)
        if key is None:
            continue
        kind.key = key
        kind.fields.pop("id", None)
        left = _WORDS.sub(" ", re.sub(r"⟪\d+⟫|[\w]*[-_][\w-]*", " ", _UUID.sub(" ", piece)))
        names = {*kind.spoken.split(), kind.plural, key.prefix.strip("-_").lower()}
        if all(x in names for x in re.findall(r"[a-z]{2,}", left.lower())):
            pieces[at] = "¦"
        else:
            before = rf"(?i)\b(?:an? )?{_IDS} (?:that )?(?:is|are) (?:an? )?(?=\buuid)"
            pieces[at] = _UUID.sub(" ", re.sub(before, " ", piece))
    one.text = "; ".join(pieces)


def _key(kind: Kind, one: Said, piece: str) -> Key | None:
    """The key that a piece of a sentence says."""
    if not _ABOUT.search(piece):
        return None
    if _UUID.search(piece):
        return Key("id", "uuid")
    sample = _SAMPLE.search(piece)
    shown = (one.quote(f"⟪{sample['q']}⟫") if sample["q"] else sample["p"]) if sample else ""
    prefix = _PREFIX.search(one.whole)
    text = prefix["p"] if prefix and re.search(r"(?i)prefix|\b(?:start|begin)", piece) else ""
    made = re.fullmatch(r"([A-Za-z]{1,8}[-_])([A-Za-z0-9]{4,})", shown or "")
    text = text or (made[1] if made else "")
    length = _LENGTH.search(piece)
    if re.search(r"(?i)\bids?\b", piece) and text and re.fullmatch(r"[A-Za-z]{1,8}[-_]?", text):
        many = int(length["n"]) if length else len(made[2]) if made else 12
        return replace(kind.key, style="token", prefix=text, length=many)
    if _SECRET.search(piece) and not _NUMBERS.search(piece):
        return Key("id", "token", length=int(length["n"]) if length else 22)
    return None


# "a slug made from the title", "slugified name", "the slug is derived from the title".
_SLUG = re.compile(
    r"(?i)\b(?:gets?|has|have|with)? ?(?:an? |the |its |url )*slugs?\b"
    r"(?: (?:that |which )?(?:is|are|gets?|which))?"
    r"(?: (?:made|derived|generated|built|created|taken|computed|automatically|auto-?generated)"
    r"){1,2} "
    r"(?:from|of|out of|by) (?:the |its |their )?(?P<f>[a-z_]+)"
)
_AGAIN = re.compile(
    r"(?i)(?:,? ?(?:and |but )?(?:if|when|where) )?(?:[^,.;¦]*\b(?:same|taken|exists?|clash\w*|"
    r"collisions?|duplicates?|already)\b[^.;¦]*?)(?:⟪\d+⟫|-2\b)(?:[^.;¦]*)"
)


def learn_slugs(service: Service, scenes: list[Scene]) -> None:
    """Find the kinds whose rows have a slug, each with the field that it is made of."""
    for kind in service.kinds:
        own = [x for x in scenes if x.kind is kind or x.row is kind]
        for one in [*service.brief.said, *(x for s in own for x in s.told.said)]:
            told = one.has(_SLUG)
            if told is None or "slug" in kind.brought or told["f"] not in kind.brought:
                continue
            service.slugs[kind.name] = told["f"]
            one.drop(told)
            for each in [*service.brief.said, *(x for s in own for x in s.told.said)]:
                each.take(r"(?:,|\()? ?(?:e\.g\.?|like|for example|such as),? ⟪\d+⟫\)?")
                each.take(_AGAIN)
            if kind.key.name != "slug":
                kind.fields["slug"] = Held("slug", STRING, server=True)
