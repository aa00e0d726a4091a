"""Tests of the two-base tile game."""
