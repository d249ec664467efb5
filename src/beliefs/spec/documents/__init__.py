"""Documents to a Spec: OpenAPI and Markdown, valid or nearly so, one or several at once."""

from beliefs.spec.documents.inferring import infer
from beliefs.spec.documents.openapi import read_openapi

__all__ = ["infer", "read_openapi"]
