"""A match in play: the play page, answers, corrections, live updates, the big screen."""
