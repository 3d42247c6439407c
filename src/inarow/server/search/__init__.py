"""Searches for the page: the pool, its jobs, cached players, what is allowed, analysis."""
