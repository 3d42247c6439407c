"""Data that comes with inarow."""
