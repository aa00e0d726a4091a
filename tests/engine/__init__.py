"""Tests of the engine, on a toy game that uses every effect."""
