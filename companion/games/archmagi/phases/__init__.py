"""The phases of the game: set-up, the phases of a turn, and what is drawn and handed over in them."""
