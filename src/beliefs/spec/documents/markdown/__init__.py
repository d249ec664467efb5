"""Markdown descriptions, and sentences laid out like them, into contracts."""
