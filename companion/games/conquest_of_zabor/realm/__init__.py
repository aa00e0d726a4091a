"""What lies on the table and what it does: areas and borders, pieces, decks, what cards say, moving, a battle."""
