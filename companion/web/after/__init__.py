"""After a match: its story, charts and film."""
