"""What a game brings: its record, data files, owner values, panels, outlooks, and boards and piles to build on."""
