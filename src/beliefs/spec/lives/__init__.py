"""What becomes of rows: a trash, an order, versions, votes, places, bookings, replies, batches.

A terse goal names such a life in passing ("documents with a trash", "threaded comments"), and
everybody knows what is meant. Each module hears one of them, takes its words out of the sentences,
and writes the requests, at the paths that the goal names or at the house's, which is stated. What
nobody took is listed.
"""
