"""What sentences about a route tell of it: which row, what must hold, what is written."""
