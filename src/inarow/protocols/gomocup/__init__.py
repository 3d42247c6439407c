"""The Gomocup protocol, both ends: to be an engine, and to run somebody else's."""
