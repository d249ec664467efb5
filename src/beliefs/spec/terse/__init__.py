"""Goals of a line or two that ask for a behaviour which everybody knows: a queue, a quiz.

Whoever asks for such a thing tells what is special about theirs and leaves the rest to custom. A
behaviour hears what is said of it, has the requests that custom adds made up, and writes what is
asked as effects; what is kept besides, and all other requests, is read as in any goal.
"""
