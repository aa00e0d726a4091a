"""Matches in the database: begun, read, changed, exported and rescued, with their ledgers and who belongs to them."""
