"""Which requests words mean that name none: "every PUT and DELETE", "adding or deleting".

"Everything but reading", "the other calls", "all changes".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.brief.scene import Scene, Service

Pick: TypeAlias = Callable[[re.Match[str]], list[Scene]]

_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
# What people call what a request does, with its methods and whether its path ends in a key.
_DEEDS: tuple[tuple[str, tuple[str, ...], bool | None], ...] = (
    (
        (
            r"add(?:ing)?|creat(?:e|ing)|post(?:ing)?|insert(?:ing)?|submit(?:ting)?|send(?:ing)?|"
            r"upload(?:ing)?s?|publish(?:ing)?|mak(?:e|ing)|register(?:ing)?|import(?:ing)?"
        ),
        ("POST",),
        False,
    ),
    (r"list(?:ing)?s?|brows(?:e|ing)|search(?:ing)?", ("GET",), False),
    (
        r"chang(?:e|ing)|updat(?:e|ing)|edit(?:ing)?|modify(?:ing)?|replac(?:e|ing)|patch(?:ing)?",
        ("PUT", "PATCH"),
        None,
    ),
    (r"delet(?:e|ing)|remov(?:e|ing)", ("DELETE",), None),
    (
        r"read(?:ing)?s?|get(?:ting)?|fetch(?:ing)?|look(?:ing)? at|view(?:ing)?|see(?:ing)?",
        ("GET",),
        None,
    ),
)
_ALL_CHANGES = (
    r"(?:all |any |every )?(?:writ(?:es|ing|e)(?: (?:requests?|access|calls?|operations?))?|cha"
    r"nges|"
    r"modifications|mutations|"
    r"(?:chang|modify|alter)(?:ing|e)? (?:anything|something|data|things|it)|(?:anything|everyt"
    r"hing|"
    r"all (?:requests|calls)|(?:any|every) (?:request|call)|requests|calls) (?:that|which) "
    r"(?:changes?|writes?|modif(?:y|ies))(?: (?:anything|something|data|things))?)"
)
_READS = r"(?:all )?(?:read access|reads|read(?:ing)?[- ](?:only )?(?:requests?|access))"
_ALL = (
    r"everything|(?:all|every|any|each) (?:of the |the |single )?(?:requests?|routes?|endpoints?|"
    r"calls?|operations?)|the (?:whole|entire) (?:api|service)|the api"
)
_OTHERS = (
    r"(?:everything|all) else|the rest|(?:all )?(?:the )?(?:others|other (?:two |three |four )?"
    r"(?:requests|routes|endpoints|calls|ones|operations))|all others"
)
_BUT = r"(?:but|except(?:ing)?|apart from|other than|save|besides)(?: for)?(?: the)?"
_METHOD = r"(?:GET|POST|PUT|PATCH|DELETE)"


class Meant(NamedTuple):
    """The requests that words mean, and the words that mean none."""

    scenes: list[Scene]
    rest: str
    others: bool = False  # all that is not spoken of elsewhere


def meant(service: Service, scenes: list[Scene], text: str) -> Meant:
    """What the words of a clause mean; what is behind "but" or "except" is left out."""
    found = re.search(
        rf"(?i)(?P<all>{_ALL}){_OF}? {_BUT} (?P<less>[^,;.]+?)"
        r"(?= needs?| requires?| must| ha(?:s|ve) to| is | are |$)",
        text,
    )
    if found is not None:
        less = meant(service, scenes, found["less"])
        if less.scenes:
            rest = f"{text[: found.start()]} {less.rest} {text[found.end() :]}"
            return Meant([x for x in scenes if x not in less.scenes], rest)
    out: list[Scene] = []
    for pattern, pick in _picks(service, scenes):
        while (found := re.search(rf"(?i)(?<![\w/-])(?:{pattern})(?![\w/-])", text)) is not None:
            those = pick(found)
            out += [x for x in those if x not in out]
            text = f"{text[: found.start()]} {text[found.end() :]}"
    left = re.sub(rf"(?i)\b(?:{_OTHERS})\b", " ", text)
    return Meant([x for x in scenes if x in out], left, others=left != text)


_OF = r"(?: (?:requests|here|of them))"


def _picks(service: Service, scenes: list[Scene]) -> list[tuple[str, Pick]]:
    """Patterns with what picks the requests that each means."""
    kinds = "|".join(
        re.escape(w) for x in service.kinds for w in (x.plural.replace("_", " "), x.spoken)
    )
    of = rf"(?: (?:an? |the |any |new |all |one )*(?P<of>{kinds})\b| (?:one|them|it|something)\b)?"
    of = of if kinds else ""

    def of_methods(methods: tuple[str, ...], item: bool | None = None) -> Pick:
        def pick(found: re.Match[str]) -> list[Scene]:
            named = found.groupdict().get("of")
            kind = service.kind(named) if named else None
            fits = [
                x
                for x in scenes
                if x.request.method in methods
                and (item is None or bool(x.request.path.endswith("}")) is item)
            ]
            of_kind = [x for x in fits if kind is not None and (x.kind is kind or x.row is kind)]
            return of_kind or fits

        return pick

    def of_tails(stem: str) -> Pick:
        return lambda _: [x for x in scenes if x.request.tail.lower().startswith(stem)]

    def named(found: re.Match[str]) -> list[Scene]:
        methods = re.findall(_METHOD, found[0].upper())
        return [x for x in scenes if x.request.method in methods]

    picks: list[tuple[str, Pick]] = [
        (
            (
                rf"(?:(?:all|every|each|any)(?: the)? )?(?-i:{_METHOD})s?"
                r"(?:(?:,? and |,? or |, ?|/)"
                rf"(?-i:{_METHOD})s?)*(?: (?:requests?|calls?))?(?! /)"
            ),
            named,
        ),
        (_ALL_CHANGES, of_methods(_CHANGING)),
        (_READS, of_methods(("GET",))),
    ]
    picks += [(rf"(?:{words}){of}", of_methods(methods, item)) for words, methods, item in _DEEDS]
    picks += [
        (rf"{re.escape(stem)}(?:e|ing)?", of_tails(stem))
        for stem in {
            x.request.tail.lower().rstrip("e") for x in scenes if x.request.method != "GET"
        }
        if len(stem) > 2
    ]
    picks.append((f"(?:{_ALL})(?! else)", lambda _: list(scenes)))
    return picks
