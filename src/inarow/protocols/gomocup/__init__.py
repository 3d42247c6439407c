"""The Gomocup protocol, both sides: our engine, and the client of other engines."""
