"""Documents to a Spec: OpenAPI and Markdown, valid or nearly so, one or several at once."""

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
