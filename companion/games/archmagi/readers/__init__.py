"""What reads the rules from outside: board, guide, helpers, odds, statistics, verdict, and checks for random play."""
