"""Reliability from agreement alone: who can be believed when nobody knows the truth.

`votes` is what was said, `lesson` what was learned and how it bets, `learn` how one comes to the
other: `coins` and `faces` fit the models, and their evidence decides between them.
"""
