"""The rule engine: runs rules written as steps and flows, saves them between steps, and records every answer.

Owns effects, forms, the runner that drives rule text, saves, the ledger (the record of all answers) and the live match.
Knows nothing of the web, of storage, of printing or of any game.
"""
