"""The lab: tournaments that are started from the page, and training runs that are shown there.

A tournament is a directory of the arena's, played by a child process of low priority. This package
imports nothing by itself, so that the child starts quickly.
"""
