"""Heroes and Camps on the map: ways, reactions, what a hex holds for those who enter it."""
