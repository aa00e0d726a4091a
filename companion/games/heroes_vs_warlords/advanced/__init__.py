"""The Advanced game (13.0 to 20.0): each module is one part that a match may add to the Basic game."""

NAMED = True
"""Its rules are called by it in saves: `advanced.module.rule`."""
