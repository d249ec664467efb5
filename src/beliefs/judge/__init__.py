"""Verdicts from outside: what a program does is asked of the running program, never of its code.

goals        what the benchmark asks for, smallest first
program      run.json: how a delivered folder is installed, started and tested
stage        one program, started from a fresh copy of its folder, in the sandbox
service      speaking HTTP and WebSocket to it
command      speaking argv, standard input and files to it
tools        speaking MCP to it
race         requests sent at the same moment
malformed    bodies that no service may take
unknown      identifiers that a service never gave out
unmet        what an answer falls short of, in words
suite        checks in order, and the report they make
suites/      one file for each goal of the benchmark
hosting      starting a service again without importing its packages again; host runs in front of it
conversation what is asked from each seed; speech is the HTTP that it is asked in
power        faults put into copies of a service, and what the judge notices of them
own_tests    the tests that a project brings, run and counted
colleague    a process beside this one, to judge with
sheet        stages that two work through, as one would in order
acceptance   is this folder what the goal asked for?
"""
