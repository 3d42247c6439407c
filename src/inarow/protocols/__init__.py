"""What inarow says to other programs: records of games, and the Gomocup protocol."""
