"""What was said, by whom, when: entries, the fold, views, and the stores that keep them."""
