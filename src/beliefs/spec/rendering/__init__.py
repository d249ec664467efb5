"""A Spec as Markdown that people read, and the same Spec read back from it.

cells       texts that may stand in tables, exactly
types       what a value may be, as a phrase
markdown    the document
reading     the Spec of a document
"""

from beliefs.spec.rendering.markdown import render
from beliefs.spec.rendering.reading import is_rendered, read

__all__ = ["is_rendered", "read", "render"]
