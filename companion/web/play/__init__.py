"""A match being played: the play page, answers, log, corrections, odds, live updates, the big screen."""
