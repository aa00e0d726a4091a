"""Matches in the database: creating, reading, changing, exporting and rescuing them, with their ledgers and members."""
