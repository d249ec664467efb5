"""Documents to a Spec: OpenAPI and Markdown, valid or nearly so, one or several at once."""

from beliefs.spec.documents.descriptions import read_markdown
from beliefs.spec.documents.inferring import infer
from beliefs.spec.documents.openapi import read_openapi
from beliefs.spec.documents.sources import Source, read_laid_out, read_sources

__all__ = [
    "Source",
    "infer",
    "read_laid_out",
    "read_markdown",
    "read_openapi",
    "read_sources",
]
