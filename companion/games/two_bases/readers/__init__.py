"""What reads the rules from outside: board, helpers, guidance, odds, statistics, and checks for random play."""
