"""Answers told value by value: each by a phrase, its name or its example, from what is at hand."""
