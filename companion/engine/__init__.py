"""The engine: rules as steps and flows, saved at their joints, with a ledger beside them.

Owns effects, forms, the runner that drives rule text, saves, the ledger and the live match.
Knows nothing of the web, of storage, of printing or of any game.
"""
