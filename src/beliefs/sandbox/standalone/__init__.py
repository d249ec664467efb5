"""What runs in processes of its own, around and inside the sandbox.

These modules import the standard library and each other, nothing else, and as little of it as they
can: they are started anew for every run, and the porter is started where the rest of this package
cannot be seen.
"""
