"""The phases of the game: set-up, turn, the Movement Step with its combat, the Action Step, and the goal."""
