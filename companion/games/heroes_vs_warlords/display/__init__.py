"""The Battle Display (19.4 to 19.17): stacks on hexes, behind the same interface as the Arena."""

NAMED = True
"""Its rules are called by it in saves: `display.module.rule`."""
