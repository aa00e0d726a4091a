"""The game as it goes: set-up, turn, the Movement Step with its combat, the Action Step, the goal."""
