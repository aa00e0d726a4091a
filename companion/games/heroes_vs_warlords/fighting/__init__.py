"""Battles in the Arena and before walls: sides, deployment, attacks, hits, the end of a combat round."""
