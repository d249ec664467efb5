"""Modules that built projects get, whole or cut down to what they call; nothing here imports us."""
