"""Exact odds: all situations that chance leads to, with their probabilities, as a network that is pushed through."""
