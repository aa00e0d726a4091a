"""Who reads the rules from outside: board, aids, helpers, odds, statistics, and what watches over random play."""
