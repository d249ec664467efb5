"""What routes do to rows: make, change, drop, move, take."""
