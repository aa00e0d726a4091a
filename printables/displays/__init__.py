"""Displays and aids: what lies beside the map, as pure functions from a small model and a `Look` to a `Face`."""
