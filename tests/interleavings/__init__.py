"""Orders of events at a table of six phones: posted, repeated, delayed, dropped, read, with a server that dies."""
