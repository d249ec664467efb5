"""Whether claims say the same or deny each other, by their words: `comparing`, `handles`."""
