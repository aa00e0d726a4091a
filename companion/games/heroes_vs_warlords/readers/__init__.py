"""What reads the rules from outside: board, aids, helpers, odds, statistics, and checks for random play."""
