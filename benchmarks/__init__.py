"""Speed, as ratios against a peer in the same run. Start with ``make bench``."""
