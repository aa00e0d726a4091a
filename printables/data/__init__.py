"""Data files of the press."""
