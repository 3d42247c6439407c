"""Engines of others as child processes, whatever protocol they speak."""
