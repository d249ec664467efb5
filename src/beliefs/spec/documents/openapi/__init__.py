"""OpenAPI documents, valid or nearly so, into contracts."""
