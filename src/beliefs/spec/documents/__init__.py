"""Documents to a Spec: OpenAPI and Markdown, valid or nearly so, one or several at once."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from beliefs.spec.documents.markdown.descriptions import read_markdown
    from beliefs.spec.documents.openapi.reading import read_openapi
    from beliefs.spec.documents.sources import Source, read_laid_out, read_sources
    from beliefs.spec.inferring.contracts import infer

__all__ = [
    "Source",
    "infer",
    "read_laid_out",
    "read_markdown",
    "read_openapi",
    "read_sources",
]

# Each is fetched when it is first used: inferring takes modules from here, and sources take it.
_ROOMS = {
    "Source": "beliefs.spec.documents.sources",
    "infer": "beliefs.spec.inferring.contracts",
    "read_laid_out": "beliefs.spec.documents.sources",
    "read_markdown": "beliefs.spec.documents.markdown.descriptions",
    "read_openapi": "beliefs.spec.documents.openapi.reading",
    "read_sources": "beliefs.spec.documents.sources",
}


def __getattr__(name: str) -> Any:
    """Import what reads documents when it is asked for."""
    if name not in _ROOMS:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_ROOMS[name]), name)
