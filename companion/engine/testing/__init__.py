"""Rules under test: random play with its invariants and coverage, scenario files."""
