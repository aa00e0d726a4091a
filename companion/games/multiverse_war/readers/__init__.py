"""Who reads the rules from outside: the board, helpers, odds, statistics and what watches over random play."""
