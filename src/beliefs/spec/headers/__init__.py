"""Headers that requests show and answers have as the goal says, whoever read the rest of it."""

from beliefs.spec.headers.schemes import with_scheme
from beliefs.spec.headers.settling import headed

__all__ = ["headed", "with_scheme"]
