"""What services are made of, written as programs in the effect language.

Each file is one family. Its functions take a few parameters and give operations whose effects say
everything they do; nothing here is code of a built service.

resources    a kind of row with a place among the paths, and what holds for all its operations
crud         create, list, show, replace, change, remove
listing      filters, search, sort and paging of a list
relations    many to many: joined, parted, listed from either side
machines     states, and the moves between them that are allowed
deleting     the bin, purging, deleting what holds
keys         counters under a name, sets of a row, lists of keys
threads      comments with replies at any depth, as a tree
documents    open records
actions      what can be done to one row: transitions, counters, bringing back
figures      one at random, counts, statistics, rankings
exchange     CSV and JSON, out and in
pages        HTML
small        answers that need no rows
links        short codes that redirect
files        uploads, downloads, links that expire
identity     accounts, tokens, what is whose
credentials  keys, tokens that are renewed, sessions in a cookie
row_keys     a secret for each row, given out once and wanted to change it
membership   rows that several people share
conditional  tags, If-Match and If-None-Match, Location, OPTIONS
history      earlier versions
batch        many rows in one request
ordering     rows that keep an order, and move
voting       choices, one vote each, results
capacity     places, a waitlist, checking in
stock        movements, levels, alerts
quizzes      questions, attempts, grades
queues       tasks that wait, run and are tried again
workflows    steps that depend on each other
"""
