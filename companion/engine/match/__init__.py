"""A match with its past: the ledger, undo and changed answers, replay, and what can be reported of it afterwards."""
