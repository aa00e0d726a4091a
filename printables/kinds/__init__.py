"""Kinds of pieces that are cut out: pure functions from a small model and a `Look` to a `Face`, for any game."""
