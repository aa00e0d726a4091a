"""The game as it goes: set-up, the ten phases, the eight actions, what follows from battles, trade, Victory Points."""
