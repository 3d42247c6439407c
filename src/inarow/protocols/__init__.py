"""Exchange with other programs: records of games and their formats, and the Gomocup protocol."""
