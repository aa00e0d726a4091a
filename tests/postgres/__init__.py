"""A PostgreSQL server of one's own for tests and benchmarks: on a socket in a temporary folder, gone afterwards."""
