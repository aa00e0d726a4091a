"""A battle: its four segments, what each side may do in them, who dies, and what a roll is made of."""
