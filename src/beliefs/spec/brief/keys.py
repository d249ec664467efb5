"""Keys that the environment holds, and that requests show: who asks where nobody has an account."""

from __future__ import annotations

from beliefs.spec.brief.accounts import Accounts
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.features.credentials import by_key, by_keys, by_password
from beliefs.spec.service import Assumption, Identity, Unknown

_USUAL = "API_KEY"


def shown_key(service: Service, scenes: list[Scene], known: Accounts | None) -> Identity | None:
    """How it is known who asks, as a document states it.

    What of that is not built stands in the way.
    """
    told = service.brief.security
    if told is None:
        return known.identity if known is not None else None
    for scene in scenes:
        scene.needs = scene.request.secured
    held = told.variable or bool(told.keys)
    if known is not None and not held:
        if told.place in {"cookie", "basic"}:
            _open(service, scenes, f"showing who asks by {told.place}")
            return known.identity
        return Identity(told.place, told.name, known.identity.who)
    if any(each.reads for each in told.keys):
        _open(service, scenes, "a key that is good for reading alone")
    if told.place == "basic":
        if held and told.user:
            key = told.keys[0].default if told.keys else ""
            return by_password(told.user, variable=told.variable, password=key)
        _open(service, scenes, "whose name and password is asked for")
        return None
    if told.keys:
        return by_keys(told.place, told.name, told.keys)
    if held:
        return by_key(told.place, told.name, variable=told.variable)
    if told.place in {"header", "query"}:
        chosen = f"it is that of the environment variable {_USUAL}"
        service.assumptions.append(Assumption(f"the key in {told.name}", chosen, told.source))
        return by_key(told.place, told.name, variable=_USUAL)
    _open(service, scenes, "who is given what is shown")
    return None


def _open(service: Service, scenes: list[Scene], why: str) -> None:
    """Leave open every request that is not for everybody."""
    told = service.brief.security
    source = told.source if told is not None else ""
    if any(scene.needs for scene in scenes):
        words = f"security {told.name if told is not None else ''}".strip()
        service.unknowns.append(Unknown("blocking", words, source, f"nothing says {why}"))
    for scene in scenes:
        scene.needs = False
