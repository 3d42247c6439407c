"""Openings for matches: where they come from, and how balanced ones are made and checked."""
