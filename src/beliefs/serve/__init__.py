"""The engine over HTTP: who may do what, how much of it, and the server itself."""
