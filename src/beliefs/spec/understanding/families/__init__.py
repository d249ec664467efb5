"""Families of behaviour: what becomes of the things, routes and cues of a draft.

Each has `shape`, which says what rows it needs before any operation is written, or `write`, which
writes operations, or both. A family marks the cues that it makes something of.
"""
