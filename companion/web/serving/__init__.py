"""Serving: how the application is run, guarded, limited, delivered and watched."""
