"""A Spec to the files of a project: pure, and the same bytes for the same Spec.

shapes       what an expression of an effect is, as far as it can be known
expressions  an expression as Python
statements   an effect as the body of a function
models       what requests bring, as Pydantic models; what is kept, as tables
routes       operations as routes, one file for each collection
outcomes     how an operation may end
targets/     the frameworks, each with words of its own: FastAPI and Flask
openapi      the OpenAPI document, for frameworks that make none themselves
support/     modules that built projects get: real code, checked and tested as such
helpers      of support/values.py, what a project calls
packaging    requirements, container, compose, start.sh
project      the whole tree
"""
