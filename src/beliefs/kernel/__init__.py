"""The numbers: pure functions, with no I/O, no clock and no randomness."""
