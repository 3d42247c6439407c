"""Games between people and machines: rooms, seats, moves, and what the page shows of them."""
