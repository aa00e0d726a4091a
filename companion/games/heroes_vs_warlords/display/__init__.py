"""The Battle Display (19.4 to 19.17): stacks on hexes, behind the same interface as the Arena."""
