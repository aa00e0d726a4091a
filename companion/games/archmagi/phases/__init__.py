"""The game as it goes: set-up, the phases of a turn, and what is drawn and handed over in them."""
