"""From what is wanted to a judged project.

A Spec to the files of a project, pure, and the same bytes for the same Spec:

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
locking      the versions that projects are built on, and the lock of each
project      the whole tree

Around it, what is wanted and what builds teach:

wanted       sources, options and answers, and the Spec that they come to by what is believed
experience   choices as beliefs; verdicts are their evidence
parts        what a Spec is made of, in words that beliefs can be about
odds         P(accept), from what outside suites said (suites.json, and the benchmark)
questions    what to ask first
repairs      what to try when a project is not accepted

And how it goes:

stages       the stages as a graph; checkpoints, where each left it
builder      what the stages do; environment, what a project runs in; delivery, its first commit
trial        a goal of the benchmark, built and held to its suite; benchmark, all of them
using        what was built, run and tested; records, where it is; release, what it was made with
"""
