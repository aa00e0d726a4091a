"""Testing rules: random play with its invariants and coverage, scenario files."""
