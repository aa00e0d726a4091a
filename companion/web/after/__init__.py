"""After a match: its story, charts and map film."""
