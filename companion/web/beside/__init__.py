"""Beside the play: what a table reads while it plays: rules, player aid, odds, log, what hands must do."""
