"""The phases of the game: set-up, turns, revenue, building, the action phase, missions, the end."""
