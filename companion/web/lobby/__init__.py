"""Before and around a match: start page, joining, the host's page, lost phones, demos, scanned codes."""
