"""Tests of the odds, on small rules that are known by heart."""
