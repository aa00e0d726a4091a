"""What a game brings: its record, data files, owner values, panels and outlooks; also boards and piles to build on."""
