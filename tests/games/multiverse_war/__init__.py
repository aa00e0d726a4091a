"""Tests of Archmagi."""
