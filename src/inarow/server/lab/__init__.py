"""The lab: tournaments that are started from the page, and training runs that are shown there.

A tournament is a directory of the arena, played by a child process of low priority. This file
imports nothing, so that the child starts quickly.
"""
