"""Tests about the shape of the code and of the files that ship with it."""
