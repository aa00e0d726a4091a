"""Movement of Heroes and Camps on the map: paths, reactions, what a hex holds for those who enter it."""
