"""Games between people and machines: rooms, seats, moves, and their views for the page."""
