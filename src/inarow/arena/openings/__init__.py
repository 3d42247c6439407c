"""Openings for matches: sets and files of openings, and how balanced ones are made and checked."""
