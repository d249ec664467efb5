"""Serving beliefs over HTTP: every call of the client under /v1."""
