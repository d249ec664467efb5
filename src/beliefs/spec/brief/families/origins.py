"""Pages of other origins that may ask: CORS."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import covering, heard
from beliefs.spec.brief.scene import Scene, Service

_ORIGIN = r"https?://[\w.-]+(?::\d+)?"
_PAGES = (
    r"front-?\s?ends?|browsers?|web ?(?:apps?|pages?|sites?)|websites?|SPA|single[- ]page|"
    r"dashboards?|react|vue|angular|svelte|javascript"
)
_ABOUT = re.compile(rf"(?i)\bCORS\b|cross[- ]origin|\borigins?\b|\b(?:{_PAGES})\b")
_SURE = re.compile(r"(?i)\bCORS\b|cross[- ]origin|\b(?:any|all|other|every) origins?\b")
_EVERY = re.compile(
    r"(?i)\b(?:all|any|every|everywhere|anywhere|everybody|anybody|everyone|anyone|other)\b|\*|"
    r"\benabled?\b|^\W*CORS\W*$"
)
_WORDS = """
    anorigin cors cross origin origins request requests header headers support enable enabled
    enabling allow allowed allows allowing permit permitted permits let lets turn turned on off set
    configure configured configuration for from by to these those two three only my our the front
    end frontend frontends browser browsers page pages site sites website websites web app apps
    dashboard client clients may can could should must call calls calling called use uses reach
    reaches ask asks access accessed fetch fetching talk work works working runs running run hosted
    served lives at other any all every everywhere anywhere anyone everyone anybody whatever which
    that is are be so it this api service react vue angular svelte javascript spa single sends no
    one else nobody others not with and nothing methods method preflight preflights answered
    directly local localhost development production dev prod also trusted
"""


def read(service: Service, scenes: list[Scene]) -> None:
    """Let in the origins that are named, or all of them."""
    for one in heard.sentences(service, scenes):
        if not _ABOUT.search(one.text):
            continue
        named = [each.rstrip(".") for each in re.findall(_ORIGIN, one.text)]
        every = bool(_SURE.search(one.text)) and bool(_EVERY.search(one.text))
        if not named and not every:
            continue
        service.origins = tuple(dict.fromkeys([*service.origins, *named])) or ("*",)
        one.text = re.sub(rf"{_ORIGIN}(?:/(?=\W|$))?", "anorigin", one.text)
        names = covering.names_of(service, scenes)
        evidence = rf"\bCORS\b|\borigins?\b|\banorigin\b|{_PAGES}"
        covering.clauses([one], evidence, _WORDS, names, turned=True)
