"""Battles: the four segments, what each side may do in them, losses, and the terms of a battle roll."""
