"""What was asked, as frozen data: the road from a goal to what a builder and a judge can agree on.

types        what a value may be, and how far
entities     what is kept: fields, keys
effects      what an operation does: a small language of guards, reads, writes and an answer
notation     that language as text; parsing reads it back
failures     what goes wrong, and how each is answered
operations   one request: where its inputs stand, what it does
service      the whole of it: the Spec
saving       a Spec as JSON
rendering    a Spec as Markdown, and back
features     what services are made of, as effect programs
understanding  sentences to a Spec
"""
