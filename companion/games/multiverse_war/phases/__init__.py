"""The game as it goes: set-up, turns, revenue, building, the action phase, missions, the end."""
