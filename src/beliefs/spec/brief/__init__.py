"""Goals that name their requests, read request by request.

A goal is laid out (`layout`) and becomes a `Brief`: each request with the sentences about it, what
it is brought and what it answers; each kind of row with its fields; sentences about all of them.
Readers take what they understand out of a sentence, so that what is left of it is what nobody
understood. `telling` makes a Spec of all that was taken. A brief of which words are left says so.
"""
