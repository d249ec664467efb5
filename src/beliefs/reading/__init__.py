"""Text to claims: what a sentence says, how sure it is, and what it is about."""
