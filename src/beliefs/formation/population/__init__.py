"""Populations: many minds in columns, compiled, in threads or on many machines."""
