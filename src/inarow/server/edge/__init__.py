"""Where requests and sockets come in: middleware, origin, rate limits, identity, errors, files."""
