"""Pages of other origins that may ask: CORS."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.scene import Scene, Service

_ORIGIN = r"https?://[\w.-]+(?::\d+)?"
_ABOUT = re.compile(
    r"(?i)\bCORS\b|cross[- ]origin|\bother origins?\b|\ball origins\b|\bany origin\b"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Let in the origins that are named, or all of them."""
    for one in heard.sentences(service, scenes):
        if not _ABOUT.search(one.text):
            continue
        named = re.findall(_ORIGIN, one.text)
        every = re.search(
            r"(?i)\b(?:all|any|every|everywhere|anywhere)\b|\*|\benabled?\b|^\W*CORS\W*$", one.text
        )
        if not named and not every:
            continue
        service.origins = tuple(
            dict.fromkeys([*service.origins, *(each.rstrip(".") for each in named)])
        ) or ("*",)
        while one.take(_ORIGIN):
            pass
        one.take(
            r"(?:allow|enable|let|permit|turn on|with)?\s*(?:all |any )?(?:CORS(?: requests?| "
            r"support| headers?| enabled)?|cross[- ]origin(?: requests?| access)?)(?: is| are)?(?"
            r": enabled| allowed| on)?(?: from| for| by)?(?: all| any| every| everywhere)?(?: "
            r"origins?)?:?"
        )
        one.take(
            r"(?:so that )?(?:web |browser )?(?:pages?|sites?|front-?ends?|apps?|clients?|"
            r"browsers?) (?:from|at|on|of) ?¦? ?(?:(?:may|can|could) (?:call|use|reach|ask)(?: "
            r"the| this)?(?: API| service)?)?|(?:may|can) (?:call|use|reach|ask)(?: the| this)?(?"
            r": API| service)?|\bpages from\b|\b(?:all|any) origins?\b"
        )
