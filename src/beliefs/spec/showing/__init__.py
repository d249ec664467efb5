"""Answers in the form that the goal shows, whoever read the rest of it."""

from beliefs.spec.showing.envelopes import enveloped, without_envelopes
from beliefs.spec.showing.forms import shown_as_told

__all__ = ["enveloped", "shown_as_told", "without_envelopes"]
