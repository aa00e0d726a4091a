"""Serving: how the application is run, protected, limited, delivered and monitored."""
