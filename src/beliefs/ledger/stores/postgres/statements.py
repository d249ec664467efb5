"""What the server is asked for, once for every call: planned once, one round trip each."""

HEAD = "SELECT id, newest, count, fingerprint FROM beliefs.ledgers WHERE namespace = "
LOAD = (
    "SELECT key, value, NULL FROM beliefs.rows WHERE ledger = %(ledger)s"
    " AND key = ANY(%(keys)s::bytea[])"
    " UNION ALL SELECT r.key, r.value, NULL FROM unnest(%(low)s::bytea[], %(high)s::bytea[])"
    " AS p (low, high) JOIN LATERAL (SELECT key, value FROM beliefs.rows"
    " WHERE ledger = %(ledger)s AND key >= p.low AND key < p.high OFFSET 0) r ON true"
    " UNION ALL SELECT id, words, family FROM beliefs.claims WHERE ledger = %(ledger)s"
    " AND id = ANY(%(claims)s::bytea[])"
)
"""Rows, and the words of claims, of which alone the last column is not null.

OFFSET 0 keeps each range to itself: the server would else plan to read the whole ledger once and
look for the ranges in it, as long as nobody has told it how much that is."""
# Everything a call writes, in one statement: one round trip, planned once. Nothing is written
# unless the head is the one that the call has seen. Commits that tell of themselves wait for each
# other, on the whole server, so that is done only where somebody listens.
SAVE = (
    "WITH h AS (UPDATE beliefs.ledgers SET newest = %(newest)s, count = %(count)s,"
    " fingerprint = %(fingerprint)s, arrivals = arrivals + %(arrived)s,"
    " tail = %(tail)s::bytea || substr(tail, 1, %(room)s) WHERE id = %(ledger)s"
    " AND newest IS NOT DISTINCT FROM %(seen_newest)s::bigint"
    " AND count = %(seen_count)s AND fingerprint = %(seen_fingerprint)s"
    " RETURNING id, watched),"
    " e AS (INSERT INTO beliefs.entries (ledger, id, subject, recorded, body)"
    " SELECT h.id, n.* FROM h, unnest(%(ids)s::bytea[], %(subjects)s::bytea[],"
    " %(recorded)s::bigint[], %(bodies)s::text[]) n),"
    " c AS (INSERT INTO beliefs.claims SELECT h.id, n.* FROM h,"
    " unnest(%(claims)s::bytea[], %(families)s::text[], %(words)s::text[]) n"
    " ON CONFLICT DO NOTHING),"
    " f AS (INSERT INTO beliefs.rows SELECT h.id, n.* FROM h,"
    " unnest(%(new_keys)s::bytea[], %(new_values)s::text[]) n),"
    " r AS (INSERT INTO beliefs.rows SELECT h.id, n.* FROM h,"
    " unnest(%(keys)s::bytea[], %(values)s::text[]) n"
    " ON CONFLICT (ledger, key) DO UPDATE SET value = excluded.value)"
    " SELECT told FROM h LEFT JOIN LATERAL"
    " (SELECT pg_notify('beliefs', %(namespace)s)::text WHERE h.watched > now()) t (told) ON true"
)
