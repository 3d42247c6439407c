"""The lab: tournaments and training runs that are started from the page and watched there.

A tournament is a directory of the arena, a training run one of ``runlog``; a child process of low
priority goes on with it. This file imports nothing, so that the child starts quickly.
"""
