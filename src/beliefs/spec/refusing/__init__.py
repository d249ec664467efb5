"""How requests fail, as the sources of a goal say, whoever read the rest of them."""

from beliefs.spec.refusing.bodies import without_bodies
from beliefs.spec.refusing.settling import refusing

__all__ = ["refusing", "without_bodies"]
