"""Reading: pages that players read during a match: rules, player aid, odds, log, tasks at the table."""
