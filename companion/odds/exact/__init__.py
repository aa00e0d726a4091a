"""Exact odds: all situations that chance leads to as a network, through which probability is pushed to the endings."""
