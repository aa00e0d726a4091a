"""A match being played: the play page, answers, corrections, live updates, the big screen."""
