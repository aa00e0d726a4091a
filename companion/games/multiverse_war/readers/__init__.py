"""What reads the rules from outside: the board, helpers, odds, statistics, and checks for random play."""
