"""Every method in one short Python file, for reading: see README.md."""
