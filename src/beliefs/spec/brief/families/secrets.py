"""A key that requests bring in a header, and that an environment variable holds."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.operations import Input
from beliefs.spec.types import Type

_HEADER = re.compile(r"(?i)\b(?P<a>X-[A-Za-z][\w-]*)\b(?! (?:tells|says|of the answer))")
_VARIABLE = re.compile(r"\b(?P<v>[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]*(?:KEY|SECRET|TOKEN|PASSWORD))\b")
_TOLD = (
    (
        r"(?:all |every |each |the )?(?:other )?(?:requests?|routes?|endpoints?)?(?: (?:must|has "
        r"to|"
        r"have to|needs? to))? ?(?:needs?|requires?|brings?|sends?|carry|carries|has|have|with|in|"
        r"must)* ?(?:a |the )?(?:valid )?(?:header )?X-[A-Za-z][\w-]*(?: header)?(?: with| equal "
        r"to| "
        r"matching| that equals| holding| containing)?"
    ),
    (
        r"(?:with )?(?:the )?(?:value|content) of(?: the)?|(?:the )?(?:right |correct |valid |api "
        r")?(?"
        r":key|secret|token)s? (?:is|are|comes?|stands?|lives?)?(?: from| in)?(?: the)?"
    ),
    (
        r"(?:in |from |of )?(?:the )?(?:environment )?variable "
        r"[A-Z_0-9]+"
    ),
    r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b",
    r"\b(?:header|environment|public|bring|key)\b",
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Guard what needs the key."""
    whole = heard.words(service, scenes)
    header = _HEADER.search(whole)
    if (
        header is None
        or not re.search(r"(?i)environment|\benv\b|variable", whole)
        or service.users is not None
    ):
        return
    rest = whole.replace(header[0], " ")
    variable = _VARIABLE.search(rest)
    if variable is None:
        return
    named = header["a"]
    name = re.sub(r"\W", "_", named).lower()
    general = any(_HEADER.search(one.text) for one in service.brief.said)
    direct = [
        x
        for x in scenes
        if any(
            _HEADER.search(one.text) for one in [*x.told.said, *(f.cause for f in x.told.faults)]
        )
    ]
    public = [
        x
        for x in scenes
        if any(one.has(r"\bpublic\b|\bno key\b|\bwithout (?:a |the )?key\b") for one in x.told.said)
    ]
    for scene in scenes if general and not direct else direct:
        if scene in public and scene not in direct:
            continue
        scene.also.append(Input(name, "header", Type("string"), required=False, named=named))
        told = f'env("{variable["v"]}")'
        scene.lines.insert(
            0,
            f'guard {told} != null and same_secret(or_else(input.{name}, ""), {told}) else '
            'unauthenticated "The key is missing or wrong"',
        )
    for each in heard.faults(
        service, scenes, r"(?i)X-[A-Za-z]|\bkey\b|\bsecret\b|\bheader\b|^\W*$"
    ):
        if each.fault.status not in {401, 403} or heard.rest(
            each.fault.cause.text,
            *_TOLD,
            r"\b(?:missing|wrong|invalid|no|without|is|a|or|not|given|right|bring|brings|must|has)"
            r"\b",
        ):
            heard.put_back(service, each)
            continue
        for scene in scenes:
            if scene.lines and "same_secret" in scene.lines[0]:
                scene.fails("unauthenticated", each.fault.status)
    for pattern in _TOLD:
        for one in heard.sentences(service, scenes):
            if re.search(r"(?i)X-[A-Za-z]|\bkey\b|\bvariable\b|\bpublic\b", one.whole):
                one.take(pattern)
