"""Who reads the rules from outside: board, helpers, guidance, odds, statistics, what watches over random play."""
