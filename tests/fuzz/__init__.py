"""Fuzzing that may go on for as long as one likes: ``python -m tests.fuzz TARGET --time SECONDS``.

A target takes bytes that somebody else may have written and says what must hold of them. Inputs are
valid ones that were changed, made by hypothesis, which also makes a failing one small.
"""
