"""The phases of the game: set-up, the ten phases, the eight actions, the results of battles, trade, Victory Points."""
